import HTTPMessage
import LayoutAPI

extension DocumentPreconditions {
  /// Returns whether the request may proceed; If-Match is checked first (RFC 9110 §13.2.2).
  ///
  /// A QUERY's If-None-Match is not checked here, because it forbids nothing: see `listing`.
  ///
  /// - Parameter tags: the tags of the layout's current representations; empty if the layout is not cached.
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

  /// Returns whether a QUERY's If-None-Match lists its response's tag as strong or as weak.
  ///
  /// nil if it does not list the tag, or if the request is not a QUERY.
  ///
  /// - Parameter exists: returns whether the layout is cached, and throws if the response would be a problem;
  ///   called only if the field is `*`.
  /// - Throws: errors of `exists`.
  func listing(
    of tag: @autoclosure () -> EntityTag, exists: () throws(Problem) -> Bool
  ) throws(Problem) -> EntityTag.Listing? {
    guard request.method == .query, fields.contains(.ifNoneMatch) else { return nil }
    if EntityTag.matchesAny(request, in: .ifNoneMatch) { return try exists() ? .strong : nil }
    return tag().listing(in: request)
  }
}

extension Problem {
  /// The problem of a failed precondition, with status 412.
  ///
  /// - Parameter isThere: whether the layout is cached.
  static func preconditionFailed(isThere: Bool) -> Problem {
    Problem(
      .preconditionFailed,
      isThere
        ? "the current representation does not meet If-Match or If-None-Match"
        : "If-Match requires a cached layout, but this one is not cached")
  }
}

extension EntityTag {
  /// Returns how If-None-Match of a GET lists the tag of its response; nil if the client needs the body.
  ///
  /// - Throws: 412 if If-Match does not list the tag.
  func listing(for request: HTTPRequest) throws(Problem) -> Listing? {
    if ConditionFields(request).contains(.ifMatch), !Self.matchesAny(request, in: .ifMatch),
      !isMatched(by: request)
    {
      throw .preconditionFailed(isThere: true)
    }
    return Self.matchesAny(request, in: .ifNoneMatch) ? .strong : listing(in: request)
  }
}
