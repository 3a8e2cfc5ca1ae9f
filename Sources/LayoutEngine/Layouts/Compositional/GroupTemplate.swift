/// The section's own group, solved once: the frames that each repetition has, relative to that
/// repetition's corner.
///
/// Nested groups are flattened: the template lists only items, called leaves, and supplementaries.
struct GroupTemplate: Sendable {
  /// A supplementary of an item, of a nested group, or of the section's own group.
  struct Supplementary: Sendable, Hashable {
    /// The kind of element that a supplementary is attached to, which determines how it is numbered
    /// (LayoutRules C10).
    enum Host: Sendable, Hashable {
      /// The section's own group.
      case sectionGroup
      /// A group inside it.
      case nestedGroup
      /// An item.
      case item
    }

    var host: Host
    var kind: String
    /// The number of the host's first leaf; of the host itself if it is an item.
    ///
    /// In an incomplete group without this leaf the supplementary is hidden, unless the host is the
    /// section's own group.
    var firstLeaf: Int
    var frame: Rect
    var zIndex: WholeNumber
  }

  /// The items' final frames, depth first (LayoutRules C3).
  private(set) var leaves: [Rect] = []
  /// The stacking orders that custom frames set, by the leaves' numbers (LayoutRules B14).
  private(set) var zIndexes = CodeColumn<WholeNumber>()
  /// The supplementaries, ascending by `firstLeaf`; those of a group precede those of the groups and
  /// items inside it.
  private(set) var supplementaries: [Supplementary] = []
  /// The number of nested groups that were flattened.
  private(set) var nestedGroupCount = 0

  /// Adds an item with its final frame.
  mutating func append(leaf: Rect, zIndex: WholeNumber? = nil) {
    if let zIndex { zIndexes.set(zIndex, at: leaves.count) }
    leaves.append(leaf)
  }

  /// Adds a supplementary.
  ///
  /// The caller must add it before the host's first leaf, so that the next leaf is that leaf.
  mutating func append(_ item: SupplementaryItem, frame: Rect, host: Supplementary.Host) {
    supplementaries.append(
      Supplementary(
        host: host, kind: item.kind, firstLeaf: leaves.count, frame: frame,
        zIndex: item.zIndex ?? CompositionalSolver.supplementaryZIndex))
  }

  /// Counts a nested group that is flattened into the template.
  mutating func countNestedGroup() {
    nestedGroupCount += 1
  }

  /// A part of a template: the numbers of the leaves and supplementaries, and the count of nested
  /// groups, that one subitem added.
  struct Segment: Sendable {
    var leaves: Range<Int>
    var supplementaries: Range<Int>
    var nestedGroupCount: Int
  }

  /// Returns the part that was added since `start`, which must be an earlier value of `end`.
  func part(since start: Segment) -> Segment {
    Segment(
      leaves: start.leaves.lowerBound..<leaves.count,
      supplementaries: start.supplementaries.lowerBound..<supplementaries.count,
      nestedGroupCount: nestedGroupCount - start.nestedGroupCount)
  }

  /// The empty part at the template's end.
  var end: Segment {
    Segment(
      leaves: leaves.count..<leaves.count,
      supplementaries: supplementaries.count..<supplementaries.count,
      nestedGroupCount: nestedGroupCount)
  }

  /// Adds a copy of a part that a subitem added before, moved by a distance.
  mutating func append(again part: Segment, movedBy distance: Point) {
    let shift = leaves.count - part.leaves.lowerBound
    for leaf in part.leaves {
      append(
        leaf: leaves[leaf].offsetBy(dx: distance.x, dy: distance.y),
        zIndex: zIndexes.isEmpty ? nil : zIndexes[leaf])
    }
    for number in part.supplementaries {
      var supplementary = supplementaries[number]
      supplementary.firstLeaf += shift
      supplementary.frame = supplementary.frame.offsetBy(dx: distance.x, dy: distance.y)
      supplementaries.append(supplementary)
    }
    nestedGroupCount += part.nestedGroupCount
  }

  /// Whether every frame is within 2^53 points of the group's corner.
  var isWithinMaxExtent: Bool {
    leaves.allSatisfy { $0.isWithinMaxExtent }
      && supplementaries.allSatisfy { $0.frame.isWithinMaxExtent }
  }
}

/// The numbers of leaves, nested groups and supplementaries that may still be added to a template or a
/// part of it.
///
/// It is checked before the elements are added, so that no document costs more than its limits allow.
struct TemplateAllowance: Sendable {
  /// The number of items that may still be added.
  var leaves = 100_000
  /// The number of nested groups that may still be added.
  var nestedGroups = 100_000
  /// The number of supplementaries that may still be added.
  var supplementaries = 100_000

  /// The maximum depth of nested groups, counting the section's own group.
  static let maxDepth = 64

  /// Returns an equal share of the allowance for each of `count` copies of a part; `count` must be ≥ 1.
  func shared(among count: Int) -> TemplateAllowance {
    TemplateAllowance(
      leaves: leaves / count, nestedGroups: nestedGroups / count,
      supplementaries: supplementaries / count)
  }

  /// Subtracts the leaves, nested groups and supplementaries of `count` copies of a part.
  ///
  /// - Throws: an error at `path` that names the limit exceeded.
  mutating func take(
    _ part: GroupTemplate.Segment, times count: Int, at path: DocumentPath
  ) throws(LayoutError) {
    let allowed = shared(among: count)
    if part.leaves.count > allowed.leaves { throw Self.excess("items", at: path) }
    if part.nestedGroupCount > allowed.nestedGroups { throw Self.excess("groups", at: path) }
    if part.supplementaries.count > allowed.supplementaries {
      throw Self.excess("supplementary items", at: path)
    }
    leaves -= part.leaves.count * count
    nestedGroups -= part.nestedGroupCount * count
    supplementaries -= part.supplementaries.count * count
  }

  /// Returns the error for a group with more than 100,000 of the named things.
  static func excess(_ things: String, at path: DocumentPath) -> LayoutError {
    LayoutError(path, "makes a group have more than 100000 \(things)")
  }
}
