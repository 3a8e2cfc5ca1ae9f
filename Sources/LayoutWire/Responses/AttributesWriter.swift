import LayoutEngine

/// Writes the attributes of single elements as JSON objects (Contract §4).
struct AttributesWriter: Sendable {
  /// The maximum number of bytes of an element's object without its kind, id, data and effects, or of its effects:
  /// eight numbers and the names around them.
  private static let maxBytes = 512

  var memo = DecimalMemo()

  init() {}

  /// Appends a cell's object without its item's own fields; if `afterComma` is true, appends a comma first.
  mutating func append(
    _ cell: CellAttributes, bodyHeight: Double?, afterComma: Bool = false, to output: inout [UInt8]
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
      writer.write(byte: ASCII.closeBrace)
    }
  }

  /// Adds fields to the element's object that was appended last.
  ///
  /// Most cells have none of them, and are written faster alone.
  mutating func add(_ fields: CellFields, to output: inout [UInt8]) {
    guard fields.id != nil || fields.data != nil || fields.effects != nil else { return }
    output.removeLast()
    if let effects = fields.effects { append(effects, to: &output) }
    if let id = fields.id {
      output.append(#","id":"#)
      output.appendJSON(id)
    }
    if let data = fields.data {
      output.append(#","data":"#)
      output.append(contentsOf: data)
    }
    output.append(ASCII.closeBrace)
  }

  /// Appends the members that effects set of a cell.
  private mutating func append(_ effects: ElementEffects, to output: inout [UInt8]) {
    output.appendJSON(capacity: Self.maxBytes) { writer in
      if let alpha = effects.alpha {
        writer.write(#","alpha":"#)
        writer.write(alpha, &memo)
      }
      if let transform = effects.transform {
        writer.write(#","transform":["#)
        writer.write(transform.a, &memo)
        for number in [transform.b, transform.c, transform.d, transform.tx, transform.ty] {
          writer.write(byte: ASCII.comma)
          writer.write(number, &memo)
        }
        writer.write(byte: ASCII.closeBracket)
      }
      if let dim = effects.dim {
        writer.write(#","dim":"#)
        writer.write(dim, &memo)
      }
    }
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
      if other.cornerRadius > 0 {
        writer.write(#","cornerRadius":"#)
        writer.write(other.cornerRadius, &memo)
      }
      if let bodyHeight = other.bodyHeight {
        writer.write(#","bodyHeight":"#)
        writer.write(bodyHeight, &memo)
      }
      writer.write(byte: ASCII.closeBrace)
    }
    add(CellFields(effects: other.effects), to: &output)
  }

  /// Appends the object of an element of any category.
  ///
  /// - Parameter data: a cell's data as JSON text; nil if it has none, or none is wanted.
  mutating func append(
    any element: LayoutAttributes, data: ArraySlice<UInt8>? = nil, to output: inout [UInt8]
  ) {
    guard element.category == .cell, let section = element.section else {
      return append(element, to: &output)
    }
    append(
      CellAttributes(
        section: section, item: element.item, frame: element.frame, zIndex: element.zIndex,
        imageHeight: element.imageHeight), bodyHeight: element.bodyHeight, to: &output)
    add(CellFields(id: element.id, data: data, effects: element.effects), to: &output)
  }

  /// Appends the object of a changed element: its new attributes, and in `from` its old index path and frame.
  mutating func append(
    _ change: LayoutChanges.Change, data: ArraySlice<UInt8>? = nil, to output: inout [UInt8]
  ) {
    append(any: change.attributes, data: data, to: &output)
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
