import TestSupport
import Testing

@testable import LayoutEngine

/// Columns of items' values, dense and sparse.
@Suite struct ItemColumnTests {
  @Test(arguments: [UInt64](1...30))
  func `A column holds what a dictionary does, however its items are spread`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var numbers = SparseNumberColumn()
    var codes = CodeColumn<Int>()
    var expected: [Int: Int] = [:]
    var item = 0
    // Stretches that are full, thin and empty in turn, so that columns change their form.
    for _ in 0..<12 {
      let step = [1, 1, 2, 50, 4_000].randomElement(using: &random) ?? 1
      for _ in 0..<Int.random(in: 1...1_500, using: &random) {
        let value = Int.random(in: 0...9, using: &random)
        numbers.set(Double(value), at: item)
        codes.set(value, at: item)
        expected[item] = value
        if Bool.random(using: &random) { item += Int.random(in: 1...step, using: &random) }
      }
      item += 1
    }
    for number in 0..<(item + 5) {
      #expect(numbers[number] == expected[number].map(Double.init), "seed \(seed), \(number)")
      #expect(codes[number] == expected[number], "seed \(seed), \(number)")
      guard (numbers[number] == nil) == (expected[number] == nil) else { return }
    }
  }

  @Test func `A few values among a million take a few bytes`() {
    var column = SparseNumberColumn()
    for item in [0, 1, 500_000, 500_001, 999_999] { column.set(Double(item), at: item) }
    #expect(column.byteCount < 1_000)
    #expect(column[500_001] == 500_001 && column[500_002] == nil && column[999_999] == 999_999)
    var full = SparseNumberColumn()
    for item in 0..<100_000 { full.set(1, at: item) }
    #expect(full.values.count == 100_000)
  }

  @Test func `One item with every field after many costs little`() throws {
    var items = Items(count: 0)
    for item in 0..<100_000 {
      items.append()
      items.numbers.set(1, at: item)
    }
    let plain = items.byteCount
    items.append()
    items.bodyHeights.set(1, at: 100_000)
    items.columnSpans.set(2, at: 100_000)
    items.aspectRatios.set(1, at: 100_000)
    items.zIndexes.set(1, at: 100_000)
    items.widthModes.set(.fraction(2), at: 100_000)
    #expect(items.byteCount < plain + 1_000)
    // It is laid out as if all columns were dense: the last item covers both columns.
    let solution = try WaterfallSolver(
      WaterfallSpec(), environment: SectionScene.environment(210, 500)
    ).solve(items, at: SectionScene.itemsPath)
    #expect(solution.cells.frame(of: 100_000).width == 210)
    #expect(solution.cells.imageHeight(of: 100_000) == 210)
    #expect(solution.cells.imageHeight(of: 99_999) == nil)
  }
}
