/// The cells of a dense waterfall section, some of whose items cover several columns (LayoutRules F11).
final class DenseCells: ColumnCells {
  let count: Int
  let bounds: Rect
  let metrics: WaterfallMetrics
  let items: Items
  let table: DenseTable
  /// Whether some item has a `bodyHeight`.
  let haveImageHeights: Bool

  /// Creates the cells of a section's items.
  ///
  /// - Parameter table: must contain the chunks of all items, of which there must be some.
  init(_ metrics: WaterfallMetrics, items: Items, table: DenseTable) {
    self.metrics = metrics
    self.items = items
    self.table = table
    count = items.count
    haveImageHeights = items.chunks.contains { $0.haveBodyHeights }
    bounds =
      metrics.placement.frame(
        SectionFrame(
          start: metrics.top, length: table.length, cross: metrics.crossStart,
          breadth: metrics.width(ofSpan: metrics.columnCount))
      ).outsetByRounding
  }

  /// Returns whether a later version with these metrics and this many items may share these cells' chunks.
  func isResumable(_ metrics: WaterfallMetrics, count: Int) -> Bool {
    metrics.placesAlike(self.metrics) && table.columnCount == metrics.columnCount
      && count >= metrics.columnCount
  }

  var byteCount: Int { table.byteCount }

  var heldItems: Items? { items }

  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    for chunk in table.chunks { visit(chunk) }
  }

  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    if !walk.chunkCells.contains(item) {
      walk.chunk = table.starts.chunk(of: item)
      walk.chunkCells = table.starts.elements(of: walk.chunk)
    }
    let (column, top) = table.chunks[walk.chunk].place(of: item - walk.chunkCells.lowerBound)
    let (span, length) = WaterfallCells.spanAndLength(of: item, metrics, items, &walk.items)
    return placement.frame(
      SectionFrame(
        start: metrics.top + table.shifts[walk.chunk] + top, length: length,
        cross: metrics.position(ofColumn: column), breadth: metrics.width(ofSpan: span)))
  }

  func minStart(from item: Int) -> Units? {
    item < count ? metrics.top + table.minStart(from: item) : nil
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? DenseCells, metrics == other.metrics else { return 0 }
    return table.sharedCount(from: item, with: other.table)
  }

  var inColumns: (any ColumnCells)? { self }

  var columnCount: Int { metrics.columnCount }

  func column(of item: Int) -> Int {
    let number = table.starts.chunk(of: item)
    return Int(table.chunks[number].columns[item - table.starts.start(of: number)])
  }

  func assignedColumns(of items: Range<Int>) -> AssignedColumns {
    table.starts.assignedColumns(of: items) { Array(table.chunks[$0].columns[$1]) }
  }

  func imageHeight(of item: Int) -> Double? {
    WaterfallCells.imageHeight(of: item, metrics, items)
  }

  /// - Complexity: O(log n + found), and O(chunks) for those between the rectangle's edges.
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    let axis = metrics.axis
    let (start, end) = (axis.mainMin(rect), axis.mainMax(rect))
    let (lower, upper) = (Units(before: start) - metrics.top, Units(after: end) - metrics.top)
    for number in table.chunks(intersecting: lower, upper) where !numbers.isFull {
      let (chunk, shift) = (table.chunks[number], table.shifts[number])
      guard chunk.start + shift <= upper, lower <= chunk.end + shift else {
        numbers.countVisits(1)
        continue
      }
      let local = axis.rect(
        main: (lower - shift).points, cross: axis.crossMin(rect),
        mainLength: (upper - lower).points, crossLength: axis.cross(rect.size))
      chunk.addNumbers(
        intersecting: local.outsetByRounding, from: table.starts.start(of: number), to: &numbers)
    }
  }
}
