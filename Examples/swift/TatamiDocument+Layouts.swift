// SPDX-License-Identifier: Apache-2.0
// Every layout's options but a compositional one's, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.

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

/// UICollectionViewFlowLayout: lines take as many items as `minimumInteritemSpacing` allows, and are
/// justified; items are centred across their line. An item's `[w,h]`, or width and height, is its size;
/// a lone number is its height.
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
  /// The size of items that have none of their own.
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
  /// How the header's body is set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the footer's body is set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?
  /// How much larger every cell is than its place.
  public var boundsOutset: TatamiBoundsOutset?
  /// Where scrolling stops (`target-offset`).
  public var snapping: TatamiSnapping?
  /// How the bodies of items are set; an item with a body and without sides is as wide as its longest line.
  public var body: TatamiBodyOptions?

  public init(
    itemSize: TatamiFlowItemSize? = nil,
    minimumLineSpacing: Double? = nil,
    minimumInteritemSpacing: Double? = nil,
    sectionInset: SectionInset? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil,
    boundsOutset: TatamiBoundsOutset? = nil,
    snapping: TatamiSnapping? = nil,
    body: TatamiBodyOptions? = nil
  ) {
    self.itemSize = itemSize
    self.minimumLineSpacing = minimumLineSpacing
    self.minimumInteritemSpacing = minimumInteritemSpacing
    self.sectionInset = sectionInset
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
    self.sectionHeadersPinToVisibleBounds = sectionHeadersPinToVisibleBounds
    self.sectionFootersPinToVisibleBounds = sectionFootersPinToVisibleBounds
    self.headerBody = headerBody
    self.footerBody = footerBody
    self.boundsOutset = boundsOutset
    self.snapping = snapping
    self.body = body
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
  /// The number of columns; with `minWidth`, as many as fit at that width.
  public var columns: Columns?
  /// Points between two columns.
  public var columnSpacing: Double?
  /// Points between two items of a column.
  public var rowSpacing: Double?
  /// Sets `columnSpacing` and `rowSpacing`, unless they are given.
  public var spacing: Double?
  public var sectionInset: TatamiInsets?
  public var headerReferenceSize: TatamiReferenceSize?
  public var footerReferenceSize: TatamiReferenceSize?
  public var sectionHeadersPinToVisibleBounds: Bool?
  public var sectionFootersPinToVisibleBounds: Bool?
  /// How the header's body is set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the footer's body is set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?
  /// The header's own insets, which take room, too, if the section has a header.
  public var headerInset: TatamiInsets?
  /// The footer's own insets, which take room, too, if the section has a footer.
  public var footerInset: TatamiInsets?
  /// Which column takes the next item: the column whose bottom is least (`shortestColumn`; ties go to
  /// the leading column), each column in turn (`roundRobin`), or as in CSS grid-lanes (`gridLanes`).
  public var placement: Placement?
  /// gridLanes: how far a column's bottom may be below the least one, for the column still to take the next item.
  public var flowTolerance: FlowTolerance?
  /// How the bodies below the items' media are set.
  public var body: TatamiBodyOptions?

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
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil,
    headerInset: TatamiInsets? = nil,
    footerInset: TatamiInsets? = nil,
    placement: Placement? = nil,
    flowTolerance: FlowTolerance? = nil,
    body: TatamiBodyOptions? = nil
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
    self.headerBody = headerBody
    self.footerBody = footerBody
    self.headerInset = headerInset
    self.footerInset = footerInset
    self.placement = placement
    self.flowTolerance = flowTolerance
    self.body = body
  }
}

/// Rows of equal height that fill the width. The option names are those of flickr/justified-layout. An
/// item's aspect ratio is its `aspectRatio`, its width ÷ height or its lone number; it must be > 0.
/// Spacings must be ≥ 0. Vertical scrolling only.
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
  /// The height that rows should have; their heights stay between half and twice of it.
  public var targetRowHeight: Double?
  /// How far the sum of a row's ratios may differ from the target's, as a fraction of it.
  public var targetRowHeightTolerance: Double?
  /// Points between items and between rows: one number for both, or one for each.
  public var boxSpacing: BoxSpacing?
  public var sectionInset: TatamiInsets?
  /// Whether the last row is shown if it is not full.
  public var showWidows: Bool?
  /// How the last row is aligned if it is not full.
  public var widowLayoutStyle: WidowLayoutStyle?
  /// The number of complete rows after which the layout stops; no limit if absent.
  public var maxNumRows: Int?
  /// Replaces every item's ratio.
  public var forceAspectRatio: Double?
  /// The n of every n-th row, which an item at least as wide as high may fill alone.
  public var fullWidthBreakoutRowCadence: Int?
  public var headerReferenceSize: TatamiReferenceSize?
  public var footerReferenceSize: TatamiReferenceSize?
  public var sectionHeadersPinToVisibleBounds: Bool?
  public var sectionFootersPinToVisibleBounds: Bool?
  /// How the header's body is set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the footer's body is set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?

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
    sectionFootersPinToVisibleBounds: Bool? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil
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
    self.headerBody = headerBody
    self.footerBody = footerBody
  }
}

/// Rows of full, half, third … width items. The option names are those of airbnb/MagazineLayout. A row
/// is a run of items of the same `widthMode`, n at most, as high as its tallest item; a lone number is
/// an item's height. Spacings must be ≥ 0. Vertical scrolling only.
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
  /// Whether the section has a decoration of kind `background` behind it.
  public var background: Bool?
  /// How the bodies of items are set whose `heightMode` is `dynamic`.
  public var body: TatamiBodyOptions?
  /// How the header's body is set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the footer's body is set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?

  public init(
    horizontalSpacing: Double? = nil,
    verticalSpacing: Double? = nil,
    sectionInset: TatamiInsets? = nil,
    itemInsets: TatamiInsets? = nil,
    header: TatamiMagazineBoundary? = nil,
    footer: TatamiMagazineBoundary? = nil,
    background: Bool? = nil,
    body: TatamiBodyOptions? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil
  ) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.sectionInset = sectionInset
    self.itemInsets = itemInsets
    self.header = header
    self.footer = footer
    self.background = background
    self.body = body
    self.headerBody = headerBody
    self.footerBody = footerBody
  }
}

/// One item a line. A lone number or `height` is that row's height; a row with a body is as tall as the body.
public struct TatamiListLayout: Encodable, Sendable, Hashable {
  public let type = "list"
  /// The height of rows whose items have none of their own.
  public var rowHeight: Double?
  /// Points between two rows.
  public var rowSpacing: Double?
  /// How the bodies of items are set; a row is as tall as its body, but at least `rowHeight` if that is given.
  public var body: TatamiBodyOptions?
  public var sectionInset: TatamiInsets?
  public var headerReferenceSize: TatamiReferenceSize?
  public var footerReferenceSize: TatamiReferenceSize?
  public var sectionHeadersPinToVisibleBounds: Bool?
  public var sectionFootersPinToVisibleBounds: Bool?
  /// How the header's body is set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the footer's body is set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?

  public init(
    rowHeight: Double? = nil,
    rowSpacing: Double? = nil,
    body: TatamiBodyOptions? = nil,
    sectionInset: TatamiInsets? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil
  ) {
    self.rowHeight = rowHeight
    self.rowSpacing = rowSpacing
    self.body = body
    self.sectionInset = sectionInset
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
    self.sectionHeadersPinToVisibleBounds = sectionHeadersPinToVisibleBounds
    self.sectionFootersPinToVisibleBounds = sectionFootersPinToVisibleBounds
    self.headerBody = headerBody
    self.footerBody = footerBody
  }
}

/// The document gives the frames, one for each item.
public struct TatamiCustomLayout: Encodable, Sendable, Hashable {
  public let type = "custom"
  public var frames: [TatamiFrameFields]

  public init(frames: [TatamiFrameFields]) {
    self.frames = frames
  }
}
