import TestSupport
import Testing

@testable import LayoutEngine

/// List sections by hand arithmetic (Contract §2.5).
@Suite struct ListTests {
  private func solve(
    _ items: Items, axis: LayoutAxis = .vertical,
    _ change: (inout ListSpec) -> Void = { _ in }
  ) throws -> SolverResult {
    var spec = ListSpec()
    change(&spec)
    return try ListSolver(
      spec, environment: SectionScene.environment(100, 400, axis: axis)
    ).solve(items, at: SectionScene.itemsPath)
  }

  @Test func `rows are 44 points without spacing unless said otherwise`() throws {
    let solution = try solve(Items(count: 3))
    #expect(
      SectionScene.frames(solution) == [
        Rect(x: 0, y: 0, width: 100, height: 44), Rect(x: 0, y: 44, width: 100, height: 44),
        Rect(x: 0, y: 88, width: 100, height: 44),
      ])
    #expect(solution.length.points == 132)
  }

  @Test func `a number or height is the row's height; what is missing is rowHeight`() throws {
    let items = Items([
      .number(10), .fields(height: 20), .pair(77, 30), .fields(), .fields(width: 5), .number(0),
    ])
    let solution = try solve(items) {
      $0.rowHeight = 40
      $0.rowSpacing = 2
    }
    let frames = SectionScene.frames(solution)
    #expect(frames.map(\.height) == [10, 20, 30, 40, 40, 0])
    #expect(frames.map(\.y) == [0, 12, 34, 66, 108, 150])
    #expect(frames.allSatisfy { $0.x == 0 && $0.width == 100 })
    #expect(solution.length.points == 150)
  }

  @Test func `A10–A12: header, insets and footer go around the rows`() throws {
    let framed: (inout ListSpec) -> Void = { spec in
      spec.sectionInset = Insets(top: 3, left: 10, bottom: 4, right: 20)
      spec.headerFooter.headerReferenceSize = Size(width: 0, height: 30)
      spec.headerFooter.footerReferenceSize = Size(width: 0, height: 5)
    }
    let solution = try solve(Items(count: 1), framed)
    #expect(SectionScene.frames(solution) == [Rect(x: 10, y: 33, width: 70, height: 44)])
    #expect(
      solution.elements.map(\.frame) == [
        Rect(x: 0, y: 0, width: 100, height: 30), Rect(x: 0, y: 81, width: 100, height: 5),
      ])
    #expect(solution.length.points == 86)
    #expect(try solve(Items(), framed).length.points == 42)
  }

  @Test func `with horizontal scrolling rows are columns`() throws {
    let items = Items([
      .number(10), .pair(30, 77), .fields(height: 20), .fields(), .fields(width: 5),
      .fields(width: 6, height: 7),
    ])
    let solution = try solve(items, axis: .horizontal) { $0.rowSpacing = 1 }
    let frames = SectionScene.frames(solution, .horizontal)
    #expect(frames.map(\.width) == [10, 30, 20, 44, 5, 6])
    #expect(frames.map(\.x) == [0, 11, 42, 63, 108, 114])
    #expect(frames.allSatisfy { $0.y == 0 && $0.height == 400 })
    #expect(solution.length.points == 120)
  }

  @Test func `a negative spacing lets rows overlap`() throws {
    let solution = try solve(Items([.number(30), .number(5), .number(10)])) { $0.rowSpacing = -8 }
    #expect(SectionScene.frames(solution).map(\.y) == [0, 22, 19])
    #expect(solution.length.points == 30)
  }

  @Test func `I1: heights of three decimals are returned to the last bit`() throws {
    let heights = (1...300).map { Double($0 * 37) / 1000 }
    let solution = try solve(Items(heights.map { .number($0) })) { $0.rowSpacing = 0.1 }
    #expect(SectionScene.frames(solution).map(\.height) == heights)
  }

  @Test func `a row costs a byte beside the items, whatever its height`() throws {
    let sevenths = try solve(Items((0..<10_000).map { .number(Double($0 % 9) / 7) }))
    #expect(sevenths.cells.byteCount <= 10_000 + 10_000 / 496 * 128 + 1024)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `rows stand where the sum of those above them says, and none is missed`(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    for round in 0..<25 {
      let heights = (0..<Int.random(in: 0...50, using: &random)).map { _ in
        Bool.random(using: &random) ? 20 : Double.random(in: 0...60, using: &random)
      }
      let spacings: [Double] = [0, 4, 10 / 3, -5, -30]
      let spacing = spacings.randomElement(using: &random) ?? 0
      let axis: LayoutAxis = Bool.random(using: &random) ? .vertical : .horizontal
      let solution = try solve(Items(heights.map { .number($0) }), axis: axis) {
        $0.rowSpacing = spacing
        $0.sectionInset = Insets(top: 2, left: 2, bottom: -3, right: -3)
      }
      var start = Units(points: 2).count
      for (row, height) in heights.enumerated() {
        let frame = solution.cells.frame(of: row, axis: axis)
        #expect(axis.mainMin(frame) == Units(count: start).points, "seed \(seed) round \(round)")
        #expect(
          axis.main(frame.size) == Units(points: height).points, "seed \(seed) round \(round)")
        start += Units(points: height).count + Units(points: spacing).count
      }
      SectionScene.expectNothingMissed(
        by: solution.cells, axis: axis, using: &random, "seed \(seed) round \(round)")
    }
  }

  @Test func `D: faulty options and rows are refused where they stand`() {
    let options = SectionScene.issues {
      _ = try solve(Items()) {
        $0.rowHeight = -4
        $0.rowSpacing = .nan
      }
    }
    #expect(
      options.map(\.path.steps) == [
        [.field("layout"), .field("rowHeight")], [.field("layout"), .field("rowSpacing")],
      ])
    #expect(options.first?.reason == "must be a finite number of at least 0 (got -4)")
    let rows = SectionScene.issues {
      _ = try solve(Items([.number(4), .number(-1), .fields(height: .infinity)]))
    }
    #expect(
      rows.map(\.path.steps) == [
        [.field("items"), .index(1)], [.field("items"), .index(2)],
      ])
    let noRoom = SectionScene.issues {
      _ = try solve(Items()) { $0.sectionInset.left = 100 }
    }
    #expect(noRoom.map(\.path.steps) == [[.field("layout"), .field("sectionInset")]])
    let tooLong = SectionScene.issues {
      _ = try solve(Items([.number(0x1p53), .number(0x1p53)]))
    }
    #expect(tooLong.map(\.path) == [SectionScene.itemsPath])
  }
}
