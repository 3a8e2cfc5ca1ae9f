import TestSupport
import Testing

@testable import LayoutEngine

/// Waterfalls of items in chunks: no frame, error or answer depends on where chunks are cut.
@Suite struct WaterfallChunkTests {
  /// Which items a random section has.
  enum Mix: CaseIterable, Sendable {
    case halves, doubles, pairs, mixed, bodies, spans
    /// Lengths of which some are too long for packed keys.
    case far
  }

  private struct Case {
    var spec = WaterfallSpec()
    let axis: LayoutAxis
    let items: ItemColumns

    init(_ mix: Mix, using random: inout SeededGenerator) {
      func pick<Value>(_ values: [Value]) -> Value {
        values[Int(random.next() % UInt64(values.count))]
      }
      axis = pick([.vertical, .horizontal])
      spec.columns = .count(pick([1, 2, 3, 4, 5, 7, 10, 16, 17, 40, 300]))
      spec.columnSpacing = pick([0, 2.5])
      spec.rowSpacing = pick([0, 10, 10 / 3, 4.5, -3])
      spec.sectionInset = Insets(top: pick([0, 10]), left: pick([0, 7.5]), bottom: 5, right: 3)
      spec.placement = pick([
        .shortestColumn, .shortestColumn, .shortestColumn, .roundRobin,
        .gridLanes(flowTolerance: 16), .gridLanes(flowTolerance: .infinity),
      ])
      let count = pick([0, 1, 2, 37, 400, 400, 2_500, mix == .spans ? 600 : 6_000])
      items = ItemColumns((0..<count).map { _ in Self.item(mix, using: &random) })
    }

    private static func item(_ mix: Mix, using random: inout SeededGenerator) -> WrittenItem {
      let whole = Double(random.next() % 400)
      let fraction = Double.random(in: 0...200, using: &random)
      let kind = random.next() % 8
      switch mix {
      case .halves: return .number(whole / 2)
      case .doubles: return .number(fraction)
      case .pairs: return .pair(Double(random.next() % 900), whole)
      case .mixed:
        switch kind {
        case 0...2: return .number(fraction)
        case 3, 4: return .pair(whole, Double(random.next() % 900))
        case 5: return .fields(height: whole)
        case 6: return .fields(width: whole)
        default: return .fields()
        }
      case .bodies:
        return .fields(
          height: kind < 4 ? whole : nil, aspectRatio: kind == 5 ? 1.5 : nil,
          bodyHeight: kind < 6 ? fraction : nil)
      case .spans:
        return .fields(
          width: kind == 1 ? 300 : nil, height: fraction, bodyHeight: kind == 2 ? 20 : nil,
          columnSpan: kind < 5 ? nil : kind == 7 ? Double(random.next() % 60 + 1) : 2)
      case .far: return .number(kind == 0 && whole == 0 ? 0x1p23 : whole)
      }
    }

    var environment: SectionEnvironment {
      axis == .vertical
        ? SectionScene.environment(3_000, 700)
        : SectionScene.environment(700, 3_000, axis: axis)
    }

    func solve(_ items: Items) throws -> SolverResult {
      try WaterfallSolver(spec, environment: environment).solve(items, at: SectionScene.itemsPath)
    }

    func reference() throws -> FlatWaterfall {
      try FlatWaterfall(
        items,
        WaterfallMetrics(
          spec, top: Units(points: axis.mainStart(spec.sectionInset)), environment: environment),
        spec.placement)
    }
  }

  @Test(arguments: Mix.allCases, 1...6 as ClosedRange<UInt64>)
  func `frames are those of all items in one piece, wherever chunks are cut`(
    mix: Mix, seed: UInt64
  ) throws {
    let rounds = RandomSections.rounds(6, arguments: 42)
    var itemCount = 0
    for round in rounds {
      var random = RandomSections.generator(seed: seed, round: round)
      let section = Case(mix, using: &random)
      do {
        _ = try section.solve(Items(section.items))
      } catch let error as LayoutError
        where error.issues.allSatisfy({ $0.reason.contains("the limit is 2^36") })
      {
        // Thin items that are scaled to their column may be longer than content may be.
        continue
      }
      itemCount += section.items.count
      let context = "\(mix) seed \(seed) round \(round)"
      let reference = try section.reference()
      for items in [Items(section.items), Items(section.items, cutAtRandom: &random)] {
        let solution = try section.solve(items)
        let placement = FrameTransform(axis: section.axis)
        let frames = (0..<solution.cells.count).map { solution.cells.frame(of: $0, placement) }
        let agree = frames == reference.frames()
        #expect(agree, "\(context)")
        let images = frames.indices.map { solution.cells.imageHeight(of: $0) }
        #expect(images == reference.imageHeights, "\(context)")
        let insets = section.spec.sectionInset
        let around = section.axis == .vertical ? insets.top + 5 : insets.left + 3
        #expect(
          solution.length - Units(points: around) == reference.columnsLength, "\(context)")
        if frames.count <= 2_500 {
          SectionScene.expectNothingMissed(
            by: solution.cells, axis: section.axis, using: &random, context)
        } else {
          expectNothingMissed(by: solution.cells, frames, using: &random, context)
        }
      }
    }
    RandomSections.finish("waterfall, \(mix),", seed: seed, rounds, items: itemCount)
  }

  /// Asks for what stands around some of the frames.
  private func expectNothingMissed(
    by cells: any SectionCells, _ frames: [Rect], using random: inout SeededGenerator,
    _ context: String
  ) {
    for _ in 0..<3 {
      guard let frame = frames.randomElement(using: &random) else { return }
      let rect = Rect(
        x: frame.x - 20, y: frame.y - 20, width: frame.width + 40, height: frame.height + 40)
      var numbers = IndexRuns()
      cells.addCandidates(intersecting: rect, to: &numbers)
      let found = Set(numbers.runs.joined())
      let missed = frames.indices.filter { frames[$0].intersects(rect) && !found.contains($0) }
      #expect(missed.isEmpty, "\(context): \(rect) misses \(missed.count)")
    }
  }

  @Test(arguments: [8, 9, 12, 16], [0, 16])
  func `chunks longer than lanes are placed as short ones`(
    columnCount: Int, tolerance: Double
  ) throws {
    var random = SeededGenerator(seed: 32_452_843)
    var spec = WaterfallSpec()
    spec.columns = .count(columnCount)
    spec.columnSpacing = 0
    if tolerance > 0 { spec.placement = .gridLanes(flowTolerance: tolerance) }
    let written = (0..<24_000).map { _ in
      WrittenItem.number(Double(Int.random(in: 1...400, using: &random)) / 2)
    }
    var chunks: [ItemChunk] = []
    for places in [0..<3_000, 3_000..<8_200, 8_200..<11_000, 11_000..<20_000, 20_000..<24_000] {
      chunks.append(ItemChunk(ItemColumns(Array(written[places]))))
    }
    let solver = try WaterfallSolver(spec, environment: SectionScene.environment(3_000, 700))
    let long = try solver.solve(Items(chunks), at: SectionScene.itemsPath).cells
    let short = try solver.solve(Items(ItemColumns(written)), at: SectionScene.itemsPath).cells
    let differing = written.indices.filter {
      long.frame(of: $0, axis: .vertical) != short.frame(of: $0, axis: .vertical)
    }
    #expect(differing.isEmpty)
  }

  @Test(arguments: [1, 3, 16, 17, 300])
  func `a rectangle finds little more than it meets`(columnCount: Int) throws {
    var random = SeededGenerator(seed: 1_299_709)
    var spec = WaterfallSpec()
    spec.columns = .count(columnCount)
    spec.columnSpacing = 0
    let items = ItemColumns(
      (0..<30_000).map { _ in .number(Double.random(in: 50...90, using: &random)) })
    let cells = try WaterfallSolver(spec, environment: SectionScene.environment(3_000, 700))
      .solve(Items(items, cutAtRandom: &random), at: SectionScene.itemsPath).cells
    let height = cells.bounds.height
    for _ in 0..<200 {
      let y = Double.random(in: 0...height, using: &random)
      let rect = Rect(x: 0, y: y, width: 3_000, height: 120)
      var numbers = IndexRuns()
      cells.addCandidates(intersecting: rect, to: &numbers)
      let met = numbers.runs.joined().count {
        cells.frame(of: $0, axis: .vertical).intersects(rect)
      }
      #expect(numbers.count <= 6 * met + 20)
    }
  }

  @Test(arguments: [-1, .infinity, .nan] as [Double])
  func `D: faults far apart are named together, the first ones first`(value: Double) throws {
    var random = SeededGenerator(seed: 15_485_863)
    var items = ItemColumns((0..<9_000).map { _ in .number(5) })
    for item in [4_999, 8_000] {
      if value.isNaN {
        items.aspectRatios.set(0, at: item)
      } else {
        items = ItemColumns(
          (0..<9_000).map { .number([4_999, 8_000].contains($0) ? value : 5) })
      }
    }
    let solver = try WaterfallSolver(
      WaterfallSpec(), environment: SectionScene.environment(210, 500))
    for items in [Items(items), Items(items, cutAtRandom: &random)] {
      let issues = SectionScene.issues {
        _ = try solver.solve(items, at: SectionScene.itemsPath)
      }
      #expect(issues.map(\.path.steps[1]) == [.index(4_999), .index(8_000)])
    }
  }

  @Test func `D: faulty items are named before columns that are too many to prepare`() throws {
    var spec = WaterfallSpec()
    spec.columns = .count(8)
    let solver = try WaterfallSolver(spec, environment: SectionScene.environment(900, 500))
    func paths(_ heights: [Double], steps: Int) -> [DocumentPath] {
      SectionScene.issues {
        _ = try solver.solve(
          Items(heights.map { .number($0) }), at: SectionScene.itemsPath,
          LayoutBudget(steps: steps))
      }.map(\.path)
    }
    let heights = [Double](repeating: 4, count: 9)
    #expect(paths(heights, steps: 4 * 8).isEmpty)
    #expect(paths(heights, steps: 4 * 8 - 1) == [SectionScene.itemsPath])
    #expect(paths(heights + [-1], steps: 0) == [SectionScene.itemsPath.index(9)])
  }

  @Test func `memory is counted chunk by chunk`() throws {
    var held: [Int] = []
    let budget = LayoutBudget(takeMemory: {
      held.append($0)
      return held.count < 6
    })
    let solver = try WaterfallSolver(
      WaterfallSpec(), environment: SectionScene.environment(210, 500))
    let items = Items((0..<50_000).map { .number(Double($0 % 90)) })
    #expect(throws: LayoutError.cancelled) {
      _ = try solver.solve(items, at: SectionScene.itemsPath, budget)
    }
    // Six chunks of 496 items, of 12 bytes each and some more.
    #expect(held.reduce(0, +) < 6 * 496 * 16)
  }

  @Test func `an item costs 12 bytes, and little more where few of many columns are filled`() throws
  {
    func bytes(_ columnCount: Int, _ count: Int) throws -> Int {
      var spec = WaterfallSpec()
      spec.columns = .count(columnCount)
      spec.columnSpacing = 0
      return try WaterfallSolver(spec, environment: SectionScene.environment(20_000, 500))
        .solve(
          Items((0..<count).map { .number(Double($0 % 90)) }), at: SectionScene.itemsPath
        ).cells.byteCount
    }
    // 12 an item; a table of two numbers a column for every 32 items a column or more; the chunk.
    #expect(try bytes(3, 100_000) <= 100_000 * 25 / 2)
    #expect(try bytes(16, 100_000) <= 100_000 * 13)
    #expect(try bytes(300, 100_000) <= 100_000 * 13)
    #expect(try bytes(10_000, 100_000) <= 100_000 * 19)
    #expect(try bytes(10_000, 5) <= 512)
  }
}
