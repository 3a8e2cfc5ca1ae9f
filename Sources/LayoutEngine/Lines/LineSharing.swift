/// Finds placed chunks of lines that a version of the section may reuse because their items didn't change.
///
/// A chunk may be reused if its items and the item after them are still neighbours in the same order; the
/// item after them decides where the chunk's last line ends. The chunk's lines are then unchanged if a line
/// of the version begins with the chunk's first item.
struct LineSharing {
  /// A chunk that may be reused.
  struct Candidate {
    /// The number of the chunk's first item in the version.
    let start: Int
    let chunk: LineChunk
    /// The number of lines before the chunk in the old placement.
    let lineNumber: Int
  }

  private var candidates: [Candidate]
  private var next = 0
  /// The number of the next candidate's first item; `.max` if there is none.
  private var nextStart: Int

  /// Finds the chunks that may be reused.
  ///
  /// - Parameters:
  ///   - items: the section's items in the version.
  ///   - old: the section's items before the change.
  ///   - lines: the lines in which the old items were placed.
  /// - Complexity: O(chunks · log chunks).
  init(_ items: Items, after old: Items, placed lines: LineTable) {
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

  /// Returns the runs of items that are neighbours both before and after the change, sorted by their old
  /// numbers.
  ///
  /// `shift` is the difference between an item's new and old number.
  private static func runs(_ items: Items, _ old: Items) -> [(before: Range<Int>, shift: Int)] {
    var runs: [(before: Range<Int>, shift: Int)] = []
    // Items without fields are interchangeable.
    if old.chunks.isEmpty, items.chunks.isEmpty { return [(0..<min(old.count, items.count), 0)] }
    guard !old.chunks.isEmpty, !items.chunks.isEmpty else { return plainRuns(items, old) }
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

  /// Returns the runs of items without fields at the beginning and at the end of both lists, one of which is
  /// given as a count.
  private static func plainRuns(
    _ items: Items, _ old: Items
  ) -> [(before: Range<Int>, shift: Int)] {
    let listed = old.chunks.isEmpty ? items : old
    let (chunks, count) = (listed.chunks, min(items.count, old.count))
    guard let first = chunks.firstIndex(where: { !$0.isImplicit }),
      let last = chunks.lastIndex(where: { !$0.isImplicit })
    else { return [(0..<count, 0)] }
    let leading = min(count, listed.start(ofChunk: first))
    let trailing = min(count - leading, listed.count - listed.start(ofChunk: last + 1))
    return [
      (0..<leading, 0), (old.count - trailing..<old.count, items.count - old.count),
    ].filter { !$0.0.isEmpty }
  }

  /// Returns the number of the first item, at or after `item`, at which a chunk may be reused.
  ///
  /// The caller must place the items before it; `.max` means that no chunk is left.
  @inline(__always)
  mutating func stop(after item: Int) -> Int {
    if nextStart < item { pass(to: item) }
    return nextStart
  }

  private mutating func pass(to item: Int) {
    while next < candidates.count, candidates[next].start < item { next += 1 }
    nextStart = next < candidates.count ? candidates[next].start : .max
  }

  /// Returns the chunk that may be reused if a line begins with an item; nil if there is none.
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
