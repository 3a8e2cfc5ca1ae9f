import HTTPMessage

/// The preconditions of a request with a document, which can be checked once its body has arrived.
///
/// PUT's preconditions concern the layout of its id. POST's and QUERY's If-Match concerns the
/// layout of the body. QUERY's If-None-Match concerns its response, as GET's does. POST's
/// If-None-Match is ignored, because `/v1/layouts` itself has no representation.
final class DocumentPreconditions: Sendable {
  let request: HTTPRequest
  let fields: ConditionFields

  /// Creates a request's preconditions; nil if it has none.
  init?(_ request: HTTPRequest) {
    var fields = ConditionFields(request)
    if request.method == .post { fields.remove(.ifNoneMatch) }
    guard !fields.isEmpty else { return nil }
    self.fields = fields
    self.request = request.detached()
  }
}
