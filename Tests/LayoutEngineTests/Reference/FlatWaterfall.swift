@testable import LayoutEngine

/// A waterfall whose items and places stand in one array each, placed from the first to the last.
struct FlatWaterfall {
  private let metrics: WaterfallMetrics
  private let lengths: [Double]
  private let spans: [Int]
  private let mediaLengths: [Double?]
  private(set) var tops: [Units]
  private(set) var columns: [Int]
  private var cursor = 0

  init(
    _ items: ItemColumns, _ metrics: WaterfallMetrics, _ placement: WaterfallSpec.Placement
  ) throws {
    self.metrics = metrics
    let read = (0..<items.count).map { Self.item(items, $0) }
    let spans = read.map { $0.span(of: metrics.columnCount) }
    lengths = zip(read, spans).map { $0.length(metrics, span: $1) }
    mediaLengths = zip(read, spans).map {
      $0.bodyHeight.isNaN ? nil : $0.mediaLength(metrics, span: $1)
    }
    self.spans = spans
    tops = Array(repeating: .zero, count: items.count)
    columns = Array(repeating: 0, count: items.count)
    let haveSpans = spans.contains { $0 > 1 }
    switch placement {
    case .shortestColumn:
      try haveSpans ? placeSpans(.shortest) : place(.shortest)
    case .roundRobin, .balanced, .gridLanes(.infinity): placeInTurn()
    case .gridLanes(let points):
      let rule = ColumnRule.lanes(tolerance: points)
      try haveSpans ? placeSpans(rule) : place(rule)
    }
  }

  private static func item(_ items: ItemColumns, _ item: Int) -> WaterfallItem {
    WaterfallItem(
      number: items.numbers[item] ?? .nan, width: items.widths[item] ?? .nan,
      height: items.heights[item] ?? .nan, aspectRatio: items.aspectRatios[item] ?? .nan,
      bodyHeight: items.bodyHeights[item] ?? .nan, columnSpan: items.columnSpans[item] ?? .nan)
  }

  /// LayoutRules F2, or F5 without spans.
  private mutating func place(_ rule: ColumnRule) throws {
    var bottoms = ColumnTree(count: metrics.columnCount)
    for item in lengths.indices {
      let farthest = bottoms.least + rule.slack
      let near = (0..<metrics.columnCount).filter { bottoms[$0] <= farthest }
      let column = (rule.usesCursor ? near.first { $0 >= cursor } : nil) ?? near[0]
      (columns[item], tops[item]) = (column, bottoms[column])
      bottoms.set(metrics.bottom(tops[item], lengths[item]), at: column)
      cursor = column + 1
    }
  }

  /// LayoutRules F4.
  private mutating func placeInTurn() {
    var bottoms = [Units](repeating: .zero, count: metrics.columnCount)
    for item in lengths.indices {
      if cursor + spans[item] > metrics.columnCount { cursor = 0 }
      let covered = cursor..<cursor + spans[item]
      columns[item] = cursor
      tops[item] = bottoms[covered].max() ?? .zero
      for column in covered { bottoms[column] = metrics.bottom(tops[item], lengths[item]) }
      cursor = covered.upperBound
    }
  }

  /// LayoutRules F3, or F5 with spans, by the runs of columns that end alike.
  private mutating func placeSpans(_ rule: ColumnRule) throws {
    var places = ItemPlaces(count: lengths.count)
    var runs = SpanningColumns(metrics, rule)
    let items = WaterfallLengths(lengths: lengths, spans: spans.map { UInt16($0) })
    try runs.place(items, in: &places, at: .root, LayoutBudget())
    (tops, columns) = (places.tops, places.columns.map { Int($0) })
  }

  /// The items' frames, in their order.
  func frames() -> [Rect] {
    lengths.indices.map { item in
      metrics.placement.frame(
        SectionFrame(
          start: metrics.top + tops[item], length: Units(points: lengths[item]),
          cross: metrics.position(ofColumn: columns[item]),
          breadth: metrics.width(ofSpan: spans[item])))
    }
  }

  /// The heights of the items' media, nil without a body.
  var imageHeights: [Double?] { mediaLengths }

  /// Where the farthest item ends, 0 without any.
  var columnsLength: Units {
    lengths.indices.reduce(.zero) { max($0, tops[$1] + Units(points: lengths[$1])) }
  }
}
