/// At which cells of a chunk lines begin: one bit a cell, counted every 64 bits, so that a cell's line
/// and a line's cells are found without storing a number for each cell.
///
/// It costs 10 bytes for every 64 cells.
struct LineStarts: Sendable {
  /// Bit `cell % 64` of word `cell / 64` is set where a line begins.
  private let words: [UInt64]
  /// How many lines begin before each word.
  private let ranks: [UInt16]
  /// How many cells there are.
  let cellCount: Int
  /// How many lines there are.
  let lineCount: Int

  /// Counts the marks of a chunk's cells.
  ///
  /// - Parameters:
  ///   - words: a word for every 64 cells, with the first cell's bit set; those after them are ignored.
  ///   - cellCount: one or more.
  ///   - lineCount: as many as there are marks, less than 2^16.
  init(_ words: [UInt64], cellCount: Int, lineCount: Int) {
    let wordCount = (cellCount + 63) / 64
    self.words = Array(words[..<wordCount])
    self.cellCount = cellCount
    self.lineCount = lineCount
    var ranks: [UInt16] = []
    ranks.reserveCapacity(wordCount)
    var count = 0
    for word in self.words {
      ranks.append(UInt16(truncatingIfNeeded: count))
      count += word.nonzeroBitCount
    }
    self.ranks = ranks
  }

  /// Bytes held.
  var byteCount: Int { words.capacity * 8 + ranks.capacity * 2 }

  /// The line in which a cell stands.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func line(of cell: Int) -> Int {
    let upToCell = UInt64.max >> UInt64(63 - cell & 63)
    return Int(ranks[cell >> 6]) + (words[cell >> 6] & upToCell).nonzeroBitCount - 1
  }

  /// A line's first cell; the number of cells for `lineCount`.
  ///
  /// - Complexity: O(log n) in the number of cells.
  func start(of line: Int) -> Int {
    guard line < lineCount else { return cellCount }
    // The last word before which no more lines begin; none begins before the first.
    let index = ranks.indices.firstIndex { Int(ranks[$0]) > line } - 1
    var word = words[index]
    for _ in Int(ranks[index])..<line { word &= word - 1 }
    return index * 64 + word.trailingZeroBitCount
  }

  /// The cells of the line in which a cell stands.
  ///
  /// - Parameter line: that line's number.
  /// - Complexity: O(1) for lines of fewer than 64 cells, else O(log n) in the number of cells.
  @inline(__always)
  func cells(around cell: Int, ofLine line: Int) -> Range<Int> {
    let index = cell >> 6
    let upToCell = UInt64.max >> UInt64(63 - cell & 63)
    let before = words[index] & upToCell
    let after = words[index] & ~upToCell
    let start = before != 0 ? index << 6 + 63 - before.leadingZeroBitCount : start(of: line)
    let end = after != 0 ? index << 6 + after.trailingZeroBitCount : self.start(of: line + 1)
    return start..<max(start, end)
  }
}
