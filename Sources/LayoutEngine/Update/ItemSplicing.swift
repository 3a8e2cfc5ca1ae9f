/// Assembles the items of a section of a version from the items of other sections.
///
/// Chunks that don't change are shared by reference; chunks that are cut or changed are rebuilt.
struct ItemSplicing {
  /// A replacement or measurement of an item of the parent.
  struct Change {
    var path: ItemPath
    /// The item that replaces it, by a chunk and the place in the chunk; nil if it is not replaced.
    var replacement: (chunk: ItemChunk, place: Int)?
    /// The measured sizes of the item; nil if the update has none.
    var measurement: LayoutUpdate.Measurement?
  }

  /// The effect of an update on the measured sizes and kept columns of items (LayoutRules K7–K9).
  struct Learning {
    /// Whether items lose their measured sizes.
    var losesSizes = false
    /// Whether items lose their kept columns.
    var losesAssignedColumns = false
    /// The placed cells of the parent's section, if items without a column keep the column in which they
    /// begin; nil if no item does.
    var placed: (any ColumnCells)?
    /// The end of the items that keep a column of `placed`.
    var keptEnd = 0
    /// Whether columns are written into the items' fields even if their chunk stays.
    ///
    /// It is true if sections that are alike may share those cells: only items whose fields are alike are.
    var writesColumns = false

    /// Returns the column that an item without a column keeps; nil if it keeps none.
    func column(of item: Int) -> Int? {
      guard let placed, item < min(keptEnd, placed.count) else { return nil }
      return placed.column(of: item)
    }

    /// Returns the column that an item keeps which replaces item `item`, at a place of a block (LayoutRules
    /// K8).
    ///
    /// It is the column that the replaced item keeps, or else the column in which it begins; nil if there is
    /// none.
    func column(replacing item: Int, of block: ItemBlock, at place: Int) -> Double? {
      guard item < keptEnd else { return nil }
      return block.chunk.keptColumns.number(of: place)
        ?? (block.assigned?.column(of: place) ?? column(of: item)).map { Double($0) }
    }

    /// Returns the waterfall columns that the items of a whole chunk keep without being written into it.
    ///
    /// - Parameter now: the columns that they keep this way before the update.
    /// - Returns: nil if the chunk has to be rebuilt; `.some(nil)` if the chunk stays and its items keep no
    ///   columns this way.
    func assigned(
      of chunk: ItemChunk, _ range: Range<Int>, now: AssignedColumns?
    ) -> AssignedColumns?? {
      if losesSizes, chunk.haveMeasuredSizes { return nil }
      if losesAssignedColumns { return chunk.keptColumns.isEmpty ? .some(nil) : nil }
      guard let placed, range.lowerBound < keptEnd else { return .some(now) }
      if now != nil || chunk.haveAllColumns { return .some(now) }
      guard !writesColumns, range.upperBound <= keptEnd else { return nil }
      return .some(placed.assignedColumns(of: range))
    }

    /// Applies the effect of the update to the items of `columns` from a place on.
    ///
    /// - Parameter item: the number, in the parent's section, of the item at `place`.
    func apply(to columns: inout ItemColumns, from place: Int, item: Int) {
      for other in place..<columns.count {
        if losesSizes {
          for field in ItemNumberField.measured { columns[field].remove(at: other) }
        }
        if losesAssignedColumns { columns.keptColumns.remove(at: other) }
        if columns.columns[other] == nil, columns.keptColumns[other] == nil,
          let column = column(of: item + other - place)
        {
          columns.keptColumns.set(Double(column), at: other)
        }
      }
    }
  }

  private var chunks: [ItemChunk] = []
  /// The number of items in each chunk.
  private var lengths: [Int] = []
  /// The number of items in `chunks`; the items in `open` are not counted.
  private var closedCount = 0
  /// For each chunk, the columns that its items keep without being written into the chunk; empty if there
  /// are none for any chunk.
  private var assigned: [AssignedColumns?] = []
  /// The greatest number of columns of chunks of items without fields that later chunks are compared with.
  private static let maxPlainColumns = 64
  /// Columns of chunks of items without fields, which keep the same ones again and again.
  private var plainColumns: [AssignedColumns] = []
  /// The items of cut and changed chunks that are not in a new chunk yet.
  private var open = ItemColumns()
  /// The preferred number of items in a chunk of the section.
  private let length: Int
  /// Whether small chunks may be shared as they are.
  private let keepsSmall: Bool
  private let budget: LayoutBudget

  /// Creates an empty list for a section of about `count` items.
  ///
  /// - Parameters:
  ///   - isSame: whether it is a section of the parent with an unchanged layout and without items of other
  ///     sections.
  ///   - budget: the budget for the work; if the budget ends the work, the caller must discard the result.
  init(count: Int, isSame: Bool, _ budget: LayoutBudget) {
    length = ItemChunk.length(after: count)
    keepsSmall = isSame && count <= SharedSections.maxItems
    self.budget = budget
  }

  /// Adds a range of a section's items.
  ///
  /// - Parameters:
  ///   - changes: the changes to the section's items, sorted by place; those outside the range are
  ///     skipped.
  ///   - learning: the effect of the update on the measured sizes and columns of the items.
  /// - Complexity: O(chunks in the range + items of chunks that are cut or changed).
  mutating func append(
    _ items: Items, _ range: Range<Int>, _ changes: [Change] = [], _ learning: Learning = Learning()
  ) {
    var next = changes.indices.firstIndex { changes[$0].path.item >= range.lowerBound }
    var blocks = items.blocks(intersecting: range)
    while let block = blocks.next() {
      let limit = next < changes.count ? changes[next].path.item : range.upperBound
      let whole = wholeChunks(
        of: items, from: block, in: range.lowerBound..<min(limit, range.upperBound), learning)
      if whole > 0 {
        blocks.pass(whole - 1)
        guard budget.checkpoint(after: 4 * whole) else { return }
        continue
      }
      let met = block.items.clamped(to: range)
      let first = next
      while next < changes.count, changes[next].path.item < met.upperBound { next += 1 }
      guard budget.checkpoint(after: 2 * met.count) else { return }
      let start = block.items.lowerBound
      var place = met.lowerBound - start
      for change in changes[first..<next] {
        append(block, place..<change.path.item - start, learning)
        append(change, of: block, learning)
        place = change.path.item - start + 1
      }
      append(block, place..<met.upperBound - start, learning)
      if open.count >= length { flush() }
    }
  }

  private mutating func append(_ block: ItemBlock, _ places: Range<Int>, _ learning: Learning) {
    guard !places.isEmpty else { return }
    let added = open.count
    open.append(block, places)
    if learning.changesItems {
      learning.apply(to: &open, from: added, item: block.items.lowerBound + places.lowerBound)
    }
  }

  /// Adds the unchanged chunks from a block on, up to the first chunk that is cut or changed.
  ///
  /// - Parameter range: the items that may be added this way.
  /// - Returns: the number of chunks added.
  private mutating func wholeChunks(
    of items: Items, from block: ItemBlock, in range: Range<Int>, _ learning: Learning
  ) -> Int {
    guard range.lowerBound <= block.items.lowerBound, block.items.upperBound <= range.upperBound,
      block.count == block.chunk.count, open.count == 0 || open.count >= length / 4,
      !joinsLast(block.count), mayStay(block.count),
      let columns = learning.assigned(of: block.chunk, block.items, now: block.assigned)
    else { return 0 }
    flush()
    append(block.chunk, columns, before: block.assigned)
    guard !items.chunks.isEmpty else { return 1 }
    let first = block.number + 1
    if chunks.capacity < items.chunks.count {
      chunks.reserveCapacity(items.chunks.count + 2)
      lengths.reserveCapacity(items.chunks.count + 2)
    }
    var end = first
    while end < items.chunks.count {
      let elements = items.start(ofChunk: end)..<items.start(ofChunk: end + 1)
      guard elements.upperBound <= range.upperBound, !joinsLast(elements.count),
        mayStay(elements.count),
        let columns = learning.assigned(
          of: items.chunks[end], elements, now: items.assigned(ofChunk: end))
      else { break }
      note(columns, of: items.chunks[end], before: items.assigned(ofChunk: end))
      lengths.append(elements.count)
      closedCount += elements.count
      end += 1
    }
    chunks += items.chunks[first..<end]
    return 1 + end - first
  }

  private mutating func append(
    _ chunk: ItemChunk, _ columns: AssignedColumns? = nil, before: AssignedColumns? = nil
  ) {
    note(columns, of: chunk, before: before)
    lengths.append(chunk.count)
    closedCount += chunk.count
    chunks.append(chunk)
  }

  /// Records the columns that the items of the next chunk keep without being written into it.
  ///
  /// - Parameter before: the columns that they kept this way before the update.
  private mutating func note(
    _ columns: AssignedColumns?, of chunk: ItemChunk, before: AssignedColumns?
  ) {
    if assigned.isEmpty, columns != nil {
      assigned.reserveCapacity(lengths.capacity)
      assigned += repeatElement(nil, count: lengths.count)
    }
    guard let columns, columns !== before else {
      if columns != nil || !assigned.isEmpty { assigned.append(columns) }
      return
    }
    let kept = chunk === ItemChunk.plain ? shared(columns) : columns
    // If the budget has no space for them, the work ends at the next check.
    if kept === columns { _ = budget.tryReserve(kept.byteCount) }
    assigned.append(kept)
  }

  /// Returns the same columns of an earlier chunk of items without fields, if there are some, else these.
  private mutating func shared(_ columns: AssignedColumns) -> AssignedColumns {
    if let same = plainColumns.first(where: { $0.isSame(as: columns) }) { return same }
    if plainColumns.count < Self.maxPlainColumns { plainColumns.append(columns) }
    return columns
  }

  /// Adds an item with its change applied.
  private mutating func append(_ change: Change, of block: ItemBlock, _ learning: Learning) {
    let (added, item) = (open.count, change.path.item)
    let place = item - block.items.lowerBound
    if let (chunk, other) = change.replacement {
      open.append(chunk, other..<other + 1)
      // LayoutRules K8: the new item keeps the replaced item's column, but not its measured sizes.
      let hasColumn = open.columns[added] != nil || open.keptColumns[added] != nil
      if hasColumn || item >= learning.keptEnd {
        // It begins in its own column, or gets one.
      } else if let column = block.chunk.columns.number(of: place) {
        // As the cursor stayed at the replaced item, it stays at the new one.
        open.columns.set(column, at: added)
      } else if let column = learning.column(replacing: item, of: block, at: place) {
        open.keptColumns.set(column, at: added)
      }
    } else {
      open.append(block, place..<place + 1)
      learning.apply(to: &open, from: added, item: item)
    }
    guard let measurement = change.measurement else { return }
    open.measuredWidths.apply(measurement.width, at: added)
    open.measuredHeights.apply(measurement.height, at: added)
    open.measuredBodyHeights.apply(measurement.bodyHeight, at: added)
  }

  private mutating func flush() {
    guard open.count > 0 else { return }
    joinLast()
    for chunk in open.chunks(ofLength: length) {
      // If the budget has no space for the chunk, the work ends at the next check.
      _ = budget.tryReserve(chunk.byteCount)
      append(chunk)
    }
    open = ItemColumns()
  }

  /// Whether a chunk of `count` items may stay as it is.
  ///
  /// Small sections that are alike may share a small chunk; a longer section, or one with another layout,
  /// must not share it with them.
  private func mayStay(_ count: Int) -> Bool { keepsSmall || count > SharedSections.maxItems }

  /// Whether a chunk of `count` items and the chunk before it are short enough to be joined.
  ///
  /// They are compared with the length that chunks have at this place: a document that is packed while it is
  /// read begins with 66 chunks of 496 items, whatever the number of its items. If the first update joined
  /// them, it would place and compare 32,736 items that it doesn't change, which takes 4 ms.
  private func joinsLast(_ count: Int) -> Bool {
    guard open.count == 0, let last = lengths.last else { return false }
    return last + count < min(length, ItemChunk.length(after: closedCount - last)) / 4
  }

  /// Moves the last chunk's items back to the front of `open` if its items and those in `open` together
  /// make a small chunk.
  ///
  /// Otherwise many small updates would leave many small chunks.
  private mutating func joinLast() {
    guard let last = chunks.last, last.count + open.count < length / 4 else { return }
    let block = ItemBlock(items: 0..<last.count, chunk: last, assigned: assigned.last ?? nil)
    let added = ItemChunk(open)
    open = ItemColumns()
    open.append(block, 0..<last.count)
    open.append(added, 0..<added.count)
    chunks.removeLast()
    lengths.removeLast()
    closedCount -= last.count
    if !assigned.isEmpty { assigned.removeLast() }
  }

  /// Returns all items added.
  consuming func finish() -> Items {
    flush()
    if assigned.isEmpty, chunks.allSatisfy({ $0.isPlain }) {
      return Items(count: lengths.reduce(0, +))
    }
    return Items(
      chunks.trimmed(), lengths: lengths,
      assigned: assigned.contains { $0 != nil } ? assigned.trimmed() : [])
  }
}

extension ItemSplicing.Learning {
  /// Whether it may change any item.
  fileprivate var changesItems: Bool { losesSizes || losesAssignedColumns || placed != nil }
}

extension ItemColumns {
  /// Returns the items in chunks of about `length` items; in one chunk if there are fewer than 2 ·
  /// `length`.
  ///
  /// No chunk is longer than `ItemChunk.maxLength`.
  fileprivate func chunks(ofLength length: Int) -> [ItemChunk] {
    let least = (count + ItemChunk.maxLength - 1) / ItemChunk.maxLength
    let number = max(least, count / length)
    guard number > 1 else { return [ItemChunk(self)] }
    return (0..<number).map { part in
      ItemChunk(self[count * part / number..<count * (part + 1) / number])
    }
  }
}

extension NumberColumn {
  /// Applies a measurement of one side to the number of the item at index `item`.
  fileprivate mutating func apply(_ side: LayoutUpdate.MeasuredSide, at item: Int) {
    switch side {
    case .kept: break
    case .forgotten: remove(at: item)
    case .found(let points): set(points, at: item)
    }
  }
}
