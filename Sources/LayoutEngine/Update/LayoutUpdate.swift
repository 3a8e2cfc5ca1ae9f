/// A batch of changes to a laid out document (Contract §10).
///
/// As in `performBatchUpdates`, the order of operations says nothing: deletions, replacements,
/// measurements and the origins of moves name places of the parent, insertions and the destinations
/// of moves places of the version that comes of it (LayoutRules J1).
public struct LayoutUpdate: Sendable {
  /// Items that are deleted.
  public var deletions: [Deletion] = []
  /// Items that stand where others were; the k-th takes the k-th of `replacingItems`.
  public var replacements: [ItemPath] = []
  /// What stands in the places of `replacements`, one item each.
  public var replacingItems = Items()
  /// Sizes that a view has found.
  public var measurements: [Measurement] = []
  /// Items that are inserted.
  public var insertions: [Insertion] = []
  /// Items that come after all others of their section, in the listed order.
  public var appends: [Append] = []
  /// Items that are moved.
  public var moves: [ItemMove] = []
  /// Sections of the parent that are deleted.
  public var sectionDeletions: [WholeNumber] = []
  /// Sections of the parent that get another layout, other items, or both.
  public var sectionReplacements: [SectionReplacement] = []
  /// Sections that are inserted.
  public var sectionInsertions: [SectionInsertion] = []
  /// Sections that are moved.
  public var sectionMoves: [SectionMove] = []
  /// Fields of the container that change; nil for none.
  public var container: ContainerChange?
  /// What replaces the configuration.
  public var configuration: LayoutConfiguration?
  /// What replaces the document's layout.
  public var layout: LayoutVariants?
  /// What becomes of the columns of waterfall items (LayoutRules K7).
  public var keptColumns: KeptColumns?

  /// Creates an update that changes nothing.
  public init() {}
}

/// A place in a document: a section's number and an item's in it.
public struct ItemPath: Sendable, Hashable, Comparable {
  /// The section's number as it was named, from 0.
  public private(set) var namedSection: WholeNumber
  /// The item's number in the section as it was named, from 0.
  public private(set) var namedItem: WholeNumber
  /// The section's number, from 0.
  public var section: Int {
    get { namedSection.nearestInt }
    set { namedSection = WholeNumber(newValue) }
  }
  /// The item's number in the section, from 0.
  public var item: Int {
    get { namedItem.nearestInt }
    set { namedItem = WholeNumber(newValue) }
  }

  /// Creates a path.
  public init(_ section: Int, _ item: Int) {
    self.init(named: WholeNumber(section), WholeNumber(item))
  }

  /// Creates the path of numbers that someone names.
  public init(named section: WholeNumber, _ item: WholeNumber) {
    namedSection = section
    namedItem = item
  }

  /// Whether one stands before the other in document order.
  public static func < (one: ItemPath, other: ItemPath) -> Bool {
    (one.namedSection, one.namedItem) < (other.namedSection, other.namedItem)
  }
}

extension ItemPath {
  /// What paths are sorted by.
  var sortKeys: (WholeNumber, WholeNumber) { (namedSection, namedItem) }
}

/// Neighbouring items of a section.
public struct ItemRun: Sendable, Hashable {
  /// The first one.
  public var first: ItemPath
  /// How many there are; ≥ 1.
  public var count: Int

  /// Creates a run.
  public init(_ first: ItemPath, count: Int = 1) {
    self.first = first
    self.count = count
  }
}

extension LayoutUpdate {
  /// Neighbouring items that are deleted.
  public struct Deletion: Sendable, Hashable {
    /// The items, in the parent.
    public var items: ItemRun
    /// Whether it was written as an object, which decides how errors refer to it.
    public var isObject: Bool

    /// Creates a deletion.
    public init(_ items: ItemRun, isObject: Bool = false) {
      self.items = items
      self.isObject = isObject
    }
  }

  /// What a measurement does with one side of an item.
  public enum MeasuredSide: Sendable, Hashable {
    /// Nothing.
    case kept
    /// Forgets what has been found.
    case forgotten
    /// A view has found so many points; finite, ≥ 0.
    case found(Double)
  }

  /// The sizes that a view has found for an item.
  public struct Measurement: Sendable, Hashable {
    /// The item, in the parent.
    public var path: ItemPath
    /// What it does with the width, in points.
    public var width = MeasuredSide.kept
    /// What it does with the height, in points.
    public var height = MeasuredSide.kept
    /// What it does with the height of what stands below the media, in points.
    public var bodyHeight = MeasuredSide.kept

    /// Creates a measurement that finds nothing.
    public init(_ path: ItemPath) {
      self.path = path
    }
  }

  /// Items whose first one stands at a place of the version, the others after it.
  public struct Insertion: Sendable {
    /// The place of the first, in the version.
    public var path: ItemPath
    /// The items.
    public var items: Items

    /// Creates an insertion.
    public init(_ items: Items, at path: ItemPath) {
      self.path = path
      self.items = items
    }
  }

  /// Items that come after all others of a section of the version.
  public struct Append: Sendable {
    /// The section; nil for the version's last.
    public var section: WholeNumber?
    /// The items, in order.
    public var items: Items

    /// Creates an append.
    public init(_ items: Items, toSection section: WholeNumber? = nil) {
      self.section = section
      self.items = items
    }
  }

  /// Neighbours that are moved together and stay neighbours.
  public struct ItemMove: Sendable, Hashable {
    /// The first one's place in the parent, and how many there are.
    public var origin: ItemRun
    /// The first one's place in the version.
    public var destination: ItemPath

    /// Creates a move.
    public init(_ origin: ItemRun, to destination: ItemPath) {
      self.origin = origin
      self.destination = destination
    }
  }

  /// A section of the parent that gets another layout, other items, or both.
  public struct SectionReplacement: Sendable {
    /// The section, in the parent.
    public var section: WholeNumber
    /// Its other layout; nil if it keeps its own.
    public var layout: LayoutVariants?
    /// Its other items; nil if it keeps its own.
    public var items: Items?

    /// Creates a replacement.
    public init(ofSection section: WholeNumber, layout: LayoutVariants? = nil, items: Items? = nil)
    {
      self.section = section
      self.layout = layout
      self.items = items
    }
  }

  /// A section that stands at a place of the version.
  public struct SectionInsertion: Sendable {
    /// The section's number in the version.
    public var place: WholeNumber
    /// The section.
    public var section: Section

    /// Creates an insertion.
    public init(_ section: Section, at place: WholeNumber) {
      self.place = place
      self.section = section
    }
  }

  /// A section of the parent that stands at a place of the version.
  public struct SectionMove: Sendable, Hashable {
    /// Its number in the parent.
    public var origin: WholeNumber
    /// Its number in the version.
    public var destination: WholeNumber

    /// Creates a move.
    public init(_ origin: WholeNumber, to destination: WholeNumber) {
      self.origin = origin
      self.destination = destination
    }
  }

  /// What becomes of the columns of waterfall items.
  public enum KeptColumns: Sendable, Hashable {
    /// Every item of the parent keeps the one that it begins in.
    case all
    /// Those up to a place of the parent keep theirs.
    case through(ItemPath)
    /// All are forgotten.
    case none
  }

  /// Changes of the container's fields, one by one (RFC 7386).
  public struct ContainerChange: Sendable {
    /// What becomes of a field.
    public enum Change<Value: Sendable>: Sendable {
      case kept
      case removed
      case set(Value)
    }

    /// What becomes of the width.
    public var width = Change<Double>.kept
    /// What becomes of the height.
    public var height = Change<Double>.kept
    /// What becomes of the insets.
    public var contentInsets = Change<DirectionalInsets>.kept
    /// What becomes of the direction.
    public var direction = Change<LayoutDirection>.kept
    /// What becomes of the pixels a point.
    public var scale = Change<Double>.kept

    /// Creates a change of nothing.
    public init() {}
  }
}

extension LayoutUpdate.ContainerChange {
  /// The container with the changes made.
  ///
  /// - Throws: a size of which a side was removed.
  func applied(to container: Container) throws(LayoutError) -> Container {
    var changed = container
    let path = DocumentPath.root.field("container")
    func length(_ change: Change<Double>, _ old: Double, _ name: String) throws(LayoutError)
      -> Double
    {
      switch change {
      case .kept: return old
      case .set(let value): return value
      case .removed: throw LayoutError(path, "needs \"\(name)\"")
      }
    }
    changed.size.width = try length(width, container.size.width, "width")
    changed.size.height = try length(height, container.size.height, "height")
    changed.contentInsets = contentInsets.applied(to: container.contentInsets, without: .zero)
    changed.direction = direction.applied(to: container.direction, without: .leftToRight)
    changed.scale = scale.map { $0 }.applied(to: container.scale, without: nil)
    return changed
  }
}

extension LayoutUpdate.ContainerChange.Change {
  /// The field's value after the change.
  fileprivate func applied(to value: Value, without: Value) -> Value {
    switch self {
    case .kept: value
    case .removed: without
    case .set(let new): new
    }
  }

  fileprivate func map<Other>(
    _ change: (Value) -> Other
  ) -> LayoutUpdate.ContainerChange.Change<Other> {
    switch self {
    case .kept: .kept
    case .removed: .removed
    case .set(let new): .set(change(new))
    }
  }
}
