/// Where a line may break between two characters that are both ≤ U+00FF (TextRules T6).
///
/// Generated from the answers of Chromium 156 to each of the 223 × 223 pairs of U+0021…U+00FF. Only 14
/// kinds of left characters differ, so a pair takes two look-ups.
enum Latin1LineBreaks {
  /// The first character of the table; breaks around spaces and controls do not depend on it.
  static let first: UInt16 = 0x21
  /// The last character of the table.
  static let last: UInt16 = 0xFF

  /// Returns whether a line may break between the characters, which must both be in `first...last`.
  static func allowsBreak(between left: UInt16, and right: UInt16) -> Bool {
    let column = Int(right - first)
    let row = Int(kinds[Int(left - first)]) * 4
    return rows[row + column / 64] >> UInt64(column % 64) & 1 == 1
  }

  /// The kind of each left character, a row of `rows`.
  private static let kinds: [UInt8] = [
    0, 1, 2, 3, 4, 2, 5, 5, 4, 2, 4, 4, 6, 4, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 4, 4, 8,
    2, 2, 9, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 5, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 5, 10, 0, 2, 8, 8, 8, 8, 8, 8, 11, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 5, 5, 12, 12, 12, 12, 8, 8, 8, 8, 8, 5, 8,
    13, 8, 8, 12, 12, 8, 8, 5, 8, 8, 8, 8, 8, 8, 5, 8, 8, 8, 5, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
  ]

  /// Four words of bits for each kind: bit n allows a break before the character U+0021 + n.
  private static let rows: [UInt64] = [
    0x0400000008000080, 0x0000000004000000,
    0xFFFFFFFFFBFFEBFF, 0x000000007FFFFFFF,
    0x0400000008000080, 0x0000000004000000,
    0x0000000000000000, 0x0000000000000000,
    0x0400000008000080, 0x0000000004000000,
    0x0000000000080000, 0x0000000000000000,
    0x0000000000000000, 0x0000000000000000,
    0x000000004009801F, 0x0000000000000000,
    0x0400000008000080, 0x0000000004000000,
    0x000000004009801F, 0x0000000000000000,
    0x0000000000000000, 0x0000000000000000,
    0x0000000000000000, 0x0000000000000000,
    0xEFFFFFFFB9FF96F6, 0x800000006FFFFFFF,
    0xFFFFFFFFFBFFEBFF, 0x000000007FFFFFFF,
    0x0000000000000000, 0x0000000000000000,
    0xFFFFFFFFFBFFEBFF, 0x000000007FFFFFFF,
    0x0000000000000000, 0x0000000000000000,
    0x0000000000080000, 0x0000000000000000,
    0xEFFFFFFFB9FF96BC, 0x000000006FFFFFFF,
    0xFFFFFFFFFBFFEBFF, 0x000000007FFFFFFF,
    0x0400000008000080, 0x8000000004000000,
    0xFFFFFFFFFBFFEBFF, 0x000000007FFFFFFF,
    0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF,
    0xFFFFFFFFFFFFFFFF, 0x000000007FFFFFFF,
    0x0C00000000000498, 0x0000000004000000,
    0x000000004009801F, 0x0000000000000000,
    0xEFFFFFFFB9FF86BC, 0x8000000027FFFFFF,
    0xFFFFFFFFFBFFEBFF, 0x000000007FFFFFFF,
  ]
}
