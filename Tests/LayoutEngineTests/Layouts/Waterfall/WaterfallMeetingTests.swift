import TestSupport
import Testing

@testable import LayoutEngine

/// What the cuts of columns alone say to meet a rectangle is what meets it.
@Suite struct WaterfallMeetingTests {
  private func cells(
    _ columnCount: Int, _ placement: WaterfallSpec.Placement, rowSpacing: Double = 10,
    using random: inout SeededGenerator
  ) throws -> any SectionCells {
    var spec = WaterfallSpec()
    spec.columns = .count(columnCount)
    spec.placement = placement
    spec.rowSpacing = rowSpacing
    // One in eight has no height: it meets what it stands in, edges aside.
    let items = ItemColumns(
      (0..<9_000).map { _ in
        .number(random.next() % 8 == 0 ? 0 : Double(random.next() % 180) / 2)
      })
    return try WaterfallSolver(spec, environment: SectionScene.environment(3_000, 700))
      .solve(Items(items, cutAtRandom: &random), at: SectionScene.itemsPath).cells
  }

  @Test(
    arguments: [1, 3, 16, 17],
    [.shortestColumn, .roundRobin, .gridLanes(flowTolerance: 16)] as [WaterfallSpec.Placement])
  func `numbers are those of all cells that meet, ascending`(
    columnCount: Int, placement: WaterfallSpec.Placement
  ) throws {
    var random = SeededGenerator(seed: UInt64(columnCount))
    for rowSpacing in [0, 10.0] {
      let cells = try cells(columnCount, placement, rowSpacing: rowSpacing, using: &random)
      let frames = (0..<cells.count).map { cells.frame(of: $0) }
      var knownCount = 0
      for _ in 0..<200 {
        // Halves, so that edges touch frames' edges.
        let rect = Rect(
          x: Double(random.next() % 3_000), y: Double(random.next() % 60_000) / 2,
          width: Double(random.next() % 2_000), height: Double(random.next() % 300) / 2)
        var numbers = IndexRuns()
        guard cells.addIntersecting(rect, certain: rect, to: &numbers) else {
          #expect(numbers.isEmpty)
          continue
        }
        knownCount += 1
        let met = frames.indices.filter { frames[$0].intersects(rect) }
        #expect(Array(numbers.runs.joined()) == met, "\(rect)")
      }
      #expect(knownCount > 20)
    }
  }

  @Test func `more than there is room for is left to others`() throws {
    var random = SeededGenerator(seed: 7)
    let cells = try cells(3, .shortestColumn, using: &random)
    let rect = Rect(x: 0, y: 100, width: 3_000, height: 5_000)
    var numbers = IndexRuns()
    #expect(!cells.addIntersecting(rect, certain: rect, to: &numbers))
    #expect(numbers.isEmpty && numbers.spent == 0)
  }

  @Test func `where columns are out of order nothing is certain`() throws {
    var random = SeededGenerator(seed: 8)
    let cells = try cells(3, .shortestColumn, rowSpacing: -3, using: &random)
    var numbers = IndexRuns()
    let rect = Rect(x: 0, y: 100, width: 3_000, height: 200)
    #expect(!cells.addIntersecting(rect, certain: rect, to: &numbers))
  }
}
