/// Lines of items that are all alike: a chunk of them is placed once, and then stands again and again.
///
/// It takes time and memory as the square root of the items' number.
struct LineRepetition {
  /// The most cells of the chunk.
  private static let greatestLength = 1 << 15
  /// Fewer items are placed as others are.
  private static let leastCount = 4_096

  /// The first item after those that are alike.
  let alikeEnd: Int
  /// The same; the first of them where they are too few.
  let end: Int
  /// How many cells the chunk should have: twice the root of their number, so that it and the list of
  /// chunks take about the same.
  private let length: Int
  /// How many lines were placed before the chunk; nil before it is begun.
  private(set) var lineNumber: Int?
  /// The chunk; nil until it is placed.
  private(set) var chunk: LineChunk?

  /// None, until items are alike from one on.
  static let none = LineRepetition(from: 0, to: 0)

  /// Begins at the first of some items that are alike.
  ///
  /// - Parameter chunk: the first lines of such items as they were placed before; nil for none.
  init(from start: Int, to end: Int, chunk: LineChunk? = nil) {
    let count = end - start
    alikeEnd = end
    self.end = count < Self.leastCount ? start : end
    length = min(Self.greatestLength, 2 * Int(Double(max(0, count)).squareRoot()))
    self.chunk = chunk
    lineNumber = chunk.map { _ in 0 }
  }

  /// Goes on where a line ends and the next one begins with `item`.
  ///
  /// - Parameters:
  ///   - lines: where a chunk of lines is begun and ended.
  ///   - period: after how many lines they are the same again.
  /// - Returns: the chunk whose lines may follow, and how many times as far as there are items for them and
  ///   for one more, which decides where the last line ends; nil for none.
  /// - Throws: `LayoutError.cancelled`.
  mutating func next(
    at item: Int, _ lines: inout LinePlacing, period: Int
  ) throws(LayoutError) -> (chunk: LineChunk, lineNumber: Int, times: Int)? {
    guard item < end else { return nil }
    guard let lineNumber else {
      lineNumber = lines.lineCount
      try lines.beginChunk(upTo: 2 * Self.greatestLength - 1)
      return nil
    }
    if chunk == nil {
      let open = lines.openCounts
      guard open.cells >= length else { return nil }
      // Where a period has too many, lines before the first that differs are enough.
      let isPeriodLong = period > Self.greatestLength / max(1, open.cells / open.lines)
      guard open.lines % period == 0 || isPeriodLong else { return nil }
      chunk = try lines.endChunk()
    }
    guard let chunk else { return nil }
    let times = (end - 1 - item) / chunk.starts.cellCount
    return times > 0 ? (chunk, lineNumber, times) : nil
  }
}
