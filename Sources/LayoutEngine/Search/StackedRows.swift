/// Rows of cells one below the other, each row's height and number of cells its own: which row a
/// cell stands in, where a row begins, which rows a band of y meets.
///
/// Justified and magazine sections share it. Every row holds at least one cell, and heights and the
/// spacing are ≥ 0, so that tops and bottoms ascend. It costs 13 bytes a row and half a byte a
/// cell: tops are held for every eighth row and summed from there, and rows are held for every
/// eighth cell and searched for from there.
struct StackedRows: Sendable {
  /// How many rows, and how many cells, share one held top or row.
  private static let blockLength = 8

  /// Rows before they are stacked.
  struct Rows {
    /// The first cell of each row, ascending from 0.
    var starts: [UInt32]
    /// As many heights, each ≥ 0.
    var heights: [Units]
    /// The number of cells, less than 2^32.
    var cellCount: Int
  }

  /// The document's unit.
  private let unit: UnitScale
  /// The distance between two rows.
  private let spacing: Units
  /// The first cell of each row.
  private let starts: [UInt32]
  /// The height of each row.
  private let heights: [Units]
  /// The top of every eighth row.
  private let blockTops: [Units]
  /// The row of every eighth cell.
  private let blockRows: [UInt32]

  /// How many cells the rows hold together.
  let cellCount: Int
  /// Where the last row ends; where the first one would begin while there is none.
  let bottom: Units

  /// Stacks rows.
  ///
  /// Where the budget ends the work rows are left out, and the caller discards them.
  ///
  /// - Parameters:
  ///   - top: where the first row begins.
  ///   - spacing: the distance between two rows.
  /// - Complexity: O(n), n being the number of rows and cells.
  init(
    _ rows: Rows, top: Units, spacing: Units, _ unit: UnitScale,
    _ budget: LayoutBudget = LayoutBudget()
  ) {
    let heights = rows.heights
    self.unit = unit
    self.spacing = spacing
    cellCount = rows.cellCount
    starts = rows.starts.trimmed()
    self.heights = heights.trimmed()
    var blockTops: [Units] = []
    blockTops.reserveCapacity(heights.count / Self.blockLength + 1)
    var nextTop = top
    var bottom = top
    // What fine units cannot hold is refused afterwards, coarse ones must not overflow until then.
    let isFine = unit == .fine
    for stretch in heights.indices.stretches where budget.goesOn(after: stretch.count) {
      for row in stretch {
        if row % Self.blockLength == 0 { blockTops.append(nextTop) }
        bottom = nextTop + heights[row]
        nextTop = isFine ? bottom + spacing : (bottom + spacing).limited
      }
    }
    self.blockTops = blockTops
    self.bottom = bottom
    blockRows = Self.rowsOfBlocks(starts: rows.starts, cellCount: rows.cellCount, budget)
  }

  /// The row of every eighth cell.
  private static func rowsOfBlocks(
    starts: [UInt32], cellCount: Int, _ budget: LayoutBudget
  ) -> [UInt32] {
    var rows: [UInt32] = []
    rows.reserveCapacity(cellCount / blockLength + 1)
    var row = 0
    // A stretch is a multiple of a block.
    for stretch in (0..<cellCount).stretches where budget.goesOn(after: stretch.count) {
      for cell in stride(from: stretch.lowerBound, to: stretch.upperBound, by: blockLength) {
        while row + 1 < starts.count, Int(starts[row + 1]) <= cell { row += 1 }
        rows.append(UInt32(truncatingIfNeeded: row))
      }
    }
    return rows
  }

  /// How many rows there are.
  var count: Int { heights.count }
  /// Bytes held.
  var byteCount: Int {
    4 * (starts.capacity + blockRows.capacity) + 8 * (heights.capacity + blockTops.capacity)
  }

  /// The row in which a cell stands; `cell` in 0..<cellCount.
  ///
  /// - Complexity: O(1).
  func row(of cell: Int) -> Int {
    var row = Int(blockRows[cell / Self.blockLength])
    while row + 1 < starts.count, Int(starts[row + 1]) <= cell {
      row += 1
    }
    return row
  }

  /// The first cell of a row; of `count`, the number of cells.
  func start(of row: Int) -> Int {
    row < starts.count ? Int(starts[row]) : cellCount
  }

  /// The cells of a row.
  func cells(of row: Int) -> Range<Int> {
    start(of: row)..<start(of: row + 1)
  }

  /// A row's height.
  func height(of row: Int) -> Units { heights[row] }

  /// Where a row begins.
  ///
  /// - Complexity: O(1).
  func top(of row: Int) -> Units {
    let block = row / Self.blockLength
    var top = blockTops[block]
    for above in (block * Self.blockLength)..<row {
      top += heights[above] + spacing
    }
    return top
  }

  /// The rows that end below `minY` and begin above `maxY`, both exclusive.
  ///
  /// - Complexity: O(log n), n being the number of rows.
  func rows(meeting minY: Units, _ maxY: Units) -> Range<Int> {
    let first = firstRow { top, height in top + height > minY }
    let end = firstRow { top, _ in top >= maxY }
    return first..<max(first, end)
  }

  /// Adds the cells that may meet a rectangle: none is missed.
  ///
  /// - Parameters:
  ///   - bounds: a rectangle that holds every cell.
  ///   - part: the cells of a row that may meet the rectangle's span of x.
  /// - Complexity: O(log n) where the rectangle spans the bounds, else O(log n + rows met).
  func addCells(
    meeting rect: Rect, within bounds: Rect, to numbers: inout IndexRuns,
    of part: (_ row: Int) -> Range<Int>
  ) {
    let met = rows(meeting: unit.units(before: rect.minY), unit.units(after: rect.maxY))
    guard rect.minX < bounds.maxX, bounds.minX < rect.maxX else { return }
    if rect.minX <= bounds.minX, bounds.maxX <= rect.maxX {
      numbers.append(start(of: met.lowerBound)..<start(of: met.upperBound))
      return
    }
    for row in met {
      guard !numbers.isFull else { return }
      numbers.append(part(row))
    }
  }

  /// The first row for whose top and height the test holds, given that it holds for all rows after
  /// one for which it holds; `count` where it holds for none.
  private func firstRow(where holds: (_ top: Units, _ height: Units) -> Bool) -> Int {
    // The block before the first one whose first row passes: the row is in it, or it is the row
    // that follows it.
    let block = blockTops.indices.firstIndex {
      holds(blockTops[$0], heights[$0 * Self.blockLength])
    }
    guard block > 0 else { return 0 }
    var row = (block - 1) * Self.blockLength
    var top = blockTops[block - 1]
    while row < heights.count, !holds(top, heights[row]) {
      top += heights[row] + spacing
      row += 1
    }
    return row
  }
}
