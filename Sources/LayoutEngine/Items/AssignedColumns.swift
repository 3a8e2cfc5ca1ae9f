/// The waterfall columns that a chunk's items keep because a layout placed them there (LayoutRules K7).
///
/// They are numbers of the document's own, 2 bytes per item, which its versions share; they are copied into the items'
/// fields only when the chunk changes.
final class AssignedColumns: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  private let columns: [UInt16]

  /// Creates columns, one for each item of a chunk; each at most `WaterfallMetrics.columnCounts`' greatest.
  init(_ columns: [UInt16]) { self.columns = columns }

  /// The waterfall column that the item with index `place` in the chunk keeps.
  @inline(__always)
  func column(of place: Int) -> Int { Int(columns[place]) }

  /// The number of items.
  var count: Int { columns.count }

  /// Whether all items keep the same columns as those of another chunk.
  ///
  /// - Complexity: O(n); O(1) for the same object.
  func isSame(as other: AssignedColumns) -> Bool { self === other || columns == other.columns }

  var byteCount: Int { 2 * columns.capacity + 48 }
}

extension ChunkStarts {
  /// Returns the columns of neighbouring items in placed chunks.
  ///
  /// - Parameter columns: returns the columns of the items at some places of a chunk.
  func assignedColumns(
    of items: Range<Int>, _ columns: (_ chunk: Int, _ places: Range<Int>) -> [UInt16]
  ) -> AssignedColumns {
    var all: [UInt16] = []
    while all.count < items.count {
      let chunk = chunk(of: items.lowerBound + all.count)
      let placed = elements(of: chunk)
      let met = placed.clamped(to: items)
      let part = columns(
        chunk, met.lowerBound - placed.lowerBound..<met.upperBound - placed.lowerBound)
      // Most often, one placed chunk contains all items.
      if part.count == items.count { return AssignedColumns(part) }
      all += part
    }
    return AssignedColumns(all)
  }
}
