import Crypto
import HTTPMessage

/// The keys that open the service (`TATAMI_API_KEYS`), several so that they can be rotated.
///
/// Only digests are held and compared, every one of them to its last byte, so that the time a
/// comparison takes says nothing of a key.
struct APIKeys: Sendable {
  private let digests: [[UInt8]]

  /// Whether no key is needed.
  var isEmpty: Bool { digests.isEmpty }

  init(_ keys: [String]) {
    digests = keys.map { Array(SHA256.hash(data: Array($0.utf8))) }
  }

  /// Whether the request has `Authorization: Bearer KEY` (RFC 6750 §2.1) with one of the keys.
  func open(_ request: HTTPRequest) -> Bool {
    guard request.count(of: "authorization") == 1,
      let value = request.value(of: "authorization"), value.count > 7,
      request.bytes.equalsIgnoringCase("bearer ", in: value.lowerBound..<value.lowerBound + 7)
    else { return false }
    var start = value.lowerBound + 7
    while start < value.upperBound, request.bytes[start] == UInt8(ascii: " ") { start += 1 }
    let presented = Array(SHA256.hash(data: request.bytes[start..<value.upperBound]))
    var isKnown = false
    for digest in digests where Self.areEqual(digest, presented) {
      isKnown = true
    }
    return isKnown
  }

  /// Compares all bytes, whatever the first ones say.
  private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    var difference: UInt8 = one.count == other.count ? 0 : 1
    for (left, right) in zip(one, other) {
      difference |= left ^ right
    }
    return difference == 0
  }
}
