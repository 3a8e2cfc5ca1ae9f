// Content that is shorter than the configuration says (LayoutRules C25).

extension LayoutDocument {
  /// The least length of the content along the scroll axis, in points; 0 if there is none.
  var minimumContentLength: Double {
    switch configuration.minimumContentLength {
    case .points(let length): length
    case .container: configuration.scrollDirection.main(container.innerSize)
    }
  }

  /// Returns the length by which content that ends at `contentEnd` is shorter than the least length.
  ///
  /// - Throws: an error if the least length exceeds the greatest length that content may have.
  func room(after contentEnd: Units) throws(LayoutError) -> Units {
    let length = minimumContentLength
    guard length > 0 else { return .zero }
    try DocumentPath.minimumContentLength.requireScrollLength(length)
    return max(.zero, Units(points: length) - contentEnd)
  }
}

extension ContentAlignment {
  /// Returns the distance by which sections move from the content's start if the content is `room` shorter than its least
  /// length.
  func distance(in room: Units) -> Units {
    switch self {
    case .start: .zero
    case .center: room.half
    case .end: room
    }
  }
}
