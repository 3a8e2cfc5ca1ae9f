// SPDX-License-Identifier: Apache-2.0
// What compositional layouts are made of, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.

/// One NSCollectionLayoutSection. Groups repeat along the section's axis, and the section's items fill
/// them in the order of their subitems.
public struct TatamiCompositionalLayout: Encodable, Sendable, Hashable {
  public enum OrthogonalScrollingBehavior: String, Encodable, Sendable, Hashable {
    case `none`, continuous, continuousGroupLeadingBoundary, paging, groupPaging, groupPagingCentered
  }

  public let type = "compositional"
  public var group: TatamiGroup
  /// Points between two groups.
  public var interGroupSpacing: Double?
  public var contentInsets: TatamiDirectionalInsets?
  /// How the section scrolls across the scroll axis.
  public var orthogonalScrollingBehavior: OrthogonalScrollingBehavior?
  /// Headers, footers and side items.
  public var boundarySupplementaryItems: [TatamiBoundaryItem]?
  /// Backgrounds, each of which covers the whole section's extent less its own insets.
  public var decorationItems: [TatamiDecorationItem]?
  /// Whether boundary items stay within the section's insets on the cross axis.
  public var supplementariesFollowContentInsets: Bool?
  /// How the bodies of items are set whose heights are estimated, and so are those of all groups around them.
  public var body: TatamiBodyOptions?
  /// How the bodies of boundary items of the kind `header` are set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the bodies of boundary items of the kind `footer` are set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?

  public init(
    group: TatamiGroup,
    interGroupSpacing: Double? = nil,
    contentInsets: TatamiDirectionalInsets? = nil,
    orthogonalScrollingBehavior: OrthogonalScrollingBehavior? = nil,
    boundarySupplementaryItems: [TatamiBoundaryItem]? = nil,
    decorationItems: [TatamiDecorationItem]? = nil,
    supplementariesFollowContentInsets: Bool? = nil,
    body: TatamiBodyOptions? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil
  ) {
    self.group = group
    self.interGroupSpacing = interGroupSpacing
    self.contentInsets = contentInsets
    self.orthogonalScrollingBehavior = orthogonalScrollingBehavior
    self.boundarySupplementaryItems = boundarySupplementaryItems
    self.decorationItems = decorationItems
    self.supplementariesFollowContentInsets = supplementariesFollowContentInsets
    self.body = body
    self.headerBody = headerBody
    self.footerBody = footerBody
  }
}

/// A group of subitems, of given frames, or of another layout's cells.
public enum TatamiGroup: Encodable, Sendable, Hashable {
  case subitemGroup(TatamiSubitemGroup)
  case customGroup(TatamiCustomGroup)

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .subitemGroup(let value): try container.encode(value)
    case .customGroup(let value): try container.encode(value)
    }
  }
}

public struct TatamiDecorationItem: Encodable, Sendable, Hashable {
  public var kind: String
  /// Shrink its frame.
  public var contentInsets: TatamiDirectionalInsets?
  public var zIndex: Int?

  public init(kind: String, contentInsets: TatamiDirectionalInsets? = nil, zIndex: Int? = nil) {
    self.kind = kind
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }
}

/// Subitems one after the other: in a cycle until no more fit, or, with `count`, the one subitem
/// `count` times, in equal parts that override its length along the group's axis.
public struct TatamiSubitemGroup: Encodable, Sendable, Hashable {
  public enum Direction: String, Encodable, Sendable, Hashable {
    case horizontal, vertical
  }

  public enum Subitem: Encodable, Sendable, Hashable {
    case layoutItem(TatamiLayoutItem)
    case group(TatamiGroup)

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .layoutItem(let value): try container.encode(value)
      case .group(let value): try container.encode(value)
      }
    }
  }

  public var direction: Direction
  public var size: TatamiLayoutSize
  public var subitems: [Subitem]
  public var count: Int?
  /// The spacing between two subitems; a flexible spacing is a minimum that gets a share of the remaining length.
  public var interItemSpacing: TatamiSpacing?
  public var contentInsets: TatamiDirectionalInsets?
  public var edgeSpacing: TatamiEdgeSpacing?
  public var supplementaryItems: [TatamiSupplementaryItem]?

  public init(
    direction: Direction,
    size: TatamiLayoutSize,
    subitems: [Subitem],
    count: Int? = nil,
    interItemSpacing: TatamiSpacing? = nil,
    contentInsets: TatamiDirectionalInsets? = nil,
    edgeSpacing: TatamiEdgeSpacing? = nil,
    supplementaryItems: [TatamiSupplementaryItem]? = nil
  ) {
    self.direction = direction
    self.size = size
    self.subitems = subitems
    self.count = count
    self.interItemSpacing = interItemSpacing
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaryItems = supplementaryItems
  }
}

/// Given frames, or an `arrangement`: a layout that lays out all of the section's items in the
/// section's own group. A group of an estimated length grows to its content. Nested groups and
/// orthogonal sections have no arrangement.
public struct TatamiCustomGroup: Encodable, Sendable, Hashable {
  public let direction = "custom"
  public var size: TatamiLayoutSize
  public var frames: [TatamiFrameFields]?
  public var arrangement: TatamiArrangedLayout?
  public var interItemSpacing: TatamiSpacing?
  public var contentInsets: TatamiDirectionalInsets?
  public var edgeSpacing: TatamiEdgeSpacing?
  public var supplementaryItems: [TatamiSupplementaryItem]?

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
  public var size: TatamiLayoutSize
  /// Shrink the item's frame within its slot.
  public var contentInsets: TatamiDirectionalInsets?
  public var edgeSpacing: TatamiEdgeSpacing?
  public var supplementaryItems: [TatamiSupplementaryItem]?

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
  case fixed(Double)
  case flexible(Double)

  private enum Key: String, CodingKey { case fixed, flexible }

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

/// Room around an item, counted when subitems are fitted.
public struct TatamiEdgeSpacing: Encodable, Sendable, Hashable {
  public var leading: TatamiSpacing?
  public var top: TatamiSpacing?
  public var trailing: TatamiSpacing?
  public var bottom: TatamiSpacing?

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
  public var kind: String
  public var size: TatamiLayoutSize
  /// The point of the host; defaults to its middle.
  public var containerAnchor: TatamiSupplementaryAnchor?
  /// The point of the badge that is put on the host's point; defaults to the point at the container anchor's edges.
  public var itemAnchor: TatamiSupplementaryAnchor?
  public var zIndex: Int?

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

/// The layout of an arrangement: any but `compositional`, without headers, footers or a background.
public enum TatamiArrangedLayout: Encodable, Sendable, Hashable {
  case flow(TatamiFlowLayout)
  case waterfall(TatamiWaterfallLayout)
  case justified(TatamiJustifiedLayout)
  case magazine(TatamiMagazineLayout)
  case list(TatamiListLayout)
  case custom(TatamiCustomLayout)

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

public struct TatamiSupplementaryAnchor: Encodable, Sendable, Hashable {
  public enum Edge: String, Encodable, Sendable, Hashable {
    case top, leading, bottom, trailing
  }

  /// Edges, no two of them opposite.
  public var edges: [Edge]?
  /// In points.
  public var absoluteOffset: TatamiPointOrZero?
  /// In fractions of the supplementary's own size.
  public var fractionalOffset: TatamiPointOrZero?

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
