import TestSupport
import Testing

@testable import LayoutEngine

/// The solver beside a literal reading of the rules, its search beside a scan, and what sections of
/// a million items cost.
@Suite struct CompositionalPropertyTests {
  private static func isNear(_ one: Rect, _ other: Rect) -> Bool {
    abs(one.x - other.x) < 1e-6 && abs(one.y - other.y) < 1e-6
      && abs(one.width - other.width) < 1e-6 && abs(one.height - other.height) < 1e-6
  }

  /// How a solution differs from the reference; nil if it doesn't.
  private static func difference(
    _ solution: SolverResult, _ axis: LayoutAxis, _ reference: CompositionalReference
  ) -> String? {
    if abs(solution.length.points - reference.length) > 1e-6 {
      return "length \(solution.length), expected \(reference.length)"
    }
    let frames = solution.frames(axis)
    guard frames.count == reference.cells.count else { return "\(frames.count) cells" }
    for (item, frame) in frames.enumerated() where !isNear(frame, reference.cells[item]) {
      return "cell \(item): \(frame), expected \(reference.cells[item])"
    }
    for item in frames.indices where solution.cells.zIndex(of: item) != reference.zIndexes[item] {
      return "cell \(item): zIndex \(String(describing: solution.cells.zIndex(of: item)))"
    }
    let badges = solution.badgeElements
    guard badges.count == reference.badges.count else {
      return "\(badges.count) badges, expected \(reference.badges.count)"
    }
    let expected = Dictionary(
      reference.badges.map { ("\($0.kind) \($0.item)", $0) }, uniquingKeysWith: { one, _ in one })
    for (number, badge) in badges.enumerated() {
      guard let twin = expected[badge.name], isNear(twin.frame, badge.frame(axis)),
        twin.zIndex == badge.zIndex
      else {
        return "badge \(badge), expected \(String(describing: expected[badge.name]))"
      }
      if solution.supplementaries?.number(kind: badge.kind, item: badge.item) != number {
        return "badge \(badge.name) is not found by its name"
      }
    }
    let elements = reference.elements
    guard solution.elements.count == elements.count else { return "elements" }
    for element in solution.elements {
      let twin = elements.first { $0.kind == element.kind && $0.item == element.item }
      guard let twin, isNear(twin.frame, element.frame(axis)) else {
        return "element \(element), expected \(String(describing: twin))"
      }
    }
    return nil
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `B, C: random sections agree with a literal reading of the rules`(seed: UInt64) throws {
    var generator = CompositionalRandomSection(seed: seed)
    var laidOut = 0
    for number in 0..<500 {
      let section = generator.section()
      let reference = try? CompositionalReference(section)
      let solution = try? section.solve()
      guard let reference, let solution else {
        #expect(
          reference == nil && solution == nil,
          "seed \(seed), section \(number): \(section.reasons()) for \(section.spec)")
        continue
      }
      laidOut += 1
      let difference = Self.difference(solution, section.axis, reference)
      #expect(difference == nil, "seed \(seed), section \(number): \(section.spec)")
    }
    // A generator that only makes refusals would prove nothing.
    #expect(laidOut > 250)
  }

  /// Numbers that candidates must hold, by a scan.
  private static func missed(
    _ count: Int, _ rect: Rect, _ candidates: IndexRuns, _ frame: (Int) -> Rect
  ) -> [Int] {
    var held = Set<Int>()
    for run in candidates.runs { held.formUnion(run) }
    return (0..<count).filter { frame($0).intersects(rect) && !held.contains($0) }
  }

  @Test(arguments: [UInt64(11), 12, 13])
  func `Candidates never miss a cell or a badge, and are there`(seed: UInt64) throws {
    var generator = CompositionalRandomSection(seed: seed)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var section = generator.section()
      section.spec.interGroupSpacing =
        [0, 8, -60, -130, -200, 500].randomElement(using: &random) ?? 0
      guard let solution = try? section.solve() else { continue }
      let bounds = solution.cells.bounds
      let outside = solution.frames(section.axis).filter { frame in
        frame.minX < bounds.minX || frame.maxX > bounds.maxX || frame.minY < bounds.minY
          || frame.maxY > bounds.maxY
      }
      #expect(outside.isEmpty, "seed \(seed): outside \(bounds)")
      for _ in 0..<8 {
        let rect = Rect(
          x: bounds.x + Double.random(in: -0.2...1, using: &random) * bounds.width,
          y: bounds.y + Double.random(in: -0.2...1, using: &random) * bounds.height,
          width: Double.random(in: 0...1, using: &random) * bounds.width,
          height: Double.random(in: 0...1, using: &random) * bounds.height)
        var candidates = IndexRuns()
        solution.cells.addCandidates(intersecting: rect, to: &candidates)
        candidates.normalize()
        let missed = Self.missed(solution.cells.count, rect, candidates) {
          solution.cells.frame(of: $0, axis: section.axis)
        }
        #expect(missed.isEmpty, "seed \(seed): \(rect) in \(section.spec)")
        #expect(candidates.runs.allSatisfy { $0.lowerBound >= 0 })
        #expect((candidates.runs.last?.upperBound ?? 0) <= solution.cells.count)
        guard let badges = solution.supplementaries else { continue }
        candidates.removeAll()
        badges.addCandidates(intersecting: rect, to: &candidates)
        candidates.normalize()
        #expect((candidates.runs.last?.upperBound ?? 0) <= badges.count)
        let missedBadges = Self.missed(badges.count, rect, candidates) {
          badges.element($0).frame(section.axis)
        }
        #expect(missedBadges.isEmpty, "seed \(seed): \(rect) in \(section.spec)")
      }
    }
  }

  // MARK: A million items

  private static let million = 1_000_000

  /// Three items with a badge each in a group of 120 points.
  private static func grid(items: Int) -> CompositionalSection {
    var badge = SupplementaryItem(
      kind: "badge", size: LayoutSize(width: .absolute(10), height: .absolute(10)))
    badge.containerAnchor = LayoutAnchor(edges: [.top, .trailing])
    return CompositionalSection(
      .line(
        .horizontal, .ofWidth(1), .absolute(120),
        [
          .item(.ofWidth(1 / 3), .ofHeight(1)) { $0.supplementaryItems = [badge] }
        ]), items: items)
  }

  @Test func `A million items cost no more memory than a few`() throws {
    let few = try Self.grid(items: 30).solve()
    let many = try Self.grid(items: Self.million).solve()
    // An array's room differs by what the allocator rounds it up to.
    #expect(abs(many.bytes - few.bytes) < 100)
    #expect(many.bytes < 2000)
    #expect(many.supplementaries?.count == Self.million)
    // 333,334 groups, the last item alone in its own.
    #expect(many.length.points == 333_334 * 120)
    #expect(many.cells.frame(of: 999_999) == Rect(x: 0, y: 333_333 * 120, width: 125, height: 120))
    #expect(many.supplementaries?.element(999_998).name == "badge 999998")
    #expect(many.supplementaries?.number(kind: "badge", item: 999_998) == 999_998)
  }

  @Test func `A rectangle's candidates are its groups, whole runs where it covers them`() throws {
    let solution = try Self.grid(items: Self.million).solve()
    var candidates = IndexRuns()
    // Groups 1000 to 1006 meet 120,060 … 120,860.
    solution.cells.addCandidates(
      intersecting: Rect(x: 0, y: 120_060, width: 375, height: 800), to: &candidates)
    #expect(candidates.runs == [3000..<3024])
    candidates.removeAll()
    // The middle column alone.
    solution.cells.addCandidates(
      intersecting: Rect(x: 150, y: 120_060, width: 10, height: 200), to: &candidates)
    #expect(candidates.runs == [3001..<3002, 3004..<3005, 3007..<3008])
    candidates.removeAll()
    solution.cells.addCandidates(
      intersecting: Rect(x: 0, y: 0, width: 375, height: 50_000_000), to: &candidates)
    #expect(candidates.runs == [0..<Self.million])
    candidates.removeAll()
    solution.cells.addCandidates(
      intersecting: Rect(x: 376, y: 0, width: 375, height: 50_000_000), to: &candidates)
    #expect(candidates.isEmpty)
  }

  @Test func `Groups that overlap a million times are searched frame by frame`() throws {
    // A point from one group to the next; the second frame lies a million points further down.
    let section = CompositionalSection(
      .custom(
        .ofWidth(1), .absolute(1),
        [
          CustomFrame(frame: Rect(x: 0, y: 0, width: 10, height: 10)),
          CustomFrame(frame: Rect(x: 0, y: 1_000_000, width: 10, height: 10)),
        ]), items: Self.million)
    let solution = try section.solve()
    var candidates = IndexRuns()
    // The first frames of groups 99,990 to 100,005 meet 100,000 … 100,005, no second frame does.
    solution.cells.addCandidates(
      intersecting: Rect(x: 0, y: 100_000, width: 10, height: 5), to: &candidates)
    candidates.normalize()
    #expect(candidates.count <= 20)
    #expect(candidates.runs.contains { $0.contains(2 * 100_000) })
  }
}

extension SolverResult {
  /// Bytes of cells and badges, and of what they may share with other sections.
  fileprivate var bytes: Int {
    cells.byteCount + (cells.sharedStorage?.byteCount ?? 0) + (supplementaries?.byteCount ?? 0)
      + (supplementaries?.sharedStorage?.byteCount ?? 0)
  }
}
