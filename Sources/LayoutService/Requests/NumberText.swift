/// Numbers of query parameters: JSON's grammar (RFC 8259 §6), finite (Contract §3).
enum NumberText {
  /// The number that all of `range` writes; nil for anything else, or beyond a double's range.
  ///
  /// - Complexity: O(`range`); allocates only for numbers of more than 19 digits, or of an exponent
  ///   or a mantissa that one multiplication does not get right.
  static func double(_ bytes: [UInt8], in range: Range<Int>) -> Double? {
    var reader = Reader(bytes: bytes, index: range.lowerBound, end: range.upperBound)
    guard let decimal = reader.read(), reader.index == range.upperBound else { return nil }
    if let exact = decimal.exactValue { return exact }
    let value = Double(String(decoding: bytes[range], as: UTF8.self))
    return value.flatMap { $0.isFinite ? $0 : nil }
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
      guard let digit = digit(bytes[index]) else { return nil }
      value = value * 10 + Int(digit)
    }
    return value <= 1 << 53 ? value : nil
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      ? UInt64(byte - UInt8(ascii: "0")) : nil
  }

  /// A decimal as it was written: mantissa · 10^exponent.
  private struct Decimal {
    var isNegative = false
    var mantissa: UInt64 = 0
    var exponent = 0
    /// Whether the mantissa has all digits.
    var isComplete = true

    /// The value, where one correctly rounded operation on exact doubles gives it.
    var exactValue: Double? {
      guard isComplete else { return nil }
      guard mantissa != 0 else { return 0 }
      guard mantissa <= 1 << 53, abs(exponent) <= 22 else { return nil }
      let magnitude = Double(mantissa)
      let value =
        exponent < 0 ? magnitude / powersOfTen[-exponent] : magnitude * powersOfTen[exponent]
      return isNegative ? -value : value
    }
  }

  /// 10^0 … 10^22, all exact.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Reads `[-] int [frac] [exp]`.
  private struct Reader {
    let bytes: [UInt8]
    var index: Int
    let end: Int

    private var next: UInt8 { index < end ? bytes[index] : 0 }

    mutating func read() -> Decimal? {
      var decimal = Decimal()
      if next == UInt8(ascii: "-") {
        decimal.isNegative = true
        index += 1
      }
      let startsWithZero = next == UInt8(ascii: "0")
      let wholeDigits = readDigits(into: &decimal, isFraction: false)
      guard wholeDigits > 0, !(startsWithZero && wholeDigits > 1) else { return nil }
      if next == UInt8(ascii: ".") {
        index += 1
        guard readDigits(into: &decimal, isFraction: true) > 0 else { return nil }
      }
      if next | 0x20 == UInt8(ascii: "e") {
        guard let exponent = readExponent() else { return nil }
        decimal.exponent += exponent
      }
      return decimal
    }

    private mutating func readDigits(into decimal: inout Decimal, isFraction: Bool) -> Int {
      let start = index
      while let digit = digit(next) {
        let (product, passes) = decimal.mantissa.multipliedReportingOverflow(by: 10)
        let (sum, passesToo) = product.addingReportingOverflow(digit)
        if passes || passesToo { decimal.isComplete = false } else { decimal.mantissa = sum }
        if isFraction { decimal.exponent -= 1 }
        index += 1
      }
      return index - start
    }

    /// The exponent, held at ±99,999: beyond that every number is zero or infinite anyway.
    private mutating func readExponent() -> Int? {
      index += 1
      var isNegative = false
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") {
        isNegative = next == UInt8(ascii: "-")
        index += 1
      }
      let start = index
      var exponent = 0
      while let digit = digit(next) {
        exponent = min(exponent * 10 + Int(digit), 99_999)
        index += 1
      }
      guard index > start else { return nil }
      return isNegative ? -exponent : exponent
    }
  }
}
