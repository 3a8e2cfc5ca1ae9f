import HTTPMessage

extension DocumentPreconditions {
  /// Whether they hold, If-Match being asked first (RFC 9110 §13.2.2).
  ///
  /// - Parameter tags: those of what is there now; none where nothing is.
  func hold(for tags: [EntityTag]) -> Bool {
    if fields.contains(.ifMatch) {
      let isAny = EntityTag.matchesAny(request, in: .ifMatch)
      guard tags.contains(where: { isAny || $0.isMatched(by: request) }) else { return false }
    }
    if fields.contains(.ifNoneMatch) {
      let isAny = EntityTag.matchesAny(request, in: .ifNoneMatch)
      return !tags.contains { isAny || $0.listing(in: request) != nil }
    }
    return true
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
