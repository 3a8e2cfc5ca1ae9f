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
