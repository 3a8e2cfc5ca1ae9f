/// A list section: one item per line (UICollectionLayoutListConfiguration; LayoutRules S).
///
/// ```swift
/// var list = ListSpec()
/// list.rowHeight = 60
/// list.showsSeparators = true
/// ```
public struct ListSpec: Sendable, Hashable {
  /// The look of the section (UICollectionLayoutListConfiguration.Appearance; LayoutRules S1).
  public enum Appearance: Sendable, Hashable {
    /// Rows from edge to edge.
    case plain
    /// Rows from edge to edge, in groups.
    case grouped
    /// Rows within the layout margins, over a background with round corners.
    case insetGrouped
    /// `insetGrouped` without separators.
    case sidebar
  }

  /// The source of the section's header (LayoutRules S2).
  public enum HeaderMode: Sendable, Hashable {
    /// There is no header.
    case none
    /// The header is a supplementary.
    case supplementary
    /// The header is the cell of the first item.
    case firstItemInSection
  }

  /// The source of the section's footer (LayoutRules S2).
  public enum FooterMode: Sendable, Hashable {
    /// There is no footer.
    case none
    /// The footer is a supplementary.
    case supplementary
  }

  /// The look of the section.
  public var appearance = Appearance.plain
  /// The source of the header; if nil, there is a header if `headerReferenceSize` or a body gives it a length.
  public var headerMode: HeaderMode?
  /// The source of the footer; if nil, there is a footer if `footerReferenceSize` or a body gives it a length.
  public var footerMode: FooterMode?
  /// Points above the header.
  public var headerTopPadding: Double = 0
  /// Whether the section has separators; nil if its appearance decides.
  public var showsSeparators: Bool?
  /// The distance of separators between two rows from the rows' ends.
  public var separatorInsets = ListSeparatorInsets()
  /// Whether the section's rows have a background; nil if the appearance decides.
  public var sectionBackground: Bool?
  /// The radius of the background's corners; nil if the appearance decides.
  public var cornerRadius: Double?
  /// The length, in points, of rows whose items have none.
  public var rowHeight: Double = 44
  /// Whether `rowHeight` is also the least height of rows whose items have a body.
  public var rowHeightIsGiven = false
  /// Points between two rows.
  public var rowSpacing: Double = 0
  /// The section's insets, which are added to the margins of its appearance.
  public var sectionInset: Insets = .zero
  /// The edges from which the section's insets are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// The margins across the scroll axis of rows, header and footer in an inset appearance; nil if the document
  /// gives none.
  var layoutMargins: Insets?
  /// Header and footer.
  public var headerFooter = HeaderFooterSpec()
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?
  /// How the text of items is set (`body`; LayoutRules N2).
  public var body: BodyOptions {
    get { headerFooter.bodies[.item] }
    set { headerFooter.bodies[.item] = newValue }
  }

  /// Creates a spec with every default.
  public init() {}
}

/// The distance of separators from the ends of rows, in points.
public struct ListSeparatorInsets: Sendable, Hashable {
  /// The distance from the leading end.
  public var leading: Double
  /// The distance from the trailing end.
  public var trailing: Double

  /// No distance at either end.
  static let zero = ListSeparatorInsets(leading: 0, trailing: 0)

  /// Creates insets; a list's own defaults if none are given.
  public init(leading: Double = 16, trailing: Double = 0) {
    (self.leading, self.trailing) = (leading, trailing)
  }
}

extension ListSpec {
  /// Whether rows are within the layout margins (LayoutRules S1).
  var isInset: Bool { appearance == .insetGrouped || appearance == .sidebar }

  /// Whether the section has separators (LayoutRules S3).
  var hasSeparators: Bool {
    showsSeparators ?? (appearance == .grouped || appearance == .insetGrouped)
  }

  /// Whether the section's rows have a background (LayoutRules S6).
  var hasBackground: Bool { sectionBackground ?? isInset }

  /// The radius of the background's corners, in points (LayoutRules S6).
  var backgroundRadius: Double { cornerRadius ?? (isInset ? 10 : 0) }

  /// The number of items before the first row: 1 if the first item is the header.
  var headerItemCount: Int { headerMode == .firstItemInSection ? 1 : 0 }

  /// The kinds of the section's supplementaries.
  var supplementaryKinds: [String] {
    (headerMode == nil || headerMode == .supplementary ? ["header"] : [])
      + (footerMode == FooterMode.none ? [] : ["footer"])
  }

  /// Returns the header and the footer with the lengths that their modes give them (LayoutRules S2).
  func headerFooter(along axis: LayoutAxis) -> HeaderFooterSpec {
    var spec = headerFooter
    func length(_ size: Size, _ isDefault: Bool, _ isLeftOut: Bool) -> Size {
      if isLeftOut { return .zero }
      return isDefault && axis.main(size) == 0 ? axis.size(main: rowHeight, cross: 0) : size
    }
    spec.headerReferenceSize = length(
      spec.headerReferenceSize, headerMode == .supplementary,
      headerMode == HeaderMode.none || headerMode == .firstItemInSection)
    spec.footerReferenceSize = length(
      spec.footerReferenceSize, footerMode == .supplementary, footerMode == FooterMode.none)
    return spec
  }
}
