/// The frames of numbered elements, which can be looked up by number or by rectangle.
protocol NumberedFrames: Sendable {
  /// The number of elements.
  var count: Int { get }
  /// A rectangle that contains every frame; `.zero` if there are no frames.
  var bounds: Rect { get }
  /// The bytes of the value's own storage, without the value itself and without storage that other values
  /// may share.
  var byteCount: Int { get }
  /// The place of an element; `number` must be in `0..<count`.
  subscript(number: Int) -> SectionFrame { get }
  /// The repetitions that decide where the elements are.
  var repetitions: Repetitions { get }
  /// Adds the numbers of all elements that may intersect the rectangle; it may add others, but misses none.
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns)
}
