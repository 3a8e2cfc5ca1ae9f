/// The cells of a waterfall section; their position and width across the scroll axis follow from the
/// column.
///
/// The object uses 12 bytes per item in addition to the items themselves, and two numbers a column for
/// every chunk.
final class WaterfallCells: ColumnCells {
  let count: Int
  let bounds: Rect
  let metrics: WaterfallMetrics
  private let items: Items
  let table: ColumnTable
  /// The greatest number of columns that one item covers.
  private let maxSpan: Int
  /// Whether some item has a `bodyHeight`.
  private let haveBodyHeights: Bool
  /// The length of the longest column, without spacing at its end (LayoutRules F6); ≥ 0.
  let columnsLength: Units
  /// Finds the cells that intersect a rectangle if items are not listed by column: with a negative spacing,
  /// or with more than 64 columns and more columns than items; else nil.
  private let index: RectIndex?

  /// Whether items may keep their columns in versions (LayoutRules K8).
  private let keepsColumns: Bool

  /// Creates the cells of a section's items.
  ///
  /// - Parameters:
  ///   - placing: must have placed all of the items.
  ///   - table: must contain the chunks of all items.
  ///   - keepsColumns: whether items may keep their columns in versions.
  init(
    _ metrics: WaterfallMetrics, items: Items, placing: ColumnPlacing, table: ColumnTable,
    keepsColumns: Bool = true, _ budget: LayoutBudget
  ) {
    self.metrics = metrics
    self.keepsColumns = keepsColumns
    self.items = items
    self.table = table
    maxSpan = table.maxSpan
    haveBodyHeights = items.chunks.contains { $0.haveBodyHeights }
    let state = placing.state
    columnsLength = state.lowest
    let extent = metrics.placement.frame(
      SectionFrame(
        start: metrics.top + state.highest, length: state.lowest - state.highest,
        cross: metrics.crossStart, breadth: metrics.width(ofSpan: metrics.columnCount)))
    let bounds = items.count == 0 ? .zero : extent.outsetByRounding
    let maxSpan = table.maxSpan
    index =
      placing.isListed
      ? nil
      : RectIndex(count: items.count, budget) {
        var walk = CellCursor()
        return metrics.placement.frame(
          Self.place(of: $0, metrics, items, table, maxSpan: maxSpan, &walk))
      }
    self.count = items.count
    self.bounds = bounds
  }

  /// Returns whether a later version with these metrics may share these cells' chunks.
  func isResumable(_ metrics: WaterfallMetrics) -> Bool {
    index == nil && metrics.placesAlike(self.metrics)
      && table.columnCount == metrics.columnCount && !table.chunks.isEmpty
  }

  var byteCount: Int { table.byteCount + (index?.byteCount ?? 0) }

  var heldItems: Items? { items }

  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    for chunk in table.chunks { visit(chunk) }
  }

  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    placement.frame(
      Self.place(of: item, metrics, items, table, maxSpan: maxSpan, &walk))
  }

  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: FrameTransform,
    _ walk: inout CellCursor
  ) {
    guard let first = cells.first else { return }
    Self.enterChunk(of: first, table, &walk)
    let (number, placed) = (walk.chunk, walk.chunkCells)
    let chunk = table.chunks[number]
    guard chunk.isNarrowListed, cells.upperBound <= placed.upperBound
    else { return frames.fill(cells) { frame(of: $0, placement, &walk) } }
    let (metrics, table) = (metrics, table)
    let places = cells.lowerBound - placed.lowerBound..<cells.upperBound - placed.lowerBound
    if maxSpan == 1 {
      return frames.fill(cells) { give in
        chunk.forEachPlace(of: places) { item, column, top, next in
          let place = SectionFrame(
            start: metrics.top + table.entry(number, column) + top,
            length: next - top - metrics.rowSpacing, cross: metrics.position(ofColumn: column),
            breadth: metrics.columnWidth)
          give(placed.lowerBound + item, placement.frame(place))
        }
      }
    }
    frames.fill(cells) { give in
      chunk.forEachPlace(of: places) { place, column, top, _ in
        let item = placed.lowerBound + place
        let (span, length) = Self.spanAndLength(of: item, metrics, items, &walk.items)
        let place = SectionFrame(
          start: metrics.top + table.entry(number, column) + top, length: length,
          cross: metrics.position(ofColumn: column), breadth: metrics.width(ofSpan: span))
        give(item, placement.frame(place))
      }
    }
  }

  /// Sets a walk's chunk to the one that contains an item.
  @inline(__always)
  private static func enterChunk(of item: Int, _ table: ColumnTable, _ walk: inout CellCursor) {
    guard !walk.chunkCells.contains(item) else { return }
    walk.chunk = table.starts.chunk(of: item)
    walk.chunkCells = table.starts.elements(of: walk.chunk)
  }

  @inline(__always)
  private static func place(
    of item: Int, _ metrics: WaterfallMetrics, _ items: Items, _ table: ColumnTable,
    maxSpan: Int, _ walk: inout CellCursor
  ) -> SectionFrame {
    enterChunk(of: item, table, &walk)
    let chunk = table.chunks[walk.chunk]
    let (column, slot) = chunk.place(of: item - walk.chunkCells.lowerBound)
    let top = chunk.top(at: slot)
    let start = metrics.top + table.entry(walk.chunk, column) + top
    let cross = metrics.position(ofColumn: column)
    if maxSpan == 1, chunk.isListed {
      return SectionFrame(
        start: start, length: chunk.nextTop(after: slot, in: column) - top - metrics.rowSpacing,
        cross: cross, breadth: metrics.columnWidth)
    }
    let (span, length) = Self.spanAndLength(of: item, metrics, items, &walk.items)
    return SectionFrame(
      start: start, length: length, cross: cross, breadth: metrics.width(ofSpan: span))
  }

  /// Returns an item's span and its length along the scroll axis, computed from its fields.
  static func spanAndLength(
    of item: Int, _ metrics: WaterfallMetrics, _ items: Items, _ walk: inout Items.Walk
  ) -> (span: Int, length: Units) {
    guard let chunk = items.chunk(of: item, &walk) else {
      return (1, Units(points: metrics.columnWidth))
    }
    let place = item - walk.range.lowerBound
    // If all items of the chunk are numbers or heights, other fields are not read.
    if chunk.areNumbersOrHeights {
      let span = WaterfallItem.span(chunk.columnSpan(of: place), of: metrics.columnCount)
      let number = chunk.numbers[place]
      let length = number.isNaN ? chunk.heights[place] : number
      return (
        span, Units(points: length.isNaN ? metrics.width(ofSpan: span) : length)
      )
    }
    let fields = WaterfallItem(chunk, place)
    let span = fields.span(of: metrics.columnCount)
    return (span, Units(points: fields.length(metrics, span: span)))
  }

  func minStart(from item: Int) -> Units? {
    index == nil && item < count ? metrics.top + table.minStart(from: item) : nil
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? WaterfallCells, index == nil, other.index == nil,
      metrics == other.metrics
    else { return 0 }
    return table.sharedCount(from: item, with: other.table)
  }

  var inColumns: (any ColumnCells)? { keepsColumns ? self : nil }

  var columnCount: Int { metrics.columnCount }

  func assignedColumns(of items: Range<Int>) -> AssignedColumns {
    table.starts.assignedColumns(of: items) { table.chunks[$0].columns(of: $1) }
  }

  func column(of item: Int) -> Int {
    let number = table.starts.chunk(of: item)
    return table.chunks[number].place(of: item - table.starts.start(of: number)).column
  }

  var haveImageHeights: Bool { haveBodyHeights }

  func imageHeight(of item: Int) -> Double? {
    haveBodyHeights ? Self.imageHeight(of: item, metrics, items) : nil
  }

  /// Returns the height of an item's media; nil if the item has no body height.
  static func imageHeight(
    of item: Int, _ metrics: WaterfallMetrics, _ items: Items
  ) -> Double? {
    guard let (chunk, place) = items.place(of: item) else { return nil }
    let fields = WaterfallItem(chunk, place)
    guard !fields.bodyHeight.isNaN else { return nil }
    return fields.mediaLength(metrics, span: fields.span(of: metrics.columnCount))
  }

  // MARK: Search

  /// The cost of searching one column, as a number of visited items.
  static let columnEffort = 4

  /// Whether a search of each column alone finds the cells that intersect a rectangle: items are listed by
  /// column and cover one column each.
  var isCutByColumn: Bool {
    index == nil && maxSpan == 1 && !table.chunks.isEmpty
  }

  func addIntersecting(_ near: Rect, certain: Rect, to numbers: inout IndexRuns) -> Bool {
    addCut(near, certain: certain, to: &numbers)
  }

  /// - Complexity: O(columns that intersect the rectangle · log n + found). An item that covers several
  ///   columns is found in the column in which it begins.
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    index?.addNumbers(intersecting: rect, to: &numbers)
    guard index == nil, !table.chunks.isEmpty else { return }
    let axis = metrics.axis
    let lower = Units(before: axis.mainMin(rect)) - metrics.top
    let upper = Units(after: axis.mainMax(rect)) - metrics.top
    let met = metrics.columns.indices(intersecting: axis.crossMin(rect), axis.crossMax(rect))
    let columns = max(0, met.lowerBound - maxSpan + 1)..<max(0, met.upperBound)
    let listed = columns.clamped(to: 0..<table.columnCount)
    numbers.countVisits(listed.count * Self.columnEffort)
    guard !numbers.isFull, !listed.isEmpty else { return }
    var found = 0
    var (first, last) = (Int.max, -1)
    var near = table.chunk(about: lower, of: columnsLength)
    var cuts: [(first: ColumnTable.Cut, end: ColumnTable.Cut)] = []
    cuts.reserveCapacity(listed.count)
    for column in listed {
      let cut = table.cuts(column, from: lower, to: upper, spacing: metrics.rowSpacing, near: near)
      near = cut.first.chunk
      cuts.append(cut)
      table.forEachRun(column, from: cut.first, to: cut.end) { chunk, slots in
        found += slots.count
        first = min(first, table.item(chunk, slots.lowerBound))
        last = max(last, table.item(chunk, slots.upperBound - 1))
      }
    }
    guard found > 0 else { return }
    // Neighbours in the content are mostly neighbours in order; if they are, one run covers them all.
    if last - first < 4 * found + 16 {
      numbers.append(first..<(last + 1))
      return
    }
    numbers.reserveRuns(found)
    for (column, cut) in zip(listed, cuts) {
      table.forEachRun(column, from: cut.first, to: cut.end) { chunk, slots in
        for slot in slots {
          guard !numbers.isFull else { return }
          numbers.append(table.item(chunk, slot))
        }
      }
    }
  }
}
