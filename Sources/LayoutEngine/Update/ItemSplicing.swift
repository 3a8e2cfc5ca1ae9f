/// Puts a section of a version together from the items of others: chunks that stay as they are by
/// reference, those that are cut or changed anew.
struct ItemSplicing {
  /// What happens to an item of the parent beside its place.
  struct Change {
    var path: ItemPath
    /// Another item that takes its place; nil if it stays.
    var replacement: (chunk: ItemChunk, place: Int)?
    /// What views have found for it.
    var measurement: LayoutUpdate.Measurement?
  }

  /// What becomes of what items have learned (LayoutRules K7–K9).
  struct Learning {
    /// Whether what views found, and columns, are forgotten.
    var forgetsAll = false
    /// Whether columns are.
    var forgetsColumns = false
    /// The placed items of the section, where items that have no column get the one in which they
    /// begin; nil if none does.
    var placed: (any SectionCells)?
    /// The items that get one: those before it.
    var keptEnd = 0
    /// Whether columns are written into chunks even where they could refer to what has been placed: sections
    /// that are alike may hold that, too, and it would be counted for each.
    var writesColumns = false

    /// Whether columns that items have are forgotten.
    var losesColumns: Bool { forgetsAll || forgetsColumns }

    /// The column that an item gets.
    func column(of item: Int) -> Int? {
      guard let placed, item < min(keptEnd, placed.count) else { return nil }
      return placed.column(of: item)
    }

    /// The column that an item gets in the place of another, at a place of a block: that one's own, else
    /// the one in which it begins (LayoutRules K8).
    func column(replacing item: Int, of block: ItemBlock, at place: Int) -> Double? {
      guard item < keptEnd else { return nil }
      return block.chunk.columns.number(of: place)
        ?? (block.standing?.column(of: place) ?? column(of: item)).map { Double($0) }
    }

    /// What becomes of the columns that the items of a whole chunk keep, where nothing has to be written
    /// into the chunk; nil if something has.
    func standing(
      of chunk: ItemChunk, _ range: Range<Int>, now: StandingColumns?
    ) -> StandingColumns?? {
      if losesColumns {
        let stays = forgetsAll ? !chunk.haveLearned : chunk.columns.isEmpty
        return stays ? .some(nil) : nil
      }
      guard let placed, range.lowerBound < keptEnd else { return .some(now) }
      if chunk.haveAllColumns { return .some(now) }
      guard !writesColumns, range.upperBound <= keptEnd else { return nil }
      return placed.standingColumns(of: range).map { .some($0) }
    }

    /// Changes the items of the columns from a place on, which are those of the section from `item` on.
    func apply(to columns: inout ItemColumns, from place: Int, item: Int) {
      // Found once for all of them, where they stand together.
      let together =
        item + columns.count - place <= keptEnd
        ? placed?.standingColumns(of: item..<item + columns.count - place) : nil
      for other in place..<columns.count {
        if forgetsAll {
          columns.measuredWidths.remove(at: other)
          columns.measuredHeights.remove(at: other)
          columns.measuredBodyHeights.remove(at: other)
        }
        if losesColumns { columns.columns.remove(at: other) }
        if columns.columns[other] == nil,
          let column = together?.column(of: other - place) ?? column(of: item + other - place)
        {
          columns.columns.set(Double(column), at: other)
        }
      }
    }
  }

  private var chunks: [ItemChunk] = []
  /// How many items each chunk has.
  private var lengths: [Int] = []
  /// The columns that the chunks' items keep without having them written down; empty if none do.
  private var standing: [StandingColumns?] = []
  /// Items of cut and changed chunks that don't make a chunk yet.
  private var open = ItemColumns()
  /// The length that suits the section's chunks.
  private let length: Int
  /// Whether chunks of few items may stay as they are.
  private let keepsSmall: Bool
  private let budget: LayoutBudget

  /// Begins a section of about that many items.
  ///
  /// - Parameters:
  ///   - isSame: whether it is a section of the parent with the layout that it had, and no item of others.
  ///   - budget: what the work is counted against; what is made when it has ended is of no use.
  init(count: Int, isSame: Bool, _ budget: LayoutBudget) {
    length = ItemChunk.length(after: count)
    keepsSmall = isSame && count <= SharedSections.maxItems
    self.budget = budget
  }

  /// Adds some of a section's items.
  ///
  /// - Parameters:
  ///   - changes: what changes of the section's items, sorted by place; those outside of the range are
  ///     passed over.
  ///   - learning: what becomes of what they have learned.
  /// - Complexity: O(chunks met + items of chunks that are cut or changed).
  mutating func append(
    _ items: Items, _ range: Range<Int>, _ changes: [Change] = [], _ learning: Learning = Learning()
  ) {
    var next = changes.indices.firstIndex { changes[$0].path.item >= range.lowerBound }
    var blocks = items.blocks(meeting: range)
    while let block = blocks.next() {
      let limit = next < changes.count ? changes[next].path.item : range.upperBound
      let whole = wholeChunks(
        of: items, from: block, in: range.lowerBound..<min(limit, range.upperBound), learning)
      if whole > 0 {
        blocks.pass(whole - 1)
        guard budget.goesOn(after: 4 * whole) else { return }
        continue
      }
      let met = block.items.clamped(to: range)
      let first = next
      while next < changes.count, changes[next].path.item < met.upperBound { next += 1 }
      guard budget.goesOn(after: 2 * met.count) else { return }
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

  /// Adds the chunks from a block on that stay as they are.
  ///
  /// - Parameter range: the items that may be added so.
  /// - Returns: how many chunks they are.
  private mutating func wholeChunks(
    of items: Items, from block: ItemBlock, in range: Range<Int>, _ learning: Learning
  ) -> Int {
    guard range.lowerBound <= block.items.lowerBound, block.items.upperBound <= range.upperBound,
      block.count == block.chunk.count, open.count == 0 || open.count >= length / 4,
      !joinsLast(block.count), mayStay(block.count),
      let columns = learning.standing(of: block.chunk, block.items, now: block.standing)
    else { return 0 }
    flush()
    append(block.chunk, columns)
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
        let columns = learning.standing(
          of: items.chunks[end], elements, now: items.standing(ofChunk: end))
      else { break }
      note(columns)
      lengths.append(elements.count)
      end += 1
    }
    chunks += items.chunks[first..<end]
    return 1 + end - first
  }

  private mutating func append(_ chunk: ItemChunk, _ columns: StandingColumns? = nil) {
    note(columns)
    lengths.append(chunk.count)
    chunks.append(chunk)
  }

  /// Notes the columns that the items of the next chunk keep.
  private mutating func note(_ columns: StandingColumns?) {
    if standing.isEmpty, columns != nil {
      standing.reserveCapacity(lengths.capacity)
      standing += repeatElement(nil, count: lengths.count)
    }
    if columns != nil || !standing.isEmpty { standing.append(columns) }
  }

  /// Adds an item as it comes out of its change.
  private mutating func append(_ change: Change, of block: ItemBlock, _ learning: Learning) {
    let (added, item) = (open.count, change.path.item)
    let place = item - block.items.lowerBound
    if let (chunk, other) = change.replacement {
      open.append(chunk, other..<other + 1)
      // LayoutRules K8: what replaces keeps the place, not what was found for the other.
      if open.columns[added] == nil,
        let column = learning.column(replacing: item, of: block, at: place)
      {
        open.columns.set(column, at: added)
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
      // Where there is no room for it, the work ends at the next look.
      _ = budget.holds(chunk.byteCount)
      append(chunk)
    }
    open = ItemColumns()
  }

  /// Whether a chunk of that many items may stay as it is: a small one may be that of a small section that
  /// others are like, with which sections that are longer, or have other layouts, share nothing.
  private func mayStay(_ count: Int) -> Bool { keepsSmall || count > SharedSections.maxItems }

  /// Whether a chunk of that many items and the one before it have few together.
  private func joinsLast(_ count: Int) -> Bool {
    open.count == 0 && lengths.last.map { $0 + count < length / 4 } ?? false
  }

  /// Takes the last chunk back where it and the items that come next are few, so that many small updates
  /// don't leave as many chunks.
  private mutating func joinLast() {
    guard let last = chunks.last, last.count + open.count < length / 4 else { return }
    let block = ItemBlock(items: 0..<last.count, chunk: last, standing: standing.last ?? nil)
    let added = ItemChunk(open)
    open = ItemColumns()
    open.append(block, 0..<last.count)
    open.append(added, 0..<added.count)
    chunks.removeLast()
    lengths.removeLast()
    if !standing.isEmpty { standing.removeLast() }
  }

  /// All items added.
  consuming func finish() -> Items {
    flush()
    if standing.isEmpty, chunks.allSatisfy({ $0.isPlain }) {
      return Items(count: lengths.reduce(0, +))
    }
    return Items(
      chunks.trimmed(), lengths: lengths,
      standing: standing.contains { $0 != nil } ? standing.trimmed() : [])
  }
}

extension ItemSplicing.Learning {
  /// Whether it does anything to an item.
  fileprivate var changesItems: Bool { losesColumns || placed != nil }
}

extension ItemColumns {
  /// The items in chunks of about a length: one of them where they are less than twice as many, and
  /// no chunk may have more.
  fileprivate func chunks(ofLength length: Int) -> [ItemChunk] {
    let least = (count + ItemChunk.greatestLength - 1) / ItemChunk.greatestLength
    let number = max(least, count / length)
    guard number > 1 else { return [ItemChunk(self)] }
    return (0..<number).map { part in
      ItemChunk(self[count * part / number..<count * (part + 1) / number])
    }
  }
}

extension NumberColumn {
  /// Does with an item's number what a measurement says.
  fileprivate mutating func apply(_ side: LayoutUpdate.MeasuredSide, at item: Int) {
    switch side {
    case .kept: break
    case .forgotten: remove(at: item)
    case .found(let points): set(points, at: item)
    }
  }
}
