/// The number of each chunk's first element, and an index to find the chunk that contains an element.
///
/// The index divides the elements into stretches of about a chunk's length, and stores for each stretch the
/// chunk in which it begins. Finding a chunk then takes a step or two instead of a search.
struct ChunkStarts: Sendable {
  /// The number of elements in all chunks together.
  let elementCount: Int
  /// The number of the first element of each chunk, except the first chunk, which begins at 0.
  private var starts: [UInt32] = []
  /// The number of the chunk that contains each stretch's first element; stretch `n` begins at element
  /// `n << shift`.
  private var chunks: [UInt32] = []
  private var shift = 0

  /// Creates the index of chunks from their lengths, each > 0, together less than 2^32.
  ///
  /// - Complexity: O(chunks).
  init(lengths: some Collection<Int>) {
    elementCount = lengths.reduce(0, +)
    guard lengths.count > 1 else { return }
    starts.reserveCapacity(lengths.count - 1)
    var start = 0
    for length in lengths.dropLast() {
      start += length
      starts.append(UInt32(truncatingIfNeeded: start))
    }
    let mean = elementCount / lengths.count
    while 2 << shift <= mean { shift += 1 }
    chunks.reserveCapacity((elementCount - 1) >> shift + 1)
    var chunk = 0
    for element in stride(from: 0, to: elementCount, by: 1 << shift) {
      while chunk < starts.count, Int(starts[chunk]) <= element { chunk += 1 }
      chunks.append(UInt32(truncatingIfNeeded: chunk))
    }
  }

  /// The number of chunks; 1 if there are no elements.
  var count: Int { starts.count + 1 }

  /// The memory used, in bytes.
  var byteCount: Int { 4 * (starts.capacity + chunks.capacity) }

  /// The number of a chunk's first element; `elementCount` if `chunk` is `count`.
  func start(of chunk: Int) -> Int {
    chunk == 0 ? 0 : chunk <= starts.count ? Int(starts[chunk - 1]) : elementCount
  }

  /// A chunk's elements.
  func elements(of chunk: Int) -> Range<Int> { start(of: chunk)..<start(of: chunk + 1) }

  /// The chunk that contains an element; `element` in 0..<elementCount.
  ///
  /// - Complexity: O(1) if chunks have about equal lengths, at most O(log chunks).
  @inline(__always)
  func chunk(of element: Int) -> Int {
    starts.isEmpty ? 0 : search(element)
  }

  /// Returns the number of elements, from `element` on, in chunks that begin at the same elements in both
  /// lists and that the caller recognizes as shared.
  ///
  /// `element` may be anywhere in its chunk.
  ///
  /// - Parameter isShared: returns whether a chunk of this list is the same as a chunk of `other`, by their
  ///   numbers; such chunks must have equal lengths.
  /// - Complexity: O(chunks found).
  @inline(__always)
  func sharedCount(
    from element: Int, with other: ChunkStarts, where isShared: (Int, Int) -> Bool
  ) -> Int {
    guard element < elementCount, element < other.elementCount else { return 0 }
    var (number, match) = (chunk(of: element), other.chunk(of: element))
    guard start(of: number) == other.start(of: match) else { return 0 }
    var end = element
    while number < count, match < other.count, isShared(number, match) {
      (number, match) = (number + 1, match + 1)
      end = start(of: number)
    }
    return end - element
  }

  private func search(_ element: Int) -> Int {
    let stretch = element >> shift
    var chunk = Int(chunks[stretch])
    let last = stretch + 1 < chunks.count ? Int(chunks[stretch + 1]) : starts.count
    if last - chunk > 4 { return (chunk..<last).firstIndex { Int(starts[$0]) > element } }
    while chunk < last, Int(starts[chunk]) <= element { chunk += 1 }
    return chunk
  }
}
