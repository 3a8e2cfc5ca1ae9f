/// Places items that cover several columns (LayoutRules F3, F5) with one tree for every span that occurs.
///
/// A span's tree has a leaf for each column in which such an item may begin: the greatest bottom of the
/// columns that it would cover. Trees are fast if there are few spans and they are short.
///
/// For many different spans, `SpanningColumns` is faster.
struct SpanTrees {
  /// The trees, by span; the element is nil if no item has the span.
  private var trees: [ColumnTree?]
  /// The spans that occur, ascending.
  private let spans: [Int]
  private let columnCount: Int
  private let metrics: WaterfallMetrics
  private let rule: ColumnRule
  /// The column after the last one that the last item covers (LayoutRules F5).
  private(set) var cursor = 0
  /// For each column, where it ends.
  private(set) var bottoms: [Units]
  /// The maximum number of tree nodes visited to place one item.
  private let stepsPerItem: Int

  /// Creates the trees; nil if searching all runs of columns (`SpanningColumns`) takes fewer steps, if
  /// the trees would take more steps than the document has left, or if a negative spacing lets columns
  /// become shorter.
  ///
  /// - Parameter survey: the spans that occur in the section.
  init?(
    _ survey: SpanSurvey, _ metrics: WaterfallMetrics, _ rule: ColumnRule, _ budget: LayoutBudget
  ) {
    guard metrics.rowSpacing >= .zero else { return nil }
    spans = survey.spans
    columnCount = metrics.columnCount
    self.metrics = metrics
    self.rule = rule
    // Visiting a run takes about as long as 8 nodes; trees are less than 16 high.
    let greatest = survey.maxSpan
    let steps = spans.reduce(0) { $0 + 2 * ($1 + greatest) + 16 }
    guard steps < SpanningColumns.stepsPerRun * metrics.columnCount + 64,
      budget.hasRoom(forSteps: steps * survey.placedCount)
    else { return nil }
    stepsPerItem = steps
    bottoms = [Units](repeating: .zero, count: metrics.columnCount)
    trees = [ColumnTree?](repeating: nil, count: greatest + 1)
    for span in spans { trees[span] = ColumnTree(count: metrics.columnCount - span + 1) }
  }

  /// Continues from the state that items placed by another `ColumnPlacing` have left.
  ///
  /// - Complexity: O(c · (d + log s)) for c columns and d different spans up to s.
  mutating func resume(at state: ColumnState) {
    (bottoms, cursor) = (state.bottoms, state.cursor)
    // The greatest bottom under a span at each start, computed from those of a shorter span.
    var highest = bottoms
    var length = 1
    for span in spans {
      while length < span {
        let step = min(length, span - length)
        for start in 0...columnCount - length - step {
          highest[start] = max(highest[start], highest[start + step])
        }
        length += step
      }
      trees[span] = ColumnTree(Array(highest[...(columnCount - span)]))
    }
  }

  /// Places the next items, in their order.
  ///
  /// - Throws: if placing needs more steps than the document has left; `LayoutError.cancelled`.
  /// - Complexity: O(n · d · (s + log c)) for n items of d different spans up to s in c columns.
  mutating func place(
    _ items: WaterfallLengths, in places: inout ItemPlaces, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) {
    for item in items.lengths.indices {
      try budget.spend(stepsPerItem, at: path)
      let span = Int(items.spans[item])
      let (column, top) = start(of: span)
      places.tops[item] = top
      places.columns[item] = UInt16(truncatingIfNeeded: column)
      cover(column, span, bottom: metrics.bottom(top, items.lengths[item]))
      cursor = column + span
    }
  }

  /// Returns the column and the top of the next item of this span (LayoutRules F3, F5).
  private func start(of span: Int) -> (column: Int, top: Units) {
    guard let tree = trees[span] else { return (0, .zero) }
    let column = rule.column(tree, cursor: cursor)
    return (column, tree[column])
  }

  /// Sets the bottoms of the covered columns, and raises the leaves of all trees whose spans include one
  /// of these columns.
  private mutating func cover(_ column: Int, _ span: Int, bottom: Units) {
    for covered in column..<column + span { bottoms[covered] = bottom }
    for other in spans {
      let first = max(0, column - other + 1)
      let end = min(columnCount - other + 1, column + span)
      trees[other]?.raise(first..<end, to: bottom)
    }
  }
}
