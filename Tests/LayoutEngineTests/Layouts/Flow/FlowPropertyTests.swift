import TestSupport
import Testing

@testable import LayoutEngine

/// `FlowSolver` beside the literal reading of its rules, and its search beside a scan.
@Suite struct FlowPropertyTests {
  /// One random section.
  private struct Case {
    var spec = FlowSpec()
    var insets = Insets.zero
    var width: Double
    var sizes: [Size]

    init(using random: inout SeededGenerator) {
      func pick(_ values: [Double]) -> Double { values.randomElement(using: &random) ?? 0 }
      width = pick([100, 320, 390.5, 393])
      spec.minimumInteritemSpacing = pick([0, 0, 5, 10, 10, 33.3, -4, -60])
      spec.minimumLineSpacing = pick([0, 5, 10, 12.25, -4, -80])
      insets = Insets(
        top: pick([0, 5, -7.5]), left: pick([0, 8, 20.25, -12]), bottom: pick([0, 9, -3]),
        right: pick([0, 8, 16.5, -5]))
      spec.sectionInset = .points(insets)
      if Int.random(in: 0..<4, using: &random) == 0 {
        spec.boundsOutset.horizontal = pick([0, 3, 8.5, -2, -40])
        spec.boundsOutset.vertical = pick([0, 1, 20, -60])
      }
      spec.alignment =
        [.justified, .justified, .leading, .center, .trailing].randomElement(using: &random)
        ?? .justified
      spec.lineAlignment =
        [.center, .center, .top, .bottom].randomElement(using: &random) ?? .center
      let header = pick([0, 0, 30])
      spec.headerFooter.headerReferenceSize = Size(width: header, height: header)
      let palette = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Size(
          width: pick([0, 10, 44, 49.5, 100 / 3, 97.5, 120, 180, 400]),
          height: pick([0, 20, 33.25, 50, 80]))
      }
      sizes = (0..<Int.random(in: 0...70, using: &random)).map { _ in
        palette.randomElement(using: &random) ?? .zero
      }
    }

    func solve(_ axis: LayoutAxis = .vertical) throws -> SolverResult {
      guard axis == .horizontal else {
        return try FlowSolver(spec, environment: SectionScene.environment(width, 700))
          .solve(Items(sizes: sizes), at: SectionScene.itemsPath)
      }
      var turned = spec
      turned.sectionInset = .points(SectionScene.transposed(insets))
      turned.boundsOutset.horizontal = spec.boundsOutset.vertical
      turned.boundsOutset.vertical = spec.boundsOutset.horizontal
      let sizes = sizes.map { Size(width: $0.height, height: $0.width) }
      return try FlowSolver(
        turned, environment: SectionScene.environment(700, width, axis: .horizontal)
      ).solve(Items(sizes: sizes), at: SectionScene.itemsPath)
    }

    var reference: FlowReference {
      FlowReference(spec: spec, insets: insets, width: width, sizes: sizes)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `A1–A10, A18, A19: frames are those of the literal reading`(seed: UInt64) throws {
    let rounds = RandomSections.rounds(40, arguments: 12)
    for round in rounds {
      var random = RandomSections.generator(seed: seed, round: round)
      let section = Case(using: &random)
      let expected = section.reference.layOut()
      let solution = try section.solve()
      let frames = SectionScene.frames(solution)
      #expect(frames.count == expected.frames.count)
      for (frame, reference) in zip(frames, expected.frames) {
        #expect(SectionScene.agree(frame, reference), "seed \(seed) round \(round)")
      }
      let length =
        section.spec.headerFooter.headerReferenceSize.height + section.insets.top
        + expected.linesLength + section.insets.bottom
      #expect(abs(solution.length.points - length) < 1e-9 * 1e5, "seed \(seed) round \(round)")
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `no rectangle misses a cell`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 7919)
    for round in 0..<40 {
      let section = Case(using: &random)
      let axis: LayoutAxis = Bool.random(using: &random) ? .vertical : .horizontal
      let solution = try section.solve(axis)
      SectionScene.expectNothingMissed(
        by: solution.cells, axis: axis, using: &random, "seed \(seed) round \(round)")
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `horizontal scrolling is vertical scrolling with the axes exchanged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 104_729)
    for round in 0..<40 {
      let section = Case(using: &random)
      let vertical = try section.solve(.vertical)
      let horizontal = try section.solve(.horizontal)
      #expect(
        SectionScene.frames(horizontal, .horizontal).map(SectionScene.transposed)
          == SectionScene.frames(vertical), "seed \(seed) round \(round)")
      #expect(horizontal.length == vertical.length, "seed \(seed) round \(round)")
    }
  }

  @Test func `a line of many items and a column of many lines are searched`() throws {
    var random = SeededGenerator(seed: 5)
    var spec = FlowSpec()
    spec.minimumInteritemSpacing = 1
    let sizes = (0..<20_000).map { _ in
      Size(width: Double.random(in: 1...9, using: &random), height: 20)
    }
    for width in [40.0, 1_000_000] {
      let solution = try FlowSolver(spec, environment: SectionScene.environment(width, 700))
        .solve(Items(sizes: sizes), at: SectionScene.itemsPath)
      let frame = solution.cells.frame(of: 17_000)
      var numbers = IndexRuns()
      solution.cells.addCandidates(
        intersecting: Rect(x: frame.minX + 0.1, y: frame.minY + 0.1, width: 0.1, height: 0.1),
        to: &numbers)
      #expect(numbers.runs.contains { $0.contains(17_000) })
      #expect(numbers.count <= 8)
    }
  }
}
