/// A map bounded by the sum of its values' costs, which gives up what was used longest ago.
///
/// The entries form a doubly linked list in one array, so that a use moves four numbers and
/// allocates nothing. Values that are given up are handed back: freeing a large one takes time, and
/// the caller may hold a lock.
struct LRUCache<Key: Hashable, Value> {
  private struct Node {
    var key: Key
    var value: Value?
    var cost: Int
    /// The next more recently used node, or the next free one.
    var newer: Int
    /// The next less recently used node.
    var older: Int
  }

  private static var none: Int { -1 }

  private var nodes: [Node] = []
  private var slots: [Key: Int] = [:]
  private var newest = -1
  private var oldest = -1
  private var firstFree = -1

  /// The most that all costs together may come to.
  let budget: Int
  /// What all costs together come to.
  private(set) var totalCost = 0

  /// How many values are held.
  var count: Int { slots.count }

  init(budget: Int) {
    self.budget = budget
  }

  /// The value of the key, which thereby becomes the one most recently used.
  ///
  /// - Complexity: O(1).
  mutating func value(for key: Key) -> Value? {
    guard let slot = slots[key] else { return nil }
    use(slot)
    return nodes[slot].value
  }

  /// Makes a key's value the one most recently used; false where none is held.
  ///
  /// - Complexity: O(1).
  mutating func use(_ key: Key) -> Bool {
    guard let slot = slots[key] else { return false }
    use(slot)
    return true
  }

  private mutating func use(_ slot: Int) {
    guard slot != newest else { return }
    unlink(slot)
    linkAsNewest(slot)
  }

  /// Whether a value is held; the order of use stays.
  func contains(_ key: Key) -> Bool { slots[key] != nil }

  /// Holds a value as the one most recently used, in place of the key's former one.
  ///
  /// - Parameter cost: ≥ 0.
  /// - Returns: whether it is held, which one that costs more than the whole budget is not, and the
  ///   values given up for it.
  /// - Complexity: O(1 + values given up).
  mutating func insert(_ value: Value, for key: Key, cost: Int) -> (isHeld: Bool, evicted: [Value])
  {
    var evicted: [Value] = []
    if let former = remove(key) { evicted.append(former) }
    guard cost <= budget else { return (false, evicted) }
    while totalCost > budget - cost, oldest != Self.none {
      if let value = remove(nodes[oldest].key) { evicted.append(value) }
    }
    let slot: Int
    let node = Node(key: key, value: value, cost: cost, newer: Self.none, older: Self.none)
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
    linkAsNewest(slot)
    return (true, evicted)
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
    if newer == Self.none { newest = older } else { nodes[newer].older = older }
    if older == Self.none { oldest = newer } else { nodes[older].newer = newer }
  }

  private mutating func linkAsNewest(_ slot: Int) {
    nodes[slot].newer = Self.none
    nodes[slot].older = newest
    if newest == Self.none { oldest = slot } else { nodes[newest].newer = slot }
    newest = slot
  }
}
