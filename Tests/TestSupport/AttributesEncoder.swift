package import LayoutEngine
package import LayoutWire

/// How an attributes query is answered (Contract §5).
package enum AttributesFormat: Sendable, Hashable, CaseIterable {
  /// Objects: `application/json`.
  case json
  /// The cells by columns: `application/vnd.tatami.columns+json`.
  case columns
  /// Numbers for typed arrays: `application/vnd.tatami.packed`.
  case packed
}

/// Writes the answer to an attributes query in any format, for tests that go through all of them.
package enum AttributesEncoder: PieceEncoder {
  /// Objects.
  case json(JSONAttributesEncoder)
  /// The cells by columns.
  case columns(ColumnsAttributesEncoder)
  /// Numbers for typed arrays.
  case packed(PackedAttributesEncoder)

  /// Begins the answer about what was selected of a layout.
  package init(
    _ format: AttributesFormat, _ summary: LayoutSummary, _ selection: AttributesSelection
  ) {
    switch format {
    case .json: self = .json(JSONAttributesEncoder(summary, selection))
    case .columns: self = .columns(ColumnsAttributesEncoder(summary, selection))
    case .packed: self = .packed(PackedAttributesEncoder(summary, selection))
    }
  }

  /// Bytes held for the answer's pieces, beside the layout.
  package var heldByteCount: Int {
    switch self {
    case .json(let encoder): encoder.heldByteCount
    case .columns(let encoder): encoder.heldByteCount
    case .packed(let encoder): encoder.heldByteCount
    }
  }

  /// Appends the answer's next piece.
  ///
  /// - Returns: whether more is to come.
  package mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    switch self {
    case .json(var encoder):
      let hasMore = encoder.encode(into: &output, limit: limit)
      self = .json(encoder)
      return hasMore
    case .columns(var encoder):
      let hasMore = encoder.encode(into: &output, limit: limit)
      self = .columns(encoder)
      return hasMore
    case .packed(var encoder):
      let hasMore = encoder.encode(into: &output, limit: limit)
      self = .packed(encoder)
      return hasMore
    }
  }
}
