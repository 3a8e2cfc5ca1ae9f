import LayoutEngine

/// One array of the answers that hold cells by columns (Contract §5).
enum CellColumn: Sendable {
  case section, item, x, y, width, height
  /// With null for 0.
  case zIndex
  /// With null for cells without one.
  case imageHeight, id

  /// The columns that are always there.
  static let required: [CellColumn] = [.section, .item, .x, .y, .width, .height]

  /// The column's name.
  var name: StaticString {
    switch self {
    case .section: "section"
    case .item: "item"
    case .x: "x"
    case .y: "y"
    case .width: "width"
    case .height: "height"
    case .zIndex: "zIndex"
    case .imageHeight: "imageHeight"
    case .id: "id"
    }
  }
}

extension AttributesWriter {
  /// Appends a cell's value in a column of numbers as JSON.
  mutating func append(_ column: CellColumn, of cell: CellAttributes, to output: inout [UInt8]) {
    switch column {
    case .section: output.appendJSON(cell.section)
    case .item: output.appendJSON(cell.item)
    case .x: append(cell.frame.x, to: &output)
    case .y: append(cell.frame.y, to: &output)
    case .width: append(cell.frame.width, to: &output)
    case .height: append(cell.frame.height, to: &output)
    case .zIndex where cell.zIndex != 0: output.appendJSON(cell.zIndex)
    case .imageHeight:
      guard let height = cell.imageHeight else { return output.append("null") }
      append(height, to: &output)
    case .zIndex, .id: output.append("null")
    }
  }
}

/// Writes arrays of cells' values, then the elements that are not cells, piece by piece.
struct CellColumnsWriter: Sendable {
  private let cells: SelectedCells
  private let columns: [CellColumn]
  private var writer = AttributesWriter()
  private var walk: CellWalk
  private var others: AttributesSelection.Cursor
  /// The column being written; `columns.count` for the other elements.
  private var column = 0
  /// Whether the name of the array being written has been.
  private var isNamed = false
  /// Whether the array being written holds nothing yet.
  private var isFresh = true

  init(_ selection: AttributesSelection, _ cells: SelectedCells, _ columns: [CellColumn]) {
    self.cells = cells
    self.columns = columns
    walk = cells.makeWalk()
    others = selection.makeCursor()
  }

  /// Appends members `"name":[…]` with commas between them.
  ///
  /// - Parameter allowance: cells that may be written, and runs of others that may be stepped over.
  /// - Returns: whether more is to come.
  mutating func appendColumns(
    to output: inout [UInt8], from start: Int, limit: Int, steppingOver allowance: inout Int
  ) -> Bool {
    while column < columns.count {
      if !isNamed { appendName(to: &output) }
      guard
        appendValues(
          columns[column], to: &output, from: start, limit: limit, steppingOver: &allowance)
      else { return true }
      output.append(ASCII.closeBracket)
      column += 1
      isNamed = false
      isFresh = true
      walk.restart()
    }
    return false
  }

  /// Appends values of a column with commas between them.
  ///
  /// - Returns: whether the column is done; where its last value reached the limit, the next call says
  ///   so.
  private mutating func appendValues(
    _ column: CellColumn, to output: inout [UInt8], from start: Int, limit: Int,
    steppingOver allowance: inout Int
  ) -> Bool {
    // In a local: while the walk is changed, its closure changes other properties.
    var walk = walk
    defer { self.walk = walk }
    return walk.forEach(lookingAt: &allowance) { cell in
      if !isFresh { output.append(ASCII.comma) }
      isFresh = false
      if column == .id, let id = cells.id(of: cell) {
        output.appendJSON(id)
      } else {
        writer.append(column, of: cell, to: &output)
      }
      return output.count - start < limit
    }
  }

  /// Appends the elements that are not cells, with commas between them.
  ///
  /// - Parameter allowance: runs of cells that may be stepped over.
  /// - Returns: whether more is to come.
  mutating func appendOthers(
    to output: inout [UInt8], from start: Int, limit: Int, steppingOver allowance: inout Int
  ) -> Bool {
    while let other = others.nextOther(steppingOver: &allowance) {
      if !isFresh { output.append(ASCII.comma) }
      isFresh = false
      writer.append(other, to: &output)
      guard output.count - start < limit else { return true }
    }
    return allowance == 0
  }

  private mutating func appendName(to output: inout [UInt8]) {
    isNamed = true
    if column > 0 { output.append(ASCII.comma) }
    output.append(ASCII.quote)
    output.append(columns[column].name)
    output.append(#"":["#)
  }
}
