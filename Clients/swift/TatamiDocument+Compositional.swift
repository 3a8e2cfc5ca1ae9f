// SPDX-License-Identifier: Apache-2.0
// What compositional layouts are made of, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.

/// One NSCollectionLayoutSection. Groups repeat along the section's axis, and the section's items fill
/// them in the order of their subitems.
public struct TatamiCompositionalLayout: Encodable, Sendable, Hashable {
  /// How a section scrolls across the scroll axis.
  public enum OrthogonalScrollingBehavior: String, Encodable, Sendable, Hashable {
    /// It does not scroll by itself.
    case `none`
    /// It scrolls freely.
    case continuous
    /// It stops at groups' leading edges.
    case continuousGroupLeadingBoundary
    /// It scrolls page by page.
    case paging
    /// It scrolls group by group.
    case groupPaging
    /// It scrolls group by group, each centred.
    case groupPagingCentered
  }

  /// The word that chooses this layout.
  public let type = "compositional"
  /// The group that is repeated.
  public var group: TatamiGroup
  /// Points between two groups.
  public var interGroupSpacing: Double?
  /// The insets that shrink what is inside, in points.
  public var contentInsets: TatamiDirectionalInsets?
  /// How the section scrolls across the scroll axis.
  public var orthogonalScrollingBehavior: OrthogonalScrollingBehavior?
  /// How the section decelerates and bounces; as the service decides if nil.
  public var orthogonalScrollingProperties: TatamiOrthogonalScrollingProperties?
  /// Headers, footers and side items.
  public var boundarySupplementaryItems: [TatamiBoundaryItem]?
  /// Backgrounds, each of which covers the whole section's extent less its own insets.
  public var decorationItems: [TatamiDecorationItem]?
  /// Whether boundary items stay within the section's insets on the cross axis.
  public var supplementariesFollowContentInsets: Bool?
  /// The edges from which the section's insets are measured; those of the configuration if nil.
  public var contentInsetsReference: TatamiContentInsetsReference?
  /// The reference of boundary items; `automatic` is that of the section.
  public var supplementaryContentInsetsReference: TatamiContentInsetsReference?
  /// How the bodies of items are set; an item may have one if its height and those of all groups around it are estimated.
  public var body: TatamiBodyOptions?
  /// How the bodies of boundary items of the kind `header` are set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the bodies of boundary items of the kind `footer` are set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?
  /// The effects on the section's elements that follow the scroll position; none if nil.
  public var effects: [TatamiScrollEffect]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    group: TatamiGroup,
    interGroupSpacing: Double? = nil,
    contentInsets: TatamiDirectionalInsets? = nil,
    orthogonalScrollingBehavior: OrthogonalScrollingBehavior? = nil,
    orthogonalScrollingProperties: TatamiOrthogonalScrollingProperties? = nil,
    boundarySupplementaryItems: [TatamiBoundaryItem]? = nil,
    decorationItems: [TatamiDecorationItem]? = nil,
    supplementariesFollowContentInsets: Bool? = nil,
    contentInsetsReference: TatamiContentInsetsReference? = nil,
    supplementaryContentInsetsReference: TatamiContentInsetsReference? = nil,
    body: TatamiBodyOptions? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil,
    effects: [TatamiScrollEffect]? = nil
  ) {
    self.group = group
    self.interGroupSpacing = interGroupSpacing
    self.contentInsets = contentInsets
    self.orthogonalScrollingBehavior = orthogonalScrollingBehavior
    self.orthogonalScrollingProperties = orthogonalScrollingProperties
    self.boundarySupplementaryItems = boundarySupplementaryItems
    self.decorationItems = decorationItems
    self.supplementariesFollowContentInsets = supplementariesFollowContentInsets
    self.contentInsetsReference = contentInsetsReference
    self.supplementaryContentInsetsReference = supplementaryContentInsetsReference
    self.body = body
    self.headerBody = headerBody
    self.footerBody = footerBody
    self.effects = effects
  }
}

/// A group of subitems, of your own frames, or of another layout's cells.
public enum TatamiGroup: Encodable, Sendable, Hashable {
  /// Subitems one after the other, or side by side.
  case subitemGroup(TatamiSubitemGroup)
  /// Given frames, or another layout's.
  case customGroup(TatamiCustomGroup)

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .subitemGroup(let value): try container.encode(value)
    case .customGroup(let value): try container.encode(value)
    }
  }
}

/// How a section that scrolls across the scroll axis decelerates after the finger lifts, and whether a
/// view lets it bounce.
public struct TatamiOrthogonalScrollingProperties: Encodable, Sendable, Hashable {
  /// How fast scrolling slows down after the finger lifts.
  public enum DecelerationRate: String, Encodable, Sendable, Hashable {
    /// Fast in sections that page, else normal.
    case automatic
    /// 99.8 % of the velocity is left after each millisecond.
    case normal
    /// 99 % of the velocity is left after each millisecond.
    case fast
  }

  /// Whether scrolling may go beyond the ends and come back.
  public enum Bounce: String, Encodable, Sendable, Hashable {
    /// As the view decides.
    case automatic
    /// Always.
    case always
    /// Never.
    case never
  }

  /// The rate by which `target-offset` computes where scrolling ends: `normal` keeps 99.8 % of the
  /// velocity each millisecond, `fast` 99 %; `automatic` is `fast` for sections that page.
  public var decelerationRate: DecelerationRate?
  /// Whether scrolling may go beyond the section's ends and come back; changes no offset.
  public var bounce: Bounce?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(decelerationRate: DecelerationRate? = nil, bounce: Bounce? = nil) {
    self.decelerationRate = decelerationRate
    self.bounce = bounce
  }
}

/// A background of a section (NSCollectionLayoutDecorationItem).
public struct TatamiDecorationItem: Encodable, Sendable, Hashable {
  /// The element kind, by which your app chooses a view.
  public var kind: String
  /// Shrink its frame.
  public var contentInsets: TatamiDirectionalInsets?
  /// The stacking order; greater values are in front.
  public var zIndex: Int?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(kind: String, contentInsets: TatamiDirectionalInsets? = nil, zIndex: Int? = nil) {
    self.kind = kind
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }
}

/// Subitems one after the other: in a cycle until no more fit; or, with `count`, the one subitem
/// `count` times, in equal parts that override its length along the group's axis; or, with
/// `repeatingSubitem`, the one subitem that many times at its own size, even beyond the group's end.
public struct TatamiSubitemGroup: Encodable, Sendable, Hashable {
  /// The axis along which subitems follow one another.
  public enum Direction: String, Encodable, Sendable, Hashable {
    /// Side by side.
    case horizontal
    /// One below the other.
    case vertical
  }

  /// An item or a group within a group.
  public enum Subitem: Encodable, Sendable, Hashable {
    /// An item.
    case layoutItem(TatamiLayoutItem)
    /// A group.
    case group(TatamiGroup)

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .layoutItem(let value): try container.encode(value)
      case .group(let value): try container.encode(value)
      }
    }
  }

  /// The axis along which subitems follow one another.
  public var direction: Direction
  /// The width and the height.
  public var size: TatamiLayoutSize
  /// The items and groups, in order.
  public var subitems: [Subitem]
  /// The number of copies of the one subitem, in equal parts along the group's axis.
  public var count: Int?
  /// The number of copies of the one subitem, at its own size; cannot be combined with `count`.
  public var repeatingSubitem: Int?
  /// The spacing between two subitems; a flexible spacing is a minimum that gets a share of the remaining length.
  public var interItemSpacing: TatamiSpacing?
  /// The insets that shrink what is inside, in points.
  public var contentInsets: TatamiDirectionalInsets?
  /// The space around it.
  public var edgeSpacing: TatamiEdgeSpacing?
  /// Supplementaries, such as badges.
  public var supplementaryItems: [TatamiSupplementaryItem]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    direction: Direction,
    size: TatamiLayoutSize,
    subitems: [Subitem],
    count: Int? = nil,
    repeatingSubitem: Int? = nil,
    interItemSpacing: TatamiSpacing? = nil,
    contentInsets: TatamiDirectionalInsets? = nil,
    edgeSpacing: TatamiEdgeSpacing? = nil,
    supplementaryItems: [TatamiSupplementaryItem]? = nil
  ) {
    self.direction = direction
    self.size = size
    self.subitems = subitems
    self.count = count
    self.repeatingSubitem = repeatingSubitem
    self.interItemSpacing = interItemSpacing
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaryItems = supplementaryItems
  }
}

/// Your own frames, or an `arrangement`: a layout that lays out all of the section's items in the
/// section's own group. A group of an estimated length grows to its content. Nested groups and
/// orthogonal sections have no arrangement.
public struct TatamiCustomGroup: Encodable, Sendable, Hashable {
  /// The word that makes the group a custom group.
  public let direction = "custom"
  /// The width and the height.
  public var size: TatamiLayoutSize
  /// The frames, in the order of the items.
  public var frames: [TatamiFrameFields]?
  /// The layout that arranges the items within the group.
  public var arrangement: TatamiArrangedLayout?
  /// The distance between two subitems.
  public var interItemSpacing: TatamiSpacing?
  /// The insets that shrink what is inside, in points.
  public var contentInsets: TatamiDirectionalInsets?
  /// The space around it.
  public var edgeSpacing: TatamiEdgeSpacing?
  /// Supplementaries, such as badges.
  public var supplementaryItems: [TatamiSupplementaryItem]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    size: TatamiLayoutSize,
    frames: [TatamiFrameFields]? = nil,
    arrangement: TatamiArrangedLayout? = nil,
    interItemSpacing: TatamiSpacing? = nil,
    contentInsets: TatamiDirectionalInsets? = nil,
    edgeSpacing: TatamiEdgeSpacing? = nil,
    supplementaryItems: [TatamiSupplementaryItem]? = nil
  ) {
    self.size = size
    self.frames = frames
    self.arrangement = arrangement
    self.interItemSpacing = interItemSpacing
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaryItems = supplementaryItems
  }
}

/// An item of a group.
public struct TatamiLayoutItem: Encodable, Sendable, Hashable {
  /// The width and the height.
  public var size: TatamiLayoutSize
  /// Shrink the item's frame within its slot.
  public var contentInsets: TatamiDirectionalInsets?
  /// The space around it.
  public var edgeSpacing: TatamiEdgeSpacing?
  /// Supplementaries, such as badges.
  public var supplementaryItems: [TatamiSupplementaryItem]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    size: TatamiLayoutSize,
    contentInsets: TatamiDirectionalInsets? = nil,
    edgeSpacing: TatamiEdgeSpacing? = nil,
    supplementaryItems: [TatamiSupplementaryItem]? = nil
  ) {
    self.size = size
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaryItems = supplementaryItems
  }
}

/// An exact number of points (`fixed`) or a minimum (`flexible`); default fixed 0.
public enum TatamiSpacing: Encodable, Sendable, Hashable {
  /// Exactly this many points.
  case fixed(Double)
  /// This many points or more.
  case flexible(Double)

  private enum Key: String, CodingKey { case fixed, flexible }

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .fixed(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .fixed)
    case .flexible(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .flexible)
    }
  }
}

/// Space around an item, counted when subitems are fitted.
public struct TatamiEdgeSpacing: Encodable, Sendable, Hashable {
  /// The space before the leading edge.
  public var leading: TatamiSpacing?
  /// The space above.
  public var top: TatamiSpacing?
  /// The space after the trailing edge.
  public var trailing: TatamiSpacing?
  /// The space below.
  public var bottom: TatamiSpacing?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    leading: TatamiSpacing? = nil,
    top: TatamiSpacing? = nil,
    trailing: TatamiSpacing? = nil,
    bottom: TatamiSpacing? = nil
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }
}

/// A badge of an item or a group, placed by anchors.
public struct TatamiSupplementaryItem: Encodable, Sendable, Hashable {
  /// The element kind, by which your app chooses a view.
  public var kind: String
  /// The width and the height.
  public var size: TatamiLayoutSize
  /// The point of the host; defaults to its middle.
  public var containerAnchor: TatamiSupplementaryAnchor?
  /// The point of the badge that is put on the host's point; defaults to the point at the container anchor's edges.
  public var itemAnchor: TatamiSupplementaryAnchor?
  /// The stacking order; greater values are in front.
  public var zIndex: Int?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    kind: String,
    size: TatamiLayoutSize,
    containerAnchor: TatamiSupplementaryAnchor? = nil,
    itemAnchor: TatamiSupplementaryAnchor? = nil,
    zIndex: Int? = nil
  ) {
    self.kind = kind
    self.size = size
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
    self.zIndex = zIndex
  }
}

/// The layout of an arrangement: any but `compositional`, without headers, footers, separators, a background or a
/// `contentInsetsReference`.
public enum TatamiArrangedLayout: Encodable, Sendable, Hashable {
  /// Items follow each other in lines (UICollectionViewFlowLayout).
  case flow(TatamiFlowLayout)
  /// Items in columns.
  case waterfall(TatamiWaterfallLayout)
  /// Rows of equal length, whose heights follow from their items.
  case justified(TatamiJustifiedLayout)
  /// Rows of items of different widths.
  case magazine(TatamiMagazineLayout)
  /// Rows as wide as the container.
  case list(TatamiListLayout)
  /// Frames that the document gives.
  case custom(TatamiCustomLayout)

  /// Encodes the value as it is in a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flow(let value): try container.encode(value)
    case .waterfall(let value): try container.encode(value)
    case .justified(let value): try container.encode(value)
    case .magazine(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .custom(let value): try container.encode(value)
    }
  }
}

/// The place of a supplementary at its item (NSCollectionLayoutAnchor).
public struct TatamiSupplementaryAnchor: Encodable, Sendable, Hashable {
  /// An edge of the item.
  public enum Edge: String, Encodable, Sendable, Hashable {
    /// The top edge.
    case top
    /// The leading edge.
    case leading
    /// The bottom edge.
    case bottom
    /// The trailing edge.
    case trailing
  }

  /// Edges, no two of them opposite.
  public var edges: [Edge]?
  /// In points.
  public var absoluteOffset: TatamiPointOrZero?
  /// In fractions of the supplementary's own size.
  public var fractionalOffset: TatamiPointOrZero?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    edges: [Edge]? = nil,
    absoluteOffset: TatamiPointOrZero? = nil,
    fractionalOffset: TatamiPointOrZero? = nil
  ) {
    self.edges = edges
    self.absoluteOffset = absoluteOffset
    self.fractionalOffset = fractionalOffset
  }
}
