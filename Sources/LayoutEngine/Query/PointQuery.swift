/// A query for the item at a point of the content (Contract §3.1).
///
/// ```swift
/// let found = try layout.item(PointQuery(at: Point(x: 20, y: 100), for: .nearestCell))
/// // Row 2, which stands from 88 to 132.
/// ```
public struct PointQuery: Sendable, Hashable {
  /// The item that is looked for.
  public enum Target: Sendable, Hashable {
    /// The cell under the point (UICollectionView's `indexPathForItem(at:)`).
    case cell
    /// The cell under the point, else the nearest cell of the section under the point.
    case nearestCell
    /// The place to which an item that is dragged to the point would go (UICollectionView's
    /// `targetIndexPathForMoveFromItem…`): the `to` of a move.
    case place(moving: LayoutIndexPath)
  }

  /// The point, in content coordinates, mirrored if the content is.
  public var point: Point
  /// The item that is looked for.
  public var target: Target
  /// The scroll offsets of orthogonal sections, in points, by section number; 0 for sections not listed.
  public var scroll: [WholeNumber: Double]

  /// Creates a query.
  public init(
    at point: Point, for target: Target = .cell, scroll: [WholeNumber: Double] = [:]
  ) {
    self.point = point
    self.target = target
    self.scroll = scroll
  }
}

/// The response to a `PointQuery`.
public struct FoundItem: Sendable, Hashable {
  /// The section.
  public var section: Int
  /// The item's number, or the number that a dragged item would get.
  public var item: Int
  /// The cell's frame, in points; nil if this is the place of a dragged item.
  public var frame: Rect?
}

extension PreparedLayout {
  /// Returns the item at a point (Contract §3.1).
  ///
  /// - Parameters:
  ///   - query: the point, and which items may be found.
  ///   - budget: the budget for the search.
  /// - Throws: `QueryError.noItem` if there is none; `QueryError.noSuchElement` if the dragged item does not
  ///   exist; an error if the query scrolls a section that doesn't scroll by itself; `QueryError.cancelled`.
  /// - Complexity: O(log n + cells in the square around the point that the response's distance spans); O(n) at
  ///   most, if so many cells overlap there.
  public func item(
    _ query: PointQuery, _ budget: LayoutBudget? = nil
  ) throws(QueryError) -> FoundItem {
    var search = PointSearch(content, query, effort: .max, budget)
    guard let found = try search.run() else { throw .cancelled }
    return found
  }

  /// Returns the item at a point; nil if the search would take too long.
  ///
  /// It is for threads that must not be blocked, such as event loops.
  ///
  /// - Parameters:
  ///   - query: the point, and which items may be found.
  ///   - effort: the number of cells and sections that may be visited.
  /// - Throws: as `item(_:_:)`.
  /// - Complexity: O(log n + `effort`).
  public func item(_ query: PointQuery, effort: Int) throws(QueryError) -> FoundItem? {
    var search = PointSearch(content, query, effort: effort, nil)
    return try search.run()
  }
}
