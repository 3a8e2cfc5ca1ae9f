import CLibcrypto
import HTTPMessage
import Synchronization

/// The keys by which URLs are signed now, which SIGHUP replaces.
final class CurrentURLKeys: Sendable {
  private let current: Mutex<URLKeys>
  /// Whether no URL can be signed, from the start to the end.
  private let isEmpty: Bool

  init(_ keys: [String]) {
    isEmpty = keys.isEmpty
    current = Mutex(URLKeys(keys))
  }

  /// The keys for the next request.
  ///
  /// - Complexity: O(1), under one short lock; without one if there are no keys.
  var keys: URLKeys { isEmpty ? URLKeys([]) : current.withLock { $0 } }

  /// Replaces all keys for the requests that follow.
  ///
  /// Ignored if there were no keys or there would be none: `sig` means the same while the service runs.
  func replace(with keys: [String]) {
    guard !isEmpty, !keys.isEmpty else { return }
    let new = URLKeys(keys)
    current.withLock { $0 = new }
  }
}

/// The keys that sign URLs (`TATAMI_URL_KEYS`); several allow rotation: the first one signs, and all are accepted.
///
/// A signature is the HMAC-SHA-256 (RFC 2104) of the URL's path and query, in base64url without padding: 43
/// characters.
public struct URLKeys: Sendable {
  /// The bytes of the shortest key.
  public static let minKeyLength = 16
  /// The characters of a signature.
  static let signatureLength = 43

  private let keys: [[UInt8]]

  /// Whether no URL can be signed.
  public var isEmpty: Bool { keys.isEmpty }

  /// Creates the keys; the first one signs.
  public init(_ keys: [String]) {
    self.keys = keys.map { Array($0.utf8) }
  }

  /// Returns a URL with its signature, and the time when it expires; nil if there are no keys.
  ///
  /// - Parameters:
  ///   - url: an absolute URL, or a path with a query; neither `sig` nor `expires` may be in its query.
  ///   - expires: the time when the URL stops working, in seconds since 1970; nil if it never does.
  public func signed(_ url: String, expires: Int?) -> String? {
    var signed = url.prefix { $0 != "#" }
    if let expires { signed += "\(signed.contains("?") ? "&" : "?")expires=\(expires)" }
    var path: Substring
    if let authority = signed.firstRange(of: "://")?.upperBound {
      path = signed[authority...].drop { $0 != "/" && $0 != "?" }
    } else {
      path = signed
    }
    guard let key = keys.first else { return nil }
    // Clients request the root if a URL has no path.
    if path.first != "/" { path = "/" + path }
    let signature = Self.signature(of: Array(path.utf8), by: key)
    return signed + (signed.contains("?") ? "&sig=" : "?sig=")
      + String(decoding: signature, as: UTF8.self)
  }

  /// Returns whether one of the keys has signed a text.
  ///
  /// All keys are tried, and all bytes compared, so that the time reveals nothing about a signature.
  ///
  /// - Complexity: O(keys · text).
  func accept(_ signature: ArraySlice<UInt8>, of text: [UInt8]) -> Bool {
    guard signature.count == Self.signatureLength else { return false }
    let presented = Array(signature)
    var isKnown = false
    for key in keys where Self.areEqual(Self.signature(of: text, by: key), presented) {
      isKnown = true
    }
    return isKnown
  }

  private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    unsafe one.withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { other in
        unsafe one.count == other.count
          && CRYPTO_memcmp(one.baseAddress, other.baseAddress, one.count) == 0
      }
    }
  }

  private static func signature(of text: [UInt8], by key: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    // Both buffers live during the call, and a SHA-256 fills 32 bytes.
    let isDone = unsafe digest.withUnsafeMutableBufferPointer { digest in
      unsafe key.withUnsafeBytes { key in
        unsafe text.withUnsafeBufferPointer { text in
          unsafe HMAC(
            EVP_sha256(), key.baseAddress, Int32(clamping: key.count), text.baseAddress,
            text.count, digest.baseAddress, nil) != nil
        }
      }
    }
    guard isDone else { fatalError("libcrypto: no memory for an HMAC") }
    return base64URL(digest)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Returns bytes in base64url, without padding (RFC 4648 §5).
  private static func base64URL(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[Int(bits >> bitCount & 63)])
      }
    }
    if bitCount > 0 { text.append(alphabet[Int(bits << (6 - bitCount) & 63)]) }
    return text
  }
}
