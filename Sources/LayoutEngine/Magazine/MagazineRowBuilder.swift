/// Gathers magazine items into rows (`semantics.md` H1, H2).
struct MagazineRowBuilder {
  private let columns: MagazineColumns
  private var rows: StackedRows
  /// The width mode of each row, the open one included.
  private var modes: [MagazineCells.RowMode] = []
  private var heights: [Double] = []
  private var openMode: MagazineWidthMode?
  /// How many more items the open row takes.
  private var openRoom = 0
  private var openCount = 0
  private var openHeight = 0.0

  /// - Parameter top: where the first row begins, in the section's coordinates.
  init(columns: MagazineColumns, itemCount: Int, top: Double, spacing: Double) {
    self.columns = columns
    rows = StackedRows(top: top, spacing: spacing)
    heights.reserveCapacity(itemCount)
  }

  /// Whether an item of that mode joins the open row.
  func hasRoom(for mode: MagazineWidthMode) -> Bool {
    openRoom > 0 && openMode == mode
  }

  /// Begins a row of that mode.
  mutating func openRow(_ mode: MagazineWidthMode) {
    modes.append(MagazineCells.RowMode(mode))
    openMode = mode
    openRoom = columns.capacity(mode)
    openCount = 0
    openHeight = 0
  }

  /// Adds an item to the open row.
  mutating func append(height: Double, stretches: Bool) {
    heights.append(stretches ? MagazineCells.rowHeight : height)
    openHeight = max(openHeight, height)
    openCount += 1
    openRoom -= 1
  }

  /// Ends the open row, if there is one.
  mutating func closeRow() {
    guard openMode != nil else { return }
    rows.append(cellCount: openCount, height: openHeight)
    openMode = nil
  }

  /// The cells of all closed rows.
  consuming func finish() -> MagazineCells {
    rows.trim()
    return MagazineCells(columns: columns, rows: rows, modes: trimmed(modes), heights: heights)
  }
}
