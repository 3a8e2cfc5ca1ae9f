import TestSupport
import Testing

@testable import LayoutEngine

/// Queries that are given up where they would take long.
@Suite struct QueryEffortTests {
  /// As many equal frames at one place as there are items.
  private func pile(of count: Int) throws -> PreparedLayout {
    let spec = CustomSpec(
      frames: Array(
        repeating: CustomFrame(frame: Rect(x: 0, y: 0, width: 10, height: 10)), count: count))
    return try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.custom(spec)), sections: [LayoutSection(items: Items(count: count))]
      ))
  }

  @Test func `A pile is given up, a screen of it is not`() throws {
    let rect = LayoutQuery(.rect(Rect(x: 5, y: 5, width: 1, height: 1)))
    #expect(try pile(of: 5_000).select(rect, effort: 4_000) == nil)
    #expect(try pile(of: 3_000).select(rect, effort: 4_000)?.count == 3_000)
    #expect(try pile(of: 5_000).select(rect).count == 5_000)
  }

  @Test func `Everything in sight is found without looking at each`() throws {
    let rect = LayoutQuery(.rect(Rect(x: -1, y: -1, width: 500, height: 500)))
    #expect(try pile(of: 5_000).select(rect, effort: 10)?.count == 5_000)
  }

  @Test func `Groups that overlap are given up before their numbers are gathered`() throws {
    // 100 frames 1,000 points long in groups of one point: a line of 1,000 points across them
    // meets about 100 · 1,000 of them.
    let group = LayoutGroup(
      size: LayoutSize(width: .fractionalWidth(1, plus: 0), height: .absolute(1)),
      content: .frames(
        Array(
          repeating: CustomFrame(frame: Rect(x: 0, y: 0, width: 50, height: 1_000)), count: 100)))
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.compositional(CompositionalSpec(group: group))),
        sections: [LayoutSection(items: Items(count: 1_000_000))]))
    let rect = LayoutQuery(.rect(Rect(x: 5, y: 5_000, width: 1, height: 0.5)))
    #expect(try layout.select(rect, effort: 4_000) == nil)
    #expect(try layout.select(rect).count == 100_000)
  }

  @Test func `Ids are counted in bytes, whatever else is found`() throws {
    var list = ListSpec()
    list.headerFooter.headerReferenceSize = Size(width: 0, height: 10)
    var items = ItemColumns()
    for id in ["", "é", nil, "畳x", nil] as [String?] {
      items.append()
      guard let id else { continue }
      let isSet = items.ids.set(Array(id.utf8), at: items.count - 1)
      #expect(isSet)
    }
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.list(list)),
        sections: [LayoutSection(items: items), LayoutSection(items: Items(count: 3))]))
    #expect(try layout.select(LayoutQuery(.all)).idByteCount == 0 + 2 + 4)
    func bytes(ofItems items: [Int]) throws -> Int {
      let paths = items.map { LayoutIndexPath(section: 0, item: $0) }
      return try layout.select(LayoutQuery(.indexPaths(paths, kind: nil))).idByteCount
    }
    #expect(try bytes(ofItems: [0]) == 0)
    #expect(try bytes(ofItems: [1]) == 2)
    #expect(try bytes(ofItems: [2, 3]) == 4)
    #expect(try bytes(ofItems: [4]) == 0)
    #expect(try bytes(ofItems: [3, 1, 3]) == 10)
  }

  @Test func `Many sections are given up`() throws {
    var list = ListSpec()
    list.rowHeight = 1
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.list(list)),
        sections: Array(repeating: LayoutSection(items: Items(count: 1)), count: 5_000)))
    #expect(
      try layout.select(
        LayoutQuery(.rect(Rect(x: 0, y: 0, width: 100, height: 9_000))), effort: 4_000) == nil)
    #expect(try layout.select(LayoutQuery(.all), effort: 4_000) == nil)
    #expect(
      try layout.select(
        LayoutQuery(.rect(Rect(x: 0, y: 2_000, width: 100, height: 10))), effort: 4_000)?.count
        == 10)
  }
}
