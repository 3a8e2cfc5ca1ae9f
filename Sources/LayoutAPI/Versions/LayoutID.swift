import HTTPMessage
import LayoutEngine

/// A layout's id: the SHA-256 of its document (Contract §1), or a hash of its parent's id and its update
/// (Contract §11).
///
/// Stored as 32 raw bytes, so that looking a layout up creates no string.
public struct LayoutID: Sendable, Hashable {
  /// The digest's bytes as four big-endian words.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates an id from the digest's words.
  package init(words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = words
  }

  /// Reads 64 lowercase hexadecimal digits; nil if `range` contains anything else.
  ///
  /// - Complexity: O(1); no allocation.
  package init?(_ bytes: [UInt8], in range: Range<Int>) {
    guard range.count == 64, range.lowerBound >= 0, range.upperBound <= bytes.count,
      let first = HexText.word(bytes, at: range.lowerBound),
      let second = HexText.word(bytes, at: range.lowerBound + 16),
      let third = HexText.word(bytes, at: range.lowerBound + 32),
      let fourth = HexText.word(bytes, at: range.lowerBound + 48)
    else { return nil }
    words = (first, second, third, fourth)
  }

  /// Appends the id's 64 lowercase hexadecimal digits.
  package func append(to output: inout [UInt8]) {
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
  package var family: UInt64 { words.0 }

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
  /// Returns what is hashed before an update of this layout: the layout's digits and a line feed.
  package var hashedPrefix: [UInt8] {
    var prefix: [UInt8] = []
    append(to: &prefix)
    prefix.append(UInt8(ascii: "\n"))
    return prefix
  }

  /// Creates an id from the SHA-256 of a document, or from that of an update and its prefix.
  ///
  /// - Parameters:
  ///   - digest: the digest's bytes as four big-endian words.
  ///   - parent: the layout that the update is applied to (`hashedPrefix`); nil if a document was hashed.
  package init(_ digest: (UInt64, UInt64, UInt64, UInt64), of parent: LayoutID?) {
    words = parent.map { ($0.words.0, digest.0, digest.1, digest.2) } ?? digest
  }
}
