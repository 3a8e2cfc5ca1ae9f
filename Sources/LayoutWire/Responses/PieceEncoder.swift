public import LayoutEngine

/// Writes a response piece by piece, so that a large one is never in memory as a whole.
public protocol PieceEncoder: Sendable {
  /// Appends the response's next piece.
  ///
  /// A piece also ends after `pieceElements` elements were skipped or written as single numbers: a
  /// piece of 64 KiB can contain tens of thousands of these. It may therefore be short, or empty.
  ///
  /// - Parameters:
  ///   - output: the bytes to append to.
  ///   - limit: the number of bytes after which the piece ends, ≥ 1; the piece may exceed it by one element.
  /// - Returns: whether the response continues after this piece.
  mutating func encode(into output: inout [UInt8], limit: Int) -> Bool

  /// The number of bytes that the encoder retains, beside those of the layout.
  var heldByteCount: Int { get }
}

extension PieceEncoder {
  /// The length of a streamed response's pieces, in bytes.
  public static var pieceBytes: Int { 65_536 }

  /// The maximum number of elements, or runs of neighbours, that one piece may skip or write as single
  /// numbers.
  public static var pieceElements: Int { 4_096 }

  /// Appends pieces until they have `limit` bytes together, or the response has ended.
  ///
  /// - Parameters:
  ///   - output: the bytes that the pieces are appended to.
  ///   - limit: the number of bytes after which no further piece is begun.
  ///   - budget: the budget charged for the work; nothing more is appended once it ends the work.
  /// - Returns: whether the response continues after these pieces.
  public mutating func encodePieces(
    into output: inout [UInt8], limit: Int, _ budget: LayoutBudget? = nil
  ) -> Bool {
    let start = output.count
    while output.count - start < limit,
      budget?.checkpoint(after: Self.pieceElements) ?? true
    {
      let rest = min(Self.pieceBytes, limit - (output.count - start))
      guard encode(into: &output, limit: rest) else { return false }
    }
    return true
  }

  /// Appends all pieces of the response that have not been appended yet.
  public mutating func encodeAll(into output: inout [UInt8]) {
    while encode(into: &output, limit: .max) {}
  }
}
