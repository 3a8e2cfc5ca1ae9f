/// A segmented LRU cache: values that were never used are evicted first.
///
/// A new value is on probation, and its first use protects it. Protected values take at most three quarters
/// of the budget. Beyond that, the least recently used protected value returns to probation, like a new
/// value. So new values that are never used evict no protected value, however many they are, as long as each
/// takes at most a quarter of the budget.
///
/// The caller decides when to evict, because only the caller knows which memory values share. A value's cost
/// is the memory that it added on insertion; it decides only how many values are protected.
///
/// The entries form two doubly linked lists in one array, so that a use moves four numbers and allocates
/// nothing. Evicted values are returned to the caller: freeing a large one takes time, and the caller may
/// hold a lock.
struct LRUCache<Key: Hashable, Value> {
  private struct Node {
    var key: Key
    var value: Value?
    var cost: Int
    var isProtected = false
    /// The number of uses; saturates at `UInt32.max`.
    var hits: UInt32 = 0
    /// The time from which `isDue` reports a use of the value.
    var due: UInt64
    /// The index of the segment's next more recently used node; in a free node, the index of the next free
    /// one.
    var newer: Int
    /// The index of the segment's next less recently used node.
    var older: Int
  }

  /// Where an entry is stored; valid until a value is inserted or removed.
  struct Place {
    fileprivate let slot: Int
  }

  /// A list of nodes in the order of their last use, by the indices of its newest and its oldest node.
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

  /// The budget; protected values may take three quarters of it.
  let budget: Int
  /// The sum of all costs.
  private(set) var totalCost = 0
  private var protectedCost = 0

  /// The number of values.
  var count: Int { slots.count }

  init(budget: Int) {
    self.budget = budget
  }

  /// Returns the value of a key, and makes it the most recently used one; nil if the key has no value.
  ///
  /// - Complexity: amortised O(1), over all uses and insertions.
  mutating func value(for key: Key) -> Value? {
    guard let slot = slots[key] else { return nil }
    use(slot)
    return nodes[slot].value
  }

  /// Makes a key's value the most recently used one and returns its place; nil if the key has no value.
  ///
  /// - Complexity: amortised O(1), over all uses and insertions.
  mutating func use(_ key: Key) -> Place? {
    guard let slot = slots[key] else { return nil }
    use(slot)
    return Place(slot: slot)
  }

  /// Returns the value at a place that `use` has just returned.
  func value(at place: Place) -> Value? { nodes[place.slot].value }

  /// Returns whether the caller must report a use at the time `now`.
  ///
  /// If so, the next report is due after `interval`.
  ///
  /// - Parameters:
  ///   - now: the present time by a clock that never goes back.
  ///   - interval: the time between two reports, in the unit of `now`.
  /// - Complexity: O(1).
  @inline(__always)
  mutating func isDue(_ place: Place, at now: UInt64, interval: UInt64) -> Bool {
    guard now >= nodes[place.slot].due else { return false }
    nodes[place.slot].due = now &+ interval
    return true
  }

  /// Sets the time from which `isDue` reports uses of a key's value; ignores a key without a value.
  mutating func setDue(_ due: UInt64, for key: Key) {
    if let slot = slots[key] { nodes[slot].due = due }
  }

  private mutating func use(_ slot: Int) {
    if nodes[slot].hits < .max { nodes[slot].hits += 1 }
    guard slot != protected.newest else { return }
    unlink(slot)
    link(slot, isProtected: true)
    while protectedCost > budget - budget / 4, protected.oldest != slot {
      let oldest = protected.oldest
      unlink(oldest)
      link(oldest, isProtected: false)
    }
  }

  /// The number of places, with and without values; a value keeps its place.
  var placeCount: Int { nodes.count }

  /// Calls `body` with each value in a range of places, and the number of its uses, without counting as a use.
  ///
  /// - Complexity: O(`places`).
  func visit(_ places: Range<Int>, _ body: (Key, Value, _ hits: Int) -> Void) {
    for node in nodes[places.clamped(to: nodes.indices)] {
      if let value = node.value { body(node.key, value, Int(node.hits)) }
    }
  }

  /// Returns whether a key has a value, without counting as a use.
  func contains(_ key: Key) -> Bool { slots[key] != nil }

  /// Inserts a value on probation, and removes the key's former value.
  ///
  /// - Parameters:
  ///   - cost: the memory that the value adds; ≥ 0.
  ///   - due: the time from which uses are reported (`isDue`).
  /// - Returns: the key's former value; nil if it had none.
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

  /// Evicts a value and returns it; nil if the cache is empty.
  ///
  /// Evicts the least recently used value on probation, or, if there is none, the least recently used
  /// protected value.
  ///
  /// - Complexity: O(1).
  mutating func removeOldest() -> Value? {
    let oldest = probation.oldest != Self.none ? probation.oldest : protected.oldest
    return oldest == Self.none ? nil : remove(nodes[oldest].key)
  }

  /// Removes a key's value and returns it; nil if there is none.
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

  /// Adds a node as the newest one of the protected values, or of those on probation.
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
