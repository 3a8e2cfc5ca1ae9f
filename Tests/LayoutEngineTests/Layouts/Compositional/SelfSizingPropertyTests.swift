import TestSupport
import Testing

@testable import LayoutEngine

/// Groups with measured items beside a literal reading of the rules, their search beside a scan, and
/// what a million of them cost.
@Suite struct SelfSizingPropertyTests {
  /// Items of a section that follow what views find, with random lengths.
  private static func measured(
    _ section: CompositionalSection, using random: inout SeededGenerator
  ) -> [Int: Double] {
    let follows = SelfSizingReference(section, measured: [:], start: .zero).follows
    let shares: [Double] = [0.02, 0.3, 1]
    let share = shares.randomElement(using: &random) ?? 1
    var measured: [Int: Double] = [:]
    for item in 0..<section.items where follows[item % follows.count] {
      guard Double.random(in: 0..<1, using: &random) < share else { continue }
      let length = Double.random(in: 0...150, using: &random)
      measured[item] = Bool.random(using: &random) ? length.rounded() : length
    }
    return measured
  }

  private static func isNear(_ one: Rect, _ other: Rect) -> Bool {
    abs(one.x - other.x) < 1e-5 && abs(one.y - other.y) < 1e-5
      && abs(one.width - other.width) < 1e-5 && abs(one.height - other.height) < 1e-5
  }

  /// How a solution differs from the reference; nil if it doesn't.
  private static func difference(
    _ solution: SolverResult, _ section: CompositionalSection, _ measured: [Int: Double]
  ) -> String? {
    let (axis, insets) = (section.axis, section.spec.contentInsets.unmirrored)
    let reference = SelfSizingReference(
      section, measured: measured, start: Point(x: insets.left, y: insets.top))
    let length = reference.length + axis.mainStart(insets) + axis.mainEnd(insets)
    if abs(solution.length.points - length) > 1e-5 {
      return "length \(solution.length.points), expected \(length)"
    }
    let frames = solution.frames(axis)
    guard frames.count == reference.cells.count else {
      return "\(frames.count) cells, expected \(reference.cells.count)"
    }
    for (item, frame) in frames.enumerated() where !isNear(frame, reference.cells[item]) {
      return "cell \(item): \(frame), expected \(reference.cells[item])"
    }
    let badges = solution.badgeElements
    guard badges.count == reference.badges.count else {
      return "\(badges.count) badges, expected \(reference.badges.count)"
    }
    for (number, (badge, twin)) in zip(badges, reference.badges).enumerated()
    where badge.kind != twin.kind || !isNear(badge.frame(axis), twin.frame) {
      return "badge \(number) is \(badge.kind) \(badge.frame(axis)), expected \(twin)"
    }
    return nil
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `K5–K6: random groups with measured items agree with a literal reading`(seed: UInt64) throws
  {
    var generator = CompositionalRandomSection(seed: seed, isEstimated: true)
    var random = SeededGenerator(seed: seed)
    var (sized, orthogonal, uniform) = (0, 0, 0)
    for number in 0..<600 {
      var section = generator.section()
      (section.spec.boundarySupplementaryItems, section.spec.decorationItems) = ([], [])
      section.items = min(section.items, 60)
      guard section.items > 0, let plain = try? section.solve() else { continue }
      let measured = Self.measured(section, using: &random)
      let solution = try section.solve(measured: measured)
      let difference = Self.difference(solution, section, measured)
      #expect(difference == nil, "seed \(seed), section \(number): \(measured) \(section.spec)")
      if solution.frames(section.axis) != plain.frames(section.axis) {
        sized += 1
        if section.spec.orthogonalScrollingBehavior != .none { orthogonal += 1 }
        if section.spec.group.size.dimension(along: section.axis).isUniform { uniform += 1 }
      }
      // Wherever chunks are cut.
      let columns = ItemColumns(count: section.items, measured: measured, along: section.axis)
      let cut = try section.solve(Items(columns, cutAtRandom: &random))
      #expect(cut.frames(section.axis) == solution.frames(section.axis))
      #expect(cut.length == solution.length)
    }
    // A generator that measures nothing would prove nothing.
    #expect(sized > 60 && orthogonal > 15 && uniform > 15, "\(sized) \(orthogonal) \(uniform)")
  }

  @Test(arguments: [UInt64(21), 22, 23])
  func `Candidates never miss a measured cell or a badge, and are there`(seed: UInt64) throws {
    var generator = CompositionalRandomSection(seed: seed, isEstimated: true)
    var random = SeededGenerator(seed: seed)
    for number in 0..<120 {
      var section = generator.section()
      section.spec.interGroupSpacing =
        [0, 8, -60, -130, -200, 500].randomElement(using: &random) ?? 0
      guard section.items > 0, (try? section.solve()) != nil else { continue }
      let measured = Self.measured(section, using: &random)
      let solution = try section.solve(measured: measured)
      SectionScene.expectNothingMissed(
        by: solution.cells, axis: section.axis, using: &random, "seed \(seed), section \(number)")
      guard let badges = solution.supplementaries else { continue }
      let frames = (0..<badges.count).map { badges.frame(of: $0, axis: section.axis) }
      for _ in 0..<6 {
        guard let near = frames.randomElement(using: &random) else { break }
        let rect = near.outsetBy(dx: Double.random(in: -5...90, using: &random), dy: 20)
        var found = IndexRuns()
        badges.addCandidates(intersecting: rect, to: &found)
        found.normalize()
        let missed = frames.indices.filter { number in
          frames[number].intersects(rect) && !found.runs.contains { $0.contains(number) }
        }
        #expect(missed.isEmpty, "seed \(seed), section \(number): \(rect)")
        #expect((found.runs.last?.upperBound ?? 0) <= badges.count)
      }
      for (number, badge) in solution.badgeElements.enumerated() {
        #expect(badges.number(kind: badge.kind, item: badge.item) == number)
      }
    }
  }

  // MARK: A million items

  private static let million = 1_000_000

  /// Two items side by side, each with a badge, in rows of an estimated height.
  private static func rows(_ items: Int) -> CompositionalSection {
    var badge = SupplementaryItem(
      kind: "badge", size: LayoutSize(width: .absolute(10), height: .absolute(10)))
    badge.containerAnchor = LayoutAnchor(edges: [.bottom])
    return CompositionalSection(
      .line(
        .horizontal, .ofWidth(1), .estimated(50),
        [.item(.ofWidth(0.5), .estimated(50)) { $0.supplementaryItems = [badge] }]), items: items)
  }

  @Test func `Ten measured items of a million cost ten groups`() throws {
    let section = Self.rows(Self.million)
    let measured = Dictionary(
      uniqueKeysWithValues: (0..<10).map { ($0 * 100_000 + 1, Double(60 + $0)) })
    let solution = try section.solve(measured: measured)
    // Of 245 chunks, those without measured items are one.
    var bytes = solution.cells.byteCount + (solution.supplementaries?.byteCount ?? 0)
    var counted: Set<ObjectIdentifier> = []
    solution.cells.visitSharedNodes { if counted.insert($0.id).inserted { bytes += $0.byteCount } }
    #expect(bytes < 40_000)
    let added = (0..<10).reduce(0) { $0 + 10 + $1 }
    #expect(solution.length.points == Double(500_000 * 50 + added))
    #expect(
      solution.cells.frame(of: 900_002)
        == Rect(x: 0, y: Double(450_001 * 50 + added), width: 187.5, height: 50))
    #expect(solution.supplementaries?.number(kind: "badge", item: 999_999) == 999_999)
    var candidates = IndexRuns()
    solution.cells.addCandidates(
      intersecting: Rect(x: 0, y: 12_500_060, width: 375, height: 812), to: &candidates)
    #expect(candidates.count < 60)
  }

  @Test func `A million measured items take some bytes each, counted before they are taken`() throws
  {
    var section = Self.rows(Self.million)
    section.spec.group.content = .subitems(
      axis: .horizontal, subitems: [.item(.ofWidth(0.5), .estimated(50))], count: nil)
    var columns = ItemColumns(count: Self.million)
    for item in 0..<Self.million { columns.measuredHeights.set(Double(item % 90), at: item) }
    let items = Items(columns)
    let budget = LayoutBudget()
    let solution = try section.solve(items, budget)
    #expect(solution.cells.byteCount < 30 * Self.million)
    #expect(budget.heldBytes > 20 * Self.million)
    // Rows of the pairs 0, 1 … 88, 89: the odd one's height.
    let turn = (0..<45).reduce(0) { $0 + 2 * $1 + 1 }
    let rest = (0..<5).reduce(0) { $0 + 2 * $1 + 1 }
    #expect(solution.length.points == Double(11_111 * turn + rest))
    // A screen in the middle visits what it shows, and little else.
    var candidates = IndexRuns()
    let middle = solution.length.points / 2
    solution.cells.addCandidates(
      intersecting: Rect(x: 0, y: middle, width: 375, height: 812), to: &candidates)
    #expect(candidates.spent < 200)
    var taken = 0
    let narrow = LayoutBudget(takeMemory: {
      taken += $0
      return taken < 1 << 20
    })
    #expect(throws: LayoutError.cancelled) { try section.solve(items, narrow) }
  }
}
