/// Repeats placed chunks of a waterfall among items without fields.
///
/// The places of such a chunk's items follow from the columns that the items keep, how far the columns end from
/// each other before the chunk, and the cursor if the placement uses one. After as many chunks as there are columns, at most, these are
/// as they were, so a few chunks serve a count of any length.
struct PlainColumns {
  /// The maximum number of chunks that are repeated.
  private static let limit = 64

  /// A placed chunk, and the state before it.
  private struct Placed {
    let chunk: ColumnChunk
    /// The waterfall columns that the items keep; nil if they keep none.
    let assigned: AssignedColumns?
    /// The cursor before the chunk, modulo the number of columns; 0 if the placement uses none.
    let cursor: Int
    /// Where each column ended before the chunk.
    let bottoms: [Units]
    /// An upper bound of the items' lengths, in points.
    let greatest: Double

    func follows(_ state: ColumnState, cursor: Int, _ columns: AssignedColumns?) -> Bool {
      let shift = state.bottoms[0] - bottoms[0]
      guard cursor == self.cursor,
        bottoms.indices.allSatisfy({ state.bottoms[$0] - bottoms[$0] == shift })
      else { return false }
      return assigned === columns
    }
  }

  private let placement: WaterfallSpec.Placement
  /// Whether a chunk of `ItemChunk.plain` is long enough for the columns.
  private let isLong: Bool
  private var placed: [Placed] = []
  /// The placed chunks of an earlier version and its items; nil if there is none, or once its chunks are in `placed`.
  private var earlier: (table: ColumnTable, items: Items)?

  /// - Parameter earlier: the placed chunks of an earlier version, which are repeated, too, and its items.
  init(
    metrics: WaterfallMetrics, _ placement: WaterfallSpec.Placement,
    after earlier: (table: ColumnTable, items: Items)?
  ) {
    self.placement = placement
    self.earlier = earlier
    isLong = ColumnChunk.minLength(ofColumns: metrics.columnCount) <= ItemChunk.maxLength
  }

  /// Finds the distinct chunks of the earlier version that contain items without fields and no others.
  private mutating func findEarlier(_ budget: LayoutBudget) throws(LayoutError) {
    guard let (table, items) = earlier else { return }
    earlier = nil
    try budget.count(table.chunks.count)
    var known: Set<ObjectIdentifier> = []
    for number in table.chunks.indices where placed.count < Self.limit {
      let (chunk, elements) = (table.chunks[number], table.starts.elements(of: number))
      var blocks = items.blocks(intersecting: elements)
      guard chunk.isListed, !known.contains(chunk.id), let block = blocks.next(),
        block.items == elements, isRepeatable(block)
      else { continue }
      known.insert(chunk.id)
      placed.append(
        Placed(
          chunk: chunk, assigned: block.assigned,
          cursor: placement == .shortestColumn ? 0 : table.cursor(before: number),
          bottoms: (0..<table.columnCount).map { table.entry(number, $0) },
          greatest: table.greatest(of: number..<number + 1)))
    }
  }

  /// Adds a chunk that was placed before to the table, if it contains the block's items as they would be
  /// placed; no items may be pending.
  ///
  /// - Returns: an upper bound of the items' lengths, in points; nil if the items are to be placed.
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(c) for each chunk that may be repeated, for c columns.
  mutating func repeatChunk(
    for block: ItemBlock, _ placing: inout ColumnPlacing, _ table: inout ColumnTable,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> Double? {
    guard isRepeatable(block) else { return nil }
    try findEarlier(budget)
    let state = placing.state
    try budget.count(placed.count + state.bottoms.count)
    let cursor = cursor(of: state)
    guard let found = placed.first(where: { $0.follows(state, cursor: cursor, block.assigned) })
    else { return nil }
    let chunk = found.chunk
    table.append(chunk, from: state.bottoms, greatest: found.greatest, spans: .none)
    placing.pass(
      to: state.bottoms.indices.map { state.bottoms[$0] + chunk.exit(of: $0) },
      cursor: chunk.cursor ?? state.cursor, placement)
    try budget.reserve(8 * state.bottoms.count)
    return found.greatest
  }

  /// Notes that the table's last chunk contains the block's items and no others, so that it may be repeated.
  ///
  /// - Parameters:
  ///   - state: the columns' state before the chunk.
  ///   - greatest: an upper bound of the items' lengths, in points.
  mutating func note(
    _ block: ItemBlock, after state: ColumnState, _ table: ColumnTable, greatest: Double
  ) {
    guard isRepeatable(block), placed.count < Self.limit, let chunk = table.chunks.last,
      chunk.isListed
    else { return }
    placed.append(
      Placed(
        chunk: chunk, assigned: block.assigned, cursor: cursor(of: state),
        bottoms: state.bottoms, greatest: greatest))
  }

  private func cursor(of state: ColumnState) -> Int {
    placement == .shortestColumn ? 0 : state.cursor % state.bottoms.count
  }

  private func isRepeatable(_ block: ItemBlock) -> Bool {
    isLong && block.chunk === ItemChunk.plain && block.count == block.chunk.count
  }
}
