/// Cuts a waterfall's items into consecutive columns of the least possible height (LayoutRules F13).
struct BalancedCut {
  /// For each item and the end, the sum of the lengths and spacings of all items before it.
  private let starts: [Units]
  private let spacing: Units
  private let columnCount: Int

  /// - Parameters:
  ///   - starts: ascending, one more than there are items.
  ///   - spacing: the spacing between two items of a column; at least 0.
  init(_ starts: [Units], spacing: Units, columnCount: Int) {
    self.starts = starts
    self.spacing = spacing
    self.columnCount = columnCount
  }

  private var itemCount: Int { starts.count - 1 }

  /// Returns the index of the first item after each column.
  ///
  /// - Parameter longest: the length of the longest item.
  /// - Throws: if the search needs more steps than the document has left; `LayoutError.cancelled`.
  /// - Complexity: O(c · log n) for each bit of the height's units.
  func ends(
    longest: Units, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> [Int] {
    // The columns hold all items at `high`, and not below `low`.
    var (low, high) = (longest, max(longest, starts[itemCount] - spacing))
    while low < high {
      try budget.spend(columnCount * Self.stepsPerColumn, at: path)
      let height = low + (high - low).half
      if ends(of: height).last == itemCount {
        high = height
      } else {
        low = height + Units(count: 1)
      }
    }
    return ends(of: high)
  }

  /// The steps that filling one column takes from the document's allowance (`LayoutLimits.maxSteps`).
  private static let stepsPerColumn = 16

  /// Fills the columns one after the other up to a height, which every item fits into.
  private func ends(of height: Units) -> [Int] {
    var first = 0
    return (0..<columnCount).map { _ in
      let farthest = starts[first] + height + spacing
      first = (first + 1..<itemCount + 1).firstIndex { starts[$0] > farthest } - 1
      return first
    }
  }
}

extension WaterfallSolver {
  /// Places the items of a balanced section, for which the lengths of all items must be known.
  func placeBalanced(
    _ items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> (cells: WaterfallCells, greatest: Double) {
    let columns = metrics.limited(toColumns: items.count)
    var read = try readBalanced(items, at: path, budget)
    var ends = try BalancedCut(
      read.starts, spacing: columns.rowSpacing, columnCount: columns.columnCount
    ).ends(longest: Units(points: read.greatest), at: path, budget)[...]
    // The sums are as large as the items; free them before the chunks are placed.
    read.starts = []
    var survey = SpanSurvey(itemCount: items.count)
    survey.noteGivenColumns(of: columns.columnCount)
    var placing = WaterfallPlacing(self, survey, at: path, budget)
    var item = 0
    for part in read.parts {
      var part = part
      part.givenColumns = (item..<item + part.count).map { item in
        while let end = ends.first, end <= item { ends.removeFirst() }
        return .kept(columns.columnCount - ends.count)
      }
      item += part.count
      try placing.add(part)
    }
    let table = try placing.finish(items)
    let cells = WaterfallCells(
      metrics, items: items, placing: placing.placing, table: table, keepsColumns: false, budget)
    return (cells, read.greatest)
  }

  /// The lengths of a balanced section's items.
  private struct BalancedLengths {
    var parts: [WaterfallLengths] = []
    /// For each item and the end, the sum of the lengths and spacings of all items before it.
    var starts: [Units] = [.zero]
    /// The length of the longest item, in points.
    var greatest = 0.0
  }

  /// Reads and checks the lengths of a balanced section's items, which must cover one column each, and have
  /// no `column`.
  private func readBalanced(
    _ items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> BalancedLengths {
    try budget.reserve(24 * items.count)
    var all = BalancedLengths()
    all.starts.reserveCapacity(items.count + 1)
    var reader = WaterfallReader(metrics: metrics)
    var issues = SpecIssues()
    var start = Units.zero
    for block in items.blocks {
      guard let read = try reader.read(block, withSpans: false, budget) else {
        try items.requireNoFaults(metrics, at: path, budget)
        continue
      }
      checkBalanced(block, at: path, &issues)
      all.greatest = read.lengths.reduce(all.greatest) { max($0, $1) }
      try path.requireScrollLength(reach(all.greatest, count: items.count))
      for length in read.lengths {
        start += Units(points: length) + metrics.rowSpacing
        all.starts.append(start)
      }
      all.parts.append(read)
    }
    try issues.throwIfAny()
    return all
  }

  private func checkBalanced(
    _ block: ItemBlock, at path: DocumentPath, _ issues: inout SpecIssues
  ) {
    let chunk = block.chunk
    guard !chunk.columnSpans.isEmpty || !chunk.columns.isEmpty else { return }
    for place in 0..<block.count where !issues.isFull {
      let item = path.index(block.items.lowerBound + place)
      let span = chunk.columnSpan(of: place)
      if WaterfallItem.span(span, of: metrics.columnCount) > 1 {
        issues.add(
          item.field("columnSpan"), "must be 1 if placement is balanced (got \(span))")
      }
      if let column = chunk.columns.number(of: place), column >= 0 {
        issues.add(
          item.field("column"), "must be absent if placement is balanced (got \(column))")
      }
    }
  }
}
