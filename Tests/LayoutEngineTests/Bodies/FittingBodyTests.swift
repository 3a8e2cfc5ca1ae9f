import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// Items as wide as their text, by hand arithmetic (LayoutRules N5): a character is 10 points wide and 20 high.
@Suite struct FittingBodyTests {
  private static let list = #"{"type":"list","body":{"width":"fit-content"}}"#

  private func document(
    _ layout: String, _ items: String, container: String = #"{"width":100,"height":200}"#
  ) -> String {
    """
    {"container":\(container),"textStyles":{"t":{"fontFamily":"A","lineHeight":20}},
     "layout":\(layout),"items":\(items)}
    """
  }

  private func frames(
    _ layout: String, _ items: String, container: String = #"{"width":100,"height":200}"#
  ) throws -> [Rect] {
    try PreparedLayout(
      json: document(layout, items, container: container), CharacterMeasurer()
    ).attributes(LayoutQuery(.all)).filter { $0.category == .cell }.map(\.frame)
  }

  @Test func `N5: rows are as wide as their text, at the edge that the item names`() throws {
    let items = #"""
      [{"body":"x"},{"body":"abc"},{"body":"abc","bodyAlignment":"trailing"},{"body":"abcdefghijkl","bodyAlignment":"trailing"},
       {"body":"","bodyAlignment":"leading"},{"height":30,"bodyAlignment":"trailing"},7]
      """#
    let cells = try frames(Self.list, items)
    #expect(
      cells == [
        Rect(x: 0, y: 0, width: 10, height: 20), Rect(x: 0, y: 20, width: 30, height: 20),
        Rect(x: 70, y: 40, width: 30, height: 20), Rect(x: 0, y: 60, width: 100, height: 40),
        Rect(x: 0, y: 100, width: 0, height: 0), Rect(x: 0, y: 100, width: 100, height: 30),
        Rect(x: 0, y: 130, width: 100, height: 7),
      ])
  }

  @Test
  func `N5: insets count, leading is on the right from right to left, and heights have a least`()
    throws
  {
    let layout = #"""
      {"type":"list","rowHeight":25,"sectionInset":{"left":5,"right":15},
       "body":{"width":"fit-content","insets":{"leading":3,"trailing":4,"top":1,"bottom":1}}}
      """#
    let items = #"[{"body":"ab"},{"body":"ab","height":50,"bodyAlignment":"trailing"}]"#
    #expect(
      try frames(layout, items) == [
        Rect(x: 5, y: 0, width: 27, height: 25), Rect(x: 58, y: 25, width: 27, height: 50),
      ])
    let container = #"{"width":100,"height":200,"direction":"rtl"}"#
    #expect(
      try frames(layout, items, container: container) == [
        Rect(x: 68, y: 0, width: 27, height: 25), Rect(x: 15, y: 25, width: 27, height: 50),
      ])
  }

  @Test func `N5: with a scale, a row's width is rounded up to whole pixels`() throws {
    let layout =
      #"{"type":"list","body":{"width":"fit-content","insets":{"leading":0.2,"trailing":0}}}"#
    let items = #"[{"body":"ab"},{"body":"abcdefghijkl"}]"#
    let container = #"{"width":100,"height":200,"scale":2}"#
    #expect(try frames(layout, items, container: container).map(\.width) == [20.5, 100])
    #expect(try frames(layout, items).map(\.width) == [20.2, 100])
  }

  @Test func `N3: a flow item's measured width overrides its text's`() throws {
    let items = #"[{"width":90,"body":"abcdefgh","measured":{"width":50}}]"#
    let cells = try frames(#"{"type":"flow","body":{"width":"fit-content"}}"#, items)
    #expect(cells.map { Size(width: $0.width, height: $0.height) } == [Size(width: 50, height: 40)])
  }

  @Test func `N5: items of a flow are as wide as their text, at most as without it`() throws {
    let layout =
      #"{"type":"flow","minimumInteritemSpacing":0,"minimumLineSpacing":0,"alignment":"leading","body":{"width":"fit-content"}}"#
    let items = #"""
      [{"width":60,"body":"abc"},{"width":30,"body":"abcdef"},{"height":70,"body":"ab"},{"body":"abcdefghijkl"},{"width":9,"height":9}]
      """#
    #expect(
      try frames(layout, items).map { Size(width: $0.width, height: $0.height) } == [
        Size(width: 30, height: 20), Size(width: 30, height: 40), Size(width: 20, height: 70),
        Size(width: 100, height: 40), Size(width: 9, height: 9),
      ])
  }

  @Test(arguments: [
    #"{"type":"waterfall","body":{"width":"fit-content"}}"#,
    #"{"type":"magazine","body":{"width":"fit-content"}}"#,
    #"{"type":"list","headerBody":{"width":"fit-content"}}"#,
    #"{"type":"compositional","group":{"direction":"horizontal","size":{"width":{"fractionalWidth":1},"height":{"absolute":9}},"subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"absolute":9}}}]},"body":{"width":"fit-content"}}"#,
  ])
  func `N5: other layouts, headers and footers do not fit their content`(_ layout: String) throws {
    let error = #expect(throws: LayoutError.self) { try frames(layout, "1") }
    #expect(error?.issues.map(\.reason) == [BodyOptions.reasonAgainstFitting])
  }

  @Test func `Rows are found by their own frames, and versions equal fresh layouts`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    func item() -> String {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return "\(Int.random(in: 0...40, using: &random))"
      case 1: return #"{"height":20,"bodyAlignment":"trailing"}"#
      case let kind:
        let text = String(repeating: "a", count: Int.random(in: 0...25, using: &random))
        return #"{"body":"\#(text)","bodyAlignment":"\#(kind % 2 == 0 ? "leading" : "trailing")"}"#
      }
    }
    let layout = #"{"type":"list","rowSpacing":3,"body":{"width":"fit-content"}}"#
    for _ in 0..<40 {
      var items = (0..<Int.random(in: 1...120, using: &random)).map { _ in item() }
      var version = try PreparedLayout(
        json: document(layout, "[\(items.joined(separator: ","))]"), CharacterMeasurer())
      for _ in 0..<4 {
        let place = Int.random(in: 0..<items.count, using: &random)
        items[place] = item()
        let replacing = #"{"replace":[{"indexPath":[0,\#(place)],"item":\#(items[place])}]}"#
        version = try version.updated(json: replacing).layout
        let fresh = try PreparedLayout(
          json: document(layout, "[\(items.joined(separator: ","))]"), CharacterMeasurer())
        let all = try fresh.attributes(LayoutQuery(.all))
        #expect(try version.attributes(LayoutQuery(.all)) == all, "seed \(seed)")
        let rect = Rect(
          x: Double.random(in: -10...100, using: &random),
          y: Double.random(in: -10...2_000, using: &random),
          width: Double.random(in: 0...60, using: &random),
          height: Double.random(in: 0...400, using: &random))
        let met = all.filter { $0.frame.intersects(rect) }
        #expect(try version.attributes(LayoutQuery(.rect(rect))) == met, "seed \(seed)")
      }
    }
  }
}
