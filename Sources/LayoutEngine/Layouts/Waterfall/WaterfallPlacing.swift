/// Places a waterfall's items chunk by chunk: chunks of an earlier version are shared, chunks of items without fields
/// repeated, and all others placed.
///
/// A chunk of the earlier version whose items are unchanged is always shared if each item covers one column, and
/// either all items keep their columns, or columns are filled in turn and the first item begins in the same column as
/// before. Any other unchanged chunk is shared if all columns before it have moved by one distance and the cursor, if
/// the placement uses one, is at the same column as before.
struct WaterfallPlacing {
  private let solver: WaterfallSolver
  /// The metrics, limited to the columns that the items can reach.
  private let metrics: WaterfallMetrics
  private var placement: WaterfallSpec.Placement { solver.spec.placement }
  /// The cells of the earlier version, its items and the search for them; nil if there is none.
  private var earlier: (cells: WaterfallCells, items: Items, matching: ChunkMatching)?
  private let survey: SpanSurvey
  /// The path of the section's items in the document, for errors.
  private let path: DocumentPath
  private let budget: LayoutBudget
  /// The columns' state after all items so far.
  ///
  /// Without an earlier version it places all items; otherwise those that cover one column each and keep none, by
  /// LayoutRules F2, F4 and F5.
  private(set) var placing: ColumnPlacing
  private var table: ColumnTable
  private var reader: WaterfallReader
  /// The items that have been read but not placed, since they are too few for a chunk.
  private var pending = WaterfallLengths()
  private let minLength: Int
  /// Repeats chunks of items without fields.
  private var plain: PlainColumns
  /// An upper bound of the lengths of all items so far, in points.
  private(set) var greatest = 0.0
  /// The number of items placed, without those of shared and repeated chunks.
  private(set) var placedItemCount = 0

  /// Prepares to place items of which nothing is placed yet.
  ///
  /// - Parameter survey: the survey of all items.
  init(
    _ solver: WaterfallSolver, _ survey: SpanSurvey, at path: DocumentPath, _ budget: LayoutBudget
  ) {
    self.init(
      solver, solver.metrics.limited(toColumns: survey.coveredColumns), survey, after: nil,
      at: path, budget)
  }

  /// Prepares to place the items of a version.
  ///
  /// - Parameter earlier: the cells and the items of the earlier version.
  init(
    _ solver: WaterfallSolver, _ items: Items, after earlier: (cells: WaterfallCells, items: Items),
    at path: DocumentPath, _ budget: LayoutBudget
  ) {
    self.init(
      solver, solver.metrics, SpanSurvey(itemCount: items.count), after: earlier, at: path, budget)
  }

  private init(
    _ solver: WaterfallSolver, _ metrics: WaterfallMetrics, _ survey: SpanSurvey,
    after earlier: (cells: WaterfallCells, items: Items)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) {
    self.solver = solver
    self.metrics = metrics
    self.earlier = earlier.map { ($0.cells, $0.items, ChunkMatching($0.items)) }
    self.survey = survey
    self.path = path
    self.budget = budget
    placing = ColumnPlacing(survey, metrics, solver.spec.placement, at: path, budget)
    let expected = earlier.map { $0.cells.table.chunks.count + 2 } ?? 0
    table = ColumnTable(columnCount: metrics.columnCount, expected: expected)
    reader = WaterfallReader(metrics: solver.metrics)
    minLength = ColumnChunk.minLength(ofColumns: metrics.columnCount)
    plain = PlainColumns(
      metrics: metrics, solver.spec.placement,
      after: earlier.map { ($0.cells.table, $0.items) })
  }

  // MARK: Sharing

  /// Reuses the earlier version's placed chunks for the next items, up to the first placed chunk
  /// that cannot be shared.
  ///
  /// - Parameters:
  ///   - items: the section's items.
  ///   - next: the number of the next chunk of items to place.
  /// - Returns: the number of chunks of items reused; 0 if the first placed chunk cannot be shared.
  /// - Complexity: O(item chunks compared + c · placed chunks reused) for c columns.
  mutating func share(_ items: Items, at next: Int) throws(LayoutError) -> Int {
    guard let number = earlier?.matching.number(of: items.chunks[next]), let earlier,
      // Pending items are too few for a chunk, so the next items join them.
      pending.count == 0
    else { return 0 }
    let (old, oldTable) = (earlier.items, earlier.cells.table)
    let start = old.start(ofChunk: number)
    let first = oldTable.starts.chunk(of: start)
    guard oldTable.starts.start(of: first) == start else { return 0 }
    let (rule, offset) = (sharingRule(of: first, in: oldTable), next - number)
    var (end, last) = (first, number)
    while end < oldTable.chunks.count {
      let itemsEnd = oldTable.starts.start(of: end + 1)
      var after = last + 1
      while old.start(ofChunk: after) < itemsEnd { after += 1 }
      guard old.start(ofChunk: after) == itemsEnd,
        mayShare(end, last..<after, of: earlier.cells, old, items, offset, rule)
      else { break }
      (end, last) = (end + 1, after)
    }
    guard end > first else { return 0 }
    try budget.count(last - number + metrics.columnCount * (end - first))
    try budget.take(oldTable.steps(of: first..<end), at: path)
    take(first..<end, of: oldTable)
    self.earlier?.matching.pass(last - number - 1)
    return last - number
  }

  private mutating func take(_ numbers: Range<Int>, of oldTable: ColumnTable) {
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
    /// Whether chunks may be shared in which all items have kept columns and some cover several: all columns
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
  private func sharingRule(of chunk: Int, in oldTable: ColumnTable) -> SharingRule {
    let isSameTurn =
      oldTable.cursor(before: chunk) == placing.state.cursor % metrics.columnCount
    let isAlike = isShiftedAlike(chunk, in: oldTable)
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
  ///   - offset: the difference between an item chunk's index in `items` and its number in the earlier
  ///     version.
  private func mayShare(
    _ chunk: Int, _ numbers: Range<Int>, of cells: WaterfallCells, _ old: Items, _ items: Items,
    _ offset: Int, _ rule: SharingRule
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
            || assigned.isSame(as: cells.assignedColumns(of: old.starts.elements(of: number)))
        else { return false }
      } else {
        guard was == nil else { return false }
        keepAll = keepAll && itemChunk.haveAllColumns
        keepAlike = keepAlike && !itemChunk.haveColumns
      }
    }
    if rule.all { return true }
    let haveSpans = cells.table.hasSpans(chunk)
    return keepAll && (rule.keptSpans || !haveSpans) || keepAlike && rule.inTurn && !haveSpans
  }

  /// Returns whether all columns now end at one distance from where they ended before a placed chunk of
  /// the earlier version.
  private func isShiftedAlike(_ chunk: Int, in oldTable: ColumnTable) -> Bool {
    let bottoms = placing.state.bottoms
    let shift = bottoms[0] - oldTable.entry(chunk, 0)
    return bottoms.indices.allSatisfy { bottoms[$0] - oldTable.entry(chunk, $0) == shift }
  }

  // MARK: Placing

  /// Reads the next items, and places all pending items when they are enough for a chunk.
  ///
  /// - Returns: false if an item has a fault.
  mutating func read(_ block: ItemBlock) throws(LayoutError) -> Bool {
    if pending.count == 0, survey.maxSpan == 1,
      let length = try plain.repeatChunk(for: block, &placing, &table, budget)
    {
      greatest = max(greatest, length)
      try requireScrollLength()
      return true
    }
    try makeRoom(for: block.count)
    let (isAlone, state) = (pending.count == 0, placing.state)
    let isVersion = earlier != nil
    guard
      var next = try reader.read(
        block, withSpans: isVersion ? !block.chunk.columnSpans.isEmpty : survey.maxSpan > 1,
        withColumns: isVersion || survey.haveAssignedColumns, budget)
    else { return false }
    if isVersion, next.widestSpan == 1 { next.spans = [] }
    greatest = max(greatest, next.greatest)
    try requireScrollLength()
    try add(next)
    if isAlone, pending.count == 0 {
      plain.note(block, after: state, table, greatest: next.greatest)
    }
    return true
  }

  /// Adds items that have been read, and places all pending items when they are enough for a chunk.
  mutating func add(_ items: WaterfallLengths) throws(LayoutError) {
    try makeRoom(for: items.count)
    pending.append(items)
    placedItemCount += items.count
    if pending.count >= minLength { try placePending() }
  }

  /// Throws if the items so far are longer than a section may be.
  func requireScrollLength() throws(LayoutError) {
    try path.requireScrollLength(solver.reach(greatest, count: survey.itemCount))
  }

  private mutating func makeRoom(for count: Int) throws(LayoutError) {
    if pending.count + count > ColumnChunk.maxLength { try placePending() }
  }

  private mutating func placePending() throws(LayoutError) {
    guard pending.count > 0 else { return }
    let read = pending
    pending = WaterfallLengths()
    let (bottoms, stepsLeft) = (placing.state.bottoms, budget.stepsLeft)
    let chunk = try place(read)
    let spans = ColumnTable.ChunkSpans(
      greatest: read.widestSpan, steps: stepsLeft - budget.stepsLeft)
    table.append(chunk, from: bottoms, greatest: read.greatest, spans: spans)
    try budget.reserve(chunk.byteCount + (chunk.isListed ? 8 * bottoms.count : 0))
  }

  private mutating func place(_ read: WaterfallLengths) throws(LayoutError) -> ColumnChunk {
    let isGiven = !read.givenColumns.allSatisfy { $0 == .none }
    guard earlier != nil, isGiven || !read.spans.isEmpty else {
      return try placing.place(read, budget)
    }
    // This `ColumnPlacing` is created for this chunk only. With few columns that costs little; with many
    // columns a chunk has thousands of items.
    var own = SpanSurvey(read, of: survey.itemCount)
    if isGiven { own.noteGivenColumns(of: metrics.columnCount) }
    var placingOwn = ColumnPlacing(own, metrics, placement, at: path, budget)
    placingOwn.resume(at: placing.state)
    let chunk = try placingOwn.place(read, budget)
    placing.state = placingOwn.state
    return chunk
  }

  /// Places the pending items, and returns the table of all chunks.
  mutating func finish(_ items: Items) throws(LayoutError) -> ColumnTable {
    try placePending()
    table.finish(items)
    return table
  }
}
