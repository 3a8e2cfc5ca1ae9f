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
  /// How the text of items, of the header and of the footer is set (LayoutRules N2, N4).
  package var bodies = LayoutBodyOptions()

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

  /// Creates a spec without header and footer.
  public init() {}
}
