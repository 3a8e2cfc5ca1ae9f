/// A query for the changes from the version that a view shows to another one (Contract §12).
public struct ChangesQuery: Sendable, Hashable {
  /// The element or offset that stays in its place on screen (LayoutRules L2).
  public enum Anchor: Sendable, Hashable {
    /// The visible cell with the lowest index path, by its start edge.
    case first
    /// The first cell that is entirely visible; as `first` if there is none.
    case firstWhole
    /// The visible cell with the highest index path, by its end edge.
    case last
    /// The given item's cell, visible or not, by its start edge or its end edge.
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
  /// How far the old layout's orthogonal sections are scrolled, in points.
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
  /// An element of both versions whose frame, index path, stacking order or media height differ.
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
    /// Whether its end edge stays in place, not its start edge.
    public var isEnd: Bool
  }

  /// The content offset to scroll to; nil if the query has no `bounds`.
  public internal(set) var contentOffset: Point?
  /// The difference between `contentOffset` and the old offset; nil if the query has no `bounds`.
  public internal(set) var contentOffsetAdjustment: Point?
  /// The cell that stays in its place; nil if none does.
  public internal(set) var anchor: HeldCell?
  /// The rectangle outside which nothing differs, in the new version's coordinates; nil if nothing does.
  public internal(set) var invalidated: Rect?
  /// Elements in the rectangle of the old version that the new one doesn't have, in the old order.
  public internal(set) var deleted: [LayoutAttributes] = []
  /// Elements in the rectangle of the new version that the old one doesn't have, in the new order.
  public internal(set) var inserted: [LayoutAttributes] = []
  /// Elements in either rectangle that differ, or that were outside the old one, in the new order.
  public internal(set) var changed: [Change] = []
}
