/// Places items of a dense waterfall, some of which cover several columns (LayoutRules F11).
///
/// If every item covers one column there are no gaps, so that `ColumnPlacing` places them.
struct DensePlacing {
  /// The state that decides the places of all later items.
  struct State: Sendable {
    var gaps: ColumnGaps
    /// The column right after the most recent item that has no `column` and fills no gap.
    var cursor = 0

    /// Returns the distance by which this state is moved from `other`; nil if it differs in anything else.
    func shift(from other: State) -> Units? {
      cursor == other.cursor ? gaps.shift(from: other.gaps) : nil
    }
  }

  private let metrics: WaterfallMetrics
  /// The rule that chooses the column of an item that fits into no gap; nil if columns are filled in turn (F4).
  private let rule: ColumnRule?
  /// The greatest distance of a gap from the highest one, up to which the leading-most gap is taken.
  private let slack: Units
  /// The path of the section's items in the document, for errors.
  private let path: DocumentPath
  /// The state after the items placed so far.
  var state: State

  init(
    _ metrics: WaterfallMetrics, _ placement: WaterfallSpec.Placement, at path: DocumentPath
  ) {
    self.metrics = metrics
    self.path = path
    state = State(gaps: ColumnGaps(metrics))
    switch placement {
    case .shortestColumn: (rule, slack) = (.shortest, ColumnRule.tie)
    case .roundRobin, .balanced: (rule, slack) = (nil, ColumnRule.tie)
    case .gridLanes(.infinity): (rule, slack) = (nil, .limit)
    case .gridLanes(let tolerance):
      let lanes = ColumnRule.lanes(tolerance: tolerance)
      (rule, slack) = (lanes, lanes.slack)
    }
  }

  /// Places the next items, in their order, and returns them as a chunk.
  ///
  /// - Parameter items: the items; at most `ColumnChunk.maxLength`.
  /// - Throws: if placing needs more steps than the document has left; `LayoutError.cancelled`.
  /// - Complexity: O(n · c · s) for n items that cover up to s of c columns.
  mutating func place(
    _ items: WaterfallLengths, _ budget: LayoutBudget
  ) throws(LayoutError) -> DenseChunk {
    let stepsLeft = budget.stepsLeft
    var places = ItemPlaces(count: items.count)
    for item in items.lengths.indices {
      let span = items.spans.isEmpty ? 1 : Int(items.spans[item])
      let given = items.givenColumns.isEmpty ? .none : items.givenColumns[item]
      let step = Units(points: items.lengths[item]) + metrics.rowSpacing
      let (column, top) = try place(step, span: span, given, budget)
      places.tops[item] = top
      places.columns[item] = UInt16(truncatingIfNeeded: column)
    }
    return DenseChunk(
      items, places, metrics, exit: state, steps: stepsLeft - budget.stepsLeft, budget)
  }

  /// Places the next item.
  private mutating func place(
    _ step: Units, span: Int, _ given: GivenColumn, _ budget: LayoutBudget
  ) throws(LayoutError) -> (column: Int, top: Units) {
    let last = metrics.columnCount - span
    let end: (column: Int, top: Units)
    let starts: ClosedRange<Int>
    if let column = given.column.map({ min($0, last) }) {
      try budget.spend(span, at: path)
      end = (column, state.gaps.end(of: column..<column + span))
      starts = column...column
    } else {
      end = try self.end(span: span, through: last, budget)
      starts = 0...last
    }
    if let gap = try gap(for: step, span: span, in: starts, before: end, budget) {
      try state.gaps.cover(
        gap.column..<gap.column + span, top: gap.top, step: step, at: path, budget)
      return gap
    }
    try state.gaps.cover(
      end.column..<end.column + span, top: end.top, step: step, at: path, budget)
    if !given.leavesCursor { state.cursor = next(after: end.column + span) }
    return end
  }

  /// Returns the cursor after an item whose last column is before `column`.
  private func next(after column: Int) -> Int {
    rule == nil && column == metrics.columnCount ? 0 : column
  }

  /// Returns where the next item would be without gaps (LayoutRules F2–F5).
  private func end(
    span: Int, through last: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> (column: Int, top: Units) {
    guard let rule else {
      try budget.spend(span, at: path)
      let column = state.cursor <= last ? state.cursor : 0
      return (column, state.gaps.end(of: column..<column + span))
    }
    var tops = state.gaps.bottoms
    try budget.spend(tops.count, at: path)
    // The greatest bottom under a span at each start, computed from those of a shorter span.
    var length = 1
    while length < span {
      try budget.spend(tops.count, at: path)
      let longer = min(length, span - length)
      for start in 0...metrics.columnCount - length - longer {
        tops[start] = max(tops[start], tops[start + longer])
      }
      length += longer
    }
    let farthest = tops[...last].reduce(tops[0]) { min($0, $1) } + rule.slack
    let following =
      rule.usesCursor && state.cursor <= last
      ? (state.cursor...last).first { tops[$0] <= farthest } : nil
    let column = following ?? (0...last).first { tops[$0] <= farthest } ?? 0
    return (column, tops[column])
  }

  /// Returns the column and the top of the gap that the next item takes; nil if it fits into none that is
  /// before its place at the end.
  ///
  /// - Parameters:
  ///   - starts: the columns in which the item may begin.
  ///   - end: the item's place at the end.
  private func gap(
    for step: Units, span: Int, in starts: ClosedRange<Int>,
    before end: (column: Int, top: Units), _ budget: LayoutBudget
  ) throws(LayoutError) -> (column: Int, top: Units)? {
    guard state.gaps.count > 0 else { return nil }
    var found: [(column: Int, top: Units)] = []
    var least = Units.limit
    for start in starts {
      let covered = start..<start + span
      try budget.spend(span, at: path)
      guard state.gaps.mayHold(step, in: covered) else { continue }
      // At the end of all its columns the item would be in no gap.
      let above = state.gaps.end(of: covered) - Units(count: 1)
      let before =
        start < end.column ? end.top + ColumnRule.tie : end.top - ColumnRule.tie - Units(count: 1)
      let farthest = min(above, before, least + slack)
      let top = try state.gaps.top(
        of: step, in: covered, notBelow: farthest, at: path, budget)
      guard let top else { continue }
      least = min(least, top)
      found.append((start, top))
    }
    return found.first { $0.top <= least + slack }
  }
}
