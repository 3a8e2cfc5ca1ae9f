import TestSupport
import Testing

@testable import LayoutEngine

/// Compositional items that are as long as views have found.
@Suite struct SelfSizingTests {
  private static let half = LayoutDimension.ofWidth(0.5)

  /// Items of half the width in rows of an estimated height, 10 points apart.
  private static func rows(
    _ items: Int, _ dimension: LayoutDimension = .estimated(50),
    of group: LayoutDimension = .estimated(50)
  ) -> CompositionalSection {
    CompositionalSection(
      .line(.horizontal, .ofWidth(1), group, [.item(half, dimension)]), items: items
    ) {
      $0.size = Size(width: 200, height: 600)
      $0.spec.interGroupSpacing = 10
    }
  }

  // MARK: K5

  @Test func `K5: a row is as high as its measured content, others keep their slot`() throws {
    let solution = try Self.rows(6).solve(measured: [1: 80, 4: 20, 5: 30])
    #expect(
      areFrames(
        solution.frames,
        [
          [0, 0, 100, 50], [100, 0, 100, 80], [0, 90, 100, 50], [100, 90, 100, 50],
          [0, 150, 100, 20], [100, 150, 100, 30],
        ]))
    #expect(solution.length.points == 180)
  }

  @Test func `K5: items that are not there don't count`() throws {
    // A column of three estimates of 40 in 120; the last one is cut after its measured item.
    let section = CompositionalSection(
      .line(
        .vertical, .ofWidth(1), .estimated(150), [.item(.ofWidth(1), .estimated(40))]
      ) { $0.interItemSpacing = .fixed(10) }, items: 4
    ) { $0.size = Size(width: 200, height: 600) }
    let solution = try section.solve(measured: [3: 25])
    #expect(
      areFrames(
        solution.frames,
        [[0, 0, 200, 40], [0, 50, 200, 40], [0, 100, 200, 40], [0, 150, 200, 25]]))
    #expect(solution.length.points == 175)
  }

  @Test func `K5: content is found from the inside out, flexible room at its minimum`() throws {
    // Beside a picture of 60: a title and a text, one below the other.
    let texts = LayoutGroup.line(
      .vertical, Self.half, .estimated(80),
      [
        .item(.ofWidth(1), .estimated(20)) { $0.edgeSpacing.top = .fixed(5) },
        .item(.ofWidth(1), .estimated(30)) { $0.edgeSpacing.bottom = .flexible(7) },
      ]
    ) {
      $0.interItemSpacing = .flexible(4)
      $0.edgeSpacing.top = .fixed(3)
    }
    let section = CompositionalSection(
      .line(
        .horizontal, .ofWidth(1), .estimated(110),
        [.item(Self.half, .absolute(60)), .group(texts)]), items: 6
    ) { $0.size = Size(width: 200, height: 600) }
    let solution = try section.solve(measured: [2: 90])
    // 3 above the group, 5 above the title, 4 between, 7 below the text.
    #expect(
      areFrames(
        Array(solution.frames[..<3]), [[0, 0, 100, 60], [100, 8, 100, 20], [100, 32, 100, 90]]))
    // 3 + 5 + 20 + 4 + 90 + 7
    #expect(areFrames([solution.frames[3]], [[0, 129, 100, 60]]))
    // The second group is as declared: 14 points are left over, for the gap and the bottom.
    #expect(areFrames([solution.frames[5]], [[100, 129 + 3 + 5 + 20 + 4 + 7, 100, 30]]))
    #expect(solution.length.points == 129 + 110)
  }

  @Test func `K5: fractions are of the estimate`() throws {
    let section = CompositionalSection(
      .line(
        .horizontal, .ofWidth(1), .estimated(60),
        [.item(Self.half, .estimated(60)), .item(Self.half, .ofHeight(0.5))]), items: 2
    ) { $0.size = Size(width: 200, height: 600) }
    let solution = try section.solve(measured: [0: 200])
    #expect(areFrames(solution.frames, [[0, 0, 100, 200], [100, 0, 100, 30]]))
  }

  @Test func `K5: uniform siblings are as long as the longest of them`() throws {
    let dimension = LayoutDimension.uniformAcrossSiblings(50)
    let solution = try Self.rows(4, dimension).solve(measured: [1: 80])
    #expect(
      areFrames(
        solution.frames,
        [[0, 0, 100, 80], [100, 0, 100, 80], [0, 90, 100, 50], [100, 90, 100, 50]]))
    // Siblings of other kinds don't take part, and estimates count.
    let mixed = CompositionalSection(
      .line(
        .horizontal, .ofWidth(1), .estimated(60),
        [
          .item(.absolute(50), .uniformAcrossSiblings(40)), .item(.absolute(50), .estimated(10)),
          .item(.absolute(50), .uniformAcrossSiblings(30)),
        ]), items: 3
    ) { $0.size = Size(width: 150, height: 600) }
    #expect(try mixed.solve().frames.map(\.height) == [40, 10, 40])
    #expect(try mixed.solve(measured: [1: 70]).frames.map(\.height) == [40, 70, 40])
    #expect(try mixed.solve(measured: [0: 20]).frames.map(\.height) == [30, 10, 30])
    #expect(try mixed.solve(measured: [0: 20, 2: 25]).frames.map(\.height) == [25, 10, 25])
  }

  @Test func `K5: uniform groups share one length across the section`() throws {
    let uniform = LayoutDimension.uniformAcrossSiblings(50)
    let solution = try Self.rows(5, uniform, of: uniform).solve(measured: [2: 80])
    #expect(solution.frames.map(\.height) == [80, 80, 80, 80, 80])
    #expect(solution.frames.map(\.y) == [0, 0, 90, 90, 180])
    #expect(solution.length.points == 260)
    // Estimated items keep their own length, but their groups are as long as the longest.
    let estimated = try Self.rows(5, of: uniform).solve(measured: [2: 80])
    #expect(estimated.frames.map(\.height) == [50, 50, 80, 50, 50])
    #expect(estimated.frames.map(\.y) == [0, 0, 90, 90, 180])
    // Where all are measured, and shorter, so are all.
    let all = try Self.rows(4, uniform, of: uniform)
      .solve(measured: [0: 10, 1: 20, 2: 30, 3: 12])
    #expect(all.frames.map(\.height) == [30, 30, 30, 30])
    #expect(all.length.points == 70)
  }

  @Test func `K5: badges stand on the frames that come out`() throws {
    func badge(_ kind: String, _ edges: LayoutEdges) -> SupplementaryItem {
      var badge = SupplementaryItem(
        kind: kind, size: LayoutSize(width: .absolute(10), height: .ofHeight(0.5)))
      badge.containerAnchor = LayoutAnchor(edges: edges)
      return badge
    }
    var section = Self.rows(4)
    section.spec.group.supplementaryItems = [badge("group", [.bottom, .leading])]
    section.spec.group.content = .subitems(
      axis: .horizontal,
      subitems: [
        .item(Self.half, .estimated(50)) { $0.supplementaryItems = [badge("item", .bottom)] }
      ],
      count: nil)
    let solution = try section.solve(measured: [1: 80])
    #expect(
      solution.badgeElements.map(\.name) == [
        "group 0", "item 0", "item 1", "group 1", "item 2", "item 3",
      ])
    #expect(
      areFrames(
        solution.badgeElements.map(\.frame),
        [
          [0, 40, 10, 40], [45, 25, 10, 25], [145, 40, 10, 40], [0, 115, 10, 25],
          [45, 115, 10, 25], [145, 115, 10, 25],
        ]))
  }

  @Test func `K5: a badge that has no size on a measured host is refused`() throws {
    var badge = SupplementaryItem(
      kind: "badge",
      size: LayoutSize(width: .absolute(10), height: .fractionalHeight(1, plus: -20)))
    badge.zIndex = 1
    var section = Self.rows(2)
    section.spec.group.content = .subitems(
      axis: .horizontal,
      subitems: [.item(Self.half, .estimated(50)) { $0.supplementaryItems = [badge] }], count: nil)
    let issues = SectionScene.issues { _ = try section.solve(measured: [1: 15]) }
    #expect(
      issues.map(\.path.text) == ["/group/subitems/0/supplementaryItems/0/size/height"])
    #expect(SectionScene.issues { _ = try section.solve(measured: [1: 25]) }.isEmpty)
  }

  // MARK: K6

  @Test func `K6: an orthogonal section's groups share the longest slot`() throws {
    var section = CompositionalSection(
      .line(.horizontal, .absolute(150), .estimated(60), [.item(.ofWidth(1), .estimated(60))]),
      items: 4
    ) {
      $0.size = Size(width: 320, height: 600)
      $0.spec.orthogonalScrollingBehavior = .groupPaging
      $0.spec.interGroupSpacing = 5
      $0.spec.contentInsets = DirectionalInsets(top: 7, leading: 0, bottom: 9, trailing: 0)
    }
    let badge = SupplementaryItem(
      kind: "badge", size: LayoutSize(width: .absolute(10), height: .ofHeight(1)))
    section.spec.group.supplementaryItems = [badge]
    let solution = try section.solve(measured: [1: 100, 2: 20])
    #expect(
      areFrames(
        solution.frames,
        [[0, 7, 150, 60], [155, 7, 150, 100], [310, 7, 150, 20], [465, 7, 150, 60]]))
    #expect(solution.length.points == 116)
    #expect(solution.orthogonal?.thickness?.points == 116)
    #expect(solution.badgeElements.map(\.frame.height) == [100, 100, 100, 100])
    // All shorter than the estimate.
    let short = try section.solve(measured: [0: 10, 1: 30, 2: 20, 3: 5])
    #expect(short.length.points == 46)
    #expect(short.badgeElements.map(\.frame.height) == [30, 30, 30, 30])
  }

  // MARK: Numbers

  @Test func `I1: what repetitions add is whole units`() throws {
    let solution = try Self.rows(6).solve(measured: [0: 50.1, 1: 1.0 / 3, 2: 50.2])
    #expect(solution.frames[2].y == 60.1)
    #expect(solution.frames[4].y == 120.3)
  }

  @Test func `I4: groups that have become longer than content may be are refused`() throws {
    let section = Self.rows(4)
    let solution = try section.solve(measured: [0: 0x1p34])
    #expect(solution.frames[2].y == 0x1p34 + 10)
    for measured in [[0: 0x1p40], [0: 0x1p53, 2: 0x1p53]] as [[Int: Double]] {
      let issues = SectionScene.issues { _ = try section.solve(measured: measured) }
      #expect(issues.count == 1)
      #expect(issues.first?.reason.contains("the limit is 2^36") == true)
    }
  }

  @Test func `Uniform groups that double each other's length 60 times are refused, not trapped on`()
    throws
  {
    // Each group holds an item that is as long as the group beside it: the innermost, of a thousand
    // points, makes the outermost 2^60 times as long.
    func group(_ level: Int, _ length: LayoutDimension) -> LayoutGroup {
      let half = LayoutDimension.uniformAcrossSiblings(1 / Double(1 << (level + 1)))
      return .line(
        .vertical, .ofWidth(1), length,
        level == 60
          ? [.item(.ofWidth(1), half)]
          : [.item(.ofWidth(1), half), .group(group(level + 1, half))])
    }
    let section = CompositionalSection(group(0, .estimated(1)), items: 62)
    #expect(throws: LayoutError.self) { try section.solve(measured: [60: 1_000]) }
    let small = try section.solve(measured: [60: 1 / 0x1p40])
    #expect(small.frames.count == 62)
  }
}
