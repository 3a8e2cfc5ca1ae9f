import TestSupport
import Testing

@testable import LayoutEngine

/// `MagazineSolver` on items cut at random, beside one that holds an array for everything.
@Suite struct MagazineChunkTests {
  /// One random section.
  private struct Case {
    var spec = MagazineSpec()
    let width: Double
    var columns: ItemColumns

    init(using random: inout SeededGenerator) {
      width = Double.random(in: 300...1200, using: &random)
      spec.horizontalSpacing = Double.random(in: 0...3, using: &random)
      spec.verticalSpacing = [0, 7.3].randomElement(using: &random) ?? 0
      spec.sectionInset = Insets(top: -3.3, left: 4, bottom: 2, right: 5)
      spec.itemInsets = Insets(top: 8.1, left: 6, bottom: 1, right: 0)
      columns = Self.columns(using: &random)
    }

    private static func columns(using random: inout SeededGenerator) -> ItemColumns {
      let counts: [Int] = [0, 1, 2, 80, 700, 2_500]
      let count = counts.randomElement(using: &random) ?? 0
      let fractions: [Int] = [1, 2, 3, 40, 70, 90]
      var columns = ItemColumns(count: count)
      let hasModes = Int.random(in: 0..<4, using: &random) > 0
      let hasHeights = Int.random(in: 0..<4, using: &random) > 0
      let hasNumbers = Bool.random(using: &random)
      var mode = MagazineWidthMode.full
      for item in 0..<count {
        // Runs of one mode, so that full rows come about.
        if Int.random(in: 0..<30, using: &random) == 0 {
          let modes: [MagazineWidthMode] = [
            .full, .fullBleed, .fraction(fractions.randomElement(using: &random) ?? 1),
          ]
          mode = modes.randomElement(using: &random) ?? .full
        }
        if hasModes, mode != .full || Bool.random(using: &random) {
          columns.widthModes.set(mode, at: item)
        }
        if hasHeights, Int.random(in: 0..<3, using: &random) > 0 {
          columns.heights.set([0, 12, 40.3, 88].randomElement(using: &random) ?? 0, at: item)
        }
        if hasNumbers, Bool.random(using: &random) {
          columns.numbers.set(Double(item % 50), at: item)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
          columns.heightModes.set(.stretch, at: item)
        }
      }
      return columns
    }

    func solve(_ items: Items) throws(LayoutError) -> SolverResult {
      try MagazineSolver(spec, environment: SectionScene.environment(width, 800))
        .solve(items, at: SectionScene.itemsPath)
    }

    func flat() throws(LayoutError) -> FlatMagazine {
      let columns = MagazineColumns(
        spec, contentWidth: width - spec.sectionInset.horizontal, grid: PixelGrid(scale: 1))
      // As the solver adds them, in units.
      let top = Units(points: spec.sectionInset.top) + Units(points: spec.itemInsets.top)
      return try FlatMagazine(
        self.columns, columns, top: top, spacing: spec.verticalSpacing,
        path: SectionScene.itemsPath)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `frames are the same to the last bit wherever items are cut`(seed: UInt64) throws {
    let rounds = RandomSections.rounds(60, arguments: 8)
    var itemCount = 0
    for round in rounds {
      var random = RandomSections.generator(seed: seed, round: round)
      let section = Case(using: &random)
      itemCount += section.columns.count
      let items = Items(section.columns, cutAtRandom: &random)
      let flat = try section.flat()
      let solution = try section.solve(items)
      let placement = FrameTransform(axis: .vertical)
      let frames = (0..<solution.cells.count).map { solution.cells.frame(of: $0, placement) }
      #expect(frames == flat.frames, "seed \(seed) round \(round)")
      var walk = CellCursor()
      let walked = frames.indices.map { solution.cells.frame(of: $0, placement, &walk) }
      #expect(walked == frames, "seed \(seed) round \(round)")
      if section.columns.count > 0 {
        let insets = Units(points: section.spec.itemInsets.bottom)
        let end = flat.bottom + insets + Units(points: section.spec.sectionInset.bottom)
        #expect(solution.length == end, "seed \(seed) round \(round)")
      }
      if solution.cells.count < 1_000 {
        SectionScene.expectNothingMissed(
          by: solution.cells, using: &random, "seed \(seed) round \(round)")
      }
    }
    RandomSections.finish("magazine", seed: seed, rounds, items: itemCount)
  }

  @Test(arguments: 21...24 as ClosedRange<UInt64>)
  func `faults are listed in the items' order, wherever items are cut`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      var section = Case(using: &random)
      guard section.columns.count > 0 else { continue }
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        let item = Int.random(in: 0..<section.columns.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: section.columns.widthModes.set(.fraction(0), at: item)
        case 1: section.columns.widthModes.set(.fraction(500), at: item)
        default: section.columns.heights.set(-Double(item) - 1, at: item)
        }
      }
      let issues = SectionScene.issues { _ = try section.flat() }
      #expect(!issues.isEmpty || section.columns.widthModes.values.contains(.fraction(500)))
      let items = Items(section.columns, cutAtRandom: &random)
      #expect(
        SectionScene.issues { _ = try section.solve(items) } == issues,
        "seed \(seed) round \(round)")
    }
  }

  @Test func `rows of halves cost no more than twelve bytes a cell, heights and modes included`()
    throws
  {
    let count = 10_000
    var columns = ItemColumns(count: count)
    for item in 0..<count {
      columns.heights.set(Double(item % 97), at: item)
      columns.widthModes.set(.fraction(2), at: item)
    }
    let items = Items(columns)
    let solution = try MagazineSolver(
      MagazineSpec(), environment: SectionScene.environment(390, 800)
    ).solve(items, at: .root)
    #expect(solution.cells.count == count)
    #expect(items.byteCount + solution.cells.byteCount <= 12 * count)
  }
}
