import HTTPMessage

extension DocumentPreconditions {
  /// Whether the request may be done, If-Match being looked at first (RFC 9110 §13.2.2).
  ///
  /// QUERY changes nothing, so its If-None-Match forbids nothing: see `listing`.
  ///
  /// - Parameter tags: those of what is there now; none where nothing is.
  func hold(for tags: [EntityTag]) -> Bool {
    if fields.contains(.ifMatch) {
      let isAny = EntityTag.matchesAny(request, in: .ifMatch)
      guard tags.contains(where: { isAny || $0.isMatched(by: request) }) else { return false }
    }
    if fields.contains(.ifNoneMatch), request.method != .query {
      let isAny = EntityTag.matchesAny(request, in: .ifNoneMatch)
      return !tags.contains { isAny || $0.listing(in: request) != nil }
    }
    return true
  }

  /// How a QUERY's If-None-Match names the tag of its response; nil if it does not.
  ///
  /// - Parameter exists: whether there is a response, which `*` is about.
  /// - Throws: what `exists` throws.
  func listing(
    of tag: @autoclosure () -> EntityTag, exists: () throws(Problem) -> Bool
  ) throws(Problem) -> EntityTag.Listing? {
    guard request.method == .query, fields.contains(.ifNoneMatch) else { return nil }
    if EntityTag.matchesAny(request, in: .ifNoneMatch) { return try exists() ? .strong : nil }
    return tag().listing(in: request)
  }
}

extension Problem {
  /// 412.
  ///
  /// - Parameter isThere: whether there is anything that the conditions are about.
  static func preconditionFailed(isThere: Bool) -> Problem {
    Problem(
      .preconditionFailed,
      isThere
        ? "what is there is not what If-Match or If-None-Match demand"
        : "If-Match demands a layout that is stored, and it is not")
  }
}
