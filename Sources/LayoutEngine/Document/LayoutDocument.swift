/// A layout document: a container, a configuration and sections of items (Contract §2).
///
/// A document may contain any value that its types allow. `PreparedLayout.init` refuses values out of range,
/// and never traps on them.
///
/// ```swift
/// let document = LayoutDocument(
///   container: Container(size: Size(width: 320, height: 480)),
///   layout: LayoutVariants(.list(ListSpec())),
///   sections: [LayoutSection(items: Items(count: 3))])
/// let layout = try PreparedLayout(document)
/// // layout.contentSize is 320 × 132: three rows of 44 points.
/// ```
public struct LayoutDocument: Sendable {
  /// The view that shows the content.
  public var container: Container
  /// The settings for all sections together.
  public var configuration: LayoutConfiguration
  /// The styles of the text of items; nil if the document has none.
  public var textStyles: TextStyles?
  /// The layout of every section that has none of its own; nil if the document has none.
  public var layout: LayoutVariants?
  /// The sections, in order along the scroll axis.
  public var sections: Sections
  /// Whether the document gave the items of its only section at its top level; the paths of errors in items
  /// then begin with `/items`.
  public var hasTopLevelItems: Bool

  /// Creates a document.
  public init(
    container: Container, configuration: LayoutConfiguration = LayoutConfiguration(),
    layout: LayoutVariants? = nil, sections: [LayoutSection], hasTopLevelItems: Bool = false
  ) {
    self.container = container
    self.configuration = configuration
    self.layout = layout
    self.sections = Sections(sections)
    self.hasTopLevelItems = hasTopLevelItems
  }
}

/// One section: its items, and its layout if it has its own.
public struct LayoutSection: Sendable {
  /// The items.
  public var items: Items
  /// The layout that replaces the document's layout entirely; nil if the section uses the document's layout.
  public var layout: LayoutVariants?
  /// The text of the header, the footer and boundary items; nil if there are none.
  public var bodies: SupplementaryBodies?

  /// Creates a section.
  public init(items: Items, layout: LayoutVariants? = nil, bodies: SupplementaryBodies? = nil) {
    self.items = items
    self.layout = layout
    self.bodies = bodies
  }

  /// Creates a section, and packs its items.
  public init(items: ItemColumns, layout: LayoutVariants? = nil) {
    self.init(items: Items(items), layout: layout)
  }
}
