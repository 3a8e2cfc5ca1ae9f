import HTTPMessage

/// A header field that makes a request conditional.
///
/// Layouts have no dates, so fields that compare dates are ignored (RFC 9110 §13.1.3 and §13.1.4).
enum ConditionField {
  case ifMatch, ifNoneMatch

  var name: StaticString {
    switch self {
    case .ifMatch: "if-match"
    case .ifNoneMatch: "if-none-match"
    }
  }
}

/// The set of fields that make a request conditional.
struct ConditionFields: OptionSet {
  let rawValue: UInt8

  static let ifMatch = ConditionFields(rawValue: 1)
  static let ifNoneMatch = ConditionFields(rawValue: 2)

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// - Complexity: O(fields); no allocation.
  init(_ request: borrowing HTTPRequest) {
    self = []
    for field in request.fields {
      switch field.name.count {
      case 8 where request.bytes.equalsIgnoringCase("if-match", in: field.name):
        insert(.ifMatch)
      case 13 where request.bytes.equalsIgnoringCase("if-none-match", in: field.name):
        insert(.ifNoneMatch)
      default: break
      }
    }
  }
}

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
