/// A map that gives up first what was used longest ago, and what was never used since it came before
/// that: a segmented LRU.
///
/// A value comes on probation; its first use protects it. The protected ones take three quarters of
/// the budget at most: beyond them the one used longest ago is on probation again, as if it had just
/// come. So values of up to a quarter that come once, however many, give up nothing that is protected.
///
/// How much is too much the caller says, who knows what values hold together: a value's cost is what
/// it brought when it came, and decides only how many are protected.
///
/// The entries form two doubly linked lists in one array, so that a use moves four numbers and
/// allocates nothing. Values that are given up are handed back: freeing a large one takes time, and
/// the caller may hold a lock.
struct LRUCache<Key: Hashable, Value> {
  private struct Node {
    var key: Key
    var value: Value?
    var cost: Int
    var isProtected = false
    /// When its use is next reported to the caller.
    var due: UInt64
    /// The next more recently used node, or the next free one.
    var newer: Int
    /// The next less recently used node.
    var older: Int
  }

  /// Where an entry is held, until the next change.
  struct Place {
    fileprivate let slot: Int
  }

  /// A list of nodes, in the order of their use.
  private struct Segment {
    var newest = -1
    var oldest = -1
  }

  private static var none: Int { -1 }

  private var nodes: [Node] = []
  private var slots: [Key: Int] = [:]
  private var probation = Segment()
  private var protected = Segment()
  private var firstFree = -1

  /// What the protected ones may take three quarters of.
  let budget: Int
  /// What all costs together come to.
  private(set) var totalCost = 0
  private var protectedCost = 0

  /// How many values are held.
  var count: Int { slots.count }

  init(budget: Int) {
    self.budget = budget
  }

  /// The value of the key, which thereby becomes the one most recently used.
  ///
  /// - Complexity: O(1), over all calls and insertions.
  mutating func value(for key: Key) -> Value? {
    guard let slot = slots[key] else { return nil }
    use(slot)
    return nodes[slot].value
  }

  /// Makes a key's value the one most recently used; nil if none is held.
  ///
  /// - Complexity: as `value(for:)`.
  mutating func use(_ key: Key) -> Place? {
    guard let slot = slots[key] else { return nil }
    use(slot)
    return Place(slot: slot)
  }

  /// The value of an entry that was just used.
  func value(at place: Place) -> Value? { nodes[place.slot].value }

  /// Whether a use is to be reported, by a clock that never goes back; the next one then is after
  /// `interval`.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  mutating func isDue(_ place: Place, at now: UInt64, interval: UInt64) -> Bool {
    guard now >= nodes[place.slot].due else { return false }
    nodes[place.slot].due = now &+ interval
    return true
  }

  /// Has uses of a key reported from a time on.
  mutating func setDue(_ due: UInt64, for key: Key) {
    if let slot = slots[key] { nodes[slot].due = due }
  }

  private mutating func use(_ slot: Int) {
    guard slot != protected.newest else { return }
    unlink(slot)
    link(slot, isProtected: true)
    while protectedCost > budget - budget / 4, protected.oldest != slot {
      let oldest = protected.oldest
      unlink(oldest)
      link(oldest, isProtected: false)
    }
  }

  /// Whether a value is held; the order of use stays.
  func contains(_ key: Key) -> Bool { slots[key] != nil }

  /// Holds a value on probation, in place of the key's former one.
  ///
  /// - Parameters:
  ///   - cost: ≥ 0.
  ///   - due: from when on its uses are reported (`isDue`).
  /// - Returns: the key's former value.
  /// - Complexity: O(1).
  mutating func insert(
    _ value: Value, for key: Key, cost: Int, due: UInt64 = .max
  ) -> Value? {
    let former = remove(key)
    let slot: Int
    let node = Node(
      key: key, value: value, cost: cost, due: due, newer: Self.none, older: Self.none)
    if firstFree != Self.none {
      slot = firstFree
      firstFree = nodes[slot].newer
      nodes[slot] = node
    } else {
      slot = nodes.count
      nodes.append(node)
    }
    slots[key] = slot
    totalCost += cost
    link(slot, isProtected: false)
    return former
  }

  /// Gives up the value that is the first to go and returns it; nil if none is held.
  ///
  /// - Complexity: O(1).
  mutating func removeOldest() -> Value? {
    let oldest = probation.oldest != Self.none ? probation.oldest : protected.oldest
    return oldest == Self.none ? nil : remove(nodes[oldest].key)
  }

  /// Gives a key's value up and returns it.
  ///
  /// - Complexity: O(1).
  mutating func remove(_ key: Key) -> Value? {
    guard let slot = slots.removeValue(forKey: key) else { return nil }
    unlink(slot)
    totalCost -= nodes[slot].cost
    let value = nodes[slot].value
    nodes[slot].value = nil
    nodes[slot].newer = firstFree
    firstFree = slot
    return value
  }

  private mutating func unlink(_ slot: Int) {
    let (newer, older) = (nodes[slot].newer, nodes[slot].older)
    if newer != Self.none { nodes[newer].older = older }
    if older != Self.none { nodes[older].newer = newer }
    if nodes[slot].isProtected {
      protectedCost -= nodes[slot].cost
      if newer == Self.none { protected.newest = older }
      if older == Self.none { protected.oldest = newer }
    } else {
      if newer == Self.none { probation.newest = older }
      if older == Self.none { probation.oldest = newer }
    }
  }

  /// Makes a node the newest of a segment.
  private mutating func link(_ slot: Int, isProtected: Bool) {
    nodes[slot].isProtected = isProtected
    let newest = isProtected ? protected.newest : probation.newest
    nodes[slot].newer = Self.none
    nodes[slot].older = newest
    if newest != Self.none { nodes[newest].newer = slot }
    if isProtected {
      protectedCost += nodes[slot].cost
      protected.newest = slot
      if newest == Self.none { protected.oldest = slot }
    } else {
      probation.newest = slot
      if newest == Self.none { probation.oldest = slot }
    }
  }
}
