/// Gives the cells of justified rows their places (LayoutRules G3–G5).
struct JustifiedPlacement {
  private let spec: JustifiedSpec
  private let rowWidth: Double
  private let left: Double
  private let spacing: Double
  private let unit: UnitScale

  private var widths: [Double] = []
  /// Left edges of cells that are not the first of their row.
  private var lefts: [Double] = []
  /// The left edge of the last row's first cell.
  private var lastRowLeft: Double
  /// Where the last row ends, the spacing after its last cell included.
  private var lastRowEnd: Double
  private var minX: Double
  private var maxX: Double

  /// Where a row's cells have been placed to.
  private struct RowPen {
    /// The row's first cell.
    let start: Int
    let height: Double
    let spacing: Double
    /// The left edge of the last cell, and its width; the row's left edge and 0 before the first.
    var x: Double
    var lastWidth = 0.0

    /// Places the cells that come next.
    @inline(__always)
    mutating func place(
      _ cells: Range<Int>, _ ratios: [Double], _ widths: inout OutputSpan<Double>,
      _ lefts: inout OutputSpan<Double>
    ) {
      for cell in cells {
        if cell > start {
          x += lastWidth + spacing
          lefts.append(x)
        }
        lastWidth = ratios[cell] * height
        widths.append(lastWidth)
      }
    }
  }

  init(_ spec: JustifiedSpec, rowWidth: Double, _ unit: UnitScale) {
    self.unit = unit
    self.spec = spec
    self.rowWidth = rowWidth
    left = spec.sectionInset.left
    spacing = spec.horizontalSpacing
    lastRowLeft = left
    lastRowEnd = left
    minX = left
    maxX = left
  }

  /// The cells of broken rows.
  ///
  /// - Parameter top: where the first row begins, in the section's coordinates.
  consuming func cells(
    ratios: [Double], rows: consuming JustifiedRowBreaker, top: Units, _ budget: LayoutBudget
  ) throws(LayoutError) -> JustifiedCells {
    placeRows(ratios: ratios, rows: rows, budget)
    // Where the budget has ended the work cells are missing.
    try budget.count(0)
    let lastRow = Int(rows.starts.last ?? 0)..<rows.cellCount
    if rows.hasWidows {
      switch spec.widowLayoutStyle {
      case .left: break
      case .justify: try justify(lastRow, budget)
      case .center: try centre(lastRow, budget)
      }
    }
    let (heights, greatest) = try rows.shownHeights(unit, budget)
    let stack = StackedRows(
      StackedRows.Rows(starts: rows.starts, heights: heights, cellCount: rows.cellCount),
      top: top, spacing: unit.units(spec.verticalSpacing), unit, budget)
    let isCorrected = rows.hasWidows && spec.widowLayoutStyle == .justify
    let bounds = Rect(
      minX: minX, minY: unit.points(top), maxX: maxX, maxY: unit.points(stack.bottom)
    ).loosened
    return JustifiedCells(
      rows: stack,
      edges: JustifiedCells.Edges(
        widths: widths, lefts: lefts, rowLeft: left, lastRowLeft: lastRowLeft,
        isLastRowAscending: !isCorrected),
      greatestHeight: greatest, bounds: stack.count == 0 ? .zero : bounds)
  }

  /// Places the cells of each row one after the other from the left: width = ratio · height, the
  /// height not clamped (LayoutRules G3, G5).
  ///
  /// Complete rows need no correction by G4: they fill the width but for the noise of their sums,
  /// which is far from half a point.
  private mutating func placeRows(
    ratios: [Double], rows: JustifiedRowBreaker, _ budget: LayoutBudget
  ) {
    // In locals: the loop runs once an item, and arrays in properties are checked for exclusive
    // access.
    var end = left
    var greatest = left
    let (left, spacing) = (left, spacing)
    var lefts: [Double] = []
    widths.append(addingCapacity: rows.cellCount) { widths in
      lefts.append(addingCapacity: rows.cellCount - rows.starts.count) { lefts in
        for (row, height) in rows.heights.enumerated() {
          let start = Int(rows.starts[row])
          let next = row + 1 < rows.starts.count ? Int(rows.starts[row + 1]) : rows.cellCount
          var pen = RowPen(start: start, height: height, spacing: spacing, x: left)
          if next - start <= LayoutBudget.stretch {
            // Counted whole: a row holds a few cells, and this runs once a row.
            guard budget.goesOn(after: next - start) else { return }
            pen.place(start..<next, ratios, &widths, &lefts)
          } else {
            for part in (start..<next).stretches {
              guard budget.goesOn(after: part.count) else { return }
              pen.place(part, ratios, &widths, &lefts)
            }
          }
          greatest = max(greatest, pen.x + pen.lastWidth)
          end = pen.x + pen.lastWidth + spacing
        }
      }
    }
    self.lefts = lefts
    lastRowEnd = end
    maxX = greatest
  }

  /// Spreads what the last row is too wide, in whole points, over its cells (LayoutRules G4).
  private mutating func justify(
    _ cells: Range<Int>, _ budget: LayoutBudget
  ) throws(LayoutError) {
    let share = (lastRowEnd - (spacing + left) - rowWidth) / Double(cells.count)
    var taken = 0.0
    let firstLeft = lefts.count - cells.count
    for part in cells.stretches {
      try budget.count(part.count)
      for cell in part {
        let number = cell - cells.lowerBound
        let correction = (Double(number + 1) * share + 0.5).rounded(.down)
        if number > 0 { lefts[firstLeft + number] -= taken }
        widths[cell] -= correction - taken
        taken = correction
      }
    }
    try measure(cells, budget)
  }

  /// Moves the last row to the middle, by the original's formula (LayoutRules G5).
  private mutating func centre(
    _ cells: Range<Int>, _ budget: LayoutBudget
  ) throws(LayoutError) {
    let offset = (rowWidth - lastRowEnd) / 2 + spacing
    lastRowLeft += offset
    for part in (lefts.count - max(0, cells.count - 1)..<lefts.count).stretches {
      try budget.count(part.count)
      for index in part { lefts[index] += offset }
    }
    try measure(cells, budget)
  }

  /// Widens the bounds by the last row's corrected cells, whose widths may be negative.
  private mutating func measure(
    _ cells: Range<Int>, _ budget: LayoutBudget
  ) throws(LayoutError) {
    let firstLeft = lefts.count - cells.count
    for part in cells.stretches {
      try budget.count(part.count)
      for cell in part {
        let number = cell - cells.lowerBound
        let x = number == 0 ? lastRowLeft : lefts[firstLeft + number]
        minX = min(minX, x, x + widths[cell])
        maxX = max(maxX, x, x + widths[cell])
      }
    }
  }
}
