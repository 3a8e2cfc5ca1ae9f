import LayoutEngine

/// What a selection holds, found by walking it once.
struct CellSurvey: Sendable {
  /// How many cells there are.
  var cells = 0
  /// Optional columns that at least one cell has a value for, in the order of answers.
  var optionalColumns: [CellColumn] = []

  init(_ selection: AttributesSelection) {
    var hasZIndex = false
    var hasImageHeight = false
    var hasID = false
    var cursor = selection.makeCursor()
    while let cell = cursor.nextCell() {
      cells += 1
      hasZIndex = hasZIndex || cell.zIndex != 0
      hasImageHeight = hasImageHeight || cell.imageHeight != nil
      hasID = hasID || cell.id != nil
    }
    if hasZIndex { optionalColumns.append(.zIndex) }
    if hasImageHeight { optionalColumns.append(.imageHeight) }
    if hasID { optionalColumns.append(.id) }
  }
}

/// One array of the answers that hold cells by columns (`contract.md` 5).
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
  /// Appends a cell's value in a column as JSON.
  mutating func append(_ column: CellColumn, of cell: LayoutAttributes, to output: inout [UInt8]) {
    switch column {
    case .section: output.appendJSON(cell.section ?? 0)
    case .item: output.appendJSON(cell.item)
    case .x: append(cell.frame.x, to: &output)
    case .y: append(cell.frame.y, to: &output)
    case .width: append(cell.frame.width, to: &output)
    case .height: append(cell.frame.height, to: &output)
    case .zIndex where cell.zIndex != 0: output.appendJSON(cell.zIndex)
    case .imageHeight:
      guard let height = cell.imageHeight else { return output.append("null") }
      append(height, to: &output)
    case .id:
      guard let id = cell.id else { return output.append("null") }
      output.appendJSON(id)
    case .zIndex: output.append("null")
    }
  }
}

extension AttributesSelection.Cursor {
  /// The next cell; nil behind the last.
  mutating func nextCell() -> LayoutAttributes? {
    while let attributes = next() {
      if attributes.category == .cell { return attributes }
    }
    return nil
  }

  /// The next element that is no cell; nil behind the last.
  mutating func nextOther() -> LayoutAttributes? {
    while let attributes = next() {
      if attributes.category != .cell { return attributes }
    }
    return nil
  }
}

/// Writes arrays of cells' values, then the elements that are no cells, piece by piece.
///
/// Each array walks the selection anew, so that nothing but the piece is held.
struct CellColumnsWriter: Sendable {
  private let selection: AttributesSelection
  private let columns: [CellColumn]
  private var writer = AttributesWriter()
  private var cursor: AttributesSelection.Cursor
  /// The column being written; `columns.count` for the other elements.
  private var column = 0
  /// Whether the array being written holds nothing yet.
  private var isFresh = true

  init(_ selection: AttributesSelection, _ columns: [CellColumn]) {
    self.selection = selection
    self.columns = columns
    cursor = selection.makeCursor()
  }

  /// Appends members `"name":[…]` with commas between them.
  ///
  /// - Returns: whether more is to come.
  mutating func appendColumns(to output: inout [UInt8], from start: Int, limit: Int) -> Bool {
    while column < columns.count {
      if isFresh { appendName(to: &output) }
      while let cell = cursor.nextCell() {
        if !isFresh { output.append(ASCII.comma) }
        isFresh = false
        writer.append(columns[column], of: cell, to: &output)
        guard output.count - start < limit else { return true }
      }
      output.append(ASCII.closeBracket)
      advance()
    }
    return false
  }

  /// Appends the elements that are no cells, with commas between them.
  ///
  /// - Returns: whether more is to come.
  mutating func appendOthers(to output: inout [UInt8], from start: Int, limit: Int) -> Bool {
    while let other = cursor.nextOther() {
      if !isFresh { output.append(ASCII.comma) }
      isFresh = false
      writer.append(other, to: &output)
      guard output.count - start < limit else { return true }
    }
    return false
  }

  private mutating func appendName(to output: inout [UInt8]) {
    if column > 0 { output.append(ASCII.comma) }
    output.append(ASCII.quote)
    output.append(columns[column].name)
    output.append(#"":["#)
  }

  private mutating func advance() {
    column += 1
    isFresh = true
    cursor = selection.makeCursor()
  }
}
