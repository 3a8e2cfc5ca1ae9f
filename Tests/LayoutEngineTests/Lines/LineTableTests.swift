import TestSupport
import Testing

@testable import LayoutEngine

/// Lines in chunks beside a list of them.
@Suite struct LineTableTests {
  /// Lines as they were stacked.
  private struct Lines {
    var counts: [Int] = []
    var thicknesses: [Units] = []
    var spacing = Units.zero
    let top = Units(count: 77)

    init(using random: inout SeededGenerator, spacings: [Int64] = [0, 12, -40]) {
      spacing = Units(count: spacings.randomElement(using: &random) ?? 0)
      let longest = [1, 3, 9, 32, 70, 3_000].randomElement(using: &random) ?? 1
      for _ in 0..<Int.random(in: 1...1_500, using: &random) where counts.count * longest < 60_000 {
        counts.append(Int.random(in: 1...longest, using: &random))
        thicknesses.append(Units(count: Int64.random(in: 0...90, using: &random)))
      }
    }

    /// Packs them; the cells of long lines are 2 across.
    func place(_ budget: LayoutBudget = LayoutBudget()) throws -> (LineBuilder, LineTable) {
      var placing = LineBuilder(top: top, spacing: spacing, budget)
      for number in counts.indices { try place(number, &placing) }
      return (placing, try placing.finish())
    }

    func place(_ number: Int, _ placing: inout LineBuilder) throws {
      let (count, thickness) = (counts[number], thicknesses[number])
      guard count > LineTable.walkLength else {
        return try placing.append(count, thickness: thickness)
      }
      try placing.append(
        count, thickness: thickness, shared: Double(number),
        positions: stride(from: 0, to: count, by: LineTable.walkLength).map { 2 * Double($0) })
    }

    var tops: [Units] {
      var top = top
      return thicknesses.map { thickness in
        defer { top += thickness + spacing }
        return top
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Every cell finds its line, and long lines their marks`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let expected = Lines(using: &random)
    let (placing, lines) = try expected.place()
    #expect(lines.lineCount == expected.counts.count)
    #expect(lines.cellCount == expected.counts.reduce(0, +))
    var first = 0
    for (number, top) in expected.tops.enumerated() {
      let count = expected.counts[number]
      for cell in Set([first, first + count - 1, first + Int.random(in: 0..<count, using: &random)])
      {
        let line = lines.line(of: cell)
        #expect(line.cells == first..<first + count)
        #expect(line.top == top)
        #expect(line.thickness == expected.thicknesses[number])
        guard line.isLong else { continue }
        let mark = lines.mark(before: cell, in: line)
        #expect(mark.shared == Double(number))
        #expect((0..<LineTable.walkLength).contains(cell - mark.cell))
        #expect(mark.position == 2 * Double(mark.cell - first))
        let searched = lines.mark(in: line) { $0.cell > cell }
        #expect(searched.cell == mark.cell)
      }
      first += count
    }
    let ends = zip(expected.tops, expected.thicknesses).map { $0 + $1 }
    #expect(placing.minStart == expected.tops.min())
    #expect(placing.maxEnd == max(expected.top, ends.max() ?? .zero))
    let ascends =
      zip(expected.tops, expected.tops.dropFirst()).allSatisfy { $0 <= $1 }
      && zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
    if placing.isOrdered { #expect(ascends) }
    if expected.spacing >= .zero { #expect(placing.isOrdered) }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `A stretch of the scroll axis meets the lines that a scan finds`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 7_919)
    let expected = Lines(using: &random, spacings: [0, 12])
    let (placing, lines) = try expected.place()
    var firsts = [0]
    for count in expected.counts { firsts.append(firsts[firsts.count - 1] + count) }
    let tops = expected.tops
    for _ in 0..<60 {
      let lower = Units(count: .random(in: -9...placing.maxEnd.count + 9, using: &random))
      let upper = lower + Units(count: .random(in: 0...400, using: &random))
      let first =
        tops.indices.first { tops[$0] + expected.thicknesses[$0] > lower } ?? tops.count
      let end = tops.firstIndex { $0 >= upper } ?? tops.count
      #expect(
        lines.cells(intersecting: lower, upper) == firsts[first]..<firsts[max(first, end)],
        "\(lower) \(upper)")
    }
  }

  @Test func `A line costs 5 bytes, 64 cells 10, and a longer one a mark for every 32 cells`()
    throws
  {
    var placing = LineBuilder(top: .zero, spacing: .zero, LayoutBudget())
    for _ in 0..<100_000 { try placing.append(4, thickness: Units(count: 7)) }
    let cells = 400_000
    func byteCount(_ lines: LineTable) -> Int {
      lines.chunks.reduce(lines.byteCount) { $0 + $1.byteCount }
    }
    // The allocator's blocks are up to a quarter longer than what stands in them.
    func room(_ bytes: Int) -> Int { bytes * 5 / 4 }
    #expect(
      try byteCount(placing.finish())
        <= room(100_000 * 5 + cells * 10 / 64 + cells / 992 * 400))
    var long = LineBuilder(top: .zero, spacing: .zero, LayoutBudget())
    try long.append(
      cells, thickness: Units(count: 7), shared: 0,
      positions: Array(repeating: 1, count: cells / LineTable.walkLength))
    #expect(try byteCount(long.finish()) <= room(cells * 10 / 64 + cells / 4 + 1_024))
  }

  @Test func `What is held is counted as chunks are made`() throws {
    var random = SeededGenerator(seed: 9)
    let budget = LayoutBudget()
    let (_, lines) = try Lines(using: &random).place(budget)
    let byteCount = lines.chunks.reduce(lines.byteCount) { $0 + $1.byteCount }
    #expect(budget.heldBytes >= byteCount - 1_024)
    #expect(budget.heldBytes <= byteCount + 1_024 + byteCount / 8)
    #expect(throws: LayoutError.self) {
      _ = try Lines(using: &random).place(LayoutBudget(takeMemory: { _ in false }))
    }
  }
}
