import Testing

@testable import LayoutEngine

/// Where scrolling stops (`contract.md` 6), worked by hand.
@Suite struct TargetOffsetTests {
  /// Ten items of 100 with 20 between them in a view of 300: content 1180, pages of 120.
  private func carousel(
    _ mode: Snapping.Mode, direction: LayoutDirection = .leftToRight,
    insets: DirectionalInsets = .zero
  ) throws -> PreparedLayout {
    var section = SectionSolution.given(
      length: 1180, (0..<10).map { Rect(x: Double($0) * 120, y: 0, width: 100, height: 50) })
    var snapping = Snapping()
    snapping.mode = mode
    section.snapping = SnappingStops(snapping: snapping, itemPageLength: 120)
    let container = Container(
      size: Size(width: 300, height: 100), contentInsets: insets, direction: direction)
    return try .given([section], container: container, axis: .horizontal)
  }

  private func target(
    _ layout: PreparedLayout, _ proposed: Double, velocity: Double = 0, current: Double? = nil,
    section: Int? = nil
  ) throws -> TargetOffset {
    try layout.targetOffset(
      ScrollProposal(
        proposed: Point(x: proposed, y: 7), velocity: Point(x: velocity, y: 0),
        current: current.map { Point(x: $0, y: 7) }, section: section))
  }

  private func offset(_ x: Double, page: Int) -> TargetOffset {
    TargetOffset(offset: Point(x: x, y: 7), page: page)
  }

  @Test func `item: the nearest page to current, halves away from zero`() throws {
    let layout = try carousel(.item)
    #expect(try target(layout, 170) == offset(120, page: 1))
    #expect(try target(layout, 180) == offset(240, page: 2))
    #expect(try target(layout, 500, current: 170) == offset(120, page: 1))
    #expect(try target(layout, -400) == offset(0, page: 0))
  }

  @Test func `item: a flick goes to the next page in its direction, a slow one does not`() throws {
    let layout = try carousel(.item)
    #expect(try target(layout, 130, velocity: 0.21, current: 125) == offset(240, page: 2))
    #expect(try target(layout, 130, velocity: 0.2, current: 125) == offset(120, page: 1))
    #expect(try target(layout, 130, velocity: -0.21, current: 239) == offset(120, page: 1))
    #expect(try target(layout, 130, velocity: 3, current: 120) == offset(120, page: 1))
  }

  @Test func `clamped to the content, and the page follows the clamped offset`() throws {
    let layout = try carousel(.item)
    // The greatest offset is 1180 − 300 = 880; 880 / 120 = 7.33.
    #expect(try target(layout, 5000) == offset(880, page: 7))
  }

  @Test func `clamped to the content and the container's insets`() throws {
    let insets = DirectionalInsets(top: 0, leading: 40, bottom: 0, trailing: 25)
    let layout = try carousel(.none, insets: insets)
    #expect(try target(layout, -100).offset.x == -40)
    #expect(try target(layout, 5000).offset.x == 1180 + 25 - 300)
    let mirrored = try carousel(.none, direction: .rightToLeft, insets: insets)
    #expect(try target(mirrored, -100).offset.x == -25)
    #expect(try target(mirrored, 5000).offset.x == 1180 + 40 - 300)
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func `content shorter than the view rests at its inset`(direction: LayoutDirection) throws {
    let container = Container(
      size: Size(width: 300, height: 100),
      contentInsets: DirectionalInsets(top: 0, leading: 20, bottom: 0, trailing: 20),
      direction: direction)
    let section = SectionSolution.given(
      length: 100, [Rect(x: 0, y: 0, width: 100, height: 50)])
    let layout = try PreparedLayout.given([section], container: container, axis: .horizontal)
    for proposed in [-100.0, 0, 100] {
      // 100 + 20 − 300 < −20.
      #expect(try target(layout, proposed) == offset(-20, page: 0))
    }
  }

  @Test func `page: multiples of the container's length`() throws {
    let layout = try carousel(.page)
    #expect(try target(layout, 140) == offset(0, page: 0))
    #expect(try target(layout, 150) == offset(300, page: 1))
    #expect(try target(layout, 310, velocity: 1) == offset(600, page: 2))
    #expect(try target(layout, 890, velocity: 1) == offset(880, page: 3))
  }

  @Test func `none: the proposed point, clamped`() throws {
    let layout = try carousel(.none)
    #expect(try target(layout, 333.25, velocity: 9) == offset(333.25, page: 1))
    #expect(try target(layout, 881) == offset(880, page: 3))
    let empty = try PreparedLayout.given(
      [], container: Container(size: Size(width: 300, height: 100)))
    #expect(
      try empty.targetOffset(ScrollProposal(proposed: Point(x: 5, y: 50)))
        == TargetOffset(offset: Point(x: 5, y: 0), page: 0))
  }

  @Test func `right to left: pages are counted from the right edge`() throws {
    let layout = try carousel(.item, direction: .rightToLeft)
    // Offset 880 shows the first item; page k is at 880 − 120 k.
    #expect(try target(layout, 880) == offset(880, page: 0))
    #expect(try target(layout, 750) == offset(760, page: 1))
    // A flick to the left goes on to the next page.
    #expect(try target(layout, 870, velocity: -1) == offset(760, page: 1))
    #expect(try target(layout, 790, velocity: 1) == offset(880, page: 0))
    #expect(try target(layout, -50) == offset(0, page: 7))
  }

  @Test func `a page without length, and numbers that are none, stop nowhere and trap nowhere`()
    throws
  {
    var section = SectionSolution.given(length: 1000)
    var snapping = Snapping()
    snapping.mode = .item
    section.snapping = SnappingStops(snapping: snapping, itemPageLength: 0)
    let layout = try PreparedLayout.given(
      [section], container: Container(size: Size(width: 300, height: 100)), axis: .horizontal)
    #expect(try target(layout, 123, velocity: 1) == offset(123, page: 0))
    for wild in [Double.nan, .infinity, -.infinity, 1e300] {
      _ = try target(layout, wild, velocity: wild, current: wild)
    }
  }

  // MARK: Orthogonal sections

  /// Five groups of 200 with 20 between them behind an inset of 30, in a view of 400:
  /// content 30 + 5 · 200 + 4 · 20 + 30 = 1140, offsets 0…740.
  private func shelf(_ behavior: OrthogonalScrollingBehavior) throws -> PreparedLayout {
    var section = SectionSolution.given(length: 100)
    section.orthogonal = OrthogonalSection(
      behavior: behavior, contentLength: 1140, firstGroupStart: 30, groupStride: 220,
      groupLength: 200, groupCount: 5)
    return try .given(
      [.given(length: 50), section], container: Container(size: Size(width: 400, height: 300)))
  }

  @Test func `continuous: as proposed, within the content`() throws {
    let layout = try shelf(.continuous)
    #expect(try target(layout, 123.4, velocity: 2, section: 1).offset == Point(x: 123.4, y: 7))
    #expect(try target(layout, 900, section: 1).offset.x == 740)
    #expect(try target(layout, -5, section: 1).offset.x == 0)
  }

  @Test func `continuousGroupLeadingBoundary: the nearest group, or the next in the direction`()
    throws
  {
    let layout = try shelf(.continuousGroupLeadingBoundary)
    #expect(try target(layout, 100, section: 1) == offset(0, page: 0))
    #expect(try target(layout, 120, section: 1) == offset(220, page: 1))
    #expect(try target(layout, 230, velocity: 1, section: 1) == offset(440, page: 2))
    #expect(try target(layout, 430, velocity: -1, section: 1) == offset(220, page: 1))
    #expect(try target(layout, 440, velocity: 1, section: 1) == offset(440, page: 2))
    // Group 4 would be at 880; the content ends at 740, nearest to group 3.
    #expect(try target(layout, 900, velocity: 1, section: 1) == offset(740, page: 3))
  }

  @Test func `paging: multiples of the container's length`() throws {
    let layout = try shelf(.paging)
    #expect(try target(layout, 150, section: 1) == offset(0, page: 0))
    #expect(try target(layout, 250, section: 1) == offset(400, page: 1))
    #expect(try target(layout, 50, velocity: 1, section: 1) == offset(400, page: 1))
    #expect(try target(layout, 700, section: 1) == offset(740, page: 2))
  }

  @Test func `groupPaging: at most one group from current`() throws {
    let layout = try shelf(.groupPaging)
    #expect(try target(layout, 700, velocity: 3, current: 10, section: 1) == offset(220, page: 1))
    #expect(try target(layout, 0, velocity: -3, current: 445, section: 1) == offset(220, page: 1))
    #expect(try target(layout, 450, current: 440, section: 1) == offset(440, page: 2))
  }

  @Test func `groupPagingCentered: the same with the group in the middle`() throws {
    let layout = try shelf(.groupPagingCentered)
    // Group k is centred at 30 + 100 + 220 k − 200 = 220 k − 70.
    #expect(try target(layout, 160, current: 150, section: 1) == offset(150, page: 1))
    #expect(try target(layout, 700, velocity: 1, current: 150, section: 1) == offset(370, page: 2))
    #expect(try target(layout, 10, current: 0, section: 1) == offset(0, page: 0))
  }

  @Test func `a section that does not scroll has no target`() throws {
    let layout = try shelf(.paging)
    #expect(throws: QueryError.noSuchSection(0, orthogonal: true)) {
      try target(layout, 0, section: 0)
    }
    #expect(throws: QueryError.noSuchSection(2, orthogonal: false)) {
      try target(layout, 0, section: 2)
    }
  }

  // MARK: Showing an item

  /// Twenty rows of 50 in a view of 100 × 200 with 20 above and 10 below: visible 170 points.
  private func rows() throws -> PreparedLayout {
    try .given(
      [
        .given(
          length: 1000,
          (0..<20).map { Rect(x: 0, y: Double($0) * 50, width: 80, height: 50) })
      ],
      container: Container(
        size: Size(width: 100, height: 200),
        contentInsets: DirectionalInsets(top: 20, leading: 5, bottom: 10, trailing: 15)))
  }

  @Test(arguments: [
    // Item 6: 300…350. Visible is from offset + 20 to offset + 190.
    (6, ScrollPosition.top, 280.0), (6, .bottom, 160), (6, .centeredVertically, 220),
    // Item 0 can only rest at −20, item 19 at 1000 + 10 − 200.
    (0, .top, -20), (0, .centeredVertically, -20), (19, .top, 810), (19, .bottom, 810),
    // Across: scrolled from the start as far as the item shows.
    (1, .left, -20), (6, .left, 160), (19, .right, 810),
  ])
  func `an item is brought to a position, clamped`(
    item: Int, position: ScrollPosition, y: Double
  ) throws {
    let target = try rows().targetOffset(
      showing: IndexPath(section: 0, item: item), at: position)
    #expect(target.offset == Point(x: -5, y: y))
    #expect(target.page == Int((y / 200).rounded(.toNearestOrAwayFromZero)))
  }

  @Test func `right to left: an item is brought to the left or right as it stands`() throws {
    let layout = try carousel(.item, direction: .rightToLeft)
    // Item 4 stands at 1180 − 480 − 100 = 600…700.
    func show(_ item: Int, _ position: ScrollPosition) throws -> TargetOffset {
      try layout.targetOffset(showing: IndexPath(section: 0, item: item), at: position)
    }
    #expect(try show(4, .left) == TargetOffset(offset: Point(x: 600, y: 0), page: 2))
    #expect(try show(4, .right) == TargetOffset(offset: Point(x: 400, y: 0), page: 4))
    #expect(
      try show(4, .centeredHorizontally) == TargetOffset(offset: Point(x: 500, y: 0), page: 3))
    #expect(try show(0, .left) == TargetOffset(offset: Point(x: 880, y: 0), page: 0))
    // Scrolled from the right edge just so far that item 4 shows: its left edge at the view's.
    #expect(try show(4, .top) == TargetOffset(offset: Point(x: 600, y: 0), page: 2))
    #expect(try show(0, .top) == TargetOffset(offset: Point(x: 880, y: 0), page: 0))
  }

  @Test func `an item that is not there has no target`() throws {
    let path = IndexPath(section: 0, item: 20)
    #expect(throws: QueryError.noSuchElement(path, kind: nil)) {
      try rows().targetOffset(showing: path, at: .top)
    }
  }
}
