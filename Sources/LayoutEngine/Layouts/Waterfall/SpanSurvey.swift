/// The spans that occur among a waterfall section's items, collected before the first item is placed.
struct SpanSurvey {
  /// The number of items.
  let itemCount: Int
  /// The number of items that remain to be placed.
  private(set) var placedCount: Int
  /// The sum of all items' spans: items begin only in that many leading columns, unless some have or keep
  /// columns.
  private(set) var coveredColumns: Int
  /// The spans that occur, ascending.
  private(set) var spans: [Int] = [1]

  /// Whether some items have a `column` or a kept column (LayoutRules F10, K7).
  private(set) var haveAssignedColumns = false

  /// Records that some items have a `column` or a kept column, so that items may begin in any of `columnCount`
  /// columns.
  mutating func noteGivenColumns(of columnCount: Int) {
    haveAssignedColumns = true
    coveredColumns = columnCount
  }

  /// The greatest span.
  var maxSpan: Int { spans.last ?? 1 }

  /// Creates the survey of `itemCount` items that cover one column each.
  init(itemCount: Int) {
    self.itemCount = itemCount
    placedCount = itemCount
    coveredColumns = itemCount
  }

  /// Surveys items of which some may cover several columns, up to `columnCount`.
  ///
  /// - Throws: the faults of the items; `LayoutError.cancelled`.
  /// - Complexity: O(n + c).
  init(
    _ items: Items, _ metrics: WaterfallMetrics, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    self.init(itemCount: items.count)
    try budget.count(metrics.columnCount)
    var occurs = [Bool](repeating: false, count: metrics.columnCount + 1)
    var reader = WaterfallReader(metrics: metrics)
    coveredColumns = 0
    for block in items.blocks {
      guard let read = try reader.read(block, withSpans: true, budget) else {
        try items.requireNoFaults(metrics, at: path, budget)
        continue
      }
      greatest = max(greatest, read.greatest)
      for span in read.spans {
        occurs[Int(span)] = true
        coveredColumns += Int(span)
      }
    }
    spans = occurs.indices.filter { occurs[$0] }
  }

  /// Creates the survey of some of a section's items, when the remaining items are placed already.
  ///
  /// All items of the section together must cover at least as many columns as there are.
  ///
  /// - Parameters:
  ///   - read: the items to place; at least one must cover several columns.
  ///   - itemCount: the number of all items of the section.
  init(_ read: WaterfallLengths, of itemCount: Int) {
    self.init(itemCount: itemCount)
    placedCount = read.count
    var occurs = [Bool](repeating: false, count: read.widestSpan + 1)
    for span in read.spans { occurs[Int(span)] = true }
    spans = occurs.indices.filter { occurs[$0] }
  }

  /// The greatest length of the items read by the survey, in points.
  private(set) var greatest = 0.0
}
