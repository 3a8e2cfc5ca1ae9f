/// The cells of a justified section, at no more than 24 bytes each.
///
/// A cell costs its width and, unless it is the first of its row, its left edge; rows hold the rest.
final class JustifiedCells: SectionCells {
  /// The shortest row that is worth a search for the cells that meet a rectangle.
  private static let searchedRowLength = 16

  /// Where cells stand in their rows.
  struct Edges: Sendable {
    let widths: [Double]
    /// Left edges, those of rows' first cells left out: cell i of row r is number i − r − 1.
    let lefts: [Double]
    /// The left edge of every row but the last.
    let rowLeft: Double
    let lastRowLeft: Double
    /// False where the last row was corrected and may hold cells of negative width (LayoutRules G4).
    let isLastRowAscending: Bool
  }

  let rows: StackedRows
  /// The greatest height of a row, in points.
  let greatestHeight: Double
  private let edges: Edges
  let bounds: Rect

  init(rows: StackedRows, edges: Edges, greatestHeight: Double, bounds: Rect) {
    self.rows = rows
    self.greatestHeight = greatestHeight
    self.edges = edges
    self.bounds = bounds
  }

  var count: Int { edges.widths.count }

  var byteCount: Int { rows.byteCount + 8 * (edges.widths.capacity + edges.lefts.capacity) }

  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    let row = rows.row(of: item)
    return placement.frame(
      ElementPlace(
        start: rows.top(of: row), length: rows.height(of: row), cross: left(of: item, in: row),
        breadth: edges.widths[item]))
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    rows.addCells(meeting: rect, within: bounds, to: &numbers) { cells(of: $0, meeting: rect) }
  }

  /// The cells of a row that may meet the rectangle's span of x.
  private func cells(of row: Int, meeting rect: Rect) -> Range<Int> {
    let cells = rows.cells(of: row)
    let isAscending = row + 1 < rows.count || edges.isLastRowAscending
    guard isAscending, cells.count >= Self.searchedRowLength else { return cells }
    let first = cells.firstIndex { left(of: $0, in: row) + edges.widths[$0] > rect.minX }
    let end = (first..<cells.upperBound).firstIndex { left(of: $0, in: row) >= rect.maxX }
    return first..<end
  }

  private func left(of cell: Int, in row: Int) -> Double {
    guard cell == rows.start(of: row) else { return edges.lefts[cell - row - 1] }
    return row + 1 < rows.count ? edges.rowLeft : edges.lastRowLeft
  }
}
