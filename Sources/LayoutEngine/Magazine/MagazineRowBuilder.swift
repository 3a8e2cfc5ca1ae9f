/// Gathers magazine items into rows (LayoutRules H1, H2).
struct MagazineRowBuilder {
  private let columns: MagazineColumns
  private let unit: UnitScale
  /// The first item of each row, the open one included.
  private var starts: [UInt32] = []
  /// The height of each closed row.
  private var rowHeights: [Units] = []
  /// The width mode of each row, the open one included.
  private var modes: [MagazineCells.RowMode] = []
  private var heights: [Double] = []
  private var openMode: MagazineWidthMode?
  /// How many more items the open row takes.
  private var openRoom = 0
  private var openHeight = 0.0
  /// The greatest height of all, in points.
  private var greatestHeight = 0.0

  /// The width modes in use, as bits by their codes; codes above 63 are not recorded.
  private var modesInUse: UInt64 = 0
  private var minX = Double.infinity
  private var maxX = -Double.infinity

  init(columns: MagazineColumns, itemCount: Int, _ unit: UnitScale) {
    self.columns = columns
    self.unit = unit
    heights.reserveCapacity(itemCount)
    // Room for rows of one item: unused capacity is never touched, and released in the end.
    starts.reserveCapacity(itemCount)
    rowHeights.reserveCapacity(itemCount)
    modes.reserveCapacity(itemCount)
  }

  /// Whether an item of that mode joins the open row.
  func hasRoom(for mode: MagazineWidthMode) -> Bool {
    openRoom > 0 && openMode == mode
  }

  /// Ends the open row, if there is one, and begins another.
  ///
  /// - Returns: why there can be no row of that mode; nil where there can.
  mutating func openRow(_ mode: MagazineWidthMode) -> String? {
    closeRow()
    let rowMode = MagazineCells.RowMode(mode)
    starts.append(UInt32(truncatingIfNeeded: heights.count))
    modes.append(rowMode)
    openMode = mode
    openRoom = columns.capacity(mode)
    openHeight = 0
    return modesInUse & rowMode.bit == 0 ? add(mode, bit: rowMode.bit) : nil
  }

  /// Adds an item to the open row.
  mutating func append(height: Double, stretches: Bool) {
    heights.append(stretches ? MagazineCells.rowHeight : height)
    openHeight = max(openHeight, height)
    openRoom -= 1
  }

  /// The cells of all rows.
  ///
  /// - Parameter top: where the first row begins, in the section's coordinates.
  /// - Throws: `LayoutError.cancelled`.
  consuming func finish(
    top: Units, spacing: Units, _ budget: LayoutBudget
  ) throws(LayoutError) -> MagazineCells {
    closeRow()
    let rows = StackedRows(
      StackedRows.Rows(starts: starts, heights: rowHeights, cellCount: heights.count), top: top,
      spacing: spacing, unit, budget)
    try budget.count(0)
    let bounds = Rect(
      minX: minX, minY: unit.points(top), maxX: maxX, maxY: unit.points(rows.bottom)
    ).loosened
    return MagazineCells(
      unit: unit, columns: columns, rows: rows, modes: modes.trimmed(), heights: heights,
      greatestHeight: greatestHeight,
      bounds: rows.count == 0 ? .zero : bounds)
  }

  /// Widens the bounds by a full row of a mode that is new.
  private mutating func add(_ mode: MagazineWidthMode, bit: UInt64) -> String? {
    if let reason = columns.reason(against: mode) { return reason }
    let last = columns.capacity(mode) - 1
    minX = min(minX, columns.itemLeft(0, mode))
    maxX = max(maxX, columns.itemLeft(last, mode) + columns.itemWidth(mode))
    modesInUse |= bit
    return nil
  }

  @inline(__always)
  private mutating func closeRow() {
    guard rowHeights.count < starts.count else { return }
    greatestHeight = max(greatestHeight, openHeight)
    rowHeights.append(unit.units(openHeight))
  }
}
