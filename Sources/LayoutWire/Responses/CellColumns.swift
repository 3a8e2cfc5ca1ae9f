import LayoutEngine

/// A column of a response that lists cells by columns (Contract §5).
enum CellColumn: Sendable {
  case section, item, x, y, width, height
  /// The z-index, with null for 0.
  case zIndex
  /// The image height, the body's height, or the id; null for cells that have none.
  case imageHeight, bodyHeight, id

  /// The columns that every response contains.
  static let required: [CellColumn] = [.section, .item, .x, .y, .width, .height]

  /// The length of a cell that the column lists; nil if the column lists no lengths.
  var length: CellLength? {
    switch self {
    case .x: .x
    case .y: .y
    case .width: .width
    case .height: .height
    case .imageHeight: .imageHeight
    case .section, .item, .zIndex, .bodyHeight, .id: nil
    }
  }

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
    case .bodyHeight: "bodyHeight"
    case .id: "id"
    }
  }
}

extension AttributesWriter {
  /// Appends the cells' values in a column of whole numbers as JSON.
  ///
  /// A comma precedes each value except the first of an array that is still empty.
  ///
  /// - Parameters:
  ///   - isFresh: whether the array is still empty.
  ///   - limit: the number of appended bytes after which no more values are appended.
  /// - Returns: the number of cells whose values were appended; at least 1 if `cells` is not empty.
  mutating func append(
    _ column: CellColumn, of cells: Span<CellAttributes>, isFresh: Bool,
    to output: inout [UInt8], limit: Int
  ) -> Int {
    // Each column has a loop of its own: testing the column for every cell would cost a tenth of the time.
    switch column {
    case .section:
      append(cells, isFresh, to: &output, limit) { cell, _, writer in writer.write(cell.section) }
    case .item:
      append(cells, isFresh, to: &output, limit) { cell, _, writer in writer.write(cell.item) }
    case .x, .y, .width, .height, .imageHeight, .bodyHeight, .zIndex, .id:
      append(cells, isFresh, to: &output, limit) { cell, _, writer in
        if cell.zIndex == 0 { writer.write("null") } else { writer.write(cell.zIndex) }
      }
    }
  }

  /// Appends lengths as JSON, with null for NaN; a comma precedes each but the first of an empty array.
  ///
  /// - Parameters:
  ///   - isFresh: whether the array is still empty.
  ///   - limit: the number of appended bytes after which no more lengths are appended.
  /// - Returns: the number of lengths appended; at least 1 if there are any.
  mutating func append(
    _ lengths: Span<Double>, isFresh: Bool, to output: inout [UInt8], limit: Int
  ) -> Int {
    append(lengths, isFresh, to: &output, limit) { $2.write($0, &$1) }
  }

  @inline(__always)
  private mutating func append<Value>(
    _ values: Span<Value>, _ isFresh: Bool, to output: inout [UInt8], _ limit: Int,
    _ write: (Value, inout DecimalMemo, inout JSONWriter) -> Void
  ) -> Int {
    var count = 0
    output.appendJSON(capacity: values.count * (JSONWriter.maxNumberBytes + 1)) { writer in
      for place in values.indices {
        if place > 0 || !isFresh { writer.write(byte: ASCII.comma) }
        write(values[place], &memo, &writer)
        count = place + 1
        if writer.count >= limit { return }
      }
    }
    return count
  }

  /// Appends one cell's value in a column of numbers as JSON.
  mutating func append(_ column: CellColumn, of cell: CellAttributes, to output: inout [UInt8]) {
    if let length = column.length {
      _ = append(CollectionOfOne(cell[length]).span, isFresh: true, to: &output, limit: .max)
    } else {
      _ = append(column, of: CollectionOfOne(cell).span, isFresh: true, to: &output, limit: .max)
    }
  }
}

extension CellAttributes {
  /// One of the cell's lengths, in points; NaN for the image height of a cell that has none.
  @inline(__always)
  subscript(length: CellLength) -> Double {
    switch length {
    case .x: frame.x
    case .y: frame.y
    case .width: frame.width
    case .height: frame.height
    case .imageHeight: imageHeight ?? .nan
    }
  }
}

/// Writes arrays of cells' values, then the elements that are not cells, piece by piece.
struct CellColumnsWriter: Sendable {
  private let selection: AttributesSelection
  private let columns: [CellColumn]
  private var writer = AttributesWriter()
  private var walk: CellBatches
  private var others: AttributesSelection.Cursor
  /// The index of the column being written; `columns.count` once all columns are complete.
  private var column = 0
  /// Whether the name of the current array has been written.
  private var isNamed = false
  /// Whether the current array is still empty.
  private var isFresh = true

  init(_ selection: AttributesSelection, _ cells: SelectedCells, _ columns: [CellColumn]) {
    self.selection = selection
    self.columns = columns
    walk = cells.makeWalk()
    others = selection.makeCursor()
  }

  /// Appends the columns as members `"name":[…]` with commas between them, until the piece ends.
  ///
  /// - Parameters:
  ///   - start: the count of `output` at which the piece began.
  ///   - limit: the number of bytes after which the piece ends.
  ///   - allowance: the number of cells to write, and of runs of other elements to skip, at most.
  /// - Returns: whether the columns are still incomplete.
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
  /// - Returns: whether the column is complete. If the last value reaches the limit, only the next call
  ///   returns true.
  private mutating func appendValues(
    _ column: CellColumn, to output: inout [UInt8], from start: Int, limit: Int,
    steppingOver allowance: inout Int
  ) -> Bool {
    while allowance > 0, case let left = limit - (output.count - start), left > 0 {
      let count =
        if let length = column.length {
          append(walk.nextLengths(length, lookingAt: &allowance), to: &output, limit: left)
        } else {
          append(column, of: walk.nextCells(lookingAt: &allowance), to: &output, limit: left)
        }
      guard count > 0 else { return allowance > 0 }
      walk.pass(count, lookingAt: &allowance)
      isFresh = false
    }
    return false
  }

  private mutating func append(
    _ lengths: ArraySlice<Double>, to output: inout [UInt8], limit: Int
  ) -> Int {
    guard !lengths.isEmpty else { return 0 }
    return writer.append(lengths.span, isFresh: isFresh, to: &output, limit: limit)
  }

  private mutating func append(
    _ column: CellColumn, of cells: ArraySlice<CellAttributes>, to output: inout [UInt8], limit: Int
  ) -> Int {
    guard let first = cells.first else { return 0 }
    switch column {
    case .id: appendID(of: first, to: &output)
    case .bodyHeight:
      let height = selection.bodyHeight(of: first) ?? .nan
      _ = writer.append(
        CollectionOfOne(height).span, isFresh: isFresh, to: &output, limit: limit)
    default:
      return writer.append(column, of: cells.span, isFresh: isFresh, to: &output, limit: limit)
    }
    return 1
  }

  private func appendID(of cell: CellAttributes, to output: inout [UInt8]) {
    if !isFresh { output.append(ASCII.comma) }
    if let id = selection.id(of: cell) { output.appendJSON(id) } else { output.append("null") }
  }

  /// Appends the elements that are not cells, with commas between them, until the piece ends.
  ///
  /// - Parameters:
  ///   - start: the count of `output` at which the piece began.
  ///   - limit: the number of bytes after which the piece ends.
  ///   - allowance: the number of runs of cells to skip, at most.
  /// - Returns: whether the selection may contain further elements to append.
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
