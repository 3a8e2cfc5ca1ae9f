import Crypto

/// A layout's name: the SHA-256 of its document's bytes (Contract §1).
///
/// Held as 32 raw bytes, so that looking a layout up makes no text.
public struct LayoutID: Sendable, Hashable {
  /// The digest's bytes as four big-endian words.
  let words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates an id from the digest's words.
  init(words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = words
  }

  /// The id of a whole document.
  ///
  /// - Complexity: O(`document`).
  public init(hashing document: [UInt8]) {
    var hasher = LayoutIDHasher()
    document.withUnsafeBytes { hasher.update($0) }
    self = hasher.finish()
  }

  /// Reads 64 lowercase hexadecimal digits; nil for anything else.
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

  /// Appends the 64 digits.
  func append(to output: inout [UInt8]) {
    HexText.append(words.0, to: &output)
    HexText.append(words.1, to: &output)
    HexText.append(words.2, to: &output)
    HexText.append(words.3, to: &output)
  }

  /// The 64 digits.
  public var text: String {
    var digits: [UInt8] = []
    append(to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Whether all 32 bytes are the same.
  public static func == (one: LayoutID, other: LayoutID) -> Bool {
    one.words == other.words
  }

  /// Feeds one word: a digest's bits are as good as random.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
  }
}

/// Makes a `LayoutID` of a document that arrives piece by piece.
struct LayoutIDHasher {
  private var sha256 = SHA256()

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    sha256.update(bufferPointer: bytes)
  }

  func finish() -> LayoutID {
    sha256.finalize().withUnsafeBytes { digest in
      func word(_ index: Int) -> UInt64 {
        UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
      }
      return LayoutID(words: (word(0), word(1), word(2), word(3)))
    }
  }
}

/// Lowercase hexadecimal digits of 64-bit words.
enum HexText {
  /// The word that the 16 lowercase digits at `start` write; nil where one is no such digit.
  static func word(_ bytes: [UInt8], at start: Int) -> UInt64? {
    guard start >= 0, bytes.count - start >= 16 else { return nil }
    return bytes.withUnsafeBytes { buffer in
      func digits(at index: Int) -> UInt64 {
        UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      }
      guard let high = value(ofDigits: digits(at: start)),
        let low = value(ofDigits: digits(at: start + 8))
      else { return nil }
      return high << 32 | low
    }
  }

  /// The value of eight ASCII digits, all worked on at once; nil where one is no lowercase
  /// hexadecimal digit.
  ///
  /// A path has 64 of them.
  private static func value(ofDigits eight: UInt64) -> UInt64? {
    // Letters have bit 6 set, digits have not: 'a' is 0x61, '0' is 0x30.
    let letters = eight >> 6 & 0x0101_0101_0101_0101
    let values = (eight & 0x0F0F_0F0F_0F0F_0F0F) &+ letters &* 9
    // Written anew, only the digits that were meant come out the same.
    let above = (values &+ 0x7676_7676_7676_7676) >> 7 & 0x0101_0101_0101_0101
    guard values & 0xF0F0_F0F0_F0F0_F0F0 == 0,
      values &+ 0x3030_3030_3030_3030 &+ above &* 0x27 == eight
    else { return nil }
    let pairs = (values >> 4 | values) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs >> 8 | pairs) & 0x0000_FFFF_0000_FFFF
    return (fours >> 16 | fours) & 0xFFFF_FFFF
  }

  /// Appends the word's 16 digits.
  static func append(_ word: UInt64, to output: inout [UInt8]) {
    var shift: UInt64 = 64
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: word >> shift) & 0xF
      output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}
