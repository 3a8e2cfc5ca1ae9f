/// Which placed chunks of lines may be taken over where items have changed elsewhere: those whose items,
/// and the one after them, which decides where the last line ends, stand next to each other as before.
///
/// A chunk stands as it did where a line begins with its first item.
struct LineSharing {
  /// A chunk that may be taken over.
  struct Candidate {
    /// Its first item, where it would stand now.
    let start: Int
    let chunk: LineChunk
    /// How many lines stood before it.
    let lineNumber: Int
  }

  private var candidates: [Candidate]
  private var next = 0
  /// Where the next one begins; `.max` where there is none.
  private var nextStart: Int

  /// Looks for chunks that may be taken over.
  ///
  /// - Parameters:
  ///   - items: as they are now.
  ///   - old: as they were.
  ///   - lines: as they were placed.
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

  /// Items that stand next to each other as before, sorted by where they were.
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

  /// The item up to which items are to be placed before the next chunk may be taken over.
  @inline(__always)
  mutating func stop(after item: Int) -> Int {
    if nextStart < item { pass(to: item) }
    return nextStart
  }

  private mutating func pass(to item: Int) {
    while next < candidates.count, candidates[next].start < item { next += 1 }
    nextStart = next < candidates.count ? candidates[next].start : .max
  }

  /// The chunk that may be taken over at an item; nil for none.
  ///
  /// It is not offered again.
  mutating func take(at item: Int) -> Candidate? {
    guard stop(after: item) == item else { return nil }
    let candidate = candidates[next]
    next += 1
    nextStart = next < candidates.count ? candidates[next].start : .max
    return candidate
  }
}
