import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// Numbers come in and go out as the doubles they are.
struct NumberTests {
  /// Reading that could be ended, and is not: it looks within long numbers.
  private struct LookingReading: ReadingBudget {
    var maxDepth: Int { .max }

    func checkpoint(after _: Int) -> Bool { true }
  }

  /// What a text is read as; nil if it is no number.
  private func read(_ text: String) -> Double? {
    var reader = JSONReader(Array(text.utf8), UnlimitedReading())
    guard let value = try? reader.scanNumber(), reader.position == text.utf8.count else {
      return nil
    }
    return value
  }

  /// What a number is written as.
  private func written(_ value: Double) -> String {
    var output: [UInt8] = []
    output.appendJSON(value)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    ("0", 0.0), ("-0", 0.0), ("-0.0e5", 0.0), ("1", 1), ("-1", -1), ("2.0", 2), ("1e2", 100),
    ("1E+2", 100), ("125e-2", 1.25), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23),
    ("9007199254740993", 9_007_199_254_740_992), ("9007199254740995", 9_007_199_254_740_996),
    ("18446744073709551615", 18_446_744_073_709_551_616), ("5e-324", .leastNonzeroMagnitude),
    ("2.4703282292062328e-324", .leastNonzeroMagnitude), ("2.4703282292062327e-324", 0),
    ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
    ("1.7976931348623157e308", 0x1.fffffffffffffp1023),
    ("123456789012345678901234567890", 1.2345678901234568e29), ("1e400", .infinity),
    ("-1e400", -.infinity), ("1e-400", 0), ("0e999999999999999999999", 0),
    ("1e999999999999999999999", .infinity), ("1e-999999999999999999999", 0),
  ])
  func `a decimal is read as the nearest double`(_ text: String, _ value: Double) {
    #expect(read(text) == value)
    #expect(read(text)?.sign == (value == 0 ? .plus : value.sign))
  }

  @Test func `a number of any length is read by its value`() {
    let zeros = String(repeating: "0", count: 100_000)
    #expect(read("0." + zeros + "1e100001") == 1)
    #expect(read("1" + zeros + "e-100000") == 1)
    #expect(read("1" + zeros) == .infinity)
    // Half a unit above 1, and a little more, much later: only the last digit decides.
    let half = "1.00000000000000011102230246251565404236316680908203125"
    #expect(read(half) == 1)
    #expect(read(half + zeros) == 1)
    #expect(read(half + zeros + "1") == 1.0.nextUp)
  }

  /// Those that are read by arithmetic, those whose end or point or exponent stands where a part that
  /// is read without a look ends, and those that break off there.
  @Test func `a number of any length is read as the standard library reads it`() {
    var wrong: [Int] = []
    for count in Array(1...140) + [65_535, 65_536, 65_537] {
      let digits = String(repeating: "7", count: count)
      for text in [
        digits, "-" + digits, "0." + digits, digits + ".5", digits + "e-\(count)", "1e-" + digits,
        String(repeating: "1", count: count) + "." + digits,
      ] {
        let value = Double(text)
        for end in ["", ",", "]       ", "                "] {
          var reader = JSONReader(Array((text + end).utf8), LookingReading())
          if (try? reader.scanNumber()) != value || reader.position != text.utf8.count {
            wrong.append(count)
          }
        }
      }
      for text in ["0" + digits, digits + ".", digits + "e", digits + "e+", "-0" + digits] {
        for end in ["", ",", "]       "] {
          var reader = JSONReader(Array((text + end).utf8), LookingReading())
          if (try? reader.scanNumber()) != nil { wrong.append(count) }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `any double is read back from its shortest decimal and from 17 digits`() {
    let seed: UInt64 = 20_250_917
    var random = SeededGenerator(seed: seed)
    var wrong: [Double] = []
    for _ in 0..<20_000 {
      let bits = UInt64.random(in: 0...UInt64.max, using: &random)
      let value = Double(bitPattern: bits)
      guard value.isFinite, value != 0 else { continue }
      if read("\(value)") != value || read(written(value)) != value { wrong.append(value) }
    }
    #expect(wrong.isEmpty, "seed \(seed)")
  }

  @Test func `a short number is read by the word as it is byte by byte`() {
    let seed: UInt64 = 4_711
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789012345678901234567890123456789.....eE+-,] \u{e9}".utf8)
    var wrong: [String] = []
    var read = 0
    for _ in 0..<20_000 {
      let text =
        (0..<Int.random(in: 1...10, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? 0
        } + Array(repeating: ASCII.space, count: Int.random(in: 0...8, using: &random))
      // A number with a sign is read byte by byte.
      var byWord = JSONReader(text, UnlimitedReading())
      var byByte = JSONReader([ASCII.minus] + text, UnlimitedReading())
      let value = text[0] == ASCII.minus ? nil : try? byWord.scanNumber()
      let expected = (try? byByte.scanNumber()).map { $0 == 0 ? 0 : -$0 }
      if value != expected || value != nil && byWord.position != byByte.position - 1 {
        wrong.append(String(decoding: text, as: UTF8.self))
      }
      if value != nil { read += 1 }
    }
    #expect(wrong.isEmpty, "seed \(seed)")
    #expect(read > 5_000)
  }

  @Test func `subnormal doubles are read back`() {
    let seed: UInt64 = 7
    var random = SeededGenerator(seed: seed)
    var wrong: [Double] = []
    for _ in 0..<2_000 {
      let value = Double(bitPattern: UInt64.random(in: 1..<(1 << 52), using: &random))
      if read("\(value)") != value || read(written(value)) != value { wrong.append(value) }
    }
    #expect(wrong.isEmpty, "seed \(seed)")
  }

  @Test func `17 to 19 digits are rounded as the standard library rounds them`() {
    let seed: UInt64 = 99
    var random = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for _ in 0..<20_000 {
      let digits = String(
        UInt64.random(in: 10_000_000_000_000_000...9_999_999_999_999_999_999, using: &random))
      let point = Int.random(in: 0...digits.count, using: &random)
      let text =
        point == 0
        ? "0." + digits
        : point == digits.count
          ? digits : "\(digits.prefix(point)).\(digits.dropFirst(point))"
      if read(text) != Double(text) { wrong.append(text) }
    }
    #expect(wrong.isEmpty, "seed \(seed)")
  }

  @Test func `halfway decimals of 19 digits go to the even double`() {
    // 2^53 + 1 lies between two doubles; so do its multiples by powers of two.
    #expect(read("9007199254740993.0") == 9_007_199_254_740_992)
    #expect(read("9007199254740993.001") == 9_007_199_254_740_994)
    #expect(read("4503599627370496.5") == 4_503_599_627_370_496)
    #expect(read("4503599627370497.5") == 4_503_599_627_370_498)
  }

  @Test(arguments: [
    "", "-", "+1", ".5", "1.", "01", "-01", "00", "1e", "1e+", "0x1", "1_000", "NaN", "Infinity",
    "-Infinity", "1,5", "1.5.5", "--1", "1ee5", "１",
  ])
  func `what the grammar does not know is no number`(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (10, "10"), (99, "99"), (100, "100"),
      (390, "390"), (999_999, "999999"), (1_000_000, "1000000"), (123_456_789, "123456789"),
      (999_999_999_999, "999999999999"), (1e12, "1000000000000"), (-1e12, "-1000000000000"),
      (9_007_199_254_740_991, "9007199254740991"), (0.5, "0.5"), (-0.5, "-0.5"), (0.05, "0.05"),
      (0.005, "0.005"), (187.5, "187.5"), (0.25, "0.25"), (0.125, "0.125"), (0.1, "0.1"),
      (1234.567, "1234.567"), (-1234.067, "-1234.067"), (0.001, "0.001"), (10.01, "10.01"),
      (1.0 / 3, "0.3333333333333333"), (100.0 / 3, "33.333333333333336"),
      (0.1 + 0.2, "0.30000000000000004"), (0.0001, "0.0001"), (123456.7891, "123456.7891"),
    ] as [(Double, String)])
  func `a double is written as its shortest decimal`(_ value: Double, _ text: String) {
    #expect(written(value) == text)
  }

  @Test func `decimals have no more digits than the standard library's`() {
    let seed: UInt64 = 4
    var random = SeededGenerator(seed: seed)
    var memo = DecimalMemo()
    var recent: [Double] = []
    var wrong: [String] = []
    for _ in 0..<20_000 {
      let units: [Double] = [1, 0.5, 0.1, 0.01, 0.001, 1.0 / 3, 1.0 / 7]
      let unit = units.randomElement(using: &random) ?? 1
      var value = Double(Int.random(in: -10_000_000...10_000_000, using: &random)) * unit
      // Values come again, as those of columns do.
      if let known = recent.randomElement(using: &random), Bool.random(using: &random) {
        value = known
      }
      recent.append(value)
      if recent.count > 20 { recent.removeFirst() }
      var output: [UInt8] = []
      output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(value, &memo) }
      let text = String(decoding: output, as: UTF8.self)
      let shortest = "\(value == 0 ? 0 : value)"
      let isShortest =
        shortest.contains("e")
        || text == (shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest)
      if Double(text) != value || !isShortest { wrong.append(text) }
    }
    #expect(wrong.isEmpty, "seed \(seed)")
  }

  @Test func `whole numbers of any size are written`() {
    for value in [0, 1, -1, 9, 10, 12_345_678, 123_456_789_012, Int.max, Int.min] {
      var output: [UInt8] = []
      output.appendJSON(value)
      #expect(String(decoding: output, as: UTF8.self) == "\(value)")
    }
  }
}
