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

  @Test(arguments: texts.indices)
  func `Every text is given up while it is read`(number: Int) {
    let text = Array(Reading.text(with: Self.texts[number]).utf8)
    var looks = 0
    _ = try? LayoutDocumentReader.read(
      text,
      LayoutBudget(isWanted: {
        looks += 1
        return true
      }))
    #expect(looks >= 2)
    for end in Set([1, looks]) {
      var left = end
      let budget = LayoutBudget(isWanted: {
        left -= 1
        return left > 0
      })
      #expect(throws: DocumentError.cancelled) { try LayoutDocumentReader.read(text, budget) }
    }
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
      var left = end
      let budget = LayoutBudget(isWanted: {
        left -= 1
        return left > 0
      })
      #expect(throws: DocumentError.cancelled) { try LayoutDocumentReader.read(text, budget) }
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func `What is read is counted, and refused where there is no room`(number: Int) throws {
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
      document.sections.count * MemoryLayout<Section>.stride
      + (document.layout?.variants.count ?? 0) * MemoryLayout<LayoutVariant>.stride
    #expect(held >= items)
    #expect(held >= items + lists - MemoryLayout<Section>.stride)
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
        PointedError(pointer: "/items/0/id", detail: "must be at most 1024 bytes long, is 1025")
      ])
  }
}
