package import LayoutEngine

/// Writes the response to a request for `sections` (Contract §1): each section's extent, without its items.
package struct SectionsEncoder: PieceEncoder {
  private let summary: LayoutSummary
  private let layout: PreparedLayout
  private var memo = DecimalMemo()
  /// The number of the next section to write; −1 before the response's beginning is written.
  private var section = -1

  /// Creates an encoder for the layout with the given id.
  package init(id: [UInt8], layout: PreparedLayout) {
    summary = LayoutSummary(id: id, layout: layout)
    self.layout = layout
  }

  /// Appends the response's next piece.
  ///
  /// - Returns: whether the response continues after this piece.
  package mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    if section < 0 {
      output.append(#"{"id":""#)
      output.append(contentsOf: summary.id)
      output.append(#"","contentSize":"#)
      append(summary.contentSize, to: &output)
      output.append(#","sections":["#)
      section = 0
    }
    while section < layout.sectionCount {
      guard output.count - start < limit else { return true }
      append(layout.summary(ofSection: section), to: &output)
      section += 1
    }
    output.append("]}")
    return false
  }

  /// 0, because the encoder retains nothing beside the layout.
  package var heldByteCount: Int { 0 }

  private mutating func append(_ summary: SectionSummary, to output: inout [UInt8]) {
    if summary.section > 0 { output.append(ASCII.comma) }
    output.appendJSON(capacity: 384) { writer in
      writer.write(#"{"section":"#)
      writer.write(summary.section)
      writer.write(#","frame":"#)
      writer.write(summary.frame, &memo)
      writer.write(#","itemCount":"#)
      writer.write(summary.itemCount)
    }
    if let size = summary.orthogonalContentSize {
      output.append(#","orthogonalContentSize":"#)
      append(size, to: &output)
    }
    if let properties = summary.orthogonalScrollingProperties {
      output.append(#","orthogonalScrollingProperties":{"decelerationRate":""#)
      output.append(properties.decelerationRate.word)
      output.append(#"","bounce":""#)
      output.append(properties.bounce.word)
      output.append(#""}"#)
    }
    output.append(ASCII.closeBrace)
  }

  private mutating func append(_ size: Size, to output: inout [UInt8]) {
    output.appendJSON(capacity: 128) { writer in
      writer.write(#"{"width":"#)
      writer.write(size.width, &memo)
      writer.write(#","height":"#)
      writer.write(size.height, &memo)
      writer.write(byte: ASCII.closeBrace)
    }
  }
}

extension OrthogonalScrollingProperties.DecelerationRate {
  /// The rate as documents write it.
  fileprivate var word: StaticString {
    switch self {
    case .automatic: "automatic"
    case .normal: "normal"
    case .fast: "fast"
    }
  }
}

extension OrthogonalScrollingProperties.Bounce {
  /// The bounce as documents write it.
  fileprivate var word: StaticString {
    switch self {
    case .automatic: "automatic"
    case .always: "always"
    case .never: "never"
    }
  }
}
