import TestSupport
import Testing

@testable import LayoutEngine

/// `JustifiedSolver` on items cut at random, beside one that holds an array for everything.
@Suite struct JustifiedChunkTests {
  /// One random section.
  private struct Case {
    var spec = JustifiedSpec()
    var width: Double
    var columns: ItemColumns

    init(using random: inout SeededGenerator) {
      width = Double.random(in: 150...1500, using: &random)
      spec.targetRowHeight = Double.random(in: 20...400, using: &random)
      spec.targetRowHeightTolerance = Double.random(in: 0...0.6, using: &random)
      spec.horizontalSpacing = [0, 0.1, 1, 10].randomElement(using: &random) ?? 0
      spec.verticalSpacing = [0, 2, 20.3].randomElement(using: &random) ?? 0
      spec.sectionInset = Insets(
        top: Double.random(in: -20...40, using: &random),
        left: Double.random(in: -20...40, using: &random), bottom: 3,
        right: Double.random(in: -20...40, using: &random))
      spec.showWidows = Int.random(in: 0..<6, using: &random) > 0
      spec.lastRowFits = Int.random(in: 0..<3, using: &random) == 0
      spec.widowLayoutStyle = [.left, .center, .justify].randomElement(using: &random) ?? .left
      if Int.random(in: 0..<4, using: &random) == 0 {
        spec.fullWidthBreakoutRowCadence = Int.random(in: 1...4, using: &random)
      }
      if Int.random(in: 0..<6, using: &random) == 0 {
        spec.maxNumRows = Int.random(in: 0...60, using: &random)
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        spec.forceAspectRatio = Double.random(in: 0.01...2, using: &random)
      }
      columns = Self.columns(using: &random)
      addRange(using: &random)
      // Rows of more cells than a walk, and than a chunk.
      if columns.count > 90 { spec.horizontalSpacing = min(spec.horizontalSpacing, 0.1) }
    }

    /// A range of heights, and items that stand alone.
    private mutating func addRange(using random: inout SeededGenerator) {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let least = Double.random(in: 5...300, using: &random)
        spec.rowHeightRange = JustifiedSpec.RowHeightRange(
          least: least, greatest: least + Double.random(in: 0...300, using: &random))
      }
      guard Int.random(in: 0..<3, using: &random) == 0 else { return }
      let rarity: Int = [2, 9, 80].randomElement(using: &random) ?? 2
      for item in 0..<columns.count where Int.random(in: 0..<rarity, using: &random) == 0 {
        columns.fullWidths.set(1, at: item)
        // As high as its ratio says, so that smaller ratios would make too long a content.
        columns.aspectRatios.set(Double.random(in: 0.1...4, using: &random), at: item)
      }
    }

    private static func columns(using random: inout SeededGenerator) -> ItemColumns {
      let counts: [Int] = [0, 1, 2, 60, 90, 700, 3_000]
      let count = counts.randomElement(using: &random) ?? 0
      let scales: [Double] = [1e-3, 0.02, 0.1, 1]
      let scale: Double = scales.randomElement(using: &random) ?? 1
      let allForms: [[Int]] = [[0], [1], [2], [3], [0, 1, 2, 3, 4]]
      let forms: [Int] = allForms.randomElement(using: &random) ?? [0]
      var columns = ItemColumns(count: count)
      for item in 0..<count {
        let side = Double(Int.random(in: 1...4000, using: &random))
        switch forms.randomElement(using: &random) ?? 0 {
        case 0:
          columns.widths.set((side * scale).rounded(.up), at: item)
          columns.heights.set(Double(Int.random(in: 1...4000, using: &random)), at: item)
        case 1: columns.numbers.set(side / 2000 * scale, at: item)
        case 2: columns.aspectRatios.set(side / 2000 * scale, at: item)
        case 3:
          columns.widths.set(side * scale + 0.1, at: item)
          columns.heights.set(2000.25, at: item)
        default: break
        }
      }
      return columns
    }

    func solve(_ items: Items) throws(LayoutError) -> SolverResult {
      try JustifiedSolver(
        spec, environment: SectionScene.environment(width, 800)
      ).solve(items, at: SectionScene.itemsPath)
    }

    func flat() throws(LayoutError) -> FlatJustified {
      try FlatJustified(
        spec, width: width, items: columns, path: SectionScene.itemsPath)
    }
  }

  @Test func `items without fields are squares, whatever the chunk before them holds`() throws {
    var columns = ItemColumns(count: 6)
    columns.numbers.set(0.1, at: 1)
    var spec = JustifiedSpec()
    spec.targetRowHeight = 100
    let solver = try JustifiedSolver(spec, environment: SectionScene.environment(320, 480))
    let whole = try solver.solve(Items(columns), at: SectionScene.itemsPath)
    let cut = try solver.solve(
      Items([ItemChunk(columns[0..<3]), ItemChunk(columns[3..<6])]), at: SectionScene.itemsPath)
    #expect(SectionScene.frames(cut) == SectionScene.frames(whole))
    // 1 + 0.1 + 1 + 1 is near enough to 3.2 at a height of 100.
    #expect(SectionScene.frames(cut)[4].minY > SectionScene.frames(cut)[3].minY)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `frames are the same to the last bit wherever items are cut`(seed: UInt64) throws {
    let rounds = RandomSections.rounds(60, arguments: 8)
    var maxRowLength = 0
    var itemCount = 0
    for round in rounds {
      var random = RandomSections.generator(seed: seed, round: round)
      let section = Case(using: &random)
      itemCount += section.columns.count
      let items = Items(section.columns, cutAtRandom: &random)
      guard let flat = try? section.flat() else {
        let issues = SectionScene.issues { _ = try section.flat() }
        #expect(SectionScene.issues { _ = try section.solve(items) } == issues, "\(seed) \(round)")
        continue
      }
      let solution = try section.solve(items)
      let cells = solution.cells
      let placement = FrameTransform(axis: .vertical)
      let frames = (0..<cells.count).map { cells.frame(of: $0, placement) }
      let differs = zip(frames, flat.frames).enumerated().first { $0.element.0 != $0.element.1 }
      #expect(
        differs == nil && frames.count == flat.frames.count,
        "seed \(seed) round \(round): \(differs.debugDescription)")
      #expect(
        solution.length == flat.bottom + Units(points: section.spec.sectionInset.bottom))
      expectSameOnWalks(cells, flat.frames, placement, using: &random)
      if cells.count < 1_000, !flat.frames.contains(where: { $0.width < 0 }) {
        SectionScene.expectNothingMissed(
          by: cells, using: &random, "seed \(seed) round \(round)")
      }
      maxRowLength = max(maxRowLength, flat.maxRowLength)
    }
    // Some hold left edges for walks to begin at.
    #expect(maxRowLength > LineTable.walkLength)
    RandomSections.finish("justified", seed: seed, rounds, items: itemCount)
  }

  @Test(arguments: [JustifiedSpec.WidowLayoutStyle.left, .center, .justify], [true, false])
  func `a row longer than a chunk is the same wherever items are cut`(
    style: JustifiedSpec.WidowLayoutStyle, isComplete: Bool
  ) throws {
    var random = SeededGenerator(seed: 7)
    var section = Case(using: &random)
    section.spec = JustifiedSpec()
    section.spec.widowLayoutStyle = style
    section.spec.horizontalSpacing = 0.01
    section.width = 1000
    section.columns = ItemColumns(count: 9_000)
    for item in 0..<9_000 {
      section.columns.aspectRatios.set(Double.random(in: 0...1e-5, using: &random), at: item)
    }
    // The last one completes the row.
    if isComplete { section.columns.aspectRatios.set(3, at: 8_999) }
    let items = Items(section.columns, cutAtRandom: &random)
    let flat = try section.flat()
    #expect(flat.maxRowLength == 9_000)
    let solution = try section.solve(items)
    #expect(SectionScene.frames(solution) == flat.frames)
    expectSameOnWalks(solution.cells, flat.frames, .own(.vertical), using: &random)
    for _ in 0..<20 {
      let rect = Rect(x: Double.random(in: 0...90, using: &random), y: 0, width: 0.5, height: 9)
      expectCandidates(of: solution.cells, frames: flat.frames, rect: rect, "\(style)")
    }
  }

  @Test func `items without sizes after as many with some are squares`() throws {
    var random = SeededGenerator(seed: 5)
    var section = Case(using: &random)
    section.spec = JustifiedSpec()
    section.columns = ItemColumns([.number(1), .number(0.5), .fields(), .fields()])
    let items = Items([ItemChunk(section.columns[0..<2]), ItemChunk(section.columns[2..<4])])
    let flat = try section.flat()
    #expect(SectionScene.frames(try section.solve(items)) == flat.frames)
  }

  /// Walks over all cells, and in leaps, give the same frames as asking for each alone.
  private func expectSameOnWalks(
    _ cells: any SectionCells, _ frames: [Rect], _ placement: FrameTransform,
    using random: inout SeededGenerator
  ) {
    var walk = CellCursor()
    #expect(frames.indices.allSatisfy { cells.frame(of: $0, placement, &walk) == frames[$0] })
    guard !frames.isEmpty else { return }
    let leaps = (0..<50).flatMap { _ in
      let cell = Int.random(in: frames.indices, using: &random)
      return [cell, min(cell + 1, frames.count - 1)]
    }
    #expect(leaps.allSatisfy { cells.frame(of: $0, placement, &walk) == frames[$0] })
  }

  @Test(arguments: 21...24 as ClosedRange<UInt64>)
  func `faults are those of all items, wherever items are cut`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var found = 0
    for round in 0..<40 {
      var section = Case(using: &random)
      // Rows that their gaps fill, before and after items without a ratio.
      section.spec.horizontalSpacing = [10, 400].randomElement(using: &random) ?? 0
      for _ in 0..<Int.random(in: 0...3, using: &random) where section.columns.count > 0 {
        let item = Int.random(in: 0..<section.columns.count, using: &random)
        let faults: [Double] = [0, -1, .infinity]
        section.columns.heights.set(faults.randomElement(using: &random) ?? 0, at: item)
      }
      let issues = SectionScene.issues { _ = try section.flat() }
      found += issues.count
      let items = Items(section.columns, cutAtRandom: &random)
      #expect(
        SectionScene.issues { _ = try section.solve(items) } == issues,
        "seed \(seed) round \(round)")
    }
    #expect(found > 0)
  }

  @Test(arguments: [1_000, 10_000, 100_000])
  func `photos cost no more than ten bytes each, their sizes included`(count: Int) throws {
    var random = SeededGenerator(seed: 5)
    var columns = ItemColumns(count: count)
    for item in 0..<count {
      columns.widths.set(Double(Int.random(in: 1000...4000, using: &random)), at: item)
      columns.heights.set(Double(Int.random(in: 1000...4000, using: &random)), at: item)
    }
    var spec = JustifiedSpec()
    spec.targetRowHeight = 120
    let items = Items(columns)
    let solution = try JustifiedSolver(spec, environment: SectionScene.environment(390, 800))
      .solve(items, at: .root)
    #expect(solution.cells.count == count)
    #expect(items.byteCount + solution.cells.byteCount <= 10 * count)
  }
}
