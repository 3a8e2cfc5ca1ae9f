import LayoutEngine

/// A number in a text, by JSON's grammar (RFC 8259 §6).
struct JSONNumber {
  /// The nearest double; infinity if the number is beyond the greatest double, and 0 for −0.
  let value: Double
  /// The index at which the number ends.
  let end: Int

  /// The parts of a number.
  private struct Parts {
    /// All digits as one number, without the point; meaningless if there are more than 19.
    var mantissa: UInt64 = 0
    /// The number of digits.
    var digits = 0
    /// The power of ten by which `mantissa` must be multiplied.
    var exponent = 0
    /// The index of the first digit.
    var firstDigit: Int
    /// The index at which the number ends.
    var end: Int

    /// Skips all digits from `index` on, and appends them to the mantissa.
    @inline(__always)
    mutating func scanDigits(
      _ text: Span<UInt8>, at index: inout Int, _ budget: some ReadingBudget
    ) throws(JSONSyntaxError) {
      // Read eight digits at a time while possible: a double has 16 or 17.
      while text.count - index >= 8, let eight = FastDecimalParser.eightDigits(text.word(at: index))
      {
        mantissa = mantissa &* 100_000_000 &+ eight
        index += 8
        if budget.isLimited, index & (bytesPerCheck - 1) < 8 { try budget.look(at: index) }
      }
      try JSONNumber.scanDigits(text, at: &index, budget) { digit in
        mantissa = mantissa &* 10 &+ UInt64(digit &- ASCII.zero)
      }
    }
  }

  /// The number of bytes within which `init(usual:from:)` must find the number's end, and a byte after it.
  private static let usualBytes = 64

  /// The powers of ten that a double represents exactly.
  static let powersOfTen: TwentyThree<Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Reads the number that begins at `start`.
  ///
  /// - Parameter budget: the budget charged for the digits of a long number.
  /// - Complexity: O(digits).
  init(
    _ text: Span<UInt8>, from start: Int, _ budget: some ReadingBudget
  ) throws(JSONSyntaxError) {
    let isNegative = start < text.count && text[start] == ASCII.minus
    let parts = try Self.scan(text, from: isNegative ? start + 1 : start, budget)
    let magnitude: Double
    if let usual = Self.usualMagnitude(of: parts) {
      magnitude = usual
    } else {
      magnitude = try Self.slowMagnitude(of: parts, text, budget)
    }
    value = isNegative && magnitude != 0 ? -magnitude : magnitude
    end = parts.end
  }

  /// Reads the number that begins at `start`, if it has up to 19 digits and a moderate exponent.
  ///
  /// Returns nil if there is no such number, if it takes `usualBytes` or more, or if the text ends with it.
  @inline(__always)
  init?(usual text: Span<UInt8>, from start: Int) {
    let near = text.extracting(first: min(text.count, start + Self.usualBytes))
    let isNegative = start < near.count && near[start] == ASCII.minus
    guard
      let parts = try? Self.scan(near, from: isNegative ? start + 1 : start, UnlimitedReading()),
      parts.end < near.count, let magnitude = Self.usualMagnitude(of: parts)
    else { return nil }
    value = isNegative && magnitude != 0 ? -magnitude : magnitude
    end = parts.end
  }

  /// Returns the double nearest to an unsigned number; nil if simple arithmetic cannot find it.
  @inline(__always)
  private static func usualMagnitude(of parts: Parts) -> Double? {
    guard parts.digits <= 19 else { return nil }
    if parts.mantissa <= 1 << 53, -22...22 ~= parts.exponent {
      // Both operands are exact doubles, so the one operation rounds once.
      let mantissa = Double(parts.mantissa)
      if parts.exponent == 0 { return mantissa }
      return parts.exponent < 0
        ? mantissa / powersOfTen[-parts.exponent] : mantissa * powersOfTen[parts.exponent]
    }
    guard -19...0 ~= parts.exponent else { return nil }
    return quotient(parts.mantissa, UInt64(powersOfTen[-parts.exponent]))
  }

  /// Reads the parts of a number, whose sign has been skipped.
  @inline(__always)
  private static func scan(
    _ text: Span<UInt8>, from start: Int, _ budget: some ReadingBudget
  ) throws(JSONSyntaxError) -> Parts {
    var parts = Parts(firstDigit: start, end: start)
    var index = start
    try parts.scanDigits(text, at: &index, budget)
    parts.digits = index - start
    guard parts.digits == 1 || (parts.digits > 1 && text[start] != ASCII.zero) else {
      throw numberError(text, start: start, digits: parts.digits)
    }
    if index < text.count, text[index] == ASCII.point {
      index += 1
      let firstDecimal = index
      try parts.scanDigits(text, at: &index, budget)
      guard index > firstDecimal else { throw .expectation("a digit", in: text, at: index) }
      parts.exponent = firstDecimal - index
      parts.digits += index - firstDecimal
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      parts.exponent = saturatedSum(parts.exponent, try scanExponent(text, at: &index, budget))
    }
    parts.end = index
    return parts
  }

  /// Skips all digits from `index` on, and calls `body` with each.
  @inline(__always)
  private static func scanDigits(
    _ text: Span<UInt8>, at index: inout Int, _ budget: some ReadingBudget,
    _ body: (UInt8) -> Void
  ) throws(JSONSyntaxError) {
    while true {
      let end = budget.isLimited ? min(text.count, index + bytesPerCheck) : text.count
      while index < end, ASCII.isDigit(text[index]) {
        body(text[index])
        index += 1
      }
      guard index == end, end < text.count else { return }
      try budget.look(at: index)
    }
  }

  /// Reads a number's exponent, from its `e` or `E` on.
  ///
  /// - Returns: the exponent, clamped to ±1,000,000,000.
  private static func scanExponent(
    _ text: Span<UInt8>, at index: inout Int, _ budget: some ReadingBudget
  ) throws(JSONSyntaxError) -> Int {
    index += 1
    var isNegative = false
    if index < text.count, text[index] == ASCII.minus || text[index] == ASCII.plus {
      isNegative = text[index] == ASCII.minus
      index += 1
    }
    let firstDigit = index
    var value: Int64 = 0
    try scanDigits(text, at: &index, budget) { digit in
      value = min(value * 10 + Int64(digit - ASCII.zero), 1_000_000_000)
    }
    guard index > firstDigit else { throw .expectation("a digit", in: text, at: index) }
    return Int(isNegative ? -value : value)
  }

  /// Returns the error for digits that do not begin a number.
  private static func numberError(
    _ text: Span<UInt8>, start: Int, digits: Int
  ) -> JSONSyntaxError {
    if digits > 0 { return JSONSyntaxError(at: start, "a number has a leading zero") }
    let hasSign = start > 0 && text[start - 1] == ASCII.minus
    return .expectation(hasSign ? "a digit" : "a value", in: text, at: start)
  }

  /// Returns the sum of two exponents, clamped on overflow.
  private static func saturatedSum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? (one < 0 ? .min / 2 : .max / 2) : sum
  }

  /// Returns the double nearest to the quotient of two whole numbers > 0.
  ///
  /// Both are shifted to their full 64 bits, so the quotient times 2^63 has at least 63 bits: the
  /// double's 53, and far below them one bit that records whether there is a remainder. The conversion
  /// to a double is therefore the only rounding.
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

  /// Returns the double nearest to a number with any number of digits, using the standard library.
  ///
  /// 800 significant digits decide the rounding of any double (767 suffice); for the digits after them
  /// it only matters whether any is not zero.
  private static func slowMagnitude(
    of parts: Parts, _ text: Span<UInt8>, _ budget: some ReadingBudget
  ) throws(JSONSyntaxError) -> Double {
    var significant: [UInt8] = []
    var exponent = parts.exponent
    var hasMore = false
    func append(_ digit: UInt8) {
      guard digit != ASCII.zero || !significant.isEmpty else { return }
      if significant.count < 800 {
        significant.append(digit)
      } else {
        hasMore = hasMore || digit != ASCII.zero
        exponent = saturatedSum(exponent, 1)
      }
    }
    var index = parts.firstDigit
    try scanDigits(text, at: &index, budget) { append($0) }
    if index < text.count, text[index] == ASCII.point {
      index += 1
      try scanDigits(text, at: &index, budget) { append($0) }
    }
    guard !significant.isEmpty else { return 0 }
    if hasMore {
      significant.append(UInt8(ascii: "1"))
      exponent = saturatedSum(exponent, -1)
    }
    // The first digit's exponent shows whether the number is out of range, so that the conversion never
    // receives an extreme exponent.
    let magnitude = saturatedSum(exponent, significant.count)
    if magnitude > 400 { return .infinity }
    if magnitude < -400 { return 0 }
    return Double(String(decoding: significant, as: UTF8.self) + "e\(exponent)") ?? .infinity
  }
}
