/// Gathers magazine items into rows and places them, a block of items after the other (LayoutRules H1,
/// H2): runs of items of the same width mode make rows, as many in one as the mode allows; a row is as
/// high as its tallest item.
struct MagazinePlacement {
  /// The row that is being filled; none before the first item.
  private struct OpenRow {
    /// Its mode, by `MagazineWidthMode.number`.
    var mode = Double.nan
    /// How many more items it takes.
    var room = 0
    var count = 0
    /// In points.
    var height = 0.0
  }

  private let columns: MagazineColumns
  private let context: PlacingContext
  private let items: MagazineItems
  private let spacing: Double
  private let top: Units
  private var reader = MagazineItems.Reader()

  private var lines: LinePlacing
  private var openRow = OpenRow()
  private var greatestHeight = 0.0
  /// The sum of the rows' heights.
  private var length = 0.0
  /// The width modes in use, as bits; those of rows of 62 items and more are not recorded.
  private var modesInUse: UInt64 = 0
  private var minX = Double.infinity
  private var maxX = -Double.infinity
  private var issues = SpecIssues()

  /// Begins before the first item.
  ///
  /// - Parameters:
  ///   - top: where the first row begins, in the section's coordinates.
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
    lines = LinePlacing(top: top, spacing: context.unit.units(spacing), context.budget)
  }

  /// Places the rows that are full with a block's items.
  ///
  /// - Throws: as many faults as one error lists, once there are so many; `LayoutError.cancelled`.
  mutating func place(_ block: ItemBlock) throws(LayoutError) {
    // Read once and placed once.
    try context.budget.count(2 * block.count)
    reader.read(block)
    let (heights, modes) = (reader.heights, reader.modes)
    var row = openRow
    for place in heights.indices {
      let given = modes.isEmpty ? MagazineItems.fullMode : modes[place]
      let mode = given.isNaN ? MagazineItems.fullMode : given
      if row.room <= 0 || row.mode != mode {
        if row.count > 0 { try close(row) }
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
    }
    openRow = row
    if issues.isFull { try issues.throwIfAny() }
  }

  private mutating func note(_ height: Double, of place: Int, in block: ItemBlock) {
    let isNumber = !block.chunk.numbers[place].isNaN
    let path = context.path.index(block.items.lowerBound + place)
    issues.checkLength(height, isNumber ? path : path.field("height"))
  }

  @inline(__always)
  private mutating func close(_ row: OpenRow) throws(LayoutError) {
    greatestHeight = max(greatestHeight, row.height)
    length += row.height
    try lines.append(row.count, thickness: context.unit.units(row.height))
  }

  /// A row of that mode without items.
  @inline(__always)
  private mutating func open(
    _ number: Double, for place: Int, of block: ItemBlock
  ) -> OpenRow {
    let bit: UInt64 = number >= 0 && number < 64 ? 1 << UInt64(number) : 0
    let isKnown = modesInUse & bit != 0
    // Rows of one item each, the most there are.
    if isKnown, number == MagazineItems.fullMode { return OpenRow(mode: number, room: 1) }
    let mode = MagazineWidthMode(number: number) ?? .full
    if !isKnown { add(mode, bit: bit, for: place, of: block) }
    return OpenRow(mode: number, room: columns.capacity(mode))
  }

  /// Widens the bounds by a full row of a mode that is new.
  private mutating func add(
    _ mode: MagazineWidthMode, bit: UInt64, for place: Int, of block: ItemBlock
  ) {
    if let reason = columns.reason(against: mode) {
      issues.add(context.path.index(block.items.lowerBound + place), reason)
      return
    }
    let last = columns.capacity(mode) - 1
    minX = min(minX, columns.itemLeft(0, mode))
    maxX = max(maxX, columns.itemLeft(last, mode) + columns.itemWidth(mode))
    modesInUse |= bit
  }

  /// Places the last row and returns all.
  ///
  /// - Throws: every fault of the items; `LayoutError.cancelled`.
  mutating func finish() throws(LayoutError) -> PlacedRowCells<MagazineCells> {
    try issues.throwIfAny()
    if openRow.count > 0 { try close(openRow) }
    let unit = context.unit
    let (rowCount, bottom) = (lines.lineCount, lines.maxEnd)
    let bounds = Rect(
      minX: minX, minY: unit.points(top), maxX: maxX, maxY: unit.points(bottom)
    ).loosened
    return PlacedRowCells(
      cells: MagazineCells(
        unit: unit, columns: columns, items: items, lines: try lines.finish(),
        bounds: rowCount == 0 ? .zero : bounds),
      rowCount: rowCount, bottom: bottom, greatestHeight: greatestHeight,
      length: length + spacing * Double(rowCount))
  }
}
