/// Gathers magazine items into rows and places them, one block of items after another (LayoutRules H1, H2).
///
/// Consecutive items of one width mode make rows, each with as many items as the mode allows. A row is as
/// tall as its tallest item.
struct MagazinePlacement {
  /// The row that is being filled; empty before the first item.
  private struct OpenRow {
    /// The row's width mode, by `MagazineWidthMode.number`.
    var mode = Double.nan
    /// The number of further items that fit the row.
    var room = 0
    var count = 0
    /// The height of the row's tallest item, in points.
    var height = 0.0
  }

  private let columns: MagazineColumns
  private let context: PlacingContext
  private let items: MagazineItems
  private let spacing: Double
  private let top: Units
  private var reader = MagazineItems.Reader()

  private var lines: LineBuilder
  private var openRow = OpenRow()
  /// Rows of an earlier layout that may be taken over; nil if there are none.
  private var sharing: LineSharing?
  /// The first item that has not been added to a row; items of the open row have been.
  private(set) var next = 0
  private var placedCount = 0
  /// The width modes that have been checked, as bits; modes of rows of 63 items and more have no bit, and are
  /// checked for every row.
  private var knownModes: UInt64 = 0
  private var issues = SpecIssues()

  /// Creates a placement without any rows.
  ///
  /// - Parameters:
  ///   - top: the beginning of the first row, in the section's coordinates.
  ///   - spacing: the distance between two rows, in points.
  init(
    _ items: MagazineItems, _ columns: MagazineColumns, top: Units, spacing: Double,
    _ context: PlacingContext
  ) {
    self.items = items
    self.columns = columns
    self.top = top
    self.spacing = spacing
    self.context = context
    lines = LineBuilder(top: top, spacing: Units(points: spacing), context.budget)
  }

  /// Prepares to take over unchanged rows of an earlier layout; must be called before any item is placed.
  mutating func share(_ earlier: MagazineCells) {
    guard Units(points: spacing) >= .zero else { return }
    sharing = LineSharing(items.items, after: earlier.items.items, placed: earlier.lines)
  }

  /// Places the rows that a block's items fill.
  ///
  /// - Throws: an error that lists the faults of the items so far, once there are `LayoutError.maxIssues`;
  ///   `LayoutError.cancelled`.
  mutating func place(_ block: ItemBlock) throws(LayoutError) {
    if openRow.count == 0 { try takeOver() }
    guard next < block.items.upperBound else { return }
    // Every item is read once and placed once.
    try context.budget.count(2 * block.count)
    reader.read(block)
    let (heights, modes, first) = (reader.heights, reader.modes, block.items.lowerBound)
    var row = openRow
    var place = next - first
    var stop = (sharing?.stop(after: next) ?? .max) - first
    while place < block.count {
      let given = modes.isEmpty ? MagazineItems.fullMode : modes[place]
      let mode = given.isNaN ? MagazineItems.fullMode : given
      if row.room <= 0 || row.mode != mode {
        if row.count > 0 { try close(row) }
        if place >= stop {
          (openRow, next) = (OpenRow(), first + place)
          try takeOver()
          stop = (sharing?.stop(after: next) ?? .max) - first
          if next > first + place {
            place = next - first
            row = OpenRow()
            continue
          }
        }
        row = open(mode, for: place, of: block)
      }
      let height = heights[place]
      if !(height >= 0 && height < .infinity) {
        note(height, of: place, in: block)
      }
      row.height = max(row.height, height)
      row.count += 1
      row.room -= 1
      if issues.isFull { break }
      place += 1
      placedCount += 1
    }
    openRow = row
    next = max(next, block.items.upperBound)
    if issues.isFull { try issues.throwIfAny() }
  }

  /// Takes over chunks of earlier rows while the next chunk begins with the item `next`; no row may be open.
  private mutating func takeOver() throws(LayoutError) {
    while let candidate = sharing?.take(at: next) {
      try lines.share(candidate.chunk)
      next += candidate.chunk.starts.cellCount
    }
  }

  private mutating func note(_ height: Double, of place: Int, in block: ItemBlock) {
    let isNumber = !block.chunk.numbers[place].isNaN
    let path = context.path.index(block.items.lowerBound + place)
    issues.checkLength(height, isNumber ? path : path.field("height"))
  }

  @inline(__always)
  private mutating func close(_ row: OpenRow) throws(LayoutError) {
    try lines.append(row.count, thickness: Units(points: row.height))
    lines.open.greatestLength = max(lines.open.greatestLength, row.height)
    let bit = Self.bit(row.mode)
    if lines.open.modes & bit == 0 { include(row.mode, bit) }
  }

  /// The bit of a width mode; 0 if the mode's number is not in 0..<64.
  @inline(__always)
  private static func bit(_ mode: Double) -> UInt64 {
    mode >= 0 && mode < 64 ? 1 << UInt64(mode) : 0
  }

  /// Widens the open chunk's span across the scroll axis so that it contains a full row of a width mode.
  ///
  /// - Parameters:
  ///   - number: the mode, by `MagazineWidthMode.number`.
  ///   - bit: the mode's bit; 0 if it has none.
  private mutating func include(_ number: Double, _ bit: UInt64) {
    let mode = MagazineWidthMode(number: number) ?? .full
    let last = columns.capacity(mode) - 1
    lines.open.include(
      columns.itemLeft(0, mode), columns.itemLeft(last, mode) + columns.itemWidth(mode))
    lines.open.modes |= bit
  }

  /// Returns an empty row of a width mode, and checks the mode unless that has been done.
  ///
  /// - Parameters:
  ///   - number: the mode, by `MagazineWidthMode.number`.
  ///   - place: the index, in the block, of the row's first item.
  @inline(__always)
  private mutating func open(
    _ number: Double, for place: Int, of block: ItemBlock
  ) -> OpenRow {
    let bit = Self.bit(number)
    let isKnown = knownModes & bit != 0
    // The most common case: rows of one item each.
    if isKnown, number == MagazineItems.fullMode { return OpenRow(mode: number, room: 1) }
    let mode = MagazineWidthMode(number: number) ?? .full
    if !isKnown {
      if let reason = columns.reason(against: mode) {
        issues.add(context.path.index(block.items.lowerBound + place), reason)
      } else {
        knownModes |= bit
      }
    }
    return OpenRow(mode: number, room: columns.capacity(mode))
  }

  /// Places the last row, and returns all rows.
  ///
  /// - Throws: an error that lists every fault of the items; `LayoutError.cancelled`.
  mutating func finish() throws(LayoutError) -> PlacedRowCells<MagazineCells> {
    try issues.throwIfAny()
    if openRow.count > 0 { try close(openRow) }
    let (rowCount, bottom, summary) = (lines.lineCount, lines.maxEnd, lines.summary)
    let bounds = Rect(
      minX: summary.minCross, minY: top.points, maxX: summary.maxCross,
      maxY: bottom.points
    ).outsetByRounding
    return PlacedRowCells(
      cells: MagazineCells(
        columns: columns, items: items, lines: try lines.finish(),
        bounds: rowCount == 0 ? .zero : bounds),
      rowCount: rowCount, bottom: bottom, greatestHeight: summary.greatestLength,
      placedItemCount: placedCount)
  }
}
