import CLibcrypto
import HTTPMessage
import Synchronization

/// The API keys that give access to the service (`TATAMI_API_KEYS`); several allow rotation.
///
/// Only digests are stored and compared, every one of them to its last byte, so that the time of a
/// comparison reveals nothing about a key.
final class APIKeys: Sendable {
  private struct Key: Sendable {
    let digest: SHA256.Digest
    let account: HTTPClient.Account
  }

  private let keys: Mutex<[Key]>
  private let accounts: KeyAccounts

  /// Whether requests need no key, from the start to the end.
  let isEmpty: Bool

  /// - Parameter entries: keys, each of which may follow a name and a colon.
  init(_ entries: [String], _ accounts: KeyAccounts) {
    isEmpty = entries.isEmpty
    self.accounts = accounts
    keys = Mutex(Self.keys(entries, accounts))
  }

  /// Replaces all keys for the requests that follow.
  ///
  /// Ignored if there were no keys or there would be none: a service is never opened or shut while it runs.
  func replace(with entries: [String]) {
    guard !isEmpty, !entries.isEmpty else { return }
    let new = Self.keys(entries, accounts)
    keys.withLock { $0 = new }
  }

  private static func keys(_ entries: [String], _ accounts: KeyAccounts) -> [Key] {
    entries.enumerated().flatMap { index, entry in
      let (name, key) = APIKeyEntry.parts(of: entry)
      let account = accounts.number(of: name ?? APIKeyEntry.name(ofPlace: index))
      // A key may have contained a colon before keys had names, so the whole entry is a key, too.
      return (name == nil ? [key] : [key, entry]).map {
        Key(digest: SHA256.hash(Array($0.utf8)[...]), account: account)
      }
    }
  }

  /// Returns the account of the key that the request sends as `Authorization: Bearer KEY` (RFC 6750 §2.1); nil if it
  /// sends none of the keys.
  func account(of request: HTTPRequest) -> HTTPClient.Account? {
    guard request.count(of: "authorization") == 1,
      let value = request.value(of: "authorization"), value.count > 7,
      request.bytes.equalsIgnoringCase("bearer ", in: value.lowerBound..<value.lowerBound + 7)
    else { return nil }
    var start = value.lowerBound + 7
    while start < value.upperBound, request.bytes[start] == UInt8(ascii: " ") { start += 1 }
    let presented = SHA256.hash(request.bytes[start..<value.upperBound])
    var account: HTTPClient.Account?
    for key in keys.withLock({ $0 }) where Self.areEqual(key.digest, presented) {
      account = key.account
    }
    return account
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

/// An entry of the list of API keys: a key, or `name:key`.
public enum APIKeyEntry {
  /// Returns whether a text may name a key: 1 to 64 letters, digits, `_`, `-` or `.`.
  public static func isName(_ text: some StringProtocol) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// Returns the names of the keys of a list; a key without a name is named after its place.
  public static func names(_ entries: [String]) -> [String] {
    entries.enumerated().map { parts(of: $1).name ?? name(ofPlace: $0) }
  }

  static func name(ofPlace index: Int) -> String { "key-\(index + 1)" }

  /// Returns the name before the first colon, if it is one and a key follows it, and the key.
  static func parts(of entry: String) -> (name: String?, key: String) {
    guard let colon = entry.firstIndex(of: ":"), isName(entry[..<colon]) else {
      return (nil, entry)
    }
    let key = entry[entry.index(after: colon)...]
    return key.isEmpty ? (nil, entry) : (String(entry[..<colon]), String(key))
  }
}
