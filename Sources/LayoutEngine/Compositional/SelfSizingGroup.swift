/// A group that is as long as its content where an item in it has been measured (LayoutRules K5):
/// what it repeats, as declared, and what of it follows views.
///
/// Lengths are along the scroll axis. A subitem that is repeated is held once, as it stands where it
/// is placed first, so that a group costs as much as its part of the document.
final class SelfSizingGroup: Sendable {
  /// What of a subitem follows views.
  enum Content: Sendable {
    /// Nothing: it is as declared, and moved as a whole.
    case fixed
    /// The item's length.
    case item
    /// The group's length and something in it.
    case group(SelfSizingGroup)

    /// Whether anything does.
    var followsViews: Bool {
      if case .fixed = self { false } else { true }
    }
  }

  /// One of the group's subitems, where it first stands.
  final class Subitem: Sendable {
    let content: Content
    /// What it adds to the template there.
    let part: GroupTemplate.Part
    /// Where its slot begins there, from the start of the section's group.
    let start: Units
    /// Its slot's length as declared.
    let length: Units
    /// Its own estimate; its length, where that is none.
    let estimate: Units
    /// The least room before and after it.
    let edges: (near: Units, far: Units)
    /// Whether it is as long as the longest of its siblings that are.
    let isUniform: Bool
    /// What stands on it; nil for nothing.
    let host: Host?

    /// A subitem with the part that it adds to a template.
    ///
    /// - Parameters:
    ///   - slot: where it stands in the section's group, in points.
    ///   - path: where it stands in the document.
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

  /// A slot, and the scroll axis with its unit.
  struct SlotAlongAxis {
    var rect: Rect
    var axis: Axis
  }

  /// What carries supplementaries.
  struct Host: Sendable {
    var supplementaryItems: [SupplementaryItem]
    /// Where it stands in the section's group.
    var rect: Rect
    /// Where it stands in the document.
    var path: DocumentPath
  }

  /// Whether subitems follow each other along the scroll axis.
  let runsAlong: Bool
  /// The least distance between two subitems.
  let spacing: Units
  /// The subitems that are placed, in a cycle.
  let subitems: [Subitem]
  /// How many are placed.
  let slotCount: Int

  /// - Parameter slotCount: ≥ the subitems.
  init(runsAlong: Bool, spacing: Units, subitems: [Subitem], slotCount: Int) {
    self.runsAlong = runsAlong
    self.spacing = spacing
    self.subitems = subitems
    self.slotCount = slotCount
  }

  /// Marks the leaves that follow views.
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

  /// The slot length of subitems that are as long as the longest of them; nil without any.
  var uniformLength: Units? { subitems.first { $0.isUniform }?.length }
}
