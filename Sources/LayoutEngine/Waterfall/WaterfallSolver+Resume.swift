extension WaterfallSolver {
  /// Places what has changed since earlier cells were, and shares their other chunks; nil where they
  /// cannot be shared.
  ///
  /// A chunk of the same items stands as it did, wherever its columns end before it, if all of its
  /// items keep their columns or take them in turn from the same one on; else if all columns have moved
  /// alike.
  func resume(
    _ items: Items, after earlier: WaterfallCells, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> (cells: WaterfallCells, greatest: Double, placedItemCount: Int)? {
    guard let old = earlier.heldItems,
      earlier.isResumable(metrics), items.count >= metrics.columnCount, !items.chunks.isEmpty,
      items.chunks.allSatisfy({ $0.columnSpans.isEmpty })
    else { return nil }
    try budget.spend(ColumnPlacing.stepsAColumn * metrics.columnCount, at: path)
    var resuming = WaterfallResuming(
      metrics, spec.placement, old, earlier.table, count: items.count, at: path, budget)
    var matching = ChunkMatching(old)
    let blocks = Array(items.blocks)
    var next = 0
    while next < blocks.count {
      if let number = matching.number(of: blocks[next].chunk),
        let shared = try resuming.share(blocks[next...], from: number)
      {
        next += shared
        continue
      }
      guard try resuming.read(blocks[next]) else {
        try items.requireNoFaults(metrics, at: path, budget)
        return nil
      }
      try metrics.unit.require(reach(resuming.greatest, count: items.count))
      next += 1
    }
    let table = try resuming.finish()
    let reach = reach(resuming.greatest, count: items.count)
    try metrics.unit.require(reach)
    // Where sums could reach the limit, cells' lengths are read from their items.
    guard WaterfallCells.areSumsExact(metrics, reach: reach) else { return nil }
    let cells = WaterfallCells(
      metrics, items: items, SpanSurvey(itemCount: items.count), placing: resuming.placing,
      table: table, reach: reach, budget)
    return (cells, resuming.greatest, resuming.placedItemCount)
  }
}

/// Puts a waterfall together from chunks of an earlier one and from items that are placed.
private struct WaterfallResuming {
  private let metrics: WaterfallMetrics
  private let placement: WaterfallSpec.Placement
  private let old: Items
  private let oldTable: ColumnTable
  private let budget: LayoutBudget
  /// Where the columns stand; places items by LayoutRules F2–F5.
  private(set) var placing: ColumnPlacing
  /// Places items of which some keep their columns.
  private var keeping: ColumnPlacing
  private var table: ColumnTable
  private var reader: WaterfallReader
  /// Items that are not placed yet.
  private var pending = WaterfallLengths()
  private let leastLength: Int
  private(set) var greatest = 0.0
  private(set) var placedItemCount = 0

  init(
    _ metrics: WaterfallMetrics, _ placement: WaterfallSpec.Placement, _ old: Items,
    _ oldTable: ColumnTable, count: Int, at path: DocumentPath, _ budget: LayoutBudget
  ) {
    self.metrics = metrics
    self.placement = placement
    self.old = old
    self.oldTable = oldTable
    self.budget = budget
    var survey = SpanSurvey(itemCount: count)
    placing = ColumnPlacing(survey, metrics, placement, at: path, budget)
    survey.noteKeptColumns(of: metrics.columnCount)
    keeping = ColumnPlacing(survey, metrics, placement, at: path, budget)
    table = ColumnTable(columnCount: metrics.columnCount)
    reader = WaterfallReader(metrics: metrics)
    leastLength = PlacedColumns.leastLength(ofColumns: metrics.columnCount)
  }

  /// Takes over a placed chunk of which all items come next.
  ///
  /// - Parameters:
  ///   - blocks: the items that come next; the first is the earlier chunk of that number.
  /// - Returns: how many blocks it holds; nil where there is none, or it does not stand as it did.
  mutating func share(
    _ blocks: ArraySlice<ItemBlock>, from number: Int
  ) throws(LayoutError) -> Int? {
    // Too few items for a chunk are joined by the next ones.
    guard pending.count == 0 else { return nil }
    let start = old.start(ofChunk: number)
    let chunkNumber = oldTable.starts.chunk(of: start)
    guard oldTable.starts.start(of: chunkNumber) == start else { return nil }
    let chunk = oldTable.chunks[chunkNumber]
    var (count, items) = (0, 0)
    while items < chunk.count {
      let (block, other) = (blocks.startIndex + count, number + count)
      guard block < blocks.endIndex, blocks[block].chunk === old.chunks[other] else { return nil }
      items += blocks[block].count
      count += 1
    }
    guard items == chunk.count, stands(chunkNumber, blocks.prefix(count), from: number) else {
      return nil
    }
    try budget.count(count + metrics.columnCount)
    table.append(chunk, from: placing.state.bottoms, greatest: oldTable.greatest(of: chunkNumber))
    greatest = max(greatest, oldTable.greatest(of: chunkNumber))
    placing.pass(chunk, placement)
    return count
  }

  /// Whether the items of a placed chunk would be placed as they were.
  private func stands(
    _ chunkNumber: Int, _ blocks: ArraySlice<ItemBlock>, from number: Int
  ) -> Bool {
    let chunk = oldTable.chunks[chunkNumber]
    var (keepAll, keepAlike, start) = (true, true, 0)
    for (offset, block) in blocks.enumerated() {
      let other = old.standing.isEmpty ? nil : old.standing[number + offset]
      if let standing = block.standing {
        // Columns that this chunk gave them, or another that gave them the same ones.
        let isOwn = standing.source === chunk && standing.first == start
        let isKept = other.map { standing.isSame(as: $0) } ?? false
        if !isOwn, !isKept { return false }
      } else {
        if other != nil { return false }
        keepAll = keepAll && block.chunk.haveAllColumns
        keepAlike = keepAlike && block.chunk.columns.isEmpty
      }
      start += block.count
    }
    if keepAll { return true }
    let cursor = oldTable.cursor(before: chunkNumber, placement)
    let isSameTurn = cursor == placing.state.cursor % metrics.columnCount
    switch placement {
    case .roundRobin, .gridLanes(.infinity):
      return isSameTurn && (keepAlike || isShiftedAlike(chunkNumber))
    case .gridLanes: return isSameTurn && isShiftedAlike(chunkNumber)
    case .shortestColumn: return isShiftedAlike(chunkNumber)
    }
  }

  /// Whether all columns end as far from where they ended before an earlier chunk.
  private func isShiftedAlike(_ chunkNumber: Int) -> Bool {
    let bottoms = placing.state.bottoms
    let shift = bottoms[0] - oldTable.entry(chunkNumber, 0)
    return bottoms.indices.allSatisfy {
      bottoms[$0] - oldTable.entry(chunkNumber, $0) == shift
    }
  }

  /// Reads the items that come next, to be placed.
  ///
  /// - Returns: false where one has a fault.
  mutating func read(_ block: ItemBlock) throws(LayoutError) -> Bool {
    if pending.count + block.count > PlacedColumns.greatestLength { try placePending() }
    guard
      let next = try reader.read(block, withSpans: false, withColumns: true, budget)
    else { return false }
    pending.append(next)
    greatest = max(greatest, next.greatest)
    placedItemCount += block.count
    if pending.count >= leastLength { try placePending() }
    return true
  }

  private mutating func placePending() throws(LayoutError) {
    guard pending.count > 0 else { return }
    let read = pending
    pending = WaterfallLengths()
    let state = placing.state
    let chunk: PlacedColumns
    if read.keptColumns.allSatisfy({ $0 == WaterfallLengths.free }) {
      chunk = try placing.place(read, budget)
    } else {
      keeping.state = state
      chunk = try keeping.place(read, budget)
      placing.state = keeping.state
    }
    table.append(chunk, from: state.bottoms, greatest: read.greatest)
    try budget.hold(chunk.byteCount + 8 * state.bottoms.count)
  }

  /// The table of all chunks.
  mutating func finish() throws(LayoutError) -> ColumnTable {
    try placePending()
    table.finish()
    return table
  }
}
