import Testing

@testable import LayoutEngine

/// Waterfall items' lengths, what goes around the columns, and what is refused (LayoutRules
/// F6–F9, D).
@Suite struct WaterfallSectionTests {
  /// Two columns of 100 points.
  private func solve(
    _ items: Items, axis: LayoutAxis = .vertical,
    _ change: (inout WaterfallSpec) -> Void = { _ in }
  ) throws -> SolverResult {
    var spec = WaterfallSpec()
    change(&spec)
    let environment =
      axis == .vertical
      ? SectionScene.environment(210, 500)
      : SectionScene.environment(500, 210, axis: axis)
    return try WaterfallSolver(spec, environment: environment)
      .solve(items, at: SectionScene.itemsPath)
  }

  private let mixed = Items([
    .number(30), .pair(200, 80), .fields(height: 45), .fields(aspectRatio: 0.5),
    .fields(width: 70), .fields(width: 10, height: 10, aspectRatio: 4), .fields(), .pair(0, 90),
    .pair(90, 0),
  ])

  @Test func `media are fixed, scaled to the column, or square`() throws {
    let heights = SectionScene.frames(try solve(mixed)).map(\.height)
    #expect(heights == [30, 40, 45, 200, 100, 25, 100, 0, 0])
  }

  @Test func `F9: with horizontal scrolling lengths are widths`() throws {
    let solution = try solve(mixed, axis: .horizontal)
    let frames = SectionScene.frames(solution, .horizontal)
    #expect(frames.map(\.width) == [30, 250, 45, 50, 70, 400, 100, 0, 0])
    #expect(frames.allSatisfy { $0.height == 100 })
    // Columns are rows: the third goes below the first, 30 + 10.
    #expect(frames[2] == Rect(x: 40, y: 0, width: 45, height: 100))
    #expect(frames[1].y == 110)
  }

  @Test(arguments: [LayoutAxis.vertical, .horizontal])
  func `a side of 0 leaves no media, whether or not the other is given`(axis: LayoutAxis) throws {
    let items = Items([
      .fields(width: 0), .fields(height: 0), .pair(0, 5), .pair(5, 0),
      .fields(width: 0, bodyHeight: 7),
    ])
    let solution = try solve(items, axis: axis)
    #expect(
      SectionScene.frames(solution, axis).map { axis.main($0.size) } == [0, 0, 0, 0, 7])
    #expect(solution.cells.imageHeight(of: 4) == 0)
  }

  @Test func `a body adds to the media, whose height is reported`() throws {
    let items = Items([
      .fields(width: 400, height: 600, bodyHeight: 58), .fields(height: 0, bodyHeight: 74),
      .fields(bodyHeight: 0), .number(20), .fields(height: 20),
    ])
    let solution = try solve(items)
    #expect(SectionScene.frames(solution).map(\.height) == [208, 74, 100, 20, 20])
    let images = (0..<5).map { solution.cells.imageHeight(of: $0) }
    #expect(images == [150, 0, 100, nil, nil])
    #expect(try solve(mixed).cells.imageHeight(of: 1) == nil)
  }

  @Test func `F6: header, inset, columns, inset, footer, without a spacing at the end`() throws {
    let solution = try solve(Items([.number(30), .number(50), .number(5)])) {
      $0.sectionInset = Insets(top: 3, left: 0, bottom: 4, right: 0)
      $0.headerFooter.headerReferenceSize = Size(width: 0, height: 20)
      $0.headerFooter.footerReferenceSize = Size(width: 0, height: 10)
      $0.headerInset = Insets(top: 1, left: 5, bottom: 2, right: 6)
      $0.footerInset = Insets(top: 7, left: 8, bottom: 9, right: 0)
    }
    #expect(SectionScene.frames(solution).map(\.y) == [26, 26, 66])
    #expect(
      solution.elements.map(\.frame) == [
        Rect(x: 5, y: 1, width: 199, height: 20), Rect(x: 8, y: 87, width: 202, height: 10),
      ])
    #expect(solution.length.points == 23 + 3 + 50 + 4 + 26)
  }

  @Test func `F6: the insets of a header that is not there take no room`() throws {
    let solution = try solve(Items([.number(30)])) {
      $0.headerInset = Insets(top: 10, left: 5, bottom: 20, right: 6)
    }
    #expect(solution.elements.isEmpty)
    #expect(solution.length.points == 30)
  }

  @Test func `F8: an empty waterfall keeps its insets`() throws {
    let solution = try solve(Items()) { $0.sectionInset.top = 12 }
    #expect(solution.length.points == 12)
    #expect(solution.cells.count == 0)
    let empty = try solve(Items([.number(1)].dropLast())) { $0.sectionInset.bottom = 7 }
    #expect(empty.length.points == 7)
  }

  @Test func `a count is squares in turn, and costs the list of its chunks`() throws {
    let solution = try solve(Items(count: 1_000_001))
    #expect(solution.cells.byteCount < 20_000)
    #expect(solution.cells.frame(of: 3) == Rect(x: 110, y: 110, width: 100, height: 100))
    #expect(solution.length.points == 500_001 * 110 - 10)
    // What each placement makes of squares one by one is the same.
    let written = Items((0..<7).map { _ in .fields(height: 100) })
    let squares = SectionScene.frames(try solve(Items(count: 7)))
    for placement in [
      WaterfallSpec.Placement.shortestColumn, .roundRobin, .gridLanes(flowTolerance: 0),
    ] {
      #expect(SectionScene.frames(try solve(written) { $0.placement = placement }) == squares)
    }
  }

  @Test func `an item costs 12 bytes, with spans and bodies too`() throws {
    let items = (0..<10_000).map { (item: Int) -> WrittenItem in
      let (height, body) = (Double(item % 90), Double(item % 7))
      return .fields(height: height, bodyHeight: body, columnSpan: item % 2 == 0 ? 1 : 2)
    }
    #expect(try solve(Items(items)).cells.byteCount <= 10_000 * 25 / 2)
  }

  @Test func `D: options out of range are refused where they stand`() {
    func paths(_ change: (inout WaterfallSpec) -> Void) -> [DocumentPath.Step] {
      SectionScene.issues { _ = try solve(Items(), change) }.compactMap {
        $0.path.steps.dropFirst().first
      }
    }
    #expect(paths { $0.columns = .count(0) } == [.field("columns")])
    #expect(paths { $0.columns = .count(10_001) } == [.field("columns")])
    #expect(paths { $0.columns = .minWidth(-1) } == [.field("columns")])
    #expect(paths { $0.columns = .minWidth(.nan) } == [.field("columns")])
    #expect(
      paths {
        $0.columns = .minWidth(0)
        $0.columnSpacing = 0
      } == [.field("columns")])
    #expect(
      paths {
        $0.columns = .minWidth(0.001)
        $0.columnSpacing = 0
      } == [.field("columns")])
    #expect(paths { $0.placement = .gridLanes(flowTolerance: -1) } == [.field("flowTolerance")])
    #expect(paths { $0.placement = .gridLanes(flowTolerance: .nan) } == [.field("flowTolerance")])
    #expect(
      paths {
        $0.columnSpacing = .infinity
        $0.rowSpacing = .nan
        $0.footerInset.left = .infinity
      } == [.field("columnSpacing"), .field("rowSpacing"), .field("footerInset")])
  }

  @Test func `D: a column width of 0 or less is refused`() {
    func paths(_ change: (inout WaterfallSpec) -> Void) -> [DocumentPath.Step] {
      SectionScene.issues { _ = try solve(Items(), change) }.compactMap {
        $0.path.steps.dropFirst().first
      }
    }
    #expect(paths { $0.columnSpacing = 210 } == [.field("columns")])
    #expect(paths { $0.sectionInset.left = 210 } == [.field("sectionInset")])
    #expect(paths { $0.columnSpacing = -210 } == [.field("columnSpacing")])
    #expect(paths { $0.columnSpacing = -209 }.isEmpty)
  }

  @Test func `D: faulty items are named with their field`() {
    let items = Items([
      .number(4), .number(-1), .pair(-2, 3), .fields(aspectRatio: 0),
      .fields(height: 4, bodyHeight: -1), .fields(columnSpan: 0), .fields(columnSpan: 1.5),
      .fields(height: .infinity), .fields(aspectRatio: .infinity), .fields(aspectRatio: 1e-300),
      .fields(height: -1, aspectRatio: 1), .fields(columnSpan: 1e300),
    ])
    let issues = SectionScene.issues { _ = try solve(items) }
    let found = issues.map { Array($0.path.steps.dropFirst()) }
    let expected: [[DocumentPath.Step]] = [
      [.index(1)], [.index(2)], [.index(3), .field("aspectRatio")],
      [.index(4), .field("bodyHeight")], [.index(5), .field("columnSpan")],
      [.index(6), .field("columnSpan")], [.index(7)], [.index(8), .field("aspectRatio")],
      [.index(9)], [.index(10)],
    ]
    #expect(found == expected)
  }

  @Test func `I4: content beyond 2^36 points is refused, the longest below it is not`() throws {
    let tooLong = SectionScene.issues {
      _ = try solve(
        Items([.number(0x1p36), .number(1), .number(2), .number(0x1p36)]))
    }
    #expect(tooLong.map(\.path) == [SectionScene.itemsPath])
    let longest = try solve(Items([.number(0x1p36 - 64)]))
    #expect(longest.length.points == 0x1p36 - 64)
    #expect(try solve(Items()) { $0.rowSpacing = 0x1p36 }.length.points == 0)
  }
}
