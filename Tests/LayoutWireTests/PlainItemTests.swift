import LayoutEngine
import LayoutWire
import TestSupport
import Testing

/// Items without white space between them are read by a loop of their own; those with it are not.
struct PlainItemTests {
  /// What a list of items comes to.
  private enum Outcome: Equatable {
    case items([[Double?]])
    case refused([PointedError])
    case malformed(String)
  }

  private static let plain = [
    "0", "1", "7.5", "12", "300", "4512", "99999", "1234567", "0.25", "123.456", "12345.6",
    "[3,4]", "[1920,1080]", "[0.5,1.25]", "[1234567,1234567]",
  ]
  private static let odd = [
    "12345678", "123456789012", "1.2345678", "-1", "-0", "1e3", "2E-2", "1.5e1", "[1,2,3]", "[1]",
    "[]", "[-1,2]", "[1,1e2]", "[12345678,1]", "[1,null]", "[[1,2],3]", "[ 1,2]", "[1 ,2]", "{}",
    #"{"width":3,"height":4}"#, #"{"id":"a","height":9}"#, "null", #""5""#, "true",
  ]
  private static let broken = [
    "00", "01", "1.", ".5", "1..2", "1.2.3", "1./", "1e", "[01,2]", "[1,2", "1,2]", "[1;2]", "1]",
    "[1,,2]", "", "+1", "1\u{1}", "1é", "é", "[1é,2]", "0x1", "1a", "--1",
  ]

  private func outcome(_ items: String, limits: DocumentLimits = DocumentLimits()) -> Outcome {
    do {
      let document = try LayoutDocumentReader.read(
        Array(Reading.text(with: #""items":[\#(items)]"#).utf8), limits: limits)
      let items = document.sections[0].items
      return .items(
        (0..<items.count).map { [items.numbers[$0], items.widths[$0], items.heights[$0]] })
    } catch .invalid(let errors) {
      return .refused(errors)
    } catch {
      // Where it is and what is found there differ by the white space.
      return .malformed("\(error)".replacing(#/[0-9]+|found .*, pointer/#, with: ""))
    }
  }

  @Test func `white space between items says nothing, whatever they are`() {
    let seed: UInt64 = 20_261_121
    var random = SeededGenerator(seed: seed)
    for round in 0..<3_000 {
      // Some longer than what is read in one go.
      let count = Int.random(in: 0...(round % 50 == 0 ? 400 : 12), using: &random)
      let oddity = [0, 0, 2, 30].randomElement(using: &random) ?? 0
      var items = (0..<count).compactMap { _ in
        let isPlain = Int.random(in: 0..<100, using: &random) >= oddity
        return (isPlain ? Self.plain : Self.odd).randomElement(using: &random)
      }
      if round % 3 == 0, let broken = Self.broken.randomElement(using: &random) {
        items.insert(broken, at: Int.random(in: 0...items.count, using: &random))
      }
      let limits = DocumentLimits(maxItems: round % 7 == 0 ? 5 : 1_000)
      #expect(
        outcome(items.joined(separator: ","), limits: limits)
          == outcome(items.joined(separator: " ,\n"), limits: limits),
        "seed \(seed), round \(round): \(items)")
    }
  }

  @Test func `each plain item is read as the number that it is`() {
    var random = SeededGenerator(seed: 5)
    let randomNumbers = (0..<2_000).map { _ in
      let whole =
        Int.random(in: 0...9_999_999, using: &random) >> Int.random(in: 0...23, using: &random)
      let decimals = Int.random(in: 0...3, using: &random)
      let digits = (0..<decimals).map { _ in "\(Int.random(in: 0...9, using: &random))" }
      return digits.isEmpty ? "\(whole)" : "\(whole).\(digits.joined())"
    }
    for text in Self.plain.filter({ !$0.hasPrefix("[") }) + randomNumbers {
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
    #expect(
      outcome("1,[2,3],4,1,1,1,1,1,1,1,1,1,1", limits: limits)
        == outcome("1 , [2,3] , 4 , 1,1,1,1,1,1,1,1,1,1", limits: limits))
    guard case .refused = outcome("1,[2,3],4,1,1,1,1,1,1,1,1,1,1", limits: limits) else {
      Issue.record("not refused")
      return
    }
  }
}
