/// Placed items that provide the waterfall column in which each of them begins.
protocol ColumnSource: AnyObject, Sendable {
  /// The leading waterfall column of an item.
  ///
  /// - Parameter item: the item's index among the placed items, from 0.
  /// - Complexity: O(1).
  func leadingColumn(of item: Int) -> Int

  /// The object itself as a layout part: Embedded Swift cannot convert a value of one protocol's type to
  /// another protocol's.
  var part: any LayoutPart { get }
}

/// The waterfall columns that a chunk's items keep because a layout placed them there (LayoutRules K7).
///
/// They are copied into the items' fields only when the chunk changes.
struct PinnedColumns: Sendable {
  /// The placed items.
  let source: any ColumnSource
  /// The index, among the source's placed items, of the chunk's first item.
  let first: Int

  /// The waterfall column that the item with index `place` in the chunk keeps.
  @inline(__always)
  func column(of place: Int) -> Int { source.leadingColumn(of: first + place) }

  /// Whether both refer to one source, and begin at one index in it.
  func isSame(as other: PinnedColumns) -> Bool {
    source === other.source && first == other.first
  }
}
