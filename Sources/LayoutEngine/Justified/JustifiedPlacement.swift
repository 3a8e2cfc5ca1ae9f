/// Places the rows of a justified section, one block of items after another (LayoutRules G).
struct JustifiedPlacement {
  private let spec: JustifiedSpec
  private let geometry: JustifiedRowGeometry
  private let context: PlacingContext
  private let top: Units
  private let ratios: JustifiedRatios
  private var reader: JustifiedRatios.Reader

  private var breaker: JustifiedRowBreaker
  private var lines: LineBuilder
  /// Rows of an earlier layout that may be taken over; nil if there are none.
  private var sharing: LineSharing?
  /// Repeats rows of items without ratios of their own; nil if rows depend on the rows before them.
  private var plain: PlainLines?
  /// The first item that has been neither added to a row nor skipped; the open row's items have been added.
  private(set) var next = 0
  private var placedCount = 0
  /// The span of x that contains the cells of the open row; only the rows' left edge if it is not shown.
  private var openSpan: ClosedRange<Double>

  /// Creates a placement without any rows.
  ///
  /// - Parameter top: the beginning of the first row.
  init(
    _ spec: JustifiedSpec, _ ratios: JustifiedRatios, rowWidth: Double, top: Units,
    _ context: PlacingContext
  ) {
    self.init(spec, ratios, rowWidth: rowWidth, top: top, chunkLength: nil, context)
    if spec.fullWidthBreakoutRowCadence == nil, spec.maxNumRows == nil {
      plain = PlainLines(ratios.items)
    }
  }

  private init(
    _ spec: JustifiedSpec, _ ratios: JustifiedRatios, rowWidth: Double, top: Units,
    chunkLength: Int?, _ context: PlacingContext
  ) {
    self.spec = spec
    self.ratios = ratios
    self.top = top
    self.context = context
    geometry = JustifiedRowGeometry(spec, rowWidth: rowWidth)
    reader = JustifiedRatios.Reader(ratios)
    breaker = JustifiedRowBreaker(spec, geometry)
    lines = LineBuilder(
      top: top, spacing: Units(points: spec.verticalSpacing), chunkLength: chunkLength,
      context.budget)
    openSpan = geometry.left...geometry.left
  }

  /// Prepares to take over unchanged rows of an earlier layout; must be called before any item is placed.
  mutating func share(_ earlier: JustifiedCells) {
    guard Units(points: spec.verticalSpacing) >= .zero else { return }
    sharing = LineSharing(ratios.items, after: earlier.ratios.items, placed: earlier.lines)
  }

  /// Places the rows that a block's items complete.
  ///
  /// - Throws: an error that lists the section's items without a valid ratio; an error at the last item of a
  ///   row whose gaps alone fill the width (LayoutRules D); `LayoutError.cancelled`.
  mutating func place(_ block: ItemBlock) throws(LayoutError) {
    if breaker.openCount == 0 { try takeOver() }
    guard next < block.items.upperBound else { return }
    // Every item is read once and offered once.
    try context.budget.count(2 * block.count)
    guard reader.read(block) else {
      try ratios.check(at: context.path, context.budget)
      next = block.items.upperBound
      return
    }
    let (values, first) = (reader.values, block.items.lowerBound)
    var place = next - first
    while place < block.count, !breaker.isDone {
      let alone = block.chunk.aloneItem(from: place)
      if place == alone {
        try placeAlone(values[place], at: &place, in: first)
      } else {
        try placeRows(values, from: &place, to: min(alone, block.count), in: first)
      }
      if place < block.count, breaker.openCount == 0 {
        try takeOver()
        place = next - first
      }
    }
    next = max(next, block.items.upperBound)
  }

  /// Places rows of items that do not stand alone, and takes over chunks of earlier rows where they begin; the
  /// last row may stay open.
  ///
  /// It is not inlined, so that the loop's variables stay in registers.
  ///
  /// - Parameters:
  ///   - values: the ratios of a block's items.
  ///   - place: the index in the block of the first item; afterwards of the next item to place, which is beyond
  ///     `end` if rows that reach further were taken over.
  ///   - end: the index before which the items end.
  ///   - first: the number, in the section, of the block's first item.
  @inline(never)
  private mutating func placeRows(
    _ values: [Double], from place: inout Int, to end: Int, in first: Int
  ) throws(LayoutError) {
    while place < end, !breaker.isDone {
      let stop = min(end, (sharing?.stop(after: first + place) ?? .max) - first)
      let before = place
      // If the row is complete without the first item of an earlier chunk, the chunk may be taken over.
      let row = breaker.nextRow(values, from: &place, to: stop == place ? place + 1 : stop)
      placedCount += place - before
      if let row { try append(row) }
      next = first + place
      guard place < end, breaker.openCount == 0 else { continue }
      if place == stop || plain?.isDue(at: next) == true {
        try takeOver()
        place = next - first
      }
    }
  }

  /// Completes the open row if there is one, or else places an item alone (LayoutRules G9).
  ///
  /// - Parameters:
  ///   - ratio: the ratio of the item, which has the field `fullWidth`.
  ///   - place: the item's index in its block; afterwards the next item's if the item was placed.
  ///   - first: the number, in the section, of the block's first item.
  private mutating func placeAlone(
    _ ratio: Double, at place: inout Int, in first: Int
  ) throws(LayoutError) {
    if breaker.openCount > 0 { return try append(breaker.completeOpenRow()) }
    place += 1
    placedCount += 1
    next = first + place
    let row = breaker.completeRow(of: ratio)
    let room = geometry.room(row.count)
    guard room > 0 else { throw try excess(row.count, room) }
    let pen = geometry.pen(room: room, sum: row.sum, standsAlone: true)
    try append(row.count, pen, shown: geometry.shownAlone(pen.height))
    note(row.count, pen.height)
  }

  /// Takes over chunks of earlier rows, and repeats rows of items without ratios, while such a chunk begins
  /// with the item `next`; no row may be open.
  private mutating func takeOver() throws(LayoutError) {
    while next < ratios.items.count, let chunk = try chunk() {
      try lines.share(chunk)
      breaker.skip(chunk.starts.lineCount)
      next += chunk.starts.cellCount
    }
  }

  /// Returns the rows from the item `next` on that need not be placed; nil if the item is to be placed.
  private mutating func chunk() throws(LayoutError) -> LineChunk? {
    while let candidate = sharing?.take(at: next) {
      if breaker.mayRepeat(candidate.chunk.starts.lineCount, after: candidate.lineNumber) {
        return candidate.chunk
      }
    }
    if let length = plain?.missingLength(at: next) {
      let chunk = placePlain(length)
      plain?.use(chunk, length: length)
    }
    return plain?.chunk(at: next, before: sharing?.stop(after: next) ?? .max)
  }

  /// Returns the complete rows of items without ratios of their own, in a chunk of at most `length` cells; nil
  /// if no row is complete, or the rows have no room for their items.
  private mutating func placePlain(_ length: Int) -> LineChunk? {
    let ratios = JustifiedRatios(items: Items(count: length + 1), forced: ratios.forced)
    var placement = JustifiedPlacement(
      spec, ratios, rowWidth: geometry.rowWidth, top: .zero, chunkLength: length, context)
    placedCount += length
    do throws(LayoutError) {
      for block in ratios.items.blocks { try placement.place(block) }
      return try placement.lines.finish().chunks.first
    } catch {
      // The rows are placed where they are, so that the error names the section's item.
      return nil
    }
  }

  /// Places a complete row.
  @inline(__always)
  private mutating func append(_ row: JustifiedRowBreaker.Row) throws(LayoutError) {
    let room = geometry.room(row.count)
    guard room > 0 else { throw try excess(row.count, room) }
    let pen = geometry.pen(room: room, sum: row.sum, standsAlone: false)
    try append(row.count, pen, shown: geometry.shown(pen.height))
    note(row.count, pen.height)
  }

  /// Records the length and height of a complete row for the open row and the section's bounds.
  @inline(__always)
  private mutating func note(_ count: Int, _ height: Double) {
    lines.open.lastHeight = height
    lines.open.greatestFreeHeight = max(lines.open.greatestFreeHeight, height)
    lines.open.greatestCount = max(lines.open.greatestCount, count)
  }

  /// Returns the error for a row of `count` items that leaves no room for them.
  ///
  /// - Throws: an error that lists the section's items without a valid ratio, if there are any;
  ///   `LayoutError.cancelled`.
  private func excess(_ count: Int, _ room: Double) throws(LayoutError) -> LayoutError {
    try ratios.check(at: context.path, context.budget)
    return LayoutError(
      context.path.index(lines.count + count - 1),
      "has no room in its row: \(count) items leave \(room) points")
  }

  /// - Parameters:
  ///   - pen: a pen before the first of the row's cells.
  ///   - shown: the height at which the row is shown, in points.
  @inline(__always)
  private mutating func append(
    _ count: Int, _ pen: JustifiedPen, shown: Double
  ) throws(LayoutError) {
    if count <= LineTable.walkLength {
      try lines.append(count, thickness: Units(points: shown))
    } else {
      try appendLong(count, pen, shown: shown)
    }
    lines.open.greatestLength = max(lines.open.greatestLength, shown)
  }

  private mutating func appendLong(
    _ count: Int, _ pen: JustifiedPen, shown: Double
  ) throws(LayoutError) {
    var positions: [Double] = []
    positions.reserveCapacity((count - 1) / LineTable.walkLength + 1)
    let start = lines.count
    try walk(start..<start + count, pen) { cell, left, _ in
      if (cell - start) % LineTable.walkLength == 0 { positions.append(left) }
    }
    try lines.append(
      count, thickness: Units(points: shown), shared: pen.height, positions: positions)
  }

  /// Walks the cells of a row as they are before a correction.
  ///
  /// - Parameters:
  ///   - pen: a pen before the row's first cell.
  ///   - body: called with each cell's number, left edge and width.
  /// - Throws: `LayoutError.cancelled`.
  private mutating func walk(
    _ row: Range<Int>, _ pen: JustifiedPen, _ body: (Int, Double, Double) -> Void
  ) throws(LayoutError) {
    var pen = pen
    var rest = row
    while !rest.isEmpty {
      let part = reader.part(of: rest)
      try context.budget.count(part.count)
      let (values, first) = (reader.values, reader.items.lowerBound)
      for cell in part {
        pen.advance(values[cell - first])
        body(cell, pen.left, pen.width)
      }
      rest = part.upperBound..<rest.upperBound
    }
  }

  /// Places the open row if it is shown, and returns all rows.
  ///
  /// - Throws: `LayoutError.cancelled`.
  mutating func finish() throws(LayoutError) -> PlacedRowCells<JustifiedCells> {
    var openRow: JustifiedOpenRow?
    let isShown = spec.showWidows || breaker.isOpenRowComplete
    if isShown, breaker.openCount > 0, !breaker.isDone {
      openRow = try placeOpenRow(breaker.openCount)
    }
    let (rowCount, bottom, summary) = (lines.lineCount, lines.maxEnd, lines.summary)
    let cells = JustifiedCells(
      ratios: ratios, geometry: geometry, lines: try lines.finish(), openRow: openRow,
      bounds: rowCount == 0 ? .zero : bounds(summary, to: bottom))
    return PlacedRowCells(
      cells: cells, rowCount: rowCount, bottom: bottom, greatestHeight: summary.greatestLength,
      placedItemCount: placedCount)
  }

  /// Places the open row (LayoutRules G5).
  ///
  /// Its height is that of the previous row, or the target height if there is no previous row or if that is a
  /// breakout row or an item that stands alone. With a range, or if the document says so, the row is no wider than
  /// other rows. A row that would be complete, but is above the range, is as high as the range's greatest height (G8).
  private mutating func placeOpenRow(_ count: Int) throws(LayoutError) -> JustifiedOpenRow {
    let (start, room) = (lines.count, geometry.room(count))
    let follows = breaker.follows && !ratios.standsAlone(start - 1..<start)
    var height = follows ? geometry.shown(lines.summary.lastHeight) : spec.aimedRowHeight
    let fits = geometry.hasRange || spec.lastRowFits
    if geometry.hasRange || fits && room > 0 { height = min(height, room / breaker.sum) }
    var pen = JustifiedPen(left: geometry.left, height: height, spacing: geometry.spacing)
    if breaker.isOpenRowComplete {
      pen = geometry.pen(room: room, sum: breaker.sum, standsAlone: false)
      height = pen.height
    }
    let (left, spacing) = (pen.left, geometry.spacing)
    let cells = start..<start + count
    try append(
      count, pen, shown: spec.lastRowFits && !geometry.hasRange ? height : geometry.shown(height))
    var (lastLeft, lastWidth) = (left, 0.0)
    try walk(cells, pen) { _, left, width in (lastLeft, lastWidth) = (left, width) }
    openSpan = geometry.left...max(left, lastLeft + lastWidth)
    let end = lastLeft + lastWidth + spacing
    let correction: JustifiedOpenRow.Correction
    switch spec.widowLayoutStyle {
    case _ where breaker.isOpenRowComplete: correction = .none
    case .left: correction = .none
    case .justify:
      correction = .spread((end - (spacing + left) - geometry.rowWidth) / Double(count))
    case .center where fits:
      correction = .shift(max(0, geometry.rowWidth - (end - spacing - left)) / 2)
    case .center: correction = .shift((geometry.rowWidth - end) / 2 + spacing)
    }
    let openRow = JustifiedOpenRow(
      start: start, left: left, height: height, correction: correction)
    if case .none = correction { return openRow }
    var (minX, maxX) = (openSpan.lowerBound, openSpan.upperBound)
    try walk(cells, pen) { cell, left, width in
      // Corrected widths may be negative.
      let (left, width) = openRow.corrected(cell, left: left, width: width)
      minX = min(minX, left, left + width)
      maxX = max(maxX, left, left + width)
    }
    openSpan = minX...max(minX, maxX)
    return openRow
  }

  /// A rectangle that contains all cells.
  ///
  /// Complete rows need no correction (LayoutRules G4), and are not walked to find their right edges. They
  /// fill the row width except for rounding errors: each cell adds a few roundings, far less than half a
  /// point.
  private func bounds(_ summary: LineSummary, to bottom: Units) -> Rect {
    var right = openSpan.upperBound
    if summary.greatestCount > 0 {
      let width = geometry.rowWidth
      let noise =
        Double(4 * summary.greatestCount + 8) * 0x1p-53 * (geometry.left.magnitude + width)
      let end = geometry.left + width
      let loose = min(end + noise + 1e-12, max(end, LayoutLimits.maxContentLength))
      // A height that is not finite makes widths that are not finite.
      right = max(right, summary.greatestFreeHeight < .infinity ? loose : .infinity)
    }
    return Rect(
      minX: openSpan.lowerBound, minY: top.points, maxX: right,
      maxY: bottom.points
    ).outsetByRounding
  }
}
