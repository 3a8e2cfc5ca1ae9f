/// The cells of a magazine section, at 8.5 bytes each and 15 a row.
final class MagazineCells: SectionCells {
  /// Stands for the row's height among cells' heights.
  static let rowHeight = -1.0

  /// A row's width mode in two bytes.
  struct RowMode: Sendable {
    private let code: UInt16

    /// The code of a mode; where its number is out of range, one that no mode has.
    init(_ mode: MagazineWidthMode) {
      code =
        switch mode {
        case .full: .max
        case .fullBleed: 0
        case .fraction(let count) where (1...MagazineColumns.maxCount).contains(count):
          UInt16(count)
        case .fraction: .max - 1
        }
    }

    /// A bit of its own for each of the common modes, none for rows of 63 items and more.
    var bit: UInt64 {
      switch code {
      case .max: 1 << 63
      case ..<63: 1 << UInt64(code)
      default: 0
      }
    }

    var mode: MagazineWidthMode {
      switch code {
      case .max: .full
      case 0: .fullBleed
      default: .fraction(Int(code))
      }
    }
  }

  let rows: StackedRows
  /// The greatest height of a row, in points.
  let greatestHeight: Double
  let bounds: Rect
  private let unit: UnitScale
  private let columns: MagazineColumns
  private let modes: [RowMode]
  private let heights: [Double]

  init(
    unit: UnitScale, columns: MagazineColumns, rows: StackedRows, modes: [RowMode],
    heights: [Double], greatestHeight: Double, bounds: Rect
  ) {
    self.unit = unit
    self.greatestHeight = greatestHeight
    self.columns = columns
    self.rows = rows
    self.modes = modes
    self.heights = heights
    self.bounds = bounds
  }

  var count: Int { heights.count }

  var byteCount: Int { rows.byteCount + 2 * modes.capacity + 8 * heights.capacity }

  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    let row = rows.row(of: item)
    let mode = modes[row].mode
    let height = heights[item]
    return placement.frame(
      ElementPlace(
        start: rows.top(of: row),
        length: height == Self.rowHeight ? rows.height(of: row) : unit.units(height),
        cross: columns.itemLeft(item - rows.start(of: row), mode),
        breadth: columns.itemWidth(mode)))
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    rows.addCells(meeting: rect, within: bounds, to: &numbers) { row in
      let cells = rows.cells(of: row)
      let part = columns.numbers(
        meeting: rect.minX, rect.maxX, modes[row].mode, count: cells.count)
      return (cells.lowerBound + part.lowerBound)..<(cells.lowerBound + part.upperBound)
    }
  }
}
