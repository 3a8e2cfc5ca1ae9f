import TestSupport
import Testing

@testable import HTTPMessage

@Suite(.waits) struct ByteTextTests {
  /// Runs of visible text with rare other bytes, of lengths around the searches' eight at once.
  private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    let rare: [UInt8] = [0, 0x0D, 0x1F, 0x20, 0x23, 0x3F, 0x7E, 0x7F, 0x80, 0xA0, 0xFF]
    return (0..<Int.random(in: 0...40, using: &random)).map { _ in
      Int.random(in: 0..<12, using: &random) == 0
        ? rare.randomElement(using: &random) ?? 0 : UInt8.random(in: 0x21...0x7E, using: &random)
    }
  }

  @Test func `Searches find what a look at each byte finds`() {
    var random = SeededGenerator(seed: 11)
    for round in 0..<20_000 {
      let bytes = Self.bytes(&random)
      let lower = Int.random(in: 0...bytes.count, using: &random)
      let range = lower..<Int.random(in: lower...bytes.count, using: &random)
      let one: UInt8 = bytes.randomElement(using: &random) ?? 0x23
      let other = UInt8.random(in: .min ... .max, using: &random)
      let note: Comment = "seed 11, round \(round): \(bytes) in \(range)"
      #expect(
        bytes.firstIndex(of: one, in: range) == bytes[range].firstIndex(of: one), note)
      #expect(
        bytes.firstIndex(of: one, or: other, in: range)
          == bytes[range].firstIndex { $0 == one || $0 == other }, note)
      #expect(
        bytes.endOfPlainText(in: range)
          == bytes[range].firstIndex { !(0x20..<0x7F ~= $0) } ?? range.upperBound, note)
      #expect(
        bytes.endOfVisibleText(in: range)
          == bytes[range].firstIndex { !(0x21..<0x7F ~= $0) } ?? range.upperBound, note)
    }
  }

  @Test func `Searches stay inside the array`() {
    let bytes = Array("GET / HTTP/1.1".utf8)
    #expect(bytes.firstIndex(of: 0x20, in: 3..<40) == nil)
    #expect(bytes.firstIndex(of: 0x20, or: 0x2F, in: -1..<4) == nil)
    #expect(bytes.endOfPlainText(in: 2..<40) == 2)
    #expect(bytes.endOfVisibleText(in: -3..<4) == -3)
  }

  @Test func `Numbers are written as the standard library writes them`() {
    var random = SeededGenerator(seed: 12)
    let ends = [0, 1, 9, 10, 99, 100, -1, -10, Int.max, Int.min]
    let numbers = (0..<2_000).map { Int.random(in: 0...Int.max, using: &random) >> ($0 % 63) }
    for number in ends + numbers + numbers.map(-) {
      var decimal: [UInt8] = []
      decimal.append(decimal: number)
      #expect(String(decoding: decimal, as: UTF8.self) == "\(number)")
      guard number >= 0 else { continue }
      var hexadecimal: [UInt8] = []
      hexadecimal.append(hexadecimal: number)
      #expect(String(decoding: hexadecimal, as: UTF8.self) == String(number, radix: 16))
    }
  }

  @Test(arguments: [
    (7, 1, "7"), (7, 2, "07"), (7, 3, "007"), (123, 2, "123"), (0, 4, "0000"), (0, 0, "0"),
    (5, 25, String(repeating: "0", count: 19) + "5"), (5, -1, "5"), (-5, 3, "-005"),
  ])
  func `Short numbers are led by zeros`(_ number: Int, _ digits: Int, _ text: String) {
    var bytes: [UInt8] = []
    bytes.append(decimal: number, digits: digits)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func `A writer writes into the room that it was given, and nothing beside it`() {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<500 {
      let before = Self.bytes(&random)
      let word = UInt64.random(in: .min ... .max, using: &random)
      let text = Self.bytes(&random)
      var bytes = before
      bytes.append(room: text.count + 64) { writer in
        writer.write("a")
        writer.write(hexDigitsOf: word)
        writer.write(bytesOf: text)
        writer.write(milliseconds: word)
        writer.write(eight: 0x3837_3635_3433_3231)
      }
      let hexadecimal = String(word, radix: 16)
      let zeros = String(repeating: "0", count: 16 - hexadecimal.count)
      let thousandths = "\(word / 1_000 % 1_000 + 1_000)".dropFirst()
      let tail = "\(word / 1_000_000).\(thousandths)12345678"
      #expect(bytes == before + Array("a\(zeros)\(hexadecimal)".utf8) + text + Array(tail.utf8))
    }
  }

  @Test func `A writer ends the process where there is no room`() async {
    await #expect(processExitsWith: .failure) {
      var bytes = [UInt8](repeating: 0, count: 100)
      bytes.append(room: 4) { $0.write("12345") }
    }
  }
}
