/// The cells of a section that are in lines.
///
/// The positions of lines are stored, those of the cells in a line computed: a line takes 5 to 9 bytes, and 64 cells take
/// 10. The memory of the items is not included.
final class LineCells<Places: LinePlaces>: SectionCells {
  let count: Int
  let bounds: Rect
  let places: Places
  let lines: LineTable
  /// The rounding error that comparisons of computed edges allow for, in points.
  private let slack: Double
  /// The least beginning and the greatest end of a cell across the scroll axis, or slightly more, in points.
  private let across: (lower: Double, upper: Double)
  /// Finds cells if negative spacings put lines, or the cells of a line, out of order; nil otherwise.
  private let index: RectIndex?

  /// Creates the cells of a section that has none.
  init(_ places: Places, _ lines: LineTable) {
    (count, bounds, slack, across, index) = (0, .zero, 0, (0, 0), nil)
    self.places = places
    self.lines = lines
  }

  /// Creates the cells of lines whose beginnings and ends ascend, and in each of which those of the cells do.
  ///
  /// - Parameters:
  ///   - lines: at least one line.
  ///   - start: the least beginning of a line along the scroll axis.
  ///   - end: the greatest end of a line along the scroll axis.
  ///   - across: contains all cells' places across the scroll axis.
  init(
    _ places: Places, _ lines: LineTable, from start: Units, to end: Units,
    across: (lower: Double, upper: Double)
  ) {
    self.places = places
    self.lines = lines
    self.across = across
    count = lines.cellCount
    let (start, end) = (start.points, end.points)
    let extent =
      places.axis == .vertical
      ? Rect(minX: across.lower, minY: start, maxX: across.upper, maxY: end)
      : Rect(minX: start, minY: across.lower, maxX: end, maxY: across.upper)
    let reached = extent.outsetBy(dx: places.reach.x, dy: places.reach.y)
    bounds = reached.outsetByRounding
    slack = 0x1p-48 * reached.farthest
    index = nil
  }

  /// Creates cells that are out of order from such that are searched as if they were in order.
  init(indexing cells: LineCells, _ budget: LayoutBudget) {
    (places, lines, count) = (cells.places, cells.lines, cells.count)
    (bounds, slack, across) = (cells.bounds, cells.slack, cells.across)
    let placement = FrameTransform(axis: places.axis)
    var walk = CellCursor()
    index = RectIndex(count: count, budget) { cells.frame(of: $0, placement, &walk) }
  }

  var byteCount: Int { lines.byteCount + (index?.byteCount ?? 0) }

  var heldItems: Items? { places.items }

  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    for chunk in lines.chunks { visit(chunk) }
  }

  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    places.frame(of: item, lines, placement, &walk)
  }

  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: FrameTransform,
    _ walk: inout CellCursor
  ) {
    places.fill(&frames, cells, lines, placement, &walk)
  }

  func minStart(from item: Int) -> Units? {
    guard index == nil, item < count, places.reach == (0, 0) else { return nil }
    return lines.line(of: item).top
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? LineCells<Places>, places.isAlike(other.places) else { return 0 }
    return lines.sharedCount(from: item, with: other.lines)
  }

  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    if let index { return index.addNumbers(intersecting: rect, to: &numbers) }
    let axis = places.axis
    let rect = rect.outsetBy(dx: places.reach.x + slack, dy: places.reach.y + slack)
    let (lower, upper) = (axis.crossMin(rect), axis.crossMax(rect))
    guard lower <= across.upper, across.lower <= upper else { return }
    lines.addCells(
      intersecting: Units(before: axis.mainMin(rect)), Units(after: axis.mainMax(rect)),
      isAcrossAll: lower <= across.lower && across.upper <= upper, to: &numbers
    ) { places.cells(of: $0, intersecting: lower, upper, lines) }
  }
}
