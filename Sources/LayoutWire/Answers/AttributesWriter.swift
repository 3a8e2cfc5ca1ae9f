import LayoutEngine

/// Writes the attributes of single elements as JSON objects (Contract §4).
struct AttributesWriter: Sendable {
  /// The maximum number of bytes of an element's object without its kind and id: eight numbers and the
  /// names around them.
  private static let maxBytes = 512

  var memo = DecimalMemo()

  init() {}

  /// Appends a cell's object; if `afterComma` is true, appends a comma first.
  mutating func append(
    _ cell: CellAttributes, bodyHeight: Double?, id: String?, afterComma: Bool = false,
    to output: inout [UInt8]
  ) {
    output.appendJSON(capacity: Self.maxBytes) { writer in
      if afterComma { writer.write(byte: ASCII.comma) }
      writer.write(#"{"indexPath":["#)
      writer.write(cell.section)
      writer.write(byte: ASCII.comma)
      writer.write(cell.item)
      writer.write(#"],"category":"cell","frame":"#)
      writer.write(cell.frame, &memo)
      writer.write(#","zIndex":"#)
      writer.write(cell.zIndex)
      if let imageHeight = cell.imageHeight {
        writer.write(#","imageHeight":"#)
        writer.write(imageHeight, &memo)
      }
      if let bodyHeight {
        writer.write(#","bodyHeight":"#)
        writer.write(bodyHeight, &memo)
      }
      if id == nil { writer.write(byte: ASCII.closeBrace) }
    }
    guard let id else { return }
    output.append(#","id":"#)
    output.appendJSON(id)
    output.append(ASCII.closeBrace)
  }

  /// Appends the object of an element that is not a cell.
  mutating func append(_ other: LayoutAttributes, to output: inout [UInt8]) {
    output.appendJSON(capacity: Self.maxBytes) { writer in
      writer.write(#"{"indexPath":["#)
      if let section = other.section {
        writer.write(section)
        writer.write(byte: ASCII.comma)
      }
      writer.write(other.item)
      writer.write(
        other.category == .decoration
          ? #"],"category":"decoration","kind":"# : #"],"category":"supplementary","kind":"#)
    }
    output.appendJSON(other.kind ?? "")
    output.appendJSON(capacity: Self.maxBytes) { writer in
      writer.write(#","frame":"#)
      writer.write(other.frame, &memo)
      writer.write(#","zIndex":"#)
      writer.write(other.zIndex)
      if let bodyHeight = other.bodyHeight {
        writer.write(#","bodyHeight":"#)
        writer.write(bodyHeight, &memo)
      }
      writer.write(byte: ASCII.closeBrace)
    }
  }

  /// Appends the object of an element of any category.
  mutating func append(any element: LayoutAttributes, to output: inout [UInt8]) {
    guard element.category == .cell, let section = element.section else {
      return append(element, to: &output)
    }
    append(
      CellAttributes(
        section: section, item: element.item, frame: element.frame, zIndex: element.zIndex,
        imageHeight: element.imageHeight), bodyHeight: element.bodyHeight, id: element.id,
      to: &output)
  }

  /// Appends the object of a changed element: its new attributes, and in `from` its old index path and frame.
  mutating func append(_ change: LayoutChanges.Change, to output: inout [UInt8]) {
    append(any: change.attributes, to: &output)
    output.removeLast()
    output.appendJSON(capacity: Self.maxBytes) { writer in
      writer.write(#","from":{"indexPath":["#)
      if let section = change.old.section {
        writer.write(section)
        writer.write(byte: ASCII.comma)
      }
      writer.write(change.old.item)
      writer.write(#"],"frame":"#)
      writer.write(change.old.frame, &memo)
      writer.write("}}")
    }
  }

  /// Appends one number.
  mutating func append(_ value: Double, to output: inout [UInt8]) {
    output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(value, &memo) }
  }
}

extension JSONWriter {
  /// Writes a rectangle as `{"x","y","width","height"}`.
  @inline(__always)
  mutating func write(_ rect: Rect, _ memo: inout DecimalMemo) {
    write(#"{"x":"#)
    write(rect.x, &memo)
    write(#","y":"#)
    write(rect.y, &memo)
    write(#","width":"#)
    write(rect.width, &memo)
    write(#","height":"#)
    write(rect.height, &memo)
    write(byte: ASCII.closeBrace)
  }
}
