import TestSupport
import Testing

@testable import LayoutEngine

/// Custom sections: the frames are given (LayoutRules D).
@Suite struct CustomTests {
  private func solve(
    _ frames: [CustomFrame], items: Int? = nil, axis: LayoutAxis = .vertical
  ) throws -> SolverResult {
    try CustomSolver(
      CustomSpec(frames: frames), environment: SectionScene.environment(100, 400, axis: axis),
      LayoutBudget()
    ).solve(Items(count: items ?? frames.count), at: SectionScene.itemsPath)
  }

  private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CustomFrame {
    CustomFrame(frame: Rect(x: x, y: y, width: width, height: height))
  }

  @Test func `frames and stacking orders are those given`() throws {
    var above = frame(60, 40, 100, 80)
    above.zIndex = 3
    let solution = try solve([frame(10, 10, 100, 80), above])
    #expect(
      SectionScene.frames(solution) == [
        Rect(x: 10, y: 10, width: 100, height: 80), Rect(x: 60, y: 40, width: 100, height: 80),
      ])
    #expect(solution.cells.zIndex(of: 0) == nil)
    #expect(solution.cells.zIndex(of: 1) == 3)
    #expect(try solve([frame(0, 0, 1, 1)]).cells.zIndex(of: 0) == nil)
  }

  @Test func `the length is the farthest edge along the scroll axis, 0 at least`() throws {
    let frames = [frame(10, 10, 500, 80), frame(-60, 5, 10, 100)]
    #expect(try solve(frames).length.points == 105)
    #expect(try solve(frames, axis: .horizontal).length.points == 510)
    #expect(try solve([frame(0, -50, 10, 20)]).length.points == 0)
    #expect(try solve([]).length.points == 0)
  }

  @Test func `D: frames and items of unequal number are refused`() {
    for count in [0, 1, 3] {
      let issues = SectionScene.issues {
        _ = try solve([frame(0, 0, 1, 1), frame(0, 0, 1, 1)], items: count)
      }
      #expect(issues.map(\.path.steps) == [[.field("layout"), .field("frames")]])
    }
  }

  @Test func `D: frames must be finite and of no negative size`() {
    let faulty = [
      frame(.nan, 0, 1, 1), frame(0, .nan, 1, 1), frame(0, 0, -1, 1), frame(0, 0, 1, -1),
      frame(0, 0, .infinity, 1), frame(0x1p53, 0, 0x1p53, 1), frame(0, -.infinity, 1, 1),
    ]
    let issues = SectionScene.issues { _ = try solve([frame(0, 0, 1, 1)] + faulty) }
    #expect(
      issues.map(\.path.steps)
        == (1...faulty.count).map {
          [.field("layout"), .field("frames"), .index($0)]
        })
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `no rectangle misses a cell`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<15 {
      let frames = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        frame(
          Double.random(in: -300...300, using: &random),
          Double.random(in: -300...900, using: &random),
          Double.random(in: 0...90, using: &random), Double.random(in: 0...90, using: &random))
      }
      SectionScene.expectNothingMissed(
        by: try solve(frames).cells, using: &random, "seed \(seed) round \(round)")
    }
  }
}
