/// The last row of a section if it is not complete; its height does not follow from its cells (LayoutRules
/// G5).
struct JustifiedOpenRow: Sendable {
  /// How the row's cells are corrected after they have been placed side by side from the left.
  enum Correction: Sendable {
    case none
    /// Every cell moves this many points to the right.
    case shift(Double)
    /// Each cell becomes narrower by this many points, or wider if the number is negative.
    ///
    /// Running totals, not single cells, are rounded to whole points (LayoutRules G4).
    case spread(Double)
  }

  /// The number of the row's first cell.
  let start: Int
  /// The left edge of the row's first cell before the correction.
  let left: Double
  /// The row's height in points.
  let height: Double
  let correction: Correction

  /// Returns the corrected left edge and width of one of the row's cells.
  ///
  /// - Parameters:
  ///   - cell: the cell's number in the section.
  ///   - left: the left edge before the correction.
  ///   - width: the width before the correction.
  func corrected(_ cell: Int, left: Double, width: Double) -> (left: Double, width: Double) {
    switch correction {
    case .none: return (left, width)
    case .shift(let offset): return (left + offset, width)
    case .spread(let share):
      let number = cell - start
      let taken = number == 0 ? 0 : Self.correction(number, share)
      return (
        number == 0 ? left : left - taken, width - (Self.correction(number + 1, share) - taken)
      )
    }
  }

  /// The sum of the corrections of the row's first `number` cells, in whole points.
  private static func correction(_ number: Int, _ share: Double) -> Double {
    (Double(number) * share + 0.5).rounded(.down)
  }

  /// Whether the cells' left edges and right edges certainly ascend from cell to cell.
  var isAscending: Bool { if case .spread = correction { false } else { true } }
}

/// The places of the cells in the rows of a justified section, computed from the ratios of their items.
struct JustifiedPlaces: LinePlaces {
  /// The least number of cells in a row that a query searches for the cells that intersect a rectangle.
  ///
  /// All cells of shorter rows are candidates.
  private static let searchedRowLength = 16

  let ratios: JustifiedRatios
  let geometry: JustifiedRowGeometry
  /// The last row if it is open; nil otherwise.
  let openRow: JustifiedOpenRow?

  var items: Items { ratios.items }

  func isAlike(_ other: JustifiedPlaces) -> Bool { geometry == other.geometry }

  @inline(__always)
  func place(of cell: Int, _ walk: inout CellCursor) -> SectionFrame {
    var left = walk.position
    var width = ratios.ratio(of: cell) * walk.shared
    walk.position = left + (width + geometry.spacing)
    if let openRow, cell >= openRow.start {
      (left, width) = openRow.corrected(cell, left: left, width: width)
    }
    return SectionFrame(start: walk.top, length: walk.thickness, cross: left, breadth: width)
  }

  func enter(
    _ line: PlacedLine, before cell: Int, _ lines: LineTable, _ walk: inout CellCursor
  ) {
    var pen = pen(in: line)
    var start = line.cells.lowerBound
    if line.isLong {
      let mark = lines.mark(before: cell, in: line)
      start = mark.cell
      pen = JustifiedPen(left: mark.position, height: mark.shared, spacing: geometry.spacing)
    }
    if start < cell { ratios.forEach(of: start..<cell) { pen.advance($0) } }
    walk.shared = pen.height
    walk.position = pen.nextLeft
  }

  /// Returns a pen before the first cell of a row.
  ///
  /// The pen's unclamped height follows from the sum of the cells' ratios. It is 0 for long rows, whose marks store
  /// the height.
  private func pen(in line: PlacedLine) -> JustifiedPen {
    let cells = line.cells
    if line.isLong {
      return JustifiedPen(left: geometry.left, height: 0, spacing: geometry.spacing)
    }
    if let openRow, cells.lowerBound == openRow.start {
      return JustifiedPen(
        left: openRow.left, height: openRow.height, spacing: geometry.spacing)
    }
    var sum = 0.0
    ratios.forEach(of: cells) { sum += $0 }
    return geometry.pen(
      room: geometry.room(cells.count), sum: sum, standsAlone: ratios.standsAlone(cells))
  }

  func cells(
    of line: PlacedLine, intersecting lower: Double, _ upper: Double, _ lines: LineTable
  ) -> Range<Int> {
    guard line.cells.count >= Self.searchedRowLength else { return line.cells }
    var shift = 0.0
    if let openRow, line.cells.lowerBound == openRow.start {
      guard openRow.isAscending else { return line.cells }
      if case .shift(let offset) = openRow.correction { shift = offset }
    }
    let first = firstCell(of: line, lines) { left, width in left + shift + width > lower }
    let end = firstCell(of: line, lines) { left, _ in left + shift >= upper }
    return first..<max(first, end)
  }

  /// The first cell of a row whose left edge and width pass the test.
  ///
  /// If a cell passes the test, all cells after it must pass it. If none passes, the result is the number of
  /// the cell after the row's last one.
  ///
  /// - Complexity: O(log n) in the row's cells.
  private func firstCell(
    of line: PlacedLine, _ lines: LineTable,
    where holds: (_ left: Double, _ width: Double) -> Bool
  ) -> Int {
    var pen: JustifiedPen
    var cell = line.cells.lowerBound
    if line.isLong {
      let mark = lines.mark(in: line) { holds($0.position, ratios.ratio(of: $0.cell) * $0.shared) }
      pen = JustifiedPen(left: mark.position, height: mark.shared, spacing: geometry.spacing)
      cell = mark.cell
    } else {
      pen = self.pen(in: line)
    }
    while cell < line.cells.upperBound {
      pen.advance(ratios.ratio(of: cell))
      if holds(pen.left, pen.width) { return cell }
      cell += 1
    }
    return cell
  }
}
