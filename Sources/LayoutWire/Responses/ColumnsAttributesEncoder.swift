package import LayoutEngine

/// Writes the response to an attributes query with the cells by columns
/// (`application/vnd.tatami.columns+json`; Contract §5).
package struct ColumnsAttributesEncoder: PieceEncoder {
  private enum Stage: Sendable {
    case gathering, columns, others
  }

  private let summary: LayoutSummary
  private let selection: AttributesSelection
  private var cells: SelectedCells
  private var columns: CellColumnsWriter?
  private var stage = Stage.gathering

  /// Creates an encoder for the selected elements of a layout.
  ///
  /// The first pieces are empty: the encoder first walks the selection once to find out which optional
  /// columns the response needs.
  package init(_ summary: LayoutSummary, _ selection: AttributesSelection) {
    self.summary = summary
    self.selection = selection
    cells = SelectedCells(selection)
  }

  /// The number of bytes retained: the selection, and the cells if they are few.
  package var heldByteCount: Int { cells.heldByteCount }

  /// Appends the response's next piece.
  ///
  /// - Returns: whether the response continues after this piece.
  package mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    if stage == .gathering {
      guard cells.gather(lookingAt: &allowance) else { return true }
      columns = CellColumnsWriter(selection, cells, CellColumn.required + cells.optionalColumns)
      summary.appendMembers(to: &output)
      output.append(#","cells":{"#)
      stage = .columns
    }
    if stage == .columns {
      let hasMore = columns?.appendColumns(
        to: &output, from: start, limit: limit, steppingOver: &allowance)
      guard hasMore == false else { return true }
      output.append(#"},"others":["#)
      stage = .others
    }
    let hasMore = columns?.appendOthers(
      to: &output, from: start, limit: limit, steppingOver: &allowance)
    guard hasMore == false else { return true }
    output.append("]}")
    return false
  }
}
