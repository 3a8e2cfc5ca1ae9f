/// A number by JSON's grammar (RFC 8259 §6), as it stands in a text.
struct JSONNumber {
  /// The nearest double; infinity beyond the greatest one, and 0 for −0.
  let value: Double
  /// Where the number ends.
  let end: Int

  /// A number's parts.
  private struct Parts {
    /// The digits, the point left out; meaningless for more than 19 of them.
    var mantissa: UInt64 = 0
    /// How many digits there are.
    var digits = 0
    /// The power of ten of the last digit.
    var exponent = 0
    /// Where the first digit stands.
    var firstDigit: Int
    /// Where the number ends.
    var end: Int
  }

  /// Powers of ten that a double holds exactly.
  static let powersOfTen: InlineArray<23, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Reads the number that begins at `start`.
  ///
  /// - Complexity: O(digits).
  @inline(__always)
  init(_ text: Span<UInt8>, from start: Int) throws(JSONSyntaxError) {
    if text.count - start >= 8, let decimal = ShortDecimal(text.word(at: start)) {
      value = decimal.value
      end = start + decimal.length
      return
    }
    let isNegative = start < text.count && text[start] == ASCII.minus
    let parts = try Self.scan(text, from: isNegative ? start + 1 : start)
    let magnitude = Self.magnitude(of: parts, text)
    value = isNegative && magnitude != 0 ? -magnitude : magnitude
    end = parts.end
  }

  /// The nearest double to a number without its sign.
  @inline(__always)
  private static func magnitude(of parts: Parts, _ text: Span<UInt8>) -> Double {
    guard parts.digits <= 19 else {
      return slowMagnitude(text, from: parts.firstDigit, exponent: parts.exponent)
    }
    if parts.mantissa <= 1 << 53, -22...22 ~= parts.exponent {
      // Both are exact doubles, so that one operation rounds once.
      let mantissa = Double(parts.mantissa)
      if parts.exponent == 0 { return mantissa }
      return parts.exponent < 0
        ? mantissa / powersOfTen[-parts.exponent] : mantissa * powersOfTen[parts.exponent]
    }
    guard -19...0 ~= parts.exponent else {
      return slowMagnitude(text, from: parts.firstDigit, exponent: parts.exponent)
    }
    return quotient(parts.mantissa, UInt64(powersOfTen[-parts.exponent]))
  }

  /// Reads the parts of a number, its sign being stepped over.
  @inline(__always)
  private static func scan(
    _ text: Span<UInt8>, from start: Int
  ) throws(JSONSyntaxError) -> Parts {
    var parts = Parts(firstDigit: start, end: start)
    var index = start
    while index < text.count, ASCII.isDigit(text[index]) {
      parts.mantissa = parts.mantissa &* 10 &+ UInt64(text[index] &- ASCII.zero)
      index += 1
    }
    parts.digits = index - start
    guard parts.digits == 1 || (parts.digits > 1 && text[start] != ASCII.zero) else {
      throw numberError(text, start: start, digits: parts.digits)
    }
    if index < text.count, text[index] == ASCII.point {
      index += 1
      let firstDecimal = index
      while index < text.count, ASCII.isDigit(text[index]) {
        parts.mantissa = parts.mantissa &* 10 &+ UInt64(text[index] &- ASCII.zero)
        index += 1
      }
      guard index > firstDecimal else { throw .expectation("a digit", in: text, at: index) }
      parts.exponent = firstDecimal - index
      parts.digits += index - firstDecimal
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      parts.exponent = saturatedSum(parts.exponent, try scanExponent(text, at: &index))
    }
    parts.end = index
    return parts
  }

  /// Reads what follows the mantissa, from its `e` on.
  ///
  /// - Returns: the exponent, within ±1,000,000,000.
  private static func scanExponent(
    _ text: Span<UInt8>, at index: inout Int
  ) throws(JSONSyntaxError) -> Int {
    index += 1
    var isNegative = false
    if index < text.count, text[index] == ASCII.minus || text[index] == ASCII.plus {
      isNegative = text[index] == ASCII.minus
      index += 1
    }
    let firstDigit = index
    var value: Int64 = 0
    while index < text.count, ASCII.isDigit(text[index]) {
      value = min(value * 10 + Int64(text[index] - ASCII.zero), 1_000_000_000)
      index += 1
    }
    guard index > firstDigit else { throw .expectation("a digit", in: text, at: index) }
    return Int(isNegative ? -value : value)
  }

  /// Why the digits before a point make no number.
  private static func numberError(
    _ text: Span<UInt8>, start: Int, digits: Int
  ) -> JSONSyntaxError {
    if digits > 0 { return JSONSyntaxError(at: start, "a number begins with a needless 0") }
    let hasSign = start > 0 && text[start - 1] == ASCII.minus
    return .expectation(hasSign ? "a digit" : "a value", in: text, at: start)
  }

  /// The sum of two exponents; neither is beyond what a text's length and `scanExponent` allow.
  private static func saturatedSum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? (one < 0 ? .min / 2 : .max / 2) : sum
  }

  /// The nearest double to one whole number divided by another, both > 0.
  ///
  /// With both shifted to their full 64 bits, the quotient times 2^63 has 63 bits or more: the
  /// double's 53, and far below them one that says whether something is left over. So the
  /// conversion to a double is the only rounding.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    let dividendShift = dividend.leadingZeroBitCount
    let divisorShift = divisor.leadingZeroBitCount
    let normalized = dividend << dividendShift
    let (quotient, remainder) = (divisor << divisorShift).dividingFullWidth(
      (normalized >> 1, normalized << 63))
    let exponent = divisorShift - dividendShift - 63
    return Double(quotient | (remainder == 0 ? 0 : 1))
      * Double(sign: .plus, exponent: exponent, significand: 1)
  }

  /// The nearest double to a mantissa of any length, by the standard library's conversion.
  ///
  /// 800 significant digits decide the rounding of any double (767 suffice); of those after them
  /// it only matters whether some are not zero.
  ///
  /// - Parameters:
  ///   - firstDigit: where the mantissa begins; it ends at a byte that is neither digit nor point.
  ///   - exponent: the power of ten of the mantissa's last digit, the point left out.
  private static func slowMagnitude(
    _ text: Span<UInt8>, from firstDigit: Int, exponent: Int
  ) -> Double {
    var significant: [UInt8] = []
    var exponent = exponent
    var hasMore = false
    var index = firstDigit
    while index < text.count, ASCII.isDigit(text[index]) || text[index] == ASCII.point {
      defer { index += 1 }
      let byte = text[index]
      guard byte != ASCII.point, byte != ASCII.zero || !significant.isEmpty else { continue }
      if significant.count < 800 {
        significant.append(byte)
      } else {
        hasMore = hasMore || byte != ASCII.zero
        exponent = saturatedSum(exponent, 1)
      }
    }
    guard !significant.isEmpty else { return 0 }
    if hasMore {
      significant.append(UInt8(ascii: "1"))
      exponent = saturatedSum(exponent, -1)
    }
    // The exponent of the first digit decides what is beyond every double, so that no conversion
    // sees an absurd exponent.
    let magnitude = saturatedSum(exponent, significant.count)
    if magnitude > 400 { return .infinity }
    if magnitude < -400 { return 0 }
    return Double(String(decoding: significant, as: UTF8.self) + "e\(exponent)") ?? .infinity
  }
}
