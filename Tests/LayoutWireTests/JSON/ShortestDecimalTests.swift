import TestSupport
import Testing

@testable import LayoutWire

/// Shortest decimals beside the standard library's, digit by digit.
struct ShortestDecimalTests {
  /// What is written, which takes the standard library's way where there is no `ShortestDecimalFormatter`.
  private func written(_ value: Double) -> String {
    var output: [UInt8] = []
    output.appendJSON(value)
    return String(decoding: output, as: UTF8.self)
  }

  /// The standard library's text, without the `.0` of whole numbers.
  private func expected(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Numbers of every exponent in and around the range, and their neighbours.
  private func numbers(_ random: inout SeededGenerator) -> [Double] {
    let exponent = UInt64.random(in: 1_012...1_078, using: &random)
    let fraction = UInt64.random(in: 0..<1 << 52, using: &random)
    let any = Double(bitPattern: exponent << 52 | fraction)
    // Few digits, many digits, those halfway between two decimals, quotients.
    var scale = 1.0
    for _ in 0..<Int.random(in: 1...15, using: &random) { scale *= 10 }
    let short = (Double.random(in: 0...5_000, using: &random) * scale).rounded() / scale
    let dyadic =
      Double(UInt64.random(in: 1...1 << 52, using: &random))
      / Double(1 << UInt64.random(in: 0...20, using: &random))
    let quotient =
      Double(Int.random(in: 1...10_000_000, using: &random))
      / Double(Int.random(in: 1...30, using: &random))
    return [any, short, short.nextUp, short.nextDown, dyadic, quotient, -any, -quotient]
  }

  @Test func `They are the standard library's, whatever the number`() {
    let seed: UInt64 = 20_261_123
    var random = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for _ in 0..<10_000 {
      for value in numbers(&random) where value.magnitude < 0x1p53 {
        let text = expected(value)
        // Frames have no decimals of such numbers as the standard library writes with an exponent.
        guard !text.contains("e") else { continue }
        if written(value) != text {
          wrong.append("\(value.bitPattern): \(written(value)), not \(text)")
        }
      }
    }
    #expect(wrong.isEmpty, "seed \(seed)")
  }

  @Test func `Every exponent's first, last and middle numbers are right`() {
    for exponent in UInt64(1_012)...1_078 {
      for fraction: UInt64 in [0, 1, 2, 1 << 51, 1 << 51 | 1, 1 << 52 - 2, 1 << 52 - 1] {
        let value = Double(bitPattern: exponent << 52 | fraction)
        guard !expected(value).contains("e") else { continue }
        #expect(written(value) == expected(value))
      }
    }
  }

  @Test func `The range is the one that is told`() {
    for (value, isWithin) in [
      (0.0, false), (0x1p-7, false), (0x1p-7.nextUp, true), (0x1p-7.nextDown, false), (1, false),
      (1.5, true), (0x1p52.nextDown, true), (0x1p52, false), (0x1p52 + 1, false),
      (.infinity, false),
      (.nan, false), (.leastNonzeroMagnitude, false), (.greatestFiniteMagnitude, false),
    ] as [(Double, Bool)] {
      #expect((ShortestDecimalFormatter(value) != nil) == isWithin, "\(value)")
    }
  }

  @Test func `Whole numbers and zeros at the end take no more decimals than they need`() throws {
    for (value, digits, decimals) in [
      (3.0, 3, 0), (10, 10, 0), (1_000_001, 1_000_001, 0),
      (4_503_599_627_370_495, 4_503_599_627_370_495, 0),
      (12.5, 125, 1), (100.001, 100_001, 3), (0.011, 11, 3),
      (33.333333333333336, 33_333_333_333_333_336, 15),
    ] as [(Double, UInt64, Int)] {
      let decimal = try #require(ShortestDecimalFormatter(value))
      #expect((decimal.digits, decimal.decimals) == (digits, decimals))
    }
  }
}
