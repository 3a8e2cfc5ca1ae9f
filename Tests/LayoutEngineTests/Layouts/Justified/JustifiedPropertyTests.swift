import TestSupport
import Testing

@testable import LayoutEngine

/// `JustifiedSolver` beside the literal reading of its rules, and its search beside a scan.
@Suite struct JustifiedPropertyTests {
  /// One random section.
  private struct Case {
    var spec = JustifiedSpec()
    var width: Double
    var ratios: [Double]
    /// The items that stand alone in a row.
    var alone: Set<Int> = []

    init(using random: inout SeededGenerator) {
      width = Double.random(in: 150...1500, using: &random).rounded()
      spec.targetRowHeight = Double.random(in: 20...400, using: &random).rounded()
      spec.targetRowHeightTolerance = Double.random(in: 0...0.6, using: &random)
      spec.horizontalSpacing = [0, 1, 4, 10, 37.5].randomElement(using: &random) ?? 0
      spec.verticalSpacing = [0, 2, 10, 20.25].randomElement(using: &random) ?? 0
      spec.sectionInset = Insets(
        top: Double.random(in: -20...40, using: &random),
        left: Double.random(in: -20...40, using: &random),
        bottom: Double.random(in: -20...40, using: &random),
        right: Double.random(in: -20...40, using: &random))
      spec.showWidows = Int.random(in: 0..<5, using: &random) > 0
      spec.lastRowFits = Int.random(in: 0..<3, using: &random) == 0
      spec.widowLayoutStyle = [.left, .center, .justify].randomElement(using: &random) ?? .left
      if Bool.random(using: &random) {
        spec.fullWidthBreakoutRowCadence = Int.random(in: 1...4, using: &random)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        spec.maxNumRows = Int.random(in: 0...6, using: &random)
      }
      let greatest: Double = [0.05, 1, 3, 12].randomElement(using: &random) ?? 3
      ratios = (0..<Int.random(in: 0...90, using: &random)).map { _ in
        Double.random(in: 0.01...greatest, using: &random)
      }
      if Bool.random(using: &random) {
        let least = Double.random(in: 5...300, using: &random).rounded()
        spec.rowHeightRange = JustifiedSpec.RowHeightRange(
          least: least, greatest: least + Double.random(in: 0...300, using: &random).rounded())
      }
      if Bool.random(using: &random) {
        let rarity: Int = [2, 6, 30].randomElement(using: &random) ?? 2
        alone = Set(ratios.indices.filter { _ in Int.random(in: 0..<rarity, using: &random) == 0 })
      }
    }

    func solve() throws(LayoutError) -> SolverResult {
      try JustifiedSolver(spec, environment: JustifiedTests.environment(width: width))
        .solve(JustifiedTests.items(ratios: ratios, alone: alone), at: .root)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `G1–G9: frames are those of the literal, quadratic reading`(seed: UInt64) throws {
    let rounds = RandomSections.rounds(150, arguments: 8)
    var itemCount = 0
    for round in rounds {
      var random = RandomSections.generator(seed: seed, round: round)
      let section = Case(using: &random)
      itemCount += section.ratios.count
      let reference = JustifiedReference(
        ratios: section.ratios, alone: section.alone, spec: section.spec,
        containerWidth: section.width)
      guard !reference.lacksRoom else {
        #expect(throws: LayoutError.self, "seed \(seed) round \(round)") { try section.solve() }
        continue
      }
      let solution = try section.solve()
      #expect(solution.cells.count == reference.frames.count, "seed \(seed) round \(round)")
      // Each row rounds its height to a unit.
      let tolerance = 1e-6 + Double(section.ratios.count) / Units.perPoint
      #expect(
        abs(solution.length.points - reference.length) < tolerance, "seed \(seed) round \(round)")
      guard solution.cells.count == reference.frames.count else { continue }
      for (item, frame) in reference.frames.enumerated()
      where !isNear(solution.cells.frame(of: item), frame, tolerance) {
        Issue.record("seed \(seed) round \(round) item \(item): \(frame)")
      }
    }
    RandomSections.finish("justified", seed: seed, rounds, items: itemCount)
  }

  @Test(arguments: [21, 22, 23, 24] as [UInt64])
  func `G8: no row leaves the range, and photos keep their ratios`(seed: UInt64) throws {
    let rounds = RandomSections.rounds(150, arguments: 4)
    for round in rounds {
      var random = RandomSections.generator(seed: seed, round: round)
      var section = Case(using: &random)
      let least = Double.random(in: 5...300, using: &random).rounded()
      let range = JustifiedSpec.RowHeightRange(
        least: least, greatest: least + Double.random(in: 0...300, using: &random).rounded())
      section.spec.rowHeightRange = range
      if section.spec.widowLayoutStyle == .justify { section.spec.widowLayoutStyle = .left }
      let frames = JustifiedTests.frames(try section.solve())
      let left = section.spec.sectionInset.left
      let width = section.width - section.spec.sectionInset.horizontal
      for (item, frame) in frames.enumerated() {
        let comment: Comment = "seed \(seed) round \(round) item \(item): \(frame)"
        #expect(frame.height > range.least - 1e-6 && frame.height < range.greatest + 1e-6, comment)
        #expect(frame.minX > left - 1e-6 && frame.maxX < left + width + 1e-6, comment)
        let isCropped = section.alone.contains(item) || frame.width > width - 1e-6
        #expect(isCropped || abs(frame.width - section.ratios[item] * frame.height) < 1e-6, comment)
      }
    }
  }

  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func `the search misses no cell and the bounds hold them all`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<100 {
      let section = Case(using: &random)
      guard let solution = try? section.solve() else { continue }
      let frames = JustifiedTests.frames(solution)
      let bounds = solution.cells.bounds
      for frame in frames {
        #expect(
          bounds.minX <= min(frame.minX, frame.maxX) && max(frame.minX, frame.maxX) <= bounds.maxX
            && bounds.minY <= frame.minY && frame.maxY <= bounds.maxY,
          "seed \(seed) round \(round): \(frame) in \(bounds)")
      }
      for _ in 0..<20 {
        let rect = Rect(
          x: Double.random(in: -100...section.width, using: &random),
          y: Double.random(in: -100...(solution.length.points + 100), using: &random),
          width: [0, 1, 50, 3000].randomElement(using: &random) ?? 0,
          height: [0, 1, 50, 500].randomElement(using: &random) ?? 0)
        expectCandidates(of: solution.cells, frames: frames, rect: rect, "seed \(seed) \(round)")
      }
    }
  }

  @Test func `G7: one row of 300,000 cells is neither summed anew nor scanned`() throws {
    // 300,000 · 0.000009 = 2.7 of 4: the row stays open, every cell 250 · 0.000009 = 0.00225 wide.
    let count = 300_000
    let solution = try JustifiedTests.solve([Double](repeating: 0.000_009, count: count))
    #expect(solution.cells.count == count)
    var found = IndexRuns()
    solution.cells.addCandidates(intersecting: Rect(x: 300, y: 10, width: 1, height: 1), to: &found)
    found.normalize()
    // 1/0.00225 = 444.4 cells and those cut at both ends.
    #expect((445...447).contains(found.count))
  }

  @Test(arguments: [0.3, 1, 4])
  func `a cell costs no more than 11 bytes, however many stand in a row`(ratio: Double) throws {
    let solution = try JustifiedTests.solve([Double](repeating: ratio, count: 100_000))
    #expect(solution.cells.byteCount <= 11 * 100_000)
  }

  private func isNear(_ one: Rect, _ other: Rect, _ tolerance: Double) -> Bool {
    abs(one.x - other.x) < 1e-6 && abs(one.y - other.y) < tolerance
      && abs(one.width - other.width) < 1e-6 && abs(one.height - other.height) < 1e-6
  }
}

/// Records every cell that meets the rectangle and is not among the candidates.
func expectCandidates(
  of cells: any SectionCells, frames: [Rect], rect: Rect, _ comment: String
) {
  var runs = IndexRuns()
  cells.addCandidates(intersecting: rect, to: &runs)
  runs.normalize()
  let found = Set(runs.runs.flatMap { $0 })
  #expect(found.allSatisfy { frames.indices.contains($0) }, "\(comment)")
  for (item, frame) in frames.enumerated() where frame.intersects(rect) && !found.contains(item) {
    Issue.record("\(comment): cell \(item) \(frame) meets \(rect) and is missed")
  }
}
