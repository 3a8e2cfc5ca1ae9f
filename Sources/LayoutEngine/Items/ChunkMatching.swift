/// Finds the chunks that two versions of a section share.
///
/// An update leaves most chunks as they are, and in their order.
struct ChunkMatching {
  private let items: Items
  /// The number of the chunk that follows the one found last.
  private var next = 0
  /// The number of each chunk; nil until more than `scans` requested chunks were not near the one found last.
  private var numbers: [ObjectIdentifier: Int]?
  /// The number of requested chunks that were not near the chunk found last.
  private var strays = 0

  /// The number of chunks after the one found last that are searched first, before all chunks are.
  private static let nearby = 4
  /// The number of searches through all chunks before `numbers` is built.
  ///
  /// A change makes one or two chunks that have no match. Building a table for so few would cost more than
  /// searching through all chunks.
  private static let scans = 8

  /// Searches the chunks of these items.
  init(_ items: Items) { self.items = items }

  /// The number of a chunk; nil if the items do not include it.
  ///
  /// If the items include the chunk several times, the result is its first occurrence among the `nearby`
  /// chunks after the one found last. If it is not among these, the result is its last occurrence.
  ///
  /// - Complexity: O(1) for chunks requested in order, except for O(chunks) a few times.
  mutating func number(of chunk: ItemChunk) -> Int? {
    guard let number = position(of: chunk) else { return nil }
    next = number + 1
    return number
  }

  /// Skips `count` chunks after the one found last, because the caller has matched them itself.
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
