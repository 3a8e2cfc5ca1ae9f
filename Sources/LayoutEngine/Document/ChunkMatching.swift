/// Finds the chunks that two versions of a section share.
///
/// An update leaves most chunks as they are, and in their order.
struct ChunkMatching {
  private let items: Items
  /// The number after that of the chunk found last.
  private var next = 0
  /// The numbers of all chunks; built after several chunks were not near the one found last.
  private var numbers: [ObjectIdentifier: Int]?
  /// The number of chunks that were not near the one found last.
  private var strays = 0

  /// The number of chunks searched, after the one found last, before all are.
  private static let nearby = 4
  /// The number of searches through all chunks before `numbers` is built.
  ///
  /// A change makes one or two chunks that have no match. For so few, building a table would cost more.
  private static let scans = 8

  /// Searches the chunks of these items.
  init(_ items: Items) { self.items = items }

  /// The number of a chunk; nil if the items do not include it.
  ///
  /// If the items include a chunk several times, the result is the next one near the chunk found last,
  /// otherwise the last one.
  ///
  /// - Complexity: O(1) for chunks requested in order, except for O(chunks) a few times.
  mutating func number(of chunk: ItemChunk) -> Int? {
    guard let number = position(of: chunk) else { return nil }
    next = number + 1
    return number
  }

  /// Skips chunks after the one found last.
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
