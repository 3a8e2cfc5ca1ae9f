/// Frames that are found by number, and whose numbers are found by a rectangle.
protocol NumberedFrames: Sendable {
  /// The number of elements.
  var count: Int { get }
  /// A rectangle that contains every frame; `.zero` if there are no frames.
  var bounds: Rect { get }
  /// The bytes that are stored beside the value itself, without those of storage that others may share.
  var byteCount: Int { get }
  /// The place of an element; `number` in 0..<count.
  subscript(number: Int) -> ElementPlace { get }
  /// Adds the numbers of all elements that may meet the rectangle: none is missed.
  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns)
}
