import TestSupport
import Testing

@testable import LayoutService

/// The algorithm of the cache.
@Suite struct LRUCacheTests {
  @Test func `What was used longest ago is given up first`() {
    var cache = LRUCache<String, Int>(budget: 30)
    for (index, key) in ["a", "b", "c"].enumerated() {
      #expect(cache.insert(index, for: key, cost: 10).evicted.isEmpty)
    }
    #expect(cache.value(for: "a") == 0)
    let result = cache.insert(3, for: "d", cost: 15)
    #expect(result.isHeld)
    #expect(result.evicted == [1, 2])
    #expect(cache.value(for: "a") == 0)
    #expect(cache.value(for: "b") == nil)
    #expect(cache.totalCost == 25)
    #expect(cache.count == 2)
  }

  @Test func `What is larger than the budget is not held, and nothing is given up for it`() {
    var cache = LRUCache<Int, String>(budget: 10)
    _ = cache.insert("a", for: 1, cost: 10)
    let result = cache.insert("b", for: 2, cost: 11)
    #expect(!result.isHeld)
    #expect(result.evicted.isEmpty)
    #expect(cache.value(for: 1) == "a")
    #expect(!LRUCacheTests.holds(budget: 0, cost: 1))
  }

  private static func holds(budget: Int, cost: Int) -> Bool {
    var cache = LRUCache<Int, Int>(budget: budget)
    return cache.insert(0, for: 0, cost: cost).isHeld
  }

  @Test func `A key's new value takes the place of its former one`() {
    var cache = LRUCache<Int, String>(budget: 10)
    _ = cache.insert("a", for: 1, cost: 8)
    #expect(cache.insert("b", for: 1, cost: 9).evicted == ["a"])
    #expect(cache.totalCost == 9)
    #expect(cache.remove(1) == "b")
    #expect(cache.remove(1) == nil)
    #expect(cache.totalCost == 0)
  }

  @Test func `However much comes once, what was used stays`() {
    var cache = LRUCache<Int, Int>(budget: 100)
    for key in 0..<15 {
      _ = cache.insert(key, for: key, cost: 5)
      let isHeld = cache.use(key)
      #expect(isHeld)
    }
    for key in 100..<150 { #expect(cache.insert(key, for: key, cost: 25).isHeld) }
    for key in 0..<15 { #expect(cache.contains(key)) }
    #expect(cache.contains(149))
    // What is used takes the place of what was used before it.
    for key in 200..<250 {
      _ = cache.insert(key, for: key, cost: 25)
      let isHeld = cache.use(key)
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
        _ = cache.insert(step, for: key, cost: cost)
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
