import TestSupport
import Testing

@testable import LayoutEngine

/// Ascending lists that are merged come out as one, neighbours as runs.
@Suite struct FoundNumbersTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `merged lists ascend, neighbours in one run`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...FoundNumbers.capacity, using: &random)
    let all = Array((0..<100).shuffled(using: &random).prefix(count))
    var found = FoundNumbers()
    for list in 0..<3 {
      let numbers = all.filter { $0 % 3 == list }.sorted()
      #expect(found.hasRoom(for: numbers.count))
      found.merge(numbers.indices) { numbers[$0] }
    }
    #expect(!found.hasRoom(for: FoundNumbers.capacity - count + 1))
    var runs = IndexRuns()
    found.append(to: &runs)
    var expected = IndexRuns()
    for number in all.sorted() { expected.append(number) }
    #expect(runs == expected)
    #expect(runs.count == count)
  }
}
