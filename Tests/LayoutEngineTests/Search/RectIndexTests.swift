import TestSupport
import Testing

@testable import LayoutEngine

@Suite struct RectIndexTests {
  /// The numbers that meet a rectangle, found by looking at every one.
  private func scan(_ rects: [Rect], intersecting rect: Rect) -> [Int] {
    rects.indices.filter { rects[$0].intersects(rect) }
  }

  private func search(_ index: RectIndex, _ rect: Rect) -> IndexRuns {
    var runs = IndexRuns()
    index.addNumbers(intersecting: rect, to: &runs)
    return runs
  }

  private func randomRects(
    _ count: Int, spread: Double, side: Double, using random: inout some RandomNumberGenerator
  ) -> [Rect] {
    (0..<count).map { _ in
      Rect(
        x: .random(in: -spread...spread, using: &random),
        y: .random(in: -spread...spread, using: &random),
        width: Bool.random(using: &random) ? 0 : .random(in: 0...side, using: &random),
        height: Bool.random(using: &random) ? 0 : .random(in: 0...side, using: &random))
    }
  }

  @Test func `no rectangles: nothing found, no bounds`() {
    let index = RectIndex([Rect]())
    #expect(index.bounds == .zero)
    #expect(search(index, Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)).isEmpty)
  }

  @Test(arguments: [1, 2, 15, 16, 17, 255, 256, 257, 5000], [0.0, 1, 100, 1e6])
  func `nothing that meets is missed, in ascending order`(count: Int, side: Double) {
    let seed = UInt64(count) &* 31 &+ UInt64(side)
    var random = SeededGenerator(seed: seed)
    for spread in [0.0, 10, 1e6] {
      let rects = randomRects(count, spread: spread, side: side, using: &random)
      let index = RectIndex(rects)
      for rect in rects {
        #expect(index.bounds.minX <= rect.minX && rect.maxX <= index.bounds.maxX)
        #expect(index.bounds.minY <= rect.minY && rect.maxY <= index.bounds.maxY)
      }
      for _ in 0..<20 {
        let query = randomRects(1, spread: spread, side: spread + side, using: &random)[0]
        let found = search(index, query)
        #expect(
          zip(found.runs, found.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        let numbers = Set(found.runs.joined())
        #expect(numbers.isSuperset(of: scan(rects, intersecting: query)), "seed \(seed)")
        #expect(numbers.allSatisfy { 0..<count ~= $0 })
      }
    }
  }

  @Test func `a small rectangle finds few candidates whatever the order`() {
    var random = SeededGenerator(seed: 7)
    let grid = (0..<40_000).map {
      Rect(x: Double($0 % 4) * 100, y: Double($0 / 4) * 50, width: 95, height: 45)
    }
    for rects in [grid, grid.shuffled(using: &random)] {
      let index = RectIndex(rects)
      for _ in 0..<50 {
        let y = Double.random(in: 0...490_000, using: &random)
        let found = search(index, Rect(x: 0, y: y, width: 400, height: 500))
        // 44 at most meet; each may bring the rest of its 16, and edges double that at worst.
        #expect(found.count <= 250)
      }
      #expect(index.byteCount <= 8 * rects.count)
    }
  }

  @Test func `everything is one run`() {
    let rects = (0..<1000).map { Rect(x: 0, y: Double($0) * 10, width: 10, height: 10) }
    let found = search(RectIndex(rects), Rect(x: -1, y: -1, width: 20, height: 20_000))
    #expect(found.runs == [0..<1000])
  }

  @Test func `the greatest and the smallest coordinates`() {
    let big = 0x1p53
    let rects = [
      Rect(x: -big, y: -big, width: 0.5, height: 0.5), Rect(x: big, y: big, width: 1, height: 1),
      Rect(x: Double.leastNonzeroMagnitude, y: 0, width: Double.leastNonzeroMagnitude, height: 1),
    ]
    let index = RectIndex(rects)
    #expect(index.bounds.maxX >= big + 1)
    #expect(!search(index, Rect(x: 0, y: 0, width: 1, height: 1)).isEmpty)
  }
}
