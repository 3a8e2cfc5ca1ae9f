import LayoutEngine
import LayoutWire
import Testing

/// Reading looks whether it is still wanted, and counts the memory that it takes.
@Suite struct DocumentBudgetTests {
  private static func many(_ text: String, _ count: Int) -> String {
    Array(repeating: text, count: count).joined(separator: ",")
  }

  /// Long texts of every sort: what is right, and what is refused or no JSON near its end.
  private static let texts: [String] = [
    #""items":[\#(many("1", 600_000))]"#,
    #""items":[\#(many("[300.25,200.125]", 100_000))]"#,
    #""items":[\#(many(#"{"id":"a","width":3,"height":2}"#, 50_000))]"#,
    #""sections":[\#(many(#"{"items":1}"#, 50_000))]"#,
    #""items":3,"layout":[\#(many(#"{"when":{"minWidth":9e9},"layout":{"type":"flow"}}"#, 9_000))]"#,
    #""items":3,"nothing":[\#(many(#"{"a":[true,null]}"#, 50_000))]"#,
    #""items":[\#(many("true", 100_000))]"#,
    #""items":[\#(many("1", 600_000)),]"#,
    #""items":\#(String(repeating: " ", count: 1_000_000))3"#,
    #""items":[{"id":"\#(String(repeating: "i", count: 1_000_000))"}]"#,
    #""items":[1,\#(String(repeating: " ", count: 1_000_000))1]"#,
  ]

  /// How often reading a text looks whether it is still wanted.
  private static func looks(reading text: [UInt8]) -> Int {
    var looks = 0
    _ = try? LayoutDocumentReader.read(
      text,
      LayoutBudget(isWanted: {
        looks += 1
        return true
      }))
    return looks
  }

  private static func expectGivenUp(_ text: [UInt8], atLook number: Int) {
    var left = number
    let budget = LayoutBudget(isWanted: {
      left -= 1
      return left > 0
    })
    #expect(throws: DocumentError.cancelled) { try LayoutDocumentReader.read(text, budget) }
  }

  @Test(arguments: texts.indices)
  func `Reading every text checks for cancellation`(number: Int) {
    let text = Array(Reading.text(with: Self.texts[number]).utf8)
    let looks = Self.looks(reading: text)
    #expect(looks >= 2)
    for end in Set([1, looks]) {
      Self.expectGivenUp(text, atLook: end)
    }
  }

  /// Bytes of a token, and how many parts of it that are read without a look it makes.
  private static let (longCount, longParts) = (1 << 19, 8)

  /// Texts that are one long token but for a few bytes, what says that they are refused or no JSON, and
  /// how often the token is read.
  private static let tokens: [(text: String, times: Int)] = {
    func many(_ text: String) -> String {
      String(repeating: text, count: longCount / text.utf8.count)
    }
    return [
      // The digits are stepped over, then weighed.
      (#""items":\#(many("7"))"#, 2),
      (#""items":[-0.\#(many("0"))1]"#, 2),
      (#""items":[1.\#(many("3"))]"#, 2),
      (#""items":[{"zIndex":1e\#(many("0"))1}]"#, 1),
      (#""nothing":[-\#(many("5"))]"#, 2),
      // Checked, then counted.
      (
        #""items":1,"layout":{"type":"compositional","boundarySupplementaryItems":[{"kind":"\#(many("\\u0041"))"}]}"#,
        2
      ),
      // Each bracket is a value, and looked at more often; so is each that closes.
      (#""nothing":\#(many("["))\#(many("]"))"#, 16),
      // Lines and columns are counted, and the pointer is found from a copy.
      (#""items":[\#(many("\n"))x]"#, 4),
      (#""items":[{"id":"\#(many("é"))\u{1}"}]"#, 4),
    ]
  }()

  @Test(arguments: tokens.indices)
  func `No long token is read without looks`(number: Int) {
    let (members, times) = Self.tokens[number]
    let text = Array(Reading.text(with: members).utf8)
    let looks = Self.looks(reading: text)
    #expect(looks >= times * (Self.longParts - 1))
    for end in [1, looks / 2, looks] {
      Self.expectGivenUp(text, atLook: end)
    }
  }

  @Test func `A long string is quoted from its beginning`() {
    let long = String(repeating: "é", count: 1 << 19)
    let escaped = String(repeating: "\\u00e9", count: 1 << 17)
    let shown = String(repeating: "é", count: 40) + "…"
    for text in [long, escaped] {
      let refusals = Reading.layoutRefusals(#""type":"\#(text)""#)
      #expect(refusals.map(\.pointer) == ["/type"])
      #expect(refusals[0].detail.hasSuffix(" (got \"\(shown)\")"))
      let unknown = Reading.refusals(Reading.text(with: #""items":1,"\#(text)":2"#))
      #expect(unknown.map(\.pointer) == ["/" + String(repeating: "é", count: 128) + "…"])
      #expect(unknown[0].detail.hasPrefix("unknown field \"\(shown)\"; known fields: "))
    }
    let kind = Reading.layoutRefusals(
      #""type":"compositional","boundarySupplementaryItems":[{"kind":"\#(escaped)"}]"#)
    #expect(kind.contains { $0.detail == "must be at most 256 bytes long (got \(1 << 18))" })
  }

  @Test func `A layout whose type comes last is looked at when it is read again, too`() {
    let frames = Self.many("[1,2,3,4]", 40_000)
    func looks(_ layout: String) -> Int {
      var looks = 0
      let text = Array(Reading.text(with: #""items":1,"layout":{\#(layout)}"#).utf8)
      let budget = LayoutBudget(isWanted: {
        looks += 1
        return true
      })
      _ = try? LayoutDocumentReader.read(text, budget)
      return looks
    }
    let first = looks(#""type":"custom","frames":[\#(frames)]"#)
    let last = looks(#""frames":[\#(frames)],"type":"custom""#)
    #expect(first >= 10)
    #expect(last >= 2 * first - 2)
  }

  @Test func `A document that is ended within its last white space is not taken for whole`() {
    let text = Array(
      (Reading.text(with: #""items":1"#) + String(repeating: " ", count: 900_000) + "x").utf8)
    for end in 1...8 {
      Self.expectGivenUp(text, atLook: end)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func `Parsed values are counted, and refused beyond the budget`(number: Int) throws {
    let text = Array(Reading.text(with: Self.texts[number]).utf8)
    var held = 0
    let document = try LayoutDocumentReader.read(
      text,
      LayoutBudget(takeMemory: {
        held += $0
        return true
      }))
    let items = document.sections.reduce(0) { $0 + $1.items.byteCount }
    let lists =
      document.sections.count * MemoryLayout<LayoutSection>.stride
      + (document.layout?.variants.count ?? 0) * MemoryLayout<LayoutVariant>.stride
    #expect(held >= items)
    #expect(held >= items + lists - MemoryLayout<LayoutSection>.stride)
    let budget = LayoutBudget(takeMemory: { _ in false })
    #expect(throws: DocumentError.cancelled) { try LayoutDocumentReader.read(text, budget) }
    #expect(budget.end == .outOfMemory)
  }

  @Test func `An id is at most 1,024 bytes long`() {
    func item(_ length: Int) -> String {
      Reading.text(with: #""items":[{"id":"\#(String(repeating: "i", count: length))"}]"#)
    }
    #expect(Reading.refusals(item(1_024)).isEmpty)
    #expect(
      Reading.refusals(item(1_025)) == [
        PointedError(pointer: "/items/0/id", detail: "must be at most 1024 bytes long (got 1025)")
      ])
  }
}
