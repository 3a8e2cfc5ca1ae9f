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
    chosenTraits(for: container)?.layout
  }

  /// What the engine asks of the layout for a container; nil if the container meets no variant's condition.
  func chosenTraits(for container: Container) -> (any LayoutTraits)? {
    variants.first { $0.condition.holds(for: container) }?.traits
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
  public var layout: SectionLayout {
    get { traits.layout }
    set { traits = newValue.traits }
  }
  /// What the engine asks of the layout.
  private(set) var traits: any LayoutTraits

  /// Creates a variant.
  public init(condition: LayoutCondition, layout: SectionLayout) {
    self.condition = condition
    traits = layout.traits
  }

  /// Whether both have equal conditions and layouts.
  ///
  /// - Complexity: O(1) if the layouts are one object.
  public static func == (one: LayoutVariant, other: LayoutVariant) -> Bool {
    one.condition == other.condition && isSame(one.traits, other.traits)
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

extension LayoutVariants {
  /// The memory used, in bytes, without given frames.
  ///
  /// - Complexity: O(groups, items and supplementaries).
  var byteCount: Int {
    variants.reduce(
      headerByteCount + text.capacity + variants.capacity * MemoryLayout<LayoutVariant>.stride
    ) { $0 + headerByteCount + $1.traits.byteCount + ($1.traits.effects?.byteCount ?? 0) }
  }

  /// Visits the frames given in any variant.
  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    for variant in variants { variant.traits.visitSharedNodes(visit) }
  }
}
