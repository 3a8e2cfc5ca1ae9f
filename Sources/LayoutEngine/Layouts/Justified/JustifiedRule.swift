/// Breaks the items of a justified section into rows, and gives the rows their heights (LayoutRules G).
struct JustifiedRule: LineRule {
  private let spec: JustifiedSpec
  private let geometry: JustifiedRowGeometry
  private let context: PlacingContext
  private let ratios: JustifiedRatios
  private var reader: JustifiedRatios.Reader
  private var breaker: JustifiedRowBreaker
  /// The last row if it is open and shown; nil otherwise.
  private var openRow: JustifiedOpenRow?
  /// The span of x that contains the cells of the open row; only the rows' left edge if it is not shown.
  private var openSpan: (lower: Double, upper: Double)

  /// Creates a rule that has not read any item yet.
  init(
    _ spec: JustifiedSpec, _ ratios: JustifiedRatios, rowWidth: Double, _ context: PlacingContext
  ) {
    self.spec = spec
    self.ratios = ratios
    self.context = context
    geometry = JustifiedRowGeometry(spec, rowWidth: rowWidth)
    reader = JustifiedRatios.Reader(ratios)
    breaker = JustifiedRowBreaker(spec, geometry)
    openSpan = (geometry.left, geometry.left)
  }

  var items: Items { ratios.items }

  var repeatsLines: Bool { spec.fullWidthBreakoutRowCadence == nil && spec.maxNumRows == nil }

  var isDone: Bool { breaker.isDone }

  func restarted(with items: Items) -> JustifiedRule {
    JustifiedRule(
      spec, JustifiedRatios(items: items, forced: ratios.forced), rowWidth: geometry.rowWidth,
      context)
  }

  mutating func read(_ block: ItemBlock) throws(LayoutError) {
    if !reader.read(block) { try ratios.check(at: context.path, context.budget) }
  }

  /// - Throws: an error at the last item of a row whose gaps alone fill the width (LayoutRules D);
  ///   `LayoutError.cancelled`.
  mutating func add(
    _ items: Range<Int>, of block: ItemBlock, to lines: inout LineBuilder
  ) throws(LayoutError) -> Int {
    let (values, first) = (reader.values, block.items.lowerBound)
    var (place, end) = (items.lowerBound - first, items.upperBound - first)
    while place < end, !breaker.isDone {
      let alone = block.chunk.aloneItem(from: place)
      if place == alone {
        try placeAlone(values[place], at: &place, &lines)
      } else {
        try placeRows(values, from: &place, to: min(alone, end), &lines)
      }
    }
    return first + place
  }

  mutating func beginLine(
    at item: Int, _ lines: inout LineBuilder
  ) throws(LayoutError) -> Bool {
    guard breaker.openCount > 0 else { return true }
    guard ratios.standsAlone(item..<item + 1) || breaker.isComplete(without: ratios.ratio(of: item))
    else { return false }
    try append(breaker.completeOpenRow(), &lines)
    return true
  }

  func mayTakeOver(_ candidate: LineSharing.Candidate) -> Bool {
    breaker.mayRepeat(candidate.chunk.starts.lineCount, after: candidate.lineNumber)
  }

  mutating func pass(_ chunk: LineChunk) { breaker.skip(chunk.starts.lineCount) }

  func places() -> JustifiedPlaces {
    JustifiedPlaces(ratios: ratios, geometry: geometry, openRow: openRow)
  }

  /// Places rows of items that are not alone; the last row may stay open.
  ///
  /// It is not inlined, so that the loop's variables stay in registers.
  ///
  /// - Parameters:
  ///   - values: the ratios of a block's items.
  ///   - place: the index in the block of the first item; afterwards of the next item to place.
  ///   - end: the index before which the items end.
  @inline(never)
  private mutating func placeRows(
    _ values: [Double], from place: inout Int, to end: Int, _ lines: inout LineBuilder
  ) throws(LayoutError) {
    while place < end, let row = breaker.nextRow(values, from: &place, to: end) {
      try append(row, &lines)
    }
  }

  /// Completes the open row if there is one, or else places an item alone (LayoutRules G9).
  ///
  /// - Parameters:
  ///   - ratio: the ratio of the item, which has the field `fullWidth`.
  ///   - place: the item's index in its block; afterwards the next item's if the item was placed.
  private mutating func placeAlone(
    _ ratio: Double, at place: inout Int, _ lines: inout LineBuilder
  ) throws(LayoutError) {
    if breaker.openCount > 0 { return try append(breaker.completeOpenRow(), &lines) }
    place += 1
    let row = breaker.completeRow(of: ratio)
    let room = geometry.room(row.count)
    guard room > 0 else { throw try excess(row.count, room, lines) }
    let pen = geometry.pen(room: room, sum: row.sum, standsAlone: true)
    try append(row.count, pen, shown: geometry.shownAlone(pen.height), &lines)
    note(row.count, pen.height, &lines)
  }

  /// Places a complete row.
  @inline(__always)
  private mutating func append(
    _ row: JustifiedRowBreaker.Row, _ lines: inout LineBuilder
  ) throws(LayoutError) {
    let room = geometry.room(row.count)
    guard room > 0 else { throw try excess(row.count, room, lines) }
    let pen = geometry.pen(room: room, sum: row.sum, standsAlone: false)
    try append(row.count, pen, shown: geometry.shown(pen.height), &lines)
    note(row.count, pen.height, &lines)
  }

  /// Records the length and height of a complete row for the open row and the section's bounds.
  @inline(__always)
  private func note(_ count: Int, _ height: Double, _ lines: inout LineBuilder) {
    lines.open.lastHeight = height
    lines.open.maxFreeHeight = max(lines.open.maxFreeHeight, height)
    lines.open.maxCount = max(lines.open.maxCount, count)
  }

  /// Returns the error for a row of `count` items that leaves no space for them.
  ///
  /// - Throws: an error that lists the section's items without a valid ratio, if there are any;
  ///   `LayoutError.cancelled`.
  private func excess(
    _ count: Int, _ room: Double, _ lines: LineBuilder
  ) throws(LayoutError) -> LayoutError {
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
    _ count: Int, _ pen: JustifiedPen, shown: Double, _ lines: inout LineBuilder
  ) throws(LayoutError) {
    if count <= LineTable.walkLength {
      try lines.append(count, thickness: Units(points: shown))
    } else {
      try appendLong(count, pen, shown: shown, &lines)
    }
    lines.open.maxLength = max(lines.open.maxLength, shown)
  }

  private mutating func appendLong(
    _ count: Int, _ pen: JustifiedPen, shown: Double, _ lines: inout LineBuilder
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

  /// Places the open row if it is shown.
  ///
  /// - Throws: `LayoutError.cancelled`.
  mutating func finish(_ lines: inout LineBuilder) throws(LayoutError) {
    let isShown = spec.showWidows || breaker.isOpenRowComplete
    if isShown, breaker.openCount > 0, !breaker.isDone {
      openRow = try placeOpenRow(breaker.openCount, &lines)
    }
  }

  /// Places the open row (LayoutRules G5).
  ///
  /// Its height is that of the previous row, or the target height if there is no previous row or if that is a
  /// breakout row or an item that is alone. With a range, or if the document says so, the row is no wider than
  /// other rows. A row that would be complete, but is above the range, is as high as the range's greatest height (G8).
  private mutating func placeOpenRow(
    _ count: Int, _ lines: inout LineBuilder
  ) throws(LayoutError) -> JustifiedOpenRow {
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
      count, pen, shown: spec.lastRowFits && !geometry.hasRange ? height : geometry.shown(height),
      &lines)
    var (lastLeft, lastWidth) = (left, 0.0)
    try walk(cells, pen) { _, left, width in (lastLeft, lastWidth) = (left, width) }
    openSpan = (geometry.left, max(left, lastLeft + lastWidth))
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
    var (minX, maxX) = openSpan
    try walk(cells, pen) { cell, left, width in
      // Corrected widths may be negative.
      let (left, width) = openRow.corrected(cell, left: left, width: width)
      minX = min(minX, left, left + width)
      maxX = max(maxX, left, left + width)
    }
    openSpan = (minX, maxX)
    return openRow
  }

  /// Returns the span of the open row, and of the complete rows if there are any.
  ///
  /// Complete rows need no correction (LayoutRules G4), and are not walked to find their right edges. They
  /// fill the row width except for rounding errors: each cell adds a few roundings, far less than half a
  /// point.
  func extentAcross(_ summary: LineSummary) -> (lower: Double, upper: Double) {
    guard summary.maxCount > 0 else { return openSpan }
    let width = geometry.rowWidth
    let noise =
      Double(4 * summary.maxCount + 8) * 0x1p-53 * (geometry.left.magnitude + width)
    let end = geometry.left + width
    let loose = min(end + noise + 1e-12, max(end, LayoutLimits.maxContentLength))
    // A height that is not finite makes widths that are not finite.
    let right = summary.maxFreeHeight < .infinity ? loose : .infinity
    return (openSpan.lower, max(openSpan.upper, right))
  }
}
