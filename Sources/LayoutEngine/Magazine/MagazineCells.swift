/// The cells of a magazine section.
///
/// One bit is stored per cell, which is set if the cell begins a row. A cell's width follows from the width
/// mode of its row's first item; its height is that of its item or of its row.
final class MagazineCells: SectionCells {
  let count: Int
  let bounds: Rect
  private let columns: MagazineColumns
  let items: MagazineItems
  let lines: LineTable

  init(
    columns: MagazineColumns, items: MagazineItems, lines: LineTable,
    bounds: Rect
  ) {
    self.columns = columns
    self.items = items
    self.lines = lines
    self.count = lines.cellCount
    self.bounds = bounds
  }

  var byteCount: Int { lines.byteCount }

  var heldItems: Items? { items.items }

  func visitParts(_ visit: (any LayoutPart) -> Void) {
    for chunk in lines.chunks { visit(chunk) }
  }

  /// The frame of a cell.
  ///
  /// In `walk`, `position` is the next cell's number in its row, and `shared` is the row's width mode, stored
  /// as `MagazineWidthMode.number`.
  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    if item != walk.next || item >= walk.lineEnd { enterLine(of: item, &walk) }
    let mode = MagazineWidthMode(number: walk.shared) ?? .full
    let number = Int(walk.position)
    walk.next = item + 1
    walk.position += 1
    return placement.frame(
      ElementPlace(
        start: walk.top,
        length: items.ownHeight(of: item).map { Units(points: $0) } ?? walk.thickness,
        cross: columns.itemLeft(number, mode), breadth: columns.itemWidth(mode)))
  }

  private func enterLine(of item: Int, _ walk: inout CellCursor) {
    let line = lines.line(of: item)
    let first = line.cells.lowerBound
    walk.lineEnd = line.cells.upperBound
    (walk.top, walk.thickness) = (line.top, line.thickness)
    walk.position = Double(item - first)
    walk.shared = items.mode(of: first)
  }

  func leastStart(from item: Int) -> Units? {
    item < count ? lines.line(of: item).top : nil
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? MagazineCells, columns == other.columns else { return 0 }
    return lines.sharedCount(from: item, with: other.lines)
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    guard rect.minX < bounds.maxX, bounds.minX < rect.maxX else { return }
    lines.addCells(
      meeting: Units(before: rect.minY), Units(after: rect.maxY),
      isAcrossAll: rect.minX <= bounds.minX && bounds.maxX <= rect.maxX, to: &numbers
    ) { line in
      let first = line.cells.lowerBound
      let part = columns.numbers(
        meeting: rect.minX, rect.maxX, MagazineWidthMode(number: items.mode(of: first)) ?? .full,
        count: line.cells.count)
      return first + part.lowerBound..<first + part.upperBound
    }
  }
}
