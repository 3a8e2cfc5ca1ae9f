// SPDX-License-Identifier: Apache-2.0
// Every layout's options but a compositional one's, as documents have it: made of their JSON Schema by
// Tests/Generators/swift_types.py, not to be edited. What is nil is left out, and has the service's default.

/// A section's layout, by its `type`.
public enum TatamiSectionLayout: Encodable, Sendable, Hashable {
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
  /// Repeated groups (NSCollectionLayoutSection).
  case compositional(TatamiCompositionalLayout)

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
    case .compositional(let value): try container.encode(value)
    }
  }
}

/// UICollectionViewFlowLayout: lines have as many items as `minimumInteritemSpacing` allows, and are
/// justified, unless `alignment` says otherwise; items are centred across their line, unless `lineAlignment` says
/// otherwise. An item's `[w,h]`, or width and height, is its size;
/// a lone number is its height.
public struct TatamiFlowLayout: Encodable, Sendable, Hashable {
  /// The insets of a section.
  public enum SectionInset: Encodable, Sendable, Hashable {
    /// These insets.
    case insets(TatamiInsets)
    /// Insets that centre the lines.
    case centered

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .insets(let value): try container.encode(value)
      case .centered: try container.encode("centered")
      }
    }
  }

  /// UICollectionViewFlowLayout's names of the edges from which insets are measured.
  public enum SectionInsetReference: String, Encodable, Sendable, Hashable {
    /// Those of the container less its content insets.
    case contentInset
    /// Those of the safe area.
    case safeArea
    /// Those of the layout margins.
    case layoutMargins
  }

  /// The word that chooses this layout.
  public let type = "flow"
  /// The size of items that have none of their own.
  public var itemSize: TatamiFlowItemSize?
  /// The size of items that have none of their own, until `measured` or a `body` says more. It overrides `itemSize`; a
  /// missing side is that of `itemSize`, and 0 × 0 is no estimate.
  public var estimatedItemSize: TatamiFlowEstimatedSize?
  /// Points between two lines.
  public var minimumLineSpacing: Double?
  /// The least distance between two items of a line.
  public var minimumInteritemSpacing: Double?
  /// The alignment of a line's items. `justified` is UICollectionViewFlowLayout's way; with the other values, every line
  /// has distances of exactly `minimumInteritemSpacing`, like in CSS `flex-wrap` with `justify-content`.
  public var alignment: TatamiFlowAlignment?
  /// The alignment of an item in its line, along the scroll axis: with horizontal scrolling, `top` is the line's left side
  /// (in right-to-left content, its right side).
  public var lineAlignment: TatamiFlowLineAlignment?
  /// `centered`: the insets that centre one `itemSize` item in the container.
  public var sectionInset: SectionInset?
  /// The edges from which the section's insets are measured; those of the configuration if nil.
  public var contentInsetsReference: TatamiContentInsetsReference?
  /// UICollectionViewFlowLayout's name for `contentInsetsReference`, with which it cannot be combined. `contentInset` is
  /// `none` there.
  public var sectionInsetReference: SectionInsetReference?
  /// The header's size; only its length along the scroll axis counts. No header if nil.
  public var headerReferenceSize: TatamiReferenceSize?
  /// The footer's size; only its length along the scroll axis counts. No footer if nil.
  public var footerReferenceSize: TatamiReferenceSize?
  /// Whether the header stays visible while its section is.
  public var sectionHeadersPinToVisibleBounds: Bool?
  /// Whether the footer stays visible while its section is.
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
  /// The effects on the section's elements that follow the scroll position; none if nil.
  public var effects: [TatamiScrollEffect]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    itemSize: TatamiFlowItemSize? = nil,
    estimatedItemSize: TatamiFlowEstimatedSize? = nil,
    minimumLineSpacing: Double? = nil,
    minimumInteritemSpacing: Double? = nil,
    alignment: TatamiFlowAlignment? = nil,
    lineAlignment: TatamiFlowLineAlignment? = nil,
    sectionInset: SectionInset? = nil,
    contentInsetsReference: TatamiContentInsetsReference? = nil,
    sectionInsetReference: SectionInsetReference? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil,
    boundsOutset: TatamiBoundsOutset? = nil,
    snapping: TatamiSnapping? = nil,
    body: TatamiBodyOptions? = nil,
    effects: [TatamiScrollEffect]? = nil
  ) {
    self.itemSize = itemSize
    self.estimatedItemSize = estimatedItemSize
    self.minimumLineSpacing = minimumLineSpacing
    self.minimumInteritemSpacing = minimumInteritemSpacing
    self.alignment = alignment
    self.lineAlignment = lineAlignment
    self.sectionInset = sectionInset
    self.contentInsetsReference = contentInsetsReference
    self.sectionInsetReference = sectionInsetReference
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
    self.sectionHeadersPinToVisibleBounds = sectionHeadersPinToVisibleBounds
    self.sectionFootersPinToVisibleBounds = sectionFootersPinToVisibleBounds
    self.headerBody = headerBody
    self.footerBody = footerBody
    self.boundsOutset = boundsOutset
    self.snapping = snapping
    self.body = body
    self.effects = effects
  }
}

/// Staggered columns. Column width = (cross size − insets − gaps) ÷ columns. Cell height = media
/// height + `bodyHeight`; a lone number or `height` alone is a fixed media height; `[w,h]`, width
/// and height, or `aspectRatio` scale to the cell's width. With horizontal scrolling columns
/// become rows, and heights widths.
public struct TatamiWaterfallLayout: Encodable, Sendable, Hashable {
  /// The columns of a waterfall.
  public enum Columns: Encodable, Sendable, Hashable {
    /// This many columns.
    case count(Int)
    /// As many columns of at least this width, in points, as fit.
    case minWidth(Double)
    /// As many columns of exactly this width, in points, as fit.
    case width(Double)

    private enum Key: String, CodingKey { case minWidth, width }

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .count(let value): try container.encode(value)
      case .minWidth(let value):
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(value, forKey: .minWidth)
      case .width(let value):
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(value, forKey: .width)
      }
    }
  }

  /// Where columns of a given width are if they leave room.
  public enum ColumnAlignment: String, Encodable, Sendable, Hashable {
    /// At the leading edge.
    case start
    /// In the centre.
    case center
    /// At the trailing edge.
    case end
  }

  /// How a waterfall's items choose their columns.
  public enum Placement: String, Encodable, Sendable, Hashable {
    /// The next item goes to the shortest column.
    case shortestColumn
    /// Items take columns in turn.
    case roundRobin
    /// As in CSS `display: grid-lanes`.
    case gridLanes
    /// As in CSS multi-column.
    case balanced
  }

  /// Whether items fill gaps.
  public enum Packing: String, Encodable, Sendable, Hashable {
    /// Items go to the end.
    case normal
    /// Items fill the gaps that wide items leave.
    case dense
  }

  /// The difference of two columns' lengths up to which they count as equal.
  public enum FlowTolerance: Encodable, Sendable, Hashable {
    /// Points.
    case length(Double)
    /// All columns count as equal.
    case infinite

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .length(let value): try container.encode(value)
      case .infinite: try container.encode("infinite")
      }
    }
  }

  /// The word that chooses this layout.
  public let type = "waterfall"
  /// The number of columns; with `minWidth` or `width`, as many as fit at that width.
  public var columns: Columns?
  /// The alignment of columns of a given `width` if they leave space.
  public var columnAlignment: ColumnAlignment?
  /// Points between two columns.
  public var columnSpacing: Double?
  /// Points between two items of a column.
  public var rowSpacing: Double?
  /// Sets `columnSpacing` and `rowSpacing`, unless they are set.
  public var spacing: Double?
  /// The distances of the section's content from its edges, in points.
  public var sectionInset: TatamiInsets?
  /// The edges from which the section's insets are measured; those of the configuration if nil.
  public var contentInsetsReference: TatamiContentInsetsReference?
  /// The header's size; only its length along the scroll axis counts. No header if nil.
  public var headerReferenceSize: TatamiReferenceSize?
  /// The footer's size; only its length along the scroll axis counts. No footer if nil.
  public var footerReferenceSize: TatamiReferenceSize?
  /// Whether the header stays visible while its section is.
  public var sectionHeadersPinToVisibleBounds: Bool?
  /// Whether the footer stays visible while its section is.
  public var sectionFootersPinToVisibleBounds: Bool?
  /// How the header's body is set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the footer's body is set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?
  /// The header's own insets, which take space, too, if the section has a header.
  public var headerInset: TatamiInsets?
  /// The footer's own insets, which take space, too, if the section has a footer.
  public var footerInset: TatamiInsets?
  /// Which column gets the next item: the column whose bottom is least (`shortestColumn`; ties go to
  /// the leading column), each column in turn (`roundRobin`), like in CSS grid-lanes (`gridLanes`), or
  /// each column until it is full, like in CSS multi-column (`balanced`).
  public var placement: Placement?
  /// Where an item may be: at the end (`normal`), or in the highest gap that it fits into (`dense`, as CSS
  /// `grid-lanes-pack`). Items that cover several columns leave gaps. `rowSpacing` must be ≥ 0 then.
  public var packing: Packing?
  /// Rectangles that the columns flow around, relative to the section's corner at its start and the leading
  /// edge. Items begin below them; with `packing` `dense`, they also go above and between them. None if
  /// `placement` is `balanced`.
  public var stamps: [TatamiStampFields]?
  /// gridLanes: how far a column's bottom may be below the least one, for the column still to get the next item.
  public var flowTolerance: FlowTolerance?
  /// How the bodies below the items' media are set.
  public var body: TatamiBodyOptions?
  /// The effects on the section's elements that follow the scroll position; none if nil.
  public var effects: [TatamiScrollEffect]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    columns: Columns? = nil,
    columnAlignment: ColumnAlignment? = nil,
    columnSpacing: Double? = nil,
    rowSpacing: Double? = nil,
    spacing: Double? = nil,
    sectionInset: TatamiInsets? = nil,
    contentInsetsReference: TatamiContentInsetsReference? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil,
    headerInset: TatamiInsets? = nil,
    footerInset: TatamiInsets? = nil,
    placement: Placement? = nil,
    packing: Packing? = nil,
    stamps: [TatamiStampFields]? = nil,
    flowTolerance: FlowTolerance? = nil,
    body: TatamiBodyOptions? = nil,
    effects: [TatamiScrollEffect]? = nil
  ) {
    self.columns = columns
    self.columnAlignment = columnAlignment
    self.columnSpacing = columnSpacing
    self.rowSpacing = rowSpacing
    self.spacing = spacing
    self.sectionInset = sectionInset
    self.contentInsetsReference = contentInsetsReference
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
    self.sectionHeadersPinToVisibleBounds = sectionHeadersPinToVisibleBounds
    self.sectionFootersPinToVisibleBounds = sectionFootersPinToVisibleBounds
    self.headerBody = headerBody
    self.footerBody = footerBody
    self.headerInset = headerInset
    self.footerInset = footerInset
    self.placement = placement
    self.packing = packing
    self.stamps = stamps
    self.flowTolerance = flowTolerance
    self.body = body
    self.effects = effects
  }
}

/// Rows of equal height that fill the width. The option names are those of flickr/justified-layout. An
/// item's aspect ratio is its `aspectRatio`, its width ÷ height or its lone number; it must be > 0.
/// Spacings must be ≥ 0. Vertical scrolling only.
public struct TatamiJustifiedLayout: Encodable, Sendable, Hashable {
  /// The spacing between boxes.
  public enum BoxSpacing: Encodable, Sendable, Hashable {
    /// The same spacing in both directions, in points.
    case length(Double)
    /// A spacing for each direction.
    case each(TatamiBoxSpacing)

    /// Encodes the value as it is in a document.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .length(let value): try container.encode(value)
      case .each(let value): try container.encode(value)
      }
    }
  }

  /// How the last row is placed if it is not full.
  public enum WidowLayoutStyle: String, Encodable, Sendable, Hashable {
    /// At the leading edge, with its items' own widths.
    case left
    /// Centred.
    case center
    /// Stretched to the full width.
    case justify
  }

  /// The word that chooses this layout.
  public let type = "justified"
  /// The height that rows should have; their heights stay between half and twice of it, or within
  /// `rowHeightRange`.
  public var targetRowHeight: Double?
  /// How far the sum of a row's ratios may differ from the target's, as a fraction of it.
  public var targetRowHeightTolerance: Double?
  /// The least and the greatest height of a row, `[least, greatest]`. Rows aim for the height in it that is
  /// nearest to `targetRowHeight`. A row that would be higher is as high as the greatest and does not fill the
  /// width: it begins at the left, or is in the middle if `widowLayoutStyle` is `center`. An item that would
  /// make its row lower begins the next row; an item that is too wide on its own is as wide as the row and as
  /// high as the least, so its picture is cropped.
  public var rowHeightRange: [Double]?
  /// Points between items and between rows: one number for both, or one for each.
  public var boxSpacing: BoxSpacing?
  /// The distances of the section's content from its edges, in points.
  public var sectionInset: TatamiInsets?
  /// The edges from which the section's insets are measured; those of the configuration if nil.
  public var contentInsetsReference: TatamiContentInsetsReference?
  /// Whether the last row is shown if it is not full.
  public var showWidows: Bool?
  /// Whether the last row is at most as high as fills the width, if it is not full. Without it, the row has the
  /// height of the row before, as justified-layout does, and may be wider than the container.
  public var lastRowFits: Bool?
  /// How the last row is aligned if it is not full.
  public var widowLayoutStyle: WidowLayoutStyle?
  /// The number of complete rows after which the layout stops; no limit if absent.
  public var maxNumRows: Int?
  /// Replaces every item's ratio.
  public var forceAspectRatio: Double?
  /// The interval n of breakout rows. In every n-th row, an item that is at least as wide as it is high may be alone.
  public var fullWidthBreakoutRowCadence: Int?
  /// The header's size; only its length along the scroll axis counts. No header if nil.
  public var headerReferenceSize: TatamiReferenceSize?
  /// The footer's size; only its length along the scroll axis counts. No footer if nil.
  public var footerReferenceSize: TatamiReferenceSize?
  /// Whether the header stays visible while its section is.
  public var sectionHeadersPinToVisibleBounds: Bool?
  /// Whether the footer stays visible while its section is.
  public var sectionFootersPinToVisibleBounds: Bool?
  /// How the header's body is set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the footer's body is set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?
  /// The effects on the section's elements that follow the scroll position; none if nil.
  public var effects: [TatamiScrollEffect]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    targetRowHeight: Double? = nil,
    targetRowHeightTolerance: Double? = nil,
    rowHeightRange: [Double]? = nil,
    boxSpacing: BoxSpacing? = nil,
    sectionInset: TatamiInsets? = nil,
    contentInsetsReference: TatamiContentInsetsReference? = nil,
    showWidows: Bool? = nil,
    lastRowFits: Bool? = nil,
    widowLayoutStyle: WidowLayoutStyle? = nil,
    maxNumRows: Int? = nil,
    forceAspectRatio: Double? = nil,
    fullWidthBreakoutRowCadence: Int? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil,
    effects: [TatamiScrollEffect]? = nil
  ) {
    self.targetRowHeight = targetRowHeight
    self.targetRowHeightTolerance = targetRowHeightTolerance
    self.rowHeightRange = rowHeightRange
    self.boxSpacing = boxSpacing
    self.sectionInset = sectionInset
    self.contentInsetsReference = contentInsetsReference
    self.showWidows = showWidows
    self.lastRowFits = lastRowFits
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
    self.effects = effects
  }
}

/// Rows of full, half, third … width items. The option names are those of airbnb/MagazineLayout. A row
/// is a run of items of the same `widthMode`, n at most, as high as its tallest item; a lone number is
/// an item's height. Spacings must be ≥ 0. Vertical scrolling only.
public struct TatamiMagazineLayout: Encodable, Sendable, Hashable {
  /// The word that chooses this layout.
  public let type = "magazine"
  /// Points between two items of a row.
  public var horizontalSpacing: Double?
  /// Points between two rows.
  public var verticalSpacing: Double?
  /// The distances of the section's content from its edges, in points.
  public var sectionInset: TatamiInsets?
  /// The edges from which the section's insets are measured; those of the configuration if nil.
  public var contentInsetsReference: TatamiContentInsetsReference?
  /// Insets of the rows within the section's; `fullBleed` items ignore them.
  public var itemInsets: TatamiInsets?
  /// The header; none if nil.
  public var header: TatamiMagazineBoundary?
  /// The footer; none if nil.
  public var footer: TatamiMagazineBoundary?
  /// Whether the section has a decoration of kind `background` behind it.
  public var background: Bool?
  /// How the bodies of items are set; only items whose `heightMode` is `dynamic` may have one.
  public var body: TatamiBodyOptions?
  /// How the header's body is set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the footer's body is set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?
  /// The effects on the section's elements that follow the scroll position; none if nil.
  public var effects: [TatamiScrollEffect]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    horizontalSpacing: Double? = nil,
    verticalSpacing: Double? = nil,
    sectionInset: TatamiInsets? = nil,
    contentInsetsReference: TatamiContentInsetsReference? = nil,
    itemInsets: TatamiInsets? = nil,
    header: TatamiMagazineBoundary? = nil,
    footer: TatamiMagazineBoundary? = nil,
    background: Bool? = nil,
    body: TatamiBodyOptions? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil,
    effects: [TatamiScrollEffect]? = nil
  ) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.sectionInset = sectionInset
    self.contentInsetsReference = contentInsetsReference
    self.itemInsets = itemInsets
    self.header = header
    self.footer = footer
    self.background = background
    self.body = body
    self.headerBody = headerBody
    self.footerBody = footerBody
    self.effects = effects
  }
}

/// One item a line (UICollectionLayoutListConfiguration). A lone number or `height` is that row's height; a row
/// with a body is as tall as the body.
public struct TatamiListLayout: Encodable, Sendable, Hashable {
  /// What a list's section looks like.
  public enum Appearance: String, Encodable, Sendable, Hashable {
    /// Rows from edge to edge.
    case plain
    /// Rows from edge to edge, with separators.
    case grouped
    /// Rows within margins, over a background, with separators.
    case insetGrouped
    /// Rows within margins, over a background.
    case sidebar
  }

  /// Where a list's header comes from.
  public enum HeaderMode: String, Encodable, Sendable, Hashable {
    /// There is no header.
    case `none`
    /// The header is a supplementary.
    case supplementary
    /// The header is the cell of the first item.
    case firstItemInSection
  }

  /// Where a list's footer comes from.
  public enum FooterMode: String, Encodable, Sendable, Hashable {
    /// There is no footer.
    case `none`
    /// The footer is a supplementary.
    case supplementary
  }

  /// The word that chooses this layout.
  public let type = "list"
  /// The look of the section: `insetGrouped` and `sidebar` put rows, header and footer within the layout margins
  /// (16 points per side if neither the list nor the container has any), over a background with round corners;
  /// `grouped` and `insetGrouped` show separators.
  public var appearance: Appearance?
  /// The source of the header: `supplementary` is one of `headerReferenceSize`, or as long as `rowHeight`
  /// without it; `firstItemInSection` is the cell of the first item, which never pins. Without a mode, there
  /// is a header if `headerReferenceSize` has a length.
  public var headerMode: HeaderMode?
  /// The source of the footer: `supplementary` is one of `footerReferenceSize`, or as long as `rowHeight`
  /// without it. Without a mode, there is a footer if `footerReferenceSize` has a length.
  public var footerMode: FooterMode?
  /// Points above the header.
  public var headerTopPadding: Double?
  /// Whether there is a decoration of kind `separator` below each row, one pixel high. By default, `grouped` and
  /// `insetGrouped` show separators.
  public var showsSeparators: Bool?
  /// The distance of separators between two rows from the rows' ends.
  public var separatorInsets: TatamiSeparatorInsets?
  /// Whether a decoration of kind `background` is behind the section's rows. By default, `insetGrouped` and
  /// `sidebar` have one.
  public var sectionBackground: Bool?
  /// The radius of the background's corners; by default 10 in `insetGrouped` and `sidebar`, and 0 in others.
  public var cornerRadius: Double?
  /// The height of rows whose items have none of their own.
  public var rowHeight: Double?
  /// Points between two rows.
  public var rowSpacing: Double?
  /// How the text of items is set; a row is as tall as its body, but at least `rowHeight` if that is set.
  public var body: TatamiBodyOptions?
  /// The distances of the section's content from its edges, in points.
  public var sectionInset: TatamiInsets?
  /// The edges from which the section's insets are measured; those of the configuration if nil.
  public var contentInsetsReference: TatamiContentInsetsReference?
  /// The header's size; only its length along the scroll axis counts. No header if nil.
  public var headerReferenceSize: TatamiReferenceSize?
  /// The footer's size; only its length along the scroll axis counts. No footer if nil.
  public var footerReferenceSize: TatamiReferenceSize?
  /// Whether the header stays visible while its section is.
  public var sectionHeadersPinToVisibleBounds: Bool?
  /// Whether the footer stays visible while its section is.
  public var sectionFootersPinToVisibleBounds: Bool?
  /// How the header's body is set (`supplementaries` of a section).
  public var headerBody: TatamiBodyOptions?
  /// How the footer's body is set (`supplementaries` of a section).
  public var footerBody: TatamiBodyOptions?
  /// The effects on the section's elements that follow the scroll position; none if nil.
  public var effects: [TatamiScrollEffect]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    appearance: Appearance? = nil,
    headerMode: HeaderMode? = nil,
    footerMode: FooterMode? = nil,
    headerTopPadding: Double? = nil,
    showsSeparators: Bool? = nil,
    separatorInsets: TatamiSeparatorInsets? = nil,
    sectionBackground: Bool? = nil,
    cornerRadius: Double? = nil,
    rowHeight: Double? = nil,
    rowSpacing: Double? = nil,
    body: TatamiBodyOptions? = nil,
    sectionInset: TatamiInsets? = nil,
    contentInsetsReference: TatamiContentInsetsReference? = nil,
    headerReferenceSize: TatamiReferenceSize? = nil,
    footerReferenceSize: TatamiReferenceSize? = nil,
    sectionHeadersPinToVisibleBounds: Bool? = nil,
    sectionFootersPinToVisibleBounds: Bool? = nil,
    headerBody: TatamiBodyOptions? = nil,
    footerBody: TatamiBodyOptions? = nil,
    effects: [TatamiScrollEffect]? = nil
  ) {
    self.appearance = appearance
    self.headerMode = headerMode
    self.footerMode = footerMode
    self.headerTopPadding = headerTopPadding
    self.showsSeparators = showsSeparators
    self.separatorInsets = separatorInsets
    self.sectionBackground = sectionBackground
    self.cornerRadius = cornerRadius
    self.rowHeight = rowHeight
    self.rowSpacing = rowSpacing
    self.body = body
    self.sectionInset = sectionInset
    self.contentInsetsReference = contentInsetsReference
    self.headerReferenceSize = headerReferenceSize
    self.footerReferenceSize = footerReferenceSize
    self.sectionHeadersPinToVisibleBounds = sectionHeadersPinToVisibleBounds
    self.sectionFootersPinToVisibleBounds = sectionFootersPinToVisibleBounds
    self.headerBody = headerBody
    self.footerBody = footerBody
    self.effects = effects
  }
}

/// Your own frames, one for each item.
public struct TatamiCustomLayout: Encodable, Sendable, Hashable {
  /// The word that chooses this layout.
  public let type = "custom"
  /// The frames, in the order of the items.
  public var frames: [TatamiFrameFields]
  /// The edges from which the section's insets are measured; those of the configuration if nil.
  public var contentInsetsReference: TatamiContentInsetsReference?
  /// The effects on the section's elements that follow the scroll position; none if nil.
  public var effects: [TatamiScrollEffect]?

  /// Creates a value from its fields; a field that is nil is left out.
  public init(
    frames: [TatamiFrameFields],
    contentInsetsReference: TatamiContentInsetsReference? = nil,
    effects: [TatamiScrollEffect]? = nil
  ) {
    self.frames = frames
    self.contentInsetsReference = contentInsetsReference
    self.effects = effects
  }
}
