/// Placed items that provide the waterfall column in which each of them begins.
protocol ColumnSource: AnyObject, Sendable {
  /// The leading column of an item, by its place in the part.
  ///
  /// - Complexity: O(1).
  func column(of item: Int) -> Int

  /// The object itself: Embedded Swift cannot convert a value of one protocol's type to another's.
  var part: any LayoutPart { get }
}

/// The columns that a chunk's items keep because a layout placed them there (LayoutRules K7).
///
/// They are copied into the items' fields only when the chunk changes.
struct StandingColumns: Sendable {
  /// The placed items.
  let source: any ColumnSource
  /// The place of the chunk's first item in the source.
  let first: Int

  /// The column that the item at a place in the chunk keeps.
  @inline(__always)
  func column(of place: Int) -> Int { source.column(of: first + place) }

  /// Whether both refer to one source, from one place on.
  func isSame(as other: StandingColumns) -> Bool {
    source === other.source && first == other.first
  }
}
