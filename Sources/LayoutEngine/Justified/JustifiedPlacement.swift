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
      case .justify: justify(lastRow)
      case .center: centre(lastRow)
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
          var x = left
          var lastWidth = 0.0
          guard budget.goesOn(after: next - start) else { return }
          for cell in start..<next {
            if cell > start {
              x += lastWidth + spacing
              lefts.append(x)
            }
            lastWidth = ratios[cell] * height
            widths.append(lastWidth)
          }
          greatest = max(greatest, x + lastWidth)
          end = x + lastWidth + spacing
        }
      }
    }
    self.lefts = lefts
    lastRowEnd = end
    maxX = greatest
  }

  /// Spreads what the last row is too wide, in whole points, over its cells (LayoutRules G4).
  private mutating func justify(_ cells: Range<Int>) {
    let share = (lastRowEnd - (spacing + left) - rowWidth) / Double(cells.count)
    var taken = 0.0
    for (number, cell) in cells.enumerated() {
      let correction = (Double(number + 1) * share + 0.5).rounded(.down)
      if number > 0 { lefts[lefts.count - cells.count + number] -= taken }
      widths[cell] -= correction - taken
      taken = correction
    }
    measure(cells)
  }

  /// Moves the last row to the middle, by the original's formula (LayoutRules G5).
  private mutating func centre(_ cells: Range<Int>) {
    let offset = (rowWidth - lastRowEnd) / 2 + spacing
    lastRowLeft += offset
    for number in 1..<max(1, cells.count) {
      lefts[lefts.count - cells.count + number] += offset
    }
    measure(cells)
  }

  /// Widens the bounds by the last row's corrected cells, whose widths may be negative.
  private mutating func measure(_ cells: Range<Int>) {
    for (number, cell) in cells.enumerated() {
      let x = number == 0 ? lastRowLeft : lefts[lefts.count - cells.count + number]
      minX = min(minX, x, x + widths[cell])
      maxX = max(maxX, x, x + widths[cell])
    }
  }
}
