package import LayoutEngine

/// Reads numbers outside JSON texts, in query parameters and addresses, by JSON's grammar (RFC 8259 §6).
package enum NumberText {
  /// Returns the number that all of `range` spells; nil if it is anything else, or beyond a double's range.
  ///
  /// - Complexity: O(`range`); allocates only if the text is not a number, or if simple arithmetic
  ///   cannot find the nearest double.
  package static func double(_ bytes: [UInt8], in range: Range<Int>) -> Double? {
    let piece = bytes[range]
    let text = piece.span
    guard let number = try? JSONNumber(text, from: 0, UnlimitedReading()), number.end == text.count,
      number.value.isFinite
    else { return nil }
    return number.value
  }

  /// Returns the whole number ≥ 0, written in digits alone, that all of `range` spells; nil if
  /// it is anything else, or beyond 2^53.
  ///
  /// - Complexity: O(`range`); no allocation.
  package static func index(_ bytes: [UInt8], in range: Range<Int>) -> WholeNumber? {
    guard !range.isEmpty, range.count <= 16 else { return nil }
    if range.count > 1, bytes[range.lowerBound] == ASCII.zero { return nil }
    var value: Int64 = 0
    for index in range {
      guard ASCII.isDigit(bytes[index]) else { return nil }
      value = value * 10 + Int64(bytes[index] - ASCII.zero)
    }
    return value <= 1 << 53 ? WholeNumber(value) : nil
  }
}
