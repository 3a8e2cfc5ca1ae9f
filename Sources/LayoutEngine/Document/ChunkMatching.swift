/// Finds chunks of items that another section has, too: an update leaves most of them as they are, and
/// in their order.
struct ChunkMatching {
  private let items: Items
  /// The number after the last one found.
  private var next = 0
  /// The numbers of all chunks; made when several were not near the last one found.
  private var numbers: [ObjectIdentifier: Int]?
  /// How many were not.
  private var strays = 0

  /// How many chunks are looked at before all are.
  private static let nearby = 4
  /// How often all are looked at one by one: a change makes a chunk or two that are nowhere, for which
  /// a table of all would cost more.
  private static let scans = 8

  /// Looks for chunks of these items.
  init(_ items: Items) { self.items = items }

  /// The number of a chunk; nil if it is none of them.
  ///
  /// Of a chunk that stands there several times it is the next one near the last found, else the last.
  ///
  /// - Complexity: O(1) for chunks asked for in order, but for O(chunks) a few times.
  mutating func number(of chunk: ItemChunk) -> Int? {
    guard let number = position(of: chunk) else { return nil }
    next = number + 1
    return number
  }

  /// Passes over some chunks after the last one found.
  mutating func pass(_ count: Int) { next += count }

  private mutating func position(of chunk: ItemChunk) -> Int? {
    let near = next..<min(items.chunks.count, next + Self.nearby)
    if let number = near.first(where: { items.chunks[$0] === chunk }) { return number }
    strays += 1
    guard strays > Self.scans else { return items.chunks.lastIndex { $0 === chunk } }
    if numbers == nil {
      var all: [ObjectIdentifier: Int] = [:]
      all.reserveCapacity(items.chunks.count)
      for (number, chunk) in items.chunks.enumerated() { all[ObjectIdentifier(chunk)] = number }
      numbers = all
    }
    return numbers?[ObjectIdentifier(chunk)]
  }
}
