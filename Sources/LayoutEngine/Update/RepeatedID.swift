extension LayoutDocument {
  /// Returns the first item, in document order, whose id an earlier item has, and that earlier item; nil if no id repeats.
  ///
  /// - Parameter limit: the number of items with ids that are searched.
  /// - Complexity: O(sections + `limit`).
  package func firstRepeatedID(among limit: Int) -> (first: ItemPath, second: ItemPath)? {
    var search = RepeatedIDSearch(limit: limit)
    for section in 0..<sections.count {
      var start = 0
      for chunk in sections[section].items.chunks {
        if chunk.haveIDs {
          for place in 0..<chunk.count {
            guard let id = chunk.idBytes(of: place) else { continue }
            let path = ItemPath(section, start + place)
            if let first = search.insert(id, path) { return (first, path) }
            guard search.goesOn else { return nil }
          }
        }
        start += chunk.count
      }
    }
    return nil
  }
}

/// A table of ids with the items that have them.
private struct RepeatedIDSearch {
  private struct Entry {
    var id: ArraySlice<UInt8>
    var path: ItemPath
  }

  /// A secret, so that clients cannot choose ids that collide.
  private static let seed = UInt64.random(in: 1 ... .max)

  private var entries: [Entry] = []
  /// The number of each slot's entry from 1; 0 if the slot is free.
  private var slots = [Int32](repeating: 0, count: 64)
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var goesOn: Bool { entries.count < limit }

  /// Adds an item; returns the item that has its id already.
  mutating func insert(_ id: ArraySlice<UInt8>, _ path: ItemPath) -> ItemPath? {
    if 2 * entries.count >= slots.count { grow() }
    let slot = slot(of: id)
    if slots[slot] > 0 { return entries[Int(slots[slot]) - 1].path }
    entries.append(Entry(id: id, path: path))
    slots[slot] = Int32(entries.count)
    return nil
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: 4 * slots.count)
    for number in entries.indices { slots[slot(of: entries[number].id)] = Int32(number + 1) }
  }

  /// Returns the slot that contains an id, or the free one for it.
  private func slot(of id: ArraySlice<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(id)) & mask
    while slots[slot] > 0, entries[Int(slots[slot]) - 1].id != id { slot = (slot + 1) & mask }
    return slot
  }

  private static func hash(_ id: ArraySlice<UInt8>) -> UInt64 {
    var state = seed
    for byte in id { state = (state ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15 &+ state >> 29 }
    return state ^ state >> 32
  }
}
