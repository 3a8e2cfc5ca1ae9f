import TestSupport
import Testing

@testable import LayoutEngine

/// Lines in chunks beside a list of them.
@Suite struct PlacedLinesTests {
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
    func place(_ budget: LayoutBudget = LayoutBudget()) throws -> (LinePlacing, PlacedLines) {
      var placing = LinePlacing(top: top, spacing: spacing, budget)
      for number in counts.indices { try place(number, &placing) }
      return (placing, try placing.finish())
    }

    func place(_ number: Int, _ placing: inout LinePlacing) throws {
      let (count, thickness) = (counts[number], thicknesses[number])
      guard count > PlacedLines.walkLength else {
        return try placing.append(count, thickness: thickness)
      }
      try placing.append(
        count, thickness: thickness, shared: Double(number),
        positions: stride(from: 0, to: count, by: PlacedLines.walkLength).map { 2 * Double($0) })
    }

    /// Packs a few and lets chunks of them stand again and again, and lists how they stand then.
    mutating func repeated(
      using random: inout SeededGenerator
    ) throws -> (lines: PlacedLines, numbers: [Int]) {
      var placing = LinePlacing(top: top, spacing: spacing, LayoutBudget())
      var numbers: [Int] = []
      var chunks: [(chunk: LineChunk, numbers: [Int])] = []
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        if let known = chunks.randomElement(using: &random), Bool.random(using: &random) {
          let times = [1, 2, 3, 40].randomElement(using: &random) ?? 1
          try placing.share(known.chunk, times: times)
          for _ in 0..<times { numbers += known.numbers }
          continue
        }
        try placing.beginChunk(upTo: 60_000)
        let first = Int.random(in: counts.indices, using: &random)
        let placed = Array(first..<min(counts.count, first + Int.random(in: 1...9, using: &random)))
        for number in placed { try place(number, &placing) }
        numbers += placed
        if let chunk = try placing.endChunk() { chunks.append((chunk, placed)) }
      }
      return (try placing.finish(), numbers)
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
        #expect((0..<PlacedLines.walkLength).contains(cell - mark.cell))
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
        lines.cells(meeting: lower, upper) == firsts[first]..<firsts[max(first, end)],
        "\(lower) \(upper)")
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `Chunks that stand several times in a row are found as if each were placed`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &* 104_729)
    var source = Lines(using: &random, spacings: [0, 12])
    let (lines, numbers) = try source.repeated(using: &random)
    var expected = source
    expected.counts = numbers.map { source.counts[$0] }
    expected.thicknesses = numbers.map { source.thicknesses[$0] }
    #expect(lines.lineCount == numbers.count, "seed \(seed)")
    #expect(lines.cellCount == expected.counts.reduce(0, +), "seed \(seed)")
    let tops = expected.tops
    var firsts = [0]
    for (number, top) in tops.enumerated() {
      let (first, count) = (firsts[number], expected.counts[number])
      firsts.append(first + count)
      let cell = first + Int.random(in: 0..<count, using: &random)
      for cell in Set([first, first + count - 1, cell]) {
        let line = lines.line(of: cell)
        #expect(line.cells == first..<first + count, "seed \(seed)")
        #expect(line.top == top, "seed \(seed)")
        #expect(line.thickness == expected.thicknesses[number], "seed \(seed)")
        guard line.isLong else { continue }
        #expect(lines.mark(before: cell, in: line).shared == Double(numbers[number]))
      }
    }
    let end = (tops.last ?? .zero).count + 100
    for _ in 0..<200 {
      // Often where a line begins or ends.
      let edge = tops[Int.random(in: tops.indices, using: &random)].count
      let near = Bool.random(using: &random)
      let lower = Units(count: near ? edge : .random(in: -9...end, using: &random))
      let upper = lower + Units(count: .random(in: 0...400, using: &random))
      let first =
        tops.indices.first { tops[$0] + expected.thicknesses[$0] > lower } ?? tops.count
      let last = tops.firstIndex { $0 >= upper } ?? tops.count
      #expect(
        lines.cells(meeting: lower, upper) == firsts[first]..<firsts[max(first, last)],
        "seed \(seed): \(lower) \(upper)")
    }
  }

  @Test(arguments: [(3, 5), (5, 3), (4, 4)])
  func `What stands as often as in another is shared with it`(one: Int, other: Int) throws {
    var placing = LinePlacing(top: .zero, spacing: Units(count: 2), LayoutBudget())
    for count in [3, 4] { try placing.append(count, thickness: Units(count: 5)) }
    let chunk = try #require(try placing.endChunk())
    let all = try [one, other].map { times in
      var placing = LinePlacing(top: .zero, spacing: Units(count: 2), LayoutBudget())
      try placing.append(7, thickness: Units(count: 12))
      try placing.share(chunk, times: times)
      try placing.append(9, thickness: Units(count: 1))
      return try placing.finish()
    }
    let least = min(one, other)
    for cell in 0..<7 * (least + 2) {
      // The first chunk is one's own, and so is what comes after.
      let isShared = cell % 7 == 0 && cell >= 7 && cell < 7 * (least + 1)
      #expect(
        all[0].sharedCount(from: cell, with: all[1]) == (isShared ? 7 * (least + 1) - cell : 0),
        "\(cell)")
    }
  }

  @Test func `A line costs 10 bytes, 64 cells 10, and a longer one a mark for every 32 cells`()
    throws
  {
    var placing = LinePlacing(top: .zero, spacing: .zero, LayoutBudget())
    for _ in 0..<100_000 { try placing.append(4, thickness: Units(count: 7)) }
    let cells = 400_000
    func byteCount(_ lines: PlacedLines) -> Int {
      lines.runs.reduce(lines.byteCount) { $0 + $1.chunk.byteCount }
    }
    // The allocator's blocks are up to a quarter longer than what stands in them.
    func room(_ bytes: Int) -> Int { bytes * 5 / 4 }
    #expect(
      try byteCount(placing.finish())
        <= room(100_000 * 10 + cells * 10 / 64 + cells / 992 * 400))
    var long = LinePlacing(top: .zero, spacing: .zero, LayoutBudget())
    try long.append(
      cells, thickness: Units(count: 7), shared: 0,
      positions: Array(repeating: 1, count: cells / PlacedLines.walkLength))
    #expect(try byteCount(long.finish()) <= room(cells * 10 / 64 + cells / 4 + 1_024))
  }

  @Test func `What is held is counted as chunks are made`() throws {
    var random = SeededGenerator(seed: 9)
    let budget = LayoutBudget()
    let (_, lines) = try Lines(using: &random).place(budget)
    let byteCount = lines.runs.reduce(lines.byteCount) { $0 + $1.chunk.byteCount }
    #expect(budget.heldBytes >= byteCount - 1_024)
    #expect(budget.heldBytes <= byteCount + 1_024 + byteCount / 8)
    #expect(throws: LayoutError.self) {
      _ = try Lines(using: &random).place(LayoutBudget(takeMemory: { _ in false }))
    }
  }
}
