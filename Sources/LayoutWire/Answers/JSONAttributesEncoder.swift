public import LayoutEngine

/// Writes the answer to an attributes query as objects (`application/json`; `contract.md` 4).
public struct JSONAttributesEncoder: PieceEncoder {
  private let summary: LayoutSummary
  private var cursor: AttributesSelection.Cursor
  private var writer = AttributesWriter()
  private var hasBegun = false

  /// Begins the answer about what was selected of a layout.
  public init(_ summary: LayoutSummary, _ selection: AttributesSelection) {
    self.summary = summary
    cursor = selection.makeCursor()
  }

  /// Appends the answer's next piece.
  ///
  /// - Returns: whether more is to come.
  public mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    if !hasBegun {
      hasBegun = true
      summary.appendMembers(to: &output)
      output.append(#","attributes":["#)
      guard let attributes = cursor.next() else {
        output.append("]}")
        return false
      }
      writer.append(attributes, to: &output)
    }
    while output.count - start < limit {
      guard let attributes = cursor.next() else {
        output.append("]}")
        return false
      }
      output.append(ASCII.comma)
      writer.append(attributes, to: &output)
    }
    return true
  }
}
