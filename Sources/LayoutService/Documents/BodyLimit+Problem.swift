extension BodyLimit {
  /// Refuses bodies of more bytes.
  func check(_ count: Int) throws(Problem) {
    guard count <= bytes else { throw refusal }
  }

  /// 413, with the limit and the setting that raises it.
  var refusal: Problem { .bodyTooLarge(limit: bytes, setting: setting) }
}
