import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// What one document may ask for in work and memory, whatever its sections and groups.
@Suite struct LayoutBudgetTests {
  private func document(
    _ members: String, _ budget: LayoutBudget? = nil
  ) throws -> LayoutDocument {
    try LayoutDocumentReader.read(
      Array(#"{"container":{"width":390,"height":844},\#(members)}"#.utf8), budget)
  }

  private func compositional(badges: Int, items: Int) throws -> LayoutDocument {
    let badges = (0..<badges).map {
      #"{"kind":"b\#($0)","size":{"width":{"absolute":1},"height":{"absolute":1}}}"#
    }
    let size = #"{"width":{"fractionalWidth":1},"height":{"absolute":10}}"#
    return try document(
      #"""
      "layout":{"type":"compositional","group":{"direction":"horizontal","size":\#(size),
      "subitems":[{"size":\#(size),"supplementaryItems":[\#(badges.joined(separator: ","))]}]}},
      "items":\#(items)
      """#)
  }

  @Test func `Supplementaries of items are elements of the document`() throws {
    // 10 on each of 2,000,000 items were found one by one, in a second; 300 in half a minute.
    for (badges, items, isTaken) in [
      (10, 2_000_000, false), (10, 100_000, true), (10, 100_001, false), (1, 1_000_000, true),
    ] {
      let document = try compositional(badges: badges, items: items)
      let issues = SectionScene.issues { _ = try PreparedLayout(document) }
      #expect(issues.isEmpty == isTaken, "\(badges) on each of \(items)")
      guard !isTaken else { continue }
      #expect(issues.map(\.path.text) == ["/layout"])
      #expect(issues[0].reason.contains("more than 1000000 "))
    }
  }

  @Test func `Headers that take memory are counted where sections differ`() throws {
    let header =
      #"{"kind":"h","alignment":"top","size":{"width":{"absolute":1},"height":{"absolute":1}}}"#
    let headers = Array(repeating: header, count: 5_000)
    let size = #"{"width":{"fractionalWidth":1},"height":{"absolute":10}}"#
    let layout =
      #""layout":{"type":"compositional","group":{"direction":"horizontal","size":\#(size),"#
      + #""subitems":[{"size":\#(size)}]},"boundarySupplementaryItems":["#
      + headers.joined(separator: ",") + "]}"
    func sections(_ items: (Int) -> Int) -> String {
      (0..<60).map { #"{"items":\#(items($0))}"# }.joined(separator: ",")
    }
    let alike = try document(layout + #","sections":[\#(sections { _ in 1 })]"#)
    let prepared = try PreparedLayout(alike)
    #expect(prepared.sectionCount == 60)
    #expect(prepared.byteCount < 3_000_000)
    let different = try document(layout + #","sections":[\#(sections { $0 + 1 })]"#)
    let issues = SectionScene.issues { _ = try PreparedLayout(different) }
    // 50 sections have 250,000; the 51st passes that, and each one after it.
    #expect(issues.first?.reason.contains("more than 250000 ") == true)
  }

  @Test func `Steps for spans are one budget for all sections`() throws {
    let spans = (0..<40).map { #"{"height":\#($0 % 7),"columnSpan":\#($0 % 3 + 1)}"# }
    let section = #"{"items":[\#(spans.joined(separator: ","))]}"#
    func issues(sections: Int, steps: Int) throws -> [LayoutError.Issue] {
      // A negative spacing leaves no way but to look at every run.
      let document = try document(
        #""layout":{"type":"waterfall","columns":50,"rowSpacing":-1,"columnSpacing":0},"sections":["#
          + (0..<sections).map {
            section.replacing(#"{"items":["#, with: #"{"items":[{"height":\#($0)},"#)
          }
          .joined(separator: ",") + "]")
      return SectionScene.issues {
        _ = try PreparedLayout(document, LayoutBudget(steps: steps))
      }
    }
    let enoughForOne = try #require(
      stride(from: 1_000, through: 200_000, by: 1_000).first {
        (try? issues(sections: 1, steps: $0).isEmpty) == true
      })
    #expect(try issues(sections: 3, steps: 3 * enoughForOne + 1_000).isEmpty)
    let refused = try issues(sections: 3, steps: enoughForOne + 500)
    #expect(refused.first?.path.text == "/sections/1/items")
    #expect(refused.first?.reason.contains("steps") == true)
  }

  /// A document of each layout with so many items that every loop over them must look.
  private static let long: [String] = {
    let count = 80_000
    let mixed = (0..<count).map { $0 % 3 == 0 ? "[\($0 % 90 + 1),\($0 % 70 + 1)]" : "\($0 % 50)" }
    let items = #""items":["# + mixed.joined(separator: ",") + "]"
    let spans = (0..<count).map { #"{"height":\#($0 % 50),"columnSpan":\#($0 % 2 + 1)}"# }
    let spanItems = #""items":["# + spans.joined(separator: ",") + "]"
    let frames = (0..<count).map { "[\($0 * 7919 % 1000),\($0 * 104_729 % 99_991),3,3]" }
    return [
      #""layout":{"type":"flow"},"# + items,
      #""layout":{"type":"flow","minimumLineSpacing":-60,"minimumInteritemSpacing":-60},"# + items,
      #""layout":{"type":"list"},"# + items,
      #""layout":{"type":"justified"},"# + items.replacing(",0,", with: ",1,"),
      #""layout":{"type":"magazine"},"# + items,
      #""layout":{"type":"waterfall","columns":3},"# + items,
      #""layout":{"type":"waterfall","columns":40,"columnSpacing":0},"# + items,
      #""layout":{"type":"waterfall","columns":3,"rowSpacing":-20},"# + items,
      #""layout":{"type":"waterfall","columns":3,"placement":"roundRobin"},"# + items,
      #""layout":{"type":"waterfall","columns":3,"placement":"gridLanes"},"# + items,
      #""layout":{"type":"waterfall","columns":30,"columnSpacing":1},"# + spanItems,
      #""layout":{"type":"waterfall","columns":30,"columnSpacing":1,"placement":"roundRobin"},"#
        + spanItems,
      #""layout":{"type":"custom","frames":["# + frames.joined(separator: ",")
        + #"]},"items":\#(count)"#,
    ]
  }()

  @Test(arguments: long.indices)
  func `Every layout checks for cancellation, and ends when it is cancelled`(
    number: Int
  ) throws {
    let document = try document(Self.long[number])
    var looks = 0
    _ = try PreparedLayout(
      document,
      LayoutBudget(isWanted: {
        looks += 1
        return true
      }))
    // Loops of less than 5 ns an item look but once: 10 ms of the most items that there may be.
    #expect(looks >= 2)
    for end in [1, looks / 2, looks] {
      var left = end
      let budget = LayoutBudget(isWanted: {
        left -= 1
        return left > 0
      })
      #expect(throws: LayoutError.cancelled) { try PreparedLayout(document, budget) }
      #expect(budget.end == .unwanted)
    }
  }

  @Test(arguments: long.indices)
  func `A layout's memory is counted while it is laid out`(number: Int) throws {
    var held = 0
    let reading = LayoutBudget(takeMemory: {
      held += $0
      return true
    })
    let document = try document(Self.long[number], reading)
    let layout = try PreparedLayout(document, reading)
    #expect(held >= layout.byteCount * 9 / 10)
    let budget = LayoutBudget(takeMemory: { _ in false })
    #expect(throws: LayoutError.cancelled) { try PreparedLayout(document, budget) }
    #expect(budget.end == .outOfMemory)
  }

  @Test func `Sections with the same items are held once, whatever their names`() throws {
    let sections = (0..<1_000).map { number in
      number % 2 == 0
        ? #"{"items":[{"width":3,"height":2,"id":"i\#(number)","zIndex":\#(number)}]}"#
        : #"{"items":[\#(number % 5)]}"#
    }
    let layout = #""layout":{"type":"waterfall","headerReferenceSize":{"height":5}}"#
    let together = try PreparedLayout(
      document(layout + #","sections":["# + sections.joined(separator: ",") + "]"))
    #expect(together.byteCount < 500_000)
    var cursor = try together.select(LayoutQuery(.all, origin: .section)).makeCursor()
    for (number, section) in sections.enumerated() {
      var alone = try PreparedLayout(document(layout + #","sections":["# + section + "]"))
        .select(LayoutQuery(.all, origin: .section)).makeCursor()
      while var expected = alone.next() {
        expected.section = number
        #expect(cursor.next() == expected)
      }
    }
    #expect(cursor.next() == nil)
  }

  @Test func `Many sections that are alike cost little each, and so does finding all of them`()
    throws
  {
    // A hundred thousand of them are a document of 2 kB, for which there are 64 MiB: 470 bytes each
    // for the document, the layout, and what two questions at once find.
    let sections = Array(repeating: #"{"items":1}"#, count: 10_000).joined(separator: ",")
    let layout = try PreparedLayout(
      document(
        #""layout":{"type":"magazine","header":{},"footer":{},"background":true},"sections":["#
          + sections + "]"))
    #expect(layout.byteCount < 10_000 * 120)
    let found = try layout.select(LayoutQuery(.all))
    #expect(found.count == 40_000)
    #expect(found.byteCount < 10_000 * 4 * 18)
    // They are found in order all the same.
    var cursor = found.makeCursor()
    var count = 0
    while let attributes = cursor.next() {
      #expect(attributes.section == count / 4)
      count += 1
    }
    #expect(count == 40_000)
  }

  @Test func `Columns that no item reaches cost nothing`() throws {
    let sections = (0..<2_000).map { #"{"items":[\#($0),2]}"# }
    let layout = try PreparedLayout(
      document(
        #""layout":{"type":"waterfall","columns":10000,"columnSpacing":0.01},"sections":["#
          + sections.joined(separator: ",") + "]"))
    #expect(layout.byteCount < 2_000 * 1_500)
  }
}
