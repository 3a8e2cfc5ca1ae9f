extension WaterfallSolver {
  /// Places the items that have changed since an earlier version, and shares the version's unchanged
  /// chunks; nil if the version's chunks cannot be used.
  ///
  /// A chunk whose items are unchanged is always shared if each item covers one column, and either all
  /// items keep their columns, or columns are filled in turn and the first item begins in the same
  /// column as before. Any other unchanged chunk is shared if all columns before it have moved by one
  /// distance and the cursor, if the placement uses one, is at the same column as before.
  func resume(
    _ items: Items, after earlier: WaterfallCells, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> (cells: WaterfallCells, greatest: Double, placedItemCount: Int)? {
    guard let old = earlier.heldItems,
      earlier.isResumable(metrics), items.count >= metrics.columnCount, !items.chunks.isEmpty
    else { return nil }
    try budget.spend(ColumnPlacing.stepsAColumn * metrics.columnCount, at: path)
    var resuming = WaterfallResuming(
      metrics, spec.placement, old, earlier, count: items.count, at: path, budget)
    var matching = ChunkMatching(old)
    var next = 0
    while next < items.chunks.count {
      if let number = matching.number(of: items.chunks[next]) {
        let shared = try resuming.share(items, at: next, from: number)
        if shared > 0 {
          matching.pass(shared - 1)
          next += shared
          continue
        }
      }
      guard try resuming.read(items.block(next)) else {
        try items.requireNoFaults(metrics, at: path, budget)
        return nil
      }
      try path.requireScrollLength(reach(resuming.greatest, count: items.count))
      next += 1
    }
    let table = try resuming.finish(items)
    try path.requireScrollLength(reach(resuming.greatest, count: items.count))
    let cells = WaterfallCells(
      metrics, items: items, placing: resuming.placing, table: table, budget)
    return (cells, resuming.greatest, resuming.placedItemCount)
  }
}

/// Assembles a waterfall from placed chunks of an earlier version and from chunks of items that it
/// places.
private struct WaterfallResuming {
  private let metrics: WaterfallMetrics
  private let placement: WaterfallSpec.Placement
  private let old: Items
  private let earlier: WaterfallCells
  private let oldTable: ColumnTable
  private let itemCount: Int
  /// The path of the section's items in the document, for errors.
  private let path: DocumentPath
  private let budget: LayoutBudget
  /// The columns' state after all items so far.
  ///
  /// It places items that cover one column each and keep none, by LayoutRules F2, F4 and F5.
  private(set) var placing: ColumnPlacing
  /// Places chunks in which some items keep their columns.
  private var keeping: ColumnPlacing
  private var table: ColumnTable
  private var reader: WaterfallReader
  /// The items that have been read but not placed, since they are too few for a chunk.
  private var pending = WaterfallLengths()
  private let leastLength: Int
  /// Repeats chunks of items without fields.
  private var plain: PlainColumns
  private(set) var greatest = 0.0
  private(set) var placedItemCount = 0

  init(
    _ metrics: WaterfallMetrics, _ placement: WaterfallSpec.Placement, _ old: Items,
    _ earlier: WaterfallCells, count: Int, at path: DocumentPath, _ budget: LayoutBudget
  ) {
    self.metrics = metrics
    self.placement = placement
    self.old = old
    self.earlier = earlier
    oldTable = earlier.table
    itemCount = count
    self.path = path
    self.budget = budget
    var survey = SpanSurvey(itemCount: count)
    placing = ColumnPlacing(survey, metrics, placement, at: path, budget)
    survey.noteGivenColumns(of: metrics.columnCount)
    keeping = ColumnPlacing(survey, metrics, placement, at: path, budget)
    table = ColumnTable(columnCount: metrics.columnCount, expected: oldTable.chunks.count + 2)
    reader = WaterfallReader(metrics: metrics)
    leastLength = ColumnChunk.leastLength(ofColumns: metrics.columnCount)
    plain = PlainColumns(metrics: metrics, placement)
  }

  /// Takes over the earlier version's placed chunks for the next items, up to the first placed chunk
  /// that cannot be shared.
  ///
  /// - Parameters:
  ///   - items: the section's items.
  ///   - next: the number of the next chunk of items to place.
  ///   - number: the number of that chunk among the earlier version's items.
  /// - Returns: the number of chunks of items taken over; 0 if the first placed chunk cannot be shared.
  /// - Complexity: O(item chunks compared + c · placed chunks taken over) for c columns.
  mutating func share(
    _ items: Items, at next: Int, from number: Int
  ) throws(LayoutError) -> Int {
    // Pending items are too few for a chunk, so the next items join them.
    guard pending.count == 0 else { return 0 }
    let start = old.start(ofChunk: number)
    let first = oldTable.starts.chunk(of: start)
    guard oldTable.starts.start(of: first) == start else { return 0 }
    let (rule, offset) = (sharingRule(of: first), next - number)
    var (end, last) = (first, number)
    while end < oldTable.chunks.count {
      let itemsEnd = oldTable.starts.start(of: end + 1)
      var after = last + 1
      while old.start(ofChunk: after) < itemsEnd { after += 1 }
      guard old.start(ofChunk: after) == itemsEnd, stands(end, last..<after, items, offset, rule)
      else { break }
      (end, last) = (end + 1, after)
    }
    guard end > first else { return 0 }
    try budget.count(last - number + metrics.columnCount * (end - first))
    try budget.take(oldTable.steps(of: first..<end), at: path)
    take(first..<end)
    return last - number
  }

  private mutating func take(_ numbers: Range<Int>) {
    let before = placing.state.bottoms
    table.append(numbers, of: oldTable, from: before)
    greatest = max(greatest, oldTable.greatest(of: numbers))
    // The end of each column has moved by the same distance as its beginning.
    let ends = oldTable.ends(of: numbers.upperBound - 1)
    let after = before.indices.map {
      before[$0] + (ends[$0] - oldTable.entry(numbers.lowerBound, $0))
    }
    let cursor = oldTable.cursor(after: numbers) ?? placing.state.cursor
    placing.pass(to: after, cursor: cursor, placement)
  }

  /// The kinds of placed chunks that may be shared, if their items are unchanged.
  private struct SharingRule {
    /// Whether chunks with any items may be shared: all columns before them have moved by one distance,
    /// and if the placement uses a cursor, it is at the same column.
    var all: Bool
    /// Whether chunks may be shared in which all items keep columns and some cover several: all columns
    /// before them have moved by one distance.
    ///
    /// If no item covers several columns, chunks whose items all keep columns may always be shared.
    var keptSpans: Bool
    /// Whether chunks may be shared whose items keep no column and cover one each: columns are filled in
    /// turn, and the next column is the same as before.
    var inTurn: Bool
  }

  /// Returns which placed chunks of the earlier version may be shared, from `chunk` on.
  ///
  /// One rule serves the whole run of shared chunks: sharing a chunk moves every column's end by as much as
  /// its start, and leaves the cursor where it was in the earlier version.
  private func sharingRule(of chunk: Int) -> SharingRule {
    let isSameTurn =
      oldTable.cursor(before: chunk) == placing.state.cursor % metrics.columnCount
    let isAlike = isShiftedAlike(chunk)
    switch placement {
    case .roundRobin, .balanced, .gridLanes(.infinity):
      return SharingRule(all: isSameTurn && isAlike, keptSpans: isAlike, inTurn: isSameTurn)
    case .gridLanes:
      return SharingRule(all: isSameTurn && isAlike, keptSpans: isAlike, inTurn: false)
    case .shortestColumn:
      return SharingRule(all: isAlike, keptSpans: isAlike, inTurn: false)
    }
  }

  /// Returns whether a placed chunk of the earlier version contains the next items, and each would be
  /// placed in the same column again, so that the chunk can be shared.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the earlier version's item chunks whose items the placed chunk
  ///     contains.
  ///   - offset: the difference between an item chunk's number in `items` and its number in the earlier
  ///     version.
  private func stands(
    _ chunk: Int, _ numbers: Range<Int>, _ items: Items, _ offset: Int, _ rule: SharingRule
  ) -> Bool {
    guard numbers.upperBound + offset <= items.chunks.count else { return false }
    let haveAssigned = !(old.assigned.isEmpty && items.assigned.isEmpty)
    var (keepAll, keepAlike) = (true, true)
    for number in numbers {
      let itemChunk = items.chunks[number + offset]
      guard itemChunk === old.chunks[number] else { return false }
      if rule.all, !haveAssigned { continue }
      let was = old.assigned(ofChunk: number)
      if let assigned = items.assigned(ofChunk: number + offset) {
        // The items must keep the columns in which they were placed, or which they also kept then.
        guard
          assigned === was
            || assigned.isSame(as: earlier.assignedColumns(of: old.starts.elements(of: number)))
        else { return false }
      } else {
        guard was == nil else { return false }
        keepAll = keepAll && itemChunk.haveAllColumns
        keepAlike = keepAlike && !itemChunk.haveColumns
      }
    }
    if rule.all { return true }
    let haveSpans = oldTable.hasSpans(chunk)
    return keepAll && (rule.keptSpans || !haveSpans) || keepAlike && rule.inTurn && !haveSpans
  }

  /// Returns whether all columns now end at one distance from where they ended before a placed chunk of
  /// the earlier version.
  private func isShiftedAlike(_ chunk: Int) -> Bool {
    let bottoms = placing.state.bottoms
    let shift = bottoms[0] - oldTable.entry(chunk, 0)
    return bottoms.indices.allSatisfy { bottoms[$0] - oldTable.entry(chunk, $0) == shift }
  }

  /// Reads the next items, and places all pending items when they are enough for a chunk.
  ///
  /// - Returns: false if an item has a fault.
  mutating func read(_ block: ItemBlock) throws(LayoutError) -> Bool {
    if pending.count == 0,
      let length = try plain.repeatChunk(for: block, &placing, &table, budget)
    {
      greatest = max(greatest, length)
      return true
    }
    let (isAlone, state) = (pending.count == 0, placing.state)
    if pending.count + block.count > ColumnChunk.greatestLength { try placePending() }
    guard
      var next = try reader.read(
        block, withSpans: !block.chunk.columnSpans.isEmpty, withColumns: true, budget)
    else { return false }
    if next.greatestSpan == 1 { next.spans = [] }
    pending.append(next)
    greatest = max(greatest, next.greatest)
    placedItemCount += block.count
    guard pending.count >= leastLength else { return true }
    try placePending()
    if isAlone { plain.note(block, after: state, table, greatest: next.greatest) }
    return true
  }

  private mutating func placePending() throws(LayoutError) {
    guard pending.count > 0 else { return }
    let read = pending
    pending = WaterfallLengths()
    let (state, stepsLeft) = (placing.state, budget.stepsLeft)
    let chunk: ColumnChunk
    if !read.givenColumns.allSatisfy({ $0 == .none }) {
      keeping.state = state
      chunk = try keeping.place(read, budget)
      placing.state = keeping.state
    } else if read.spans.isEmpty {
      chunk = try placing.place(read, budget)
    } else {
      // This `ColumnPlacing` is created for the spans of this chunk only. With few columns that costs
      // little; with many columns a chunk has thousands of items.
      var spanning = ColumnPlacing(
        SpanSurvey(read, of: itemCount), metrics, placement, at: path, budget)
      spanning.resume(at: state)
      chunk = try spanning.place(read, budget)
      placing.state = spanning.state
    }
    let spans = ColumnTable.ChunkSpans(
      greatest: read.greatestSpan, steps: stepsLeft - budget.stepsLeft)
    table.append(chunk, from: state.bottoms, greatest: read.greatest, spans: spans)
    try budget.hold(chunk.byteCount + 8 * state.bottoms.count)
  }

  /// Places the pending items, and returns the table of all chunks.
  mutating func finish(_ items: Items) throws(LayoutError) -> ColumnTable {
    try placePending()
    table.finish(items)
    return table
  }
}
