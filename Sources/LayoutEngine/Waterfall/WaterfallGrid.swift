/// The cells of a waterfall section whose items have no fields: squares that fill the columns in
/// turn, for every placement.
struct WaterfallGrid: SectionCells {
  private let grid: SpanGrid

  /// The grid of the items; nil where they are no such squares, or where a negative spacing makes
  /// columns shorter by what is added to them.
  init?(_ metrics: WaterfallMetrics, items: Items, placement: WaterfallSpec.Placement) {
    let columns = [
      items.numbers.values, items.widths.values, items.heights.values, items.aspectRatios.values,
      items.bodyHeights.values, items.columnSpans.values,
    ]
    let step = metrics.columnWidth + metrics.rowSpacing
    guard columns.allSatisfy(\.isEmpty), step > 0 || placement == .roundRobin else { return nil }
    grid = SpanGrid(
      axis: metrics.axis, count: items.count, columns: metrics.columns,
      lines: RepeatedSpans(
        start: metrics.top, step: step, length: metrics.columnWidth, count: items.count))
  }

  var count: Int { grid.count }
  var byteCount: Int { 0 }
  var bounds: Rect { Rect(holding: grid.outermost.map(grid.rect(of:))) }

  /// The length of the longest column, without spacing at its end (LayoutRules F6).
  var columnsLength: Double { grid.linesLength }

  func frame(of item: Int) -> Rect { grid.rect(of: item) }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    grid.addCells(meeting: rect, to: &numbers)
  }
}
