/// Writes an answer piece by piece, so that a large one is never in memory as a whole.
public protocol PieceEncoder: Sendable {
  /// Appends the answer's next piece.
  ///
  /// - Parameters:
  ///   - output: what the piece is appended to.
  ///   - limit: bytes after which the piece ends, ≥ 1; it may be longer by one element.
  /// - Returns: whether more is to come.
  mutating func encode(into output: inout [UInt8], limit: Int) -> Bool
}

extension PieceEncoder {
  /// The length that pieces of a streamed answer have, in bytes.
  public static var pieceBytes: Int { 65_536 }

  /// Appends the whole answer, or what is left of it.
  public mutating func encodeAll(into output: inout [UInt8]) {
    while encode(into: &output, limit: .max) {}
  }
}
