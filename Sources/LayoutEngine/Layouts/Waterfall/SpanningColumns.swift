/// Places items some of which cover several columns, by a search through all runs of columns
/// (LayoutRules F3, F5).
///
/// An item begins where a run of columns with equal bottoms begins: if it began farther into the run, it
/// would cover further columns after the run, and its top could not be less. So one pass over the runs,
/// with the maximum of a sliding window, finds the item's column. If spans are few and short,
/// `SpanTrees` does less work.
struct SpanningColumns {
  /// The steps that visiting one run takes from the document's allowance (`LayoutLimits.maxSteps`).
  static let stepsPerRun = 8

  /// A column in which the current item may begin, and the top that it would have there.
  private struct Start {
    var column: Int
    var top: Units
  }

  private(set) var runs: ColumnRuns
  private let metrics: WaterfallMetrics
  private let rule: ColumnRule
  /// The column after the last one that the last item covers (LayoutRules F5).
  private(set) var cursor = 0
  /// The possible starts of the current item, by ascending column.
  private var starts: [Start] = []
  /// The first columns of the runs in the sliding window that can contain its maximum; their bottoms
  /// decrease from the first to the last.
  private var window: [Int] = []

  init(_ metrics: WaterfallMetrics, _ rule: ColumnRule) {
    runs = ColumnRuns(columnCount: metrics.columnCount)
    self.metrics = metrics
    self.rule = rule
  }

  /// Continues from the state that items placed by another `ColumnPlacing` have left.
  ///
  /// - Complexity: O(c).
  mutating func resume(at state: ColumnState) {
    runs = ColumnRuns(state)
    cursor = state.cursor
  }

  /// Places the next items, in their order.
  ///
  /// - Throws: if placing needs more steps than the document has left; `LayoutError.cancelled`.
  /// - Complexity: O(n · c) for n items in c columns.
  mutating func place(
    _ items: WaterfallLengths, in places: inout ItemPlaces, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) {
    for item in items.lengths.indices {
      let span = Int(items.spans[item])
      listStarts(span: span)
      // Covering joins no more runs than earlier items have made, so that counting one run more for each
      // item is enough.
      try budget.spend((starts.count + 1) * Self.stepsPerRun, at: path)
      let start = choose()
      places.tops[item] = start.top
      places.columns[item] = UInt16(truncatingIfNeeded: start.column)
      runs.cover(
        from: start.column, span: span, bottom: metrics.bottom(start.top, items.lengths[item]))
      cursor = start.column + span
    }
  }

  /// Sets `starts` to the first column of every run from which `span` columns fit, with the greatest
  /// bottom of these columns.
  private mutating func listStarts(span: Int) {
    starts.removeAll(keepingCapacity: true)
    window.removeAll(keepingCapacity: true)
    var head = 0
    var entering = 0
    var column = 0
    while column + span <= runs.columnCount {
      while entering < column + span {
        while window.count > head, let last = window.last,
          runs.bottom(of: last) <= runs.bottom(of: entering)
        {
          window.removeLast()
        }
        window.append(entering)
        entering = runs.end(of: entering)
      }
      while window[head] < column { head += 1 }
      starts.append(Start(column: column, top: runs.bottom(of: window[head])))
      column = runs.end(of: column)
    }
  }

  /// Returns the start that the item takes (LayoutRules F3, F5).
  private func choose() -> Start {
    var least = starts[0]
    for start in starts where start.top < least.top { least = start }
    let farthest = least.top + rule.slack
    if rule.usesCursor,
      let start = starts.first(where: { $0.column >= cursor && $0.top <= farthest })
    {
      return start
    }
    return starts.first { $0.top <= farthest } ?? least
  }
}
