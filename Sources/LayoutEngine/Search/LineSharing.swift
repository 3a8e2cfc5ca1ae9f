/// Which placed chunks of lines may be taken over where items have changed elsewhere: those whose items,
/// and the one after them, which decides where the last line ends, stand next to each other as before.
///
/// A chunk stands as it did where a line begins with its first item.
struct LineSharing {
  /// A chunk that may be taken over, several times in a row where it stood so.
  struct Candidate {
    /// Its first item, where it would stand now.
    private(set) var start: Int
    let chunk: LineChunk
    private(set) var times: Int
    /// How many lines stood before it.
    private(set) var lineNumber: Int

    fileprivate init(start: Int, run: LineRun, lineNumber: Int) {
      self.start = start
      chunk = run.chunk
      times = run.times
      self.lineNumber = lineNumber
    }

    /// Goes on to where the chunk stands next, not before an item.
    ///
    /// - Returns: whether it still stands there.
    fileprivate mutating func pass(to item: Int) -> Bool {
      let passed = (item - start - 1) / chunk.starts.cellCount + 1
      guard passed < times else { return false }
      start += passed * chunk.starts.cellCount
      times -= passed
      lineNumber += passed * chunk.starts.lineCount
      return true
    }
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
    for run in lines.runs {
      let (length, end) = (run.chunk.starts.cellCount, start + run.cellCount)
      let next = kept.indices.firstIndex { kept[$0].before.lowerBound > start }
      // A chunk that stands several times may stand in several of the items' runs.
      for place in max(0, next - 1)..<kept.count {
        let (before, shift) = kept[place]
        guard before.lowerBound < end else { break }
        let first = max(0, (before.lowerBound - start + length - 1) / length)
        let times = min(run.times, (before.upperBound - 1 - start) / length) - first
        guard times > 0 else { continue }
        found.append(
          Candidate(
            start: start + first * length + shift, run: LineRun(chunk: run.chunk, times: times),
            lineNumber: lineNumber + first * run.chunk.starts.lineCount))
      }
      start = end
      lineNumber += run.lineCount
    }
    candidates = found.sorted(byKey: { WholeNumber($0.start) })
    nextStart = candidates.first?.start ?? .max
  }

  /// Items that stand next to each other as before, sorted by where they were.
  private static func runs(_ items: Items, _ old: Items) -> [(before: Range<Int>, shift: Int)] {
    var runs: [(before: Range<Int>, shift: Int)] = []
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
    while next < candidates.count, candidates[next].start < item {
      if !candidates[next].pass(to: item) { next += 1 }
    }
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
