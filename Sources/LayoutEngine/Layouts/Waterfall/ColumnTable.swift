/// The placed chunks of a waterfall section, and where each column begins in each chunk.
struct ColumnTable: Sendable {
  /// The chunks, in order.
  private(set) var chunks: [ColumnChunk] = []
  /// The number of the first item of each chunk.
  private(set) var starts = ChunkStarts(lengths: [])
  /// For each chunk but the first, where each column ended before it; empty if items are not listed by
  /// column.
  private var entries: [Units] = []
  /// Where each column begins in the first chunk; empty if all begin at 0, or if items are not listed by
  /// column.
  private var first: [Units] = []
  /// For each chunk, an upper bound of its items' lengths, in points.
  private var greatests: [Double] = []
  /// For each chunk, the greatest span and the steps of its items; empty if no item covers several
  /// columns.
  private var spans: [ChunkSpans] = []
  /// The greatest span of all items, set by `finish(_:)`.
  private(set) var maxSpan = 1
  /// Whether placed chunks and the chunks of the stored items begin at the same items, so that both
  /// share `starts`.
  private var sharesStarts = false
  /// The number of columns in which items are placed.
  let columnCount: Int

  /// The greatest number of columns that an item of a chunk covers, and the steps that placing the chunk
  /// took.
  struct ChunkSpans: Sendable, Equatable {
    /// The value for a chunk whose items cover one column each, and which took no steps.
    static let none = ChunkSpans(greatest: 1, steps: 0)

    /// The greatest number of columns that one item covers.
    var greatest: Int
    /// The steps that placing the items took (`LayoutLimits.maxSteps`).
    var steps: Int
  }

  /// Creates a table without chunks.
  ///
  /// - Parameter expected: the approximate number of chunks that will be added.
  init(columnCount: Int, expected: Int = 0) {
    self.columnCount = columnCount
    chunks.reserveCapacity(expected)
    greatests.reserveCapacity(expected)
    entries.reserveCapacity(expected * columnCount)
  }

  /// Adds the next chunk.
  ///
  /// - Parameters:
  ///   - bottoms: where each column ended before the chunk.
  ///   - greatest: an upper bound of the lengths of the chunk's items, in points.
  ///   - own: the greatest span of the chunk's items, and the steps that placing them took.
  mutating func append(
    _ chunk: ColumnChunk, from bottoms: [Units], greatest: Double, spans own: ChunkSpans
  ) {
    if chunk.isListed { addEntry(bottoms) }
    if haveSpans || own != .none { noteSpans(CollectionOfOne(own)) }
    chunks.append(chunk)
    greatests.append(greatest)
  }

  /// Adds the chunks with these numbers from another table.
  ///
  /// Each column is shifted as a whole, so that in the first of these chunks it begins where it ends in
  /// this table.
  ///
  /// - Parameter bottoms: where each column of this table ends before the first added chunk.
  /// - Complexity: O(c · chunks).
  mutating func append(_ numbers: Range<Int>, of other: ColumnTable, from bottoms: [Units]) {
    addEntry(bottoms)
    if other.haveSpans {
      noteSpans(other.spans[numbers])
    } else if haveSpans {
      noteSpans(repeatElement(.none, count: numbers.count))
    }
    chunks += other.chunks[numbers]
    greatests += other.greatests[numbers]
    let shifts = bottoms.indices.map { bottoms[$0] - other.entry(numbers.lowerBound, $0) }
    let later = other.entries[
      numbers.lowerBound * columnCount..<(numbers.upperBound - 1) * columnCount]
    guard shifts.contains(where: { $0 != .zero }) else { return entries += later }
    var column = 0
    for entry in later {
      entries.append(entry + shifts[column])
      column = column + 1 == columnCount ? 0 : column + 1
    }
  }

  /// Stores where the columns begin in the next chunk.
  private mutating func addEntry(_ bottoms: [Units]) {
    if !chunks.isEmpty {
      entries += bottoms
    } else if bottoms.contains(where: { $0 != .zero }) {
      first = bottoms
    }
  }

  /// Returns an upper bound of the lengths of all items in these chunks, in points.
  func greatest(of numbers: Range<Int>) -> Double { greatests[numbers].max() ?? 0 }

  /// Whether the array `spans` has an entry for each chunk.
  private var haveSpans: Bool { !spans.isEmpty }

  /// Stores the spans of the chunks that are added next; earlier chunks without an entry get
  /// `ChunkSpans.none`.
  private mutating func noteSpans(_ next: some Collection<ChunkSpans>) {
    if !haveSpans {
      spans.reserveCapacity(chunks.capacity)
      spans += repeatElement(.none, count: chunks.count)
    }
    spans += next
  }

  /// Returns whether an item of a chunk covers several columns.
  func hasSpans(_ chunk: Int) -> Bool { haveSpans && spans[chunk].greatest > 1 }

  /// Returns the steps that placing the items of these chunks took (`LayoutLimits.maxSteps`).
  func steps(of numbers: Range<Int>) -> Int {
    haveSpans ? spans[numbers].reduce(0) { $0 + $1.steps } : 0
  }

  /// Completes the table when the chunks of all items have been added.
  mutating func finish(_ items: Items) {
    maxSpan = spans.reduce(1) { max($0, $1.greatest) }
    spans = maxSpan == 1 ? [] : spans.trimmed()
    chunks = chunks.trimmed()
    entries = entries.trimmed()
    greatests = greatests.trimmed()
    sharesStarts =
      chunks.count == items.chunks.count
      && chunks.indices.allSatisfy { chunks[$0].count == items.starts.elements(of: $0).count }
    starts = sharesStarts ? items.starts : ChunkStarts(lengths: chunks.map { $0.count })
  }

  /// The bytes that the table uses, without its chunks.
  var byteCount: Int {
    8 * (chunks.capacity + entries.capacity + first.capacity + greatests.capacity)
      + spans.capacity * MemoryLayout<ChunkSpans>.stride
      + (sharesStarts ? 0 : starts.byteCount)
  }

  /// Returns the cursor of LayoutRules F4 and F5 before a chunk, modulo the number of columns.
  ///
  /// - Complexity: O(1), and O(chunks before it whose items all have a `column`).
  func cursor(before chunk: Int) -> Int {
    (cursor(after: 0..<chunk) ?? 0) % columnCount
  }

  /// Returns the cursor after the last of some chunks; nil if none of them moves it (F10).
  func cursor(after numbers: Range<Int>) -> Int? {
    numbers.last { chunks[$0].cursor != nil }.flatMap { chunks[$0].cursor }
  }

  /// Returns where each column ends after a chunk, as a distance from where the columns begin.
  func ends(of chunk: Int) -> [Units] {
    (0..<columnCount).map { entry(chunk, $0) + chunks[chunk].exit(of: $0) }
  }

  /// Returns where a column ended before a chunk, as a distance from where the columns begin.
  @inline(__always)
  func entry(_ chunk: Int, _ column: Int) -> Units {
    guard chunk > 0 else { return first.isEmpty ? .zero : first[column] }
    return entries.isEmpty ? .zero : entries[(chunk - 1) * columnCount + column]
  }

  // MARK: Versions

  /// Returns a lower bound of the tops of an item and all items after it, as a distance from where the
  /// columns begin.
  ///
  /// The chunks must list their items by column (`ColumnChunk.isListed`).
  ///
  /// - Complexity: O(c · log n).
  func minStart(from item: Int) -> Units {
    let number = starts.chunk(of: item)
    let (chunk, place) = (chunks[number], item - starts.start(of: number))
    var least = Units.limit
    for column in 0..<columnCount {
      let slots = chunk.slots(of: column)
      let slot = slots.firstIndex { chunk.item(at: $0) >= place }
      let top = slot < slots.upperBound ? chunk.top(at: slot) : chunk.exit(of: column)
      least = min(least, entry(number, column) + top)
    }
    return least
  }

  /// Returns the number of items, from `item` on, in chunks that both tables contain and before which
  /// all columns end at equal distances in both.
  ///
  /// - Complexity: O(c · chunks found).
  func sharedCount(from item: Int, with other: ColumnTable) -> Int {
    starts.sharedCount(from: item, with: other.starts) { number, match in
      chunks[number] === other.chunks[match]
        && (0..<columnCount).allSatisfy { entry(number, $0) == other.entry(match, $0) }
    }
  }

  // MARK: Search

  /// Returns a guess of the chunk at a distance from where the columns begin, as if all chunks were
  /// equally long.
  ///
  /// - Parameter length: the length of the longest column.
  func chunk(about distance: Units, of length: Units) -> Int {
    (0..<chunks.count - 1).number(about: distance, of: length)
  }

  /// A position between two items of a column.
  ///
  /// It is before the item at a slot of a chunk, or after the chunk's last item in the column.
  struct Cut {
    /// The number of the chunk in the table.
    var chunk: Int
    /// The index of the item after the cut in the chunk's tops; the end of the column's slots if there
    /// is none.
    var slot: Int
  }

  /// Returns the cuts before and after the items of a column whose tops are in `lower..<upper`.
  ///
  /// The item before those items is included if it reaches beyond `lower`. The column's tops must
  /// ascend, as they do with spacings ≥ 0.
  ///
  /// - Parameters:
  ///   - spacing: the spacing between two items of a column.
  ///   - near: a guess of the chunk that contains the first cut, such as the one found for another
  ///     column.
  /// - Complexity: O(log chunks + log items of a chunk + chunks met).
  func cuts(
    _ column: Int, from lower: Units, to upper: Units, spacing: Units, near: Int
  ) -> (first: Cut, end: Cut) {
    var first = cut(column, at: lower, near: near)
    let end = cut(column, at: upper, after: first)
    // Of the items that begin above `lower`, only the last one can reach beyond it, and only if it is in
    // this chunk: at the end of earlier chunks the column ended before `lower`.
    let chunk = chunks[first.chunk]
    if first.slot > chunk.slots(of: column).lowerBound {
      let next = entry(first.chunk, column) + chunk.nextTop(after: first.slot - 1, in: column)
      if next - spacing > lower { first.slot -= 1 }
    }
    return (first, end)
  }

  /// Returns the cut before the first item of a column whose top is `limit` or more.
  ///
  /// The cut is in the last chunk before which the column ended at less than `limit`.
  private func cut(_ column: Int, at limit: Units, near: Int) -> Cut {
    guard entry(near, column) >= limit else {
      return cut(column, at: limit, after: Cut(chunk: near, slot: 0))
    }
    // Search backwards in growing steps: columns that end alike are cut in one chunk or in neighbouring
    // ones.
    var (high, low, step) = (near, max(0, near - 1), 1)
    while low > 0, entry(low, column) >= limit {
      step *= 2
      (high, low) = (low, max(0, low - step))
    }
    let after = (low + 1..<max(low + 1, high)).firstIndex { entry($0, column) >= limit }
    return cut(column, at: limit, in: after - 1, from: 0)
  }

  /// Returns the cut before the first item of a column whose top is `limit` or more, searching from an
  /// earlier cut of the column on.
  private func cut(_ column: Int, at limit: Units, after cut: Cut) -> Cut {
    let after = (cut.chunk + 1..<chunks.count).firstIndexNearby { entry($0, column) >= limit }
    return self.cut(
      column, at: limit, in: after - 1, from: after - 1 == cut.chunk ? cut.slot : 0)
  }

  private func cut(_ column: Int, at limit: Units, in number: Int, from slot: Int) -> Cut {
    let chunk = chunks[number]
    let slots = chunk.slots(of: column)
    let relative = limit - entry(number, column)
    let rest = max(slot, slots.lowerBound)..<slots.upperBound
    let place =
      slot > 0
      ? rest.firstIndexNearby { chunk.top(at: $0) >= relative }
      : rest.firstIndex(near: chunk.slot(about: relative, in: column)) {
        chunk.top(at: $0) >= relative
      }
    return Cut(chunk: number, slot: place)
  }

  /// Calls `body` with each chunk between two cuts of a column, and the slots of the column's items
  /// there; never with an empty range.
  func forEachRun(
    _ column: Int, from first: Cut, to end: Cut, _ body: (_ chunk: Int, _ slots: Range<Int>) -> Void
  ) {
    for number in first.chunk...end.chunk {
      var slots = chunks[number].slots(of: column)
      if number == first.chunk { slots = first.slot..<max(first.slot, slots.upperBound) }
      if number == end.chunk { slots = slots.lowerBound..<max(slots.lowerBound, end.slot) }
      if !slots.isEmpty { body(number, slots) }
    }
  }

  /// Returns the number of the item at a slot of a chunk.
  @inline(__always)
  func item(_ chunk: Int, _ slot: Int) -> Int {
    starts.start(of: chunk) + chunks[chunk].item(at: slot)
  }
}
