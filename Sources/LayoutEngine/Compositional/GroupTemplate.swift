/// A group solved once: what every repetition of it looks like, relative to its own corner.
///
/// Nested groups are dissolved into the leaves and badges that they hold.
struct GroupTemplate: Sendable {
  /// A supplementary of an item or a group of the template.
  struct Badge: Sendable {
    /// What it stands on, which decides how it is numbered (LayoutRules C10).
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
    /// The host's first leaf, or the host itself where it is an item: without that leaf the badge
    /// is hidden, unless the host is the section's own group.
    var firstLeaf: Int
    var frame: Rect
    var zIndex: Int
  }

  /// The items' final frames, depth first (LayoutRules C3).
  private(set) var leaves: [Rect] = []
  /// The stacking orders that custom frames give (LayoutRules B14).
  private(set) var zIndexes = CodeColumn<Int>()
  /// Supplementaries, ascending by `firstLeaf`; an outer host's before an inner one's.
  private(set) var badges: [Badge] = []
  /// How many nested groups were dissolved.
  private(set) var nestedGroupCount = 0

  /// Adds one item.
  mutating func append(leaf: Rect, zIndex: Int? = nil) {
    if let zIndex { zIndexes.set(zIndex, at: leaves.count) }
    leaves.append(leaf)
  }

  /// Adds a supplementary of a host whose first leaf comes next.
  mutating func append(_ item: SupplementaryItem, frame: Rect, host: Badge.Host) {
    badges.append(
      Badge(
        host: host, kind: item.kind, firstLeaf: leaves.count, frame: frame,
        zIndex: item.zIndex ?? CompositionalSolver.supplementaryZIndex))
  }

  /// Counts a nested group that is dissolved into the template.
  mutating func countNestedGroup() {
    nestedGroupCount += 1
  }

  /// A stretch of a template: all that one subitem brought.
  struct Part: Sendable {
    var leaves: Range<Int>
    var badges: Range<Int>
    var nestedGroupCount: Int
  }

  /// What has been added since the template was as large as `start`, an empty part at its end.
  func part(since start: Part) -> Part {
    Part(
      leaves: start.leaves.lowerBound..<leaves.count,
      badges: start.badges.lowerBound..<badges.count,
      nestedGroupCount: nestedGroupCount - start.nestedGroupCount)
  }

  /// The empty part at the template's end.
  var end: Part {
    Part(
      leaves: leaves.count..<leaves.count, badges: badges.count..<badges.count,
      nestedGroupCount: nestedGroupCount)
  }

  /// Adds once more what a subitem brought, moved by a distance.
  mutating func append(again part: Part, movedBy distance: Point) {
    let shift = leaves.count - part.leaves.lowerBound
    for leaf in part.leaves {
      append(
        leaf: leaves[leaf].offsetBy(dx: distance.x, dy: distance.y),
        zIndex: zIndexes.isEmpty ? nil : zIndexes[leaf])
    }
    for number in part.badges {
      var badge = badges[number]
      badge.firstLeaf += shift
      badge.frame = badge.frame.offsetBy(dx: distance.x, dy: distance.y)
      badges.append(badge)
    }
    nestedGroupCount += part.nestedGroupCount
  }

  /// Whether every frame lies within 2^53 points of the group's corner.
  var isWithinReach: Bool {
    leaves.allSatisfy { $0.isWithinReach } && badges.allSatisfy { $0.frame.isWithinReach }
  }
}

/// How much a template, or a part of it, may still hold, so that no document costs more than it
/// should: checked before the work is done.
struct TemplateAllowance: Sendable {
  /// Items in a group.
  var leaves = 100_000
  /// Groups in a group.
  var nestedGroups = 100_000
  /// Supplementaries in a group.
  var badges = 100_000

  /// The deepest nesting of groups, the section's own counted.
  static let greatestDepth = 64

  /// What each of `count` like parts may hold; `count` ≥ 1.
  func shared(among count: Int) -> TemplateAllowance {
    TemplateAllowance(
      leaves: leaves / count, nestedGroups: nestedGroups / count, badges: badges / count)
  }

  /// Takes what `count` times a part hold.
  ///
  /// - Throws: the number that is passed, at `path`.
  mutating func take(
    _ part: GroupTemplate.Part, times count: Int, at path: DocumentPath
  ) throws(LayoutError) {
    let allowed = shared(among: count)
    if part.leaves.count > allowed.leaves { throw Self.excess("items", at: path) }
    if part.nestedGroupCount > allowed.nestedGroups { throw Self.excess("groups", at: path) }
    if part.badges.count > allowed.badges {
      throw Self.excess("supplementary items", at: path)
    }
    leaves -= part.leaves.count * count
    nestedGroups -= part.nestedGroupCount * count
    badges -= part.badges.count * count
  }

  /// The error of a group that would hold too many of something.
  static func excess(_ things: String, at path: DocumentPath) -> LayoutError {
    LayoutError(path, "makes a group of more than 100000 \(things)")
  }
}
