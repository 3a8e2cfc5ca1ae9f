/// A supplementary, such as a badge, on an item or a group (NSCollectionLayoutSupplementaryItem).
public struct SupplementaryItem: Sendable, Hashable {
  /// The element kind.
  public var kind: String
  /// Its size, relative to its host.
  public var size: LayoutSize
  /// The point of the host at which it is placed; nil means the centre.
  public var containerAnchor: LayoutAnchor?
  /// The point of the supplementary that is placed at the host's point; nil means its point with the
  /// container anchor's edges.
  public var itemAnchor: LayoutAnchor?
  /// The stacking order; nil means the default (LayoutRules C15).
  public var zIndex: WholeNumber?

  /// Creates a supplementary item.
  public init(kind: String, size: LayoutSize) {
    self.kind = kind
    self.size = size
  }
}

/// A header, footer or side item (NSCollectionLayoutBoundarySupplementaryItem).
///
/// ```swift
/// var header = BoundarySupplementaryItem(
///   kind: "header", size: LayoutSize(width: .fractionalWidth(1), height: .absolute(44)),
///   alignment: .top)
/// header.pinToVisibleBounds = true
/// ```
public struct BoundarySupplementaryItem: Sendable, Hashable {
  /// The element kind.
  public var kind: String
  /// Its size, relative to the container.
  public var size: LayoutSize
  /// The edges it is aligned to: one edge, or one edge per axis.
  public var alignment: LayoutEdges
  /// The distance by which its frame is moved.
  public var absoluteOffset: Point = .zero
  /// Whether it makes the section longer.
  public var extendsBoundary = true
  /// Whether it is pinned to the visible rectangle.
  public var pinToVisibleBounds = false
  /// The stacking order; nil means the default.
  public var zIndex: WholeNumber?
  /// The insets that shrink its frame.
  public var contentInsets: DirectionalInsets = .zero

  /// Creates a boundary item.
  public init(kind: String, size: LayoutSize, alignment: LayoutEdges) {
    self.kind = kind
    self.size = size
    self.alignment = alignment
  }
}

/// A background (NSCollectionLayoutDecorationItem).
public struct DecorationItem: Sendable, Hashable {
  /// The element kind.
  public var kind: String
  /// The insets that shrink its frame.
  public var contentInsets: DirectionalInsets = .zero
  /// The stacking order; nil means the default.
  public var zIndex: WholeNumber?

  /// Creates a decoration.
  public init(kind: String) {
    self.kind = kind
  }
}
