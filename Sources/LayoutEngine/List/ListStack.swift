/// The cells of a list whose rows differ in length; the beginnings of rows are summed up once.
///
/// A row takes a byte; the memory of the items is not included.
final class ListStack: SectionCells {
  let count: Int
  let bounds: Rect
  let rows: ListRows
  /// The length of all rows together, from the beginning of the first row to the farthest end of a row.
  let rowsLength: Units
  /// The greatest length of a row along the scroll axis, in points.
  let greatestLength: Double
  /// The number of rows placed, without those in chunks taken over from an earlier layout.
  let placedCount: Int
  /// Finds rows if a negative spacing puts them out of order; nil if they are in order.
  private let index: RectIndex?

  /// Stacks the rows, at least one.
  ///
  /// - Parameters:
  ///   - earlier: the rows of an earlier layout, whose metrics must be equal but for `top`; chunks whose items are
  ///     unchanged are taken over. Nil if there is no earlier layout.
  ///   - path: the path of the items in the document.
  ///   - check: called after each block with the greatest length of a row so far; throws if the section
  ///     could be too long.
  /// - Throws: an error that lists the rows whose length is negative or not finite; `LayoutError.cancelled`.
  init(
    _ metrics: ListMetrics, _ lengths: ListRowLengths, after earlier: ListRows?,
    at path: DocumentPath, _ budget: LayoutBudget, check: (Double) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    var placing = ListRowPlacing(metrics, lengths, budget)
    let rows = try placing.run(after: earlier, at: path, check: check)
    placedCount = placing.placedCount
    self.rows = rows
    rowsLength = placing.maxEnd - metrics.top
    greatestLength = placing.greatestLength
    let extent = metrics.row(from: placing.minStart, length: placing.maxEnd - placing.minStart)
    var walk = CellCursor()
    index =
      placing.isOrdered
      ? nil
      : RectIndex(count: rows.count, budget) { rows.frame(of: $0, metrics.placement, &walk) }
    self.count = rows.count
    self.bounds = metrics.placement.frame(extent).outsetByRounding
  }

  var byteCount: Int { rows.byteCount + (index?.byteCount ?? 0) }

  var chunkByteCount: Int? { rows.chunks.distinctByteCount }

  var heldItems: Items? { rows.lengths.items }

  func visitParts(_ visit: (any LayoutPart) -> Void) {
    for chunk in rows.chunks { visit(chunk) }
  }

  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    rows.frame(of: item, placement, &walk)
  }

  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: ElementPlacement,
    _ walk: inout CellCursor
  ) {
    frames.fill(cells) { rows.frame(of: $0, placement, &walk) }
  }

  func leastStart(from item: Int) -> Units? {
    index == nil && item < count ? rows.start(of: item) : nil
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? ListStack, rows.metrics == other.rows.metrics else { return 0 }
    return rows.sharedCount(from: item, with: other.rows)
  }

  func alikeCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? ListGrid, rows.metrics == other.metrics else { return 0 }
    return rows.alikeCount(from: item, with: other)
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    let metrics = rows.metrics
    guard metrics.meetsAcross(rect) else { return }
    if let index {
      index.addNumbers(meeting: rect, to: &numbers)
      return
    }
    let lower = Units(before: metrics.axis.mainMin(rect))
    let upper = Units(after: metrics.axis.mainMax(rect))
    let first = rows.firstRow { start, length in start + length > lower }
    let end = rows.firstRow { start, _ in start >= upper }
    numbers.append(first..<max(first, end))
  }
}
