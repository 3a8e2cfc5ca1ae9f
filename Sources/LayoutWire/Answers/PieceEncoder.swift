public import LayoutEngine

/// Writes an answer piece by piece, so that a large one is never in memory as a whole.
public protocol PieceEncoder: Sendable {
  /// Appends the answer's next piece.
  ///
  /// A piece ends, too, where `pieceElements` have been looked at without a find or have been written as single
  /// numbers, of which there are tens of thousands in 64 KiB: it may be short, or empty.
  ///
  /// - Parameters:
  ///   - output: what the piece is appended to.
  ///   - limit: bytes after which the piece ends, ≥ 1; it may be longer by one element.
  /// - Returns: whether more is to come.
  mutating func encode(into output: inout [UInt8], limit: Int) -> Bool

  /// Bytes held for the answer's pieces, beside the layout.
  var heldByteCount: Int { get }
}

extension PieceEncoder {
  /// The length that pieces of a streamed answer have, in bytes.
  public static var pieceBytes: Int { 65_536 }

  /// The elements, or runs of neighbours, that are stepped over at most for one piece, with those that
  /// are written as single numbers.
  public static var pieceElements: Int { 4_096 }

  /// Appends pieces until they have `limit` bytes together, or the answer has ended.
  ///
  /// - Parameter budget: what the work is counted against: nothing more is appended where it ends
  ///   the work.
  /// - Returns: whether more is to come.
  public mutating func encodePieces(
    into output: inout [UInt8], limit: Int, _ budget: LayoutBudget? = nil
  ) -> Bool {
    let start = output.count
    while output.count - start < limit,
      budget?.goesOn(after: Self.pieceElements) ?? true
    {
      let rest = min(Self.pieceBytes, limit - (output.count - start))
      guard encode(into: &output, limit: rest) else { return false }
    }
    return true
  }

  /// Appends the whole answer, or what is left of it.
  public mutating func encodeAll(into output: inout [UInt8]) {
    while encode(into: &output, limit: .max) {}
  }
}
