/// Gives justified rows their heights and their cells their places (`semantics.md` G3–G5).
struct JustifiedPlacement {
  private let spec: JustifiedSpec
  private let rowWidth: Double
  private let left: Double
  private let top: Double

  /// - Parameter top: where the first row begins, in the section's coordinates.
  init(_ spec: JustifiedSpec, rowWidth: Double, top: Double) {
    self.spec = spec
    self.rowWidth = rowWidth
    self.top = top
    left = spec.sectionInset.left
  }

  /// The cells of the complete rows and of the open one, where it is shown.
  ///
  /// - Parameter ratios: aspect ratios, of which those of shown cells become widths in place.
  func cells(ratios: consuming [Double], rows breaker: JustifiedRowBreaker) -> JustifiedCells {
    let complete = breaker.heights.count
    let widowStart = breaker.ends.last.map(Int.init) ?? 0
    let itemCount = ratios.count
    let showsWidows = spec.showWidows && !breaker.isFull && widowStart < itemCount
    let count = showsWidows ? itemCount : widowStart
    var row = JustifiedRow(widths: ratios, left: left, spacing: spec.horizontalSpacing)
    row.reserve(cells: count, rows: complete + (showsWidows ? 1 : 0))
    var rows = StackedRows(top: top, spacing: spec.verticalSpacing)
    var start = 0
    for (index, height) in breaker.heights.enumerated() {
      let end = Int(breaker.ends[index])
      row.place(start..<end, height: height)
      row.justify(start..<end, rowWidth: rowWidth)
      rows.append(cellCount: end - start, height: clamped(height))
      start = end
    }
    if showsWidows {
      let height = widowHeight(lastHeight: rows.lastHeight, breaker: breaker)
      row.place(start..<count, height: height)
      alignWidows(start..<count, in: &row)
      rows.append(cellCount: count - start, height: height)
    }
    rows.trim()
    return row.finish(rows: rows, count: count, top: top)
  }

  /// A complete row's height, between half and twice the target's (G3).
  private func clamped(_ height: Double) -> Double {
    max(spec.targetRowHeight / 2, min(height, spec.targetRowHeight * 2))
  }

  /// The open row's height: the previous row's, or the target's where there is none or where it is a
  /// breakout row (G5).
  private func widowHeight(lastHeight: Double?, breaker: JustifiedRowBreaker) -> Double {
    guard let lastHeight, !breaker.isBreakoutRow(breaker.heights.count - 1) else {
      return spec.targetRowHeight
    }
    return lastHeight
  }

  private func alignWidows(_ cells: Range<Int>, in row: inout JustifiedRow) {
    switch spec.widowLayoutStyle {
    case .left: break
    case .justify: row.justify(cells, rowWidth: rowWidth)
    case .center: row.centre(cells, rowWidth: rowWidth)
    }
  }
}

/// The row that is being placed, behind those that are.
private struct JustifiedRow {
  /// Widths of placed cells; behind them aspect ratios.
  private var widths: [Double]
  /// Left edges of placed cells that are not the first of their row.
  private var lefts: [Double] = []
  private let left: Double
  private let spacing: Double
  /// The left edge of the last placed row's first cell.
  private var firstLeft: Double
  /// Where the last placed row ends, the spacing behind its last cell included.
  private var end: Double
  /// Cells before this one stand in rows that ascend on both sides and can be searched.
  private var searchableCount = Int.max
  private var minX = Double.infinity
  private var maxX = -Double.infinity

  init(widths: consuming [Double], left: Double, spacing: Double) {
    self.widths = widths
    self.left = left
    self.spacing = spacing
    firstLeft = left
    end = left
  }

  mutating func reserve(cells: Int, rows: Int) {
    lefts.reserveCapacity(cells - rows)
  }

  /// Places the cells one behind the other from the left: width = ratio · height (G3, G5).
  mutating func place(_ cells: Range<Int>, height: Double) {
    var x = left
    for cell in cells {
      if cell != cells.lowerBound { lefts.append(x) }
      let width = widths[cell] * height
      widths[cell] = width
      maxX = max(maxX, x + width)
      x += width + spacing
    }
    end = x
    minX = min(minX, left)
  }

  /// Spreads what the row is too wide, in whole points, over its cells (G4).
  mutating func justify(_ cells: Range<Int>, rowWidth: Double) {
    let excess = end - (spacing + left) - rowWidth
    // Every correction is floor(part of the excess + ½): 0 while the whole is less than ½.
    guard abs(excess) >= 0.5 else { return }
    let share = excess / Double(cells.count)
    var taken = 0.0
    searchableCount = min(searchableCount, cells.lowerBound)
    for (number, cell) in cells.enumerated() {
      let correction = (Double(number + 1) * share + 0.5).rounded(.down)
      if number > 0 { lefts[lefts.count - cells.count + number] -= taken }
      widths[cell] -= correction - taken
      taken = correction
    }
    measure(cells)
  }

  /// Moves the row to the middle, by the original's formula (G5).
  mutating func centre(_ cells: Range<Int>, rowWidth: Double) {
    let offset = (rowWidth - end) / 2 + spacing
    firstLeft += offset
    for number in 1..<max(1, cells.count) {
      lefts[lefts.count - cells.count + number] += offset
    }
    measure(cells)
  }

  /// The cells of all rows.
  consuming func finish(rows: StackedRows, count: Int, top: Double) -> JustifiedCells {
    if count < widths.count { widths.removeSubrange(count...) }
    let bounds =
      count == 0
      ? Rect.zero : Rect(minX: minX, minY: top, maxX: maxX, maxY: rows.bottom)
    return JustifiedCells(
      rows: rows, widths: trimmed(widths), lefts: trimmed(lefts), rowLeft: left,
      lastRowLeft: firstLeft, searchableCount: searchableCount, bounds: bounds)
  }

  /// Widens the bounds by cells whose places were corrected; a corrected width may be negative.
  private mutating func measure(_ cells: Range<Int>) {
    for (number, cell) in cells.enumerated() {
      let x = number == 0 ? firstLeft : lefts[lefts.count - cells.count + number]
      minX = min(minX, x, x + widths[cell])
      maxX = max(maxX, x, x + widths[cell])
    }
  }
}
