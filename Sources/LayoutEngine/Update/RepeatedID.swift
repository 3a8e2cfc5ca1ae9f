extension LayoutDocument {
  /// Returns the first item, in document order, whose id an earlier item has, and that earlier item; nil if no id repeats.
  ///
  /// - Parameter limit: the number of items with ids, and of sections, that are searched.
  /// - Complexity: O(`limit` + chunks of the items).
  package func firstRepeatedID(among limit: Int) -> (first: ItemPath, second: ItemPath)? {
    var search = RepeatedIDSearch(limit: limit)
    for section in 0..<min(sections.count, limit) {
      var start = 0
      for chunk in sections[section].items.chunks {
        if chunk.haveIDs {
          for place in 0..<chunk.count {
            guard let id = chunk.idBytes(of: place) else { continue }
            let path = ItemPath(section, start + place)
            if let first = search.insert(id, path, in: self) { return (first, path) }
            guard search.goesOn else { return nil }
          }
        }
        start += chunk.count
      }
    }
    return nil
  }

  /// Returns whether an item has an id.
  fileprivate func hasID(_ id: ArraySlice<UInt8>, at path: ItemPath) -> Bool {
    var start = 0
    for chunk in sections[path.section].items.chunks {
      if path.item < start + chunk.count { return chunk.idBytes(of: path.item - start) == id }
      start += chunk.count
    }
    return false
  }
}

/// The hashes of ids, with the items that have them.
private struct RepeatedIDSearch {
  private struct Slot {
    var hash: UInt64 = 0
    /// The number of the id among all, from 1; 0 if the slot is free.
    var number: Int32 = 0
  }

  /// A secret, so that clients cannot choose ids that collide.
  private static let seed = UInt64.random(in: 1 ... .max)
  private static let probesPerID = 16

  private var paths: [ItemPath] = []
  private var slots = [Slot](repeating: Slot(), count: 64)
  /// The number of slots that were looked at, which is bounded whatever ids collide.
  private var probes = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var goesOn: Bool { paths.count < limit && probes < Self.probesPerID * limit }

  /// Adds an item; returns the item that has its id already.
  mutating func insert(
    _ id: ArraySlice<UInt8>, _ path: ItemPath, in document: LayoutDocument
  ) -> ItemPath? {
    if 2 * paths.count >= slots.count { grow() }
    let hash = Self.hash(id)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot].number > 0 {
      probes += 1
      if slots[slot].hash == hash {
        let other = paths[Int(slots[slot].number) - 1]
        if document.hasID(id, at: other) { return other }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    paths.append(path)
    slots[slot] = Slot(hash: hash, number: Int32(paths.count))
    return nil
  }

  private mutating func grow() {
    let former = slots
    slots = [Slot](repeating: Slot(), count: 4 * former.count)
    for one in former where one.number > 0 {
      var slot = Int(truncatingIfNeeded: one.hash) & (slots.count - 1)
      while slots[slot].number > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = one
    }
  }

  private static func hash(_ id: ArraySlice<UInt8>) -> UInt64 {
    var state = seed ^ UInt64(id.count)
    var word: UInt64 = 0
    for (number, byte) in id.enumerated() {
      word = word << 8 | UInt64(byte)
      if number % 8 == 7 {
        state = mixed(state ^ word)
        word = 0
      }
    }
    return mixed(mixed(state ^ word))
  }

  private static func mixed(_ state: UInt64) -> UInt64 {
    let state = (state ^ state >> 32) &* 0x9E37_79B9_7F4A_7C15
    return state ^ state >> 29
  }
}
