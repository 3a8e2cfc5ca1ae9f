/// A chunk of neighbouring lines of a section, placed relative to the start of the first line.
///
/// It is immutable, so that layouts that differ elsewhere can share it. The positions of cells within a
/// line are not stored: walking along the line with the cells' sizes finds them. A chunk takes 5 bytes a
/// line, or 9 if some line is longer than 699 points, and 10 for every 64 cells, and in lines of more than `LineTable.walkLength` cells a mark for
/// every `walkLength` cells.
final class LineChunk: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  /// The number of lines that share one stored top.
  static let blockLength = 8

  /// The cells at which lines begin.
  let starts: LineStarts
  /// The length of each line along the scroll axis.
  let thicknesses: LineLengths
  /// The start of every eighth line, relative to the first one's.
  private let tops: [Units]
  /// The distance from the start of the first line to the start of the line that will follow the last.
  let length: Units
  /// The marks at which walks along long lines may begin.
  let longLines: LongLines
  /// The combined properties of the lines.
  let summary: LineSummary

  /// Creates a chunk by stacking lines.
  ///
  /// - Parameters:
  ///   - thicknesses: the length of each line along the scroll axis; they are packed.
  ///   - spacing: the distance between two lines.
  init(
    _ starts: LineStarts, thicknesses: [Units], spacing: Units, longLines: LongLines,
    _ summary: LineSummary
  ) {
    self.starts = starts
    self.longLines = longLines
    self.summary = summary
    self.thicknesses = LineLengths(thicknesses)
    var tops: [Units] = []
    tops.reserveCapacity((thicknesses.count - 1) / Self.blockLength + 1)
    var top = Units.zero
    for block in stride(from: 0, to: thicknesses.count, by: Self.blockLength) {
      tops.append(top)
      for line in block..<min(thicknesses.count, block + Self.blockLength) {
        top += thicknesses[line] + spacing
      }
    }
    self.tops = tops
    length = top
  }

  /// The bytes that it takes.
  var byteCount: Int {
    starts.byteCount + thicknesses.byteCount + 8 * tops.capacity + longLines.byteCount + 320
  }

  /// Returns a line's start, relative to the first line's.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func top(of line: Int, spacing: Units) -> Units {
    let block = line / Self.blockLength
    var top = tops[block]
    for above in block * Self.blockLength..<line { top += thicknesses[above] + spacing }
    return top
  }

  /// Returns the number of the first line whose top and thickness pass the test; the number of lines if
  /// none does.
  ///
  /// If a line passes the test, all lines after it must pass it, too.
  ///
  /// - Parameter guess: a line that may be near the one to find.
  /// - Complexity: O(log d), where d is the number of lines between the guess and the line found.
  @inline(__always)
  func firstLine(
    near guess: Int, spacing: Units, where holds: (_ top: Units, _ thickness: Units) -> Bool
  ) -> Int {
    // The line is in the block before the first one whose first line passes, or follows that block.
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

/// The lengths of a chunk's lines along the scroll axis, in 4 bytes each if all are shorter than 699 points, else in 8.
struct LineLengths: Sendable {
  /// The lengths in units; empty if `long` has them.
  private let short: [UInt32]
  private let long: [Units]
  let count: Int

  init(_ lengths: [Units]) {
    count = lengths.count
    var bits: UInt64 = 0
    for length in lengths { bits |= UInt64(bitPattern: length.count) }
    let areShort = bits <= UInt64(UInt32.max)
    let slice = lengths[...]
    let span = slice.span
    short = [UInt32](count: areShort ? count : 0) { short in
      for line in short.indices { short[line] = UInt32(truncatingIfNeeded: span[line].count) }
      return true
    }
    long = areShort ? [] : [Units](slice)
  }

  /// The bytes of the arrays.
  var byteCount: Int { 4 * short.capacity + 8 * long.capacity }

  var indices: Range<Int> { 0..<count }

  @inline(__always)
  subscript(line: Int) -> Units {
    long.isEmpty ? Units(count: Int64(short[line])) : long[line]
  }
}

extension LineChunk {
  /// Returns a guess of the line that is at a distance from the first line's start.
  @inline(__always)
  func line(about distance: Units) -> Int {
    thicknesses.indices.number(about: distance, of: tops[tops.count - 1] + thicknesses[0])
  }
}

/// The marks in lines of more than `LineTable.walkLength` cells: a walk may begin at every
/// `walkLength`th cell of such a line.
struct LongLines: Sendable {
  /// The number in the chunk of each long line's first cell, ascending.
  private(set) var starts: [UInt32] = []
  /// For each long line, the value that all its cells share: a gap or a height.
  private(set) var shared: [Double] = []
  /// For each long line, the index of its first entry in `positions`.
  private var firsts: [UInt32] = []
  /// The starts, across the scroll axis, of each long line's first cell and of every `walkLength`th cell
  /// after that.
  private var positions: [Double] = []

  /// The bytes that it takes.
  var byteCount: Int {
    4 * (starts.capacity + firsts.capacity) + 8 * (shared.capacity + positions.capacity)
  }

  /// Adds a long line; lines must be added in ascending order of `start`.
  mutating func append(start: Int, shared: Double, positions: [Double]) {
    starts.append(UInt32(truncatingIfNeeded: start))
    self.shared.append(shared)
    firsts.append(UInt32(truncatingIfNeeded: self.positions.count))
    self.positions.append(contentsOf: positions)
  }

  /// Returns the marks without spare capacity.
  func trimmed() -> LongLines {
    var trimmed = self
    trimmed.starts = starts.trimmed()
    trimmed.shared = shared.trimmed()
    trimmed.firsts = firsts.trimmed()
    trimmed.positions = positions.trimmed()
    return trimmed
  }

  /// Returns the number, among the long lines, of the line whose first cell is `start`.
  func number(ofLineAt start: Int) -> Int { starts.indices.firstIndex { Int(starts[$0]) >= start } }

  /// Returns the start, across the scroll axis, of cell `number · walkLength` of a long line.
  func position(_ number: Int, ofLine line: Int) -> Double { positions[Int(firsts[line]) + number] }
}

/// A line of a section.
struct PlacedLine: Sendable {
  /// The numbers in the section of the line's cells.
  var cells: Range<Int>
  /// The line's start along the scroll axis.
  var top: Units
  /// The line's length along the scroll axis.
  var thickness: Units
  /// The number of the chunk that contains the line.
  fileprivate var chunk: Int
  /// The number in the section of the chunk's first cell.
  fileprivate var chunkStart: Int

  /// Whether the line has marks, so that a walk may begin within it.
  var isLong: Bool { cells.count > LineTable.walkLength }
}

/// A cell of a long line at which a walk may begin.
struct LineMark: Sendable {
  var cell: Int
  /// The cell's start across the scroll axis.
  var position: Double
  /// The value that all cells of the line share.
  var shared: Double
}

/// The lines of a section, in chunks.
///
/// It finds the line of a cell, the start of a line, and the lines that intersect a stretch of the scroll axis.
/// These chunks are not the chunks of items: each begins where a line begins.
struct LineTable: Sendable {
  /// The greatest number of cells on a walk to a cell.
  static let walkLength = 32

  /// The distance between two lines.
  let spacing: Units
  let chunks: [LineChunk]
  /// The first cell of each chunk.
  private let starts: ChunkStarts
  /// The top of each chunk's first line.
  private let tops: [Units]
  /// The number of lines in all chunks.
  let lineCount: Int

  /// Creates the lines from placed chunks and their tops.
  init(_ chunks: [LineChunk], tops: [Units], spacing: Units) {
    self.spacing = spacing
    self.chunks = chunks
    self.tops = tops
    starts = ChunkStarts(lengths: chunks.map { $0.starts.cellCount })
    lineCount = chunks.reduce(0) { $0 + $1.starts.lineCount }
  }

  /// The number of cells of all lines.
  var cellCount: Int { starts.elementCount }

  /// The bytes of the arrays, without the chunks.
  var byteCount: Int {
    starts.byteCount + 8 * (chunks.capacity + tops.capacity)
  }

  /// Returns the line of a cell; `cell` must be in `0..<cellCount`.
  ///
  /// - Complexity: O(1) for lines of fewer than 64 cells, else O(log n) in the number of cells in a chunk.
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

  /// Moves a walk to the line of a cell.
  ///
  /// - Returns: the line.
  /// - Complexity: as `line(of:)`; less for the line after the walk's.
  @inline(__always)
  func enterLine(of cell: Int, _ walk: inout CellCursor) -> PlacedLine {
    if cell == walk.lineEnd, walk.chunkCells.contains(cell) {
      walk.line += 1
      walk.top += walk.thickness + spacing
    } else {
      walk.chunk = starts.chunk(of: cell)
      walk.chunkCells = starts.elements(of: walk.chunk)
      walk.line = chunks[walk.chunk].starts.line(of: cell - walk.chunkCells.lowerBound)
      walk.top = tops[walk.chunk] + chunks[walk.chunk].top(of: walk.line, spacing: spacing)
    }
    let (chunk, first) = (chunks[walk.chunk], walk.chunkCells.lowerBound)
    let cells = chunk.starts.cells(around: cell - first, ofLine: walk.line)
    walk.lineEnd = first + cells.upperBound
    walk.thickness = chunk.thicknesses[walk.line]
    return PlacedLine(
      cells: first + cells.lowerBound..<walk.lineEnd, top: walk.top, thickness: walk.thickness,
      chunk: walk.chunk, chunkStart: first)
  }

  /// Returns the last mark at or before a cell of a long line, at which a walk to the cell begins.
  ///
  /// It is less than `walkLength` cells before the cell.
  ///
  /// - Complexity: O(log n) in the number of the chunk's long lines.
  func mark(before cell: Int, in line: PlacedLine) -> LineMark {
    let long = chunks[line.chunk].longLines
    let number = long.number(ofLineAt: line.cells.lowerBound - line.chunkStart)
    return mark((cell - line.cells.lowerBound) / Self.walkLength, of: number, long, line)
  }

  /// Returns the mark from which a walk finds the first cell of a long line that passes the test.
  ///
  /// The cell is at most `walkLength` cells after the mark. If a cell passes the test, all cells after it
  /// must pass it, too.
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

  /// Returns the cells of the lines that intersect `lower..<upper` along the scroll axis.
  ///
  /// The tops and the ends of the lines must ascend (`LineBuilder.isOrdered`).
  ///
  /// - Complexity: O(log n) in the number of lines.
  func cells(intersecting lower: Units, _ upper: Units) -> Range<Int> {
    guard !tops.isEmpty else { return 0..<0 }
    let last = tops.count - 1
    let number = (0..<last).number(about: lower - tops[0], of: tops[last] - tops[0])
    let guess = (number, chunks[number].line(about: lower - tops[number]))
    let first = firstLine(near: guess) { top, thickness in top + thickness > lower }
    let end = firstLine(near: first) { top, _ in top >= upper }
    let (firstCell, endCell) = (firstCell(of: first), firstCell(of: end))
    return firstCell..<max(firstCell, endCell)
  }

  /// A line, by the number of its chunk and its number in the chunk.
  ///
  /// The number of lines in the chunk stands for the position after the chunk's last line.
  private typealias LineNumber = (chunk: Int, line: Int)

  private func firstCell(of line: LineNumber) -> Int {
    starts.start(of: line.chunk) + chunks[line.chunk].starts.start(of: line.line)
  }

  /// Returns the number of cells, from `cell` on, whose chunks are shared with `other` and have the same
  /// tops there.
  ///
  /// - Complexity: O(chunks found).
  func sharedCount(from cell: Int, with other: LineTable) -> Int {
    guard spacing == other.spacing else { return 0 }
    return starts.sharedCount(from: cell, with: other.starts) {
      chunks[$0] === other.chunks[$1] && tops[$0] == other.tops[$1]
    }
  }

  /// Adds a range of the cells of each line that intersects `lower..<upper` along the scroll axis.
  ///
  /// - Parameters:
  ///   - isAcrossAll: whether all cells of these lines are added at once; if so, `part` is not called.
  ///   - part: returns the cells of a line that are added.
  /// - Complexity: O(log n) in the number of lines, and O(lines met) unless all cells are added.
  @inline(__always)
  func addCells(
    intersecting lower: Units, _ upper: Units, isAcrossAll: Bool, to numbers: inout IndexRuns,
    of part: (PlacedLine) -> Range<Int>
  ) {
    let met = cells(intersecting: lower, upper)
    guard !isAcrossAll else { return numbers.append(met) }
    var cell = met.lowerBound
    while cell < met.upperBound, !numbers.isFull {
      let line = line(of: cell)
      numbers.append(part(line))
      cell = line.cells.upperBound
    }
  }

  /// Returns the first line whose top and thickness pass the test; if none does, the position after the
  /// last line.
  ///
  /// If a line passes the test, all lines after it must pass it, too.
  ///
  /// - Parameter guess: a line that may be near the one to find.
  @inline(__always)
  private func firstLine(
    near guess: LineNumber, where holds: (_ top: Units, _ thickness: Units) -> Bool
  ) -> LineNumber {
    let next = chunks.indices.firstIndex(near: guess.chunk + 1) {
      holds(tops[$0], chunks[$0].thicknesses[0])
    }
    guard next > 0 else { return (0, 0) }
    let number = next - 1
    // If the line is in another chunk than the guess, the search begins at that chunk's end nearer to the
    // guess.
    let near = number == guess.chunk ? guess.line : number < guess.chunk ? .max : 0
    let top = tops[number]
    let line = chunks[number].firstLine(near: near, spacing: spacing) { holds(top + $0, $1) }
    return (number, line)
  }
}
