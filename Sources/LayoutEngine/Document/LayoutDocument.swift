/// What a client wants laid out: a container, a configuration and sections of items (Contract §2).
///
/// A document may hold anything its types allow: values out of range are refused by
/// `PreparedLayout.init`, never trapped on.
public struct LayoutDocument: Sendable {
  /// The view that shows the content.
  public var container: Container
  /// What applies to all sections together.
  public var configuration: LayoutConfiguration
  /// The layout of every section without its own.
  public var layout: LayoutVariants?
  /// The sections, in order along the scroll axis.
  public var sections: Sections
  /// Whether the one section's items stood at the document's top level (`/items`), which decides
  /// how errors refer to them.
  public var hasTopLevelItems: Bool

  /// Creates a document.
  public init(
    container: Container, configuration: LayoutConfiguration = LayoutConfiguration(),
    layout: LayoutVariants? = nil, sections: [Section], hasTopLevelItems: Bool = false
  ) {
    self.container = container
    self.configuration = configuration
    self.layout = layout
    self.sections = Sections(sections)
    self.hasTopLevelItems = hasTopLevelItems
  }
}

/// The view that shows the content.
public struct Container: Sendable, Hashable {
  /// Its size in points; both sides finite and > 0.
  public var size: Size
  /// The insets at its edges; layouts use the remaining size.
  public var contentInsets: DirectionalInsets
  /// Which way lines run.
  public var direction: LayoutDirection
  /// Pixels a point; nil leaves frames unrounded.
  public var scale: Double?

  /// Creates a container.
  public init(
    size: Size, contentInsets: DirectionalInsets = .zero, direction: LayoutDirection = .leftToRight,
    scale: Double? = nil
  ) {
    self.size = size
    self.contentInsets = contentInsets
    self.direction = direction
    self.scale = scale
  }
}

/// Which way lines run.
public enum LayoutDirection: Sendable, Hashable {
  /// From the left edge: `ltr`.
  case leftToRight
  /// From the right edge: `rtl`. The finished content is mirrored in its width.
  case rightToLeft
}

/// What applies to all sections together (UICollectionViewCompositionalLayoutConfiguration).
public struct LayoutConfiguration: Sendable {
  /// The axis along which sections are stacked.
  public var scrollDirection: Axis
  /// Points between two sections, of every layout type.
  public var interSectionSpacing: Double
  /// Layout-level headers and footers.
  public var boundarySupplementaryItems: [BoundarySupplementaryItem]
  /// The JSON text that it was read from; empty for none.
  public var text: [UInt8] = []

  /// Creates a configuration.
  public init(
    scrollDirection: Axis = .vertical, interSectionSpacing: Double = 0,
    boundarySupplementaryItems: [BoundarySupplementaryItem] = []
  ) {
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundarySupplementaryItems = boundarySupplementaryItems
  }
}

/// One section: its items, and its layout where it has its own.
public struct Section: Sendable {
  /// The items.
  public var items: Items
  /// The layout that replaces the document's whole; nil for the document's.
  public var layout: LayoutVariants?

  /// Creates a section.
  public init(items: Items, layout: LayoutVariants? = nil) {
    self.items = items
    self.layout = layout
  }

  /// Creates a section of items that are packed for it.
  public init(items: ItemColumns, layout: LayoutVariants? = nil) {
    self.init(items: Items(items), layout: layout)
  }
}

/// A section's layout, or the list of those to choose from by the container.
public struct LayoutVariants: Sendable, Equatable {
  /// In the order in which they are tried.
  ///
  /// A plain layout is one variant without conditions.
  public var variants: [LayoutVariant]
  /// Whether the document held a list, which decides how errors refer into it.
  public var isList: Bool
  /// The JSON text that it was read from; empty for none, and for given frames alone, which are not
  /// held twice.
  ///
  /// It makes no difference between two.
  public var text: [UInt8] = []

  /// Whether both lay out alike in every container.
  public static func == (one: LayoutVariants, other: LayoutVariants) -> Bool {
    one.isList == other.isList && one.variants == other.variants
  }

  /// A plain layout, used for every container.
  public init(_ layout: SectionLayout) {
    variants = [LayoutVariant(condition: LayoutCondition(), layout: layout)]
    isList = false
  }

  /// The layout that is used for a container; nil if no variant is for it.
  public func chosen(for container: Container) -> SectionLayout? {
    variants.first { $0.condition.holds(for: container) }?.layout
  }

  /// A list of variants; the first whose condition holds is used.
  public init(variants: [LayoutVariant]) {
    self.variants = variants
    isList = true
  }
}

/// A layout and the containers it is for.
public struct LayoutVariant: Sendable, Equatable {
  /// The containers it is for.
  public var condition: LayoutCondition
  /// The layout.
  public var layout: SectionLayout

  /// Creates a variant.
  public init(condition: LayoutCondition, layout: SectionLayout) {
    self.condition = condition
    self.layout = layout
  }
}

/// What a container must be like; bounds are inclusive points, and nil if anything goes.
public struct LayoutCondition: Sendable, Hashable {
  /// The least width.
  public var minWidth: Double?
  /// The greatest width.
  public var maxWidth: Double?
  /// The least height.
  public var minHeight: Double?
  /// The greatest height.
  public var maxHeight: Double?
  /// The direction.
  public var direction: LayoutDirection?

  /// Creates a condition that every container meets.
  public init() {}

  /// Whether the container meets every part of the condition.
  ///
  /// Its whole size counts, its content insets not taken off.
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
  /// One item a line.
  case list(ListSpec)
  /// Given frames.
  case custom(CustomSpec)
  /// NSCollectionLayoutSection.
  case compositional(CompositionalSpec)
}
