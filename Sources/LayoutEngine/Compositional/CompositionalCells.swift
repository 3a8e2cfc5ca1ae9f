/// The cells of repeated groups: computed from the group's number, so that they cost a template
/// however many there are.
struct CompositionalCells: SectionCells {
  /// The items' frames.
  let frames: RepeatedFrames
  /// Stacking orders that custom groups give, by the template's leaves (`semantics.md` B14).
  let zIndexes: CodeColumn<Int>

  var count: Int { frames.count }

  var byteCount: Int {
    MemoryLayout<Self>.size + frames.template.byteCount
      + zIndexes.values.capacity * MemoryLayout<Int?>.stride
  }

  var bounds: Rect { frames.bounds }

  func frame(of item: Int) -> Rect { frames[item] }

  func zIndex(of item: Int) -> Int? {
    zIndexes.isEmpty ? nil : zIndexes[item % frames.template.frames.count]
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    frames.addCandidates(meeting: rect, to: &numbers)
  }
}
