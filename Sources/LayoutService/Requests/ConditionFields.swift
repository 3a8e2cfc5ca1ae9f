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
