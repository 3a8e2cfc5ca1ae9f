/// A decimal of a few digits, read from eight bytes at once and almost without a branch.
///
/// Sizes of photos and heights of cards have three to five digits, some followed by a decimal: a loop
/// over digits would mispredict its end every other time.
struct FastDecimalParser {
  /// The nearest double.
  let value: Double
  /// The number of bytes in the text.
  let length: Int

  /// Reads an unsigned number without exponent that ends within the eight bytes.
  ///
  /// Returns nil if the bytes are anything else; the caller must then read or refuse them byte by byte.
  ///
  /// - Parameter word: the bytes, the first one lowest.
  @inline(__always)
  init?(_ word: UInt64) {
    // Find the byte that ends the digits, and after a point the byte that ends the decimals.
    let others = Self.others(word)
    let whole = UInt64(truncatingIfNeeded: others.trailingZeroBitCount) & 56
    let hasPoint = word &>> whole & 0xFF == UInt64(UInt8(ascii: "."))
    let ends = hasPoint ? others & (others &- 1) : others
    let end = UInt64(truncatingIfNeeded: ends.trailingZeroBitCount) & 56
    let point: UInt64 = hasPoint ? 8 : 0
    let next = word &>> end & 0xFF
    guard ends != 0, whole > 0, whole == 8 || word & 0xFF != UInt64(ASCII.zero),
      end >= whole &+ 2 &* point, next | 0x20 != UInt64(UInt8(ascii: "e")),
      next != UInt64(UInt8(ascii: "."))
    else { return nil }
    length = Int(truncatingIfNeeded: end) / 8
    // Close the gap that the point leaves; `number(of:digits:)` discards the bytes after the digits.
    let packed = word ^ (((word &>> 8 ^ word) &>> whole) &<< whole)
    let mantissa = Self.number(
      of: packed & 0x0F0F_0F0F_0F0F_0F0F, digits: Int(truncatingIfNeeded: end &- point) / 8)
    let decimals = Int(truncatingIfNeeded: end &- whole &- point) / 8
    // Both operands are exact, so the division is the only rounding.
    value = Double(mantissa) / JSONNumber.powersOfTen[decimals]
  }

  /// Returns a word with the top bit set in each byte that is not a digit; unreliable after a non-ASCII byte.
  @inline(__always)
  private static func others(_ word: UInt64) -> UInt64 {
    // A carry reaches only the byte after a non-ASCII one.
    let values = word ^ 0x3030_3030_3030_3030
    return (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
  }

  /// Returns one bit for each of the eight bytes, set if the byte is not a digit.
  ///
  /// The lowest bit belongs to the first byte.
  @inline(__always)
  static func otherBits(_ word: UInt64) -> UInt64 {
    let values = word ^ 0x3030_3030_3030_3030
    // No byte carries into the next one.
    let sums = values & 0x7F7F_7F7F_7F7F_7F7F &+ 0x7676_7676_7676_7676
    let bits = (sums | values) & 0x8080_8080_8080_8080
    return (bits >> 7 &* 0x0102_0408_1020_4080) >> 56
  }

  /// Returns the whole number that eight bytes spell; nil if one of them is not a digit.
  @inline(__always)
  static func eightDigits(_ word: UInt64) -> UInt64? {
    others(word) == 0 ? number(of: word & 0x0F0F_0F0F_0F0F_0F0F, digits: 8) : nil
  }

  /// Returns the whole number that the first `digits` bytes of a word spell.
  ///
  /// The caller must ensure that these are 1 to 8 bytes, and that all of them are digits.
  @inline(__always)
  static func whole(_ word: UInt64, digits: Int) -> Double {
    Double(number(of: word & 0x0F0F_0F0F_0F0F_0F0F, digits: digits))
  }

  /// Returns the number whose digits have the values in the first `digits` bytes of a word; 1 to 8 bytes.
  ///
  /// Digits are joined to pairs, pairs to fours, and fours to eight; each step joins all of them at once.
  @inline(__always)
  private static func number(of values: UInt64, digits: Int) -> UInt64 {
    let eight = values &<< (64 &- UInt64(truncatingIfNeeded: digits) &* 8)
    let pairs = eight &* 10 &+ eight >> 8
    let firsts = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ 1_000_000 << 32)
    let seconds = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* (1 &+ 10_000 << 32)
    return (firsts &+ seconds) >> 32
  }
}
