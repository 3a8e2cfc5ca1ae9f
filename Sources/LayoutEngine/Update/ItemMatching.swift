/// Matches the items of two lists of sections by their ids (LayoutRules M7).
///
/// Items are numbered through all sections of their side. The work and the memory are linear in the items of
/// both sides, whatever their order.
struct ItemMatching {
  /// The maximum number of items of each side.
  static let maxItems = 1 << 30

  /// The sections of the old side, their items numbered through.
  let old: MatchedItems
  /// The sections of the new side.
  let new: MatchedItems
  /// For each old item, the number of the new item that it matches; a mark if there is none.
  private(set) var newOf: [Int32]
  /// For each new item, the number of the old item that it matches; a mark if there is none.
  private(set) var oldOf: [Int32]
  /// For each new section, the number of the old section that it was; negative if there is none.
  private(set) var oldSections: [Int32] = []
  private let budget: LayoutBudget?

  /// Marks an item that has an id and no counterpart.
  private static let alone: Int32 = -1
  /// Marks an item without an id that has no counterpart.
  private static let plain: Int32 = -2
  /// Marks an old item that must not have a counterpart.
  private static let excluded: Int32 = -3

  /// Creates the matching of two sides before anything is matched.
  ///
  /// - Returns: nil if a side has more than `maxItems` items, or if the budget ended the work.
  init?(_ old: MatchedItems, _ new: MatchedItems, _ budget: LayoutBudget?) {
    guard old.count <= Self.maxItems, new.count <= Self.maxItems,
      budget?.tryReserve((old.count + new.count) * MemoryLayout<Int32>.stride) ?? true
    else { return nil }
    (self.old, self.new, self.budget) = (old, new, budget)
    newOf = [Int32](repeating: Self.plain, count: old.count)
    oldOf = [Int32](repeating: Self.plain, count: new.count)
  }

  private func checkpoint(after count: Int) -> Bool { budget?.checkpoint(after: count) ?? true }

  // MARK: Ids

  /// Excludes old items, which then have no counterpart.
  mutating func exclude(_ items: Range<Int>) {
    for item in items { newOf[item] = Self.excluded }
  }

  /// Matches the items that have ids: the first old item of an id is the first new one, the second the second,
  /// and so on, in document order through all sections.
  ///
  /// - Returns: false if the budget ended the work.
  /// - Complexity: O(items + bytes of ids).
  mutating func matchIDs() -> Bool {
    var count = 0
    for block in old.blocks where block.chunk.haveIDs {
      for place in 0..<block.chunk.count
      where block.chunk.idBytes(of: place) != nil && newOf[block.start + place] == Self.plain {
        newOf[block.start + place] = Self.alone
        count += 1
      }
      guard checkpoint(after: 2 * block.chunk.count) else { return false }
    }
    guard budget?.tryReserve(ItemIDTable.byteCount(ofIDs: count, among: old.count)) ?? true else {
      return false
    }
    var table = ItemIDTable(idCount: count, itemCount: count > 0 ? old.count : 0)
    // The last item first, so that the table gives out the first one first.
    for block in old.blocks.reversed() where block.chunk.haveIDs {
      for place in (0..<block.chunk.count).reversed() where newOf[block.start + place] == Self.alone
      {
        guard let id = block.chunk.idBytes(of: place) else { continue }
        table.insert(block.start + place, id, in: old)
        guard checkpoint(after: 8 + id.count >> 3) else { return false }
      }
    }
    for block in new.blocks where block.chunk.haveIDs {
      for place in 0..<block.chunk.count {
        guard let id = block.chunk.idBytes(of: place) else { continue }
        let item = block.start + place
        if let found = table.take(id, in: old) {
          (oldOf[item], newOf[found]) = (Int32(found), Int32(item))
        } else {
          oldOf[item] = Self.alone
        }
        guard checkpoint(after: 8 + id.count >> 3) else { return false }
      }
    }
    return true
  }

  // MARK: Sections

  /// Finds the old section of each new section, in order: the free one with which it shares most items.
  ///
  /// If several share equally many, it is the one of the same number, else the first. Afterwards, a section that
  /// has none is that of the same number, if that is free.
  ///
  /// - Returns: false if the budget ended the work.
  /// - Complexity: O(sections + items · log sections).
  mutating func matchSections() -> Bool {
    let (oldCount, newCount) = (old.sectionCount, new.sectionCount)
    guard budget?.tryReserve((oldCount * 3 + newCount) * MemoryLayout<Int32>.stride) ?? true else {
      return false
    }
    oldSections = [Int32](repeating: Self.alone, count: newCount)
    var isFree = [Bool](repeating: true, count: oldCount)
    var shared = [Int32](repeating: 0, count: oldCount)
    var found: [Int] = []
    for section in 0..<newCount {
      for item in new.items(of: section) where oldOf[item] >= 0 {
        let other = old.section(of: Int(oldOf[item]))
        if shared[other] == 0 { found.append(other) }
        shared[other] += 1
        guard checkpoint(after: 4) else { return false }
      }
      var best: Int?
      for other in found where isFree[other] {
        guard let former = best else {
          best = other
          continue
        }
        let isFirst = former != section && (other == section || other < former)
        if shared[other] > shared[former] || shared[other] == shared[former] && isFirst {
          best = other
        }
      }
      if let best {
        oldSections[section] = Int32(best)
        isFree[best] = false
      }
      for other in found { shared[other] = 0 }
      found.removeAll(keepingCapacity: true)
      guard checkpoint(after: 4 + new.items(of: section).count >> 2) else { return false }
    }
    for section in 0..<min(oldCount, newCount) where oldSections[section] < 0 && isFree[section] {
      oldSections[section] = Int32(section)
    }
    return checkpoint(after: newCount)
  }

  /// Matches the items without an id: in each pair of sections, the first with the first, and so on.
  ///
  /// - Returns: false if the budget ended the work.
  mutating func matchPlainItems() -> Bool {
    for section in 0..<new.sectionCount where oldSections[section] >= 0 {
      let (items, others) = (new.items(of: section), old.items(of: Int(oldSections[section])))
      var other = others.lowerBound
      for item in items where oldOf[item] == Self.plain {
        while other < others.upperBound, newOf[other] != Self.plain { other += 1 }
        guard other < others.upperBound else { break }
        (oldOf[item], newOf[other]) = (Int32(other), Int32(item))
        guard checkpoint(after: 2) else { return false }
      }
      guard checkpoint(after: 4 + (items.count + others.count) >> 2) else { return false }
    }
    return true
  }

  // MARK: Results

  /// Whether all items of an old section are those of a new section, in the same order.
  func keepsItems(of oldSection: Int, as newSection: Int) -> Bool {
    let (items, others) = (new.items(of: newSection), old.items(of: oldSection))
    guard items.count == others.count else { return false }
    return zip(items, others).allSatisfy { Int(oldOf[$0]) == $1 }
  }

  /// Calls `body` with each run of neighbouring new items that were neighbours in one old section.
  ///
  /// - Returns: false if the budget ended the work.
  func forEachOldRun(
    of items: Range<Int>, _ body: (_ first: Int, _ before: ItemPath, _ count: Int) -> Void
  ) -> Bool {
    forEachRun(of: items, oldOf, old, body)
  }

  /// Calls `body` with each run of neighbouring old items that are neighbours in one new section.
  ///
  /// - Returns: false if the budget ended the work.
  func forEachNewRun(
    of items: Range<Int>, _ body: (_ first: Int, _ after: ItemPath, _ count: Int) -> Void
  ) -> Bool {
    forEachRun(of: items, newOf, new, body)
  }

  private func forEachRun(
    of items: Range<Int>, _ partners: [Int32], _ others: MatchedItems,
    _ body: (Int, ItemPath, Int) -> Void
  ) -> Bool {
    var item = items.lowerBound
    while item < items.upperBound {
      let partner = Int(partners[item])
      guard partner >= 0 else {
        item += 1
        guard checkpoint(after: 1) else { return false }
        continue
      }
      let path = others.path(of: partner)
      let most = min(items.upperBound - item, others.items(of: path.section).upperBound - partner)
      var count = 1
      while count < most, Int(partners[item + count]) == partner + count { count += 1 }
      body(item, path, count)
      item += count
      guard checkpoint(after: 4 + count) else { return false }
    }
    return true
  }

  /// Returns the numbers of the old items whose counterparts have other data or another body; ascending.
  ///
  /// - Parameter stylesDiffer: whether the two sides have different text styles, so that equal bodies are different
  ///   texts.
  /// - Returns: nil if the budget ended the work.
  /// - Complexity: O(items · log chunks + bytes of data and bodies); O(1) if no item has data or a body.
  func replacedItems(stylesDiffer: Bool) -> [Int]? {
    guard old.haveContent || new.haveContent else { return [] }
    let most = min(old.count, new.count)
    guard budget?.tryReserve(2 * most * MemoryLayout<Int>.stride) ?? true else { return nil }
    var replaced: [Int] = []
    for item in newOf.indices where newOf[item] >= 0 {
      let (one, other) = (old.content(of: item), new.content(of: Int(newOf[item])))
      guard checkpoint(after: 8 + (one.byteCount + other.byteCount) >> 3) else { return nil }
      if !one.isSame(as: other) || stylesDiffer && one.body != nil { replaced.append(item) }
    }
    return replaced
  }
}

/// The items of several sections, numbered through.
struct MatchedItems {
  /// A chunk of items, and the number of its first item.
  struct Block {
    let start: Int
    let chunk: ItemChunk
  }

  /// The number of each section's first item, and the number of all items.
  private let starts: [Int]
  /// The chunks of all sections in order; sections whose items are a mere count have none.
  let blocks: [Block]
  /// Whether some item has an id.
  let haveIDs: Bool
  /// Whether some item has data or a body.
  let haveContent: Bool

  /// Numbers the items of sections.
  ///
  /// - Parameter items: returns a section's items.
  /// - Returns: nil if the budget ended the work.
  /// - Complexity: O(sections + chunks).
  init?(sectionCount: Int, _ budget: LayoutBudget?, items: (Int) -> Items) {
    var chunkCount = 0
    for section in 0..<sectionCount {
      chunkCount += items(section).chunks.count
      guard budget?.checkpoint(after: 4) ?? true else { return nil }
    }
    let byteCount =
      (sectionCount + 1) * MemoryLayout<Int>.stride + chunkCount * MemoryLayout<Block>.stride
    guard budget?.tryReserve(byteCount) ?? true else { return nil }
    var (starts, blocks): ([Int], [Block]) = ([], [])
    starts.reserveCapacity(sectionCount + 1)
    blocks.reserveCapacity(chunkCount)
    var (count, haveIDs, haveContent) = (0, false, false)
    for section in 0..<sectionCount {
      let items = items(section)
      starts.append(count)
      var start = count
      for chunk in items.chunks {
        blocks.append(Block(start: start, chunk: chunk))
        haveIDs = haveIDs || chunk.haveIDs
        haveContent = haveContent || chunk.haveData || chunk.haveBodies
        start += chunk.count
      }
      count += items.count
      guard budget?.checkpoint(after: 4 + items.chunks.count) ?? true else { return nil }
    }
    starts.append(count)
    (self.starts, self.blocks) = (starts, blocks)
    (self.haveIDs, self.haveContent) = (haveIDs, haveContent)
  }

  var sectionCount: Int { starts.count - 1 }
  /// The number of items.
  var count: Int { starts[starts.count - 1] }

  /// The numbers of a section's items.
  func items(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// Returns the section of an item.
  ///
  /// - Complexity: O(log sections).
  func section(of item: Int) -> Int {
    starts.count == 2 ? 0 : starts.indices.firstIndex { starts[$0] > item } - 1
  }

  /// Returns the place of an item.
  func path(of item: Int) -> ItemPath {
    let section = section(of: item)
    return ItemPath(section, item - starts[section])
  }

  /// The chunk that has an item, and the item's index in it; nil if its section has no chunks.
  private func place(of item: Int) -> (chunk: ItemChunk, place: Int)? {
    let next = blocks.indices.firstIndex { blocks[$0].start > item }
    guard next > 0 else { return nil }
    let block = blocks[next - 1]
    return item - block.start < block.chunk.count ? (block.chunk, item - block.start) : nil
  }

  /// Returns the bytes of an item's id; nil if it has none.
  ///
  /// - Complexity: O(log chunks).
  func idBytes(of item: Int) -> ArraySlice<UInt8>? {
    place(of: item).flatMap { $0.chunk.idBytes(of: $0.place) }
  }

  /// The data and the body of an item.
  struct Content {
    var data: ArraySlice<UInt8>?
    var body: ArraySlice<UInt8>?

    var byteCount: Int { (data?.count ?? 0) + (body?.count ?? 0) }

    func isSame(as other: Content) -> Bool { data == other.data && body == other.body }
  }

  /// Returns the data and the body of an item.
  ///
  /// - Complexity: O(log chunks).
  func content(of item: Int) -> Content {
    guard let (chunk, place) = place(of: item) else { return Content() }
    return Content(data: chunk.data(of: place), body: chunk.bodyBytes(of: place))
  }
}

/// The old items by their ids, each given out once.
///
/// A hash table with open addressing: an entry is the first item of its id that has not been given out, and refers
/// to the next one of the same id. So items of one id take no more time than those of different ids.
private struct ItemIDTable {
  private var heads: [Int32]
  private var hashes: [UInt32]
  /// For each item, the next one of the same id, or a mark.
  private var next: [Int32]
  private let mask: Int

  private static let none: Int32 = -1
  /// Marks the last item of an id, after it has been given out.
  private static let given: Int32 = -2

  /// The number of entries: at least twice as many as there are ids, and a power of two.
  private static func capacity(_ idCount: Int) -> Int {
    var capacity = 1
    while capacity < 2 * idCount { capacity *= 2 }
    return capacity
  }

  /// The bytes of a table.
  static func byteCount(ofIDs idCount: Int, among itemCount: Int) -> Int {
    guard idCount > 0 else { return 0 }
    return 8 * capacity(idCount) + 4 * itemCount
  }

  init(idCount: Int, itemCount: Int) {
    let capacity = Self.capacity(idCount)
    heads = [Int32](repeating: Self.none, count: capacity)
    hashes = [UInt32](repeating: 0, count: capacity)
    next = [Int32](repeating: Self.none, count: itemCount)
    mask = capacity - 1
  }

  /// Adds an item, before all items of the same id that were added earlier.
  mutating func insert(_ item: Int, _ id: ArraySlice<UInt8>, in items: MatchedItems) {
    let hash = Self.hash(id)
    let slot = slot(of: id, hash, in: items)
    next[item] = heads[slot]
    (heads[slot], hashes[slot]) = (Int32(item), hash)
  }

  /// Removes and returns the first item of an id; nil if there is none.
  mutating func take(_ id: ArraySlice<UInt8>, in items: MatchedItems) -> Int? {
    let slot = slot(of: id, Self.hash(id), in: items)
    let item = heads[slot]
    guard item >= 0, next[Int(item)] != Self.given else { return nil }
    if next[Int(item)] >= 0 { heads[slot] = next[Int(item)] } else { next[Int(item)] = Self.given }
    return Int(item)
  }

  private func slot(of id: ArraySlice<UInt8>, _ hash: UInt32, in items: MatchedItems) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while heads[slot] >= 0 {
      if hashes[slot] == hash, items.idBytes(of: Int(heads[slot])) == id { break }
      slot = (slot + 1) & mask
    }
    return slot
  }

  /// A hash with the process's own seed, so that clients cannot choose ids that collide.
  private static func hash(_ id: ArraySlice<UInt8>) -> UInt32 {
    var hasher = Hasher()
    unsafe id.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
