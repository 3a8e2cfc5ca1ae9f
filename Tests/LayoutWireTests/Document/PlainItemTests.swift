import LayoutEngine
import LayoutWire
import TestSupport
import Testing

/// Items written as programs write them are read in loops of their own; the same numbers with more
/// digits than a number usually has are not.
struct PlainItemTests {
  /// What a list of items comes to.
  private enum Outcome: Equatable {
    case items([[Double?]])
    case refused([PointedError])
    /// Where, and why; what is found there differs by the white space.
    case malformed(String, String)
  }

  private static let numbers = [
    "0", "1", "7.5", "12", "300", "4512", "99999", "1234567", "0.25", "123.456", "12345.6",
    "12345678", "123456789012", "1.2345678", "183.45671234567", "80.000000000000014",
    "9007199254740993", "1234567.123456789", "0.12345678",
  ]
  private static let odd = [
    "12345678901234567890", "-1", "-0", "1e3", "2E-2", "1.5e1", "[1,2,3]", "[1]",
    "[]", "[-1,2]", "[1,1e2]", "[12345678,1]", "[1,null]", "[[1,2],3]", "[ 1,2]", "[1 ,2]", "{}",
    "[1,  2]", "[1,\n2]", #"{"width":3,"height":4}"#, #"{"id":"a","height":9}"#, "null", #""5""#,
  ]
  /// Those whose exponents are read in the loops, with more digits.
  private static let slowOdd = [
    "1e3": "1.00000000000000000000e3", "2E-2": "2.00000000000000000000E-2",
    "1.5e1": "1.50000000000000000000e1", "[1,1e2]": "[1,1.00000000000000000000e2]",
  ]
  private static let refused: Set = [
    "-1", "[1,2,3]", "[1]", "[]", "[-1,2]", "[1,null]", "[[1,2],3]", "null", #""5""#,
  ]
  private static let broken = [
    "00", "01", "1.", ".5", "1..2", "1.2.3", "1./", "1e", "[01,2]", "[1,02]", "[1,2", "1,2]",
    "[1;2]", "1]",
    "[1,,2]", "", "+1", "1\u{1}", "1é", "é", "[1é,2]", "0x1", "1a", "--1", "1 2", "[1, ]",
    "1\u{a0}",
  ]
  private static let separators = [
    ",", ", ", ",\n    ", ",\t", " ,", "\r\n, \t", ",\u{c}", ",\u{b}",
  ]

  private func outcome(_ items: String, limits: DocumentLimits = DocumentLimits()) -> Outcome {
    do throws(DocumentError) {
      let document = try LayoutDocumentReader.read(
        Array(Reading.text(with: #""items":[\#(items)]"#).utf8), limits: limits)
      let items = document.sections[0].items.unpacked
      return .items(
        (0..<items.count).map { [items.numbers[$0], items.widths[$0], items.heights[$0]] })
    } catch {
      switch error {
      case .cancelled: preconditionFailure("reading without a budget is not ended")
      case .invalid(let errors): return .refused(errors)
      case .malformed(let malformed):
        return .malformed(
          malformed.pointer, malformed.reason.replacing(#/, found.*/#, with: ""))
      }
    }
  }

  /// The same number with more than 19 digits.
  private static func slow(_ number: String) -> String {
    number + (number.contains(".") ? "" : ".") + String(repeating: "0", count: 20)
  }

  /// An item, and the same of slow numbers where it is plain.
  private func item(
    _ oddity: Int, _ random: inout SeededGenerator
  ) -> (text: String, reference: String) {
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "1" }
    if Int.random(in: 0..<100, using: &random) < oddity {
      let text = pick(Self.odd)
      return (text, Self.slowOdd[text] ?? text)
    }
    let number = pick(Self.numbers)
    guard Bool.random(using: &random) else { return (number, Self.slow(number)) }
    let other = pick(Self.numbers)
    return ("[\(number)\(pick([",", ", "]))\(other)]", "[\(Self.slow(number)),\(Self.slow(other))]")
  }

  @Test(arguments: [",", ", ", ",  "])
  func `pairs of whole numbers of any length are those numbers`(comma: String) throws {
    var random = SeededGenerator(seed: 86_028_121)
    func number(_ length: Int) -> String {
      (0..<length).map { place in
        String(Int.random(in: (place == 0 && length > 1 ? 1 : 0)...9, using: &random))
      }.joined()
    }
    for first in 1...10 {
      for second in 1...10 {
        let pairs = (0..<40).map { _ in (number(first), number(second)) }
        let items = pairs.map { "[\($0)\(comma)\($1)]" }.joined(separator: comma)
        let expected = pairs.map { [nil, Double($0), Double($1)] as [Double?] }
        #expect(outcome(items) == .items(expected), "\(first) and \(second) digits")
        // What stands after the second number may be no end of it.
        for end in ["5e1]", ".5]", "]]", "x]", ",1]", "\u{1}]"] {
          let odd = items + comma + "[\(pairs[0].0)\(comma)\(pairs[0].1)\(end)"
          let apart = items + comma + "[ \(pairs[0].0)\(comma)\(pairs[0].1)\(end)"
          #expect(outcome(odd) == outcome(apart), "\(odd.suffix(30))")
        }
      }
    }
  }

  @Test func `plain items are read as the same items of slow numbers are`() {
    let seed: UInt64 = 20_261_121
    var random = SeededGenerator(seed: seed)
    for round in 0..<3_000 {
      // Some longer than what is read in one go.
      let count = Int.random(in: 0...(round % 50 == 0 ? 400 : 12), using: &random)
      let oddity = [0, 0, 2, 30].randomElement(using: &random) ?? 0
      var items = (0..<count).map { _ in item(oddity, &random) }
      let broken = round % 3 == 0 ? Self.broken.randomElement(using: &random) : nil
      if let broken {
        let place = Int.random(in: 0...items.count, using: &random)
        items.insert((broken, broken), at: place)
      }
      let limits = DocumentLimits(maxItems: round % 7 == 0 ? 5 : 1_000)
      // The last two are no white space in JSON.
      let isSpaced = round % 20 != 0
      let separator = Self.separators[Int.random(in: isSpaced ? 0...5 : 6...7, using: &random)]
      let outcome = outcome(items.map(\.text).joined(separator: separator), limits: limits)
      let reference = self.outcome(
        items.map(\.reference).joined(separator: isSpaced ? " , " : separator), limits: limits)
      #expect(outcome == reference, "seed \(seed), round \(round): \(items)")
      // A list of nothing is a list.
      guard broken != nil, items.count > 1 || broken != "" else { continue }
      guard case .malformed = outcome else {
        Issue.record("seed \(seed), round \(round) is no JSON: \(items)")
        continue
      }
    }
  }

  @Test(arguments: odd) func `an odd item is the same far from the end and next to it`(
    _ odd: String
  ) {
    // The loop wants some bytes behind an item; the last one never has them.
    let others = Array(repeating: "1", count: 30)
    let last = outcome((others + [odd]).joined(separator: ","))
    let first = outcome(([odd] + others).joined(separator: ","))
    switch (first, last) {
    case (.items(let first), .items(let last)):
      #expect(!Self.refused.contains(odd))
      #expect(first.first == last.last)
      #expect(first.dropFirst() == last.dropLast())
    case (.refused, .refused): #expect(Self.refused.contains(odd))
    default: Issue.record("\(first) and \(last)")
    }
  }

  @Test(arguments: [
    "[1, [1234567, 1234567]", "[[1.25,1.5],300, 12],   ", "[0.5, 1234567,\n[1,2] , ",
  ])
  func `a text that ends anywhere is malformed there`(_ items: String) {
    let text = Array((#"{"items":"# + items).utf8)
    for count in 0...text.count {
      #expect(Reading.malformation(Array(text[..<count]))?.offset == count)
    }
  }

  @Test func `each plain item is read as the number that it is`() {
    var random = SeededGenerator(seed: 5)
    let randomNumbers = (0..<2_000).map { _ in
      let bits = Int.random(in: 0...23, using: &random)
      let whole = Int.random(in: 0...9_999_999, using: &random) >> bits
      let decimals = Int.random(in: 0...3, using: &random)
      let digits = (0..<decimals).map { _ in "\(Int.random(in: 0...9, using: &random))" }
      return digits.isEmpty ? "\(whole)" : "\(whole).\(digits.joined())"
    }
    for text in Self.numbers + randomNumbers {
      #expect(
        outcome("\(text),[\(text),\(text)],1,1,1,1,1,1,1,1,1,1")
          == .items(
            [[Double(text), nil, nil], [nil, Double(text), Double(text)]]
              + Array(repeating: [1, nil, nil], count: 10)))
    }
  }

  @Test func `a pair too deep is refused as such`() {
    // The document and its items are two deep.
    let limits = DocumentLimits(maxDepth: 2)
    let rest = ",4,1,1,1,1,1,1,1,1,1,1"
    let outcome = outcome("1,[2,3]" + rest, limits: limits)
    #expect(outcome == self.outcome("1,[\(Self.slow("2")),3]" + rest, limits: limits))
    guard case .refused = outcome else {
      Issue.record("not refused")
      return
    }
  }
}
