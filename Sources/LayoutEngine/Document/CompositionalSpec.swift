/// A compositional section (NSCollectionLayoutSection; LayoutRules B and C).
///
/// ```swift
/// let third = LayoutItem(
///   size: LayoutSize(width: .fractionalWidth(1 / 3), height: .fractionalHeight(1)))
/// let row = LayoutGroup.horizontal(
///   size: LayoutSize(width: .fractionalWidth(1), height: .absolute(100)),
///   subitems: [third, third, third])
/// var section = CompositionalSpec(group: row)
/// section.interGroupSpacing = 8
/// // The fourth item begins the second row, at y = 108.
/// ```
public struct CompositionalSpec: Sendable, Equatable {
  /// The group that is repeated.
  public var group: LayoutGroup
  /// Points between two groups.
  public var interGroupSpacing: Double = 0
  /// The section's insets.
  public var contentInsets: DirectionalInsets = .zero
  /// How the section scrolls across the layout's axis.
  public var orthogonalScrollingBehavior: OrthogonalScrollingBehavior = .none
  /// How an orthogonal section decelerates and bounces; nil if the layout does not say.
  public var orthogonalScrollingProperties: OrthogonalScrollingProperties?
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?
  /// Headers, footers and side items.
  public var boundarySupplementaryItems: [BoundarySupplementaryItem] = []
  /// Backgrounds.
  public var decorationItems: [DecorationItem] = []
  /// Whether boundary items are placed within the section's insets across the scroll axis.
  public var supplementariesFollowContentInsets = true
  /// The edges from which the section's insets are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// The edges from which the insets of boundary items are measured; those of the section if automatic.
  public var supplementaryContentInsetsReference = ContentInsetsReference.automatic
  /// How bodies are set (LayoutRules N2, N4).
  public var bodies = LayoutBodyOptions()

  /// How the bodies of items are set.
  public var body: BodyOptions {
    get { bodies[.item] }
    set { bodies[.item] = newValue }
  }
  /// How the bodies of boundary items of the kind `header` are set.
  public var headerBody: BodyOptions {
    get { bodies[.header] }
    set { bodies[.header] = newValue }
  }
  /// How the bodies of boundary items of the kind `footer` are set.
  public var footerBody: BodyOptions {
    get { bodies[.footer] }
    set { bodies[.footer] = newValue }
  }

  /// The insets between which boundary items are placed across the scroll axis (LayoutRules C7).
  ///
  /// They are set once references have changed the section's own insets.
  var supplementaryInsets: DirectionalInsets {
    get { ownSupplementaryInsets ?? (supplementariesFollowContentInsets ? contentInsets : .zero) }
    set { ownSupplementaryInsets = newValue }
  }
  private var ownSupplementaryInsets: DirectionalInsets?

  /// Whether another layout arranges all items in the section's only group.
  var isArrangement: Bool { if case .arrangement = group.content { true } else { false } }

  /// Creates a section of repeated groups.
  public init(group: LayoutGroup) {
    self.group = group
  }
}

/// How a section scrolls across the layout's axis (UICollectionLayoutSectionOrthogonalScrollingBehavior).
public enum OrthogonalScrollingBehavior: Sendable, Hashable, CaseIterable {
  /// Not at all: groups follow each other along the layout's axis.
  case none
  /// Freely.
  case continuous
  /// Stopping at groups' leading edges.
  case continuousGroupLeadingBoundary
  /// Page by page, each of the container's length.
  case paging
  /// Group by group.
  case groupPaging
  /// Group by group, each centred.
  case groupPagingCentered
}

/// How an orthogonal section decelerates and bounces (UICollectionLayoutSectionOrthogonalScrollingProperties).
public struct OrthogonalScrollingProperties: Sendable, Hashable {
  /// How fast scrolling slows down after the finger lifts (LayoutRules C21).
  public enum DecelerationRate: Sendable, Hashable, CaseIterable {
    /// `fast` for sections that page, `normal` for others.
    case automatic
    /// The velocity falls to 99.8 % in each millisecond.
    case normal
    /// The velocity falls to 99 % in each millisecond.
    case fast
  }

  /// Whether scrolling may go beyond the ends and come back, for views.
  public enum Bounce: Sendable, Hashable, CaseIterable {
    /// As the view decides.
    case automatic
    /// Always.
    case always
    /// Never.
    case never
  }

  /// How fast scrolling slows down after the finger lifts.
  public var decelerationRate = DecelerationRate.automatic
  /// Whether scrolling may go beyond the ends; no effect on any offset.
  public var bounce = Bounce.automatic

  /// Creates properties with every default.
  public init() {}
}

/// A length (NSCollectionLayoutDimension).
///
/// ```swift
/// let half = LayoutDimension.fractionalWidth(0.5)
/// let fixed = LayoutDimension.absolute(44)
/// let measured = LayoutDimension.estimated(120)
/// ```
public enum LayoutDimension: Sendable, Hashable {
  /// Points.
  case absolute(Double)
  /// Points, until a measured length replaces them.
  case estimated(Double)
  /// Points, until a measured length replaces them. All `uniformAcrossSiblings` subitems of a group are as
  /// long as the longest of them (LayoutRules K5).
  case uniformAcrossSiblings(Double)
  /// A fraction of the parent's width, plus points.
  case fractionalWidth(Double, plus: Double = 0)
  /// A fraction of the parent's height, plus points.
  case fractionalHeight(Double, plus: Double = 0)
}

/// A width and a height (NSCollectionLayoutSize).
public struct LayoutSize: Sendable, Hashable {
  /// The width.
  public var width: LayoutDimension
  /// The height.
  public var height: LayoutDimension

  /// Creates a size from its sides.
  public init(width: LayoutDimension, height: LayoutDimension) {
    self.width = width
    self.height = height
  }
}

/// A distance (NSCollectionLayoutSpacing).
public enum LayoutSpacing: Sendable, Hashable {
  /// Exactly this many points.
  case fixed(Double)
  /// This many points or more.
  case flexible(Double)

  /// The least distance, in points.
  public var minimum: Double {
    switch self {
    case .fixed(let points), .flexible(let points): points
    }
  }

  /// Whether the distance may grow.
  public var isFlexible: Bool {
    if case .flexible = self { true } else { false }
  }
}

/// The space around an item (NSCollectionLayoutEdgeSpacing); an edge that is nil has no space.
public struct EdgeSpacing: Sendable, Hashable {
  /// Before the item, along lines.
  public var leading: LayoutSpacing?
  /// Above the item.
  public var top: LayoutSpacing?
  /// After the item, along lines.
  public var trailing: LayoutSpacing?
  /// Below the item.
  public var bottom: LayoutSpacing?

  /// Creates spacing without any space.
  public init() {}
}

/// An item of a group (NSCollectionLayoutItem).
public struct LayoutItem: Sendable, Equatable {
  /// Its size within the group.
  public var size: LayoutSize
  /// The insets that shrink its frame.
  public var contentInsets: DirectionalInsets = .zero
  /// The space around it.
  public var edgeSpacing = EdgeSpacing()
  /// Its supplementaries, such as badges.
  public var supplementaryItems: [SupplementaryItem] = []

  /// Creates an item from its size.
  public init(size: LayoutSize) {
    self.size = size
  }
}

/// A member of a group: an item or another group.
public enum LayoutSubitem: Sendable, Equatable {
  /// An item.
  case item(LayoutItem)
  /// A nested group.
  case group(LayoutGroup)
}

/// A group (NSCollectionLayoutGroup).
public struct LayoutGroup: Sendable, Equatable {
  /// The content of a group, and how it is laid out.
  public indirect enum Content: Sendable, Equatable {
    /// Subitems one after the other along `axis`: all in a cycle, or the only subitem `count` times if
    /// `count` is not nil.
    case subitems(axis: LayoutAxis, subitems: [LayoutSubitem], count: WholeNumber?)
    /// Frames that the document gives.
    case frames([CustomFrame])
    /// All of the section's items, laid out inside the group by another layout (LayoutRules B14).
    case arrangement(SectionLayout)
  }

  /// Its size within its parent.
  public var size: LayoutSize
  /// Its content.
  public var content: Content
  /// The number of times that the group's only subitem is placed at its own size (LayoutRules B16); nil if
  /// subitems are placed in a cycle, or if the content has a `count`.
  public var repeatingSubitem: WholeNumber?
  /// Points between two subitems.
  public var interItemSpacing: LayoutSpacing = .fixed(0)
  /// The insets that shrink the space for its subitems.
  public var contentInsets: DirectionalInsets = .zero
  /// The space around it in its parent group.
  public var edgeSpacing = EdgeSpacing()
  /// Its supplementaries, such as badges.
  public var supplementaryItems: [SupplementaryItem] = []

  /// Creates a group from its size and content.
  public init(size: LayoutSize, content: Content) {
    self.size = size
    self.content = content
  }
}

/// Edges that an anchor names (NSDirectionalRectEdge).
public struct LayoutEdges: OptionSet, Sendable, Hashable {
  /// One bit for each edge.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The top edge.
  public static let top = LayoutEdges(rawValue: 1)
  /// The leading edge.
  public static let leading = LayoutEdges(rawValue: 2)
  /// The bottom edge.
  public static let bottom = LayoutEdges(rawValue: 4)
  /// The trailing edge.
  public static let trailing = LayoutEdges(rawValue: 8)
}

/// A point of a rectangle (NSCollectionLayoutAnchor); LayoutRules C12.
public struct LayoutAnchor: Sendable, Hashable {
  /// A distance from the edges.
  public enum Offset: Sendable, Hashable {
    /// Points.
    case absolute(Point)
    /// Fractions of the supplementary's own size.
    case fractional(Point)
  }

  /// The edges on which the point lies; on an axis without an edge it lies in the centre.
  public var edges: LayoutEdges
  /// The point's distance from the edges.
  public var offset: Offset

  /// Creates an anchor.
  public init(edges: LayoutEdges = [], offset: Offset = .absolute(.zero)) {
    self.edges = edges
    self.offset = offset
  }
}

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
