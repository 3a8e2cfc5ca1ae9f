/// A chunk of neighbouring items of a dense waterfall, with their columns and tops, and the state of the
/// columns after them.
///
/// Tops are distances from where the columns began in the layout that placed the chunk. A later version may
/// share the chunk at another distance (`DenseTable`).
final class DenseChunk: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  private let tops: [Units]
  /// The column in which each item begins.
  let columns: [UInt16]
  /// Finds the items that intersect a rectangle.
  private let index: RectIndex
  /// The least top of the items.
  let start: Units
  /// The farthest end of the items, without the spacing after it.
  let end: Units
  /// An upper bound of the items' lengths, in points.
  let greatest: Double
  /// The state of the columns after the items.
  let exit: DensePlacing.State
  /// The steps that placing the items took (`LayoutLimits.maxSteps`).
  let steps: Int
  let byteCount: Int

  /// Creates a chunk from the places of at least one item.
  ///
  /// - Complexity: O(n).
  init(
    _ items: WaterfallLengths, _ places: ItemPlaces, _ metrics: WaterfallMetrics,
    exit: DensePlacing.State, steps: Int, _ budget: LayoutBudget
  ) {
    (tops, columns) = (places.tops, places.columns)
    greatest = items.greatest
    self.exit = exit
    self.steps = steps
    start = places.tops.reduce(places.tops[0]) { min($0, $1) }
    end = places.tops.indices.reduce(.zero) {
      max($0, places.tops[$1] + Units(points: items.lengths[$1]))
    }
    index = RectIndex(count: tops.count, budget) { item in
      metrics.placement.frame(
        SectionFrame(
          start: places.tops[item], length: Units(points: items.lengths[item]),
          cross: metrics.position(ofColumn: Int(places.columns[item])),
          breadth: metrics.width(ofSpan: items.spans.isEmpty ? 1 : Int(items.spans[item]))))
    }
    byteCount =
      8 * tops.capacity + 2 * columns.capacity + index.byteCount + exit.gaps.byteCount + 120
  }

  var count: Int { tops.count }

  /// Returns the column and the top of an item by its number in the chunk.
  func place(of item: Int) -> (column: Int, top: Units) { (Int(columns[item]), tops[item]) }

  /// Adds the indices of the items that intersect the rectangle, and possibly of some that don't, counted from
  /// `first`.
  ///
  /// - Parameter rect: a rectangle whose distances count from where the chunk's tops do.
  func addNumbers(intersecting rect: Rect, from first: Int, to numbers: inout IndexRuns) {
    var found = IndexRuns(limit: numbers.room)
    index.addNumbers(intersecting: rect, to: &found)
    guard !found.isFull else { return numbers.countVisits(.max) }
    numbers.countVisits(found.visitCount)
    for run in found.runs { numbers.append(first + run.lowerBound..<first + run.upperBound) }
  }
}

/// The chunks of a dense waterfall section, and how far each is moved.
struct DenseTable: Sendable {
  private(set) var chunks: [DenseChunk] = []
  /// The distance by which each chunk is moved from where it was placed.
  private(set) var shifts: [Units] = []
  /// The number of the first item of each chunk.
  private(set) var starts = ChunkStarts(lengths: [])
  /// The least top of each chunk and all after it.
  private var tops: [Units] = []
  /// The farthest end of each chunk and all before it.
  private var ends: [Units] = []
  /// The metrics of the columns in which items are placed.
  private let metrics: WaterfallMetrics

  init(_ metrics: WaterfallMetrics) { self.metrics = metrics }

  /// The number of columns in which items are placed.
  var columnCount: Int { metrics.columnCount }

  mutating func append(_ chunk: DenseChunk, movedBy shift: Units) {
    chunks.append(chunk)
    shifts.append(shift)
  }

  /// Completes the table when the chunks of all items have been added.
  ///
  /// - Complexity: O(chunks).
  mutating func finish() {
    starts = ChunkStarts(lengths: chunks.map { $0.count })
    tops = chunks.indices.map { chunks[$0].start + shifts[$0] }
    ends = chunks.indices.map { chunks[$0].end + shifts[$0] }
    for chunk in chunks.indices.dropFirst() { ends[chunk] = max(ends[chunk], ends[chunk - 1]) }
    for chunk in chunks.indices.dropLast().reversed() {
      tops[chunk] = min(tops[chunk], tops[chunk + 1])
    }
  }

  /// The bytes that the table uses, without its chunks.
  var byteCount: Int {
    8 * (chunks.capacity + shifts.capacity + tops.capacity + ends.capacity) + starts.byteCount
  }

  /// The farthest end of an item; 0 if there are none.
  var length: Units { ends.last ?? .zero }

  /// Returns the state of the columns before a chunk, with distances that count from where the chunk's do.
  func entry(_ chunk: Int) -> DensePlacing.State {
    var state =
      chunk == 0
      ? DensePlacing.State(gaps: ColumnGaps(metrics)) : chunks[chunk - 1].exit
    state.gaps.move(by: (chunk == 0 ? .zero : shifts[chunk - 1]) - shifts[chunk])
    return state
  }

  /// Returns a lower bound of the tops of an item and all items after it.
  func minStart(from item: Int) -> Units { tops[starts.chunk(of: item)] }

  /// Returns the number of items, from `item` on, in chunks that are at the same place in both tables.
  func sharedCount(from item: Int, with other: DenseTable) -> Int {
    starts.sharedCount(from: item, with: other.starts) { number, match in
      chunks[number] === other.chunks[match] && shifts[number] == other.shifts[match]
    }
  }

  /// Returns the numbers of chunks that may have an item between two distances.
  ///
  /// - Complexity: O(log chunks).
  func chunks(intersecting lower: Units, _ upper: Units) -> Range<Int> {
    let first = chunks.indices.firstIndex { ends[$0] >= lower }
    let end = chunks.indices.firstIndex { tops[$0] > upper }
    return first..<max(first, end)
  }
}
