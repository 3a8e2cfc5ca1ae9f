/// The cells of an empty section, or of a cursor that has not entered a section.
final class EmptyCells: SectionCells {
  let count: Int
  let bounds: Rect
  /// The only instance; cursors over attributes store it until they enter a section.
  static let shared = EmptyCells()

  private init() { (count, bounds) = (0, .zero) }

  var byteCount: Int { 0 }
  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    .zero
  }
  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: FrameTransform,
    _ walk: inout CellCursor
  ) {}
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {}
}
