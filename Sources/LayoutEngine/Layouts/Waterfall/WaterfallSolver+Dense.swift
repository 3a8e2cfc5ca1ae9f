extension WaterfallSolver {
  /// Whether the items need a search for gaps: packing is dense, and there are stamps, or some item may
  /// cover several columns.
  func isDense(_ items: Items) -> Bool {
    guard spec.packing == .dense, items.count > 0 else { return false }
    return metrics.stamps != nil
      || metrics.columnCount > 1 && items.chunks.contains { !$0.columnSpans.isEmpty }
  }

  /// Places the items of a dense section, and shares the chunks of an earlier version that are the same.
  ///
  /// A chunk is shared if its items are the same, and if every column, every gap and the cursor before it
  /// are as they were but for one distance.
  func placeDense(
    _ items: Items, after earlier: DenseCells?, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> (cells: DenseCells, greatest: Double, placedItemCount: Int) {
    let reusable = earlier.flatMap { $0.isResumable(metrics, count: items.count) ? $0 : nil }
    let columns =
      try reusable == nil ? denseColumns(items, at: path, budget) : metrics
    try budget.spend(
      ColumnPlacing.stepsPerColumn * columns.columnCount + (columns.stamps?.coveredCount ?? 0),
      at: path)
    var resuming = DenseResuming(columns, spec.placement, after: reusable, at: path, budget)
    var reader = WaterfallReader(metrics: metrics)
    let minLength = ColumnChunk.minLength(ofColumns: columns.columnCount)
    var (blocks, greatest) = (items.blocks, 0.0)
    while let block = blocks.next() {
      // Items that are a mere count have no chunks.
      let shared = items.chunks.isEmpty ? 0 : try resuming.share(items, at: block.number)
      if shared > 0 {
        blocks.pass(shared - 1)
        continue
      }
      if resuming.pending.count + block.count > ColumnChunk.maxLength {
        try resuming.placePending()
      }
      guard let read = try reader.read(block, withSpans: true, withColumns: true, budget) else {
        try items.requireNoFaults(metrics, at: path, budget)
        continue
      }
      greatest = max(greatest, read.greatest)
      try path.requireScrollLength(reach(greatest, count: items.count))
      resuming.pending.append(read)
      if resuming.pending.count >= minLength { try resuming.placePending() }
    }
    let table = try resuming.finish()
    greatest = table.chunks.reduce(greatest) { max($0, $1.greatest) }
    try path.requireScrollLength(reach(greatest, count: items.count))
    return (
      DenseCells(metrics, items: items, table: table), greatest, resuming.placedItemCount
    )
  }

  /// Reads all items, so that their faults are reported before a lack of steps, and returns the metrics,
  /// limited to the columns that the items can reach.
  private func denseColumns(
    _ items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> WaterfallMetrics {
    let survey = try SpanSurvey(items, metrics, at: path, budget)
    try path.requireScrollLength(reach(survey.greatest, count: items.count))
    return items.haveColumns ? metrics : metrics.limited(toColumns: survey.coveredColumns)
  }
}

/// Assembles a dense waterfall from chunks of an earlier version and from chunks of items that it places.
private struct DenseResuming {
  private let earlier: DenseCells?
  private var matching: ChunkMatching?
  private var placing: DensePlacing
  private var table: DenseTable
  /// The path of the section's items in the document, for errors.
  private let path: DocumentPath
  private let budget: LayoutBudget
  /// The items that have been read but not placed, since they are too few for a chunk.
  var pending = WaterfallLengths()
  private(set) var placedItemCount = 0

  init(
    _ metrics: WaterfallMetrics, _ placement: WaterfallSpec.Placement, after earlier: DenseCells?,
    at path: DocumentPath, _ budget: LayoutBudget
  ) {
    self.earlier = earlier
    self.path = path
    self.budget = budget
    matching = earlier.map { ChunkMatching($0.items) }
    placing = DensePlacing(metrics, placement, at: path)
    table = DenseTable(metrics)
  }

  /// Reuses the earlier version's placed chunk for the next items.
  ///
  /// - Returns: the number of chunks of items reused; 0 if the placed chunk cannot be shared.
  mutating func share(_ items: Items, at next: Int) throws(LayoutError) -> Int {
    guard let earlier, let number = matching?.number(of: items.chunks[next]), pending.count == 0
    else { return 0 }
    let (old, placed) = (earlier.items, earlier.table)
    let start = old.start(ofChunk: number)
    let first = placed.starts.chunk(of: start)
    guard placed.starts.start(of: first) == start else { return 0 }
    let end = placed.starts.start(of: first + 1)
    var after = number
    while after < old.chunks.count, old.start(ofChunk: after) < end {
      guard stand(after, first, items, next + after - number) else { return 0 }
      after += 1
    }
    guard old.start(ofChunk: after) == end else { return 0 }
    try budget.count(after - number + placing.state.gaps.count + table.columnCount)
    guard let shift = placing.state.shift(from: placed.entry(first)) else { return 0 }
    let chunk = placed.chunks[first]
    try budget.take(chunk.steps, at: path)
    table.append(chunk, movedBy: shift)
    placing.state = chunk.exit
    placing.state.gaps.move(by: shift)
    matching?.pass(after - number - 1)
    return after - number
  }

  /// Returns whether a chunk of items is one of an earlier version, and whether its items keep no columns
  /// but those in which the earlier version has placed them, or which they kept then, too.
  private func stand(_ number: Int, _ placed: Int, _ items: Items, _ next: Int) -> Bool {
    guard let earlier, next < items.chunks.count,
      items.chunks[next] === earlier.items.chunks[number]
    else { return false }
    let was = earlier.items.assigned(ofChunk: number)
    guard let assigned = items.assigned(ofChunk: next) else { return was == nil }
    return assigned === was
      || assigned.isSame(as: earlier.assignedColumns(of: earlier.items.starts.elements(of: number)))
  }

  /// Places the pending items as a chunk.
  mutating func placePending() throws(LayoutError) {
    guard pending.count > 0 else { return }
    let read = pending
    pending = WaterfallLengths()
    placedItemCount += read.count
    let chunk = try placing.place(read, budget)
    try budget.count(read.count)
    try budget.reserve(chunk.byteCount)
    table.append(chunk, movedBy: .zero)
  }

  /// Places the pending items, and returns the table of all chunks.
  mutating func finish() throws(LayoutError) -> DenseTable {
    try placePending()
    table.finish()
    return table
  }
}
