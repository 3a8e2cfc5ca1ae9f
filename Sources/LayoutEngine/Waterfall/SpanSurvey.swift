/// The spans that the items of a waterfall section have, collected before the first item is placed.
struct SpanSurvey {
  /// The number of items.
  let itemCount: Int
  /// The number of items that are placed after the survey.
  private(set) var placedCount: Int
  /// The number of columns that all items cover together: no item begins beyond them.
  private(set) var coveredColumns: Int
  /// The spans that occur, ascending.
  private(set) var spans: [Int] = [1]

  /// Whether some items keep their columns (LayoutRules K7).
  private(set) var haveKeptColumns = false

  /// Notes that some items keep their columns: items may begin in any column.
  mutating func noteKeptColumns(of columnCount: Int) {
    haveKeptColumns = true
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

  /// Creates the survey of some of a section's items, when the others are placed already.
  ///
  /// The section's items must cover all columns.
  ///
  /// - Parameter read: the items to place; some have spans.
  init(_ read: WaterfallLengths, of itemCount: Int) {
    self.init(itemCount: itemCount)
    placedCount = read.count
    var occurs = [Bool](repeating: false, count: read.greatestSpan + 1)
    for span in read.spans { occurs[Int(span)] = true }
    spans = occurs.indices.filter { occurs[$0] }
  }

  /// The greatest length of the items surveyed.
  private(set) var greatest = 0.0
}
