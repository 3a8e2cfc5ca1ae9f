import LayoutWire

/// Numbers of query parameters: JSON's grammar (RFC 8259 §6), finite (Contract §3).
enum NumberText {
  /// The number that all of `range` writes; nil for anything else, or beyond a double's range.
  ///
  /// - Complexity: as `JSONNumber.finiteValue(of:)`.
  static func double(_ bytes: [UInt8], in range: Range<Int>) -> Double? {
    JSONNumber.finiteValue(of: bytes.span.extracting(range))
  }

  /// The whole number ≥ 0, written by digits alone, that all of `range` writes; nil for anything
  /// else, or beyond 2^53.
  ///
  /// - Complexity: O(`range`); no allocation.
  static func index(_ bytes: [UInt8], in range: Range<Int>) -> Int? {
    guard !range.isEmpty, range.count <= 16 else { return nil }
    if range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "0") { return nil }
    var value = 0
    for index in range {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value <= 1 << 53 ? value : nil
  }
}
