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
