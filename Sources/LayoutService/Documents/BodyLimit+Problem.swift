extension BodyLimit {
  /// Throws `refusal` if a body of `count` bytes exceeds the limit.
  func check(_ count: Int) throws(Problem) {
    guard count <= bytes else { throw refusal }
  }

  /// The problem of a larger body: 413, with the limit and the setting that raises it.
  var refusal: Problem { .bodyTooLarge(limit: bytes, setting: setting) }
}
