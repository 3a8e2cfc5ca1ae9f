/// A grid of cells of one size, numbered line by line; their places are computed, not stored.
struct SpanGrid: Sendable {
  let axis: LayoutAxis
  /// The number of cells; the last line may have fewer than the others.
  let count: Int
  /// The lines, which follow each other along the scroll axis, as many as the cells need.
  let lines: RepeatedLines
  /// The columns, which follow each other across the scroll axis; at least one.
  let columns: RepeatedSpans

  /// Creates a grid of `count` cells that fill the columns.
  ///
  /// - Parameter lines: the first line's start, the step between lines and their length. Its `count` is
  ///   ignored: the number of lines is computed from the number of cells.
  init(axis: LayoutAxis, count: Int, columns: RepeatedSpans, lines: RepeatedLines) {
    self.axis = axis
    self.count = count
    self.columns = columns
    let lineCount = count == 0 ? 0 : (count - 1) / columns.count + 1
    self.lines = RepeatedLines(
      start: lines.start, step: lines.step, length: lines.length, count: lineCount
    )
  }

  /// The distance from the start of the first line to the greatest end of all lines.
  var linesLength: Units { lines.maxEnd - lines.start }

  /// Returns the place of a cell.
  func place(of cell: Int) -> ElementPlace {
    let (line, column) = cell.quotientAndRemainder(dividingBy: columns.count)
    return ElementPlace(
      start: lines.position(of: line), length: lines.length, cross: columns.position(of: column),
      breadth: columns.length)
  }

  /// Returns the place of a cell on a walk from cell to cell, which takes one division a line.
  ///
  /// - Parameters:
  ///   - isNext: whether the walk's previous cell was `cell - 1`.
  ///   - lineEnd: the end of the cells of the walk's line; updated.
  ///   - top: the start of the walk's line along the scroll axis; updated.
  @inline(__always)
  func place(
    of cell: Int, isNext: Bool, _ lineEnd: inout Int, _ top: inout Units
  ) -> ElementPlace {
    if !isNext || cell >= lineEnd {
      let line = cell / columns.count
      lineEnd = (line + 1) * columns.count
      top = lines.position(of: line)
    }
    return ElementPlace(
      start: top, length: lines.length,
      cross: columns.position(of: cell - (lineEnd - columns.count)), breadth: columns.length)
  }

  /// Returns the range of the whole lines among the given cells that certainly meet a rectangle.
  ///
  /// The range is empty unless all columns meet the rectangle.
  ///
  /// - Complexity: O(lines that don't meet the rectangle).
  func certain(of cells: Range<Int>, toMeet rect: Rect) -> Range<Int> {
    let last = columns.position(of: columns.count - 1)
    let (near, far) = (axis.crossMin(rect), axis.crossMax(rect))
    let none = cells.lowerBound..<cells.lowerBound
    guard lines.step > .zero, columns.step >= 0, last < far, near < columns.start + columns.length
    else { return none }
    let lower = Units(after: axis.mainMin(rect))
    let upper = Units(before: axis.mainMax(rect))
    var met =
      (cells.lowerBound + columns.count - 1) / columns.count..<cells.upperBound / columns.count
    while !met.isEmpty, lines.position(of: met.lowerBound) + lines.length <= lower {
      met = met.lowerBound + 1..<met.upperBound
    }
    while !met.isEmpty, lines.position(of: met.upperBound - 1) >= upper {
      met = met.lowerBound..<met.upperBound - 1
    }
    return met.isEmpty ? none : cell(met.lowerBound, 0)..<cell(met.upperBound, 0)
  }

  /// The cells with the outermost edges, for any sign of the steps: the first cell, the first line's last
  /// cell, and the last cell of all.
  var outermost: [Int] {
    count == 0 ? [] : [0, min(count, columns.count) - 1, count - 1]
  }

  /// Returns the least start of a cell and all cells after it along the scroll axis; nil if later lines begin
  /// before earlier ones, or if there is no cell from `cell` on.
  func leastStart(from cell: Int) -> Units? {
    lines.step >= .zero && cell < count ? lines.position(of: cell / columns.count) : nil
  }

  /// Returns the number of cells, from `cell` on, that have the same places in `other`.
  func sharedCount(from cell: Int, with other: SpanGrid) -> Int {
    guard axis == other.axis, lines.start == other.lines.start, lines.step == other.lines.step,
      lines.length == other.lines.length, columns.start == other.columns.start,
      columns.step == other.columns.step, columns.length == other.columns.length
    else { return 0 }
    // Two grids with different numbers of columns share their first line.
    let end =
      columns.count == other.columns.count ? .max : min(columns.count, other.columns.count)
    return max(0, min(count, other.count, end) - cell)
  }

  /// Adds the cells that may meet a rectangle; no cell is missed, but neighbours of these cells may be
  /// added, too.
  ///
  /// - Complexity: O(1) if the rectangle spans all columns, else O(lines met).
  func addCells(meeting rect: Rect, to numbers: inout IndexRuns) {
    let met = lines.numbers(meeting: axis.mainMin(rect), axis.mainMax(rect))
    let across = columns.numbers(meeting: axis.crossMin(rect), axis.crossMax(rect))
    guard !across.isEmpty else { return }
    if across.count == columns.count {
      numbers.append(cell(met.lowerBound, 0)..<cell(met.upperBound, 0))
      return
    }
    for line in met {
      guard !numbers.isFull else { return }
      numbers.append(cell(line, across.lowerBound)..<cell(line, across.upperBound))
    }
  }

  /// Returns the number of the cell in a line and column; `count` if it is after the last cell.
  private func cell(_ line: Int, _ column: Int) -> Int {
    min(count, line * columns.count + column)
  }
}
