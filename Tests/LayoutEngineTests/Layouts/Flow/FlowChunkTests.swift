import TestSupport
import Testing

@testable import LayoutEngine

/// Flow and list in chunks beside one array of all items: frames don't depend on where items are cut.
@Suite struct FlowChunkTests {
  /// Random items: pairs, numbers and objects with one side or none, of whole or of any numbers.
  private struct RandomItems {
    private(set) var columns = ItemColumns()

    init(using random: inout SeededGenerator) {
      let count = [0, 1, 2, 30, 300, 6_000].randomElement(using: &random) ?? 1
      let form = Int.random(in: 0..<4, using: &random)
      let greatest = FlowChunkTests.pick([5, 60, 130, 450], &random)
      let isWhole = Bool.random(using: &random)
      let hasEqual = Int.random(in: 0..<5, using: &random) == 0
      func side() -> Double {
        if hasEqual { return 30 }
        let length = Double.random(in: 0...greatest, using: &random)
        return isWhole ? length.rounded() : length
      }
      columns.append(count)
      for item in 0..<count {
        let kind = form < 3 ? form : Int.random(in: 0..<5, using: &random)
        if kind == 0 || kind == 3 { columns.widths.set(side(), at: item) }
        if kind == 0 || kind == 4 { columns.heights.set(side(), at: item) }
        if kind == 1 { columns.numbers.set(side(), at: item) }
      }
      // The last one breaks off what would be equal to its end.
      if count > 0, hasEqual, Bool.random(using: &random) { columns.numbers.set(31, at: count - 1) }
    }
  }

  private static func pick(
    _ values: [Double], _ random: inout SeededGenerator
  ) -> Double {
    values.randomElement(using: &random) ?? 0
  }

  private static func flow(using random: inout SeededGenerator) -> FlowSpec {
    var spec = FlowSpec()
    spec.itemSize = Size(
      width: pick([0, 3, 50, 90], &random), height: pick([0, 50, 33.3], &random))
    spec.minimumInteritemSpacing = pick([0, 0, 10, 33.3, -4, -60], &random)
    spec.minimumLineSpacing = pick([0, 10, 12.25, -4, -80], &random)
    spec.boundsOutset.horizontal = pick([0, 0, 3, -40], &random)
    spec.alignment =
      [.justified, .justified, .leading, .center, .trailing].randomElement(using: &random)
      ?? .justified
    spec.lineAlignment =
      [.center, .center, .top, .bottom].randomElement(using: &random) ?? .center
    spec.sectionInset = .points(
      Insets(
        top: 5, left: pick([0, 20.25, -12], &random), bottom: 9, right: pick([0, 8], &random)))
    return spec
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `I2: frames of a flow are those of one array, wherever items are cut`(seed: UInt64) throws {
    let rounds = RandomSections.rounds(12, arguments: 24)
    var itemCount = 0
    for round in rounds {
      var random = RandomSections.generator(seed: seed, round: round)
      let items = RandomItems(using: &random).columns
      itemCount += items.count
      let axis: LayoutAxis = Bool.random(using: &random) ? .vertical : .horizontal
      let breadth = Self.pick([100, 320, 390.5, 40_000, 3_000_000], &random)
      let environment = SectionScene.environment(breadth, breadth, axis: axis)
      let spec = Self.flow(using: &random)
      let solver = try FlowSolver(spec, environment: environment)
      let solution = try solver.solve(
        Items(items, cutAtRandom: &random), at: SectionScene.itemsPath)
      let insets = axis == .vertical ? (5.0, 9.0) : (0, 0)
      let flat = FlatFlow(solver.metrics, items, itemSize: spec.itemSize)
      let context = "seed \(seed) round \(round)"
      guard items.count > 0, !flat.isUniform else {
        #expect(solution.cells.count == items.count, "\(context)")
        continue
      }
      let expected = flat.frames
      let differs = expected.indices.first {
        solution.cells.frame(of: $0, solver.metrics.placement) != expected[$0]
      }
      #expect(differs == nil, "\(context)")
      var walk = CellCursor()
      let walked = expected.indices.first {
        solution.cells.frame(of: $0, solver.metrics.placement, &walk) != expected[$0]
      }
      #expect(walked == nil, "\(context)")
      if axis == .vertical {
        #expect(
          solution.length
            == flat.linesLength + Units(points: insets.0) + Units(points: insets.1), "\(context)")
      }
      if items.count <= 300 {
        SectionScene.expectNothingMissed(
          by: solution.cells, axis: axis, using: &random, context)
      }
    }
    RandomSections.finish("flow", seed: seed, rounds, items: itemCount)
  }

  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func `I2: frames of a list are those of one array, wherever items are cut`(seed: UInt64) throws {
    let rounds = RandomSections.rounds(12, arguments: 16)
    var itemCount = 0
    for round in rounds {
      var random = RandomSections.generator(seed: seed, round: round)
      let items = RandomItems(using: &random).columns
      itemCount += items.count
      let axis: LayoutAxis = Bool.random(using: &random) ? .vertical : .horizontal
      var spec = ListSpec()
      spec.rowSpacing = Self.pick([0, 1, 3.3, -8, -70], &random)
      spec.sectionInset = Insets(top: 5, left: 3, bottom: 4, right: 2)
      let solver = try ListSolver(
        spec, environment: SectionScene.environment(200, 300, axis: axis))
      let solution = try solver.solve(
        Items(items, cutAtRandom: &random), at: SectionScene.itemsPath)
      let expected = FlatList(solver.metrics, items, rowHeight: spec.rowHeight).frames
      let placement = solver.metrics.placement
      let context = "seed \(seed) round \(round)"
      #expect(solution.cells.count == expected.count, "\(context)")
      var walk = CellCursor()
      for (row, frame) in expected.enumerated() where solution.cells.count == expected.count {
        guard solution.cells.frame(of: row, placement) != frame else {
          let walked = solution.cells.frame(of: row, placement, &walk)
          if walked != frame { Issue.record("\(context): row \(row) walked to") }
          continue
        }
        Issue.record("\(context): row \(row)")
        break
      }
      if items.count <= 300 {
        SectionScene.expectNothingMissed(
          by: solution.cells, axis: axis, using: &random, context)
      }
    }
    RandomSections.finish("list", seed: seed, rounds, items: itemCount)
  }

  @Test func `Cells are walked in any order`() throws {
    var random = SeededGenerator(seed: 3)
    let sizes = (0..<4_000).map { _ in
      Size(width: .random(in: 1...90, using: &random), height: .random(in: 1...90, using: &random))
    }
    let solvers: [any SectionSolver] = [
      try FlowSolver(FlowSpec(), environment: SectionScene.environment(390, 700)),
      try ListSolver(ListSpec(), environment: SectionScene.environment(390, 700)),
    ]
    let placement = FrameTransform(axis: .vertical)
    for solver in solvers {
      let cells = try solver.solve(Items(sizes: sizes), at: SectionScene.itemsPath).cells
      var walk = CellCursor()
      var cell = 0
      for _ in 0..<5_000 {
        #expect(cells.frame(of: cell, placement, &walk) == cells.frame(of: cell, placement))
        cell =
          Int.random(in: 0..<3, using: &random) > 0
          ? (cell + 1) % cells.count : Int.random(in: 0..<cells.count, using: &random)
      }
    }
  }

  @Test func `A lookup in a line of 300,000 items reads few of them`() throws {
    let count = 300_000
    var spec = FlowSpec()
    spec.minimumInteritemSpacing = 1
    var items = ItemColumns(count: count)
    for item in 0..<count { items.widths.set(Double(item % 3), at: item) }
    let solver = try FlowSolver(spec, environment: SectionScene.environment(1e9, 700))
    let cells = try solver.solve(items, at: SectionScene.itemsPath).cells
    // Items and bits, and a mark for every 32 items.
    #expect(cells.byteCount <= count / 8 + count / 32 + count / 4 + 4_096)
    let expected = FlatFlow(solver.metrics, items, itemSize: spec.itemSize).frames
    for item in stride(from: 0, to: count, by: 4_973) {
      #expect(cells.frame(of: item, solver.metrics.placement) == expected[item])
      var numbers = IndexRuns()
      let frame = expected[item]
      cells.addCandidates(
        intersecting: Rect(x: frame.minX + 0.1, y: 1, width: 0.8, height: 1), to: &numbers)
      #expect(numbers.count <= 3)
    }
  }

  @Test func `D: faults in later chunks are found, in order`() {
    var items = ItemColumns(count: 9_000)
    for item in 0..<9_000 { items.numbers.set(Double(item % 40), at: item) }
    for item in [700, 5_000, 8_999] { items.heights.set(-1, at: item) }
    let places = [700, 5_000, 8_999].map { SectionScene.itemsPath.index($0) }
    let flow = SectionScene.issues {
      _ = try FlowSolver(FlowSpec(), environment: SectionScene.environment(390, 700))
        .solve(items, at: SectionScene.itemsPath)
    }
    #expect(flow.map(\.path) == places)
    #expect(flow.first?.reason == "must have finite sides ≥ 0, up to 2^53 points (got 50.0 × -1.0)")
    let list = SectionScene.issues {
      _ = try ListSolver(ListSpec(), environment: SectionScene.environment(390, 700))
        .solve(items, at: SectionScene.itemsPath)
    }
    #expect(list.map(\.path) == places)
    #expect(list.first?.reason == "must have a finite length ≥ 0, up to 2^53 points (got -1.0)")
  }
}
