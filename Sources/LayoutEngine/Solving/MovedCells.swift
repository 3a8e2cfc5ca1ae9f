/// The cells of an arrangement or of given frames, moved to another place in the section.
final class MovedCells: SectionCells {
  let count: Int
  let bounds: Rect
  private let base: any SectionCells
  /// The distance by which cells are moved along the scroll axis.
  private let start: Units
  /// The distance by which cells are moved across the scroll axis, in points.
  private let cross: Double
  /// The distance by which cells are moved, as x and y in points.
  private let offset: Point

  init(_ base: any SectionCells, start: Units, cross: Double, axis: LayoutAxis) {
    self.base = base
    self.start = start
    self.cross = cross
    let offset = axis.point(main: start.points, cross: cross)
    self.offset = offset
    self.count = base.count
    self.bounds = base.bounds.offsetBy(dx: offset.x, dy: offset.y)
  }

  var byteCount: Int {
    MemoryLayout<any SectionCells>.size + MemoryLayout<Units>.size
      + MemoryLayout<Double>.size + MemoryLayout<Point>.size + base.byteCount
  }
  var sharedStorage: (any SharedNode)? { base.sharedStorage }
  var heldItems: Items? { base.heldItems }
  func visitSharedNodes(_ visit: (any SharedNode) -> Void) { base.visitSharedNodes(visit) }

  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    base.frame(of: item, moved(placement), &walk)
  }

  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: FrameTransform,
    _ walk: inout CellCursor
  ) {
    base.fill(&frames, cells, moved(placement), &walk)
  }

  /// Returns a placement that also moves cells by the distance from their own origin to the section's.
  private func moved(_ placement: FrameTransform) -> FrameTransform {
    var moved = placement
    moved.start += start
    moved.shift += cross
    return moved
  }

  var haveImageHeights: Bool { base.haveImageHeights }

  var haveZIndexes: Bool { base.haveZIndexes }

  func imageHeight(of item: Int) -> Double? { base.imageHeight(of: item) }

  func zIndex(of item: Int) -> WholeNumber? { base.zIndex(of: item) }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    base(ofEquallyMoved: other).map { base.sharedCount(from: item, with: $0) } ?? 0
  }

  /// Returns the base cells of `other` if it moves them by the same distance; nil otherwise.
  private func base(ofEquallyMoved other: any SectionCells) -> (any SectionCells)? {
    guard let other = other as? MovedCells, start == other.start, cross == other.cross,
      offset == other.offset
    else { return nil }
    return other.base
  }

  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    base.addCandidates(intersecting: rect.offsetBy(dx: -offset.x, dy: -offset.y), to: &numbers)
  }
}
