/// The places of the cells in the rows of a magazine section.
///
/// A cell's width follows from the width mode of its row's first item; its height is that of its item or of its row. In
/// a walk, `position` is the next cell's number in its row, and `shared` is the row's width mode, stored as
/// `MagazineWidthMode.number`.
struct MagazinePlaces: LinePlaces {
  let columns: MagazineColumns
  let magazineItems: MagazineItems

  var items: Items { magazineItems.items }

  func isAlike(_ other: MagazinePlaces) -> Bool { columns == other.columns }

  @inline(__always)
  func place(of cell: Int, _ walk: inout CellCursor) -> SectionFrame {
    let mode = MagazineWidthMode(number: walk.shared) ?? .full
    let number = Int(walk.position)
    walk.position += 1
    return SectionFrame(
      start: walk.top,
      length: magazineItems.ownHeight(of: cell).map { Units(points: $0) } ?? walk.thickness,
      cross: columns.itemLeft(number, mode), breadth: columns.itemWidth(mode))
  }

  func enter(
    _ line: PlacedLine, before cell: Int, _ lines: LineTable, _ walk: inout CellCursor
  ) {
    walk.position = Double(cell - line.cells.lowerBound)
    walk.shared = magazineItems.mode(of: line.cells.lowerBound)
  }

  func cells(
    of line: PlacedLine, intersecting lower: Double, _ upper: Double, _ lines: LineTable
  ) -> Range<Int> {
    let first = line.cells.lowerBound
    let mode = MagazineWidthMode(number: magazineItems.mode(of: first)) ?? .full
    let met = columns.indices(intersecting: lower, upper, mode, count: line.cells.count)
    return first + met.lowerBound..<first + met.upperBound
  }
}
