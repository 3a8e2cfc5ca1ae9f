/// Placed items that say in which column of a waterfall each of them begins.
protocol ColumnSource: AnyObject, Sendable {
  /// The leading column of an item, by its place in the part.
  ///
  /// - Complexity: O(1).
  func column(of item: Int) -> Int

  /// Itself: Embedded Swift does not make a value of one protocol's type into one of another's.
  var part: any LayoutPart { get }
}

/// The columns that the items of a chunk keep because a layout had placed them there (LayoutRules K7):
/// they are written down only when the chunk changes.
struct StandingColumns: Sendable {
  /// What had been placed.
  let source: any ColumnSource
  /// The chunk's first item among the source's.
  let first: Int

  /// The column that the item at a place of the chunk keeps.
  @inline(__always)
  func column(of place: Int) -> Int { source.column(of: first + place) }

  /// Whether both are the same places.
  func isSame(as other: StandingColumns) -> Bool {
    source === other.source && first == other.first
  }
}
