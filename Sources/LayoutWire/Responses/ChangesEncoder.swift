package import LayoutEngine

/// Writes the changes that a view has to make to show another version of a layout (Contract §12).
package struct ChangesEncoder: PieceEncoder {
  /// The form in which elements are written.
  package enum Form: Sendable {
    /// As objects.
    case objects
    /// Cells by columns (`application/vnd.tatami.columns+json`; Contract §5).
    case columns
  }

  /// The lists, in the order in which they are written.
  private static let lists: [ChangedElements.List] = [.deleted, .inserted, .changed]

  private let summary: LayoutSummary
  private let from: [UInt8]
  private let form: Form
  private let elements: ChangedElements
  /// The writer of each list's columns; empty if the elements are written as objects.
  private var columns: [ChangedColumns]
  private var writer = AttributesWriter()
  /// Whether the response's beginning has been written.
  private var hasBegun = false
  /// The index of the current list in `lists`.
  private var list = 0
  /// The number of the current list's elements already written; −1 before the list's name is written.
  private var written = -1

  /// Creates an encoder for the changes that lead to a layout.
  ///
  /// - Parameters:
  ///   - summary: the summary of the layout to change to.
  ///   - from: the id of the layout to change from, in the form of `summary.id`.
  ///   - changes: the changes to encode.
  ///   - form: the form of the response.
  ///   - layout: the layout to change to, with whose items' data objects are written; nil if data is left out.
  /// - Complexity: O(`changes`).
  package init(
    _ summary: LayoutSummary, from: [UInt8], _ changes: LayoutChanges, _ form: Form,
    dataOf layout: PreparedLayout? = nil
  ) {
    self.summary = summary
    self.from = from
    self.form = form
    elements = ChangedElements(changes, dataOf: layout)
    let elements = elements
    columns = form == .columns ? Self.lists.map { ChangedColumns(elements, $0) } : []
  }

  /// The number of bytes retained: the changes.
  package var heldByteCount: Int { elements.byteCount }

  /// Appends the response's next piece.
  ///
  /// - Returns: whether the response continues after this piece.
  package mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    if !hasBegun {
      hasBegun = true
      appendBeginning(to: &output)
    }
    while list < Self.lists.count {
      let isDone =
        form == .objects
        ? appendObjects(to: &output, from: start, limit: limit, &allowance)
        : appendColumns(to: &output, from: start, limit: limit, &allowance)
      guard isDone else { return true }
      list += 1
      written = -1
    }
    output.append(ASCII.closeBrace)
    return false
  }

  private func appendName(to output: inout [UInt8]) {
    output.append(#",""#)
    output.append(Self.lists[list].name)
    output.append(#"":"#)
  }

  private mutating func appendObjects(
    to output: inout [UInt8], from start: Int, limit: Int, _ allowance: inout Int
  ) -> Bool {
    let list = Self.lists[list]
    if written < 0 {
      appendName(to: &output)
      output.append(ASCII.openBracket)
      written = 0
    }
    while written < elements.count(list) {
      guard output.count - start < limit, allowance > 0 else { return false }
      if written > 0 { output.append(ASCII.comma) }
      elements.append(list, written, &writer, to: &output)
      written += 1
      allowance -= 1
    }
    output.append(ASCII.closeBracket)
    return true
  }

  private mutating func appendColumns(
    to output: inout [UInt8], from start: Int, limit: Int, _ allowance: inout Int
  ) -> Bool {
    if written < 0 {
      appendName(to: &output)
      written = 0
    }
    return columns[list].append(to: &output, from: start, limit: limit, &allowance)
  }

  // MARK: The beginning

  private mutating func appendBeginning(to output: inout [UInt8]) {
    let changes = elements.changes
    summary.appendMembers(to: &output)
    output.append(#","from":""#)
    output.append(contentsOf: from)
    output.append(ASCII.quote)
    if let offset = changes.contentOffset, let adjustment = changes.contentOffsetAdjustment {
      output.append(#","contentOffset":"#)
      append(offset, to: &output)
      output.append(#","contentOffsetAdjustment":"#)
      append(adjustment, to: &output)
    }
    output.append(#","anchor":"#)
    if let anchor = changes.anchor {
      output.append(#"{"from":["#)
      append(anchor.old, to: &output)
      output.append(#"],"indexPath":["#)
      append(anchor.new, to: &output)
      output.append(anchor.isEnd ? #"],"edge":"end"}"# : #"],"edge":"start"}"#)
    } else {
      output.append("null")
    }
    output.append(#","invalidated":"#)
    guard let rect = changes.invalidated else { return output.append("null") }
    var memo = DecimalMemo()
    output.appendJSON(capacity: 256) { $0.write(rect, &memo) }
  }

  private mutating func append(_ point: Point, to output: inout [UInt8]) {
    output.append(#"{"x":"#)
    writer.append(point.x, to: &output)
    output.append(#","y":"#)
    writer.append(point.y, to: &output)
    output.append(ASCII.closeBrace)
  }

  private func append(_ path: ItemPath, to output: inout [UInt8]) {
    output.appendJSON(path.section)
    output.append(ASCII.comma)
    output.appendJSON(path.item)
  }
}
