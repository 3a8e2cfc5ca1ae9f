import TestSupport
import Testing

@testable import LayoutEngine

/// `WaterfallSolver` beside the literal reading of its rules, and its search beside a scan.
@Suite struct WaterfallPropertyTests {
  /// Which items a random section has.
  enum Mix: CaseIterable, Sendable {
    /// Multiples of 1/1024 point: whole keys are exact.
    case exactHeights
    /// Heights of any fraction.
    case anyHeights
    /// Heights that differ by multiples of 1/2048 point: many are in a tie, and many almost.
    case nearHeights
    /// Heights, and spans of 1 to 3 columns, for which trees are used.
    case shortSpans
    /// Heights, short spans, and columns of their own.
    case ownColumns
    /// Heights, pairs, ratios, bodies and spans.
    case everything
  }

  /// One random section.
  private struct Case {
    var spec = WaterfallSpec()
    var width: Double
    var items: [WaterfallReference.Item]

    init(_ mix: Mix, maxColumns: Int, using random: inout SeededGenerator) {
      func pick(_ values: [Double]) -> Double { values.randomElement(using: &random) ?? 0 }
      width = pick([320, 390, 1000.5, 4096])
      spec.columns = .count(Int.random(in: 1...maxColumns, using: &random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        let width = pick([60, 97.25, 160, 5000])
        spec.columns = Bool.random(using: &random) ? .minWidth(width) : .width(width)
        spec.columnAlignment =
          [.start, .center, .end].randomElement(using: &random) ?? .start
      }
      spec.columnSpacing = pick([0, 1, 2.5, -1])
      spec.rowSpacing = pick([0, 10, 4.5, mix == .exactHeights ? 8 : 10 / 3, -2, -30])
      spec.sectionInset = Insets(
        top: pick([0, 10, -3]), left: pick([0, 7.5, -8]), bottom: pick([0, 5]),
        right: pick([0, 3, -4]))
      spec.placement =
        [
          .shortestColumn, .shortestColumn, .roundRobin, .gridLanes(flowTolerance: 16),
          .gridLanes(flowTolerance: 0), .gridLanes(flowTolerance: .infinity),
        ].randomElement(using: &random) ?? .shortestColumn
      if Bool.random(using: &random) {
        spec.packing = .dense
        spec.rowSpacing = abs(spec.rowSpacing)
      }
      let header = pick([0, 0, 44])
      spec.headerFooter.headerReferenceSize = Size(width: header, height: header)
      items = (0..<Int.random(in: 0...160, using: &random)).map { _ in
        Self.item(mix, maxColumns: maxColumns, using: &random)
      }
    }

    private static func item(
      _ mix: Mix, maxColumns: Int, using random: inout SeededGenerator
    ) -> WaterfallReference.Item {
      var item = WaterfallReference.Item()
      switch mix {
      case .exactHeights:
        item.fixedHeight = Double(Int.random(in: 0...40, using: &random)) * 4.5
      case .nearHeights:
        item.fixedHeight = 50 + Double(Int.random(in: 0...8, using: &random)) / 2048
      case .anyHeights:
        item.fixedHeight = Double.random(in: 0...200, using: &random)
      case .shortSpans:
        item.fixedHeight = Double.random(in: 0...200, using: &random)
        item.span = Int.random(in: 1...3, using: &random)
      case .ownColumns:
        item.fixedHeight = Double.random(in: 0...200, using: &random)
        if Bool.random(using: &random) { item.span = Int.random(in: 1...2, using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 {
          item.column = Int.random(in: 0...maxColumns, using: &random)
        }
      case .everything:
        switch Int.random(in: 0..<5, using: &random) {
        case 0: item.fixedHeight = Double(Int.random(in: 0...300, using: &random))
        case 1: item.pair = Size(width: 400, height: Double.random(in: 0...900, using: &random))
        case 2: item.aspectRatio = Double.random(in: 0.3...3, using: &random)
        case 3: item.pair = Size(width: 0, height: 50)
        default: break
        }
        if Bool.random(using: &random) {
          item.bodyHeight = Double(Int.random(in: 0...80, using: &random))
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
          item.span = Int.random(in: 1...(maxColumns + 2), using: &random)
        } else if Bool.random(using: &random) {
          item.span = 2
        }
      }
      return item
    }

    func written(_ axis: LayoutAxis) -> Items {
      Items(
        items.map { item in
          if let height = item.fixedHeight, item.bodyHeight == nil, item.span == 1,
            item.column == nil
          {
            return .number(height)
          }
          let pair = item.pair.map { pair in
            axis == .vertical ? pair : Size(width: pair.height, height: pair.width)
          }
          let fixed = item.fixedHeight
          return .fields(
            width: axis == .vertical ? pair?.width : pair?.width ?? fixed,
            height: axis == .vertical ? pair?.height ?? fixed : pair?.height,
            aspectRatio: item.aspectRatio.map { axis == .vertical ? $0 : 1 / $0 },
            bodyHeight: item.bodyHeight, columnSpan: item.span == 1 ? nil : Double(item.span),
            column: item.column.map { Double($0) })
        })
    }

    func solve(_ axis: LayoutAxis = .vertical) throws -> SolverResult {
      var spec = spec
      var environment = SectionScene.environment(width, 700)
      if axis == .horizontal {
        spec.sectionInset = SectionScene.transposed(spec.sectionInset)
        environment = SectionScene.environment(700, width, axis: .horizontal)
      }
      return try WaterfallSolver(spec, environment: environment)
        .solve(written(axis), at: SectionScene.itemsPath)
    }
  }

  @Test(arguments: Mix.allCases, 1...8 as ClosedRange<UInt64>)
  func `F1–F6: frames are exactly those of the literal reading`(mix: Mix, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<25 {
      let maxColumns = [3, 8, 20, 90].randomElement(using: &random) ?? 3
      let section = Case(mix, maxColumns: maxColumns, using: &random)
      var reference = WaterfallReference(section.spec, width: section.width)
      let expected = reference.layOut(section.items)
      let solution = try section.solve()
      let frames = SectionScene.frames(solution)
      #expect(frames == expected.frames, "\(mix) seed \(seed) round \(round)")
      let images = frames.indices.map { solution.cells.imageHeight(of: $0) }
      let medias = zip(section.items, expected.mediaHeights).map { item, media in
        item.bodyHeight == nil ? nil : media
      }
      #expect(images == medias, "\(mix) seed \(seed) round \(round)")
      let length = reference.top + expected.columnsLength + section.spec.sectionInset.bottom
      #expect(abs(solution.length.points - length) < 1e-6, "\(mix) seed \(seed) round \(round)")
    }
  }

  @Test(arguments: Mix.allCases, 1...6 as ClosedRange<UInt64>)
  func `no rectangle misses a cell`(mix: Mix, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 7919)
    for round in 0..<20 {
      let section = Case(mix, maxColumns: 12, using: &random)
      let axis: LayoutAxis = Bool.random(using: &random) ? .vertical : .horizontal
      SectionScene.expectNothingMissed(
        by: try section.solve(axis).cells, axis: axis, using: &random,
        "\(mix) seed \(seed) round \(round)")
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `F9: horizontal scrolling is vertical scrolling with the axes exchanged`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &* 104_729)
    for round in 0..<25 {
      var section = Case(.everything, maxColumns: 9, using: &random)
      // 1/r is rounded, so ratios would move items by a last bit.
      for item in section.items.indices where section.items[item].aspectRatio != nil {
        section.items[item].aspectRatio = 0.5
      }
      let vertical = SectionScene.frames(try section.solve(.vertical))
      let horizontal = SectionScene.frames(try section.solve(.horizontal), .horizontal)
      #expect(
        horizontal.map(SectionScene.transposed) == vertical, "seed \(seed) round \(round)")
    }
  }

  @Test(arguments: Mix.allCases, 1...4 as ClosedRange<UInt64>)
  func `appending items moves no earlier one`(mix: Mix, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 15_485_863)
    for round in 0..<20 {
      var section = Case(mix, maxColumns: 20, using: &random)
      section.spec.placement = Bool.random(using: &random) ? .shortestColumn : .roundRobin
      let frames = SectionScene.frames(try section.solve())
      section.items.removeLast(Int.random(in: 0...section.items.count, using: &random))
      let fewer = SectionScene.frames(try section.solve())
      #expect(Array(frames.prefix(fewer.count)) == fewer, "\(mix) seed \(seed) round \(round)")
    }
  }

  /// The items as the columns need them.
  private static func read(
    _ items: Items, _ metrics: WaterfallMetrics, withSpans: Bool = false
  ) throws -> WaterfallLengths {
    var reader = WaterfallReader(metrics: metrics)
    var all = WaterfallLengths()
    for block in items.blocks {
      all.append(try #require(try reader.read(block, withSpans: withSpans, LayoutBudget())))
    }
    return all
  }

  @Test(arguments: [LayoutAxis.vertical, .horizontal], 1...8 as ClosedRange<UInt64>)
  func `items of sides alone are as long as beside one that has a body`(
    axis: LayoutAxis, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &* 6_700_417)
    func side() -> Double {
      Bool.random(using: &random) ? 0 : Double.random(in: 0...900, using: &random)
    }
    let metrics = try WaterfallMetrics(
      WaterfallSpec(), top: 0, environment: SectionScene.environment(390, 700, axis: axis))
    for round in 0..<40 {
      let items = (0..<Int.random(in: 0...40, using: &random)).map { _ -> WrittenItem in
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: .number(side())
        case 2, 3: .fields(width: side(), height: side())
        case 4: .fields(width: side())
        default: Bool.random(using: &random) ? .fields(height: side()) : .fields()
        }
      }
      let alone = try Self.read(Items(items), metrics)
      let beside = try Self.read(Items(items + [.fields(bodyHeight: 1)]), metrics)
      #expect(alone.lengths == beside.lengths.dropLast(), "\(axis) seed \(seed) round \(round)")
    }
  }

  @Test(arguments: ["number", "width", "height"], [0, 7, 8, 21])
  func `a side out of range is named among others`(field: String, item: Int) throws {
    for value in [-1, .infinity, LayoutLimits.maxContentLength.nextUp] {
      var items = ItemColumns(count: 22)
      for other in 0..<22 where other != item { items.numbers.set(1, at: other) }
      switch field {
      case "number": items = ItemColumns((0..<22).map { .number($0 == item ? value : 1) })
      case "width": items.widths.set(value, at: item)
      default: items.heights.set(value, at: item)
      }
      let solver = try WaterfallSolver(
        WaterfallSpec(), environment: SectionScene.environment(390, 700))
      let issues = SectionScene.issues {
        _ = try solver.solve(Items(items), at: SectionScene.itemsPath)
      }
      #expect(issues.map(\.path) == [SectionScene.itemsPath.index(item)])
    }
  }

  @Test(arguments: [nil, 0, 16, 300] as [Double?])
  func `F3 F5: over many columns trees and runs place spans alike`(tolerance: Double?) throws {
    var random = SeededGenerator(seed: 77)
    var spec = WaterfallSpec()
    spec.columns = .count(300)
    spec.columnSpacing = 0
    let metrics = try WaterfallMetrics(
      spec, top: 0, environment: SectionScene.environment(3000, 700))
    let items = Items(
      (0..<1200).map { _ in
        .fields(
          height: Double(Int.random(in: 1...400, using: &random)) / 3,
          columnSpan: Double(Int.random(in: 1...4, using: &random)))
      })
    let read = try Self.read(items, metrics, withSpans: true)
    let budget = LayoutBudget()
    let survey = try SpanSurvey(items, metrics, at: SectionScene.itemsPath, budget)
    var byTrees = ItemPlaces(count: items.count)
    let rule = tolerance.map { ColumnRule.lanes(tolerance: $0) } ?? .shortest
    var trees = try #require(SpanTrees(survey, metrics, rule, budget))
    try trees.place(read, in: &byTrees, at: SectionScene.itemsPath, budget)
    var byRuns = ItemPlaces(count: items.count)
    var runs = SpanningColumns(metrics, rule)
    try runs.place(read, in: &byRuns, at: SectionScene.itemsPath, budget)
    var bottoms = trees.bottoms
    runs.runs.store(in: &bottoms)
    #expect(trees.bottoms == bottoms)
    #expect(byTrees.columns == byRuns.columns)
    #expect(byTrees.tops == byRuns.tops)
    #expect(Set(byTrees.columns).count > 200)
  }

  @Test func `D: spans that take too many steps to place are refused`() throws {
    var spec = WaterfallSpec()
    spec.columns = .count(4)
    let metrics = try WaterfallMetrics(spec, top: 0, environment: SectionScene.environment(90, 90))
    let items = try Self.read(
      Items((0..<9).map { .fields(height: Double($0), columnSpan: Double(1 + $0 % 2)) }), metrics,
      withSpans: true)
    func issues(steps: Int) -> [LayoutError.Issue] {
      SectionScene.issues {
        var columns = SpanningColumns(metrics, .shortest)
        var places = ItemPlaces(count: 9)
        try columns.place(
          items, in: &places, at: SectionScene.itemsPath, LayoutBudget(steps: steps))
      }
    }
    #expect(issues(steps: 9 * 8).map(\.path) == [SectionScene.itemsPath])
    // Four columns are four runs at most, of eight steps each; and a ninth eight for covering.
    #expect(issues(steps: 9 * 5 * 8).isEmpty)
  }
}
