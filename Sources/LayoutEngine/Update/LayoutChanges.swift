/// A query for the changes from the version that a view shows to another version (Contract §12).
///
/// ```swift
/// let view = Rect(x: 0, y: 880, width: 320, height: 480)
/// let changes = try version.layout.changes(
///   from: layout, version.map, ChangesQuery(rect: view, bounds: view))
/// // Two rows were inserted above: the view scrolls 88 points down, and nothing on the screen moves.
/// ```
public struct ChangesQuery: Sendable, Hashable {
  /// The element or offset that stays in its place on screen (LayoutRules L2).
  public enum Anchor: Sendable, Hashable {
    /// The visible cell with the lowest index path, by its start edge.
    case first
    /// The first cell that is entirely visible, by its start edge; if there is none, the cell of `first`.
    case firstWhole
    /// The visible cell with the highest index path, by its end edge.
    case last
    /// The given item's cell, visible or not, by its end edge if `isEnd`, otherwise by its start edge.
    case item(ItemPath, isEnd: Bool)
    /// No cell: the content offset stays.
    case none
  }

  /// The rectangle whose elements the view has, in the old layout's coordinates; nil if it has all.
  public var rect: Rect?
  /// The visible rectangle: the view's content offset and the container's size, in the old layout's
  /// coordinates; nil if nothing has to stay in its place.
  public var bounds: Rect?
  /// The element or offset that stays in its place on screen.
  public var anchor: Anchor
  /// The scroll offsets of the old layout's orthogonal sections, in points, by section number.
  public var scroll: [WholeNumber: Double]

  /// Creates a query.
  public init(
    rect: Rect?, bounds: Rect? = nil, anchor: Anchor = .first, scroll: [WholeNumber: Double] = [:]
  ) {
    self.rect = rect
    self.bounds = bounds
    self.anchor = anchor
    self.scroll = scroll
  }
}

/// The changes by which a view shows another version of a layout (LayoutRules L, M).
public struct LayoutChanges: Sendable, Hashable {
  /// An element of both versions that the view must update.
  ///
  /// Its frame, index path, stacking order or media height differs, its item was replaced, or it was not shown before.
  public struct Change: Sendable, Hashable {
    /// The element in the new version.
    public var attributes: LayoutAttributes
    /// The element in the old version.
    public var old: LayoutAttributes
  }

  /// The cell that stays in its place on screen.
  public struct HeldCell: Sendable, Hashable {
    /// The cell's index path in the old version.
    public var old: ItemPath
    /// The cell's index path in the new version.
    public var new: ItemPath
    /// Whether the cell's end edge stays in place; otherwise its start edge does.
    public var isEnd: Bool
  }

  /// The content offset to scroll to; nil if the query has no `bounds`.
  public internal(set) var contentOffset: Point?
  /// `contentOffset` minus the old content offset; nil if the query has no `bounds`.
  public internal(set) var contentOffsetAdjustment: Point?
  /// The cell that stays in its place on screen; nil if none does.
  public internal(set) var anchor: HeldCell?
  /// A rectangle outside which no element differs, in the new version's coordinates; nil if no element
  /// differs.
  public internal(set) var invalidated: Rect?
  /// The elements in the old version's rectangle that the new version doesn't have, in the old version's
  /// order.
  public internal(set) var deleted: [LayoutAttributes] = []
  /// The elements in the new version's rectangle that the old version doesn't have, in the new version's
  /// order.
  public internal(set) var inserted: [LayoutAttributes] = []
  /// The elements of both versions that are in either rectangle, and that differ or were outside the old
  /// rectangle, in the new version's order.
  public internal(set) var changed: [Change] = []
}
