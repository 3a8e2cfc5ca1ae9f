/// Converts 64-bit words to and from lowercase hexadecimal digits, as in ids and tags.
package enum HexText {
  /// Returns the word's 16 digits.
  package static func digits(of word: UInt64) -> InlineArray<16, UInt8> {
    let eights = (
      digits(ofHalf: word >> 32).bigEndian, digits(ofHalf: word & 0xFFFF_FFFF).bigEndian
    )
    // Two words are 16 bytes, and any 16 bytes are a valid array.
    return unsafe unsafeBitCast(eights, to: InlineArray<16, UInt8>.self)
  }

  /// Returns the eight digits of a number below 2^32, the first digit in the highest byte.
  private static func digits(ofHalf half: UInt64) -> UInt64 {
    let fours = (half << 16 | half) & 0x0000_FFFF_0000_FFFF
    let pairs = (fours << 8 | fours) & 0x00FF_00FF_00FF_00FF
    return digits(ofValues: (pairs << 4 | pairs) & 0x0F0F_0F0F_0F0F_0F0F)
  }

  /// Returns the digits of eight values below 16; each byte contains one value, then its digit.
  private static func digits(ofValues values: UInt64) -> UInt64 {
    // 'a' is 0x27 above 0x3A, the byte after '9'.
    let letters = (values &+ 0x7676_7676_7676_7676) >> 7 & 0x0101_0101_0101_0101
    return values &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
  }

  /// Returns the word that the 16 lowercase hexadecimal digits from `start` on spell.
  ///
  /// - Returns: nil if one of the 16 bytes is not such a digit, or the array ends before them.
  package static func word(_ bytes: [UInt8], at start: Int) -> UInt64? {
    guard start >= 0, bytes.count - start >= 16 else { return nil }
    // 16 bytes follow `start`, as was just checked.
    return unsafe bytes.withUnsafeBytes { buffer in
      func digits(at index: Int) -> UInt64 {
        unsafe UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      }
      guard let high = value(ofDigits: digits(at: start)),
        let low = value(ofDigits: digits(at: start + 8))
      else { return nil }
      return high << 32 | low
    }
  }

  /// Returns the value of eight ASCII digits; nil if one of them is not a lowercase hexadecimal digit.
  ///
  /// All eight digits are converted at once, because a layout's path contains 64 digits.
  private static func value(ofDigits eight: UInt64) -> UInt64? {
    // Letters have bit 6 set, and digits do not: 'a' is 0x61, '0' is 0x30.
    let letters = eight >> 6 & 0x0101_0101_0101_0101
    let values = (eight & 0x0F0F_0F0F_0F0F_0F0F) &+ letters &* 9
    // Only valid digits are reproduced when the values are converted back.
    guard values & 0xF0F0_F0F0_F0F0_F0F0 == 0, digits(ofValues: values) == eight else {
      return nil
    }
    let pairs = (values >> 4 | values) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs >> 8 | pairs) & 0x0000_FFFF_0000_FFFF
    return (fours >> 16 | fours) & 0xFFFF_FFFF
  }
}
