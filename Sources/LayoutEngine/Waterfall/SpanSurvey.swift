/// Which spans the items of a waterfall section have: what has to be known before the first one is
/// placed.
struct SpanSurvey {
  /// How many items there are.
  let itemCount: Int
  /// How many of them are placed after it.
  private(set) var placedCount: Int
  /// How many columns all items cover together: none of them begins beyond that many.
  private(set) var coveredColumns: Int
  /// The spans that occur, ascending.
  private(set) var spans: [Int] = [1]

  /// Whether some items keep their columns (LayoutRules K7).
  private(set) var haveKeptColumns = false

  /// Notes that some items keep their columns: they may begin in any of them.
  mutating func noteKeptColumns(of columnCount: Int) {
    haveKeptColumns = true
    coveredColumns = columnCount
  }

  /// The greatest span.
  var maxSpan: Int { spans.last ?? 1 }

  /// The survey of that many items of one column each.
  init(itemCount: Int) {
    self.itemCount = itemCount
    placedCount = itemCount
    coveredColumns = itemCount
  }

  /// The survey of items some of which may cover several columns, up to `columnCount`.
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

  /// The survey of some of a section's items, the others being placed already; the section covers all
  /// columns.
  ///
  /// - Parameter read: some with spans.
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
