/// A section's items, packed in chunks.
///
/// Frames don't depend on where chunks are cut. What all items have in common costs nothing: a count
/// of items has no chunks.
public struct Items: Sendable {
  /// How many items there are.
  public let count: Int
  /// The items in order; none where no item has a field.
  let chunks: [ItemChunk]
  /// For each chunk the columns that its items keep where they have none of their own; empty if no
  /// chunk's do.
  let standing: [StandingColumns?]
  /// Where chunks begin.
  let starts: ChunkStarts

  /// Creates `count` items without fields; `count` ≥ 0.
  public init(count: Int = 0) {
    self.count = count
    chunks = []
    standing = []
    starts = ChunkStarts(lengths: [])
  }

  /// Packs items, in chunks of the length that suits their number.
  ///
  /// - Complexity: O(n).
  public init(_ columns: ItemColumns) {
    var packing = ItemPacking()
    self = packing.finish(columns)
  }

  /// Takes chunks, each of one item or more.
  init(_ chunks: [ItemChunk]) { self.init(chunks, lengths: chunks.map { $0.count }) }

  /// Takes chunks and their numbers of items, one or more.
  ///
  /// - Parameter standing: the columns that items keep, none or as many as there are chunks.
  init(_ chunks: [ItemChunk], lengths: [Int], standing: [StandingColumns?] = []) {
    self.chunks = chunks
    self.standing = standing
    starts = ChunkStarts(lengths: lengths)
    count = starts.elementCount
  }

  /// Whether layouts find nothing in the items but their number.
  ///
  /// - Complexity: O(chunks).
  var sayNothing: Bool { standing.isEmpty && chunks.allSatisfy { $0.saysNothing } }

  /// Whether some item keeps a column (LayoutRules K7).
  ///
  /// - Complexity: O(chunks).
  var haveColumns: Bool { !standing.isEmpty || chunks.contains { !$0.columns.isEmpty } }

  /// Whether every item keeps a column.
  ///
  /// - Complexity: O(chunks).
  var haveAllColumns: Bool {
    guard !chunks.isEmpty else { return count == 0 }
    return chunks.indices.allSatisfy { standing(ofChunk: $0) != nil || chunks[$0].haveAllColumns }
  }

  /// Whether some item has learned something that layouts read.
  ///
  /// - Complexity: O(chunks).
  var haveLearned: Bool { chunks.contains { $0.haveLearned } }

  /// Whether some item has an id or a stacking order of its own.
  ///
  /// - Complexity: O(chunks).
  var haveOwnFields: Bool { chunks.contains { $0.haveOwnFields } }

  /// Whether both are made of the same chunks.
  ///
  /// - Complexity: O(chunks).
  func isSame(as other: Items) -> Bool {
    count == other.count && chunks.count == other.chunks.count
      && zip(chunks, other.chunks).allSatisfy { $0 === $1 }
      && standing.count == other.standing.count
      && zip(standing, other.standing).allSatisfy { one, other in
        one.map { one in other.map { one.isSame(as: $0) } ?? false } ?? (other == nil)
      }
  }

  /// The column that an item keeps; nil if it keeps none (LayoutRules K7).
  func column(of item: Int) -> Double? {
    guard !chunks.isEmpty else { return nil }
    let number = starts.chunk(of: item)
    let place = item - starts.start(of: number)
    if let own = chunks[number].columns.number(of: place) { return own }
    return standing.isEmpty ? nil : standing[number].map { Double($0.column(of: place)) }
  }

  /// The chunk and the place in it of an item; nil if no item has a field.
  ///
  /// - Complexity: as `ChunkStarts.chunk(of:)`.
  @inline(__always)
  func place(of item: Int) -> (chunk: ItemChunk, place: Int)? {
    guard !chunks.isEmpty else { return nil }
    let chunk = starts.chunk(of: item)
    return (chunks[chunk], item - starts.start(of: chunk))
  }

  /// The chunk in which a walk was last, from item to item.
  struct Walk: Sendable {
    /// Its items' numbers in the section.
    fileprivate(set) var range = 0..<0
    /// Its number.
    fileprivate(set) var number = 0
  }

  /// The chunk of an item, on a walk from item to item; nil if no item has a field.
  ///
  /// - Complexity: O(1) in the chunk where the walk is, else as `ChunkStarts.chunk(of:)`.
  @inline(__always)
  func chunk(of item: Int, _ walk: inout Walk) -> ItemChunk? {
    if !walk.range.contains(item) {
      guard !chunks.isEmpty else { return nil }
      walk.number = starts.chunk(of: item)
      walk.range = starts.elements(of: walk.number)
    }
    return chunks[walk.number]
  }

  /// The columns that a chunk's items keep where they have none of their own; nil for none.
  func standing(ofChunk number: Int) -> StandingColumns? {
    standing.isEmpty ? nil : standing[number]
  }

  /// A chunk's first item.
  func start(ofChunk number: Int) -> Int { starts.start(of: number) }

  /// The item's own id; nil if it has none.
  public func id(of item: Int) -> String? {
    place(of: item).flatMap { $0.chunk.id(of: $0.place) }
  }

  /// The item's own stacking order; nil if it has none.
  func zIndex(of item: Int) -> Double? {
    place(of: item).flatMap { $0.chunk.zIndexes.number(of: $0.place) }
  }

  /// The item's own height mode; nil if it has none.
  func heightMode(of item: Int) -> MagazineHeightMode? {
    place(of: item).flatMap { MagazineHeightMode(number: $0.chunk.heightModes[$0.place]) }
  }

  /// Bytes of UTF-8 that the ids of these items have together.
  ///
  /// - Complexity: O(chunks of the range).
  func idLength(of items: Range<Int>) -> Int {
    guard !chunks.isEmpty, !items.isEmpty else { return 0 }
    var length = 0
    for number in starts.chunk(of: items.lowerBound)...starts.chunk(of: items.upperBound - 1) {
      let elements = starts.elements(of: number)
      let met = elements.clamped(to: items)
      length += chunks[number].idLength(
        of: met.lowerBound - elements.lowerBound..<met.upperBound - elements.lowerBound)
    }
    return length
  }

  /// Bytes held.
  ///
  /// - Complexity: O(chunks).
  public var byteCount: Int { heldChunks.reduce(listByteCount) { $0 + $1.byteCount } }

  /// The chunks but for the one of items without fields, of which there is one for all.
  var heldChunks: some Sequence<ItemChunk> { chunks.lazy.filter { $0 !== ItemChunk.plain } }

  /// Bytes held beside the chunks.
  var listByteCount: Int {
    8 * chunks.capacity + starts.byteCount
      + standing.capacity * MemoryLayout<StandingColumns?>.stride
  }

  /// Visits the chunks, and what says which columns their items keep.
  func visitParts(_ visit: (any LayoutPart) -> Void) {
    for chunk in heldChunks { visit(chunk) }
    for columns in standing { if let columns { visit(columns.source.part) } }
  }
}

/// Some items of a section that solvers read together: a chunk, or a part of a count of items.
struct ItemBlock {
  /// Their numbers in the section.
  let items: Range<Int>
  /// Their fields: the chunk has at least as many items, of which these are the first.
  let chunk: ItemChunk
  /// The chunk's number.
  let number: Int
  /// The columns that they keep where they have none of their own.
  let standing: StandingColumns?

  init(
    items: Range<Int>, chunk: ItemChunk, number: Int = 0, standing: StandingColumns? = nil
  ) {
    self.items = items
    self.chunk = chunk
    self.number = number
    self.standing = standing
  }

  var count: Int { items.count }
}

extension Items {
  /// All items in blocks of a chunk's length, one after the other.
  var blocks: Blocks { Blocks(items: self, end: count) }

  /// A chunk as a block, by its number.
  func block(_ number: Int) -> ItemBlock {
    ItemBlock(
      items: starts.elements(of: number), chunk: chunks[number], number: number,
      standing: standing(ofChunk: number))
  }

  /// The blocks in which some items stand; `range` in 0..<count.
  ///
  /// - Complexity: to the first one as `ChunkStarts.chunk(of:)`.
  func blocks(meeting range: Range<Int>) -> Blocks {
    guard !range.isEmpty else { return Blocks(items: self, number: 0, start: 0, end: 0) }
    let number =
      chunks.isEmpty
      ? range.lowerBound / ItemChunk.greatestLength : starts.chunk(of: range.lowerBound)
    let start = chunks.isEmpty ? number * ItemChunk.greatestLength : starts.start(of: number)
    return Blocks(items: self, number: number, start: start, end: range.upperBound)
  }

  /// Walks the items in blocks.
  struct Blocks: Sequence, IteratorProtocol {
    fileprivate let items: Items
    fileprivate var number = 0
    fileprivate var start = 0
    fileprivate let end: Int

    /// Passes over some chunks; none of a count of items.
    mutating func pass(_ count: Int) {
      guard count > 0 else { return }
      number += count
      start = items.start(ofChunk: number)
    }

    /// Passes over the blocks that end before an item or with the one before it.
    ///
    /// - Complexity: as `ChunkStarts.chunk(of:)`.
    mutating func pass(to item: Int) {
      guard start < item else { return }
      if item >= end {
        start = end
      } else if items.chunks.isEmpty {
        number = item / ItemChunk.greatestLength
        start = number * ItemChunk.greatestLength
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
        standing: items.standing(ofChunk: number))
    }
  }
}

/// Packs items as they are read: a chunk at a time, so that never more of them are held unpacked.
public struct ItemPacking {
  private var chunks: [ItemChunk] = []
  /// How many items have been packed.
  public private(set) var count = 0
  /// Bytes held by packed items.
  public private(set) var byteCount = 0

  /// Begins without items.
  public init() {}

  /// How many items the next chunk takes.
  public var chunkLength: Int { ItemChunk.length(after: count) }

  /// Packs a chunk of items, and empties the columns for the next ones.
  ///
  /// - Parameter columns: one item or more; as many as `chunkLength` but for the last.
  public mutating func pack(_ columns: inout ItemColumns) {
    append(ItemChunk(columns))
    columns.removeAll()
  }

  private mutating func append(_ chunk: ItemChunk) {
    chunks.append(chunk)
    count += chunk.count
    byteCount += chunk.byteCount
  }

  /// Packs the last items, of any number, and returns all.
  ///
  /// - Complexity: O(n).
  public mutating func finish(_ columns: ItemColumns) -> Items {
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
