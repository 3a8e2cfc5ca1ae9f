import TestSupport
import Testing

@testable import LayoutService

extension LRUCache {
  /// Holds a value, and gives up what its cost leaves no room for: values that share nothing.
  fileprivate mutating func insert(
    within value: Value, for key: Key, cost: Int
  ) -> (isHeld: Bool, evicted: [Value]) {
    var evicted: [Value] = []
    if let former = remove(key) { evicted.append(former) }
    guard cost <= budget else { return (false, evicted) }
    while totalCost > budget - cost, let oldest = removeOldest() { evicted.append(oldest) }
    if let former = insert(value, for: key, cost: cost) { evicted.append(former) }
    return (true, evicted)
  }
}

/// The algorithm of the cache.
@Suite struct LRUCacheTests {
  @Test func `What was used longest ago is given up first`() {
    var cache = LRUCache<String, Int>(budget: 30)
    for (index, key) in ["a", "b", "c"].enumerated() {
      #expect(cache.insert(within: index, for: key, cost: 10).evicted.isEmpty)
    }
    #expect(cache.value(for: "a") == 0)
    let result = cache.insert(within: 3, for: "d", cost: 15)
    #expect(result.isHeld)
    #expect(result.evicted == [1, 2])
    #expect(cache.value(for: "a") == 0)
    #expect(cache.value(for: "b") == nil)
    #expect(cache.totalCost == 25)
    #expect(cache.count == 2)
  }

  @Test func `Places are visited in slices, with the uses of each value`() {
    var cache = LRUCache<Int, String>(budget: 10)
    for key in 0..<5 { _ = cache.insert("\(key)", for: key, cost: 1) }
    _ = cache.remove(2)
    for _ in 0..<3 { _ = cache.use(3) }
    _ = cache.value(for: 4)
    var seen: [Int: Int] = [:]
    for start in stride(from: 0, to: cache.placeCount, by: 2) {
      cache.visit(start..<start + 2) { key, value, hits in
        #expect(value == "\(key)")
        seen[key] = hits
      }
    }
    #expect(seen == [0: 0, 1: 0, 3: 3, 4: 1])
    // A value that takes the place of another one has not been used.
    _ = cache.remove(3)
    _ = cache.insert("5", for: 5, cost: 1)
    cache.visit(0..<100) { key, _, hits in if key == 5 { #expect(hits == 0) } }
  }

  @Test func `Values are given up one by one, whatever they cost, until none is left`() {
    var cache = LRUCache<Int, String>(budget: 10)
    for (key, value) in ["a", "b", "c"].enumerated() {
      let former = cache.insert(value, for: key, cost: 100)
      #expect(former == nil)
    }
    let former = cache.insert("d", for: 1, cost: 0)
    #expect(former == "b")
    #expect(cache.totalCost == 200)
    let isHeld = cache.use(0) != nil
    #expect(isHeld)
    var removed: [String] = []
    while let oldest = cache.removeOldest() { removed.append(oldest) }
    #expect(removed == ["c", "d", "a"])
    #expect(cache.count == 0 && cache.totalCost == 0)
  }

  @Test func `A key's new value takes the place of its former one`() {
    var cache = LRUCache<Int, String>(budget: 10)
    _ = cache.insert(within: "a", for: 1, cost: 8)
    #expect(cache.insert(within: "b", for: 1, cost: 9).evicted == ["a"])
    #expect(cache.totalCost == 9)
    #expect(cache.remove(1) == "b")
    #expect(cache.remove(1) == nil)
    #expect(cache.totalCost == 0)
  }

  @Test func `However much comes once, what was used stays`() {
    var cache = LRUCache<Int, Int>(budget: 100)
    for key in 0..<15 {
      _ = cache.insert(within: key, for: key, cost: 5)
      let isHeld = cache.use(key) != nil
      #expect(isHeld)
    }
    for key in 100..<150 { #expect(cache.insert(within: key, for: key, cost: 25).isHeld) }
    for key in 0..<15 { #expect(cache.contains(key)) }
    #expect(cache.contains(149))
    // What is used takes the place of what was used before it.
    for key in 200..<250 {
      _ = cache.insert(within: key, for: key, cost: 25)
      let isHeld = cache.use(key) != nil
      #expect(isHeld)
    }
    for key in 0..<15 { #expect(!cache.contains(key)) }
    #expect(cache.totalCost == 100)
  }

  /// The literal reading: two lists in the order of use.
  private struct Oracle {
    typealias Entry = (key: Int, value: Int, cost: Int)
    let budget: Int
    var probation: [Entry] = []
    var protected: [Entry] = []

    var entries: [Entry] { probation + protected }

    mutating func value(for key: Int) -> Int? {
      guard let entry = entries.first(where: { $0.key == key }) else { return nil }
      remove(key)
      protected.append(entry)
      while protected.reduce(0, { $0 + $1.cost }) > budget * 3 / 4, protected.count > 1 {
        probation.append(protected.removeFirst())
      }
      return entry.value
    }

    mutating func insert(_ value: Int, for key: Int, cost: Int) {
      remove(key)
      guard cost <= budget else { return }
      while entries.reduce(cost, { $0 + $1.cost }) > budget { remove(entries[0].key) }
      probation.append((key, value, cost))
    }

    mutating func remove(_ key: Int) {
      probation.removeAll { $0.key == key }
      protected.removeAll { $0.key == key }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `It does what two lists in the order of use do`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var cache = LRUCache<Int, Int>(budget: 100)
    var oracle = Oracle(budget: 100)
    for step in 0..<5_000 {
      let key = Int.random(in: 0..<30, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        #expect(cache.value(for: key) == oracle.value(for: key), "seed \(seed), step \(step)")
      case 5..<9:
        let cost = Int.random(in: 0...40, using: &random)
        _ = cache.insert(within: step, for: key, cost: cost)
        oracle.insert(step, for: key, cost: cost)
      default:
        _ = cache.remove(key)
        oracle.remove(key)
      }
      #expect(cache.totalCost == oracle.entries.reduce(0) { $0 + $1.cost })
      #expect(cache.count == oracle.entries.count)
      #expect(oracle.entries.allSatisfy { cache.contains($0.key) })
    }
  }
}
