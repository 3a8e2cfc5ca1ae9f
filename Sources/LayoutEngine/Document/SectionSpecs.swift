/// Headers and footers of flow, waterfall, list and justified sections.
public struct HeaderFooterSpec: Sendable, Hashable {
  /// The header's size; only the side along the scroll axis is read, and 0 means no header.
  public var headerReferenceSize: Size = .zero
  /// The footer's size; only the side along the scroll axis is read, and 0 means no footer.
  public var footerReferenceSize: Size = .zero
  /// Whether the header is pinned to the visible rectangle (LayoutRules A15).
  public var sectionHeadersPinToVisibleBounds = false
  /// Whether the footer is pinned to the visible rectangle (LayoutRules A15).
  public var sectionFootersPinToVisibleBounds = false
  /// How the bodies of items, of the header and of the footer are set (LayoutRules N2, N4).
  public var bodies = LayoutBodyOptions()

  /// How the header's body is set.
  public var headerBody: BodyOptions {
    get { bodies[.header] }
    set { bodies[.header] = newValue }
  }
  /// How the footer's body is set.
  public var footerBody: BodyOptions {
    get { bodies[.footer] }
    set { bodies[.footer] = newValue }
  }

  /// Creates a spec without header and footer.
  public init() {}
}

/// A flow section (UICollectionViewFlowLayout; LayoutRules A).
///
/// ```swift
/// var flow = FlowSpec()
/// flow.itemSize = Size(width: 100, height: 60)
/// // In 320 points, three items fill a line, at 0, 110 and 220.
/// ```
public struct FlowSpec: Sendable, Hashable {
  /// The size of items that have none of their own.
  public var itemSize = Size(width: 50, height: 50)
  /// The estimated size of items without their own size, until they are measured or have a body (LayoutRules A17).
  public var estimatedItemSize = FlowEstimatedSize()
  /// The least distance between two lines.
  public var minimumLineSpacing: Double = 10
  /// The least distance between two items of a line.
  public var minimumInteritemSpacing: Double = 10
  /// The alignment of a line's items in the line's length (LayoutRules A18).
  public var alignment = FlowAlignment.justified
  /// The alignment of an item in the thickness of its line (LayoutRules A19).
  public var lineAlignment = FlowLineAlignment.center
  /// The section's insets.
  public var sectionInset: FlowSectionInset = .points(.zero)
  /// The edges from which the section's insets are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// Header and footer.
  public var headerFooter = HeaderFooterSpec()
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?
  /// How much every cell's bounds grow on both sides, around its centre.
  public var boundsOutset = FlowBoundsOutset()
  /// Where scrolling stops.
  public var snapping = Snapping()
  /// How the bodies of items are set (LayoutRules N2).
  public var body: BodyOptions {
    get { headerFooter.bodies[.item] }
    set { headerFooter.bodies[.item] = newValue }
  }

  /// Creates a spec with every default.
  public init() {}

  /// The size of items that have none of their own: the estimate, or `itemSize` without one.
  var sizeOfOtherItems: Size { estimatedItemSize.size(orElse: itemSize) }
}

/// An estimate of the size of a flow section's items, in points (UICollectionViewFlowLayout's
/// `estimatedItemSize`).
public struct FlowEstimatedSize: Sendable, Hashable {
  /// The width; nil if it is that of `itemSize`.
  public var width: Double?
  /// The height; nil if it is that of `itemSize`.
  public var height: Double?

  /// Creates an estimate without sides, which is none.
  public init() {}

  /// Returns the estimate; the other size's sides stand in for sides without an estimate.
  ///
  /// Zero by zero is UIKit's default and means no estimate.
  func size(orElse other: Size) -> Size {
    if width == 0, height == 0 { return other }
    return Size(width: width ?? other.width, height: height ?? other.height)
  }
}

/// The alignment of the items of a flow section's line in the line's length.
public enum FlowAlignment: Sendable, Hashable {
  /// Lines are justified, as by UICollectionViewFlowLayout (LayoutRules A4–A8).
  case justified
  /// At the line's beginning.
  case leading
  /// In the middle of the line.
  case center
  /// At the line's end.
  case trailing
}

/// The alignment of an item of a flow section in the thickness of its line.
public enum FlowLineAlignment: Sendable, Hashable {
  /// At the line's start along the scroll axis.
  case top
  /// In the middle of the line, as by UICollectionViewFlowLayout (LayoutRules A9).
  case center
  /// At the line's end along the scroll axis.
  case bottom
}

/// A flow section's insets.
public enum FlowSectionInset: Sendable, Hashable {
  /// Explicit distances.
  case points(Insets)
  /// The insets that centre one item of `itemSize`, or of the estimated size if there is one, in the container.
  case centered
}

/// How much every cell's bounds grow on both sides, in points.
public struct FlowBoundsOutset: Sendable, Hashable {
  /// To the left and to the right.
  public var horizontal: Double = 0
  /// Upwards and downwards.
  public var vertical: Double = 0

  /// Creates an outset of 0.
  public init() {}
}

/// Where scrolling stops (Contract §6).
public struct Snapping: Sendable, Hashable {
  /// The positions at which scrolling stops.
  public enum Mode: Sendable, Hashable {
    /// Anywhere.
    case none
    /// At multiples of item length + line spacing from the content's start, and at the content's end.
    case item
    /// At every multiple of the container's length from the content's start, and at the content's end.
    case page
  }

  /// The positions at which scrolling stops.
  public var mode: Mode = .none
  /// The default |velocity| above which a flick changes the page, in points per millisecond.
  public static let defaultFlickVelocityThreshold = 0.2

  /// The |velocity| above which a flick changes the page, in points per millisecond.
  public var flickVelocityThreshold = Snapping.defaultFlickVelocityThreshold

  /// Creates a spec that stops anywhere.
  public init() {}
}

/// A waterfall section (LayoutRules F).
///
/// ```swift
/// var waterfall = WaterfallSpec()
/// waterfall.columns = .minWidth(150)
/// waterfall.sectionInset = Insets(top: 0, left: 5, bottom: 0, right: 5)
/// // In 320 points, two columns of 150 begin at 5 and 165.
/// ```
public struct WaterfallSpec: Sendable, Hashable {
  /// The number of columns.
  public enum Columns: Sendable, Hashable {
    /// A fixed number, from 1 to 10,000.
    case count(Int)
    /// As many columns as fit if each is at least this wide; at least one.
    case minWidth(Double)
    /// As many columns of exactly this width as fit; at least one (LayoutRules F12).
    case width(Double)
  }

  /// The alignment of columns of a given width across the scroll axis if they leave room.
  public enum ColumnAlignment: Sendable, Hashable {
    /// At the leading edge.
    case start
    /// In the centre.
    case center
    /// At the trailing edge.
    case end
  }

  /// Which column takes the next item.
  public enum Placement: Sendable, Hashable {
    /// The column that ends first; the leading one of equal columns (LayoutRules F2).
    case shortestColumn
    /// Each column in turn (LayoutRules F4).
    case roundRobin
    /// CSS grid-lanes: the first column from the cursor on that ends within the tolerance, in points, of the
    /// column that ends first (LayoutRules F5); infinity means no limit.
    case gridLanes(flowTolerance: Double)
    /// CSS multi-column: each column is filled before the next one, and all are cut as low as needed
    /// (LayoutRules F13).
    case balanced
  }

  /// Whether an item may go above items that come before it (CSS grid-lanes-pack).
  public enum Packing: Sendable, Hashable {
    /// Every item goes to the end of its columns.
    case normal
    /// An item goes to the highest gap that it fits into, else to the end (LayoutRules F11).
    case dense
  }

  /// The maximum number of stamps.
  public static let maxStamps = 100

  /// The number of columns.
  public var columns: Columns = .count(2)
  /// The alignment of columns of a given width.
  public var columnAlignment: ColumnAlignment = .start
  /// Points between two columns.
  public var columnSpacing: Double = 10
  /// Points between two items of a column.
  public var rowSpacing: Double = 10
  /// The section's insets.
  public var sectionInset: Insets = .zero
  /// The edges from which the section's insets are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// Header and footer.
  public var headerFooter = HeaderFooterSpec()
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?
  /// The header's own insets.
  public var headerInset: Insets = .zero
  /// The footer's own insets.
  public var footerInset: Insets = .zero
  /// Which column takes the next item.
  public var placement: Placement = .shortestColumn
  /// Whether items fill the gaps that items over several columns leave.
  public var packing: Packing = .normal
  /// Rectangles that the columns flow around, at most 100; in points from the section's corner at its
  /// start and the leading edge (LayoutRules F14).
  public var stamps: [Rect] = []
  /// How the bodies of items are set (LayoutRules N2).
  public var body: BodyOptions {
    get { headerFooter.bodies[.item] }
    set { headerFooter.bodies[.item] = newValue }
  }

  /// Creates a spec with every default.
  public init() {}
}

/// A justified section (LayoutRules G; flickr's option names).
///
/// ```swift
/// var justified = JustifiedSpec()
/// justified.targetRowHeight = 100
/// justified.horizontalSpacing = 20
/// // In 320 points, photos of the ratios 1 and 2 fill a row of 100: 100 and 200 wide.
/// ```
public struct JustifiedSpec: Sendable, Hashable {
  /// How the last row is aligned if it is not complete.
  public enum WidowLayoutStyle: Sendable, Hashable {
    /// At the left.
    case left
    /// Centred.
    case center
    /// Corrected like a complete row.
    case justify
  }

  /// The least and greatest height of a row, in points.
  public struct RowHeightRange: Sendable, Hashable {
    /// The least height; finite and > 0.
    public var least: Double
    /// The greatest height; finite, and at least the least one.
    public var greatest: Double

    /// Creates a range; a section whose range is not valid is refused.
    public init(least: Double, greatest: Double) {
      (self.least, self.greatest) = (least, greatest)
    }
  }

  /// The height that rows aim for, in points; > 0.
  public var targetRowHeight: Double = 320
  /// How far a row may deviate from the target height, as a fraction of that height.
  public var targetRowHeightTolerance: Double = 0.25
  /// The least and greatest height of a row (LayoutRules G8); nil if rows are from half to twice as high as
  /// the target.
  public var rowHeightRange: RowHeightRange?
  /// Points between two items of a row.
  public var horizontalSpacing: Double = 10
  /// Points between two rows.
  public var verticalSpacing: Double = 10
  /// The section's insets.
  public var sectionInset: Insets = .zero
  /// The edges from which the section's insets are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// Whether the last row is shown if it is not complete.
  public var showWidows = true
  /// Whether the last row is no wider than the others if it is not complete (LayoutRules G5).
  public var lastRowFits = false
  /// How the last row is aligned if it is not complete.
  public var widowLayoutStyle: WidowLayoutStyle = .left
  /// The number of complete rows after which the layout stops; nil if it never stops.
  public var maxNumRows: WholeNumber?
  /// The aspect ratio that replaces every item's ratio; nil if items use their own.
  public var forceAspectRatio: Double?
  /// The interval, in rows, of breakout rows (LayoutRules G1); nil if there are none.
  public var fullWidthBreakoutRowCadence: WholeNumber?
  /// Header and footer.
  public var headerFooter = HeaderFooterSpec()
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?

  /// Creates a spec with every default.
  public init() {}
}

/// A section whose frames the document gives.
///
/// ```swift
/// let custom = CustomSpec(frames: [
///   CustomFrame(frame: Rect(x: 0, y: 0, width: 200, height: 90)),
///   CustomFrame(frame: Rect(x: 150, y: 40, width: 100, height: 100), zIndex: 1),
/// ])
/// ```
public struct CustomSpec: Sendable, Equatable {
  /// The frames, one per item.
  public let given: CustomFrames
  /// The edges from which the frames are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// The insets of the reference; zero in a document.
  var sectionInset = Insets.zero
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?

  /// Creates a spec from its frames.
  public init(_ given: CustomFrames) {
    self.given = given
  }

  /// Creates a spec from a list of frames.
  ///
  /// - Complexity: O(n).
  public init(frames: [CustomFrame] = []) {
    var zIndexes = CodeColumn<WholeNumber>()
    for (number, frame) in frames.enumerated() {
      if let zIndex = frame.zIndex { zIndexes.set(zIndex, at: number) }
    }
    given = CustomFrames(frames: frames.map { $0.frame }, zIndexes: zIndexes)
  }
}

/// A frame that the document gives.
public struct CustomFrame: Sendable, Hashable {
  /// The frame, relative to the section or group that contains it.
  public var frame: Rect
  /// The stacking order; nil if none is given.
  public var zIndex: WholeNumber?

  /// Creates a given frame.
  public init(frame: Rect, zIndex: WholeNumber? = nil) {
    self.frame = frame
    self.zIndex = zIndex
  }
}

/// A magazine section (LayoutRules H; airbnb's option names).
///
/// ```swift
/// var columns = ItemColumns(count: 3)
/// for item in 1...2 { columns.widthModes.set(.fraction(2), at: item) }
/// var magazine = MagazineSpec()
/// magazine.verticalSpacing = 10
/// // One item as wide as the section, and below it two in halves.
/// ```
public struct MagazineSpec: Sendable, Hashable {
  /// A header or footer.
  public struct Boundary: Sendable, Hashable {
    /// Its height in points.
    public var height: Double = 44
    /// Whether it is pinned to the visible rectangle.
    public var pinToVisibleBounds = false

    /// Creates a boundary with every default.
    public init() {}
  }

  /// Points between two items of a row.
  public var horizontalSpacing: Double = 0
  /// Points between two rows.
  public var verticalSpacing: Double = 0
  /// The section's insets.
  public var sectionInset: Insets = .zero
  /// The edges from which the section's insets are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// The insets of the rows, inside the section's insets.
  public var itemInsets: Insets = .zero
  /// The header; nil if there is none.
  public var header: Boundary?
  /// The footer; nil if there is none.
  public var footer: Boundary?
  /// Whether the section has a decoration of kind `background` behind it.
  public var background = false
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?
  /// How bodies are set (LayoutRules N2, N4).
  public var bodies = LayoutBodyOptions()

  /// How the bodies of items are set.
  public var body: BodyOptions {
    get { bodies[.item] }
    set { bodies[.item] = newValue }
  }
  /// How the header's body is set.
  public var headerBody: BodyOptions {
    get { bodies[.header] }
    set { bodies[.header] = newValue }
  }
  /// How the footer's body is set.
  public var footerBody: BodyOptions {
    get { bodies[.footer] }
    set { bodies[.footer] = newValue }
  }

  /// Creates a spec with every default.
  public init() {}
}

/// How wide a magazine item is.
public enum MagazineWidthMode: Sendable, Hashable {
  /// The whole row within the section's insets and the item insets.
  case full
  /// The whole row within the section's insets; the item insets are ignored.
  case fullBleed
  /// One item's share of a row of n items, n from 1 to 10,000.
  case fraction(Int)
}

/// How a magazine item's height is determined.
public enum MagazineHeightMode: Sendable, Hashable {
  /// The height is given.
  case `static`
  /// The height is measured.
  case dynamic
  /// The item is as tall as its row.
  case stretch
}

extension SectionLayout {
  /// The effects that follow the scroll position; nil if there are none.
  ///
  /// The effects of an arrangement inside a group are not applied.
  public var effects: ScrollEffects? {
    switch self {
    case .flow(let spec): spec.effects
    case .waterfall(let spec): spec.effects
    case .justified(let spec): spec.effects
    case .magazine(let spec): spec.effects
    case .list(let spec): spec.effects
    case .custom(let spec): spec.effects
    case .compositional(let spec): spec.effects
    }
  }
}
