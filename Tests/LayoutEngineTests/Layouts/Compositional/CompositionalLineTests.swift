import Testing

@testable import LayoutEngine

/// How subitems fill their group (LayoutRules B6 to B12), by hand arithmetic; the container is
/// 375 × 812.
@Suite struct CompositionalLineTests {
  @Test func `B6: count shares the room less the spacing, whatever the subitem's length`() throws {
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(320), .absolute(50),
        [
          .item(.absolute(7), .ofHeight(1)) {
            $0.edgeSpacing.leading = .fixed(11)
            $0.edgeSpacing.top = .flexible(11)
          }
        ], count: 3
      ) { $0.interItemSpacing = .flexible(10) }, items: 3)
    // (320 − 20) / 3 = 100; flexible spacing is its minimum, edge spacing is ignored.
    #expect(
      areFrames(
        try section.solve().frames, [[0, 0, 100, 50], [110, 0, 100, 50], [220, 0, 100, 50]]))
  }

  @Test func `B6: with a scale the shared length is rounded down to whole pixels`() throws {
    // (375 − 20 − 48) / 4 = 76.75 → 76.667 at 3 pixels a point: the fourth begins at 278, not 278.25.
    let section = CompositionalSection(
      .line(
        .horizontal, .ofWidth(1), .absolute(80),
        [
          .item(.ofWidth(1), .ofWidth(0.25))
        ], count: 4
      ) {
        $0.interItemSpacing = .fixed(16)
        $0.contentInsets.trailing = 20
      }, items: 4
    ) { $0.scale = 3 }
    let frames = try section.solve().frames
    let pixels = 230.0 / 3
    #expect(
      areFrames(frames, (0..<4).map { [Double($0) * (pixels + 16), 0, pixels, 76.75] }))
    #expect(abs(frames[3].x - 278) < 1e-9)
  }

  @Test func `B6: float noise does not cost a pixel`() throws {
    // 3 · 0.1 is a little above 0.3 in doubles, 0.3 / 3 a little below 0.1: at 10 pixels a point
    // the length is 0.1 all the same.
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(0.3), .absolute(80), [.item(.ofWidth(1), .ofHeight(1))], count: 3),
      items: 3
    ) { $0.scale = 10 }
    #expect(
      areFrames(
        try section.solve().frames.map { $0 },
        [
          [0, 0, 0.1, 80], [0.1, 0, 0.1, 80], [0.2, 0, 0.1, 80],
        ]))
  }

  @Test func `B6: count counts nested groups too`() throws {
    let pair = LayoutGroup.line(
      .vertical, .absolute(1), .ofHeight(1), [.item(.ofWidth(1), .ofHeight(1))], count: 2)
    let section = CompositionalSection(
      .line(.horizontal, .absolute(210), .absolute(60), [.group(pair)], count: 2) {
        $0.interItemSpacing = .fixed(10)
      }, items: 4)
    let expected = [
      [0.0, 0, 100, 30], [0, 30, 100, 30], [110, 0, 100, 30], [110, 30, 100, 30],
    ]
    #expect(areFrames(try section.solve().frames, expected))
  }

  @Test func `B7: with count the other axis resolves against the room less the spacing`() throws {
    // 375 − 20 = 355, less 3 · 16 = 307; a quarter is 76.75 both ways.
    let section = CompositionalSection(
      .line(
        .horizontal, .ofWidth(1), .absolute(80), [.item(.ofWidth(0.5), .ofWidth(0.25))], count: 4
      ) {
        $0.interItemSpacing = .fixed(16)
        $0.contentInsets.trailing = 20
      }, items: 4)
    let expected = (0..<4).map { [92.75 * Double($0), 0, 76.75, 76.75] }
    #expect(areFrames(try section.solve().frames, expected))
  }

  @Test func `B8: subitems cycle until the next does not fit, and the cycle restarts`() throws {
    // 100 + 60 + 100 = 260; another 60 would make 320 of 300.
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(300), .absolute(50),
        [
          .item(.absolute(100), .ofHeight(1)), .item(.absolute(60), .ofHeight(0.5)),
        ]), items: 5)
    let expected = [
      [0.0, 0, 100, 50], [100, 0, 60, 25], [160, 0, 100, 50], [0, 50, 100, 50], [100, 50, 60, 25],
    ]
    #expect(areFrames(try section.solve().frames, expected))
  }

  @Test(arguments: [(nil, 0.4, 3), (nil, 0.6, 2), (2.0, 0.3, 2), (2.0, 0.2, 3)])
  func `B8: half a pixel is forgiven in the fit test`(scale: Double?, excess: Double, fits: Int)
    throws
  {
    // Three items pass the room by the excess; forgiven are 0.5 points, 0.25 at 2 pixels a point.
    let third = 100 + excess / 3
    let section = CompositionalSection(
      .line(.horizontal, .absolute(300), .absolute(50), [.item(.absolute(third), .ofHeight(1))]),
      items: 3
    ) { $0.scale = scale }
    let frames = try section.solve().frames
    let inFirstGroup = frames.filter { $0.y == 0 }.count
    #expect(inFirstGroup == fits)
  }

  /// A container measured in fractions of a screen: half a point is no less than an item.
  @Test(arguments: [
    (2.0, 0.25, nil, 4), (2, 0.25, 3.0, 4), (1, 0.1, nil, 10), (1, 1.0 / 3, nil, 3),
    (2, 0.24, nil, 4), (2, 0.2499, 1, 4), (0.5, 0.4, nil, 2), (0.001, 0.125, nil, 8),
  ])
  func `B8: of items of half a point and less no more fit than there is room for`(
    width: Double, fraction: Double, scale: Double?, fits: Int
  ) throws {
    let group = LayoutGroup.line(
      .horizontal, .ofWidth(1), .absolute(1), [.item(.ofWidth(fraction), .ofHeight(1))])
    let section = CompositionalSection(group, items: 2 * fits) {
      $0.size.width = width
      $0.scale = scale
    }
    let frames = try section.solve().frames
    #expect(frames.filter { $0.y == 0 }.count == fits)
    #expect(frames.filter { $0.y == 1 }.count == fits)
  }

  @Test func `B8: an item may pass its group's end by half its length at most`() throws {
    // 0.5 long: a second ends at 1, a third at 1.5.
    for (room, fits) in [(1.25, 3), (1.249, 2), (0.75, 2), (0.749, 1), (0.25, 1)] {
      let section = CompositionalSection(
        .line(.horizontal, .absolute(room), .absolute(1), [.item(.absolute(0.5), .ofHeight(1))]),
        items: 9)
      #expect(try section.solve().frames.filter { $0.y == 0 }.count == fits, "\(room)")
    }
    let none = CompositionalSection(
      .line(.horizontal, .absolute(0.249), .absolute(1), [.item(.absolute(0.5), .ofHeight(1))]))
    #expect(none.reasons().count == 1)
  }

  @Test func `B8: larger items overflow across the axis`() throws {
    let section = CompositionalSection(
      .line(.horizontal, .absolute(300), .absolute(50), [.item(.absolute(100), .absolute(90))]),
      items: 4)
    #expect(
      areFrames(
        try section.solve().frames,
        [[0, 0, 100, 90], [100, 0, 100, 90], [200, 0, 100, 90], [0, 50, 100, 90]]))
  }

  @Test func `B16: repeatingSubitem repeats an item at its own size, beyond the group's end, too`()
    throws
  {
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(300), .absolute(50), [.item(.ofWidth(0.4), .absolute(40))]
      ) {
        $0.repeatingSubitem = 3
        $0.interItemSpacing = .fixed(10)
      }, items: 4)
    // Three of 0.4 · 300 with 10 between are 380 long; `count` would make each 280 / 3.
    let expected = [[0.0, 0, 120, 40], [130, 0, 120, 40], [260, 0, 120, 40], [0, 50, 120, 40]]
    #expect(areFrames(try section.solve().frames, expected))
  }

  @Test func `B16: what is left over goes to flexible spacing, and edge spacing counts`() throws {
    // 2 · (5 + 50) + 10 of 180: the remaining 60 go to the two edges and the gap.
    let section = CompositionalSection(
      .line(
        .vertical, .absolute(80), .absolute(180),
        [.item(.absolute(80), .absolute(50)) { $0.edgeSpacing.top = .flexible(5) }]
      ) {
        $0.repeatingSubitem = 2
        $0.interItemSpacing = .flexible(10)
      }, items: 2)
    #expect(areFrames(try section.solve().frames, [[0, 25, 80, 50], [0, 130, 80, 50]]))
  }

  @Test func `B16: a group repeated once leaves the rest of its room empty`() throws {
    let section = CompositionalSection(
      .line(.horizontal, .absolute(300), .absolute(50), [.item(.absolute(100), .ofHeight(1))]) {
        $0.repeatingSubitem = 1
      }, items: 2)
    #expect(areFrames(try section.solve().frames, [[0, 0, 100, 50], [0, 50, 100, 50]]))
  }

  @Test func `B9: across the axis items sit at the leading edge`() throws {
    let section = CompositionalSection(
      .line(.vertical, .absolute(80), .absolute(100), [.item(.absolute(20), .absolute(50))]),
      items: 2)
    #expect(areFrames(try section.solve().frames, [[0, 0, 20, 50], [0, 50, 20, 50]]))
  }

  @Test func `B10: fixed spacing stands between nested groups as between items`() throws {
    let column = LayoutGroup.line(
      .vertical, .absolute(90), .ofHeight(1), [.item(.ofWidth(1), .absolute(20))]
    ) { $0.interItemSpacing = .fixed(5) }
    let section = CompositionalSection(
      .line(.horizontal, .absolute(200), .absolute(50), [.group(column)]) {
        $0.interItemSpacing = .fixed(10)
      }, items: 4)
    let expected = [
      [0.0, 0, 90, 20], [0, 25, 90, 20], [100, 0, 90, 20], [100, 25, 90, 20],
    ]
    #expect(areFrames(try section.solve().frames, expected))
  }

  @Test func `B11: flexible spacing shares what is left over, also in a cut group`() throws {
    // Three of 80 with 10 between use 260 of 300: both gaps grow by 20.
    let section = CompositionalSection(
      .line(.horizontal, .absolute(300), .absolute(50), [.item(.absolute(80), .ofHeight(1))]) {
        $0.interItemSpacing = .flexible(10)
      }, items: 5)
    let expected = [
      [0.0, 0, 80, 50], [110, 0, 80, 50], [220, 0, 80, 50], [0, 50, 80, 50], [110, 50, 80, 50],
    ]
    #expect(areFrames(try section.solve().frames, expected))
  }

  @Test func `B11: a single item has no gap to grow`() throws {
    let section = CompositionalSection(
      .line(.horizontal, .absolute(300), .absolute(50), [.item(.absolute(180), .ofHeight(1))]) {
        $0.interItemSpacing = .flexible(10)
      })
    #expect(areFrames(try section.solve().frames, [[0, 0, 180, 50]]))
  }

  @Test func `B11: flexible gaps and flexible edges share alike`() throws {
    // Used: 5 + 80 + 10 + 5 + 80 = 180 of 240; two edges and a gap get 20 each.
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(240), .absolute(50),
        [
          .item(.absolute(80), .ofHeight(1)) { $0.edgeSpacing.leading = .flexible(5) }
        ]
      ) { $0.interItemSpacing = .flexible(10) }, items: 2)
    #expect(areFrames(try section.solve().frames, [[25, 0, 80, 50], [160, 0, 80, 50]]))
  }

  @Test func `B12: fixed edge spacing is exact and counts in the fit test`() throws {
    // 10 + 80 + 5 = 95 an item: three are 285, with a 20-point edge three would not fit.
    var section = CompositionalSection(
      .line(
        .horizontal, .absolute(290), .absolute(50),
        [
          .item(.absolute(80), .ofHeight(1)) {
            $0.edgeSpacing.leading = .fixed(10)
            $0.edgeSpacing.trailing = .fixed(5)
          }
        ]), items: 3)
    #expect(
      areFrames(
        try section.solve().frames, [[10, 0, 80, 50], [105, 0, 80, 50], [200, 0, 80, 50]]))
    section = CompositionalSection(
      .line(
        .horizontal, .absolute(290), .absolute(50),
        [
          .item(.absolute(80), .ofHeight(1)) { $0.edgeSpacing.leading = .fixed(20) }
        ]), items: 3)
    #expect(
      areFrames(
        try section.solve().frames, [[20, 0, 80, 50], [120, 0, 80, 50], [20, 50, 80, 50]]))
  }

  @Test func `B12: a flexible edge pushes to the other, two centre`() throws {
    func origin(_ change: (inout EdgeSpacing) -> Void) throws -> Point {
      let section = CompositionalSection(
        .line(
          .horizontal, .absolute(100), .absolute(50),
          [
            .item(.absolute(60), .absolute(20)) { change(&$0.edgeSpacing) }
          ]))
      let frame = try #require(try section.solve().frames.first)
      return Point(x: frame.x, y: frame.y)
    }
    #expect(try origin { $0.bottom = .flexible(0) } == Point(x: 0, y: 0))
    #expect(try origin { $0.top = .flexible(0) } == Point(x: 0, y: 30))
    #expect(
      try origin {
        $0.top = .flexible(0)
        $0.bottom = .flexible(0)
      } == Point(x: 0, y: 15))
    #expect(try origin { $0.leading = .flexible(4) } == Point(x: 40, y: 0))
    #expect(
      try origin {
        $0.leading = .flexible(0)
        $0.trailing = .flexible(0)
      } == Point(x: 20, y: 0))
    #expect(
      try origin {
        $0.top = .flexible(0)
        $0.bottom = .fixed(6)
      } == Point(x: 0, y: 24))
  }

  @Test func `B12: spacing across the axis moves only its own item`() throws {
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(100), .absolute(50),
        [
          .item(.absolute(50), .absolute(20)) { $0.edgeSpacing.top = .fixed(15) },
          .item(.absolute(50), .absolute(20)),
        ]), items: 2)
    #expect(areFrames(try section.solve().frames, [[0, 15, 50, 20], [50, 0, 50, 20]]))
  }

  @Test func `B12: edge spacing of a section's own group is ignored, of a nested one it is not`()
    throws
  {
    let nested = LayoutGroup.line(
      .horizontal, .absolute(50), .absolute(20), [.item(.ofWidth(1), .ofHeight(1))]
    ) { $0.edgeSpacing.leading = .fixed(7) }
    let section = CompositionalSection(
      .line(.horizontal, .absolute(100), .absolute(50), [.group(nested)]) {
        $0.edgeSpacing.leading = .fixed(30)
        $0.edgeSpacing.top = .fixed(30)
      })
    #expect(areFrames(try section.solve().frames, [[7, 0, 50, 20]]))
  }
}
