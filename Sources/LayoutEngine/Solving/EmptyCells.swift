/// No cells: those of an empty section, or of a cursor that has not entered one.
final class EmptyCells: SectionCells {
  /// Made once: each walk begins with it.
  static let shared = EmptyCells()

  var count: Int { 0 }
  var byteCount: Int { 0 }
  var bounds: Rect { .zero }
  func frame(of item: Int, _ placement: ElementPlacement) -> Rect { .zero }
  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {}
}
