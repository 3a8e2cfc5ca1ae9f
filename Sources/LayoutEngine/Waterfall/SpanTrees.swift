/// Places items that cover several columns (LayoutRules F3, F5) with a tree for every span that
/// occurs, whose leaves are the highest bottoms under that span at each start: for few and short
/// spans.
///
/// Measured with one item in four over two columns: `SpanningColumns` takes 1.5 to 1.8 times as long
/// in 3 to 6 columns, 3 times in 12, 12 times in 100 and 68 times in 1,000. With 24 spans over 100
/// columns it is these trees that take 3.7 times as long, with 64 spans 29 times.
struct SpanTrees {
  /// By span; nil where no item has it.
  private var trees: [ColumnTree?]
  /// The spans that occur.
  private let spans: [Int]
  private let columnCount: Int
  private let metrics: WaterfallMetrics
  /// LayoutRules F5's tolerance; nil for F3.
  private let tolerance: Units?
  /// LayoutRules F5's cursor.
  private var cursor = 0
  /// The most nodes visited for one item.
  private let stepsAnItem: Int

  /// The trees; nil where visiting every run of columns (`SpanningColumns`) is less work, or where
  /// a negative spacing lets columns become shorter.
  ///
  /// - Throws: `LayoutError.cancelled`.
  init?(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, tolerance: Units?,
    _ budget: LayoutBudget
  ) throws(LayoutError) {
    guard metrics.rowSpacing >= .zero else { return nil }
    var occurs = [Bool](repeating: false, count: items.maxSpan + 1)
    for stretch in items.spans.indices.stretches {
      try budget.count(stretch.count)
      for span in items.spans[stretch] { occurs[Int(span)] = true }
    }
    spans = occurs.indices.filter { occurs[$0] }
    columnCount = metrics.columnCount
    self.metrics = metrics
    self.tolerance = tolerance
    // Visiting a run takes about as long as 8 nodes; trees are less than 16 high.
    let steps = spans.reduce(0) { $0 + 2 * ($1 + items.maxSpan) + 16 }
    guard steps < SpanningColumns.stepsARun * metrics.columnCount + 64,
      budget.hasRoom(forSteps: steps * items.count)
    else { return nil }
    stepsAnItem = steps
    trees = occurs.indices.map { span in
      occurs[span] ? ColumnTree(count: metrics.columnCount - span + 1) : nil
    }
  }

  /// Places the items in their order.
  ///
  /// - Throws: more steps than the document has left; `LayoutError.cancelled`.
  /// - Complexity: O(n · d · (s + log c)) for n items of d different spans up to s in c columns.
  mutating func place(
    _ items: WaterfallItems, in places: inout WaterfallPlaces, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) {
    for item in items.lengths.indices {
      try budget.spend(stepsAnItem, at: path)
      let span = Int(items.spans[item])
      let (column, top) = start(of: span)
      places.tops[item] = top
      places.columns[item] = UInt16(truncatingIfNeeded: column)
      cover(column, span, bottom: metrics.bottom(top, items.lengths[item]))
      cursor = column + span
    }
  }

  /// Where an item of that span begins: by LayoutRules F3 without a tolerance, else by F5.
  private func start(of span: Int) -> (column: Int, top: Units) {
    guard let tree = trees[span] else { return (0, .zero) }
    let highest = tree.least + (tolerance ?? .zero)
    let column =
      tree.first(notAbove: highest, from: tolerance == nil ? 0 : cursor)
      ?? tree.first(notAbove: highest, from: 0) ?? 0
    return (column, tree[column])
  }

  /// Lengthens the columns covered; no start under which one of them lies is higher than them.
  private mutating func cover(_ column: Int, _ span: Int, bottom: Units) {
    for other in spans {
      let first = max(0, column - other + 1)
      let end = min(columnCount - other + 1, column + span)
      trees[other]?.raise(first..<end, to: bottom)
    }
  }
}
