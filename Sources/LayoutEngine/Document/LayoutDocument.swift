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
  /// The styles of the texts in bodies; nil if the document gives none.
  public var textStyles: TextStyles?
  /// The layout of every section that has none of its own; nil if the document gives none.
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

/// The view that shows the content.
///
/// ```swift
/// var container = Container(
///   size: Size(width: 390, height: 844), direction: .rightToLeft, scale: 3)
/// container.safeAreaInsets = DirectionalInsets(top: 59, leading: 0, bottom: 34, trailing: 0)
/// ```
public struct Container: Sendable, Hashable {
  /// Its size in points; both sides finite and > 0.
  ///
  /// Its height is `unreadHeight` if the document gives none.
  public var size: Size
  /// Whether the document gives a height.
  ///
  /// Without one, a layout that reads it is refused (Contract §2).
  public private(set) var hasHeight = true
  /// The insets at its edges; layouts use the remaining size.
  public var contentInsets: DirectionalInsets
  /// The insets of the safe area, from the container's edges; none is negative.
  public var safeAreaInsets = DirectionalInsets.zero
  /// The layout margins, from the container's edges; none is negative.
  public var layoutMargins = DirectionalInsets.zero
  /// The greatest width of readable content; nil if it is as wide as the layout margins leave.
  public var readableContentWidth: Double?
  /// The distances from the edges of the container less its content insets within which `target-offset` shows
  /// elements; none is negative (LayoutRules C24).
  public var scrollPadding = DirectionalInsets.zero
  /// The direction in which lines run.
  public var direction: HorizontalDirection
  /// Pixels per point; nil leaves frames unrounded.
  public var scale: Double?

  /// Creates a container.
  public init(
    size: Size, contentInsets: DirectionalInsets = .zero,
    direction: HorizontalDirection = .leftToRight,
    scale: Double? = nil
  ) {
    self.size = size
    self.contentInsets = contentInsets
    self.direction = direction
    self.scale = scale
  }

  /// The height of a container without one: the greatest that a container may have.
  ///
  /// A layout that does not read the container's height is the same in all containers that are long enough.
  static let unreadHeight = LayoutLimits.maxContentLength

  /// Creates a container without a height.
  public init(width: Double) {
    self.init(size: Size(width: width, height: Self.unreadHeight))
    hasHeight = false
  }

  /// Gives the container a height, or takes its height away if `height` is nil.
  public mutating func setHeight(_ height: Double?) {
    size.height = height ?? Self.unreadHeight
    hasHeight = height != nil
  }
}

/// The direction in which lines run.
public enum HorizontalDirection: Sendable, Hashable {
  /// From the left edge: `ltr`.
  case leftToRight
  /// From the right edge: `rtl`. The finished content is mirrored in its width.
  case rightToLeft
}

/// The settings for all sections together (UICollectionViewCompositionalLayoutConfiguration).
///
/// ```swift
/// var configuration = LayoutConfiguration(scrollDirection: .horizontal, interSectionSpacing: 20)
/// configuration.minimumContentLength = .container
/// ```
public struct LayoutConfiguration: Sendable {
  /// The axis along which sections are stacked.
  public var scrollDirection: LayoutAxis
  /// Points between two sections, whatever their layout types.
  public var interSectionSpacing: Double
  /// Layout-level headers and footers.
  public var boundarySupplementaryItems: [BoundarySupplementaryItem]
  /// The edges from which insets are measured in sections that do not name a reference of their own.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// The least length of the content along the scroll axis (LayoutRules C25).
  public var minimumContentLength = MinimumContentLength.points(0)
  /// Where sections are placed if they are shorter than the least length.
  public var contentAlignment = ContentAlignment.start
  /// Whether a pinned header of a section stays until the next pinned header comes, not only to the end of its section
  /// (LayoutRules C26).
  public var headersPinAcrossSections = false
  /// The JSON text that the configuration was read from; empty if it was not read from JSON.
  public var text: [UInt8] = []

  /// Creates a configuration.
  public init(
    scrollDirection: LayoutAxis = .vertical, interSectionSpacing: Double = 0,
    boundarySupplementaryItems: [BoundarySupplementaryItem] = []
  ) {
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundarySupplementaryItems = boundarySupplementaryItems
  }
}

/// The least length of the content along the scroll axis.
public enum MinimumContentLength: Sendable, Hashable {
  /// A number of points; ≥ 0.
  case points(Double)
  /// The container's length less its content insets, so that the content fills the view.
  case container
}

/// Where sections are placed along the scroll axis if they are shorter than the content's least length.
public enum ContentAlignment: Sendable, Hashable {
  /// At the content's start.
  case start
  /// In the middle.
  case center
  /// At the content's end.
  case end
}

/// One section: its items, and its layout if it has its own.
public struct LayoutSection: Sendable {
  /// The items.
  public var items: Items
  /// The layout that replaces the document's layout entirely; nil if the section uses the document's layout.
  public var layout: LayoutVariants?
  /// The bodies of the header, the footer and boundary items; nil if there are none.
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

/// A layout, or a list of variants of which the first one that fits the container is used.
///
/// ```swift
/// var narrow = LayoutCondition()
/// narrow.maxWidth = 599
/// let variants = LayoutVariants(variants: [
///   LayoutVariant(condition: narrow, layout: .list(ListSpec())),
///   LayoutVariant(condition: LayoutCondition(), layout: .waterfall(WaterfallSpec())),
/// ])
/// // On a phone, variants.chosen(for: container) is the list.
/// ```
public struct LayoutVariants: Sendable, Equatable {
  /// The variants, in the order in which they are tried.
  ///
  /// A plain layout is one variant without conditions.
  public var variants: [LayoutVariant]
  /// Whether the document gave a list of variants; error paths then include the variant's index.
  public var isList: Bool
  /// The JSON text that the variants were read from.
  ///
  /// It is empty if the variants were not read from JSON, or if they only give frames: these are not stored
  /// a second time as text. Comparisons ignore the text.
  public var text: [UInt8] = []

  /// Whether both have equal variants, and both or neither are a list.
  public static func == (one: LayoutVariants, other: LayoutVariants) -> Bool {
    one.isList == other.isList && one.variants == other.variants
  }

  /// Creates a plain layout, used for every container.
  public init(_ layout: SectionLayout) {
    variants = [LayoutVariant(condition: LayoutCondition(), layout: layout)]
    isList = false
  }

  /// The layout for a container; nil if the container meets no variant's condition.
  public func chosen(for container: Container) -> SectionLayout? {
    variants.first { $0.condition.holds(for: container) }?.layout
  }

  /// Creates a list of variants; the first one whose condition the container meets is used.
  public init(variants: [LayoutVariant]) {
    self.variants = variants
    isList = true
  }
}

/// A layout, and the condition under which it is used.
public struct LayoutVariant: Sendable, Equatable {
  /// The condition that the container must meet.
  public var condition: LayoutCondition
  /// The layout.
  public var layout: SectionLayout

  /// Creates a variant.
  public init(condition: LayoutCondition, layout: SectionLayout) {
    self.condition = condition
    self.layout = layout
  }
}

/// A condition for the container; bounds are inclusive, in points.
///
/// A field that is nil accepts every container.
public struct LayoutCondition: Sendable, Hashable {
  /// The least width.
  public var minWidth: Double?
  /// The greatest width.
  public var maxWidth: Double?
  /// The least height.
  public var minHeight: Double?
  /// The greatest height.
  public var maxHeight: Double?
  /// The direction in which the container's lines must run.
  public var direction: HorizontalDirection?

  /// Creates a condition that every container meets.
  public init() {}

  /// Whether the container meets every part of the condition.
  ///
  /// It compares the container's whole size, without subtracting the content insets.
  public func holds(for container: Container) -> Bool {
    container.size.width >= minWidth ?? -.infinity
      && container.size.width <= maxWidth ?? .infinity
      && container.size.height >= minHeight ?? -.infinity
      && container.size.height <= maxHeight ?? .infinity
      && (direction ?? container.direction) == container.direction
  }
}

/// A section's layout, by its `type`.
public indirect enum SectionLayout: Sendable, Equatable {
  /// UICollectionViewFlowLayout.
  case flow(FlowSpec)
  /// Staggered columns.
  case waterfall(WaterfallSpec)
  /// Rows of equal height.
  case justified(JustifiedSpec)
  /// Rows of full, half, third … width items.
  case magazine(MagazineSpec)
  /// One item per line.
  case list(ListSpec)
  /// Frames that the document gives.
  case custom(CustomSpec)
  /// NSCollectionLayoutSection.
  case compositional(CompositionalSpec)
}
