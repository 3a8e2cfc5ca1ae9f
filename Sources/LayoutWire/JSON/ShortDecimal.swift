/// A decimal of a few digits, read from eight bytes at once and almost without a branch.
///
/// Sizes of photos and heights of cards have three to five digits, some with a decimal behind them:
/// a loop over digits would guess its end wrong every other time.
struct ShortDecimal {
  /// The nearest double.
  let value: Double
  /// How many bytes it takes.
  let length: Int

  /// Reads a number without sign and exponent that ends within the eight bytes; nil where anything
  /// else stands there, which is to be read or refused byte by byte.
  ///
  /// - Parameter word: the bytes, the first one lowest.
  @inline(__always)
  init?(_ word: UInt64) {
    let whole = Self.digitCount(word)
    guard 1...7 ~= whole, whole == 1 || word & 0xFF != UInt64(ASCII.zero) else { return nil }
    let hasPoint = Self.byte(of: word, at: whole) == UInt64(ASCII.point)
    // The digits, moved together where the point was.
    let wholeMask = (1 as UInt64) &<< (UInt64(truncatingIfNeeded: whole) &* 8) &- 1
    let packed = hasPoint ? word & wholeMask | (word >> 8) & ~wholeMask : word
    let digits = Self.digitCount(packed)
    length = hasPoint ? digits + 1 : digits
    guard length < 8, !hasPoint || digits > whole,
      Self.byte(of: word, at: length) | 0x20 != UInt64(UInt8(ascii: "e"))
    else { return nil }
    let mantissa = Self.number(of: packed & 0x0F0F_0F0F_0F0F_0F0F, digits: digits)
    // Both are exact, so that this rounds once.
    value = Double(mantissa) / Self.powersOfTen[digits - whole]
  }

  /// What a number of so many decimals is divided by.
  private static let powersOfTen: InlineArray<8, Double> = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]

  @inline(__always)
  private static func byte(of word: UInt64, at index: Int) -> UInt64 {
    word &>> (UInt64(truncatingIfNeeded: index) &* 8) & 0xFF
  }

  /// How many of the bytes are digits, up to the first that is none.
  @inline(__always)
  private static func digitCount(_ word: UInt64) -> Int {
    // What is no digit gets its highest bit set; a carry reaches only bytes behind such a one.
    let values = word ^ 0x3030_3030_3030_3030
    let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
    return others.trailingZeroBitCount / 8
  }

  /// The number that the first `digits` bytes write, one digit's value each; 1 to 8 of them.
  ///
  /// Neighbours are joined to pairs, pairs to fours, fours to eight, all at once each time.
  @inline(__always)
  private static func number(of values: UInt64, digits: Int) -> UInt64 {
    let eight = values &<< (64 &- UInt64(truncatingIfNeeded: digits) &* 8)
    let pairs = eight &* 10 &+ eight >> 8
    let firsts = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ 1_000_000 << 32)
    let seconds = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* (1 &+ 10_000 << 32)
    return (firsts &+ seconds) >> 32
  }
}
