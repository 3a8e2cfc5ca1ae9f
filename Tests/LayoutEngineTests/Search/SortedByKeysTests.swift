import TestSupport
import Testing

@testable import LayoutEngine

/// What is sorted by keys stands as a sort by them and by place puts it.
@Suite struct SortedByKeysTests {
  private struct Entry: Equatable {
    var first: Int
    var second: Int
    var place: Int
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `equal keys stay as they stand`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...200, using: &random)
    let entries = (0..<count).map {
      Entry(
        first: Int.random(in: -3...3, using: &random),
        second: Int.random(in: -3...3, using: &random), place: $0)
    }
    let byBoth = entries.sorted {
      ($0.first, $0.second, $0.place) < ($1.first, $1.second, $1.place)
    }
    let byFirst = entries.sorted { ($0.first, $0.place) < ($1.first, $1.place) }
    #expect(
      entries.sorted(byKeys: { (WholeNumber($0.first), WholeNumber($0.second)) }) == byBoth)
    #expect(entries.sorted(byKey: { WholeNumber($0.first) }) == byFirst)
    #expect(byBoth.sorted(byKeys: { (WholeNumber($0.first), WholeNumber($0.second)) }) == byBoth)
  }
}
