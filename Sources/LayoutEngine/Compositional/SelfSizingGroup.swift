/// A group that is as long as its content if an item in it has been measured (LayoutRules K5).
///
/// It stores the subitems as declared, and which of them follow measured lengths. Lengths are along the
/// scroll axis. A repeated subitem is stored once, at its first place, so that a group costs as much as
/// its part of the document.
final class SelfSizingGroup: Sendable {
  /// The part of a subitem that follows measured lengths.
  enum Content: Sendable {
    /// Nothing: the subitem is as declared, and moves as a whole.
    case fixed
    /// The item's length.
    case item
    /// The group's length and something inside the group.
    case group(SelfSizingGroup)

    /// Whether any part follows measured lengths.
    var followsViews: Bool {
      if case .fixed = self { false } else { true }
    }
  }

  /// A subitem of the group, at its first place.
  final class Subitem: Sendable {
    let content: Content
    /// The part that it adds to the template there.
    let part: GroupTemplate.Part
    /// Where its slot begins there, relative to the start of the section's group.
    let start: Units
    /// Its slot's length as declared.
    let length: Units
    /// Its own estimate; its length as declared if it has none.
    let estimate: Units
    /// The least room before and after it.
    let edges: (near: Units, far: Units)
    /// Whether it is uniform: as long as the longest of its uniform siblings.
    let isUniform: Bool
    /// Its supplementaries and their host; nil if it has none.
    let host: Host?

    /// Creates a subitem with the part that it adds to a template.
    ///
    /// - Parameters:
    ///   - slot: its slot in the section's group, in points.
    ///   - path: its place in the document.
    init(
      _ subitem: LayoutSubitem, _ content: Content, _ part: GroupTemplate.Part,
      in slot: SlotAlongAxis, at path: DocumentPath
    ) {
      let axis = slot.axis
      let dimension = subitem.size.dimension(along: axis)
      self.content = content
      self.part = part
      start = Units(points: axis.mainMin(slot.rect))
      length = Units(points: axis.main(slot.rect.size))
      switch dimension {
      case .estimated(let points), .uniformAcrossSiblings(let points):
        estimate = Units(points: points)
      case .absolute, .fractionalWidth, .fractionalHeight: estimate = length
      }
      let spacing = subitem.edgeSpacing.edges(along: axis)
      edges = (Units(points: spacing.near.minimum), Units(points: spacing.far.minimum))
      isUniform = dimension.isUniform
      let insets = subitem.size.effectiveInsets(subitem.contentInsets)
      host =
        subitem.supplementaryItems.isEmpty
        ? nil
        : Host(
          supplementaryItems: subitem.supplementaryItems, rect: slot.rect.inset(by: insets),
          path: path)
    }
  }

  /// A slot and the scroll axis.
  struct SlotAlongAxis {
    var rect: Rect
    var axis: Axis
  }

  /// A host of supplementaries.
  struct Host: Sendable {
    var supplementaryItems: [SupplementaryItem]
    /// Its rectangle in the section's group.
    var rect: Rect
    /// Its place in the document.
    var path: DocumentPath
  }

  /// Whether subitems follow each other along the scroll axis.
  let runsAlong: Bool
  /// The least distance between two subitems.
  let spacing: Units
  /// The subitems that are placed, in a cycle.
  let subitems: [Subitem]
  /// The number of slots that are filled with subitems.
  let slotCount: Int

  /// Creates a group.
  ///
  /// - Parameter slotCount: at least the number of subitems.
  init(runsAlong: Bool, spacing: Units, subitems: [Subitem], slotCount: Int) {
    self.runsAlong = runsAlong
    self.spacing = spacing
    self.subitems = subitems
    self.slotCount = slotCount
  }

  /// Marks the leaves that follow measured lengths.
  ///
  /// - Parameter leaf: the group's first leaf.
  func mark(_ leaves: inout [Bool], from leaf: Int) {
    var leaf = leaf
    for slot in 0..<slotCount {
      let subitem = subitems[slot % subitems.count]
      switch subitem.content {
      case .fixed: break
      case .item: leaves[leaf] = true
      case .group(let group): group.mark(&leaves, from: leaf)
      }
      leaf += subitem.part.leaves.count
    }
  }

  /// The slot length of uniform subitems; nil if there are none.
  var uniformLength: Units? { subitems.first { $0.isUniform }?.length }
}
