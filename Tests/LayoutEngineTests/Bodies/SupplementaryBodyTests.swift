import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// Bodies of headers, footers and boundary items, by hand arithmetic: a character is 10 points wide and 20 high.
@Suite struct SupplementaryBodyTests {
  private static let options =
    #""headerBody":{"insets":{"top":1,"leading":10,"bottom":2,"trailing":10},"spacing":3}"#

  private func text(_ layout: String, _ section: String, more: String = "") -> String {
    """
    {"container":{"width":100,"height":200},"textStyles":{"a":{"fontFamily":"A","lineHeight":20}},
     "layout":{"type":\(layout)},"sections":[{\(section)},{"items":1}]\(more)}
    """
  }

  private func layout(_ layout: String, _ section: String) throws -> PreparedLayout {
    try PreparedLayout(json: text(layout, section), CharacterMeasurer())
  }

  private func shown(_ layout: PreparedLayout) throws -> [LayoutAttributes] {
    try layout.attributes(LayoutQuery(.all)).filter { $0.category == .supplementary }
  }

  private func reasons(_ layout: String, _ section: String) -> [String] {
    do {
      _ = try self.layout(layout, section)
      return []
    } catch let error as LayoutError {
      return PointedError.list(error).map { "\($0.pointer) \($0.detail)" }
    } catch {
      return ["\(error)"]
    }
  }

  @Test(arguments: [
    (#""flow""#, 2), (#""waterfall","columns":1"#, 2), (#""list""#, 2), (#""justified""#, 2),
    (#""magazine""#, 2),
  ])
  func `N4: headers and footers are as high as their bodies`(_ type: String, _ count: Int) throws {
    // Eight characters a line: 2 lines, 3 points, 1 line; the footer has ten a line.
    let layout = try layout(
      "\(type),\(Self.options)",
      #""items":1,"supplementaries":{"header":["abcdefghi","x"],"footer":"abcdefghijk"}"#)
    let elements = try shown(layout)
    #expect(elements.map(\.kind) == ["header", "footer"])
    #expect(elements.map(\.frame.height) == [66, 40])
    #expect(elements.map(\.bodyHeight) == [66, 40])
    let lines = try elements.map { try layout.bodyLines(of: $0, LayoutBudget()) }
    #expect(lines[0]?.map(\.lines) == [["abcdefgh", "i"], ["x"]])
    #expect(lines[0]?.map(\.y) == [1, 44] && lines[1]?.map(\.y) == [0])
  }

  @Test func `N4: the length that the layout gives is the least, and no body is no header`() throws
  {
    let sized = #""list","headerReferenceSize":{"height":90},"footerReferenceSize":{"height":5}"#
    let section = #""items":1,"supplementaries":{"header":"a","footer":"abcdefghijk"}"#
    #expect(try shown(layout(sized, section)).map(\.frame.height) == [90, 40, 90, 5])
    let empty = #""items":1,"supplementaries":{"header":"","footer":[]}"#
    #expect(try shown(layout(#""list""#, empty)).isEmpty)
    let magazine = #""magazine","header":{"height":44},"sectionInset":{"left":30,"right":30}"#
    let narrow = #""items":1,"supplementaries":{"header":"abcdefghij"}"#
    #expect(try shown(layout(magazine, narrow)).map(\.frame.height) == [60, 44])
  }

  @Test func `N4: a waterfall's header is measured within its own insets`() throws {
    let type = #""waterfall","columns":1,"headerInset":{"left":20,"right":30,"top":7}"#
    let elements = try shown(layout(type, #""items":1,"supplementaries":{"header":"abcdefg"}"#))
    #expect(elements.map(\.frame) == [Rect(x: 20, y: 7, width: 50, height: 40)])
  }

  private static func compositional(_ height: String) -> String {
    #"""
    "compositional","group":{"direction":"vertical","size":{"width":{"fractionalWidth":1},
     "height":{"absolute":10}},"subitems":[{"size":{"width":{"fractionalWidth":1},
     "height":{"absolute":10}}}]},"boundarySupplementaryItems":[{"kind":"title","alignment":"top",
     "size":{"width":{"fractionalWidth":0.5},"height":{\#(height)}}}],
     "body":{"insets":{"top":4}}
    """#
  }

  @Test func `N4: boundary items of estimated height are as high as their bodies`() throws {
    let section = #""items":1,"supplementaries":{"title":"abcdefghijk"}"#
    let elements = try shown(layout(Self.compositional(#""estimated":30"#), section))
    #expect(elements.map(\.frame.height) == [64, 30])
    #expect(elements.map(\.bodyHeight) == [64, nil])
    #expect(
      reasons(Self.compositional(#""absolute":30"#), section)
        == ["/sections/0/supplementaries/title needs a boundary item whose height is estimated"])
  }

  @Test func `N4: a body needs a kind of one boundary item`() throws {
    let item =
      #"{"kind":"title","alignment":"top","size":{"width":{"fractionalWidth":1},"height":{"estimated":9}}}"#
    let type = Self.compositional(#""estimated":30"#).replacing(
      #""boundarySupplementaryItems":["#, with: #""boundarySupplementaryItems":[\#(item),"#)
    #expect(
      reasons(type, #""items":1,"supplementaries":{"title":"a"}"#)
        == ["/sections/0/supplementaries/title needs a kind of one boundary item (got 2 of them)"])
  }

  @Test func `N4: kinds that the layout lacks, and texts without a style, are refused`() throws {
    let other = reasons(#""list""#, #""items":1,"supplementaries":{"badge":"a"}"#)
    #expect(other.count == 1 && other[0].hasPrefix("/sections/0/supplementaries/badge names"))
    let custom = reasons(
      #""custom","frames":[[0,0,1,1]]"#, #""items":1,"supplementaries":{"header":"a"}"#)
    #expect(custom.contains { $0.hasPrefix("/sections/0/supplementaries/header names") })
  }

  @Test func `N4: a document is written as it was read`() throws {
    for (text, isTop) in [
      (
        text(#""list""#, #""items":1,"supplementaries":{"header":["a",{"height":3}],"b~/":"x"}"#),
        false
      ),
      (
        #"""
        {"container":{"width":1,"height":1},"textStyles":{"a":{"fontFamily":"A","lineHeight":9}},
         "layout":{"type":"list"},"items":[1],"supplementaries":{"footer":{"x":1}}}
        """#.replacing(#"{"x":1}"#, with: #"[{"text":"t","style":"a"}]"#), true
      ),
    ] {
      let document = try LayoutDocumentReader.read(Array(text.utf8))
      var written: [UInt8] = []
      var encoder = DocumentEncoder(document)
      while encoder.encode(into: &written, limit: 7) {}
      let again = try LayoutDocumentReader.read(written)
      #expect(
        again.sections[0].bodies?.entries.map(\.kind)
          == document.sections[0].bodies?.entries.map(\.kind))
      #expect(
        again.sections[0].bodies?.entries.map(\.body)
          == document.sections[0].bodies?.entries.map(\.body))
      #expect(document.sections[0].bodies != nil && document.hasTopLevelItems == isTop)
    }
  }
}
