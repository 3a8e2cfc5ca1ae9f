/// Finds chunks of items that another section has, too: an update leaves most of them as they are, and
/// in their order.
struct ChunkMatching {
  private let items: Items
  /// The number after the last one found.
  private var next = 0
  /// The numbers of all chunks; made when one is not near the last one found.
  private var numbers: [ObjectIdentifier: Int]?

  /// How many chunks are looked at before all are.
  private static let nearby = 4

  /// Looks for chunks of these items.
  init(_ items: Items) { self.items = items }

  /// The number of a chunk; nil where it is none of them.
  ///
  /// Of a chunk that stands there several times it is the next one near the last found, else the last.
  ///
  /// - Complexity: O(1) for chunks asked for in order, but for O(chunks) once.
  mutating func number(of chunk: ItemChunk) -> Int? {
    guard let number = position(of: chunk) else { return nil }
    next = number + 1
    return number
  }

  private mutating func position(of chunk: ItemChunk) -> Int? {
    let near = next..<min(items.chunks.count, next + Self.nearby)
    if let number = near.first(where: { items.chunks[$0] === chunk }) { return number }
    if numbers == nil {
      var all: [ObjectIdentifier: Int] = [:]
      all.reserveCapacity(items.chunks.count)
      for (number, chunk) in items.chunks.enumerated() { all[ObjectIdentifier(chunk)] = number }
      numbers = all
    }
    return numbers?[ObjectIdentifier(chunk)]
  }
}
