/// A section's items, packed in chunks.
///
/// Frames don't depend on where chunks begin. Items without fields are stored as a mere count, without
/// chunks, and take no memory.
///
/// ```swift
/// let rows = Items(count: 1_000)
/// // A thousand items without fields: each is as high as the layout says.
/// ```
public struct Items: Sendable {
  /// The number of items.
  public let count: Int
  /// The chunks in order; empty if no item has a field.
  let chunks: [ItemChunk]
  /// For each chunk, the waterfall columns kept by those of its items that have neither a `column` nor a
  /// `keptColumn` field (LayoutRules K7).
  ///
  /// An element is nil if no item of the chunk keeps such a column; the array is empty if no item of any
  /// chunk does.
  let assigned: [AssignedColumns?]
  /// The number of each chunk's first item.
  let starts: ChunkStarts

  /// Creates `count` items without fields; `count` ≥ 0.
  public init(count: Int = 0) {
    self.count = count
    chunks = []
    assigned = []
    starts = ChunkStarts(lengths: [])
  }

  /// Packs items into chunks whose length suits the number of items.
  ///
  /// - Complexity: O(n).
  public init(_ columns: ItemColumns) {
    var packing = ItemPacking()
    self = packing.finish(columns)
  }

  /// Creates items from chunks of at least one item each.
  init(_ chunks: [ItemChunk]) { self.init(chunks, lengths: chunks.map { $0.count }) }

  /// Creates items from chunks and their numbers of items, each at least 1.
  ///
  /// - Parameter assigned: the waterfall columns kept by each chunk's items; empty, or one element per chunk.
  init(_ chunks: [ItemChunk], lengths: [Int], assigned: [AssignedColumns?] = []) {
    self.chunks = chunks
    self.assigned = assigned
    starts = ChunkStarts(lengths: lengths)
    count = starts.elementCount
  }

  /// Whether layouts need nothing from the items except how many there are.
  ///
  /// - Complexity: O(chunks).
  var areImplicit: Bool { assigned.isEmpty && chunks.allSatisfy { $0.isImplicit } }

  /// Whether some item has a `column` (LayoutRules F10) or keeps a waterfall column (K7).
  ///
  /// - Complexity: O(chunks).
  var haveColumns: Bool { !assigned.isEmpty || chunks.contains { $0.haveColumns } }

  /// Whether every item has a `column` (LayoutRules F10).
  ///
  /// - Complexity: O(chunks).
  var areAllInOwnColumns: Bool {
    count == 0 || !chunks.isEmpty && chunks.allSatisfy { $0.columns.isFull }
  }

  /// Whether some item keeps a waterfall column (LayoutRules K7).
  ///
  /// - Complexity: O(chunks).
  var haveKeptColumns: Bool {
    !assigned.isEmpty || chunks.contains { !$0.keptColumns.isEmpty }
  }

  /// Whether every item has a `column` or keeps a waterfall column.
  ///
  /// - Complexity: O(chunks).
  var haveAllColumns: Bool {
    guard !chunks.isEmpty else { return count == 0 }
    return chunks.indices.allSatisfy { assigned(ofChunk: $0) != nil || chunks[$0].haveAllColumns }
  }

  /// Whether some item has a measured width, height or body height, or a `keptColumn` field.
  ///
  /// - Complexity: O(chunks).
  var haveLearned: Bool { chunks.contains { $0.haveLearned } }

  /// Whether some item has a body to measure.
  ///
  /// - Complexity: O(chunks).
  var haveBodies: Bool { chunks.contains { $0.haveBodies } }

  /// Whether some item has an id, data or a stacking order of its own.
  ///
  /// - Complexity: O(chunks).
  var haveOwnFields: Bool { chunks.contains { $0.haveOwnFields } }

  /// Whether these items and `other` consist of identical chunk objects and keep identical columns.
  ///
  /// - Complexity: O(chunks).
  func isSame(as other: Items) -> Bool {
    count == other.count && chunks.count == other.chunks.count
      && zip(chunks, other.chunks).allSatisfy { $0 === $1 }
      && assigned.count == other.assigned.count
      && zip(assigned, other.assigned).allSatisfy { $0 === $1 }
  }

  /// Returns the number of items, from `item` on, that are in chunks which `other` has at the same place.
  ///
  /// - Complexity: O(chunks found).
  func sharedCount(from item: Int, with other: Items) -> Int {
    guard !chunks.isEmpty, !other.chunks.isEmpty else {
      return chunks.isEmpty && other.chunks.isEmpty ? max(0, min(count, other.count) - item) : 0
    }
    return starts.sharedCount(from: item, with: other.starts) { chunks[$0] === other.chunks[$1] }
  }

  /// The waterfall column that an item keeps; nil if it keeps none, or has a `column` (LayoutRules K7).
  func keptColumn(of item: Int) -> Double? {
    guard !chunks.isEmpty else { return nil }
    let number = starts.chunk(of: item)
    let place = item - starts.start(of: number)
    guard chunks[number].columns.number(of: place) == nil else { return nil }
    if let own = chunks[number].keptColumns.number(of: place) { return own }
    return assigned(ofChunk: number).map { Double($0.column(of: place)) }
  }

  /// An item's chunk and the item's index in that chunk; nil if the items are a mere count, without chunks.
  ///
  /// - Complexity: as `ChunkStarts.chunk(of:)`.
  @inline(__always)
  func place(of item: Int) -> (chunk: ItemChunk, place: Int)? {
    guard !chunks.isEmpty else { return nil }
    let chunk = starts.chunk(of: item)
    return (chunks[chunk], item - starts.start(of: chunk))
  }

  /// The chunk that a walk from item to item visited last.
  struct Walk: Sendable {
    /// The numbers of the chunk's items in the section.
    fileprivate(set) var range = 0..<0
    /// The chunk's index.
    fileprivate(set) var number = 0
  }

  /// An item's chunk, looked up first in the chunk that `walk` visited last; nil if the items are a mere
  /// count.
  ///
  /// - Complexity: O(1) if the item is in the chunk visited last, otherwise as `ChunkStarts.chunk(of:)`.
  @inline(__always)
  func chunk(of item: Int, _ walk: inout Walk) -> ItemChunk? {
    if !walk.range.contains(item) {
      guard !chunks.isEmpty else { return nil }
      walk.number = starts.chunk(of: item)
      walk.range = starts.elements(of: walk.number)
    }
    return chunks[walk.number]
  }

  /// The kept columns of a chunk's items that have no field `keptColumn`; nil if there are none.
  func assigned(ofChunk number: Int) -> AssignedColumns? {
    assigned.isEmpty ? nil : assigned[number]
  }

  /// The number, in the section, of a chunk's first item.
  func start(ofChunk number: Int) -> Int { starts.start(of: number) }

  /// The item's own id; nil if it has none.
  public func id(of item: Int) -> ItemID? {
    place(of: item).flatMap { $0.chunk.id(of: $0.place) }
  }

  /// The item's data as JSON text; nil if it has none.
  public func data(of item: Int) -> ArraySlice<UInt8>? {
    place(of: item).flatMap { $0.chunk.data(of: $0.place) }
  }

  /// The item's own stacking order; nil if it has none.
  func zIndex(of item: Int) -> Double? {
    guard let (chunk, place) = place(of: item), chunk.haveZIndexes else { return nil }
    return chunk.zIndexes.number(of: place)
  }

  /// The item's own height mode; nil if it has none.
  func heightMode(of item: Int) -> MagazineHeightMode? {
    place(of: item).flatMap { MagazineHeightMode(number: $0.chunk.heightModes[$0.place]) }
  }

  /// Whether some row has separators of its own choice.
  ///
  /// - Complexity: O(chunks).
  var haveSeparators: Bool { chunks.contains { $0.haveSeparators } }

  /// The separators of a row; nil if the item does not say.
  func separators(of item: Int) -> ItemSeparators? {
    place(of: item).flatMap { $0.chunk.separators(of: $0.place) }
  }

  /// The length of these items' ids together, in bytes of UTF-8.
  ///
  /// - Complexity: O(chunks of the range).
  func idLength(of items: Range<Int>) -> Int {
    length(of: items) { $0.idLength(of: $1) }
  }

  /// The length of these items' data together, in bytes.
  ///
  /// - Complexity: O(chunks of the range).
  func dataLength(of items: Range<Int>) -> Int {
    length(of: items) { $0.haveData ? $0.dataLength(of: $1) : 0 }
  }

  private func length(
    of items: Range<Int>, _ length: (_ chunk: ItemChunk, _ places: Range<Int>) -> Int
  ) -> Int {
    guard !chunks.isEmpty, !items.isEmpty else { return 0 }
    var sum = 0
    for number in starts.chunk(of: items.lowerBound)...starts.chunk(of: items.upperBound - 1) {
      let elements = starts.elements(of: number)
      let met = elements.clamped(to: items)
      sum += length(
        chunks[number],
        met.lowerBound - elements.lowerBound..<met.upperBound - elements.lowerBound)
    }
    return sum
  }

  /// The memory used, in bytes.
  ///
  /// - Complexity: O(chunks).
  public var byteCount: Int { heldChunks.reduce(listByteCount) { $0 + $1.byteCount } }

  /// The chunks that take memory: all but `ItemChunk.plain`, which exists once.
  var heldChunks: some Sequence<ItemChunk> { chunks.lazy.filter { $0 !== ItemChunk.plain } }

  /// The memory used besides the chunks, in bytes.
  var listByteCount: Int {
    8 * (chunks.capacity + assigned.capacity) + starts.byteCount
  }

  /// Visits the chunks, and the columns that their items keep.
  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    for chunk in heldChunks { visit(chunk) }
    for columns in assigned { if let columns { visit(columns) } }
  }
}

/// A contiguous batch of items that solvers read together: a chunk, or a slice of a count of items.
struct ItemBlock {
  /// The items' indices in the section.
  let items: Range<Int>
  /// The chunk with the items' fields.
  ///
  /// The block's items are the chunk's first ones; the chunk may have more.
  let chunk: ItemChunk
  /// The chunk's index.
  let number: Int
  /// The waterfall columns kept by the block's items without a `column` field; nil if they keep none.
  let assigned: AssignedColumns?

  init(
    items: Range<Int>, chunk: ItemChunk, number: Int = 0, assigned: AssignedColumns? = nil
  ) {
    self.items = items
    self.chunk = chunk
    self.number = number
    self.assigned = assigned
  }

  var count: Int { items.count }
}

extension Items {
  /// All items in order: one block per chunk, or blocks of `ItemChunk.maxLength` items if the items are
  /// a mere count.
  var blocks: Blocks { Blocks(items: self, end: count) }

  /// The block of the chunk with this number.
  func block(_ number: Int) -> ItemBlock {
    ItemBlock(
      items: starts.elements(of: number), chunk: chunks[number], number: number,
      assigned: assigned(ofChunk: number))
  }

  /// The blocks that contain the items of a range; `range` in 0..<count.
  ///
  /// The first and the last block may contain items outside the range, too.
  ///
  /// - Complexity: to find the first block, as `ChunkStarts.chunk(of:)`.
  func blocks(intersecting range: Range<Int>) -> Blocks {
    guard !range.isEmpty else { return Blocks(items: self, number: 0, start: 0, end: 0) }
    let number =
      chunks.isEmpty
      ? range.lowerBound / ItemChunk.maxLength : starts.chunk(of: range.lowerBound)
    let start = chunks.isEmpty ? number * ItemChunk.maxLength : starts.start(of: number)
    return Blocks(items: self, number: number, start: start, end: range.upperBound)
  }

  /// An iterator over the items in blocks.
  struct Blocks: Sequence, IteratorProtocol {
    fileprivate let items: Items
    fileprivate var number = 0
    fileprivate var start = 0
    fileprivate let end: Int

    /// Skips the next `count` chunks; `count` must be 0 if the items are a mere count, without chunks.
    mutating func pass(_ count: Int) {
      guard count > 0 else { return }
      number += count
      start = items.start(ofChunk: number)
    }

    /// Skips the blocks before the one that contains an item; never goes back.
    ///
    /// - Complexity: as `ChunkStarts.chunk(of:)`.
    mutating func pass(to item: Int) {
      guard start < item else { return }
      if item >= end {
        start = end
      } else if items.chunks.isEmpty {
        number = item / ItemChunk.maxLength
        start = number * ItemChunk.maxLength
      } else {
        number = items.starts.chunk(of: item)
        start = items.start(ofChunk: number)
      }
    }

    mutating func next() -> ItemBlock? {
      guard start < end else { return nil }
      let chunk = items.chunks.isEmpty ? ItemChunk.plain : items.chunks[number]
      let end = start + Swift.min(chunk.count, items.count - start)
      defer {
        number += 1
        start = end
      }
      return ItemBlock(
        items: start..<end, chunk: chunk, number: number,
        assigned: items.assigned(ofChunk: number))
    }
  }
}

/// Packs items while they are read, one chunk at a time, so that at most one chunk of them is unpacked.
package struct ItemPacking {
  private var chunks: [ItemChunk] = []
  /// The number of items packed so far.
  package private(set) var count = 0
  /// The memory that packed items use, in bytes.
  package private(set) var byteCount = 0

  /// Starts without items.
  package init() {}

  /// The number of items that the next chunk takes.
  package var chunkLength: Int { ItemChunk.length(after: count) }

  /// Packs a chunk of items, and empties the columns for the next items.
  ///
  /// - Parameter columns: at least one item; exactly `chunkLength` items, except in the last chunk.
  package mutating func pack(_ columns: inout ItemColumns) {
    append(ItemChunk(columns))
    columns.removeAll()
  }

  private mutating func append(_ chunk: ItemChunk) {
    chunks.append(chunk)
    count += chunk.count
    byteCount += chunk.byteCount
  }

  /// Packs the remaining items, however many, and returns all items.
  ///
  /// - Complexity: O(n).
  package mutating func finish(_ columns: ItemColumns) -> Items {
    guard count > 0 || columns.haveFields else { return Items(count: columns.count) }
    var start = 0
    while start < columns.count {
      let end = min(columns.count, start + chunkLength)
      append(ItemChunk(end - start == columns.count ? columns : columns[start..<end]))
      start = end
    }
    return chunks.allSatisfy { $0.isPlain } ? Items(count: count) : Items(chunks)
  }
}
