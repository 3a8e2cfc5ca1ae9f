/// Some neighbouring lines of a section, from where the first one begins along the scroll axis:
/// immutable, so that layouts that differ elsewhere can share them.
///
/// Places within a line are not stored: whoever knows the cells' sizes walks the line. It costs 10
/// bytes a line and 10 for every 64 cells; lines of more than `PlacedLines.walkLength` cells a mark for
/// so many more.
final class LineChunk: LayoutPart {
  let holders = HolderCount()
  /// How many lines share one held top.
  static let blockLength = 4

  /// At which cells lines begin.
  let starts: LineStarts
  /// How long each line is along the scroll axis.
  let thicknesses: [Units]
  /// Where every fourth line begins.
  private let tops: [Units]
  /// From where the first line begins to where the one after the last does.
  let length: Units
  /// What long lines have for walks that begin within them.
  let longLines: LongLines
  /// What the lines have together.
  let summary: LineSummary

  /// Stacks lines.
  ///
  /// - Parameter thicknesses: as many as there are lines; copied.
  init(
    _ starts: LineStarts, thicknesses: [Units], spacing: Units, longLines: LongLines,
    _ summary: LineSummary
  ) {
    self.starts = starts
    self.longLines = longLines
    self.summary = summary
    var copy: [Units] = []
    copy.reserveCapacity(thicknesses.count)
    copy.append(contentsOf: thicknesses)
    self.thicknesses = copy
    var tops: [Units] = []
    tops.reserveCapacity((thicknesses.count - 1) / Self.blockLength + 1)
    var top = Units.zero
    for (line, thickness) in thicknesses.enumerated() {
      if line % Self.blockLength == 0 { tops.append(top) }
      top += thickness + spacing
    }
    self.tops = tops
    length = top
  }

  /// Bytes held.
  var byteCount: Int {
    starts.byteCount + 8 * (thicknesses.capacity + tops.capacity) + longLines.byteCount + 312
  }

  /// Where a line begins.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func top(of line: Int, spacing: Units) -> Units {
    let block = line / Self.blockLength
    var top = tops[block]
    for above in block * Self.blockLength..<line { top += thicknesses[above] + spacing }
    return top
  }

  /// The first line for whose top and thickness the test holds, given that it holds for all lines after
  /// one for which it holds; the number of lines where it holds for none.
  ///
  /// - Parameter guess: a line near which it may be.
  /// - Complexity: O(log d) in the lines between.
  @inline(__always)
  func firstLine(
    near guess: Int, spacing: Units, where holds: (_ top: Units, _ thickness: Units) -> Bool
  ) -> Int {
    // It is in the block before the first one whose first line passes, or it is the line that follows.
    let block = tops.indices.firstIndex(near: guess / Self.blockLength + 1) {
      holds(tops[$0], thicknesses[$0 * Self.blockLength])
    }
    guard block > 0 else { return 0 }
    var line = (block - 1) * Self.blockLength
    var top = tops[block - 1]
    while line < thicknesses.count, !holds(top, thicknesses[line]) {
      top += thicknesses[line] + spacing
      line += 1
    }
    return line
  }
}

extension LineChunk {
  /// The line that is about at a distance from the first one's beginning.
  @inline(__always)
  func line(about distance: Units) -> Int {
    thicknesses.indices.number(about: distance, of: tops[tops.count - 1] + thicknesses[0])
  }
}

/// What lines of more than `PlacedLines.walkLength` cells have, so that a walk may begin at every so
/// many of their cells.
struct LongLines: Sendable {
  /// The first cells of the lines, in the chunk, ascending.
  private(set) var starts: [UInt32] = []
  /// What all cells of each have in common: a gap, or a height.
  private(set) var shared: [Double] = []
  /// Where each one's positions begin.
  private var firsts: [UInt32] = []
  /// Where cells begin across the scroll axis: each line's first and every `walkLength`th after it.
  private var positions: [Double] = []

  /// Bytes held.
  var byteCount: Int {
    4 * (starts.capacity + firsts.capacity) + 8 * (shared.capacity + positions.capacity)
  }

  /// Adds a line after the others.
  mutating func append(start: Int, shared: Double, positions: [Double]) {
    starts.append(UInt32(truncatingIfNeeded: start))
    self.shared.append(shared)
    firsts.append(UInt32(truncatingIfNeeded: self.positions.count))
    self.positions.append(contentsOf: positions)
  }

  /// The same in room for no more.
  func trimmed() -> LongLines {
    var trimmed = self
    trimmed.starts = starts.trimmed()
    trimmed.shared = shared.trimmed()
    trimmed.firsts = firsts.trimmed()
    trimmed.positions = positions.trimmed()
    return trimmed
  }

  /// The number among the long ones of the line with that first cell.
  func number(ofLineAt start: Int) -> Int { starts.indices.firstIndex { Int(starts[$0]) >= start } }

  /// The position of cell `number · walkLength` of a long line.
  func position(_ number: Int, ofLine line: Int) -> Double { positions[Int(firsts[line]) + number] }
}

/// A line of a section.
struct PlacedLine: Sendable {
  /// Its cells' numbers in the section.
  var cells: Range<Int>
  /// Where it begins along the scroll axis, and how long it is there.
  var top: Units
  var thickness: Units
  /// The chunk in which it stands, and the chunk's first cell.
  fileprivate var chunk: Int
  fileprivate var chunkStart: Int

  /// Whether walks may begin within it.
  var isLong: Bool { cells.count > PlacedLines.walkLength }
}

/// Where a walk along a long line may begin.
struct LineMark: Sendable {
  var cell: Int
  /// Where the cell begins across the scroll axis.
  var position: Double
  /// What all cells of the line have in common.
  var shared: Double
}

/// The lines of a section, in chunks: which line a cell stands in, where a line begins, which lines a
/// stretch of the scroll axis meets.
///
/// Chunks are cut where a line begins, not where items are cut.
struct PlacedLines: Sendable {
  /// The longest walk to a cell.
  static let walkLength = 32

  /// The distance between two lines.
  let spacing: Units
  let chunks: [LineChunk]
  /// Where each chunk begins: its first cell, and its first line's top.
  private let starts: ChunkStarts
  private let tops: [Units]
  /// How many lines there are.
  let lineCount: Int

  /// Takes placed chunks, as many as tops.
  init(_ chunks: [LineChunk], tops: [Units], spacing: Units) {
    self.spacing = spacing
    self.chunks = chunks
    self.tops = tops
    starts = ChunkStarts(lengths: chunks.map { $0.starts.cellCount })
    lineCount = chunks.reduce(0) { $0 + $1.starts.lineCount }
  }

  /// How many cells the lines hold together.
  var cellCount: Int { starts.elementCount }

  /// Bytes held beside the chunks.
  var byteCount: Int {
    starts.byteCount + 8 * (chunks.capacity + tops.capacity)
  }

  /// The line in which a cell stands; `cell` in 0..<cellCount.
  ///
  /// - Complexity: O(1) for lines of fewer than 64 cells, else O(log n) in the number of a chunk's cells.
  @inline(__always)
  func line(of cell: Int) -> PlacedLine {
    let number = starts.chunk(of: cell)
    let (chunk, first) = (chunks[number], starts.start(of: number))
    let line = chunk.starts.line(of: cell - first)
    let cells = chunk.starts.cells(around: cell - first, ofLine: line)
    return PlacedLine(
      cells: first + cells.lowerBound..<first + cells.upperBound,
      top: tops[number] + chunk.top(of: line, spacing: spacing),
      thickness: chunk.thicknesses[line], chunk: number, chunkStart: first)
  }

  /// Where a walk to a cell of a long line begins: less than `walkLength` cells before it.
  ///
  /// - Complexity: O(log n) in the number of the chunk's long lines.
  func mark(before cell: Int, in line: PlacedLine) -> LineMark {
    let long = chunks[line.chunk].longLines
    let number = long.number(ofLineAt: line.cells.lowerBound - line.chunkStart)
    return mark((cell - line.cells.lowerBound) / Self.walkLength, of: number, long, line)
  }

  /// Where a walk along a long line begins that ends at the first cell for which the test holds, given
  /// that it holds for all after one for which it holds: that is at most `walkLength` cells away.
  ///
  /// - Complexity: O(log n) in the number of the chunk's long lines and of the line's cells.
  func mark(in line: PlacedLine, beforeFirst holds: (LineMark) -> Bool) -> LineMark {
    let long = chunks[line.chunk].longLines
    let number = long.number(ofLineAt: line.cells.lowerBound - line.chunkStart)
    let markCount = (line.cells.count - 1) / Self.walkLength + 1
    let next = (0..<markCount).firstIndex { holds(mark($0, of: number, long, line)) }
    return mark(max(0, next - 1), of: number, long, line)
  }

  private func mark(
    _ place: Int, of number: Int, _ long: LongLines, _ line: PlacedLine
  ) -> LineMark {
    LineMark(
      cell: line.cells.lowerBound + place * Self.walkLength,
      position: long.position(place, ofLine: number), shared: long.shared[number])
  }

  /// The cells of the lines that meet `lower..<upper` along the scroll axis, given that tops and ends
  /// ascend.
  ///
  /// - Complexity: O(log n) in the number of lines.
  func cells(meeting lower: Units, _ upper: Units) -> Range<Int> {
    guard !tops.isEmpty else { return 0..<0 }
    let last = tops.count - 1
    let number = (0..<last).number(about: lower - tops[0], of: tops[last] - tops[0])
    let guess = (number, chunks[number].line(about: lower - tops[number]))
    let first = firstLine(near: guess) { top, thickness in top + thickness > lower }
    let end = firstLine(near: first) { top, _ in top >= upper }
    let (firstCell, endCell) = (firstCell(of: first), firstCell(of: end))
    return firstCell..<max(firstCell, endCell)
  }

  /// A line by its chunk and its number there; the chunk's number of lines for the one that follows.
  private typealias LineNumber = (chunk: Int, line: Int)

  private func firstCell(of line: LineNumber) -> Int {
    starts.start(of: line.chunk) + chunks[line.chunk].starts.start(of: line.line)
  }

  /// How many cells from one on stand in the same chunks at the same places as others; 0 where that one
  /// is not the first of a chunk.
  ///
  /// - Complexity: O(chunks found).
  @inline(__always)
  func sharedCount(from cell: Int, with other: PlacedLines) -> Int {
    // Asked for each cell that is compared, most of which begin no chunk.
    guard spacing == other.spacing, cell < cellCount, cell < other.cellCount,
      beginsChunk(cell), other.beginsChunk(cell)
    else { return 0 }
    return sharedCount(fromChunkAt: cell, with: other)
  }

  /// Whether a cell is the first of a chunk.
  @inline(__always)
  private func beginsChunk(_ cell: Int) -> Bool {
    cell == starts.start(of: starts.chunk(of: cell))
  }

  @inline(never)
  private func sharedCount(fromChunkAt cell: Int, with other: PlacedLines) -> Int {
    var (number, match) = (starts.chunk(of: cell), other.starts.chunk(of: cell))
    var next = cell
    while number < chunks.count, match < other.chunks.count,
      chunks[number] === other.chunks[match], tops[number] == other.tops[match]
    {
      next += chunks[number].starts.cellCount
      (number, match) = (number + 1, match + 1)
    }
    return next - cell
  }

  /// Adds the cells of the lines that meet `lower..<upper` along the scroll axis: of each line a part.
  ///
  /// - Parameters:
  ///   - isAcrossAll: whether all cells of these lines are wanted, which are added at once.
  ///   - part: the cells of a line that are wanted.
  /// - Complexity: O(log n) in the number of lines, and O(lines met) but for all cells.
  @inline(__always)
  func addCells(
    meeting lower: Units, _ upper: Units, isAcrossAll: Bool, to numbers: inout IndexRuns,
    of part: (PlacedLine) -> Range<Int>
  ) {
    let met = cells(meeting: lower, upper)
    guard !isAcrossAll else { return numbers.append(met) }
    var cell = met.lowerBound
    while cell < met.upperBound, !numbers.isFull {
      let line = line(of: cell)
      numbers.append(part(line))
      cell = line.cells.upperBound
    }
  }

  /// The first line for whose top and thickness the test holds, given that it holds for all lines after
  /// one for which it holds.
  ///
  /// - Parameter guess: a line near which it may be.
  @inline(__always)
  private func firstLine(
    near guess: LineNumber, where holds: (_ top: Units, _ thickness: Units) -> Bool
  ) -> LineNumber {
    let next = chunks.indices.firstIndex(near: guess.chunk + 1) {
      holds(tops[$0], chunks[$0].thicknesses[0])
    }
    guard next > 0 else { return (0, 0) }
    let number = next - 1
    // Of another chunk the end nearer to the guess.
    let near = number == guess.chunk ? guess.line : number < guess.chunk ? .max : 0
    let top = tops[number]
    let line = chunks[number].firstLine(near: near, spacing: spacing) { holds(top + $0, $1) }
    return (number, line)
  }
}
