/// The placed chunks of a waterfall, and where their columns begin.
struct ColumnTable: Sendable {
  /// The chunks, in order.
  private(set) var chunks: [PlacedColumns] = []
  /// Where chunks begin among the items.
  private(set) var starts = ChunkStarts(lengths: [])
  /// Where each column ended before each chunk but the first, before which all ended at 0; empty if
  /// items are not listed by column.
  private var entries: [Units] = []
  /// The greatest length of each chunk's items, or more, in points.
  private var greatests: [Double] = []
  /// What spans each chunk has; empty if no item of any covers several columns.
  private var spans: [ChunkSpans] = []
  /// The greatest span of all items, when all chunks are there.
  private(set) var maxSpan = 1
  /// Whether chunks begin where those of the items do, and where that is is noted with the items.
  private var sharesStarts = false
  /// How many columns the items are listed by.
  let columnCount: Int

  /// What is to be known of the spans of a chunk's items.
  struct ChunkSpans: Sendable, Equatable {
    /// All items cover one column, and took no steps.
    static let none = ChunkSpans(greatest: 1, steps: 0)

    /// The greatest one.
    var greatest: Int
    /// Steps that placing the items took (`LayoutLimits.maxSpanSteps`).
    var steps: Int
  }

  /// Begins without chunks.
  ///
  /// - Parameter expected: about how many will be added.
  init(columnCount: Int, expected: Int = 0) {
    self.columnCount = columnCount
    chunks.reserveCapacity(expected)
    greatests.reserveCapacity(expected)
    entries.reserveCapacity(expected * columnCount)
  }

  /// Adds the next chunk.
  ///
  /// - Parameters:
  ///   - bottoms: where columns ended before it.
  ///   - greatest: the greatest length of its items, or more, in points.
  ///   - own: the spans of its items.
  mutating func append(
    _ chunk: PlacedColumns, from bottoms: [Units], greatest: Double, spans own: ChunkSpans
  ) {
    if chunk.isListed, !chunks.isEmpty { entries += bottoms }
    if haveSpans || own != .none { noteSpans(CollectionOfOne(own)) }
    chunks.append(chunk)
    greatests.append(greatest)
  }

  /// Adds chunks of another table, each of whose columns stands as far from where it stood as it does
  /// before the first of them.
  ///
  /// - Parameter bottoms: where columns ended before the first one.
  /// - Complexity: O(c · chunks).
  mutating func append(_ numbers: Range<Int>, of other: ColumnTable, from bottoms: [Units]) {
    if !chunks.isEmpty { entries += bottoms }
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

  /// The greatest length of some chunks' items, or more, in points.
  func greatest(of numbers: Range<Int>) -> Double { greatests[numbers].max() ?? 0 }

  /// Whether spans are noted.
  private var haveSpans: Bool { !spans.isEmpty }

  /// Notes the spans of the chunks that come next; those that are there already have none if none are
  /// noted.
  private mutating func noteSpans(_ next: some Collection<ChunkSpans>) {
    if !haveSpans {
      spans.reserveCapacity(chunks.capacity)
      spans += repeatElement(.none, count: chunks.count)
    }
    spans += next
  }

  /// Whether an item of a chunk covers several columns.
  func hasSpans(_ chunk: Int) -> Bool { haveSpans && spans[chunk].greatest > 1 }

  /// Steps that placing some chunks' items took (`LayoutLimits.maxSpanSteps`).
  func steps(of numbers: Range<Int>) -> Int {
    haveSpans ? spans[numbers].reduce(0) { $0 + $1.steps } : 0
  }

  /// Notes where chunks begin, when those of all items are there.
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

  /// Bytes held beside the chunks.
  var byteCount: Int {
    8 * (chunks.capacity + entries.capacity + greatests.capacity)
      + spans.capacity * MemoryLayout<ChunkSpans>.stride
      + (sharesStarts ? 0 : starts.byteCount)
  }

  /// The column after that of the last item before a chunk, 0 for the first one.
  func cursor(before chunk: Int, _ placement: WaterfallSpec.Placement) -> Int {
    chunk == 0 ? 0 : chunks[chunk - 1].nextColumn % columnCount
  }

  /// Where columns ended after a chunk, counted from the columns' beginning.
  func ends(of chunk: Int) -> [Units] {
    (0..<columnCount).map { entry(chunk, $0) + chunks[chunk].exit(of: $0) }
  }

  /// Where a column ended before a chunk, counted from the columns' beginning.
  @inline(__always)
  func entry(_ chunk: Int, _ column: Int) -> Units {
    chunk == 0 || entries.isEmpty ? .zero : entries[(chunk - 1) * columnCount + column]
  }

  // MARK: Versions

  /// Where an item and all after it begin at least, counted from the columns' beginning; items are
  /// listed.
  ///
  /// - Complexity: O(c · log n).
  func leastStart(from item: Int) -> Units {
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

  /// How many items from one on stand in the same chunks, from the same entries; 0 where that one is
  /// not the first of a chunk.
  ///
  /// - Complexity: O(c · chunks found).
  func sharedCount(from item: Int, with other: ColumnTable) -> Int {
    guard item < starts.elementCount, item < other.starts.elementCount else { return 0 }
    var (number, match) = (starts.chunk(of: item), other.starts.chunk(of: item))
    guard starts.start(of: number) == item, other.starts.start(of: match) == item else { return 0 }
    var count = 0
    while number < chunks.count, match < other.chunks.count, chunks[number] === other.chunks[match],
      (0..<columnCount).allSatisfy({ entry(number, $0) == other.entry(match, $0) })
    {
      count += chunks[number].count
      (number, match) = (number + 1, match + 1)
    }
    return count
  }

  /// How many items from one on stand at the same places, as long as each other, to the end of a chunk
  /// at most; items are listed.
  ///
  /// - Parameter haveSpans: whether some cover several columns: then lengths are not compared.
  /// - Complexity: O(items found).
  func alikeCount(from item: Int, with other: ColumnTable, haveSpans: Bool) -> Int {
    guard item < starts.elementCount, item < other.starts.elementCount else { return 0 }
    let (number, match) = (starts.chunk(of: item), other.starts.chunk(of: item))
    let (elements, others) = (starts.elements(of: number), other.starts.elements(of: match))
    let (chunk, twin) = (chunks[number], other.chunks[match])
    var next = item
    while next < min(elements.upperBound, others.upperBound) {
      let (column, slot) = chunk.place(of: next - elements.lowerBound)
      let (twinColumn, twinSlot) = twin.place(of: next - others.lowerBound)
      guard column == twinColumn else { break }
      let shift = entry(number, column) - other.entry(match, column)
      guard chunk.top(at: slot) + shift == twin.top(at: twinSlot),
        haveSpans
          || chunk.nextTop(after: slot, in: column) + shift
            == twin.nextTop(after: twinSlot, in: column)
      else { break }
      next += 1
    }
    return next - item
  }

  // MARK: Search

  /// The chunk in which columns are at a distance, if all chunks are about as long as each other.
  func chunk(about distance: Units, of length: Units) -> Int {
    (0..<chunks.count - 1).number(about: distance, of: length)
  }

  /// A place in a column: before the item at a slot, or after a chunk's last one.
  struct Cut {
    var chunk: Int
    var slot: Int
  }

  /// The items of a column that begin from `lower` on and before `upper`, with the one above where it
  /// may reach beyond `lower`: nil for none.
  ///
  /// Tops of a column ascend, as they do with spacings ≥ 0.
  ///
  /// - Parameters:
  ///   - spacing: what lies between two items of a column at least.
  ///   - near: a chunk near which another column was cut.
  /// - Complexity: O(log chunks + log items of a chunk + chunks met).
  func cuts(
    _ column: Int, from lower: Units, to upper: Units, spacing: Units, near: Int
  ) -> (first: Cut, end: Cut) {
    var first = cut(column, at: lower, near: near)
    let end = cut(column, at: upper, after: first)
    // Of the items that begin above, only the last one can reach beyond `lower`, and not one of an
    // earlier chunk: its column had ended before `lower`.
    let chunk = chunks[first.chunk]
    if first.slot > chunk.slots(of: column).lowerBound {
      let next = entry(first.chunk, column) + chunk.nextTop(after: first.slot - 1, in: column)
      if next - spacing > lower { first.slot -= 1 }
    }
    return (first, end)
  }

  /// Before the first item of a column whose top is `limit` or more, in the last chunk before which
  /// the column ended above it.
  private func cut(_ column: Int, at limit: Units, near: Int) -> Cut {
    guard entry(near, column) >= limit else {
      return cut(column, at: limit, after: Cut(chunk: near, slot: 0))
    }
    // Back in growing steps: columns that end alike are cut in the same chunk or next to it.
    var (high, low, step) = (near, max(0, near - 1), 1)
    while low > 0, entry(low, column) >= limit {
      step *= 2
      (high, low) = (low, max(0, low - step))
    }
    let after = (low + 1..<max(low + 1, high)).firstIndex { entry($0, column) >= limit }
    return cut(column, at: limit, in: after - 1, from: 0)
  }

  /// The same, from an earlier place of the column on.
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

  /// Calls with the runs of slots between two cuts of a column, chunk by chunk; none is empty.
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

  /// The number of the item at a slot of a chunk.
  @inline(__always)
  func item(_ chunk: Int, _ slot: Int) -> Int {
    starts.start(of: chunk) + chunks[chunk].item(at: slot)
  }
}
