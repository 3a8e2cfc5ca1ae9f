/// Frames that are found by number, and whose numbers are found by a rectangle.
protocol NumberedFrames: Sendable {
  /// How many elements there are.
  var count: Int { get }
  /// A rectangle that holds every frame; `.zero` without any.
  var bounds: Rect { get }
  /// Bytes held beside the value itself, those of what others may hold, too, not among them.
  var byteCount: Int { get }
  /// Where the element stands; `number` in 0..<count.
  subscript(number: Int) -> ElementPlace { get }
  /// Adds the numbers of all elements that may meet the rectangle: none is missed.
  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns)
}
