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

  /// A group of two items that are 60 and 30 points wide, each with a badge; the group has one, too.
  private static func badges(
    _ size: String, group: String = #"{"width":{"fractionalWidth":1},"height":{"absolute":40}}"#,
    items: String = #""height":{"absolute":40}"#
  ) -> String {
    let badge =
      #"{"kind":"badge","size":\#(size),"containerAnchor":{"edges":["top","leading"]}}"#
    let note = #"{"kind":"note","size":{"width":{"estimated":1},"height":{"estimated":1}}}"#
    let subitems = [60, 30].map {
      #"{"size":{"width":{"absolute":\#($0)},\#(items)},"supplementaryItems":[\#(badge)]}"#
    }
    return #"""
      "compositional","group":{"direction":"horizontal","size":\#(group),
       "supplementaryItems":[\#(note)],"subitems":[\#(subitems.joined(separator: ","))]},
       "body":{"insets":{"leading":5,"trailing":5,"top":1,"bottom":2}}
      """#
  }

  private static let estimated = #"{"width":{"estimated":9},"height":{"estimated":9}}"#

  @Test
  func `N4: a badge is as wide as its longest line, at most its item, and as high as its body`()
    throws
  {
    // 30 points and insets of 10 fit on the first item; the second one has two letters a line.
    let layout = try layout(
      Self.badges(Self.estimated), #""items":3,"supplementaries":{"badge":"abc"}"#)
    let badges = try shown(layout).filter { $0.kind == "badge" && $0.section == 0 }
    #expect(
      badges.map(\.frame) == [
        Rect(x: 0, y: 0, width: 40, height: 23), Rect(x: 60, y: 0, width: 30, height: 43),
        Rect(x: 0, y: 40, width: 40, height: 23),
      ])
    #expect(badges.map(\.bodyHeight) == [23, 43, 23])
    let lines = try badges.map { try layout.bodyLines(of: $0, LayoutBudget()) }
    #expect(lines.map { $0?.map(\.lines) } == [[["abc"]], [["ab", "c"]], [["abc"]]])
    let other = try shown(layout).filter { $0.kind == "note" || $0.section == 1 }
    #expect(!other.isEmpty && other.allSatisfy { $0.bodyHeight == nil })
  }

  @Test func `N4: badges of groups and of fractional width have bodies, also on measured items`()
    throws
  {
    let width = #"{"width":{"fractionalWidth":0.5},"height":{"estimated":9}}"#
    let type = Self.badges(
      width, group: #"{"width":{"fractionalWidth":1},"height":{"estimated":40}}"#,
      items: #""height":{"estimated":40}"#)
    let section =
      #""items":[{},{"measured":{"height":90}},{}],"supplementaries":{"badge":"ab","note":"abcdefghijklm"}"#
    let layout = try layout(type, section)
    let shown = try shown(layout).filter { $0.section == 0 }
    let badges = shown.filter { $0.kind == "badge" }
    #expect(badges.map(\.frame.width) == [30, 15, 30])
    // Two letters fit on the first item, one on the second.
    #expect(badges.map(\.bodyHeight) == [23, 43, 23])
    #expect(badges.map(\.frame.height) == [23, 43, 23])
    let notes = shown.filter { $0.kind == "note" }
    #expect(notes.map(\.bodyHeight) == [43, 43])
    // In the centre of groups that are 90 and 40 points high.
    #expect(
      notes.map(\.frame) == [
        Rect(x: 0, y: 23.5, width: 100, height: 43), Rect(x: 0, y: 88.5, width: 100, height: 43),
      ])
  }

  @Test func `N4: an empty badge has no size, and one body is measured once for each width`() throws
  {
    let empty = try layout(
      Self.badges(Self.estimated), #""items":2,"supplementaries":{"badge":""}"#)
    let sizes = try shown(empty).filter { $0.kind == "badge" && $0.section == 0 }.map(\.frame.size)
    #expect(sizes == [.zero, .zero])
    // The width of each of 200 items is the same.
    let item = #"""
      {"size":{"width":{"absolute":0.25},"height":{"absolute":4}},"supplementaryItems":[
       {"kind":"badge","size":{"width":{"absolute":30},"height":{"estimated":9}}}]}
      """#
    let items = [String](repeating: item, count: 200).joined(separator: ",")
    let many = #"""
      "compositional","group":{"direction":"horizontal","size":{"width":{"absolute":100},
       "height":{"absolute":4}},"subitems":[\#(items)]}
      """#
    let measurer = CharacterMeasurer()
    let layout = try PreparedLayout(
      json: text(many, #""items":200,"supplementaries":{"badge":"abcd"}"#), measurer)
    #expect(measurer.count == 1)
    let heights = try shown(layout).filter { $0.section == 0 }.map(\.bodyHeight)
    #expect(heights == [Double?](repeating: 40, count: 200))
  }

  @Test func `N4: a badge's body needs an estimated height and a width that no height sets`() {
    let section = #""items":1,"supplementaries":{"badge":"a"}"#
    let place = "/sections/0/supplementaries/badge needs supplementary items whose"
    #expect(
      reasons(Self.badges(#"{"width":{"estimated":9},"height":{"absolute":9}}"#), section)
        == ["\(place) height is estimated"])
    #expect(
      reasons(Self.badges(#"{"width":{"fractionalHeight":1},"height":{"estimated":9}}"#), section)
        == ["\(place) width is not a fraction of a height"])
    let unknown = reasons(
      Self.badges(Self.estimated), #""items":1,"supplementaries":{"bagde":"a"}"#)
    #expect(unknown.count == 1 && unknown[0].hasSuffix(#"it has "note", "badge""#))
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
