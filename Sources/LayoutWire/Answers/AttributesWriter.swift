import LayoutEngine

/// Writes single attributes as JSON objects (`contract.md` 4).
struct AttributesWriter: Sendable {
  /// The most bytes that an attribute's object takes without its kind and its id: seven numbers and
  /// the names around them.
  private static let maxBytes = 512

  private var memo = DecimalMemo()

  init() {}

  /// Appends one attribute's object.
  mutating func append(_ attributes: LayoutAttributes, to output: inout [UInt8]) {
    if attributes.category == .cell, attributes.id == nil {
      output.appendJSON(capacity: Self.maxBytes) { writer in
        writeIndexPath(attributes, to: &writer)
        writer.write(#"],"category":"cell","frame":"#)
        writeGeometry(attributes, to: &writer)
        writer.write(byte: ASCII.closeBrace)
      }
      return
    }
    output.appendJSON(capacity: Self.maxBytes) { writer in
      writeIndexPath(attributes, to: &writer)
      switch attributes.category {
      case .cell: writer.write(#"],"category":"cell""#)
      case .supplementary: writer.write(#"],"category":"supplementary""#)
      case .decoration: writer.write(#"],"category":"decoration""#)
      }
    }
    if attributes.category != .cell, let kind = attributes.kind {
      output.append(#","kind":"#)
      output.appendJSON(kind)
    }
    output.appendJSON(capacity: Self.maxBytes) { writer in
      writer.write(#","frame":"#)
      writeGeometry(attributes, to: &writer)
    }
    if let id = attributes.id {
      output.append(#","id":"#)
      output.appendJSON(id)
    }
    output.append(ASCII.closeBrace)
  }

  /// Appends one number.
  mutating func append(_ value: Double, to output: inout [UInt8]) {
    output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(value, &memo) }
  }

  /// Writes the object's beginning up to the index path's last number.
  @inline(__always)
  private func writeIndexPath(_ attributes: LayoutAttributes, to writer: inout JSONWriter) {
    writer.write(#"{"indexPath":["#)
    if let section = attributes.section {
      writer.write(section)
      writer.write(byte: ASCII.comma)
    }
    writer.write(attributes.item)
  }

  /// Writes the frame, zIndex and imageHeight.
  @inline(__always)
  private mutating func writeGeometry(
    _ attributes: LayoutAttributes, to writer: inout JSONWriter
  ) {
    writer.write(attributes.frame, &memo)
    writer.write(#","zIndex":"#)
    writer.write(attributes.zIndex)
    if let imageHeight = attributes.imageHeight {
      writer.write(#","imageHeight":"#)
      writer.write(imageHeight, &memo)
    }
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
