/// The cells of a waterfall section whose items are given as a count: squares that fill the columns in
/// turn, whatever the placement is.
final class WaterfallGrid: UniformCells, ColumnCells {
  let count: Int
  let bounds: Rect
  private let grid: SpanGrid

  /// Creates the grid; nil if items have fields, if there are stamps, or if an item adds so little to its column that the next
  /// item would go there as well (LayoutRules F2, F5).
  init?(_ metrics: WaterfallMetrics, items: Items, placement: WaterfallSpec.Placement) {
    let length = Units(points: metrics.columnWidth)
    let step = length + metrics.rowSpacing
    let leastStep: Units
    switch placement {
    case .shortestColumn: leastStep = ColumnRule.tie
    case .gridLanes: leastStep = .zero
    case .roundRobin: leastStep = -.limit
    case .balanced: return nil
    }
    guard items.areImplicit, step > leastStep, metrics.stamps == nil else { return nil }
    let grid = SpanGrid(
      axis: metrics.axis, count: items.count, columns: metrics.columns,
      lines: RepeatedLines(
        start: metrics.top, step: step, length: length, count: items.count))
    self.grid = grid
    self.count = grid.count
    self.bounds = Rect(holding: grid.outermost.map { metrics.placement.frame(grid.place(of: $0)) })
  }

  var byteCount: Int { 0 }

  var lineLength: Int { grid.columns.count }

  /// The length of the longest column, without spacing at its end (LayoutRules F6).
  var columnsLength: Units { grid.linesLength }

  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    placement.frame(grid.place(of: item))
  }

  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    let isNext = item == walk.next
    walk.next = item + 1
    return placement.frame(grid.place(of: item, isNext: isNext, &walk.lineEnd, &walk.top))
  }

  func certain(of cells: Range<Int>, toMeet rect: Rect) -> Range<Int> {
    grid.certain(of: cells, toMeet: rect)
  }

  var inColumns: (any ColumnCells)? { self }

  var columnCount: Int { grid.columns.count }

  func column(of item: Int) -> Int { item % grid.columns.count }

  func assignedColumns(of items: Range<Int>) -> AssignedColumns {
    AssignedColumns(items.map { UInt16(truncatingIfNeeded: column(of: $0)) })
  }

  func leastStart(from item: Int) -> Units? { grid.leastStart(from: item) }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    (other as? WaterfallGrid).map { grid.sharedCount(from: item, with: $0.grid) } ?? 0
  }

  func alikeCount(from item: Int, with other: any SectionCells) -> Int {
    (other as? WaterfallCells)?.alikeCount(from: item, with: self) ?? 0
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    grid.addCells(meeting: rect, to: &numbers)
  }
}
