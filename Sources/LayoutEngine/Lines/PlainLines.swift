/// Repeats a chunk of lines among items without fields.
///
/// Wherever a line begins among such items, the same lines follow. One chunk of them is placed, and serves at
/// every place where a chunk of its length would begin, so that a count of items costs its chunks and not its
/// lines.
struct PlainLines {
  /// The greatest number of items that are placed one by one until a line begins.
  private static let patience = 64

  private let items: Items
  /// The neighbouring chunks' items around the item that was looked up last: either no chunk has fields, or
  /// every chunk has.
  private var run = 0..<0
  /// Whether the items of `run` have no fields.
  private var isPlain = false
  /// The lines that are repeated; nil if no line is complete within `length` items.
  private var chunk: LineChunk?
  /// The maximum number of cells in `chunk`; 0 before a chunk is placed.
  private var length = 0
  /// The first item at which lines may be repeated.
  private var next = 0
  /// The number of items placed one by one since `run` began or lines were repeated.
  private var waits = 0

  /// Repeats lines among these items.
  init(_ items: Items) { self.items = items }

  /// Whether lines may be repeated from the next line on that begins at an item or after it; the section must
  /// have the item.
  @inline(__always)
  mutating func isDue(at item: Int) -> Bool {
    if !run.contains(item) { find(item) }
    return isPlain && item >= next
      && item + LineBuilder.chunkLength(after: item) < run.upperBound
  }

  /// Returns the item at which the caller must look for the beginning of a line: the next item if lines may be
  /// repeated, and `.max` if not.
  mutating func stop(after item: Int) -> Int {
    guard isDue(at: item) else { return .max }
    waits += 1
    guard waits <= Self.patience else {
      next = run.upperBound
      return .max
    }
    return item + 1
  }

  /// Returns the maximum number of cells in the chunk that follows an item, if the caller has to place one and
  /// pass it to `use(_:length:)`; nil if there is one already, or none is due.
  mutating func missingLength(at item: Int) -> Int? {
    let length = LineBuilder.chunkLength(after: item)
    return isDue(at: item) && length != self.length ? length : nil
  }

  /// Repeats these lines from now on.
  ///
  /// - Parameters:
  ///   - chunk: the complete lines of items without fields; nil if no line is complete.
  ///   - length: the maximum number of cells in the chunk.
  mutating func use(_ chunk: LineChunk?, length: Int) {
    (self.chunk, self.length) = (chunk, length)
  }

  /// Returns the lines that follow an item at which a line begins; nil if no lines are repeated there.
  ///
  /// The items of these lines and the item after them have no fields.
  ///
  /// - Parameter stop: the first item at which a chunk of an earlier layout may be reused. The result is
  ///   nil if a line begins there before the end of the repeated lines.
  mutating func chunk(at item: Int, before stop: Int) -> LineChunk? {
    guard isDue(at: item) else { return nil }
    guard let chunk else {
      next = run.upperBound
      return nil
    }
    let (cells, lines) = (chunk.starts.cellCount, chunk.starts.lineCount)
    guard stop >= item + cells || (stop - item) % (cells / lines) != 0 else {
      next = stop
      return nil
    }
    waits = 0
    return chunk
  }

  private mutating func find(_ item: Int) {
    waits = 0
    guard !items.chunks.isEmpty else {
      (run, isPlain) = (0..<items.count, true)
      return
    }
    let first = items.starts.chunk(of: item)
    isPlain = items.chunks[first].isImplicit
    var end = first + 1
    while end < items.chunks.count, items.chunks[end].isImplicit == isPlain { end += 1 }
    run = items.start(ofChunk: first)..<items.start(ofChunk: end)
  }
}
