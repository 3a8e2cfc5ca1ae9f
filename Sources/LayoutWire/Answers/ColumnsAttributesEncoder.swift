public import LayoutEngine

/// Writes the answer to an attributes query with the cells by columns
/// (`application/vnd.tatami.columns+json`; `contract.md` 5).
public struct ColumnsAttributesEncoder: PieceEncoder {
  private enum Stage: Sendable {
    case beginning, columns, others
  }

  private let summary: LayoutSummary
  private var columns: CellColumnsWriter
  private var stage = Stage.beginning

  /// Begins the answer about what was selected of a layout.
  ///
  /// - Complexity: O(found): the selection is walked once to see which optional arrays there are.
  public init(_ summary: LayoutSummary, _ selection: AttributesSelection) {
    self.summary = summary
    let cells = SelectedCells(selection)
    columns = CellColumnsWriter(selection, cells, CellColumn.required + cells.optionalColumns)
  }

  /// Appends the answer's next piece.
  ///
  /// - Returns: whether more is to come.
  public mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    if stage == .beginning {
      summary.appendMembers(to: &output)
      output.append(#","cells":{"#)
      stage = .columns
    }
    if stage == .columns {
      let hasMore = columns.appendColumns(
        to: &output, from: start, limit: limit, steppingOver: &allowance)
      guard !hasMore else { return true }
      output.append(#"},"others":["#)
      stage = .others
    }
    let hasMore = columns.appendOthers(
      to: &output, from: start, limit: limit, steppingOver: &allowance)
    guard !hasMore else { return true }
    output.append("]}")
    return false
  }
}
