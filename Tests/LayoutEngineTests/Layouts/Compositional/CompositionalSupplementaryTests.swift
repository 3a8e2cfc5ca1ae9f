import Testing

@testable import LayoutEngine

/// LayoutRules C10, C12 and C13, by hand arithmetic; the container is 375 × 812.
@Suite struct CompositionalSupplementaryTests {
  private static func badge(
    _ kind: String = "badge", width: LayoutDimension = .absolute(15),
    height: LayoutDimension = .absolute(15), container: LayoutAnchor? = nil,
    own: LayoutAnchor? = nil
  ) -> SupplementaryItem {
    var item = SupplementaryItem(
      kind: kind, size: LayoutSize(width: width, height: height))
    item.containerAnchor = container
    item.itemAnchor = own
    return item
  }

  private static func frame(of item: SupplementaryItem) throws -> Rect {
    try item.frame(on: Rect(x: 10, y: 20, width: 100, height: 60), at: .root)
  }

  @Test func `C12: a container anchor aligns inside the host, its offset moves`() throws {
    let corner = LayoutAnchor(
      edges: [.top, .trailing], offset: .fractional(Point(x: 0.5, y: -0.5)))
    // 110 − 15 + 7.5 = 102.5; 20 − 7.5 = 12.5.
    #expect(
      try Self.frame(of: Self.badge(container: corner))
        == Rect(x: 102.5, y: 12.5, width: 15, height: 15))
    let bottom = LayoutAnchor(edges: .bottom, offset: .absolute(Point(x: 3, y: 4)))
    #expect(
      try Self.frame(of: Self.badge(container: bottom))
        == Rect(x: 55.5, y: 69, width: 15, height: 15))
  }

  @Test func `C12: without a container anchor the supplementary is centred`() throws {
    #expect(
      try Self.frame(of: Self.badge(width: .absolute(20), height: .absolute(10)))
        == Rect(x: 50, y: 45, width: 20, height: 10))
  }

  @Test func `C12: an item anchor puts that own point on the container's, with both offsets`()
    throws
  {
    // Container point (110, 20) + (2, 3); own point the bottom leading corner (0, 15); own offset
    // half of 15 to the right: 112 − 0 + 7.5, 23 − 15.
    let badge = Self.badge(
      container: LayoutAnchor(edges: [.top, .trailing], offset: .absolute(Point(x: 2, y: 3))),
      own: LayoutAnchor(edges: [.bottom, .leading], offset: .fractional(Point(x: 0.5, y: 0))))
    #expect(try Self.frame(of: badge) == Rect(x: 119.5, y: 8, width: 15, height: 15))
    // An own point in the middle, on the container's middle.
    let centred = Self.badge(own: LayoutAnchor())
    #expect(try Self.frame(of: centred) == Rect(x: 52.5, y: 42.5, width: 15, height: 15))
  }

  @Test func `C12: a supplementary's size resolves against its host`() throws {
    #expect(
      try Self.frame(of: Self.badge(width: .ofWidth(0.5), height: .ofWidth(0.1)))
        == Rect(x: 35, y: 45, width: 50, height: 10))
  }

  @Test func `C10, C13: an item's supplementary has its number and stands on its inset frame`()
    throws
  {
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(200), .absolute(50),
        [
          .item(.absolute(100), .ofHeight(1)),
          .item(.absolute(100), .ofHeight(1)) {
            $0.contentInsets.leading = 10
            $0.supplementaryItems = [
              Self.badge(container: LayoutAnchor(edges: [.top, .leading]))
            ]
          },
        ]), items: 5)
    let solution = try section.solve()
    #expect(solution.badgeElements.map(\.name) == ["badge 1", "badge 3"])
    #expect(
      areFrames(solution.badgeElements.map(\.frame), [[110, 0, 15, 15], [110, 50, 15, 15]]))
    #expect(solution.badgeElements.allSatisfy { $0.zIndex == 1 && $0.rank == .other })
    #expect(solution.supplementaries?.number(kind: "badge", item: 3) == 1)
    #expect(solution.supplementaries?.number(kind: "badge", item: 2) == nil)
    #expect(solution.supplementaries?.number(kind: "badge", item: 5) == nil)
    #expect(solution.supplementaries?.number(kind: "other", item: 1) == nil)
    #expect(solution.supplementaries?.number(kind: "badge", item: -1) == nil)
  }

  @Test func `C10, C13: a group's supplementary has its group's number and the group less insets`()
    throws
  {
    let section = CompositionalSection(
      .line(.horizontal, .ofWidth(1), .absolute(80), [.item(.ofWidth(0.25), .ofHeight(1))]) {
        $0.contentInsets.trailing = 20
        $0.supplementaryItems = [
          Self.badge(
            "mark", width: .absolute(20), height: .absolute(60),
            container: LayoutAnchor(
              edges: .trailing, offset: .fractional(Point(x: 1, y: 0))))
        ]
      }, items: 9)
    let solution = try section.solve()
    // 355 − 20 + 20 = 355 … 375, centred 10 … 70; the cut third group shows its own too.
    #expect(solution.badgeElements.map(\.name) == ["mark 0", "mark 1", "mark 2"])
    #expect(
      areFrames(
        solution.badgeElements.map(\.frame),
        [[355, 10, 20, 60], [355, 90, 20, 60], [355, 170, 20, 60]]))
    #expect(solution.supplementaries?.number(kind: "mark", item: 2) == 2)
    #expect(solution.supplementaries?.number(kind: "mark", item: 3) == nil)
  }

  @Test func `C10: nested groups run on through the section, hidden without items`() throws {
    let column = LayoutGroup.line(
      .vertical, .absolute(100), .ofHeight(1), [.item(.ofWidth(1), .ofHeight(0.5))]
    ) {
      $0.supplementaryItems = [
        Self.badge("mark", container: LayoutAnchor(edges: [.top, .leading]))
      ]
    }
    let section = CompositionalSection(
      .line(.horizontal, .absolute(200), .absolute(50), [.group(column)]), items: 5)
    let solution = try section.solve()
    #expect(solution.badgeElements.map(\.name) == ["mark 0", "mark 1", "mark 2"])
    #expect(
      areFrames(
        solution.badgeElements.map(\.frame),
        [[0, 0, 15, 15], [100, 0, 15, 15], [0, 50, 15, 15]]))
    #expect(solution.supplementaries?.number(kind: "mark", item: 2) == 2)
    #expect(solution.supplementaries?.number(kind: "mark", item: 3) == nil)
  }

  @Test func `C10: several sorts on one group keep their own numbers`() throws {
    let inner = LayoutGroup.line(
      .vertical, .absolute(50), .ofHeight(1),
      [
        .item(.ofWidth(1), .ofHeight(0.5)) { $0.supplementaryItems = [Self.badge("dot")] }
      ]
    ) { $0.supplementaryItems = [Self.badge("column")] }
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(100), .absolute(50),
        [
          .item(.absolute(50), .ofHeight(1)), .group(inner),
        ]
      ) { $0.supplementaryItems = [Self.badge("row")] }, items: 5)
    let badges = try #require(try section.solve().supplementaries)
    let names = (0..<badges.count).map { badges.element($0).name }
    #expect(
      names == ["row 0", "column 0", "dot 1", "dot 2", "row 1", "column 1", "dot 4"])
    for number in 0..<badges.count {
      let element = badges.element(number)
      #expect(badges.number(kind: element.kind, item: element.item) == number)
    }
  }

  @Test func `A kind names one sort of element, once on a host`() {
    let twice = CompositionalSection(
      .line(
        .horizontal, .absolute(100), .absolute(50),
        [
          .item(.absolute(50), .ofHeight(1)) {
            $0.supplementaryItems = [Self.badge("a"), Self.badge("a")]
          }
        ]))
    #expect(
      twice.reasons() == [
        "/group/subitems/0/supplementaryItems/1/kind: is used by another supplementary item of this"
          + " host"
      ])
    let mixed = CompositionalSection(
      .line(
        .horizontal, .absolute(100), .absolute(50),
        [
          .item(.absolute(50), .ofHeight(1)) { $0.supplementaryItems = [Self.badge("a")] },
          .item(.absolute(50), .ofHeight(1)) { $0.supplementaryItems = [Self.badge("a")] },
        ]
      ) { $0.supplementaryItems = [Self.badge("b")] }
    ) {
      $0.spec.boundarySupplementaryItems = [
        BoundarySupplementaryItem(
          kind: "a", size: LayoutSize(width: .absolute(1), height: .absolute(1)), alignment: .top)
      ]
      $0.spec.decorationItems = [DecorationItem(kind: "b"), DecorationItem(kind: "c")]
    }
    #expect(
      mixed.reasons().map { String($0.prefix { $0 != ":" }) } == [
        "/boundarySupplementaryItems/0/kind", "/decorationItems/0/kind",
      ])
  }
}
