import HTTPMessage
import LayoutEngine

/// A layout's id: the SHA-256 of its document (Contract §1), or a hash of its parent's id and its update
/// (Contract §11).
///
/// Stored as 32 raw bytes, so that looking a layout up creates no string.
public struct LayoutID: Sendable, Hashable {
  /// The digest's bytes as four big-endian words.
  let words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates an id from the digest's words.
  init(words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = words
  }

  /// Creates the id of a document.
  ///
  /// - Complexity: O(`document`).
  public init(hashing document: [UInt8]) {
    words = SHA256.hash(document[...])
  }

  /// The bytes that are hashed between two checks of the budget: a millisecond's work.
  static let piece = 256 << 10

  /// Reads 64 lowercase hexadecimal digits; nil if `range` contains anything else.
  ///
  /// - Complexity: O(1); no allocation.
  init?(_ bytes: [UInt8], in range: Range<Int>) {
    guard range.count == 64, range.lowerBound >= 0, range.upperBound <= bytes.count,
      let first = HexText.word(bytes, at: range.lowerBound),
      let second = HexText.word(bytes, at: range.lowerBound + 16),
      let third = HexText.word(bytes, at: range.lowerBound + 32),
      let fourth = HexText.word(bytes, at: range.lowerBound + 48)
    else { return nil }
    words = (first, second, third, fourth)
  }

  /// Appends the id's 64 lowercase hexadecimal digits.
  func append(to output: inout [UInt8]) {
    output.append(hexDigitsOf: words.0)
    output.append(hexDigitsOf: words.1)
    output.append(hexDigitsOf: words.2)
    output.append(hexDigitsOf: words.3)
  }

  /// The id's 64 lowercase hexadecimal digits.
  public var text: String {
    var digits: [UInt8] = []
    append(to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }

  /// The first 16 digits, which all versions of a document share with it.
  var family: UInt64 { words.0 }

  /// Returns whether all 32 bytes are equal.
  public static func == (one: LayoutID, other: LayoutID) -> Bool {
    one.words == other.words
  }

  /// Hashes the second word, which is enough: a digest's bits are as good as random.
  ///
  /// The first word would not do: all versions of a document share it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.1)
  }
}

// MARK: Versions

extension LayoutID {
  /// Returns a hasher for a document or an update, whose digest makes the layout's id.
  ///
  /// - Parameter parent: the layout that the update is applied to; nil if a document is hashed.
  static func hasher(of parent: LayoutID?) -> SHA256 {
    var hasher = SHA256()
    guard let parent else { return hasher }
    var digits: [UInt8] = []
    parent.append(to: &digits)
    digits.append(UInt8(ascii: "\n"))
    unsafe digits.withUnsafeBytes { unsafe hasher.update($0) }
    return hasher
  }

  /// Creates an id from the digest of the hasher that `hasher(of:)` returned for `parent`.
  init(_ digest: SHA256.Digest, of parent: LayoutID?) {
    words = parent.map { ($0.words.0, digest.0, digest.1, digest.2) } ?? digest
  }

  /// Returns the id of the version that an update derives from a layout.
  ///
  /// - Complexity: O(`update`).
  public static func child(of parent: LayoutID, update: [UInt8]) -> LayoutID {
    var hasher = hasher(of: parent)
    unsafe update.withUnsafeBytes { unsafe hasher.update($0) }
    return LayoutID(hasher.finish(), of: parent)
  }

  /// Creates the id of a document or an update of any length, and checks the budget before each `piece`
  /// bytes.
  ///
  /// nil if the budget ended the work.
  init?(hashing text: [UInt8], of parent: LayoutID?, _ budget: LayoutBudget) {
    var hasher = Self.hasher(of: parent)
    let isWhole = unsafe text.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: Self.piece) {
        guard budget.looksNow() else { return false }
        let end = min(start + Self.piece, bytes.count)
        unsafe hasher.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      return true
    }
    guard isWhole else { return nil }
    self.init(hasher.finish(), of: parent)
  }
}
