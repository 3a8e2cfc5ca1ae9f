import CLibcrypto
import HTTPMessage
import Synchronization

/// The API keys that give access to the service (`TATAMI_API_KEYS`); several allow rotation.
///
/// Only digests are stored and compared, every one of them to its last byte, so that the time of a
/// comparison reveals nothing about a key.
final class APIKeys: Sendable {
  private let digests: Mutex<[SHA256.Digest]>

  /// Whether requests need no key, from the start to the end.
  let isEmpty: Bool

  init(_ keys: [String]) {
    isEmpty = keys.isEmpty
    digests = Mutex(Self.digests(of: keys))
  }

  /// Replaces all keys for the requests that follow.
  ///
  /// Ignored if there were no keys or there would be none: a service is never opened or shut while it runs.
  func replace(with keys: [String]) {
    guard !isEmpty, !keys.isEmpty else { return }
    let new = Self.digests(of: keys)
    digests.withLock { $0 = new }
  }

  private static func digests(of keys: [String]) -> [SHA256.Digest] {
    keys.map { SHA256.hash(Array($0.utf8)[...]) }
  }

  /// Returns whether the request has `Authorization: Bearer KEY` (RFC 6750 §2.1) with one of the keys.
  func open(_ request: HTTPRequest) -> Bool {
    guard request.count(of: "authorization") == 1,
      let value = request.value(of: "authorization"), value.count > 7,
      request.bytes.equalsIgnoringCase("bearer ", in: value.lowerBound..<value.lowerBound + 7)
    else { return false }
    var start = value.lowerBound + 7
    while start < value.upperBound, request.bytes[start] == UInt8(ascii: " ") { start += 1 }
    let presented = SHA256.hash(request.bytes[start..<value.upperBound])
    var isKnown = false
    for digest in digests.withLock({ $0 }) where Self.areEqual(digest, presented) {
      isKnown = true
    }
    return isKnown
  }

  /// Compares all bytes, even if the first ones differ (`CRYPTO_memcmp`).
  private static func areEqual(_ one: SHA256.Digest, _ other: SHA256.Digest) -> Bool {
    unsafe withUnsafeBytes(of: one) { one in
      unsafe withUnsafeBytes(of: other) { other in
        unsafe CRYPTO_memcmp(one.baseAddress, other.baseAddress, one.count) == 0
      }
    }
  }
}
