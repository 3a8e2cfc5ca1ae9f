/// A batch of changes to a laid out document (Contract §10).
///
/// As in `performBatchUpdates`, the order of operations does not matter. Deletions, replacements,
/// measurements and the origins of moves name places in the parent; insertions and the destinations
/// of moves name places in the resulting version (LayoutRules J1).
///
/// ```swift
/// var update = LayoutUpdate()
/// update.insertions = [.init(Items(count: 2), at: ItemPath(0, 0))]
/// update.deletions = [.init(ItemRun(ItemPath(0, 9)))]
/// let version = try layout.updated(by: update, maxItems: 1_000)
/// // Two rows in front of the first, and row 9 of before is gone: 101 of 100.
/// ```
public struct LayoutUpdate: Sendable {
  /// Items that are deleted.
  public var deletions: [Deletion] = []
  /// The places of replaced items; the k-th place gets the k-th item of `replacingItems`.
  public var replacements: [ItemPath] = []
  /// The new items for the places in `replacements`, one item each.
  public var replacingItems = Items()
  /// Sizes that a client measured.
  public var measurements: [Measurement] = []
  /// Items that are inserted.
  public var insertions: [Insertion] = []
  /// Items that are added at the end of a section, in the listed order.
  public var appends: [Append] = []
  /// Items that are moved.
  public var moves: [ItemMove] = []
  /// Sections of the parent that are deleted.
  public var sectionDeletions: [WholeNumber] = []
  /// Sections of the parent that get a new layout, new items, or both.
  public var sectionReplacements: [SectionReplacement] = []
  /// Sections that are inserted.
  public var sectionInsertions: [SectionInsertion] = []
  /// Sections that are moved.
  public var sectionMoves: [SectionMove] = []
  /// Changes to the container's fields; nil if none changes.
  public var container: ContainerChange?
  /// The new configuration; nil if it doesn't change.
  public var configuration: LayoutConfiguration?
  /// The document's new layout; nil if it doesn't change.
  public var layout: LayoutVariants?
  /// Which waterfall items are to keep the column in which they begin (LayoutRules K7).
  ///
  /// If it is nil, the items that already have their own column keep it, and no further items do.
  public var keptColumns: KeptColumns?

  /// Creates an update that changes nothing.
  public init() {}
}

/// An item's place in a document: the section's index, and the item's index in the section.
public struct ItemPath: Sendable, Hashable, Comparable {
  /// The section's number as the update gives it, from 0.
  public private(set) var namedSection: WholeNumber
  /// The item's number in the section as the update gives it, from 0.
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

  /// Creates a path from the numbers that an update gives.
  public init(named section: WholeNumber, _ item: WholeNumber) {
    namedSection = section
    namedItem = item
  }

  /// Whether `one` comes before `other` in document order.
  public static func < (one: ItemPath, other: ItemPath) -> Bool {
    (one.namedSection, one.namedItem) < (other.namedSection, other.namedItem)
  }
}

extension ItemPath {
  /// The two numbers by which paths are sorted: the section's, then the item's.
  var sortKeys: (WholeNumber, WholeNumber) { (namedSection, namedItem) }
}

/// Neighbouring items of a section.
public struct ItemRun: Sendable, Hashable {
  /// The path of the first item.
  public var first: ItemPath
  /// The number of items; ≥ 1.
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
    /// Whether the update gives the deletion as a JSON object; if so, errors point to its fields.
    public var isObject: Bool

    /// Creates a deletion.
    public init(_ items: ItemRun, isObject: Bool = false) {
      self.items = items
      self.isObject = isObject
    }
  }

  /// The effect of a measurement on one side of an item.
  public enum MeasuredSide: Sendable, Hashable {
    /// Keeps the measured length, if any.
    case kept
    /// Removes the measured length.
    case forgotten
    /// Sets the measured length, in points; finite, ≥ 0.
    case found(Double)
  }

  /// The sizes that a client measured for an item, or for a header, footer or boundary item of a section.
  public struct Measurement: Sendable, Hashable {
    /// The item, in the parent; the index path of the supplementary if there is a kind.
    public var path: ItemPath
    /// The kind of the supplementary; nil if an item was measured.
    public var kind: String?
    /// The effect on the width, in points.
    public var width = MeasuredSide.kept
    /// The effect on the height, in points.
    public var height = MeasuredSide.kept
    /// The effect on the height of the body below the media, in points.
    public var bodyHeight = MeasuredSide.kept

    /// Creates a measurement that changes nothing.
    public init(_ path: ItemPath, ofSupplementary kind: String? = nil) {
      self.path = path
      self.kind = kind
    }
  }

  /// Neighbouring items that are inserted at a place of the version.
  public struct Insertion: Sendable {
    /// The place of the first item, in the version.
    public var path: ItemPath
    /// The items.
    public var items: Items

    /// Creates an insertion.
    public init(_ items: Items, at path: ItemPath) {
      self.path = path
      self.items = items
    }
  }

  /// Items that are added at the end of a section of the version.
  public struct Append: Sendable {
    /// The section in the version; nil if it is the last one.
    public var section: WholeNumber?
    /// The items, in order.
    public var items: Items

    /// Creates an append.
    public init(_ items: Items, toSection section: WholeNumber? = nil) {
      self.section = section
      self.items = items
    }
  }

  /// Neighbouring items that are moved together.
  public struct ItemMove: Sendable, Hashable {
    /// The first item's place in the parent, and the number of items.
    public var source: ItemRun
    /// The first item's place in the version.
    public var destination: ItemPath

    /// Creates a move.
    public init(_ source: ItemRun, to destination: ItemPath) {
      self.source = source
      self.destination = destination
    }
  }

  /// A section of the parent that gets a new layout, new items, or both.
  public struct SectionReplacement: Sendable {
    /// The section, in the parent.
    public var section: WholeNumber
    /// The section's new layout; nil if its layout doesn't change.
    public var layout: LayoutVariants?
    /// The section's new items; nil if its items don't change.
    public var items: Items?
    /// The new bodies of the section's header, footer and boundary items; nil if they don't change.
    public var bodies: SupplementaryBodies?

    /// Creates a replacement.
    public init(ofSection section: WholeNumber, layout: LayoutVariants? = nil, items: Items? = nil)
    {
      self.section = section
      self.layout = layout
      self.items = items
    }
  }

  /// A section that is inserted at a place of the version.
  public struct SectionInsertion: Sendable {
    /// The section's number in the version.
    public var place: WholeNumber
    /// The section.
    public var section: LayoutSection

    /// Creates an insertion.
    public init(_ section: LayoutSection, at place: WholeNumber) {
      self.place = place
      self.section = section
    }
  }

  /// A section of the parent that is moved to a place of the version.
  public struct SectionMove: Sendable, Hashable {
    /// The section's number in the parent.
    public var source: WholeNumber
    /// The section's number in the version.
    public var destination: WholeNumber

    /// Creates a move.
    public init(_ source: WholeNumber, to destination: WholeNumber) {
      self.source = source
      self.destination = destination
    }
  }

  /// Which waterfall items keep the column in which they begin (LayoutRules K7).
  public enum KeptColumns: Sendable, Hashable {
    /// Every item of the parent keeps the column in which it begins.
    case all
    /// Items up to and including a place of the parent keep the column in which they begin.
    case through(ItemPath)
    /// No item keeps a column.
    case none
  }

  /// Changes of the container's fields (a merge patch, RFC 7386).
  public struct ContainerChange: Sendable {
    /// The change of one field.
    public enum Change<Value: Sendable>: Sendable {
      case kept
      case removed
      case set(Value)
    }

    /// The change of the width.
    public var width = Change<Double>.kept
    /// The change of the height.
    public var height = Change<Double>.kept
    /// The change of the insets.
    public var contentInsets = Change<DirectionalInsets>.kept
    /// The change of the safe area's insets.
    public var safeAreaInsets = Change<DirectionalInsets>.kept
    /// The change of the layout margins.
    public var layoutMargins = Change<DirectionalInsets>.kept
    /// The change of the scroll padding.
    public var scrollPadding = Change<DirectionalInsets>.kept
    /// The change of the greatest width of readable content.
    public var readableContentWidth = Change<Double>.kept
    /// The change of the direction.
    public var direction = Change<HorizontalDirection>.kept
    /// The change of the number of pixels per point.
    public var scale = Change<Double>.kept

    /// Creates a change that keeps every field.
    public init() {}
  }
}

extension LayoutUpdate.ContainerChange {
  /// Returns the container with the changes applied.
  ///
  /// - Throws: an error if the width is removed.
  func applied(to container: Container) throws(LayoutError) -> Container {
    var changed = container
    switch width {
    case .kept: break
    case .set(let width): changed.size.width = width
    case .removed: throw LayoutError(DocumentPath.root.field("container"), "needs \"width\"")
    }
    switch height {
    case .kept: break
    case .set(let height): changed.setHeight(height)
    case .removed: changed.setHeight(nil)
    }
    changed.contentInsets = contentInsets.applied(to: container.contentInsets, without: .zero)
    changed.safeAreaInsets = safeAreaInsets.applied(to: container.safeAreaInsets, without: .zero)
    changed.layoutMargins = layoutMargins.applied(to: container.layoutMargins, without: .zero)
    changed.scrollPadding = scrollPadding.applied(to: container.scrollPadding, without: .zero)
    changed.readableContentWidth = readableContentWidth.map { $0 }
      .applied(to: container.readableContentWidth, without: nil)
    changed.direction = direction.applied(to: container.direction, without: .leftToRight)
    changed.scale = scale.map { $0 }.applied(to: container.scale, without: nil)
    return changed
  }
}

extension LayoutUpdate.ContainerChange.Change {
  /// Returns the field's value after the change.
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
