/// Stacks lines one after the other, and packs them in chunks.
///
/// Lines may have any number of cells. A chunk ends before the line that would give it more than
/// `chunkLength` cells; a longer line is a chunk of its own.
struct LineBuilder {
  /// The bytes that the lists of chunks take for each chunk: a reference, its position along the scroll
  /// axis, and its first cell.
  private static let bytesPerChunk = 24

  private let spacing: Units
  private let givenChunkLength: Int?
  private let budget: LayoutBudget
  private var chunks: [LineChunk] = []
  private var tops: [Units] = []

  // The state of the chunk that is being filled.
  private var words: [UInt64] = []
  private var cellCount = 0
  private var thicknesses: [Units] = []
  private var longLines = LongLines()
  private var chunkTop: Units
  /// The properties of the lines in the chunk that is being filled; set after each line is added.
  var open = LineSummary()
  /// The properties of the lines in the finished chunks.
  private var closed = LineSummary()

  /// The number of cells in the finished chunks.
  private var placedCount = 0
  /// The maximum number of cells in the chunk that is being filled, unless its only line has more.
  private var chunkLength = 0
  /// Where the next line begins along the scroll axis.
  private(set) var top: Units
  /// The number of lines placed so far.
  private(set) var lineCount = 0
  /// The least start of all lines along the scroll axis; if there are no lines, where the first one will
  /// begin.
  private(set) var minStart: Units
  /// The greatest end of all lines along the scroll axis; if there are no lines, where the first one will
  /// begin.
  private(set) var maxEnd: Units
  /// Whether both the tops and the ends of the lines ascend; with negative spacing they may not.
  private(set) var isOrdered = true
  private var lastThickness = Units.zero

  /// Creates a stack without lines.
  ///
  /// - Parameters:
  ///   - top: where the first line begins.
  ///   - spacing: the distance between two lines; any sign.
  ///   - chunkLength: the maximum number of cells in a chunk; nil if it depends on the cells before the chunk.
  ///   - budget: the budget for the memory of the chunks.
  init(
    top: Units, spacing: Units, chunkLength: Int? = nil, _ budget: LayoutBudget
  ) {
    self.spacing = spacing
    givenChunkLength = chunkLength
    self.budget = budget
    self.top = top
    chunkTop = top
    minStart = top
    maxEnd = top
    beginChunk()
  }

  /// Returns a builder without lines, whose lines have the same spacing.
  ///
  /// - Parameter chunkLength: the maximum number of cells in a chunk.
  func emptied(chunkLength: Int) -> LineBuilder {
    LineBuilder(top: .zero, spacing: spacing, chunkLength: chunkLength, budget)
  }

  /// Returns the maximum number of cells in the chunk that follows `count` cells, unless its only line has
  /// more.
  ///
  /// It is the length of an item chunk there, but at least twice that of the first item chunk, so that lines and
  /// items are cut at the same items.
  static func chunkLength(after count: Int) -> Int {
    max(2 * ItemChunk.length(after: 0), ItemChunk.length(after: count))
  }

  /// The number of cells in all lines placed so far.
  var count: Int { placedCount + cellCount }

  /// The combined properties of all lines placed so far.
  var summary: LineSummary {
    var all = closed
    all.add(open)
    return all
  }

  /// Adds a chunk of an earlier layout, whose lines come next.
  ///
  /// The caller must make sure that the spacing is ≥ 0 and equals that of the chunk.
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(1).
  mutating func share(_ chunk: LineChunk) throws(LayoutError) {
    try closeChunk()
    try budget.count(1)
    chunks.append(chunk)
    tops.append(top)
    try budget.reserve(Self.bytesPerChunk)
    closed.add(chunk.summary)
    top += chunk.length
    maxEnd = max(maxEnd, top - spacing)
    placedCount += chunk.starts.cellCount
    lineCount += chunk.starts.lineCount
    beginChunk()
  }

  /// Adds a line of at least one cell.
  ///
  /// If the layout finds cells by walking along the line, the line must have at most
  /// `LineTable.walkLength` cells.
  ///
  /// - Parameters:
  ///   - count: the number of cells.
  ///   - thickness: the line's length along the scroll axis.
  ///
  /// - Throws: `LayoutError.cancelled`.
  @inline(__always)
  mutating func append(_ count: Int, thickness: Units) throws(LayoutError) {
    if cellCount + count > chunkLength { try closeChunk() }
    mark(count)
    stack(thickness)
  }

  /// Adds lines of one cell each.
  ///
  /// - Parameters:
  ///   - count: the number of lines.
  ///   - greatest: the greatest length of a line along the scroll axis, in points.
  ///   - thickness: returns the length of a line along the scroll axis, by its number from 0; ≥ 0.
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(count); a line takes a quarter of the time of `append(_:thickness:)`.
  @inline(__always)
  mutating func appendSingles(
    _ count: Int, greatest: Double, thickness: (Int) -> Units
  ) throws(LayoutError) {
    guard spacing >= .zero else {
      for number in 0..<count {
        try append(1, thickness: thickness(number))
        open.maxLength = max(open.maxLength, greatest)
      }
      return
    }
    var next = 0
    while next < count {
      if cellCount >= chunkLength { try closeChunk() }
      let first = next
      next = min(count, first + chunkLength - cellCount)
      var bottom = top
      thicknesses.append(count: next - first) { lines in
        for number in lines.indices {
          let thickness = thickness(first + number)
          lines[number] = thickness
          bottom += thickness + spacing
        }
        return true
      }
      markSingles(next - first)
      open.maxLength = max(open.maxLength, greatest)
      lineCount += next - first
      top = bottom
      maxEnd = max(maxEnd, top - spacing)
    }
  }

  /// Adds a line of more than `LineTable.walkLength` cells, with marks at which walks may begin.
  ///
  /// - Parameters:
  ///   - shared: the value that all its cells share: a gap or a height.
  ///   - positions: the starts, across the scroll axis, of its first cell and of every
  ///     `LineTable.walkLength`th cell after that.
  /// - Throws: `LayoutError.cancelled`.
  mutating func append(
    _ count: Int, thickness: Units, shared: Double, positions: [Double]
  ) throws(LayoutError) {
    if cellCount + count > chunkLength { try closeChunk() }
    longLines.append(start: cellCount, shared: shared, positions: positions)
    mark(count)
    stack(thickness)
  }

  /// Packs the remaining lines into a last chunk, and returns all lines.
  ///
  /// - Throws: `LayoutError.cancelled`.
  mutating func finish() throws(LayoutError) -> LineTable {
    try closeChunk()
    return LineTable(chunks.trimmed(), tops: tops.trimmed(), spacing: spacing)
  }

  @inline(__always)
  private mutating func mark(_ count: Int) {
    let word = cellCount >> 6
    cellCount += count
    // Only a line that is longer than chunks needs more words.
    if words.count << 6 < cellCount { growWords() }
    words[word] |= 1 << UInt64((cellCount - count) & 63)
  }

  /// Marks lines of one cell each, which the open chunk has space for.
  private mutating func markSingles(_ count: Int) {
    let end = cellCount + count
    while cellCount < end {
      let place = cellCount & 63
      let length = min(64 - place, end - cellCount)
      words[cellCount >> 6] |= (UInt64.max >> UInt64(64 - length)) << UInt64(place)
      cellCount += length
    }
  }

  @inline(never)
  private mutating func growWords() {
    words.append(contentsOf: repeatElement(0, count: (cellCount + 63) / 64 - words.count))
  }

  @inline(__always)
  private mutating func stack(_ thickness: Units) {
    if spacing < .zero { noteOrder(thickness) }
    thicknesses.append(thickness)
    lineCount += 1
    minStart = min(minStart, top)
    maxEnd = max(maxEnd, top + thickness)
    top += thickness + spacing
  }

  private mutating func noteOrder(_ thickness: Units) {
    if lineCount > 0, lastThickness + spacing < .zero || thickness + spacing < .zero {
      isOrdered = false
    }
    lastThickness = thickness
  }

  private mutating func closeChunk() throws(LayoutError) {
    guard cellCount > 0 else { return }
    let chunk = LineChunk(
      LineStarts(words, cellCount: cellCount, lineCount: thicknesses.count),
      thicknesses: thicknesses, spacing: spacing, longLines: longLines.trimmed(), open)
    closed.add(open)
    open = LineSummary()
    chunks.append(chunk)
    tops.append(chunkTop)
    placedCount += cellCount
    try budget.reserve(chunk.byteCount + Self.bytesPerChunk)
    beginChunk()
  }

  private mutating func beginChunk() {
    chunkLength = givenChunkLength ?? Self.chunkLength(after: placedCount)
    cellCount = 0
    chunkTop = top
    thicknesses.removeAll(keepingCapacity: true)
    longLines = LongLines()
    words = [UInt64](repeating: 0, count: (chunkLength + 63) / 64)
  }
}
