import HTTPMessage
import LayoutAPI
import LayoutWire

/// The head of a request that uploads a document or an update.
struct DocumentRequest: Sendable {
  /// The response requested for the layout.
  let layout: LayoutRequest
  /// The id in the path of a PUT; nil if the method is another.
  let expected: LayoutID?
  /// The layout that the body updates; nil if the body is a document.
  let parent: LayoutID?
  /// Whether the body is compressed with gzip.
  let isCompressed: Bool
  /// The body's length in bytes as declared; nil if the body comes in chunks.
  let claimedLength: Int?
  /// Whether the body may be written to the store of documents.
  let keeps: Bool

  /// Parses a request's head.
  ///
  /// - Throws: any problem that can be found without the body.
  init(
    _ request: HTTPRequest, _ context: RequestContext, _ operation: LayoutRequest.Operation,
    expected: LayoutID? = nil, updating parent: LayoutID? = nil
  ) throws(Problem) {
    try BodyType.check(request, isQuery: operation == .query)
    isCompressed = try BodyType.isCompressed(request)
    layout =
      if let parent {
        try LayoutRequest.update(request, context, of: parent)
      } else {
        try LayoutRequest.document(request, context, operation, takesFrom: expected == nil)
      }
    self.expected = expected
    self.parent = parent
    keeps = !request.lists("no-store", in: "cache-control")
    switch request.framing {
    case .none:
      throw Problem(
        .lengthRequired, "the body needs a Content-Length or chunked transfer coding")
    case .length(let length): claimedLength = length
    case .chunked: claimedLength = nil
    }
  }

  /// Returns the source of the layout whose id is the body's hash.
  func source(_ id: LayoutID) -> LayoutSource { LayoutSource(id: id, parent: parent, keeps: keeps) }

  /// Refuses a document whose id is not the one in the path.
  func check(_ id: LayoutID) throws(Problem) {
    guard let expected, expected != id else { return }
    var problem = Problem(.idMismatch, "the SHA-256 of the body is \(id.text)")
    problem.members = [.text("id", id.text)]
    throw problem
  }
}

/// The content types and codings of bodies (Contract §1).
enum BodyType {
  /// Refuses a body whose type the method does not accept.
  static func check(_ request: HTTPRequest, isQuery: Bool) throws(Problem) {
    // A second value may be in a field of its own, or in a field that a proxy joined from two.
    var count = 0
    request.forEachMember(of: "content-type") { _ in count += 1 }
    guard count <= 1 else {
      throw Problem(.unsupportedMediaType, "more than one Content-Type is given")
    }
    guard let value = request.value(of: "content-type"), !value.isEmpty else {
      guard isQuery else { return }
      throw Problem(.badRequest, "QUERY needs a Content-Type: application/json")
    }
    let type = ListMember.token(request.bytes, in: value)
    if isJSON(request.bytes, in: type) { return }
    if !isQuery,
      request.bytes.equalsIgnoringCase("application/x-www-form-urlencoded", in: type)
        || request.bytes.equalsIgnoringCase("text/plain", in: type)
    {
      return
    }
    throw Problem(.unsupportedMediaType, "the body must be application/json")
  }

  /// Returns whether the body is compressed with gzip; refuses all other codings.
  static func isCompressed(_ request: HTTPRequest) throws(Problem) -> Bool {
    guard let value = request.value(of: "content-encoding"), !value.isEmpty else { return false }
    guard request.count(of: "content-encoding") == 1 else {
      throw Problem(.unsupportedMediaType, "more than one Content-Encoding is given")
    }
    if request.bytes.equalsIgnoringCase("gzip", in: value) { return true }
    if request.bytes.equalsIgnoringCase("x-gzip", in: value) { return true }
    if request.bytes.equalsIgnoringCase("identity", in: value) { return false }
    throw Problem(.unsupportedMediaType, "the only supported Content-Encoding is gzip")
  }

  /// Returns whether the type is `application/json` or `type/…+json`.
  private static func isJSON(_ bytes: [UInt8], in type: Range<Int>) -> Bool {
    if bytes.equalsIgnoringCase("application/json", in: type) { return true }
    guard type.count > 5, bytes[type].contains(UInt8(ascii: "/")) else { return false }
    return bytes.equalsIgnoringCase("+json", in: type.upperBound - 5..<type.upperBound)
  }
}
