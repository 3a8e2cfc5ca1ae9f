/// The placed chunks of a waterfall, and where their columns begin.
struct ColumnTable: Sendable {
  /// The chunks, in order.
  private(set) var chunks: [PlacedColumns] = []
  /// Where chunks begin among the items.
  private(set) var starts = ChunkStarts(lengths: [])
  /// Where each column ended before each chunk but the first, before which all ended at 0; empty where
  /// items are not listed by column.
  private var entries: [Units] = []
  /// How many columns the items are listed by.
  let columnCount: Int

  /// Begins without chunks.
  init(columnCount: Int) { self.columnCount = columnCount }

  /// Adds the next chunk.
  ///
  /// - Parameter bottoms: where columns ended before it.
  mutating func append(_ chunk: PlacedColumns, from bottoms: [Units]) {
    if chunk.isListed, !chunks.isEmpty { entries += bottoms }
    chunks.append(chunk)
  }

  /// Notes where chunks begin, when all are there.
  mutating func finish() {
    chunks = chunks.trimmed()
    entries = entries.trimmed()
    starts = ChunkStarts(lengths: chunks.map { $0.count })
  }

  /// Bytes held beside the chunks.
  var byteCount: Int { 8 * (chunks.capacity + entries.capacity) + starts.byteCount }

  /// Where a column ended before a chunk, counted from the columns' beginning.
  @inline(__always)
  func entry(_ chunk: Int, _ column: Int) -> Units {
    chunk == 0 || entries.isEmpty ? .zero : entries[(chunk - 1) * columnCount + column]
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
  ///   - spacing: what lies between two items of a column at least; nil where a cell's end is not known
  ///     by the next one's top.
  ///   - near: a chunk near which another column was cut.
  /// - Complexity: O(log chunks + log items of a chunk + chunks met).
  func cuts(
    _ column: Int, from lower: Units, to upper: Units, spacing: Units?, near: Int
  ) -> (first: Cut, end: Cut) {
    var first = cut(column, at: lower, near: near)
    let end = cut(column, at: upper, after: first)
    // Of the items that begin above, only the last one can reach beyond `lower`, and not one of an
    // earlier chunk: its column had ended before `lower`.
    let chunk = chunks[first.chunk]
    if first.slot > chunk.slots(of: column).lowerBound {
      let next = entry(first.chunk, column) + chunk.nextTop(after: first.slot - 1, in: column)
      if spacing.map({ next - $0 > lower }) ?? true { first.slot -= 1 }
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
