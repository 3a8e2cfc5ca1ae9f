import HTTPMessage
import LayoutAPI

extension EntityTag {
  /// Creates the tag of some bytes: the first half of their SHA-256.
  init(ofContent bytes: [UInt8]) {
    let words = LayoutID(hashing: bytes).words
    self.init(first: words.0, second: words.1)
  }

  /// Returns whether the field is `*`, which matches any representation.
  static func matchesAny(_ request: HTTPRequest, in field: ConditionField) -> Bool {
    request.value(of: field.name).map { request.bytes.equals("*", in: $0) } ?? false
  }
}
