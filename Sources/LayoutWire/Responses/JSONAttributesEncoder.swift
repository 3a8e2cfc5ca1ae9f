public import LayoutEngine

/// Writes the response to an attributes query as objects (`application/json`; Contract §4).
///
/// ```swift
/// var encoder = JSONAttributesEncoder(
///   LayoutSummary(id: id, layout: layout), try layout.select(LayoutQuery(.all)))
/// var json: [UInt8] = []
/// while encoder.encode(into: &json, limit: 1 << 16) {}
/// ```
public struct JSONAttributesEncoder: PieceEncoder {
  private let summary: LayoutSummary
  /// The number of bytes retained: the selection.
  public let heldByteCount: Int
  private var cursor: AttributesSelection.Cursor
  private var writer = AttributesWriter()
  private let form: AttributesForm
  private var isFresh = true
  /// Whether an element has been written, so that the next one needs a comma.
  private var hasBegun = false

  /// Creates an encoder for the selected elements of a layout.
  ///
  /// - Parameters:
  ///   - summary: the summary of the layout.
  ///   - selection: the elements to encode.
  ///   - form: what the response contains beside frames; the encoder writes no lines (`AttributesLines`).
  public init(
    _ summary: LayoutSummary, _ selection: AttributesSelection,
    form: AttributesForm = AttributesForm()
  ) {
    self.summary = summary
    self.form = form
    heldByteCount = selection.byteCount
    cursor = selection.makeCursor()
  }

  /// Appends the response's next piece.
  ///
  /// - Returns: whether the response continues after this piece.
  public mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    if isFresh {
      isFresh = false
      summary.appendMembers(to: &output)
      output.append(#","attributes":["#)
    }
    while output.count - start < limit {
      if let cell = cursor.nextIfCell(steppingOver: &allowance) {
        writer.append(
          cell, bodyHeight: cursor.bodyHeight(of: cell), afterComma: hasBegun, to: &output)
        if cursor.cellsHaveFields {
          writer.add(cursor.fields(of: cell, includesData: form.includesData), to: &output)
        }
      } else if let other = cursor.next(steppingOver: &allowance) {
        if hasBegun { output.append(ASCII.comma) }
        writer.append(other, to: &output)
      } else {
        guard allowance > 0 else { return true }
        output.append("]}")
        return false
      }
      hasBegun = true
    }
    return true
  }
}
