import LayoutEngine

/// The changes between two versions, grouped into the lists of the response.
struct ChangedElements: Sendable {
  /// A list in the response.
  enum List: Sendable {
    case deleted, inserted, changed

    var name: StaticString {
      switch self {
      case .deleted: "deleted"
      case .inserted: "inserted"
      case .changed: "changed"
      }
    }
  }

  let changes: LayoutChanges
  /// The layout to change to, if objects include its items' data.
  private let layout: PreparedLayout?
  /// The number of bytes that the changes retain.
  let byteCount: Int

  /// Groups the changes, and counts the bytes that they retain.
  ///
  /// - Complexity: O(`changes`).
  init(_ changes: LayoutChanges, dataOf layout: PreparedLayout? = nil) {
    self.changes = changes
    self.layout = layout
    let element = MemoryLayout<LayoutAttributes>.stride
    var count = (changes.deleted.capacity + changes.inserted.capacity) * element
    count += changes.changed.capacity * MemoryLayout<LayoutChanges.Change>.stride
    for element in changes.deleted { count += element.id?.byteCount ?? 0 }
    for element in changes.inserted { count += element.id?.byteCount ?? 0 }
    for change in changes.changed { count += 2 * (change.attributes.id?.byteCount ?? 0) }
    byteCount = count
  }

  func count(_ list: List) -> Int {
    switch list {
    case .deleted: changes.deleted.count
    case .inserted: changes.inserted.count
    case .changed: changes.changed.count
    }
  }

  /// Returns the element at index `number` of a list: its new attributes, or its old ones if it was deleted.
  func element(_ list: List, _ number: Int) -> LayoutAttributes {
    switch list {
    case .deleted: changes.deleted[number]
    case .inserted: changes.inserted[number]
    case .changed: changes.changed[number].attributes
    }
  }

  /// Appends the object of the element at index `number` of a list.
  func append(
    _ list: List, _ number: Int, _ writer: inout AttributesWriter, to output: inout [UInt8]
  ) {
    switch list {
    case .deleted: writer.append(any: changes.deleted[number], to: &output)
    case .inserted:
      let element = changes.inserted[number]
      writer.append(any: element, data: data(of: element), to: &output)
    case .changed:
      let change = changes.changed[number]
      writer.append(change, data: data(of: change.attributes), to: &output)
    }
  }

  /// Returns the data of a cell of the layout to change to; nil if it has none, or none is wanted.
  private func data(of element: LayoutAttributes) -> ArraySlice<UInt8>? {
    guard let layout, element.category == .cell, let section = element.section else { return nil }
    return layout.data(ofSection: section, item: element.item)
  }
}

extension ItemID {
  /// The number of bytes that the id retains besides itself.
  fileprivate var byteCount: Int {
    if case .text(let text) = self { text.utf8.count } else { 0 }
  }
}

/// Writes a list of changes with its cells by columns.
struct ChangedColumns: Sendable {
  /// A column that lists one value of each cell.
  private enum Column: Sendable {
    /// A column that lists a value of the cells' new attributes.
    case now(CellColumn)
    /// A column that lists a value of the cells' old index paths or frames.
    case before(CellColumn)

    var name: StaticString {
      switch self {
      case .now(let column): column.name
      case .before(.section): "fromSection"
      case .before(.item): "fromItem"
      case .before(.x): "fromX"
      case .before(.y): "fromY"
      case .before(.width): "fromWidth"
      case .before: "fromHeight"
      }
    }
  }

  private let elements: ChangedElements
  private let list: ChangedElements.List
  private let columns: [Column]
  private var writer = AttributesWriter()
  /// The index of the current column; `columns.count` while the elements that are not cells are written.
  private var column = 0
  /// The number of elements already visited for the current column; −1 before its name is written.
  private var passed = -1
  /// Whether the column is still empty.
  private var isFresh = true

  /// Finds the columns that the cells of a list need.
  ///
  /// - Complexity: O(elements).
  init(_ elements: ChangedElements, _ list: ChangedElements.List) {
    self.elements = elements
    self.list = list
    var (hasZIndex, hasImageHeight, hasBodyHeight, hasID) = (false, false, false, false)
    for number in 0..<elements.count(list) {
      let element = elements.element(list, number)
      guard element.category == .cell else { continue }
      hasZIndex = hasZIndex || element.zIndex != 0
      hasImageHeight = hasImageHeight || element.imageHeight != nil
      hasBodyHeight = hasBodyHeight || element.bodyHeight != nil
      hasID = hasID || element.id != nil
    }
    var columns = CellColumn.required.map { Column.now($0) }
    if hasZIndex { columns.append(.now(.zIndex)) }
    if hasImageHeight { columns.append(.now(.imageHeight)) }
    if hasBodyHeight { columns.append(.now(.bodyHeight)) }
    if hasID { columns.append(.now(.id)) }
    if case .changed = list { columns += CellColumn.required.map { Column.before($0) } }
    self.columns = columns
  }

  /// Appends the list's object, or the next part of it, until the piece that began at `start` ends.
  ///
  /// - Returns: whether the object is complete.
  mutating func append(
    to output: inout [UInt8], from start: Int, limit: Int, _ allowance: inout Int
  ) -> Bool {
    while column <= columns.count {
      if passed < 0 { appendName(to: &output) }
      while passed < elements.count(list) {
        guard output.count - start < limit, allowance > 0 else { return false }
        appendValue(to: &output)
        passed += 1
        allowance -= 1
      }
      output.append(ASCII.closeBracket)
      column += 1
      passed = -1
      isFresh = true
    }
    output.append(ASCII.closeBrace)
    return true
  }

  private mutating func appendName(to output: inout [UInt8]) {
    passed = 0
    guard column < columns.count else { return output.append(#"},"others":["#) }
    output.append(column == 0 ? #"{"cells":{""# : #",""#)
    output.append(columns[column].name)
    output.append(#"":["#)
  }

  /// Appends the next element's value, if the element belongs to the current column.
  private mutating func appendValue(to output: inout [UInt8]) {
    let element = elements.element(list, passed)
    let isCell = element.category == .cell
    guard isCell == (column < columns.count) else { return }
    if !isFresh { output.append(ASCII.comma) }
    isFresh = false
    guard isCell else { return elements.append(list, passed, &writer, to: &output) }
    switch columns[column] {
    case .now(.id):
      if let id = element.id { output.appendJSON(id) } else { output.append("null") }
    case .now(.bodyHeight): writer.append(element.bodyHeight ?? .nan, to: &output)
    case .now(let column): append(column, of: element, to: &output)
    case .before(let column): append(column, of: elements.changes.changed[passed].old, to: &output)
    }
  }

  private mutating func append(
    _ column: CellColumn, of element: LayoutAttributes, to output: inout [UInt8]
  ) {
    let cell = CellAttributes(
      section: element.section ?? 0, item: element.item, frame: element.frame,
      zIndex: element.zIndex, imageHeight: element.imageHeight)
    writer.append(column, of: cell, to: &output)
  }
}
