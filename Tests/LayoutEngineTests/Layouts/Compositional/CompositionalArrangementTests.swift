import Testing

@testable import LayoutEngine

/// Groups whose items another layout arranges (LayoutRules B14).
@Suite struct CompositionalArrangementTests {
  /// Rows of 20 points, 4 between, 3 above and 5 below.
  private static var list: ListSpec {
    var list = ListSpec()
    list.rowHeight = 20
    list.rowSpacing = 4
    list.sectionInset = Insets(top: 3, left: 0, bottom: 5, right: 0)
    return list
  }

  @Test func `B14: an estimated group is as long as its content`() throws {
    var section = CompositionalSection(
      .arranged(.ofWidth(1), .estimated(812), .list(Self.list)), items: 3
    ) {
      $0.spec.contentInsets = DirectionalInsets(top: 10, leading: 15, bottom: 20, trailing: 10)
      $0.spec.interGroupSpacing = 100
    }
    section.spec.group.contentInsets = DirectionalInsets(
      top: 50, leading: 1, bottom: 50, trailing: 2)
    let solution = try section.solve()
    // The group is 350 wide, less 1 + 2; its insets along the estimated axis don't count.
    #expect(
      areFrames(
        solution.frames, [[16, 13, 347, 20], [16, 37, 347, 20], [16, 61, 347, 20]]))
    #expect(solution.length.points == 10 + (3 + 68 + 5) + 20)
  }

  @Test func `B14: a given length stays, content may overflow it`() throws {
    var section = CompositionalSection(
      .arranged(.ofWidth(1), .absolute(50), .list(Self.list)), items: 3)
    section.spec.group.contentInsets.top = 10
    let solution = try section.solve()
    #expect(
      areFrames(
        solution.frames, [[0, 13, 375, 20], [0, 37, 375, 20], [0, 61, 375, 20]]))
    #expect(solution.length.points == 50)
  }

  @Test func `B14: the group's supplementaries stand on what its content makes of it`() throws {
    var badge = SupplementaryItem(
      kind: "corner", size: LayoutSize(width: .absolute(10), height: .ofHeight(0.5)))
    badge.containerAnchor = LayoutAnchor(edges: [.bottom, .trailing])
    var section = CompositionalSection(
      .arranged(.ofWidth(1), .estimated(1), .list(Self.list)), items: 3)
    section.spec.group.supplementaryItems = [badge]
    let solution = try section.solve()
    #expect(solution.badgeElements.map(\.name) == ["corner 0"])
    #expect(areFrames(solution.badgeElements.map(\.frame), [[365, 38, 10, 38]]))
    #expect(solution.supplementaries?.number(kind: "corner", item: 0) == 0)
    #expect(solution.supplementaries?.number(kind: "corner", item: 1) == nil)
  }

  @Test func `B14: given frames keep their orders, candidates are found where they stand`() throws {
    let custom = CustomSpec(frames: [
      CustomFrame(frame: Rect(x: 0, y: 0, width: 10, height: 10), zIndex: 4),
      CustomFrame(frame: Rect(x: 100, y: 100, width: 10, height: 10)),
    ])
    let section = CompositionalSection(
      .arranged(.ofWidth(1), .estimated(1), .custom(custom)), items: 2
    ) { $0.spec.contentInsets = DirectionalInsets(top: 7, leading: 9, bottom: 0, trailing: 0) }
    let solution = try section.solve()
    #expect(areFrames(solution.frames, [[9, 7, 10, 10], [109, 107, 10, 10]]))
    #expect((0..<2).map { solution.cells.zIndex(of: $0) } == [4, nil])
    #expect(solution.length.points == 7 + 110)
    let layout = try PreparedLayout(section.document())
    let found = try layout.select(
      LayoutQuery(.rect(Rect(x: 100, y: 100, width: 20, height: 20))))
    #expect(found.count == 1)
  }

  @Test func `C18: of a magazine in a group only the cells are left unrounded`() throws {
    var badge = SupplementaryItem(
      kind: "badge", size: LayoutSize(width: .absolute(10.4), height: .absolute(10.4)))
    badge.containerAnchor = LayoutAnchor(edges: [.top, .leading])
    var section = CompositionalSection(
      .arranged(.ofWidth(1), .estimated(1), .magazine(MagazineSpec())), items: 2)
    section.spec.group.supplementaryItems = [badge]
    section.spec.contentInsets = DirectionalInsets(top: 3.3, leading: 0, bottom: 0, trailing: 0)
    section.spec.boundarySupplementaryItems = [
      BoundarySupplementaryItem(
        kind: "header", size: LayoutSize(width: .absolute(100.6), height: .absolute(20.4)),
        alignment: [.top, .leading])
    ]
    section.spec.decorationItems = [DecorationItem(kind: "background")]
    section.size.width = 375.4
    section.scale = 1
    var items = ItemColumns(count: 2)
    for item in 0..<2 { items.heights.set(7.2, at: item) }
    let layout = try PreparedLayout(
      section.document { $0.sections = [LayoutSection(items: items)] })
    let all = try layout.attributes(LayoutQuery(.all))
    func frames(_ kind: String?) -> [Rect] { all.filter { $0.kind == kind }.map(\.frame) }
    // The header takes 20.4 and the inset 3.3: cells stand at 23.7, as wide as LayoutRules H1
    // rounds 375.4.
    #expect(areFrames(frames(nil), [[0, 23.7, 375, 7.2], [0, 30.9, 375, 7.2]]))
    #expect(areFrames(frames("header"), [[0, 0, 101, 20]]))
    #expect(areFrames(frames("badge"), [[0, 24, 10, 10]]))
    #expect(areFrames(frames("background"), [[0, 0, 375, 38]]))
    // They are found as they are returned: the badge begins at 24, the cell below it at 23.7.
    let found = try layout.attributes(
      LayoutQuery(.rect(Rect(x: 1, y: 23.75, width: 1, height: 0.2))))
    #expect(found.map(\.kind) == [nil, "background"])
  }

  @Test func `B14: an empty section has no group`() throws {
    let section = CompositionalSection(
      .arranged(.ofWidth(1), .estimated(812), .list(Self.list)), items: 0)
    #expect(try section.solve().length.points == 0)
  }

  @Test func `B14: nested, with headers, with orthogonal scrolling: refused`() {
    let nested = CompositionalSection(
      .line(
        .horizontal, .absolute(100), .absolute(50),
        [
          .group(.arranged(.absolute(50), .absolute(50), .list(Self.list)))
        ]))
    #expect(
      nested.reasons() == [
        "/group/subitems/0/arrangement: is allowed only in a section's own group, not in a nested one"
      ])
    var headed = Self.list
    headed.headerFooter.headerReferenceSize.height = 20
    #expect(
      CompositionalSection(.arranged(.ofWidth(1), .estimated(1), .list(headed))).reasons()
        == ["/group/arrangement: has no header or footer in a group"])
    var magazine = MagazineSpec()
    magazine.background = true
    #expect(
      CompositionalSection(.arranged(.ofWidth(1), .estimated(1), .magazine(magazine))).reasons()
        == ["/group/arrangement: has no header, footer or background in a group"])
    let orthogonal = CompositionalSection(
      .arranged(.ofWidth(1), .estimated(1), .list(Self.list))
    ) { $0.spec.orthogonalScrollingBehavior = .paging }
    #expect(
      orthogonal.reasons() == [
        "/group/arrangement: takes all of the section's items in one group, which cannot scroll"
          + " orthogonally"
      ])
    let inner = CompositionalSection(
      .line(.horizontal, .absolute(1), .absolute(1), [.item(.absolute(1), .absolute(1))])
    ).spec
    #expect(
      CompositionalSection(.arranged(.ofWidth(1), .estimated(1), .compositional(inner))).reasons()
        == [
          "/group/arrangement: must be one of flow, waterfall, justified, magazine, list and custom"
        ])
  }

  @Test func `B14: errors of the arrangement point into it`() {
    var list = Self.list
    list.rowHeight = -1
    let section = CompositionalSection(.arranged(.ofWidth(1), .estimated(1), .list(list)))
    #expect(section.reasons().first?.hasPrefix("/group/arrangement/rowHeight: ") == true)
  }
}
