/// Puts a section of a version together from the items of others: chunks that stay as they are by
/// reference, those that are cut or changed anew.
struct ItemSplicing {
  /// What happens to an item of the parent beside its place.
  struct Change {
    var path: ItemPath
    /// Adds what it becomes, of the item of a chunk that it is.
    var append: (_ columns: inout ItemColumns, _ chunk: ItemChunk, _ place: Int) -> Void
  }

  private var chunks: [ItemChunk] = []
  /// Items of cut and changed chunks that don't make a chunk yet.
  private var open = ItemColumns()
  /// The length that suits the section's chunks.
  private let length: Int

  /// Begins a section of about that many items.
  init(count: Int) {
    length = ItemChunk.length(after: count)
  }

  /// Adds some of a section's items.
  ///
  /// - Parameter changes: what changes of the section's items, sorted by place; those outside of the
  ///   range are passed over.
  /// - Complexity: O(chunks met + items of chunks that are cut or changed).
  mutating func append(
    _ items: Items, _ range: Range<Int>, _ changes: ArraySlice<Change> = []
  ) {
    var changes = changes.drop { $0.path.item < range.lowerBound }
    for block in items.blocks(meeting: range) {
      let met = block.items.clamped(to: range)
      let changed = changes.prefix { $0.path.item < met.upperBound }
      changes = changes.dropFirst(changed.count)
      let isWhole = met.count == block.chunk.count
      if isWhole, changed.isEmpty, open.count == 0 || open.count >= length / 4 {
        flush()
        chunks.append(block.chunk)
        continue
      }
      let start = block.items.lowerBound
      var next = met.lowerBound - start
      for change in changed {
        let place = change.path.item - start
        open.append(block.chunk, next..<place)
        change.append(&open, block.chunk, place)
        next = place + 1
      }
      open.append(block.chunk, next..<met.upperBound - start)
      if open.count >= length { flush() }
    }
  }

  private mutating func flush() {
    guard open.count > 0 else { return }
    chunks.append(contentsOf: open.chunks(ofLength: length))
    open = ItemColumns()
  }

  /// All items added.
  consuming func finish() -> Items {
    flush()
    return chunks.allSatisfy { $0.isPlain }
      ? Items(count: chunks.reduce(0) { $0 + $1.count }) : Items(chunks)
  }
}

extension ItemColumns {
  /// The items in chunks of about a length: one of them where they are less than twice as many.
  fileprivate func chunks(ofLength length: Int) -> [ItemChunk] {
    let number = max(1, count / length)
    guard number > 1 else { return [ItemChunk(self)] }
    return (0..<number).map { part in
      ItemChunk(self[count * part / number..<count * (part + 1) / number])
    }
  }
}
