/// Stacks the rows of a list: each item is a line (Contract §2.5).
struct ListRule: LineRule {
  private let solver: ListSolver
  private let lengths: ListRowLengths
  private let context: PlacingContext
  private var unpacked: ListBlockLengths
  /// The lengths of the items of the block that was read last.
  private var read: [Double] = []

  /// Creates a rule that has not read any item yet.
  init(_ solver: ListSolver, _ lengths: ListRowLengths, _ context: PlacingContext) {
    self.solver = solver
    self.lengths = lengths
    self.context = context
    unpacked = ListBlockLengths(lengths)
  }

  var items: Items { lengths.items }

  func restarted(with items: Items) -> ListRule {
    ListRule(
      solver, ListRowLengths(items: items, rowHeight: lengths.rowHeight, axis: lengths.axis),
      context)
  }

  mutating func read(_ block: ItemBlock) {
    // The previous lengths are released first, so that their memory is reused.
    read = []
    read = unpacked.read(block)
  }

  func beginLine(at item: Int, _ lines: inout LineBuilder) -> Bool { true }

  /// - Throws: an error that lists the rows whose length is negative or not finite, or if all rows could be too long
  ///   together; `LayoutError.cancelled`.
  func add(
    _ items: Range<Int>, of block: ItemBlock, to lines: inout LineBuilder
  ) throws(LayoutError) -> Int {
    let first = items.lowerBound - block.items.lowerBound
    let (rowHeight, slice) = (lengths.rowHeight, read[first..<first + items.count])
    let given = slice.span
    var bits: UInt64 = 0
    for row in given.indices {
      // The bits of invalid lengths are greater than those of all valid lengths.
      bits = max(bits, ((given[row].isNaN ? rowHeight : given[row]) + 0).bitPattern)
    }
    let greatest = Double(bitPattern: bits)
    guard greatest.isLength else {
      throw try lengths.error(at: context.path, context.budget)
    }
    try solver.requireScrollLength(
      of: lengths.items.count, maxLength: max(greatest, lines.summary.maxLength),
      at: context.path)
    try lines.appendSingles(items.count, greatest: greatest) { row in
      Units(points: given[row].isNaN ? rowHeight : given[row])
    }
    return items.upperBound
  }

  func finish(_ lines: inout LineBuilder) {}

  func extentAcross(_ summary: LineSummary) -> (lower: Double, upper: Double) {
    let metrics = solver.metrics
    return (metrics.crossStart, metrics.crossStart + metrics.crossLength)
  }

  func places() -> ListPlaces { ListPlaces(metrics: solver.metrics, items: lengths.items) }
}

/// The places of a list's rows, each of which is the only cell of its line.
struct ListPlaces: LinePlaces {
  let metrics: ListMetrics
  let items: Items

  var axis: LayoutAxis { metrics.axis }

  func isAlike(_ other: ListPlaces) -> Bool { metrics == other.metrics }

  func enter(
    _ line: PlacedLine, before cell: Int, _ lines: LineTable, _ walk: inout CellCursor
  ) {}

  @inline(__always)
  func place(of cell: Int, _ walk: inout CellCursor) -> SectionFrame {
    let row = metrics.row(from: walk.top, length: walk.thickness)
    guard metrics.fitsContent, let chunk = items.chunk(of: cell, &walk.items) else { return row }
    let place = cell - walk.items.range.lowerBound
    let width = chunk.measuredWidths[place]
    guard !width.isNaN else { return row }
    return metrics.row(
      from: walk.top, length: walk.thickness, width: width,
      isTrailing: chunk.bodyAlignments[place] == 1)
  }

  func cells(
    of line: PlacedLine, intersecting lower: Double, _ upper: Double, _ lines: LineTable
  ) -> Range<Int> {
    line.cells
  }
}

extension LineCells<ListPlaces> {
  /// Returns the place of a row, as wide as all rows are if they do not fit their content; `row` in 0..<count.
  ///
  /// - Complexity: O(1).
  func place(of row: Int) -> SectionFrame {
    let line = lines.line(of: row)
    return places.metrics.row(from: line.top, length: line.thickness)
  }
}
