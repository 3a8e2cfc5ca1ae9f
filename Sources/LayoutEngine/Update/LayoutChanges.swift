/// What a view that shows one version of a layout asks about another (Contract §12).
public struct ChangesQuery: Sendable, Hashable {
  /// What is to stay where it is on screen (LayoutRules L2).
  public enum Anchor: Sendable, Hashable {
    /// The visible cell of the lowest index path, by its start edge.
    case first
    /// The lowest of those that are visible whole, else as `first`.
    case firstWhole
    /// The visible cell of the highest index path, by its end edge.
    case last
    /// That cell, visible or not, by its start edge or its end edge.
    case item(ItemPath, isEnd: Bool)
    /// The offset.
    case none
  }

  /// What the view holds, in the old layout's coordinates; nil for everything.
  public var rect: Rect?
  /// What it shows: its content offset and the container's size, in the old layout's coordinates; nil
  /// if nothing is to be held in its place.
  public var bounds: Rect?
  /// What is to stay where it is.
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

/// What a view has to do to show another version of a layout (LayoutRules L, M).
public struct LayoutChanges: Sendable, Hashable {
  /// An element of both versions whose frame, index path, stacking order or media height differ.
  public struct Change: Sendable, Hashable {
    /// As it is now.
    public var attributes: LayoutAttributes
    /// As it was.
    public var old: LayoutAttributes
  }

  /// The cell that stays where it is.
  public struct HeldCell: Sendable, Hashable {
    /// Its place in the old version.
    public var old: ItemPath
    /// Its place in the new one.
    public var new: ItemPath
    /// Whether it is held by its end edge.
    public var isEnd: Bool
  }

  /// Where the view is to scroll to; nil without `bounds`.
  public internal(set) var contentOffset: Point?
  /// The same as a difference from where it is.
  public internal(set) var contentOffsetAdjustment: Point?
  /// The cell that stays; nil if none does.
  public internal(set) var anchor: HeldCell?
  /// Outside of it nothing differs, in the new version's coordinates; nil if nothing does.
  public internal(set) var invalidated: Rect?
  /// Elements of the old version that are in the rectangle and are no more, in its order.
  public internal(set) var deleted: [LayoutAttributes] = []
  /// Elements of the new version that are in the new rectangle and are new, in its order.
  public internal(set) var inserted: [LayoutAttributes] = []
  /// Elements that are in either rectangle and differ, in the new version's order.
  public internal(set) var changed: [Change] = []
}
