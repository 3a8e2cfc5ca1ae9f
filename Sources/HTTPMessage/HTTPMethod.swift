/// A request method.
public enum HTTPMethod: Sendable, Hashable {
  /// GET.
  case get
  /// HEAD.
  case head
  /// POST.
  case post
  /// PUT.
  case put
  /// DELETE.
  case delete
  /// OPTIONS.
  case options
  /// PATCH.
  case patch
  /// TRACE.
  case trace
  /// QUERY (RFC 10008).
  case query
  /// A valid token that is not one of the methods above.
  case other

  /// The method's name on the wire; `"OTHER"` if it is not one of the methods above.
  ///
  /// `HTTPRequest.methodText` contains the name as sent.
  public var text: StaticString {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .patch: "PATCH"
    case .trace: "TRACE"
    case .query: "QUERY"
    case .other: "OTHER"
    }
  }

  /// Creates the method that `bytes` names in the range; `other` for every other token.
  ///
  /// Methods are case-sensitive (RFC 9110 §9.1), so `get` is `other`.
  public init(_ bytes: [UInt8], _ range: Range<Int>) {
    let known: HTTPMethod? =
      switch range.count {
      case 3: bytes.equals("GET", in: range) ? .get : bytes.equals("PUT", in: range) ? .put : nil
      case 4:
        bytes.equals("HEAD", in: range) ? .head : bytes.equals("POST", in: range) ? .post : nil
      case 5:
        bytes.equals("QUERY", in: range)
          ? .query
          : bytes.equals("PATCH", in: range)
            ? .patch : bytes.equals("TRACE", in: range) ? .trace : nil
      case 6: bytes.equals("DELETE", in: range) ? .delete : nil
      case 7: bytes.equals("OPTIONS", in: range) ? .options : nil
      default: nil
      }
    self = known ?? .other
  }
}
