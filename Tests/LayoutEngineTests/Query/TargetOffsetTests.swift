import Testing

@testable import LayoutEngine

/// Where scrolling stops (Contract §6), worked by hand.
@Suite struct TargetOffsetTests {
  /// Ten items of 100 with 20 between them in a view of 300: content 1180, pages of 120.
  private func carousel(
    _ mode: Snapping.Mode, direction: HorizontalDirection = .leftToRight,
    insets: DirectionalInsets = .zero
  ) throws -> PreparedLayout {
    var section = SolverResult.given(
      length: 1180, (0..<10).map { Rect(x: Double($0) * 120, y: 0, width: 100, height: 50) })
    var snapping = Snapping()
    snapping.mode = mode
    section.snapping = SnappingStops(snapping: snapping, itemPageLength: 120)
    let container = Container(
      size: Size(width: 300, height: 100), contentInsets: insets, direction: direction)
    return try .given([section], container: container, axis: .horizontal)
  }

  private func target(
    _ layout: PreparedLayout, _ proposed: Double, velocity: Double = 0, current: Double? = nil
  ) throws -> TargetOffset {
    try layout.targetOffset(
      ScrollProposal(
        proposed: Point(x: proposed, y: 7), velocity: Point(x: velocity, y: 0),
        current: current.map { Point(x: $0, y: 7) }))
  }

  private func offset(_ x: Double, page: Int? = nil) -> TargetOffset {
    TargetOffset(offset: Point(x: x, y: 7), page: page.map(Int64.init))
  }

  @Test func `item: the stop nearest to current, of two equally near the later`() throws {
    let layout = try carousel(.item)
    #expect(try target(layout, 170) == offset(120, page: 1))
    #expect(try target(layout, 180) == offset(240, page: 2))
    #expect(try target(layout, 500, current: 170) == offset(120, page: 1))
    #expect(try target(layout, -400) == offset(0, page: 0))
  }

  @Test func `item: a flick goes to the next stop in its direction, a slow one does not`() throws {
    let layout = try carousel(.item)
    #expect(try target(layout, 130, velocity: 0.21, current: 125) == offset(240, page: 2))
    #expect(try target(layout, 130, velocity: 0.2, current: 125) == offset(120, page: 1))
    #expect(try target(layout, 130, velocity: -0.21, current: 239) == offset(120, page: 1))
    #expect(try target(layout, 130, velocity: 3, current: 120) == offset(120, page: 1))
  }

  @Test func `the end of the content is a stop, the last one`() throws {
    let layout = try carousel(.item)
    // The greatest offset is 1180 − 300 = 880; 7 · 120 = 840 is below it.
    #expect(try target(layout, 5000) == offset(880, page: 8))
    #expect(try target(layout, 859) == offset(840, page: 7))
    #expect(try target(layout, 860) == offset(880, page: 8))
    #expect(try target(layout, 841, velocity: 1) == offset(880, page: 8))
    #expect(try target(layout, 879, velocity: -1) == offset(840, page: 7))
    #expect(try target(layout, 880, velocity: -1) == offset(880, page: 8))
  }

  @Test func `stops that nobody can tell apart are one`() throws {
    for width in stride(from: 250.0, through: 1300, by: 7) {
      for count in 2...12 {
        var spec = FlowSpec()
        spec.minimumLineSpacing = 1
        spec.itemSize = Size(width: (width - Double(count - 1)) / Double(count), height: 10)
        spec.snapping.mode = .item
        let layout = try PreparedLayout(
          LayoutDocument(
            container: Container(size: Size(width: width, height: 10)),
            configuration: LayoutConfiguration(scrollDirection: .horizontal),
            layout: LayoutVariants(.flow(spec)),
            sections: [LayoutSection(items: Items(count: count + 3))]
          ))
        // Three more items than the view shows are three stops after the first.
        #expect(try target(layout, 1e6).page == 3, "\(width) \(count)")
      }
    }
  }

  @Test func `content shorter than the view rests at its start in either direction`() throws {
    for (direction, rest) in [(HorizontalDirection.leftToRight, 0.0), (.rightToLeft, -200)] {
      var spec = FlowSpec()
      spec.itemSize = Size(width: 100, height: 100)
      let layout = try PreparedLayout(
        LayoutDocument(
          container: Container(size: Size(width: 300, height: 100), direction: direction),
          configuration: LayoutConfiguration(scrollDirection: .horizontal),
          layout: LayoutVariants(.flow(spec)), sections: [LayoutSection(items: Items(count: 1))]))
      for proposed in [-900.0, -200, -3, 0, 40, 900] {
        #expect(try target(layout, proposed) == offset(rest))
      }
      for position in [ItemScrollPosition.left, .centeredHorizontally, .right] {
        let path = LayoutIndexPath(section: 0, item: 0)
        let target = try layout.targetOffset(showing: path, at: position)
        #expect(target == TargetOffset(offset: Point(x: rest, y: 0)))
      }
      // An update of nothing leaves a view where it rests.
      let changes = try layout.changes(
        from: layout, layout.updated(by: LayoutUpdate(), maxItems: 10).map,
        ChangesQuery(rect: nil, bounds: Rect(x: rest, y: 0, width: 300, height: 100)))
      #expect(changes.contentOffset == Point(x: rest, y: 0))
    }
  }

  /// Content 20 + 5 · 300 + 4 · 20 + 20 in a container of 500.
  @Test func `the last of five cards of 300 in 500 rests in full view`() throws {
    var spec = FlowSpec()
    spec.itemSize = Size(width: 300, height: 100)
    spec.minimumLineSpacing = 20
    spec.sectionInset = .points(Insets(top: 0, left: 20, bottom: 0, right: 20))
    spec.snapping.mode = .item
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 500, height: 100)),
        configuration: LayoutConfiguration(scrollDirection: .horizontal),
        layout: LayoutVariants(.flow(spec)), sections: [LayoutSection(items: Items(count: 5))]))
    let last = LayoutIndexPath(section: 0, item: 4)
    let card = try layout.attributes(LayoutQuery(.indexPaths([last], kind: nil)))[0].frame
    let rest = try target(layout, 5000)
    // 1620 − 500; the stops before are 0, 320, 640 and 960.
    #expect(rest == offset(1120, page: 4))
    #expect(card.minX >= rest.offset.x && card.maxX <= rest.offset.x + 500)
    #expect(try target(layout, rest.offset.x) == rest)
  }

  @Test func `what reaches the end but for float noise makes no second stop of it`() throws {
    var section = SolverResult.given(length: 123.4 * 6)
    var snapping = Snapping()
    snapping.mode = .item
    section.snapping = SnappingStops(snapping: snapping, itemPageLength: 123.4)
    let layout = try PreparedLayout.given(
      [section], container: Container(size: Size(width: 123.4, height: 1)), axis: .horizontal)
    // 5 · 123.4 is 617, but the greatest offset, 6 · 123.4 − 123.4, comes out a last bit above it.
    for asked in [9e9, 617, 600] { #expect(try target(layout, asked).page == 5) }
    #expect(try target(layout, 620, velocity: -1) == target(layout, 617))
    #expect(try target(layout, 500).page == 4)
  }

  @Test(arguments: [HorizontalDirection.leftToRight, .rightToLeft])
  func `stops begin at the container's inset`(direction: HorizontalDirection) throws {
    let insets = DirectionalInsets(top: 0, leading: 40, bottom: 0, trailing: 25)
    let layout = try carousel(.item, direction: direction, insets: insets)
    // In the reading direction −40, 80, 200 … 800 and the greatest, 1180 + 25 − 300 = 905.
    let stops = [-40.0, 80, 200, 320, 440, 560, 680, 800, 905]
    for (page, stop) in stops.enumerated() {
      // Right to left, offset o of the reading direction is 1180 − 300 − o.
      let physical = direction == .leftToRight ? stop : 880 - stop
      let sign = direction == .leftToRight ? 1.0 : -1
      #expect(try target(layout, physical) == offset(physical, page: page))
      #expect(try target(layout, physical - sign * 3) == offset(physical, page: page))
      #expect(try target(layout, physical + sign * 3) == offset(physical, page: page))
      guard page > 0 else { continue }
      let onward = try target(layout, physical - sign * 50, velocity: sign)
      #expect(onward == offset(physical, page: page))
    }
  }

  @Test func `millions of stops cost no more than two, and 10^300 do not trap`() throws {
    for page in [0.5, 1e-9, 1e-300, .leastNonzeroMagnitude] as [Double] {
      var section = SolverResult.given(length: 0)
      section.length = Units(points: 0x1p36)
      var snapping = Snapping()
      snapping.mode = .item
      section.snapping = SnappingStops(snapping: snapping, itemPageLength: page)
      let layout = try PreparedLayout.given(
        [section], container: Container(size: Size(width: 300, height: 100)), axis: .horizontal)
      for asked in [0, 0.7, 1e6, 123_456_789.25, 0x1p35 + 1, 1e300] {
        let answer = try target(layout, asked)
        #expect(abs(answer.offset.x - min(asked, 0x1p36 - 300)) <= 1, "page \(page)")
        #expect(try target(layout, answer.offset.x) == answer, "page \(page)")
      }
      #expect(try target(layout, 1e300).page ?? 0 > 1_000_000_000)
    }
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

  @Test(arguments: [HorizontalDirection.leftToRight, .rightToLeft])
  func `content shorter than the view rests at its inset`(direction: HorizontalDirection) throws {
    let container = Container(
      size: Size(width: 300, height: 100),
      contentInsets: DirectionalInsets(top: 0, leading: 20, bottom: 0, trailing: 20),
      direction: direction)
    let section = SolverResult.given(
      length: 100, [Rect(x: 0, y: 0, width: 100, height: 50)])
    let layout = try PreparedLayout.given([section], container: container, axis: .horizontal)
    for proposed in [-100.0, 0, 100] {
      // The left inset, or right to left 100 + 20 − 300.
      let rest: Double = direction == .leftToRight ? -20 : -180
      #expect(try target(layout, proposed) == offset(rest))
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
    #expect(try target(layout, 333.25, velocity: 9) == offset(333.25))
    #expect(try target(layout, 881) == offset(880))
    let empty = try PreparedLayout.given(
      [], container: Container(size: Size(width: 300, height: 100)))
    #expect(
      try empty.targetOffset(ScrollProposal(proposed: Point(x: 5, y: 50)))
        == TargetOffset(offset: Point(x: 5, y: 0)))
  }

  @Test func `right to left: pages are counted from the right edge`() throws {
    let layout = try carousel(.item, direction: .rightToLeft)
    // Offset 880 shows the first item; page k is at 880 − 120 k.
    #expect(try target(layout, 880) == offset(880, page: 0))
    #expect(try target(layout, 750) == offset(760, page: 1))
    // A flick to the left goes on to the next page.
    #expect(try target(layout, 870, velocity: -1) == offset(760, page: 1))
    #expect(try target(layout, 790, velocity: 1) == offset(880, page: 0))
    #expect(try target(layout, -50) == offset(0, page: 8))
  }

  @Test func `a page without length, and numbers that are none, stop nowhere and trap nowhere`()
    throws
  {
    var section = SolverResult.given(length: 1000)
    var snapping = Snapping()
    snapping.mode = .item
    section.snapping = SnappingStops(snapping: snapping, itemPageLength: 0)
    let layout = try PreparedLayout.given(
      [section], container: Container(size: Size(width: 300, height: 100)), axis: .horizontal)
    #expect(try target(layout, 123, velocity: 1) == offset(123))
    for wild in [Double.nan, .infinity, -.infinity, 1e300] {
      _ = try target(layout, wild, velocity: wild, current: wild)
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
    (6, ItemScrollPosition.top, 280.0), (6, .bottom, 160), (6, .centeredVertically, 220),
    // Item 0 can only rest at −20, item 19 at 1000 + 10 − 200.
    (0, .top, -20), (0, .centeredVertically, -20), (19, .top, 810), (19, .bottom, 810),
    // Across: scrolled from the start as far as the item shows.
    (1, .left, -20), (6, .left, 160), (19, .right, 810),
  ])
  func `an item is brought to a position, clamped`(
    item: Int, position: ItemScrollPosition, y: Double
  ) throws {
    let target = try rows().targetOffset(
      showing: LayoutIndexPath(section: 0, item: item), at: position)
    #expect(target == TargetOffset(offset: Point(x: -5, y: y)))
  }

  @Test func `right to left: an item is brought to the left or right as it stands`() throws {
    let layout = try carousel(.item, direction: .rightToLeft)
    // Item 4 stands at 1180 − 480 − 100 = 600…700.
    func show(_ item: Int, _ position: ItemScrollPosition) throws -> TargetOffset {
      try layout.targetOffset(showing: LayoutIndexPath(section: 0, item: item), at: position)
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
    let path = LayoutIndexPath(section: 0, item: 20)
    #expect(throws: QueryError.noSuchElement(path, kind: nil)) {
      try rows().targetOffset(showing: path, at: .top)
    }
  }
}
