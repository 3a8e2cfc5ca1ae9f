import LayoutEngine
import LayoutWire
import Testing

/// The fields outside layouts, and items (Contract §2).
struct DocumentFieldTests {
  @Test func `a document's defaults`() throws {
    let document = try Reading.document(#"{"container":{"width":390,"height":844},"items":3}"#)
    #expect(document.container == Container(size: Size(width: 390, height: 844)))
    #expect(document.configuration.scrollDirection == .vertical)
    #expect(document.configuration.interSectionSpacing == 0)
    #expect(document.configuration.boundarySupplementaryItems.isEmpty)
    #expect(document.layout == nil)
    #expect(document.sections.map(\.items.count) == [3])
    #expect(document.hasTopLevelItems)
  }

  @Test func `container and configuration`() throws {
    let document = try Reading.document(
      #"""
      {"sections":[], "configuration":{"scrollDirection":"horizontal","interSectionSpacing":-2.5,
       "boundarySupplementaryItems":[{"kind":"banner","alignment":"bottomTrailing",
        "size":{"width":{"absolute":7},"height":{"fractionalHeight":0.5,"plus":-3}}}]},
       "container":{"scale":3,"direction":"rtl","height":1,"width":2e2,
        "contentInsets":{"top":1,"leading":2,"bottom":3,"trailing":-4}}}
      """#)
    #expect(
      document.container
        == Container(
          size: Size(width: 200, height: 1),
          contentInsets: DirectionalInsets(top: 1, leading: 2, bottom: 3, trailing: -4),
          direction: .rightToLeft, scale: 3))
    #expect(document.configuration.scrollDirection == .horizontal)
    #expect(document.configuration.interSectionSpacing == -2.5)
    let banner = try #require(document.configuration.boundarySupplementaryItems.first)
    #expect(banner.kind == "banner")
    #expect(banner.alignment == [.bottom, .trailing])
    #expect(
      banner.size
        == LayoutSize(width: .absolute(7), height: .fractionalHeight(0.5, plus: -3)))
    #expect(document.sections.isEmpty)
    #expect(!document.hasTopLevelItems)
  }

  @Test func `sections have their own layouts`() throws {
    let document = try Reading.document(
      with:
        #""layout":{"type":"list"},"sections":[{"items":1},{"layout":{"type":"flow"},"items":[5]}]"#
    )
    #expect(document.sections.map(\.items.count) == [1, 1])
    #expect(document.sections[0].layout == nil)
    #expect(document.sections[1].layout?.isList == false)
    guard case .flow? = document.sections[1].layout?.variants.first?.layout else {
      Issue.record("the second section's layout is flow")
      return
    }
  }

  @Test func `a list of layouts is read as variants`() throws {
    let document = try Reading.document(
      with: #"""
        "items":0,"layout":[
         {"when":{"minWidth":600,"maxWidth":700,"minHeight":1,"maxHeight":2,"direction":"rtl"},
          "layout":{"type":"flow"}},{"layout":{"type":"list"}}]
        """#)
    let layout = try #require(document.layout)
    #expect(layout.isList)
    #expect(layout.variants.count == 2)
    var condition = LayoutCondition()
    condition.minWidth = 600
    condition.maxWidth = 700
    condition.minHeight = 1
    condition.maxHeight = 2
    condition.direction = .rightToLeft
    #expect(layout.variants[0].condition == condition)
    #expect(layout.variants[1].condition == LayoutCondition())
  }

  @Test func `items are numbers, pairs and objects in any mixture`() throws {
    let items = try Reading.items(
      #"""
      [ 5, [3,4.5] ,{"height":7},{},{"width":1,"aspectRatio":0.5,"bodyHeight":2,"columnSpan":2.0,
      "zIndex":-3,"id":"a\"b","widthMode":"fullBleed","heightMode":"stretch"},6.25,
      {"widthMode":3,"heightMode":"static"},{"widthMode":"full","heightMode":"dynamic","id":""} ]
      """#)
    #expect(items.count == 8)
    let columns = items.unpacked
    #expect((0..<8).map { columns.numbers[$0] } == [5, nil, nil, nil, nil, 6.25, nil, nil])
    #expect((0..<8).map { columns.widths[$0] } == [nil, 3, nil, nil, 1, nil, nil, nil])
    #expect((0..<8).map { columns.heights[$0] } == [nil, 4.5, 7, nil, nil, nil, nil, nil])
    #expect(columns.aspectRatios[4] == 0.5)
    #expect(columns.bodyHeights[4] == 2)
    #expect(columns.columnSpans[4] == 2)
    #expect(columns.zIndexes[4] == -3)
    #expect((3..<8).map { columns.ids[$0] } == [nil, "a\"b", nil, nil, ""])
    #expect((3..<8).map { columns.widthModes[$0] } == [nil, .fullBleed, nil, .fraction(3), .full])
    #expect((3..<8).map { columns.heightModes[$0] } == [nil, .stretch, nil, .static, .dynamic])
  }

  @Test(arguments: [("0", 0), ("1000", 1000), ("2.0", 2), ("1e3", 1000), ("-0", 0), ("[]", 0)])
  func `items are a count too`(_ text: String, _ count: Int) throws {
    #expect(try Reading.items(text).count == count)
  }

  @Test func `limits hold for all sections together`() {
    let limits = DocumentLimits(maxItems: 3, maxSections: 2, maxListLength: 1)
    func refusals(_ members: String) -> [String] {
      Reading.refusals(Reading.text(with: members), limits: limits).map {
        "\($0.pointer) \($0.detail)"
      }
    }
    #expect(refusals(#""items":3"#) == [])
    #expect(
      refusals(#""items":4"#) == [
        "/items must be a whole number from 0 to 3 (TATAMI_MAX_ITEMS) (got 4)"
      ])
    #expect(refusals(#""items":[1,1,1]"#) == [])
    #expect(
      refusals(#""items":[1,1,1,1,{"x":[]}]"#) == [
        "/items has more than 3 items in all sections (TATAMI_MAX_ITEMS)"
      ]
    )
    #expect(
      refusals(#""sections":[{"items":2},{"items":[1,1]}]"#)
        == ["/sections/1/items has more than 3 items in all sections (TATAMI_MAX_ITEMS)"])
    #expect(
      refusals(#""sections":[{"items":0},{"items":0},{"items":0}]"#)
        == ["/sections has more than 2 sections"])
    #expect(
      refusals(
        #""items":3,"layout":{"type":"custom","frames":[[0,0,1,1],[0,0,1,1],[0,0,1,1],[0,0,1,1]]}"#)
        == ["/layout/frames has more than 3 frames in the document (TATAMI_MAX_ITEMS)"])
    #expect(
      refusals(#""items":3,"layout":[{"layout":{"type":"flow"}},{"layout":{"type":"flow"}}]"#)
        == ["/layout has more than 1 variants"])
  }

  @Test func `room made ahead of items is bounded for all sections together`() throws {
    // Each section, by itself, would make room for as many items as all that follow hold.
    let items = Array(repeating: "0", count: 1_100).joined(separator: ",")
    let sections = Array(repeating: #"{"items":[\#(items)]}"#, count: 100)
    let text = Reading.text(with: #""sections":[\#(sections.joined(separator: ","))]"#)
    let limits = DocumentLimits(maxItems: 150_000)
    let document = try LayoutDocumentReader.read(Array(text.utf8), limits: limits)
    let bytes = document.sections.map(\.items.byteCount).reduce(0, +)
    #expect(document.sections.allSatisfy { $0.items.count == 1_100 })
    // Two bytes each, and room for the chunks.
    #expect(bytes < 2 * 100 * 1_100 + 100 * 600)
  }

  @Test func `white space and the order of fields say nothing`() throws {
    let document = try Reading.document(
      "\t{\r\n \"items\" : [ 1 , [ 2 , 3 ] , { \"height\" : 4 } ] , \"container\" : "
        + "{ \"height\" : 5 , \"width\" : 6 } } \n")
    #expect(document.sections[0].items.count == 3)
    #expect(document.container.size == Size(width: 6, height: 5))
  }
}
