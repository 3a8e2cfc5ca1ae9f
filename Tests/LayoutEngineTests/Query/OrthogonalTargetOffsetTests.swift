import TestSupport
import Testing

@testable import LayoutEngine

/// Where sections that scroll by themselves stop (Contract §6), worked by hand.
@Suite struct OrthogonalTargetOffsetTests {
  private func target(
    _ layout: PreparedLayout, _ proposed: Double, velocity: Double = 0, current: Double? = nil,
    start: Double? = nil, section: Int = 1
  ) throws -> TargetOffset {
    try layout.targetOffset(
      ScrollProposal(
        proposed: Point(x: proposed, y: 7), velocity: Point(x: velocity, y: 0),
        current: current.map { Point(x: $0, y: 7) }, start: start.map { Point(x: $0, y: 7) },
        section: section))
  }

  private func offset(_ x: Double, page: Int? = nil) -> TargetOffset {
    TargetOffset(offset: Point(x: x, y: 7), page: page.map(Int64.init))
  }

  /// Groups of 200 with 20 between them after an inset of 30, in a view of 400; five of them:
  /// content 30 + 5 · 200 + 4 · 20 + 30 = 1140, offsets 0…740.
  private func shelf(
    _ behavior: OrthogonalScrollingBehavior, groups: Int = 5, stride: Double = 220,
    trailing: Double = 30, properties: OrthogonalScrollingProperties? = nil
  ) throws -> PreparedLayout {
    var section = SolverResult.given(length: 100)
    let line = groups == 0 ? 0 : max(0, 200 + Double(groups - 1) * stride)
    section.orthogonal = OrthogonalSection(
      behavior: behavior, contentLength: groups == 0 ? 0 : 30 + line + trailing,
      firstGroupStart: groups == 0 ? 0 : 30, groupStride: groups == 0 ? 0 : stride,
      groupLength: groups == 0 ? 0 : 200, groupCount: groups, properties: properties)
    return try .given(
      [.given(length: 50), section], container: Container(size: Size(width: 400, height: 300)))
  }

  @Test func `continuous: as proposed, within the content`() throws {
    let layout = try shelf(.continuous)
    #expect(try target(layout, 123.4, velocity: 2).offset == Point(x: 123.4, y: 7))
    #expect(try target(layout, 900) == offset(740))
    #expect(try target(layout, -5) == offset(0))
  }

  @Test func `continuousGroupLeadingBoundary: the nearest group, or the next in the direction`()
    throws
  {
    let layout = try shelf(.continuousGroupLeadingBoundary)
    #expect(try target(layout, 100) == offset(0, page: 0))
    #expect(try target(layout, 120) == offset(220, page: 1))
    #expect(try target(layout, 230, velocity: 1) == offset(440, page: 2))
    #expect(try target(layout, 430, velocity: -1) == offset(220, page: 1))
    #expect(try target(layout, 440, velocity: 1) == offset(440, page: 2))
    // However far it lies, as there is no paging.
    #expect(try target(layout, 600, velocity: 1, current: 10, start: 0) == offset(660, page: 3))
    // Group 4 would be at 880; the content's end stands for it.
    #expect(try target(layout, 900, velocity: 1) == offset(740, page: 4))
    #expect(try target(layout, 699) == offset(660, page: 3))
    #expect(try target(layout, 701) == offset(740, page: 4))
  }

  @Test func `paging: multiples of the container's length, and the end`() throws {
    let layout = try shelf(.paging)
    #expect(try target(layout, 150) == offset(0, page: 0))
    #expect(try target(layout, 250) == offset(400, page: 1))
    #expect(try target(layout, 50, velocity: 1) == offset(400, page: 1))
    #expect(try target(layout, 700) == offset(740, page: 2))
    // One page at a time.
    #expect(try target(layout, 740, velocity: 3, current: 300, start: 0) == offset(400, page: 1))
    #expect(try target(layout, 740, current: 730, start: 0) == offset(400, page: 1))
  }

  @Test func `groupPaging: a flick goes one group on from where the drag began`() throws {
    let layout = try shelf(.groupPaging)
    #expect(try target(layout, 700, velocity: 3, current: 10) == offset(220, page: 1))
    #expect(try target(layout, 0, velocity: -3, current: 445) == offset(220, page: 1))
    #expect(try target(layout, 450, current: 440) == offset(440, page: 2))
    // Dragged past the middle and flicked on: not two.
    #expect(try target(layout, 400, velocity: 1, current: 130, start: 0) == offset(220, page: 1))
    // Flicked back before the middle: to where it began less one, as far as there are groups.
    #expect(try target(layout, 0, velocity: -1, current: 230, start: 220) == offset(0, page: 0))
    #expect(try target(layout, 0, velocity: -1, current: 50, start: 0) == offset(0, page: 0))
    #expect(try target(layout, 900, velocity: 1, current: 735, start: 740) == offset(740, page: 4))
  }

  @Test func `groupPaging: without a flick the nearest, never more than one from the start`()
    throws
  {
    let layout = try shelf(.groupPaging)
    #expect(try target(layout, 700, current: 109, start: 0) == offset(0, page: 0))
    #expect(try target(layout, 700, current: 110, start: 0) == offset(220, page: 1))
    #expect(try target(layout, 700, current: 600, start: 0) == offset(220, page: 1))
    #expect(try target(layout, 700, current: 0, start: 740) == offset(660, page: 3))
  }

  @Test(arguments: [
    OrthogonalScrollingBehavior.continuousGroupLeadingBoundary, .paging, .groupPaging,
    .groupPagingCentered,
  ])
  func `a velocity of 0.2 is no flick yet`(behavior: OrthogonalScrollingBehavior) throws {
    let layout = try shelf(behavior)
    for velocity in [0.2, -0.2, 1e-300] {
      #expect(try target(layout, 230, velocity: velocity) == target(layout, 230))
    }
    #expect(try target(layout, 230, velocity: 0.21) != target(layout, 230))
  }

  @Test func `groupPagingCentered: the first and the last group are centred, too`() throws {
    let layout = try shelf(.groupPagingCentered)
    // Group k is centred at 30 + 100 + 220 k − 200 = 220 k − 70; the content ends at 740.
    #expect(try target(layout, 160, current: 150) == offset(150, page: 1))
    #expect(try target(layout, 700, velocity: 1, current: 150) == offset(370, page: 2))
    #expect(try target(layout, 10, current: 0) == offset(-70, page: 0))
    #expect(try target(layout, -500) == offset(-70, page: 0))
    #expect(try target(layout, 790, velocity: 1, current: 700, start: 590) == offset(810, page: 4))
    #expect(try target(layout, 5000) == offset(810, page: 4))
    #expect(try target(layout, 810) == offset(810, page: 4))
  }

  @Test func `content that fits has one stop, a single centred group its middle`() throws {
    for behavior in OrthogonalScrollingBehavior.allCases where behavior != .groupPagingCentered {
      let layout = try shelf(behavior, groups: 1)
      let page = behavior == .none || behavior == .continuous ? nil : 0
      #expect(try target(layout, 33, velocity: 1) == offset(0, page: page))
      #expect(try target(layout, -33, velocity: -1) == offset(0, page: page))
    }
    // 30 + 100 − 200.
    let centered = try shelf(.groupPagingCentered, groups: 1)
    #expect(try target(centered, 500, velocity: 1) == offset(-70, page: 0))
  }

  @Test(arguments: OrthogonalScrollingBehavior.allCases)
  func `a section without groups rests at 0`(behavior: OrthogonalScrollingBehavior) throws {
    let page = behavior == .none || behavior == .continuous ? nil : 0
    #expect(try target(try shelf(behavior, groups: 0), 50, velocity: 1) == offset(0, page: page))
  }

  @Test(arguments: [OrthogonalScrollingBehavior.continuousGroupLeadingBoundary, .groupPaging])
  func `after the last group there is no stop but the end`(
    behavior: OrthogonalScrollingBehavior
  ) throws {
    // Content 30 + 1080 + 890, offsets 0…1600; the last group's edge is at 880.
    let layout = try shelf(behavior, trailing: 890)
    #expect(try target(layout, 1200) == offset(880, page: 4))
    #expect(try target(layout, 1300) == offset(1600, page: 5))
    // Groups that run backwards begin at 0 and before: 30 + 0 + 890 leave 520 to scroll.
    let backwards = try shelf(behavior, groups: 3, stride: -250, trailing: 890)
    #expect(try target(backwards, 250) == offset(0, page: 0))
    #expect(try target(backwards, 270) == offset(520, page: 1))
  }

  @Test func `groups that overlap or run backwards stop in the order of their offsets`() throws {
    // Three groups at 30, −220 and −470, centred at −70, −320 and −570.
    let backwards = try shelf(.groupPagingCentered, groups: 3, stride: -250)
    #expect(try target(backwards, 0) == offset(-70, page: 2))
    #expect(try target(backwards, -330, velocity: -1) == offset(-570, page: 0))
    #expect(try target(try shelf(.groupPaging, groups: 3, stride: -250), 9) == offset(0, page: 0))
    let heap = try shelf(.groupPagingCentered, groups: 3, stride: 0)
    #expect(try target(heap, 0, velocity: 1) == offset(-70, page: 0))
  }

  // MARK: Deceleration

  /// Where a view of 400 points comes to rest that a finger leaves at `current`.
  private func rest(
    _ layout: PreparedLayout, from current: Double, velocity: Double
  ) throws -> TargetOffset {
    try layout.targetOffset(
      ScrollProposal(
        deceleratingFrom: Point(x: current, y: 7), velocity: Point(x: velocity, y: 3), section: 1))
  }

  /// How far scrolling goes, counted millisecond by millisecond.
  private func distance(velocity: Double, rate: Double) -> Double {
    var (distance, velocity) = (0.0, velocity)
    while velocity.magnitude > 1e-12 {
      velocity *= rate
      distance += velocity
    }
    return distance
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `C21: scrolling goes as far as the sum of its steps`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for rate in OrthogonalScrollingProperties.DecelerationRate.allCases {
      var properties = OrthogonalScrollingProperties()
      properties.decelerationRate = rate
      let layout = try shelf(.continuous, groups: 100, properties: properties)
      for _ in 0..<20 {
        let velocity = Double.random(in: -3...3, using: &random)
        let current = Double.random(in: 3_000...9_000, using: &random)
        let expected = current + distance(velocity: velocity, rate: rate == .fast ? 0.99 : 0.998)
        let found = try rest(layout, from: current, velocity: velocity).offset
        #expect(abs(found.x - expected) < 1e-6, "seed \(seed): \(velocity) from \(current)")
        #expect(found.y == 7)
      }
    }
  }

  @Test func `C21: the rest snaps as a proposal does, and by itself fast where sections page`()
    throws
  {
    let boundary = try shelf(.continuousGroupLeadingBoundary, groups: 100)
    // 0.1 · 499 = 49.9 beyond 190 is 239.9; 0.15 · 499 = 74.85 beyond 260 is 334.85.
    #expect(try rest(boundary, from: 190, velocity: 0.1) == offset(220, page: 1))
    #expect(try rest(boundary, from: 260, velocity: 0.15) == offset(440, page: 2))
    // A flick of 1 comes to rest at 260 + 499, and stops at the next group.
    #expect(try rest(boundary, from: 260, velocity: 1) == offset(880, page: 4))
    var fast = OrthogonalScrollingProperties()
    fast.decelerationRate = .fast
    let quick = try shelf(.continuousGroupLeadingBoundary, groups: 100, properties: fast)
    #expect(try rest(quick, from: 260, velocity: 1) == offset(440, page: 2))
    #expect(try rest(try shelf(.groupPaging), from: 90, velocity: 1) == offset(220, page: 1))
  }

  @Test func `C21: content decelerates normally, along its own axis`() throws {
    let layout = try PreparedLayout.given(
      [.given(length: 90_000)], container: Container(size: Size(width: 400, height: 300)))
    let proposal = ScrollProposal(
      deceleratingFrom: Point(x: 3, y: 1_000), velocity: Point(x: 5, y: -0.5))
    let target = try layout.targetOffset(proposal)
    #expect(target.offset.x == 3 && abs(target.offset.y - 750.5) < 1e-9)
  }

  @Test func `C21: any velocity ends within the content`() throws {
    for behavior in OrthogonalScrollingBehavior.allCases {
      let layout = try shelf(behavior)
      for velocity in [1e308, -1e308, .greatestFiniteMagnitude] {
        let target = try rest(layout, from: 100, velocity: velocity)
        #expect((-70...810).contains(target.offset.x))
      }
    }
  }

  @Test func `numbers that are none trap nowhere`() throws {
    for behavior in OrthogonalScrollingBehavior.allCases {
      let layout = try shelf(behavior)
      for wild in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
        let answer = try target(layout, wild, velocity: wild, current: wild, start: wild)
        #expect(answer.offset.x.isFinite && (0...4).contains(answer.page ?? 0))
        #expect((answer.page == nil) == (behavior == .none || behavior == .continuous))
      }
    }
  }

  // MARK: Showing an item

  /// Cards of 200 with 20 between them after an inset of 30, in a view of 400: content 1140.
  private func cards(
    _ behavior: OrthogonalScrollingBehavior, _ direction: HorizontalDirection = .leftToRight
  ) throws -> PreparedLayout {
    let group = LayoutGroup.line(
      .horizontal, .absolute(200), .absolute(100), [.item(.ofWidth(1), .ofHeight(1))])
    var spec = CompositionalSpec(group: group)
    spec.orthogonalScrollingBehavior = behavior
    spec.interGroupSpacing = 20
    spec.contentInsets = DirectionalInsets(top: 0, leading: 30, bottom: 0, trailing: 30)
    return try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 400, height: 300), direction: direction),
        layout: LayoutVariants(.compositional(spec)),
        sections: [LayoutSection(items: Items(count: 5))]))
  }

  private func shown(
    _ layout: PreparedLayout, _ item: Int, _ position: ItemScrollPosition
  ) throws -> TargetOffset {
    var target = ItemTarget(LayoutIndexPath(section: 0, item: item), at: position)
    target.scrollsSection = true
    return try layout.targetOffset(showing: target)
  }

  @Test func `an item is shown at a position of its shelf, at the stop that shows it`() throws {
    let layout = try cards(.groupPaging)
    // Item 2 is at 470…670; stops are at 0, 220, 440, 660 and 740.
    for (item, position, x, page) in [
      (2, .left, 440, 2), (2, .centeredHorizontally, 440, 2), (2, .right, 440, 2),
      (0, .left, 0, 0),
      (0, .right, 0, 0), (4, .left, 740, 4), (4, .right, 740, 4),
    ] as [(Int, ItemScrollPosition, Double, Int64)] {
      let expected = TargetOffset(offset: Point(x: x, y: 0), page: page)
      #expect(try shown(layout, item, position) == expected, "\(item) \(position)")
    }
    #expect(try shown(cards(.continuous), 2, .left) == TargetOffset(offset: Point(x: 470, y: 0)))
    // The first card may rest in the middle: 30 + 100 − 200.
    #expect(try shown(cards(.groupPagingCentered), 0, .right).offset.x == -70)
  }

  @Test func `right to left, a shelf's offset grows to the left`() throws {
    let layout = try cards(.continuous, .rightToLeft)
    // Item 2 begins 470 from the right.
    #expect(try shown(layout, 2, .right).offset.x == 470)
    #expect(try shown(layout, 2, .left).offset.x == 270)
    #expect(try shown(layout, 2, .centeredHorizontally).offset.x == 370)
  }

  @Test func `a section shows items by itself only along its own axis`() throws {
    #expect(throws: QueryError.positionAcross(section: 0, scrolls: .horizontal)) {
      try shown(cards(.continuous), 2, .top)
    }
    #expect(throws: QueryError.scrollsWithContent(section: 0)) {
      try shown(cards(.none), 2, .left)
    }
    #expect(throws: QueryError.noSuchElement(LayoutIndexPath(section: 0, item: 5), kind: nil)) {
      try shown(cards(.continuous), 5, .left)
    }
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
}
