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

  /// The alignment of columns of a given width across the scroll axis if they leave space.
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
  /// How the text of items is set (`body`; LayoutRules N2).
  public var body: BodyOptions {
    get { headerFooter.bodies[.item] }
    set { headerFooter.bodies[.item] = newValue }
  }

  /// Creates a spec with every default.
  public init() {}
}
