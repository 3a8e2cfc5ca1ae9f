/// Decodes base64url (RFC 4648 §5).
enum Base64URL {
  /// Returns the decoded bytes of a text; nil if the text is not base64url.
  ///
  /// Padding may be omitted. The unused bits of the last character must be 0 (RFC 4648 §3.5), so
  /// that only one text stands for given bytes.
  ///
  /// - Complexity: O(`range`).
  static func decoded(_ text: [UInt8], in range: Range<Int>) -> [UInt8]? {
    var end = range.upperBound
    if range.count.isMultiple(of: 4) {
      while end > range.lowerBound, range.upperBound - end < 2, text[end - 1] == UInt8(ascii: "=") {
        end -= 1
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity((end - range.lowerBound) / 4 * 3 + 2)
    var bits: UInt32 = 0
    var bitCount = 0
    for index in range.lowerBound..<end {
      guard let sextet = sextet(text[index]) else { return nil }
      bits = bits << 6 | sextet
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      bits &= 1 << bitCount - 1
    }
    return bitCount < 6 && bits == 0 ? bytes : nil
  }

  private static func sextet(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
