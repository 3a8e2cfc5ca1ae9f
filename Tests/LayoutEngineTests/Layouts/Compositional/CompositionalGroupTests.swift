import Testing

@testable import LayoutEngine

/// Sizes and groups (LayoutRules B1 to B5 and B13 to B15), by hand arithmetic; the container is
/// 375 × 812.
@Suite struct CompositionalGroupTests {
  @Test func `B1: fractions resolve against the inset size of the direct parent`() throws {
    // 375 − 16 − 16 = 343; a third is 114.333…; the group is 375 / 5 = 75 high.
    let section = CompositionalSection(
      .line(.horizontal, .ofWidth(1), .ofWidth(0.2), [.item(.ofWidth(1 / 3), .ofHeight(1))]) {
        $0.contentInsets = DirectionalInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
      }, items: 4)
    let third = 343.0 / 3
    let expected = [
      [16, 0, third, 75], [16 + third, 0, third, 75], [16 + 2 * third, 0, third, 75],
      [16, 75, third, 75],
    ]
    #expect(areFrames(try section.solve().frames, expected))
  }

  @Test func `B1: a section's own group resolves against the container less the section's insets`()
    throws
  {
    // 375 − 15 − 10 = 350 wide, 812 − 2 − 10 = 800 high: the group is 175 + 5 by 80.
    let section = CompositionalSection(
      .line(
        .horizontal, .fractionalWidth(0.5, plus: 5), .ofHeight(0.1),
        [.item(.ofWidth(1), .ofHeight(1))])
    ) {
      $0.spec.contentInsets = DirectionalInsets(top: 2, leading: 15, bottom: 10, trailing: 10)
    }
    #expect(areFrames(try section.solve().frames, [[15, 2, 180, 80]]))
  }

  @Test func `B1: either fraction may stand on either axis, also in nested groups`() throws {
    // The nested group is 300·0.5 = 150 wide and 300·0.1 = 30 high, less 10 above: its item 15 by 20.
    let nested = LayoutGroup.line(
      .horizontal, .ofWidth(0.5), .ofWidth(0.1), [.item(.ofWidth(0.1), .ofHeight(1))], count: 1
    ) { $0.contentInsets.top = 10 }
    let section = CompositionalSection(
      .line(.vertical, .absolute(300), .absolute(40), [.group(nested)], count: nil))
    #expect(areFrames(try section.solve().frames, [[0, 10, 150, 20]]))
    let tall = CompositionalSection(
      .line(.vertical, .ofHeight(0.25), .absolute(100), [.item(.ofHeight(0.5), .ofHeight(0.5))]))
    #expect(areFrames(try tall.solve().frames, [[0, 0, 50, 50]]))
  }

  @Test func `B2: an orthogonal section's insets are not taken off along its own axis`() throws {
    // (375 − 24) / 4 = 87.75; across, 812 − 6 − 6 = 800, a tenth of which is 80.
    let section = CompositionalSection(
      .line(
        .horizontal, .ofWidth(1), .ofHeight(0.1), [.item(.ofWidth(1), .ofHeight(1))], count: 4
      ) { $0.interItemSpacing = .fixed(8) }, items: 5
    ) {
      $0.spec.contentInsets = DirectionalInsets(top: 6, leading: 16, bottom: 6, trailing: 16)
      $0.spec.orthogonalScrollingBehavior = .continuous
    }
    let solution = try section.solve()
    let expected = [
      [16, 6, 87.75, 80], [111.75, 6, 87.75, 80], [207.5, 6, 87.75, 80], [303.25, 6, 87.75, 80],
      [391, 6, 87.75, 80],
    ]
    #expect(areFrames(solution.frames, expected))
    #expect(solution.length.points == 92)
  }

  @Test func `B3: item insets shrink the frame, group insets the room, neither the slots`() throws {
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(200), .absolute(50),
        [
          .item(.absolute(60), .ofHeight(1)) {
            $0.contentInsets = DirectionalInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
          }
        ]
      ) {
        $0.contentInsets = DirectionalInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
      }, items: 4)
    // Room 180 by 40: three slots of 60; the next group follows at 50.
    let expected = [
      [12.0, 6, 54, 36], [72, 6, 54, 36], [132, 6, 54, 36], [12, 56, 54, 36],
    ]
    #expect(areFrames(try section.solve().frames, expected))
  }

  @Test func `B3: insets larger than the slot leave a size of 0`() throws {
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(200), .absolute(50),
        [
          .item(.absolute(60), .ofHeight(1)) {
            $0.contentInsets = DirectionalInsets(top: 30, leading: 40, bottom: 30, trailing: 40)
          }
        ]))
    #expect(areFrames(try section.solve().frames, [[40, 30, 0, 0]]))
  }

  @Test func `B4: insets along an estimated axis don't count`() throws {
    let insets = DirectionalInsets(top: 3, leading: 5, bottom: 3, trailing: 5)
    let section = CompositionalSection(
      .line(
        .vertical, .ofWidth(1), .estimated(100),
        [
          .item(.estimated(50), .absolute(40)) { $0.contentInsets = insets }
        ]
      ) { $0.contentInsets = insets }, items: 3)
    // The group keeps its 5 points left, not its 3 above; the item its 3 above, not its 5 left.
    let expected = [[5.0, 3, 50, 34], [5, 43, 50, 34], [5, 103, 50, 34]]
    #expect(areFrames(try section.solve().frames, expected))
  }

  @Test func `B5: container insets below 1 are points`() throws {
    let section = CompositionalSection(
      .line(.horizontal, .ofWidth(1), .absolute(50), [.item(.ofWidth(1), .ofHeight(1))]))
    let layout = try PreparedLayout(
      section.document { $0.container.contentInsets.leading = 0.5 })
    #expect(layout.contentSize == Size(width: 374.5, height: 50))
  }

  @Test func `B13: an estimated size is used as is`() throws {
    let section = CompositionalSection(
      .line(.horizontal, .estimated(300), .estimated(44), [.item(.estimated(100), .ofHeight(1))]),
      items: 4)
    let solution = try section.solve()
    let expected = [
      [0.0, 0, 100, 44], [100, 0, 100, 44], [200, 0, 100, 44], [0, 44, 100, 44],
    ]
    #expect(areFrames(solution.frames, expected))
    #expect(solution.length.points == 88)
  }

  @Test func `B14: custom frames are relative to the group, offset by its insets`() throws {
    var group = LayoutGroup.custom(
      .ofWidth(1), .absolute(100),
      [
        CustomFrame(frame: Rect(x: 1, y: 2, width: 30, height: 40), zIndex: 7),
        CustomFrame(frame: Rect(x: -5, y: 90, width: 30, height: 40)),
      ])
    group.contentInsets = DirectionalInsets(top: 10, leading: 20, bottom: 0, trailing: 0)
    let solution = try CompositionalSection(group, items: 3).solve()
    #expect(
      areFrames(
        solution.frames, [[21, 12, 30, 40], [15, 100, 30, 40], [21, 112, 30, 40]]))
    #expect((0..<3).map { solution.cells.zIndex(of: $0) } == [7, nil, 7])
    #expect(solution.length.points == 200)
  }

  @Test func `B14: a nested custom group holds as many items as frames`() throws {
    let custom = LayoutGroup.custom(
      .absolute(100), .absolute(40),
      [
        CustomFrame(frame: Rect(x: 0, y: 0, width: 10, height: 10)),
        CustomFrame(frame: Rect(x: 50, y: 20, width: 10, height: 10), zIndex: 3),
      ])
    let section = CompositionalSection(
      .line(.horizontal, .absolute(200), .absolute(50), [.group(custom)]), items: 4)
    let solution = try section.solve()
    let expected = [
      [0.0, 0, 10, 10], [50, 20, 10, 10], [100, 0, 10, 10], [150, 20, 10, 10],
    ]
    #expect(areFrames(solution.frames, expected))
    #expect(solution.cells.zIndex(of: 3) == 3)
  }

  @Test func `B15: a subitem larger than the group's room is refused`() throws {
    let alone = CompositionalSection(
      .line(.horizontal, .absolute(100), .absolute(50), [.item(.absolute(101), .ofHeight(1))]))
    #expect(
      alone.reasons() == [
        "/group/subitems/0: invalid combination of spacing and size: cannot fit even a single item"
          + " of 101 points in 100 points"
      ])
    let second = CompositionalSection(
      .line(
        .horizontal, .absolute(100), .absolute(50),
        [
          .item(.absolute(10), .ofHeight(1)), .item(.absolute(101), .ofHeight(1)),
        ]))
    #expect(second.reasons().first?.hasPrefix("/group/subitems/1: ") == true)
  }
}
