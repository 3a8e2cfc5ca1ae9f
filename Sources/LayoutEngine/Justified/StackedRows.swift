/// Rows of cells one below the other, each full row's height and number of cells its own: which
/// row a cell stands in, where a row begins, which rows a band of y meets.
///
/// Justified and magazine sections share it. Rows hold at least one cell, and heights and the
/// spacing are ≥ 0, so that tops and bottoms ascend. It costs 13 bytes a row and half a byte a
/// cell: tops are held for every eighth row and summed from there, exactly as they were summed when
/// the rows were appended, and rows are held for every eighth cell and looked for from there.
struct StackedRows: Sendable {
  /// How many rows, and how many cells, share one held top or row.
  private static let blockLength = 8

  /// Points between two rows.
  private let spacing: Double
  /// The first cell of each row.
  private var starts: [UInt32] = []
  /// The height of each row.
  private var heights: [Double] = []
  /// The top of every eighth row.
  private var blockTops: [Double] = []
  /// The row of every eighth cell.
  private var blockRows: [UInt32] = []
  /// Where the next row begins.
  private var nextTop: Double

  /// How many cells the rows hold together.
  private(set) var cellCount = 0
  /// Where the last row ends; where the first one would begin while there is none.
  private(set) var bottom: Double

  /// Creates a stack without rows whose first row will begin at `top`.
  init(top: Double, spacing: Double) {
    self.spacing = spacing
    nextTop = top
    bottom = top
  }

  /// How many rows there are.
  var count: Int { heights.count }
  /// The last row's height; nil without rows.
  var lastHeight: Double? { heights.last }
  /// Bytes held.
  var byteCount: Int {
    4 * (starts.capacity + blockRows.capacity) + 8 * (heights.capacity + blockTops.capacity)
  }

  /// Adds a row of that many cells, at least one, below the last.
  ///
  /// All rows together hold fewer than 2^32 cells.
  mutating func append(cellCount added: Int, height: Double) {
    let row = UInt32(truncatingIfNeeded: heights.count)
    if heights.count % Self.blockLength == 0 {
      blockTops.append(nextTop)
    }
    starts.append(UInt32(truncatingIfNeeded: cellCount))
    heights.append(height)
    cellCount += added
    while blockRows.count * Self.blockLength < cellCount {
      blockRows.append(row)
    }
    bottom = nextTop + height
    nextTop += height + spacing
  }

  /// Gives back the room kept for more rows.
  mutating func trim() {
    starts = trimmed(starts)
    heights = trimmed(heights)
    blockTops = trimmed(blockTops)
    blockRows = trimmed(blockRows)
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

  /// A row's height in points.
  func height(of row: Int) -> Double { heights[row] }

  /// Where a row begins.
  ///
  /// - Complexity: O(1).
  func top(of row: Int) -> Double {
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
  func rows(meeting minY: Double, _ maxY: Double) -> Range<Int> {
    let first = firstRow { top, height in top + height > minY }
    let end = firstRow { top, _ in top >= maxY }
    return first..<max(first, end)
  }

  /// The first row for whose top and height the test holds, given that it holds for all rows
  /// behind one for which it holds; `count` where it holds for none.
  private func firstRow(where holds: (_ top: Double, _ height: Double) -> Bool) -> Int {
    // The block before the first one whose first row passes: the row sought is in it, or it is the
    // row that follows it.
    var low = 0
    var high = blockTops.count
    while low < high {
      let middle = (low + high) / 2
      if holds(blockTops[middle], heights[middle * Self.blockLength]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    guard low > 0 else { return 0 }
    var row = (low - 1) * Self.blockLength
    var top = blockTops[low - 1]
    while row < heights.count, !holds(top, heights[row]) {
      top += heights[row] + spacing
      row += 1
    }
    return row
  }
}

/// The same elements with no more room than they need.
func trimmed<Element>(_ elements: [Element]) -> [Element] {
  guard elements.capacity > elements.count + elements.count / 16 else { return elements }
  // `Array(elements[...])` would keep the buffer.
  var copy: [Element] = []
  copy.reserveCapacity(elements.count)
  copy.append(contentsOf: elements)
  return copy
}
