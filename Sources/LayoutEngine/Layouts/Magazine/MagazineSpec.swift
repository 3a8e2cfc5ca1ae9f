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
  /// How the text of items, headers and footers is set (LayoutRules N2, N4).
  package var bodies = LayoutBodyOptions()

  /// How the text of items is set (`body`).
  public var body: BodyOptions {
    get { bodies[.item] }
    set { bodies[.item] = newValue }
  }
  /// How the header's text is set.
  public var headerBody: BodyOptions {
    get { bodies[.header] }
    set { bodies[.header] = newValue }
  }
  /// How the footer's text is set.
  public var footerBody: BodyOptions {
    get { bodies[.footer] }
    set { bodies[.footer] = newValue }
  }

  /// Creates a spec with every default.
  public init() {}
}
