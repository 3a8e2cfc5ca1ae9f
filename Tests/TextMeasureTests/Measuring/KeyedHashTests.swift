import TestSupport
import Testing

@testable import TextMeasure

@Suite struct KeyedHashTests {
  @Test func `A hash depends on every byte, on the length and on each word of the prefix`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for length in [0, 1, 7, 8, 15, 16, 17, 31, 32, 100, KeyedHash.maxByteCount] {
      let text = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      var seen: Set<UInt64> = []
      var others = 0
      func add(_ prefix: (UInt64, UInt64, UInt64), _ text: [UInt8]) {
        let (first, second) = KeyedHash.hash(prefix, text[...])
        seen.insert(first)
        seen.insert(second)
        others += 2
      }
      add((1, 2, 3), text)
      add((2, 2, 3), text)
      add((1, 3, 3), text)
      add((1, 2, 4), text)
      add((2, 1, 3), text)
      if length < KeyedHash.maxByteCount { add((1, 2, 3), text + [0]) }
      for place in text.indices.prefix(40) + text.indices.suffix(40).drop(while: { $0 < 40 }) {
        var other = text
        other[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        add((1, 2, 3), other)
      }
      #expect(seen.count == others, "seed \(seed), length \(length)")
    }
  }

  @Test func `Where a text is in an array does not matter`() {
    let texts = Array("Sunset over the old harbour, seen from the hill".utf8)
    for start in 0..<16 {
      let there = Array(repeating: 7, count: start) + texts
      let one = KeyedHash.hash((1, 2, 3), texts[...])
      let other = KeyedHash.hash((1, 2, 3), there[start...])
      #expect(one == other)
    }
  }

  @Test func `Places are spread evenly, also of texts that differ little`() {
    var counts = [Int](repeating: 0, count: 256)
    for number in 0..<25_600 {
      let (first, _) = KeyedHash.hash((1, 2, 3), Array("Photo \(number)".utf8)[...])
      counts[Int(first >> 56)] += 1
    }
    // Poisson's deviation is 10; 7 of them do not happen by chance.
    #expect(counts.allSatisfy { abs($0 - 100) < 70 }, "\(counts)")
  }
}
