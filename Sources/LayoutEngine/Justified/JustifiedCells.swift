/// The cells of a justified section, at no more than 24 bytes each.
///
/// A cell costs its width and, unless it is the first of its row, its left edge; rows hold the rest.
struct JustifiedCells: SectionCells {
  /// The shortest row that is worth a search for the cells that meet a rectangle.
  private static let searchedRowLength = 16

  let rows: StackedRows
  private let widths: [Double]
  /// Left edges, those of rows' first cells left out: cell i of row r is number i − r − 1.
  private let lefts: [Double]
  /// The left edge of every row but the last.
  private let rowLeft: Double
  private let lastRowLeft: Double
  /// False where the last row was corrected and may hold cells of negative width (LayoutRules G4).
  private let isLastRowAscending: Bool
  let bounds: Rect

  init(
    rows: StackedRows, widths: [Double], lefts: [Double], rowLeft: Double, lastRowLeft: Double,
    isLastRowAscending: Bool, bounds: Rect
  ) {
    self.rows = rows
    self.widths = widths
    self.lefts = lefts
    self.rowLeft = rowLeft
    self.lastRowLeft = lastRowLeft
    self.isLastRowAscending = isLastRowAscending
    self.bounds = bounds
  }

  var count: Int { widths.count }

  var byteCount: Int { rows.byteCount + 8 * (widths.capacity + lefts.capacity) }

  func frame(of item: Int) -> Rect {
    let row = rows.row(of: item)
    return Rect(
      x: left(of: item, in: row), y: rows.top(of: row), width: widths[item],
      height: rows.height(of: row))
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    rows.addCells(meeting: rect, within: bounds, to: &numbers) { cells(of: $0, meeting: rect) }
  }

  /// The cells of a row that may meet the rectangle's span of x.
  private func cells(of row: Int, meeting rect: Rect) -> Range<Int> {
    let cells = rows.cells(of: row)
    let isAscending = row + 1 < rows.count || isLastRowAscending
    guard isAscending, cells.count >= Self.searchedRowLength else { return cells }
    let first = cells.firstIndex { left(of: $0, in: row) + widths[$0] > rect.minX }
    let end = (first..<cells.upperBound).firstIndex { left(of: $0, in: row) >= rect.maxX }
    return first..<end
  }

  private func left(of cell: Int, in row: Int) -> Double {
    guard cell == rows.start(of: row) else { return lefts[cell - row - 1] }
    return row + 1 < rows.count ? rowLeft : lastRowLeft
  }
}
