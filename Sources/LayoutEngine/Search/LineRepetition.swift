/// Lines of items that are all alike: a chunk of them is placed once, and then stands again and again.
///
/// However many items there are, time and memory are those of the lines after which they come the same
/// again: one line, or a period where some line of it differs. Of a period of very many cells the lines
/// between two that differ come again, which takes as much as there are periods.
struct LineRepetition {
  /// The most cells of a chunk, about.
  private static let greatestLength = 1 << 15
  /// Fewer items are placed as others are: their lines take as little as a chunk more.
  private static let leastCount = 512
  /// How many items are read at once.
  private static let partLength = 256

  /// The first item after those that are alike.
  let alikeEnd: Int
  /// The same; the first of them where they are too few.
  let end: Int
  /// How many lines were placed before the chunk; nil before it is begun.
  private var lineNumber: Int?
  /// The chunk; nil until it is placed.
  private var chunk: LineChunk?

  /// None, until items are alike from one on.
  static let none = LineRepetition(from: 0, to: 0)

  /// Begins at the first of some items that are alike.
  ///
  /// - Parameter chunk: the first lines of such items as they were placed before; nil for none.
  init(from start: Int, to end: Int, chunk: LineChunk? = nil) {
    alikeEnd = end
    self.end = end - start < Self.leastCount ? start : end
    self.chunk = chunk
    lineNumber = chunk.map { _ in 0 }
  }

  /// The items of a block that are to be read from one on: a few of those that are alike, since most of
  /// them need not be.
  func part(of block: ItemBlock, from item: Int) -> ItemBlock {
    guard item < end else { return block }
    let stop = min(block.items.upperBound, item + Self.partLength)
    return ItemBlock(items: item..<stop, chunk: block.chunk)
  }

  /// Goes on where a line ends and the next one begins with `item`.
  ///
  /// - Parameters:
  ///   - lines: where a chunk of lines is begun and ended.
  ///   - period: after how many lines they are the same again; of each period, counted from the
  ///     section's first line, all are alike but for the last one.
  /// - Returns: the chunk whose lines may follow, and how many times as far as there are items for them and
  ///   for one more, which decides where the last line ends; nil for none.
  /// - Throws: `LayoutError.cancelled`.
  mutating func next(
    at item: Int, _ lines: inout LinePlacing, period: Int
  ) throws(LayoutError) -> (chunk: LineChunk, lineNumber: Int, times: Int)? {
    guard item < end else { return nil }
    if chunk == nil { try endChunk(&lines, period: period) }
    guard let chunk, let lineNumber else { return nil }
    let times = (end - 1 - item) / chunk.starts.cellCount
    return times > 0 ? (chunk, lineNumber, times) : nil
  }

  /// Ends the chunk where its lines may come again, and begins it where it is not begun.
  private mutating func endChunk(
    _ lines: inout LinePlacing, period: Int
  ) throws(LayoutError) {
    let open = lines.openCounts
    // Lines that were taken over may have ended it.
    guard open.lines > 0, lines.lineCount - open.lines == lineNumber else {
      return try beginChunk(&lines, period: period)
    }
    if period > 1, period > Self.greatestLength / max(1, open.cells / open.lines) {
      // A period has too many cells: any line before the one that differs is enough.
      guard (lines.lineCount - open.lines) % period + open.lines < period else {
        return try beginChunk(&lines, period: period)
      }
    } else if open.lines % period != 0 {
      return
    }
    chunk = try lines.endChunk()
  }

  private mutating func beginChunk(
    _ lines: inout LinePlacing, period: Int
  ) throws(LayoutError) {
    // Not with the line that differs: it may be far shorter, so that a long period would seem to be short.
    guard period == 1 || lines.lineCount % period < period - 1 else {
      lineNumber = nil
      return
    }
    lineNumber = lines.lineCount
    try lines.beginChunk(upTo: 2 * Self.greatestLength - 1)
  }
}
