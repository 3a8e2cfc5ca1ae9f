import Testing

@testable import LayoutEngine

/// What a layout is said to hold, which a cache counts it by.
@Suite struct ByteCountTests {
  private let frames = (0..<10_000).map {
    CustomFrame(frame: Rect(x: 0, y: Double($0), width: 10, height: 1), zIndex: $0 % 3)
  }

  private func byteCount(
    _ layout: SectionLayout, sections: Int, items: Int, own: Bool = false
  ) throws -> Int {
    let section = Section(items: Items(count: items), layout: own ? LayoutVariants(layout) : nil)
    return try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(layout), sections: Array(repeating: section, count: sections))
    ).byteCount
  }

  /// A frame and its stacking order.
  private let leastBytes = 10_000 * (32 + 9)

  /// Sections of their own layouts hold as much each; those of one layout next to nothing more.
  private func expectShared(_ layout: SectionLayout, items: Int) throws {
    let one = try byteCount(layout, sections: 1, items: items)
    #expect(one > leastBytes)
    #expect(try byteCount(layout, sections: 50, items: items) < one + 49 * 2_000)
    #expect(try byteCount(layout, sections: 5, items: items, own: true) > 5 * leastBytes)
  }

  @Test func `given frames that sections share are counted once`() throws {
    try expectShared(.custom(CustomSpec(frames: frames)), items: 10_000)
  }

  @Test func `a group's template and supplementaries that sections share are counted once`() throws
  {
    let group = LayoutGroup(
      size: LayoutSize(width: .absolute(10), height: .absolute(10_000)),
      content: .frames(frames))
    try expectShared(.compositional(CompositionalSpec(group: group)), items: 10_000)

    var badge = SupplementaryItem(
      kind: "badge", size: LayoutSize(width: .absolute(1), height: .absolute(1)))
    badge.containerAnchor = LayoutAnchor(edges: [.top])
    var item = LayoutItem(size: LayoutSize(width: .absolute(1), height: .absolute(0.01)))
    item.supplementaryItems = [badge]
    let badged = LayoutGroup(
      size: LayoutSize(width: .absolute(10), height: .absolute(100)),
      content: .subitems(axis: .vertical, subitems: [.item(item)], count: nil))
    try expectShared(.compositional(CompositionalSpec(group: badged)), items: 10_000)
  }

  @Test func `frames of an arrangement that sections share are counted once`() throws {
    let group = LayoutGroup(
      size: LayoutSize(width: .absolute(10), height: .estimated(100)),
      content: .arrangement(.custom(CustomSpec(frames: frames))))
    try expectShared(.compositional(CompositionalSpec(group: group)), items: 10_000)
  }
}
