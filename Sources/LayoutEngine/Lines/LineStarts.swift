/// The cells of a chunk at which lines begin: one bit for each cell, and a count for every 64 bits.
///
/// A cell's line and a line's cells are found without storing a number for each cell. It takes 10 bytes
/// for every 64 cells.
struct LineStarts: Sendable {
  /// Bit `cell % 64` of word `cell / 64` is set if a line begins with the cell.
  private let words: [UInt64]
  /// The number of lines that begin before each word.
  private let ranks: [UInt16]
  /// The number of cells.
  let cellCount: Int
  /// The number of lines.
  let lineCount: Int

  /// Creates the line starts of a chunk from one bit for each cell.
  ///
  /// - Parameters:
  ///   - words: one word for every 64 cells, in the format of the property `words`. The first cell's bit
  ///     must be set. The array may be longer than the cells need; further words are ignored.
  ///   - cellCount: the number of cells; ≥ 1.
  ///   - lineCount: the number of set bits; less than 2^16.
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

  /// The bytes of the arrays.
  var byteCount: Int { words.capacity * 8 + ranks.capacity * 2 }

  /// Returns the number of the line that contains a cell.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func line(of cell: Int) -> Int {
    let upToCell = UInt64.max >> UInt64(63 - cell & 63)
    return Int(ranks[cell >> 6]) + (words[cell >> 6] & upToCell).nonzeroBitCount - 1
  }

  /// Returns a line's first cell; `cellCount` if `line` is `lineCount`.
  ///
  /// - Complexity: O(log n) in the number of cells.
  func start(of line: Int) -> Int {
    guard line < lineCount else { return cellCount }
    // The last word before which at most `line` lines begin; none begins before the first word.
    let index = ranks.indices.firstIndex { Int(ranks[$0]) > line } - 1
    var word = words[index]
    for _ in Int(ranks[index])..<line { word &= word - 1 }
    return index * 64 + word.trailingZeroBitCount
  }

  /// Returns the cells of the line that contains a cell.
  ///
  /// - Parameter line: the line's index; the caller must have found it with `line(of:)`.
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
