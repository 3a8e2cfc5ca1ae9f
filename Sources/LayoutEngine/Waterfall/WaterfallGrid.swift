/// The cells of a waterfall section whose items have no fields: squares that fill the columns in
/// turn, for every placement.
final class WaterfallGrid: SectionCells {
  private let grid: SpanGrid
  /// The section's own coordinates.
  private let ownPlacement: ElementPlacement

  /// The grid of the items; nil where they are no such squares, or where a negative spacing makes
  /// columns shorter by what is added to them.
  init?(_ metrics: WaterfallMetrics, items: Items, placement: WaterfallSpec.Placement) {
    let length = metrics.unit.units(metrics.columnWidth)
    let step = length + metrics.rowSpacing
    guard items.sayNothing, step > .zero || placement == .roundRobin else {
      return nil
    }
    grid = SpanGrid(
      axis: metrics.axis, count: items.count, columns: metrics.columns,
      lines: RepeatedLines(
        unit: metrics.unit, start: metrics.top, step: step, length: length, count: items.count))
    ownPlacement = metrics.placement
  }

  var count: Int { grid.count }
  var byteCount: Int { 0 }
  var bounds: Rect { Rect(holding: grid.outermost.map { frame(of: $0, ownPlacement) }) }

  /// The length of the longest column, without spacing at its end (LayoutRules F6).
  var columnsLength: Units { grid.linesLength }

  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    placement.frame(grid.place(of: item))
  }

  var haveColumns: Bool { true }

  func column(of item: Int) -> Int? { item % grid.columns.count }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    grid.addCells(meeting: rect, to: &numbers)
  }
}
