import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// Bodies of items, by hand arithmetic (LayoutRules N): a character is 10 points wide and 20 high.
@Suite struct BodyTests {
  private static let styles = #"{"title":{"fontFamily":"A","lineHeight":20}}"#

  private func layout(
    _ layout: String, _ items: String, width: Int = 100, styles: String = styles,
    _ measurer: CharacterMeasurer = CharacterMeasurer()
  ) throws -> PreparedLayout {
    try PreparedLayout(
      json: """
        {"container":{"width":\(width),"height":200},"textStyles":\(styles),
         "layout":{"type":\(layout)},"items":\(items)}
        """, measurer)
  }

  private func elements(
    _ layout: String, _ items: String, width: Int = 100
  ) throws -> [LayoutAttributes] {
    try self.layout(layout, items, width: width).attributes(LayoutQuery(.all))
  }

  private func reasons(_ layout: String, _ items: String) -> [String] {
    do {
      _ = try self.layout(layout, items)
      return []
    } catch let error as LayoutError {
      return error.issues.map { "\($0.path.steps.suffix(2)) \($0.reason)" }
    } catch {
      return ["\(error)"]
    }
  }

  private static let waterfall = #""waterfall","columns":2,"spacing":0"#

  @Test func `N2: a waterfall's body adds to its media, at the width of the columns it covers`()
    throws
  {
    let cells = try elements(
      Self.waterfall,
      #"[{"width":1,"height":1,"body":"abcdefg"},{"height":10,"body":"abcdefg","columnSpan":2}]"#)
    #expect(cells.map(\.frame.height) == [90, 30])
    #expect(cells.map(\.bodyHeight) == [40, 20])
    #expect(cells.map(\.imageHeight) == [50, 10])
  }

  @Test func `N1: blocks, spaces between those with a height, insets and the least height`() throws
  {
    let body =
      #","body":{"insets":{"top":1,"leading":10,"bottom":2,"trailing":20},"spacing":5,"minHeight":50}"#
    let one = #""waterfall","columns":1,"spacing":0\#(body)"#
    let cells = try elements(
      one,
      #"""
      [{"height":0,"body":["abcdefgh",{"height":7},"",{"text":"x","style":"title"}]},
       {"height":0,"body":["x"]},{"height":9,"body":""},{"height":9,"body":[]}]
      """#)
    #expect(cells.map(\.bodyHeight) == [80, 50, 0, 0])
    #expect(cells.map(\.frame.height) == [80, 50, 9, 9])
  }

  @Test func `N2: a list's row is as tall as its body, at least as its given height`() throws {
    let items = #"[{"body":"abcdefghijk"},{"height":60,"body":"a"},{"body":"a"},30]"#
    #expect(try elements(#""list""#, items).map(\.frame.height) == [40, 60, 20, 30])
    #expect(try elements(#""list","rowHeight":25"#, items).map(\.frame.height) == [40, 60, 25, 30])
    #expect(try elements(#""list""#, items).map(\.bodyHeight) == [40, 20, 20, nil])
  }

  @Test func `N2: a flow item without sides is a chip, as wide as its longest line`() throws {
    let flow =
      #""flow","minimumInteritemSpacing":5,"minimumLineSpacing":0,"body":{"insets":{"top":2,"leading":4,"bottom":2,"trailing":6}}"#
    let cells = try elements(
      flow,
      #"[{"body":"abc"},{"body":["ab","a"]},{"body":"abcdefghijklm"},{"width":40,"body":"abcdef"}]"#
    )
    #expect(cells.map(\.frame.width) == [40, 30, 100, 40])
    #expect(cells.map(\.frame.height) == [24, 44, 44, 44])
    #expect(cells[2].frame.y >= 44)
  }

  @Test func `N2: a magazine item of dynamic height is as tall as its body`() throws {
    let items =
      #"[{"widthMode":2,"heightMode":"dynamic","body":"abcdef"},{"widthMode":2,"height":10}]"#
    let cells = try elements(#""magazine""#, items)
    #expect(cells.map(\.frame.height) == [40, 10])
  }

  @Test func `N2: an estimated compositional item is as tall as its body`() throws {
    let layout = """
      "compositional","group":{"size":{"width":{"fractionalWidth":1},"height":{"estimated":44}},
       "direction":"horizontal","subitems":[
        {"size":{"width":{"fractionalWidth":0.3},"height":{"estimated":44}}},
        {"size":{"width":{"fractionalWidth":0.7},"height":{"estimated":44}}}]}
      """
    let items = #"[{"body":"abcdef"},{"body":"abcdef"},{"body":"a"},{"body":"b"}]"#
    let cells = try elements(layout, items)
    #expect(cells.map(\.frame.height) == [40, 20, 20, 20])
    #expect(cells.map(\.frame.y) == [0, 0, 40, 40])
    #expect(cells.map(\.bodyHeight) == [40, 20, 20, 20])
  }

  @Test func `K1 N3: what a view has measured overrides a body`() throws {
    let list = try layout(#""list""#, #"[{"body":"abc"},{"body":"abc","measured":{"height":33}}]"#)
    let measure = #"{"measure":[{"indexPath":[0,0],"height":50}]}"#
    let version = try list.updated(json: measure).layout
    #expect(try list.attributes(LayoutQuery(.all)).map(\.frame.height) == [20, 33])
    #expect(try version.attributes(LayoutQuery(.all)).map(\.frame.height) == [50, 33])
    let forget = #"{"measure":[{"indexPath":[0,0],"height":null}]}"#
    let again = try version.updated(json: forget).layout
    #expect(try again.attributes(LayoutQuery(.all)).map(\.frame.height) == [20, 33])
    let wall = try layout(Self.waterfall, #"[{"height":5,"body":"a","measured":{"bodyHeight":7}}]"#)
    #expect(try wall.attributes(LayoutQuery(.all)).map(\.frame.height) == [12])
  }

  @Test func `N3: another width measures bodies again, another height of the container does not`()
    throws
  {
    let measurer = CharacterMeasurer()
    let list = try layout(#""list""#, #"[{"body":"abcdefghijkl"},{"body":"abc"}]"#, measurer)
    #expect(measurer.count == 2)
    let taller = try list.updated(json: #"{"container":{"height":300}}"#).layout
    #expect(measurer.count == 2)
    let wider = try taller.updated(json: #"{"container":{"width":200}}"#).layout
    #expect(measurer.count == 4)
    #expect(try list.attributes(LayoutQuery(.all)).map(\.frame.height) == [40, 20])
    #expect(try wider.attributes(LayoutQuery(.all)).map(\.frame.height) == [20, 20])
  }

  @Test func `N2: items that must not have a body are refused with the reason`() {
    let item = #"[{"body":"a"}]"#
    #expect(reasons(#""justified""#, item)[0].contains("a justified item has no body"))
    #expect(
      reasons(#""custom","frames":[[0,0,1,1]]"#, item)[0].contains("its frame is fixed"))
    let fixedHeight = #"[{"heightMode":"static","body":"a"}]"#
    #expect(reasons(#""magazine""#, fixedHeight)[0].contains("heightMode is dynamic"))
    #expect(reasons(#""magazine""#, item).isEmpty)
    #expect(
      reasons(Self.waterfall, #"[{"body":"a","bodyHeight":3}]"#)[0].contains("give only one"))
    let fixed = """
      "compositional","group":{"size":{"width":{"fractionalWidth":1},"height":{"absolute":44}},
       "direction":"horizontal","subitems":[
        {"size":{"width":{"fractionalWidth":1},"height":{"absolute":44}}}]}
      """
    #expect(reasons(fixed, item)[0].contains("is estimated"))
    #expect(reasons(Self.waterfall, #"[1,{"body":"a"},{"body":"b"}]"#).isEmpty)
  }

  @Test func `cells of one size have their bodies' heights and lines, too`() throws {
    for layout in [#""list""#, #""flow","minimumInteritemSpacing":0"#, Self.waterfall] {
      let wall = try self.layout(
        layout, #"[{"height":1,"body":"abcdefghijkl"},{"height":1,"body":"abcdefghijkl"}]"#)
      let selection = try wall.select(LayoutQuery(.all))
      var cursor = selection.makeCursor()
      while let cell = cursor.nextIfCell() {
        let found = cursor.bodyHeight(of: cell)
        let height = try #require(found)
        let blocks = try #require(try wall.bodyLines(of: cell, LayoutBudget()))
        #expect(blocks.map(\.height) == [height] && blocks[0].lines.joined() == "abcdefghijkl")
        #expect(Double(blocks[0].lines.count) * 20 == height, "\(layout)")
      }
    }
  }

  @Test func `blocks are listed from the cell's top`() throws {
    let body = #","body":{"insets":{"top":3,"leading":10,"bottom":4,"trailing":0},"spacing":5}"#
    let wall = try layout(
      #""waterfall","columns":1,"spacing":0\#(body)"#,
      #"[{"height":7,"body":["abcdefghijk","",{"height":2},"b"]}]"#)
    let selection = try wall.select(LayoutQuery(.all))
    var cursor = selection.makeCursor()
    let next = cursor.nextIfCell()
    let cell = try #require(next)
    func text(_ lines: String...) -> TextLines {
      TextLines(
        lines: lines.enumerated().map {
          TextLines.Line(text: $1, top: 20 * Double($0), height: 20)
        }, height: 20 * Double(lines.count))
    }
    #expect(
      try wall.bodyLines(of: cell, LayoutBudget()) == [
        BodyBlockLines(y: 10, height: 40, text: text("abcdefghi", "jk"), style: 0),
        BodyBlockLines(y: 55, height: 2, text: nil, style: nil),
        BodyBlockLines(y: 62, height: 20, text: text("b"), style: 0),
      ])
    let attributes = try #require(Array(selection).first)
    #expect(
      try wall.bodyLines(of: attributes, LayoutBudget())
        == wall.bodyLines(of: cell, LayoutBudget()))
  }

  @Test func `a text needs a style: its own, the layout's, or the only one`() throws {
    let two = #"{"a":{"fontFamily":"A","lineHeight":20},"b":{"fontFamily":"A","lineHeight":20}}"#
    #expect(throws: LayoutError.self) { try layout(#""list""#, #"[{"body":"x"}]"#, styles: two) }
    _ = try layout(#""list","body":{"style":"b"}"#, #"[{"body":"x"}]"#, styles: two)
    _ = try layout(#""list""#, #"[{"body":[{"text":"x","style":"a"}]}]"#, styles: two)
  }
}

/// Random bodies, against documents that give the lengths that follow from them.
@Suite struct RandomBodyTests {
  /// The fields of a random item, and those of one with the lengths that its body takes.
  private struct Item {
    let given: String
    let laid: String
  }

  private static func item(_ layout: Int, width: Int, _ random: inout SeededGenerator) -> Item {
    let letters = Int.random(in: 0...30, using: &random)
    let text = String(repeating: "x", count: letters)
    let height = 20 * ((letters + width / 10 - 1) / (width / 10))
    guard Int.random(in: 0..<4, using: &random) > 0 else {
      let plain = #"{"height":\#(Int.random(in: 0...80, using: &random))}"#
      return Item(given: plain, laid: plain)
    }
    if layout == 0 {
      let media = #""width":3,"height":2"#
      return Item(
        given: #"{\#(media),"body":"\#(text)"}"#, laid: #"{\#(media),"bodyHeight":\#(height)}"#)
    }
    return Item(given: #"{"body":"\#(text)"}"#, laid: #"{"height":\#(height)}"#)
  }

  private static func text(
    _ layout: Int, _ width: Int, _ items: [String]
  ) -> String {
    let kind = [#""waterfall","columns":3,"spacing":0"#, #""list","rowSpacing":2"#][layout]
    let container = layout == 0 ? 3 * width : width
    return """
      {"container":{"width":\(container),"height":200},
       "textStyles":{"t":{"fontFamily":"A","lineHeight":20}},
       "layout":{"type":\(kind)},"items":[\(items.joined(separator: ","))]}
      """
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `documents and their versions are as with the lengths given`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layout = Int(seed % 2)
    let width = Int.random(in: 3...20, using: &random) * 10
    var items = (0..<Int.random(in: 1...3_000, using: &random)).map { _ in
      Self.item(layout, width: width, &random)
    }
    let measurer = CharacterMeasurer()
    var given = try PreparedLayout(json: Self.text(layout, width, items.map(\.given)), measurer)
    for _ in 0..<8 {
      let laid = try PreparedLayout(json: Self.text(layout, width, items.map(\.laid)), measurer)
      let fresh = try PreparedLayout(json: Self.text(layout, width, items.map(\.given)), measurer)
      let frames = try given.attributes(LayoutQuery(.all)).map(\.frame)
      #expect(try laid.attributes(LayoutQuery(.all)).map(\.frame) == frames, "seed \(seed)")
      #expect(
        try fresh.attributes(LayoutQuery(.all)) == given.attributes(LayoutQuery(.all)),
        "seed \(seed)")
      let place = Int.random(in: 0..<items.count, using: &random)
      let new = Self.item(layout, width: width, &random)
      let before = measurer.count
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        items[place] = new
        given = try given.updated(
          json: #"{"replace":[{"indexPath":[0,\#(place)],"item":\#(new.given)}]}"#
        ).layout
      case 1:
        items.insert(new, at: place)
        given = try given.updated(
          json: #"{"insert":[{"indexPath":[0,\#(place)],"items":[\#(new.given)]}]}"#
        ).layout
      default:
        guard items.count > 1 else { continue }
        items.remove(at: place)
        given = try given.updated(json: #"{"delete":[[0,\#(place)]]}"#).layout
      }
      // Only bodies in chunks near the change are measured again.
      #expect(measurer.count - before <= 2 * 1_024, "seed \(seed)")
    }
  }
}
