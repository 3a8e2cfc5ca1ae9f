/// At which items lines begin: one bit an item, counted every 64 bits, so that an item's line and a
/// line's items are found without storing a number for each item.
///
/// It costs 12 bytes for every 64 items.
struct LineStarts: Sendable {
  /// Bit `item % 64` of word `item / 64` is set where a line begins.
  private var words: [UInt64]
  /// How many lines begin before each word.
  private var ranks: [UInt32] = []
  private let itemCount: Int

  /// How many lines there are, valid after `finish`.
  private(set) var lineCount = 0

  /// Creates marks for that many items, none of which begins a line yet.
  init(itemCount: Int) {
    self.itemCount = itemCount
    words = [UInt64](repeating: 0, count: (itemCount + 63) / 64)
  }

  /// Bytes held.
  var byteCount: Int { words.capacity * 8 + ranks.capacity * 4 }

  /// Marks an item as its line's first.
  mutating func mark(_ item: Int) {
    words[item >> 6] |= 1 << UInt64(item & 63)
  }

  /// Counts the marks, after the last one has been set.
  mutating func finish() {
    ranks.removeAll()
    ranks.reserveCapacity(words.count)
    var count = 0
    for word in words {
      ranks.append(UInt32(truncatingIfNeeded: count))
      count += word.nonzeroBitCount
    }
    lineCount = count
  }

  /// The line in which an item stands.
  ///
  /// - Complexity: O(1).
  func line(of item: Int) -> Int {
    let upToItem = UInt64.max >> UInt64(63 - item & 63)
    return Int(ranks[item >> 6]) + (words[item >> 6] & upToItem).nonzeroBitCount - 1
  }

  /// A line's first item; the number of items for `lineCount`.
  ///
  /// - Complexity: O(log n) in the number of items.
  func start(of line: Int) -> Int {
    guard line < lineCount else { return itemCount }
    // The last word before which no more lines begin; none begins before the first.
    let index = ranks.indices.firstIndex { Int(ranks[$0]) > line } - 1
    var word = words[index]
    for _ in Int(ranks[index])..<line { word &= word - 1 }
    return index * 64 + word.trailingZeroBitCount
  }

  /// The first item after `item` that begins a line; the number of items where none does.
  func nextStart(after item: Int) -> Int {
    var index = (item + 1) >> 6
    guard index < words.count else { return itemCount }
    var word = words[index] & (UInt64.max << UInt64((item + 1) & 63))
    while word == 0 {
      index += 1
      guard index < words.count else { return itemCount }
      word = words[index]
    }
    return index * 64 + word.trailingZeroBitCount
  }
}
