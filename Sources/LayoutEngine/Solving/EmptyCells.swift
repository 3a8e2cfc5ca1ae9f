/// No cells: those of an empty section, or of a cursor that has not entered one.
final class EmptyCells: SectionCells, @unchecked Sendable {
  /// Made once: each walk begins with it.
  static let shared = EmptyCells()

  private init() { super.init(count: 0, bounds: .zero) }

  override var byteCount: Int { 0 }
  override func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellWalk) -> Rect {
    .zero
  }
  override func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: ElementPlacement,
    _ walk: inout CellWalk
  ) {}
  override func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {}
}
