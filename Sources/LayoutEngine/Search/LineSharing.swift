/// Finds the placed chunks of lines that may be taken over when items have changed elsewhere.
///
/// These are chunks whose items, and the item after them, are next to each other as before; the item
/// after them decides where the last line ends. Such a chunk is placed as before if a line begins with
/// its first item.
struct LineSharing {
  /// A chunk that may be taken over.
  struct Candidate {
    /// The number that its first item has now.
    let start: Int
    let chunk: LineChunk
    /// The number of lines that were before it.
    let lineNumber: Int
  }

  private var candidates: [Candidate]
  private var next = 0
  /// The first item of the next candidate; `.max` if there is none.
  private var nextStart: Int

  /// Looks for chunks that may be taken over.
  ///
  /// - Parameters:
  ///   - items: the items as they are now.
  ///   - old: the items as they were.
  ///   - lines: the lines in which the old items were placed.
  /// - Complexity: O(chunks · log chunks).
  init(_ items: Items, after old: Items, placed lines: PlacedLines) {
    let kept = Self.runs(items, old)
    var found: [Candidate] = []
    var (start, lineNumber) = (0, 0)
    for chunk in lines.chunks {
      let end = start + chunk.starts.cellCount
      let next = kept.indices.firstIndex { kept[$0].before.lowerBound > start }
      if next > 0, end < kept[next - 1].before.upperBound {
        found.append(
          Candidate(start: start + kept[next - 1].shift, chunk: chunk, lineNumber: lineNumber))
      }
      start = end
      lineNumber += chunk.starts.lineCount
    }
    candidates = found.sorted(byKey: { WholeNumber($0.start) })
    nextStart = candidates.first?.start ?? .max
  }

  /// Returns the runs of items that are next to each other as before, sorted by where they were.
  private static func runs(_ items: Items, _ old: Items) -> [(before: Range<Int>, shift: Int)] {
    var runs: [(before: Range<Int>, shift: Int)] = []
    // Items without fields are all alike.
    if old.chunks.isEmpty, items.chunks.isEmpty { return [(0..<min(old.count, items.count), 0)] }
    guard !old.chunks.isEmpty, !items.chunks.isEmpty else { return runs }
    var matching = ChunkMatching(old)
    for block in items.blocks {
      guard let number = matching.number(of: block.chunk) else { continue }
      let start = old.start(ofChunk: number)
      let shift = block.items.lowerBound - start
      if let last = runs.last, last.before.upperBound == start, last.shift == shift {
        runs[runs.count - 1].before = last.before.lowerBound..<start + block.count
      } else {
        runs.append((start..<start + block.count, shift))
      }
    }
    return runs.sorted(byKey: { WholeNumber($0.before.lowerBound) })
  }

  /// Returns the item up to which items are to be placed before the next chunk may be taken over.
  @inline(__always)
  mutating func stop(after item: Int) -> Int {
    if nextStart < item { pass(to: item) }
    return nextStart
  }

  private mutating func pass(to item: Int) {
    while next < candidates.count, candidates[next].start < item { next += 1 }
    nextStart = next < candidates.count ? candidates[next].start : .max
  }

  /// Returns the chunk that may be taken over at an item; nil if there is none.
  ///
  /// The chunk is not returned again.
  mutating func take(at item: Int) -> Candidate? {
    guard stop(after: item) == item else { return nil }
    let candidate = candidates[next]
    next += 1
    nextStart = next < candidates.count ? candidates[next].start : .max
    return candidate
  }
}
