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

  /// Whether its values are of cells' frames.
  var isOfFrames: Bool { self == .x || self == .y || self == .width || self == .height }

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
  /// Appends values of a column of numbers as JSON, with commas between them, and one before the first
  /// unless nothing stands there.
  ///
  /// - Parameter limit: bytes after which no more are appended.
  /// - Returns: how many cells' values were appended, one or more of as many.
  mutating func append(
    _ column: CellColumn, of cells: Span<CellAttributes>, isFresh: Bool,
    to output: inout [UInt8], limit: Int
  ) -> Int {
    // A loop of its own for each column: asked for at every cell, the column takes a tenth of the time.
    switch column {
    case .section:
      write(cells, isFresh, to: &output, limit) { cell, _, writer in writer.write(cell.section) }
    case .item:
      write(cells, isFresh, to: &output, limit) { cell, _, writer in writer.write(cell.item) }
    case .x:
      write(cells, isFresh, to: &output, limit) { $2.write($0.frame.x, &$1) }
    case .y:
      write(cells, isFresh, to: &output, limit) { $2.write($0.frame.y, &$1) }
    case .width:
      write(cells, isFresh, to: &output, limit) { $2.write($0.frame.width, &$1) }
    case .height:
      write(cells, isFresh, to: &output, limit) { $2.write($0.frame.height, &$1) }
    case .imageHeight:
      // NaN is written as null.
      write(cells, isFresh, to: &output, limit) { $2.write($0.imageHeight ?? .nan, &$1) }
    case .zIndex, .id:
      write(cells, isFresh, to: &output, limit) { cell, _, writer in
        if cell.zIndex == 0 { writer.write("null") } else { writer.write(cell.zIndex) }
      }
    }
  }

  @inline(__always)
  private mutating func write(
    _ cells: Span<CellAttributes>, _ isFresh: Bool, to output: inout [UInt8], _ limit: Int,
    _ value: (CellAttributes, inout DecimalMemo, inout JSONWriter) -> Void
  ) -> Int {
    var count = 0
    output.appendJSON(capacity: cells.count * (JSONWriter.maxNumberBytes + 1)) { writer in
      for place in cells.indices {
        if place > 0 || !isFresh { writer.write(byte: ASCII.comma) }
        value(cells[place], &memo, &writer)
        count = place + 1
        if writer.count >= limit { return }
      }
    }
    return count
  }

  /// Appends a cell's value in a column of numbers as JSON.
  mutating func append(_ column: CellColumn, of cell: CellAttributes, to output: inout [UInt8]) {
    let cells = CollectionOfOne(cell)
    _ = append(column, of: cells.span, isFresh: true, to: &output, limit: .max)
  }
}

extension CellAttributes {
  /// The value in a column of lengths; nil where there is none.
  @inline(__always)
  func number(_ column: CellColumn) -> Double? {
    switch column {
    case .x: frame.x
    case .y: frame.y
    case .width: frame.width
    case .height: frame.height
    default: imageHeight
    }
  }
}

/// Writes arrays of cells' values, then the elements that are not cells, piece by piece.
struct CellColumnsWriter: Sendable {
  private let selection: AttributesSelection
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
    self.selection = selection
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
    while allowance > 0, output.count - start < limit {
      let cells = walk.next(framed: column.isOfFrames, lookingAt: &allowance)
      guard let first = cells.first else { return allowance > 0 }
      if column == .id {
        appendID(of: first, to: &output)
        walk.pass(1, lookingAt: &allowance)
      } else {
        let count = writer.append(
          column, of: cells.span, isFresh: isFresh, to: &output,
          limit: limit - (output.count - start))
        walk.pass(count, lookingAt: &allowance)
      }
      isFresh = false
    }
    return false
  }

  private func appendID(of cell: CellAttributes, to output: inout [UInt8]) {
    if !isFresh { output.append(ASCII.comma) }
    if let id = selection.id(of: cell) { output.appendJSON(id) } else { output.append("null") }
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
