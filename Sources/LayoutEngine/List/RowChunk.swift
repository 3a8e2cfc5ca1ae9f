/// The beginnings of a chunk's rows, relative to the beginning of its first row.
///
/// It is immutable, so that layouts that differ in other chunks can share it. It takes a byte per row: only
/// the start of every eighth row is stored, from which those of the seven rows after it are summed.
final class RowChunk: LayoutPart {
  nonisolated(unsafe) var holders = HolderCount()
  /// The number of rows that share one stored start.
  static let blockLength = 8

  /// The beginning of every eighth row, from that of the chunk's first row.
  let starts: [Units]
  /// The distance from the beginning of the first row to that of the next chunk's first row.
  let length: Units
  /// The greatest length of a row, in points.
  let greatestLength: Double

  init(_ starts: [Units], length: Units, greatestLength: Double) {
    self.starts = starts
    self.length = length
    self.greatestLength = greatestLength
  }

  /// The memory used, in bytes.
  var byteCount: Int { 8 * starts.capacity + 80 }
}

/// The rows of a list whose lengths differ, in chunks that match those of the items.
///
/// A class, because a structure of this size would be copied for every lookup.
final class ListRows: Sendable {
  let metrics: ListMetrics
  let lengths: ListRowLengths
  let chunks: [RowChunk]
  /// The beginning of each chunk's first row along the scroll axis.
  private let tops: [Units]

  fileprivate init(_ placing: ListRowPlacing) {
    metrics = placing.metrics
    lengths = placing.lengths
    chunks = placing.chunks
    tops = placing.tops
  }

  /// The number of rows.
  var count: Int { lengths.items.count }

  /// The memory used besides the items and the chunks, in bytes.
  var byteCount: Int { 8 * (chunks.capacity + tops.capacity) }

  /// The frame of a row, on a walk from row to row.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func frame(of row: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    guard let chunk = lengths.items.chunk(of: row, &walk.items) else { return .zero }
    let place = row - walk.items.range.lowerBound
    let start = row == walk.next ? walk.top : start(of: place, inChunk: walk.items.number)
    let length = Units(points: lengths.length(in: chunk, at: place))
    walk.next = row + 1
    walk.top = start + length + metrics.spacing
    return placement.frame(metrics.row(from: start, length: length))
  }

  /// The beginning of a row along the scroll axis, summed from the last stored start before it.
  ///
  /// - Parameters:
  ///   - place: the row's index in its chunk.
  ///   - number: the chunk's number.
  private func start(of place: Int, inChunk number: Int) -> Units {
    let chunk = lengths.items.chunks[number]
    let block = place / RowChunk.blockLength
    var start = tops[number] + chunks[number].starts[block]
    for above in block * RowChunk.blockLength..<place {
      start += Units(points: lengths.length(in: chunk, at: above)) + metrics.spacing
    }
    return start
  }

  /// The beginning of a row along the scroll axis.
  ///
  /// - Complexity: O(1).
  func start(of row: Int) -> Units {
    var walk = Items.Walk()
    guard lengths.items.chunk(of: row, &walk) != nil else { return metrics.top }
    return start(of: row - walk.range.lowerBound, inChunk: walk.number)
  }

  /// The place of a row.
  ///
  /// - Complexity: O(1).
  func place(of row: Int) -> ElementPlace {
    var walk = Items.Walk()
    guard let chunk = lengths.items.chunk(of: row, &walk) else {
      return metrics.row(from: metrics.top, length: .zero)
    }
    let place = row - walk.range.lowerBound
    return metrics.row(
      from: start(of: place, inChunk: walk.number),
      length: Units(points: lengths.length(in: chunk, at: place)))
  }

  /// The number of rows from `row` on that are in chunks shared with `other`, at equal beginnings.
  ///
  /// - Complexity: O(shared chunks).
  func sharedCount(from row: Int, with other: ListRows) -> Int {
    lengths.items.starts.sharedCount(from: row, with: other.lengths.items.starts) {
      chunks[$0] === other.chunks[$1] && tops[$0] == other.tops[$1]
    }
  }

  /// The number of rows from `row` on that are at the places of a grid's rows, up to the first chunk of items
  /// with fields or one that begins elsewhere.
  ///
  /// - Complexity: O(chunks found).
  func alikeCount(from row: Int, with grid: ListGrid) -> Int {
    guard row < count, row < grid.count, Units(points: lengths.rowHeight) == grid.rowLength else {
      return 0
    }
    var (number, end) = (lengths.items.starts.chunk(of: row), row)
    while number < chunks.count, lengths.items.chunks[number].isImplicit, end < grid.count,
      start(of: end) == grid.start(of: end)
    {
      number += 1
      end = lengths.items.start(ofChunk: number)
    }
    return min(end, grid.count) - row
  }

  /// The first row whose start and length pass the test; `count` if none does.
  ///
  /// If a row passes the test, all rows after it must pass it.
  ///
  /// - Complexity: O(log n).
  func firstRow(where holds: (_ start: Units, _ length: Units) -> Bool) -> Int {
    func length(_ place: Int, _ number: Int) -> Units {
      Units(points: lengths.length(in: lengths.items.chunks[number], at: place))
    }
    // Search the chunk before the first chunk whose first row passes, and in it the block before the first
    // block whose first row passes. If no row there passes, the result is the row after that block.
    let next = chunks.indices.firstIndex { holds(tops[$0], length(0, $0)) }
    guard next > 0 else { return 0 }
    let (number, top) = (next - 1, tops[next - 1])
    let starts = chunks[number].starts
    let block =
      max(
        1,
        starts.indices.firstIndex {
          holds(top + starts[$0], length($0 * RowChunk.blockLength, number))
        }) - 1
    var start = top + starts[block]
    var place = block * RowChunk.blockLength
    while place < lengths.items.chunks[number].count {
      let length = length(place, number)
      if holds(start, length) { break }
      start += length + metrics.spacing
      place += 1
    }
    return lengths.items.start(ofChunk: number) + place
  }
}

/// Stacks rows of different lengths, chunk by chunk, in one pass.
struct ListRowPlacing {
  fileprivate let metrics: ListMetrics
  fileprivate let lengths: ListRowLengths
  private let budget: LayoutBudget
  fileprivate var chunks: [RowChunk] = []
  fileprivate var tops: [Units] = []
  /// The beginning of the next row.
  private var start: Units
  /// The least beginning of a row; that of the section's first row if none has been placed.
  private(set) var minStart: Units
  /// The greatest end of a row; the beginning of the section's first row if none has been placed.
  private(set) var maxEnd: Units
  /// Whether the beginnings and ends of rows ascend.
  private(set) var isOrdered = true
  /// The placed rows of `ItemChunk.plain`, which occurs many times if items were given as a count; nil until they
  /// are placed.
  ///
  /// The first change of a count of 1,000,000 rows then places 8,192 of them instead of all.
  private var plain: RowChunk?
  /// The bit pattern of the greatest length in points, or of an invalid length if there is one.
  private var greatest: UInt64 = 0
  /// The number of rows placed, without those in chunks taken over from an earlier layout.
  private(set) var placedCount = 0

  init(_ metrics: ListMetrics, _ lengths: ListRowLengths, _ budget: LayoutBudget) {
    self.metrics = metrics
    self.lengths = lengths
    self.budget = budget
    start = metrics.top
    minStart = metrics.top
    maxEnd = metrics.top
  }

  /// The greatest length of a row so far, in points; an invalid number if a row's length is invalid.
  var greatestLength: Double { Double(bitPattern: greatest) }

  /// Stacks all rows, at least one.
  ///
  /// - Parameters:
  ///   - earlier: the rows of an earlier layout, whose metrics must be equal but for `top`; chunks whose items are
  ///     unchanged are taken over. Nil if there is no earlier layout.
  ///   - path: the path of the items in the document.
  ///   - check: called after each block with the greatest length of a row so far; throws if the section
  ///     could be too long.
  /// - Throws: an error that lists the rows whose length is negative or not finite; `LayoutError.cancelled`.
  /// - Complexity: O(n).
  mutating func run(
    after earlier: ListRows?, at path: DocumentPath, check: (Double) throws(LayoutError) -> Void
  ) throws(LayoutError) -> ListRows {
    var unpacked = ListBlockLengths(lengths)
    let chunkCount = lengths.items.chunks.count
    chunks.reserveCapacity(chunkCount)
    tops.reserveCapacity(chunkCount)
    // With a negative spacing, chunks are not taken over: the end of each row counts.
    var matching =
      metrics.spacing >= .zero ? earlier.map { ChunkMatching($0.lengths.items) } : nil
    for block in lengths.items.blocks {
      tops.append(start)
      if let earlier, let number = matching?.number(of: block.chunk) {
        try budget.count(1)
        share(earlier.chunks[number])
        try check(greatestLength)
        continue
      }
      let isPlain = block.chunk === ItemChunk.plain && metrics.spacing >= .zero
      if isPlain, let plain {
        try budget.count(1)
        share(plain)
        continue
      }
      try budget.count(block.count)
      placedCount += block.count
      let placed = place(unpacked.read(block), count: block.count)
      chunks.append(placed)
      if isPlain { plain = placed }
      try budget.hold(placed.byteCount + 16)
      guard greatestLength.isLength else { throw try lengths.error(at: path, budget) }
      try check(greatestLength)
    }
    return ListRows(self)
  }

  private mutating func share(_ chunk: RowChunk) {
    chunks.append(chunk)
    start += chunk.length
    maxEnd = max(maxEnd, start - metrics.spacing)
    greatest = max(greatest, chunk.greatestLength.bitPattern)
  }

  private mutating func place(_ lengths: [Double], count: Int) -> RowChunk {
    let (metrics, rowHeight) = (metrics, self.lengths.rowHeight)
    var greatest: UInt64 = 0
    var (minStart, maxEnd, isOrdered) = (minStart, maxEnd, isOrdered)
    let top = start
    var start = start
    let slice = lengths[...]
    let starts = [Units](count: (count - 1) / RowChunk.blockLength + 1) { starts in
      let lengths = slice.span
      var row = 0
      for block in starts.indices {
        starts[block] = start - top
        let end = min(count, row + RowChunk.blockLength)
        while row < end {
          let own = lengths[row]
          let given = own.isNaN ? rowHeight : own
          // The bits of invalid lengths are greater than those of all valid lengths.
          greatest = max(greatest, (given + 0).bitPattern)
          let length = Units(points: given)
          minStart = min(minStart, start)
          maxEnd = max(maxEnd, start + length)
          isOrdered = isOrdered && length + metrics.spacing >= .zero
          start += length + metrics.spacing
          row += 1
        }
      }
      return true
    }
    self.start = start
    self.greatest = max(self.greatest, greatest)
    (self.minStart, self.maxEnd, self.isOrdered) = (minStart, maxEnd, isOrdered)
    return RowChunk(
      starts, length: start - top, greatestLength: Double(bitPattern: greatest))
  }
}
