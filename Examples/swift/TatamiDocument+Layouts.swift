// SPDX-License-Identifier: Apache-2.0
// The options of every layout as documents have them, made of the documents' JSON Schema by
// Tests/Generators/swift_types.py: do not edit. What is nil is left out, and has the service's default.

/// A section's layout, by its `type`.
public enum TatamiSectionLayout: Encodable, Sendable, Hashable {
  case flow(TatamiFlowLayout)
  case waterfall(TatamiWaterfallLayout)
  case justified(TatamiJustifiedLayout)
  case magazine(TatamiMagazineLayout)
  case list(TatamiListLayout)
  case custom(TatamiCustomLayout)
  case compositional(TatamiCompositionalLayout)

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flow(let value): try container.encode(value)
    case .waterfall(let value): try container.encode(value)
    case .justified(let value): try container.encode(value)
    case .magazine(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .custom(let value): try container.encode(value)
    case .compositional(let value): try container.encode(value)
    }
  }
}

/// What the container's whole size must be like; bounds are inclusive. Without it anything goes.
public struct TatamiCondition: Encodable, Sendable, Hashable {
  public var minWidth: Double?
  public var maxWidth: Double?
  public var minHeight: Double?
  public var maxHeight: Double?
  public var direction: TatamiLayoutDirection?

  public init(
    minWidth: Double? = nil,
    maxWidth: Double? = nil,
    minHeight: Double? = nil,
    maxHeight: Double? = nil,
    direction: TatamiLayoutDirection? = nil
  ) {
    self.minWidth = minWidth
    self.maxWidth = maxWidth
    self.minHeight = minHeight
    self.maxHeight = maxHeight
    self.direction = direction
  }
}

/// The view that shows the content.
public struct TatamiContainer: Encodable, Sendable, Hashable {
  /// Its width.
  public var width: Double
  /// Its height.
  public var height: Double
  /// What its edges keep free. Layouts use the remaining size, coordinates start at its corner,
  /// offsets at −inset.
  public var contentInsets: TatamiDirectionalInsets?
  /// `rtl`: the finished content is mirrored in its width; queries use mirrored coordinates.
  public var direction: TatamiLayoutDirection?
  /// Pixels a point, at least 2^-53: the attributes' x, y, width and height are each rounded to
  /// 1/scale, halves away from zero; magazine rounds item widths only. contentSize, section
  /// frames and imageHeight stay exact. Unrounded without it.
  public var scale: Double?

  public init(
    width: Double,
    height: Double,
    contentInsets: TatamiDirectionalInsets? = nil,
    direction: TatamiLayoutDirection? = nil,
    scale: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.contentInsets = contentInsets
    self.direction = direction
    self.scale = scale
  }
}

/// What applies to all sections together.
public struct TatamiConfiguration: Encodable, Sendable, Hashable {
  public enum ScrollDirection: String, Encodable, Sendable, Hashable {
    case vertical, horizontal
  }

  /// The axis along which sections are stacked; justified and magazine know `vertical` only.
  public var scrollDirection: ScrollDirection?
  /// Points between two sections, of every layout type.
  public var interSectionSpacing: Double?
  /// Headers and footers of the whole layout; their index path is one number, `[n]`.
  public var boundarySupplementaryItems: [TatamiBoundaryItem]?

  public init(
    scrollDirection: ScrollDirection? = nil,
    interSectionSpacing: Double? = nil,
    boundarySupplementaryItems: [TatamiBoundaryItem]? = nil
  ) {
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundarySupplementaryItems = boundarySupplementaryItems
  }
}

/// An item by its fields.
public struct TatamiItemFields: Encodable, Sendable, Hashable {
  public enum WidthMode: Encodable, Sendable, Hashable {
    case full
    case fullBleed
    case count(Int)

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .full: try container.encode("full")
      case .fullBleed: try container.encode("fullBleed")
      case .count(let value): try container.encode(value)
      }
    }
  }

  public enum HeightMode: String, Encodable, Sendable, Hashable {
    case `static`, dynamic, stretch
  }

  /// Echoed in the item's attributes.
  public var id: String?
  /// Points
  public var width: Double?
  /// Points
  public var height: Double?
  /// Width ÷ height; beats width and height.
  public var aspectRatio: Double?
  /// Waterfall: points below the media, for text and buttons; the attributes then carry
  /// `imageHeight`, the media's height.
  public var bodyHeight: Double?
  /// Waterfall: the item covers that many adjoining columns.
  public var columnSpan: Int?
  /// The stacking order.
  public var zIndex: Int?
  /// Magazine: the whole row, the whole row without `itemInsets`, or one of a row of n.
  public var widthMode: WidthMode?
  /// Magazine: `stretch` takes the row's height; the others keep their own.
  public var heightMode: HeightMode?
  /// What a view has found, which beats what the item says of itself.
  public var measured: TatamiMeasuredSize?
  /// Waterfall: the column in which the item begins; others fill in around it.
  public var column: Int?

  public init(
    id: String? = nil,
    width: Double? = nil,
    height: Double? = nil,
    aspectRatio: Double? = nil,
    bodyHeight: Double? = nil,
    columnSpan: Int? = nil,
    zIndex: Int? = nil,
    widthMode: WidthMode? = nil,
    heightMode: HeightMode? = nil,
    measured: TatamiMeasuredSize? = nil,
    column: Int? = nil
  ) {
    self.id = id
    self.width = width
    self.height = height
    self.aspectRatio = aspectRatio
    self.bodyHeight = bodyHeight
    self.columnSpan = columnSpan
    self.zIndex = zIndex
    self.widthMode = widthMode
    self.heightMode = heightMode
    self.measured = measured
    self.column = column
  }
}

/// UICollectionViewFlowLayout: lines as full as `minimumInteritemSpacing` allows, justified;
/// items are centred across their line. An item's `[w,h]` or width and height is its size; a lone
/// number is its height.
public struct TatamiFlowLayout: Encodable, Sendable, Hashable {
  public enum SectionInset: Encodable, Sendable, Hashable {
    case insets(TatamiInsets)
    case centered

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .insets(let value): try container.encode(value)
      case .centered: try container.encode("centered")
      }
    }
  }

  public let type = "flow"
  /// The size of items that name none.
  public var itemSize: TatamiFlowItemSize?
  /// Points between two lines.
  public var minimumLineSpacing: Double?
  /// The least distance between two items of a line.
  public var minimumInteritemSpacing: Double?
  /// `centered`: the insets that centre one `itemSize` item in the container.
  public var sectionInset: SectionInset?
  public var headerReferenceSize: TatamiReferenceSize?
  public var footerReferenceSize: TatamiReferenceSize?
  public var sectionHeadersPinToVisibleBounds: Bool?
  public var sectionFootersPinToVisibleBounds: Bool?
  /// By how much every cell is larger than its place.
  public var boundsOutset: TatamiBoundsOutset?
  /// Where scrolling stops (`target-offset`).
  public var snapping: TatamiSnapping?

  public init(
    itemSize: TatamiFlowItemSize? = nil,
    minimumLineSpacing: Double? = nil,
    minimumInteritemSpacing: Double? = nil,
    sectionInset: SectionInset? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil,
    boundsOutset: TatamiBoundsOutset? = nil,
    snapping: TatamiSnapping? = nil
  ) {
    self.itemSize = itemSize
    self.minimumLineSpacing = minimumLineSpacing
    self.minimumInteritemSpacing = minimumInteritemSpacing
    self.sectionInset = sectionInset
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
    self.sectionHeadersPinToVisibleBounds = sectionHeadersPinToVisibleBounds
    self.sectionFootersPinToVisibleBounds = sectionFootersPinToVisibleBounds
    self.boundsOutset = boundsOutset
    self.snapping = snapping
  }
}

/// Staggered columns. Column width = (cross size − insets − gaps) ÷ columns. Cell height = media
/// height + `bodyHeight`; a lone number or `height` alone is a fixed media height; `[w,h]`, width
/// and height, or `aspectRatio` scale to the cell's width. With horizontal scrolling columns
/// become rows, and heights widths.
public struct TatamiWaterfallLayout: Encodable, Sendable, Hashable {
  public enum Columns: Encodable, Sendable, Hashable {
    case count(Int)
    case minWidth(Double)

    private enum Key: String, CodingKey { case minWidth }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .count(let value): try container.encode(value)
      case .minWidth(let value):
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(value, forKey: .minWidth)
      }
    }
  }

  public enum Placement: String, Encodable, Sendable, Hashable {
    case shortestColumn, roundRobin, gridLanes
  }

  public enum FlowTolerance: Encodable, Sendable, Hashable {
    case length(Double)
    case infinite

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .length(let value): try container.encode(value)
      case .infinite: try container.encode("infinite")
      }
    }
  }

  public let type = "waterfall"
  /// How many columns; `minWidth` as many as fit at that width.
  public var columns: Columns?
  /// Points between two columns.
  public var columnSpacing: Double?
  /// Points between two items of a column.
  public var rowSpacing: Double?
  /// Both spacings, where they are not named.
  public var spacing: Double?
  public var sectionInset: TatamiInsets?
  public var headerReferenceSize: TatamiReferenceSize?
  public var footerReferenceSize: TatamiReferenceSize?
  public var sectionHeadersPinToVisibleBounds: Bool?
  public var sectionFootersPinToVisibleBounds: Bool?
  /// The header's own insets, which take room too; only where there is a header.
  public var headerInset: TatamiInsets?
  /// The footer's own insets, which take room too; only where there is a footer.
  public var footerInset: TatamiInsets?
  /// Which column takes the next item: the one whose bottom is least (ties go to the leading
  /// one), one after the other, or as CSS grid-lanes does.
  public var placement: Placement?
  /// gridLanes: how much lower than the least a column may be and still be next.
  public var flowTolerance: FlowTolerance?

  public init(
    columns: Columns? = nil,
    columnSpacing: Double? = nil,
    rowSpacing: Double? = nil,
    spacing: Double? = nil,
    sectionInset: TatamiInsets? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil,
    headerInset: TatamiInsets? = nil,
    footerInset: TatamiInsets? = nil,
    placement: Placement? = nil,
    flowTolerance: FlowTolerance? = nil
  ) {
    self.columns = columns
    self.columnSpacing = columnSpacing
    self.rowSpacing = rowSpacing
    self.spacing = spacing
    self.sectionInset = sectionInset
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
    self.sectionHeadersPinToVisibleBounds = sectionHeadersPinToVisibleBounds
    self.sectionFootersPinToVisibleBounds = sectionFootersPinToVisibleBounds
    self.headerInset = headerInset
    self.footerInset = footerInset
    self.placement = placement
    self.flowTolerance = flowTolerance
  }
}

/// Rows of equal height that fill the width (flickr/justified-layout, whose option names are
/// kept). An item's aspect ratio is its `aspectRatio`, its width ÷ height or its lone number; it
/// must be > 0. Spacings must be ≥ 0. Vertical scrolling only.
public struct TatamiJustifiedLayout: Encodable, Sendable, Hashable {
  public enum BoxSpacing: Encodable, Sendable, Hashable {
    case length(Double)
    case each(TatamiBoxSpacing)

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .length(let value): try container.encode(value)
      case .each(let value): try container.encode(value)
      }
    }
  }

  public enum WidowLayoutStyle: String, Encodable, Sendable, Hashable {
    case left, center, justify
  }

  public let type = "justified"
  /// The height that rows are to have; they keep between half and twice of it.
  public var targetRowHeight: Double?
  /// How far a row's sum of ratios may be off, as a part of the target's.
  public var targetRowHeightTolerance: Double?
  /// Points between items and rows, or each by itself.
  public var boxSpacing: BoxSpacing?
  public var sectionInset: TatamiInsets?
  /// Whether the last row is shown when it is not full.
  public var showWidows: Bool?
  /// How the last row stands when it is not full.
  public var widowLayoutStyle: WidowLayoutStyle?
  /// After how many complete rows to stop; without limit where it is absent.
  public var maxNumRows: Int?
  /// Replaces every item's ratio.
  public var forceAspectRatio: Double?
  /// Every how many rows an item at least as wide as high may fill a row alone.
  public var fullWidthBreakoutRowCadence: Int?
  public var headerReferenceSize: TatamiReferenceSize?
  public var footerReferenceSize: TatamiReferenceSize?
  public var sectionHeadersPinToVisibleBounds: Bool?
  public var sectionFootersPinToVisibleBounds: Bool?

  public init(
    targetRowHeight: Double? = nil,
    targetRowHeightTolerance: Double? = nil,
    boxSpacing: BoxSpacing? = nil,
    sectionInset: TatamiInsets? = nil,
    showWidows: Bool? = nil,
    widowLayoutStyle: WidowLayoutStyle? = nil,
    maxNumRows: Int? = nil,
    forceAspectRatio: Double? = nil,
    fullWidthBreakoutRowCadence: Int? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil
  ) {
    self.targetRowHeight = targetRowHeight
    self.targetRowHeightTolerance = targetRowHeightTolerance
    self.boxSpacing = boxSpacing
    self.sectionInset = sectionInset
    self.showWidows = showWidows
    self.widowLayoutStyle = widowLayoutStyle
    self.maxNumRows = maxNumRows
    self.forceAspectRatio = forceAspectRatio
    self.fullWidthBreakoutRowCadence = fullWidthBreakoutRowCadence
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
    self.sectionHeadersPinToVisibleBounds = sectionHeadersPinToVisibleBounds
    self.sectionFootersPinToVisibleBounds = sectionFootersPinToVisibleBounds
  }
}

/// Rows of full, half, third … width items (airbnb/MagazineLayout, whose option names are kept).
/// A row is a run of items of the same `widthMode`, n at most, as high as its tallest item; a lone
/// number is an item's height. Spacings must be ≥ 0. Vertical scrolling only.
public struct TatamiMagazineLayout: Encodable, Sendable, Hashable {
  public let type = "magazine"
  /// Points between two items of a row.
  public var horizontalSpacing: Double?
  /// Points between two rows.
  public var verticalSpacing: Double?
  public var sectionInset: TatamiInsets?
  /// Insets of the rows within the section's; `fullBleed` items ignore them.
  public var itemInsets: TatamiInsets?
  public var header: TatamiMagazineBoundary?
  public var footer: TatamiMagazineBoundary?
  /// Whether a decoration of kind `background` stands behind the section.
  public var background: Bool?

  public init(
    horizontalSpacing: Double? = nil,
    verticalSpacing: Double? = nil,
    sectionInset: TatamiInsets? = nil,
    itemInsets: TatamiInsets? = nil,
    header: TatamiMagazineBoundary? = nil,
    footer: TatamiMagazineBoundary? = nil,
    background: Bool? = nil
  ) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.sectionInset = sectionInset
    self.itemInsets = itemInsets
    self.header = header
    self.footer = footer
    self.background = background
  }
}

/// One item a line. A lone number or `height` is that row's height.
public struct TatamiListLayout: Encodable, Sendable, Hashable {
  public let type = "list"
  /// The height of rows whose items name none.
  public var rowHeight: Double?
  /// Points between two rows.
  public var rowSpacing: Double?
  public var sectionInset: TatamiInsets?
  public var headerReferenceSize: TatamiReferenceSize?
  public var footerReferenceSize: TatamiReferenceSize?
  public var sectionHeadersPinToVisibleBounds: Bool?
  public var sectionFootersPinToVisibleBounds: Bool?

  public init(
    rowHeight: Double? = nil,
    rowSpacing: Double? = nil,
    sectionInset: TatamiInsets? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil
  ) {
    self.rowHeight = rowHeight
    self.rowSpacing = rowSpacing
    self.sectionInset = sectionInset
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
    self.sectionHeadersPinToVisibleBounds = sectionHeadersPinToVisibleBounds
    self.sectionFootersPinToVisibleBounds = sectionFootersPinToVisibleBounds
  }
}

/// The frames are given, as many as items.
public struct TatamiCustomLayout: Encodable, Sendable, Hashable {
  public let type = "custom"
  public var frames: [TatamiFrameFields]

  public init(frames: [TatamiFrameFields]) {
    self.frames = frames
  }
}

/// One NSCollectionLayoutSection: groups repeat along the section's axis. The section's items
/// fill the groups in the order of their subitems.
public struct TatamiCompositionalLayout: Encodable, Sendable, Hashable {
  public enum OrthogonalScrollingBehavior: String, Encodable, Sendable, Hashable {
    case `none`, continuous, continuousGroupLeadingBoundary, paging, groupPaging, groupPagingCentered
  }

  public let type = "compositional"
  public var group: TatamiGroup
  /// Points between two groups.
  public var interGroupSpacing: Double?
  public var contentInsets: TatamiDirectionalInsets?
  /// How the section scrolls across the layout's axis.
  public var orthogonalScrollingBehavior: OrthogonalScrollingBehavior?
  /// Headers, footers and side items.
  public var boundarySupplementaryItems: [TatamiBoundaryItem]?
  /// Backgrounds, each the whole section's extent less its own insets.
  public var decorationItems: [TatamiDecorationItem]?
  /// Whether boundary items keep to the section's cross insets.
  public var supplementariesFollowContentInsets: Bool?

  public init(
    group: TatamiGroup,
    interGroupSpacing: Double? = nil,
    contentInsets: TatamiDirectionalInsets? = nil,
    orthogonalScrollingBehavior: OrthogonalScrollingBehavior? = nil,
    boundarySupplementaryItems: [TatamiBoundaryItem]? = nil,
    decorationItems: [TatamiDecorationItem]? = nil,
    supplementariesFollowContentInsets: Bool? = nil
  ) {
    self.group = group
    self.interGroupSpacing = interGroupSpacing
    self.contentInsets = contentInsets
    self.orthogonalScrollingBehavior = orthogonalScrollingBehavior
    self.boundarySupplementaryItems = boundarySupplementaryItems
    self.decorationItems = decorationItems
    self.supplementariesFollowContentInsets = supplementariesFollowContentInsets
  }
}

public enum TatamiLayoutDirection: String, Encodable, Sendable, Hashable {
  case ltr, rtl
}

/// Distances from the edges, whose sides turn round in right-to-left layouts.
public struct TatamiDirectionalInsets: Encodable, Sendable, Hashable {
  public var top: Double?
  public var leading: Double?
  public var bottom: Double?
  public var trailing: Double?

  public init(
    top: Double? = nil,
    leading: Double? = nil,
    bottom: Double? = nil,
    trailing: Double? = nil
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

/// A header, footer or side item of a section or of the whole layout.
public struct TatamiBoundaryItem: Encodable, Sendable, Hashable {
  public enum Alignment: String, Encodable, Sendable, Hashable {
    case top, bottom, leading, trailing, topLeading, topTrailing, bottomLeading, bottomTrailing
  }

  public var kind: String
  /// Against the container less the section's cross insets.
  public var size: TatamiLayoutSize
  public var alignment: Alignment
  /// Moves the frame and nothing else.
  public var absoluteOffset: TatamiPointOrZero?
  /// Whether it lengthens the section.
  public var extendsBoundary: Bool?
  public var pinToVisibleBounds: Bool?
  public var zIndex: Int?
  /// Shrink its frame.
  public var contentInsets: TatamiDirectionalInsets?

  public init(
    kind: String,
    size: TatamiLayoutSize,
    alignment: Alignment,
    absoluteOffset: TatamiPointOrZero? = nil,
    extendsBoundary: Bool? = nil,
    pinToVisibleBounds: Bool? = nil,
    zIndex: Int? = nil,
    contentInsets: TatamiDirectionalInsets? = nil
  ) {
    self.kind = kind
    self.size = size
    self.alignment = alignment
    self.absoluteOffset = absoluteOffset
    self.extendsBoundary = extendsBoundary
    self.pinToVisibleBounds = pinToVisibleBounds
    self.zIndex = zIndex
    self.contentInsets = contentInsets
  }
}

/// What a view has found, which beats what the item says of itself (list, flow, waterfall,
/// magazine and estimated compositional items).
public struct TatamiMeasuredSize: Encodable, Sendable, Hashable {
  public var width: Double?
  public var height: Double?
  public var bodyHeight: Double?

  public init(width: Double? = nil, height: Double? = nil, bodyHeight: Double? = nil) {
    self.width = width
    self.height = height
    self.bodyHeight = bodyHeight
  }
}

public struct TatamiFlowItemSize: Encodable, Sendable, Hashable {
  public var width: Double?
  public var height: Double?

  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// Distances from the edges; may be negative.
public struct TatamiInsets: Encodable, Sendable, Hashable {
  public var top: Double?
  public var left: Double?
  public var bottom: Double?
  public var right: Double?

  public init(
    top: Double? = nil,
    left: Double? = nil,
    bottom: Double? = nil,
    right: Double? = nil
  ) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// The size of the section's header or footer (kinds `header`, `footer`); only the side along the
/// scroll axis is read, and 0 means none.
public struct TatamiReferenceSize: Encodable, Sendable, Hashable {
  public var width: Double?
  public var height: Double?

  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}

/// Every cell's bounds grow by this on both sides, around its centre; lines and contentSize do not.
public struct TatamiBoundsOutset: Encodable, Sendable, Hashable {
  public var horizontal: Double?
  public var vertical: Double?

  public init(horizontal: Double? = nil, vertical: Double? = nil) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// Where scrolling stops (`target-offset`).
public struct TatamiSnapping: Encodable, Sendable, Hashable {
  public enum Mode: String, Encodable, Sendable, Hashable {
    case item, page, `none`
  }

  /// At multiples of item length + line spacing, or of the container's length, and at the content's end; or anywhere.
  public var mode: Mode?
  /// The |velocity| above which a flick turns a page.
  public var flickVelocityThreshold: Double?

  public init(mode: Mode? = nil, flickVelocityThreshold: Double? = nil) {
    self.mode = mode
    self.flickVelocityThreshold = flickVelocityThreshold
  }
}

/// Points between two items of a row, and between two rows.
public struct TatamiBoxSpacing: Encodable, Sendable, Hashable {
  public var horizontal: Double?
  public var vertical: Double?

  public init(horizontal: Double? = nil, vertical: Double? = nil) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// A header or footer, as wide as the section without its insets.
public struct TatamiMagazineBoundary: Encodable, Sendable, Hashable {
  public var height: Double?
  public var pinToVisibleBounds: Bool?

  public init(height: Double? = nil, pinToVisibleBounds: Bool? = nil) {
    self.height = height
    self.pinToVisibleBounds = pinToVisibleBounds
  }
}

/// A frame by its fields.
public struct TatamiFrameFields: Encodable, Sendable, Hashable {
  public var x: Double?
  public var y: Double?
  public var width: Double
  public var height: Double
  public var zIndex: Int?

  public init(
    x: Double? = nil,
    y: Double? = nil,
    width: Double,
    height: Double,
    zIndex: Int? = nil
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.zIndex = zIndex
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

public struct TatamiLayoutSize: Encodable, Sendable, Hashable {
  public var width: TatamiDimension
  public var height: TatamiDimension

  public init(width: TatamiDimension, height: TatamiDimension) {
    self.width = width
    self.height = height
  }
}

public struct TatamiPointOrZero: Encodable, Sendable, Hashable {
  public var x: Double?
  public var y: Double?

  public init(x: Double? = nil, y: Double? = nil) {
    self.x = x
    self.y = y
  }
}

/// Subitems one behind the other: in a cycle until no more fits, or, with `count`, the one
/// subitem that many times, its length along the group's axis being replaced.
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
  /// Between two subitems; a flexible one is a minimum that shares what is left over.
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

/// Given frames, or an `arrangement`: a layout, laid out inside the section's own group with all
/// of the section's items; a group of an estimated length grows to its content. Nested groups
/// and sections that scroll by themselves have no arrangement.
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

/// A length: in points, an estimate in points, an estimate as long as the longest of its siblings,
/// or a part of the parent's width or height, to which `plus` adds points. `plus` may be negative.
public enum TatamiDimension: Encodable, Sendable, Hashable {
  case absolute(Double)
  case estimated(Double)
  case uniformAcrossSiblings(Double)
  case fractionalWidth(Double, plus: Double? = nil)
  case fractionalHeight(Double, plus: Double? = nil)

  private enum Key: String, CodingKey { case absolute, estimated, fractionalHeight, fractionalWidth, plus, uniformAcrossSiblings }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .absolute(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .absolute)
    case .estimated(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .estimated)
    case .uniformAcrossSiblings(let value):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .uniformAcrossSiblings)
    case .fractionalWidth(let value, let plus):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .fractionalWidth)
      try keyed.encodeIfPresent(plus, forKey: .plus)
    case .fractionalHeight(let value, let plus):
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(value, forKey: .fractionalHeight)
      try keyed.encodeIfPresent(plus, forKey: .plus)
    }
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

/// That many points, or that many or more; fixed 0 where it is not named.
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
  /// The point of the host; its middle where it is not named.
  public var containerAnchor: TatamiSupplementaryAnchor?
  /// The point of the badge that is put there; with the container's edges where it is not named.
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

/// What an arrangement may be: any layout but `compositional`, without headers, footers or a
/// background.
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

  /// No two opposite ones.
  public var edges: [Edge]?
  /// In points.
  public var absoluteOffset: TatamiPointOrZero?
  /// In parts of the supplementary's own size.
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
