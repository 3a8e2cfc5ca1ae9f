/// A group that is as long as its content if one of its items has been measured (LayoutRules K5).
///
/// It stores the subitems as declared, and which of them follow measured lengths. Lengths are along the
/// scroll axis. A repeated subitem is stored once, in its first slot, so that a group takes memory in
/// proportion to its part of the document, not to its number of items.
final class SelfSizingGroup: Sendable {
  /// The part of a subitem that follows measured lengths.
  enum Content: Sendable {
    /// Nothing: the subitem keeps its declared lengths, and moves as a whole.
    case fixed
    /// The item's length.
    case item
    /// The nested group's length, and at least one of the subitems inside it.
    case group(SelfSizingGroup)

    /// Whether any part of the subitem follows measured lengths.
    var followsViews: Bool {
      if case .fixed = self { false } else { true }
    }
  }

  /// A subitem of the group, in the first slot that it fills.
  final class Subitem: Sendable {
    let content: Content
    /// The part that the subitem adds to the template in its first slot.
    let part: GroupTemplate.Segment
    /// Where its first slot begins, relative to the start of the section's own group.
    let start: Units
    /// The length of its slots as declared.
    let length: Units
    /// Its estimated length; its declared length if its dimension is not estimated.
    let estimate: Units
    /// The minimum edge spacing before and after it.
    let edges: (near: Units, far: Units)
    /// Whether its dimension is `uniformAcrossSiblings`: as long as the longest such sibling.
    let isUniform: Bool
    /// Its supplementaries and their host; nil if it has none.
    let host: Host?

    /// Creates a subitem with the part that it adds to a template.
    ///
    /// - Parameters:
    ///   - content: the part of it that follows measured lengths.
    ///   - part: the part that it adds to the template in its first slot.
    ///   - slot: its first slot, relative to the corner of the section's own group, in points.
    ///   - path: its path in the document.
    init(
      _ subitem: LayoutSubitem, _ content: Content, _ part: GroupTemplate.Segment,
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

  /// A slot, with the axis along which its length is used.
  struct SlotAlongAxis {
    var rect: Rect
    /// The scroll axis.
    var axis: LayoutAxis
  }

  /// An item or group with supplementaries, whose frames depend on its rectangle.
  struct Host: Sendable {
    var supplementaryItems: [SupplementaryItem]
    /// The host's rectangle as declared, less its content insets, relative to the corner of the
    /// section's own group.
    var rect: Rect
    /// The host's path in the document.
    var path: DocumentPath
  }

  /// Whether the group's subitems follow each other along the scroll axis, not across it.
  let runsAlong: Bool
  /// The minimum spacing between two subitems.
  let spacing: Units
  /// The subitems that fill the group's slots in a cycle.
  let subitems: [Subitem]
  /// The number of slots that are filled with subitems.
  let slotCount: Int

  /// Creates a group.
  ///
  /// - Parameter slotCount: the number of slots; must be at least the number of subitems.
  init(runsAlong: Bool, spacing: Units, subitems: [Subitem], slotCount: Int) {
    self.runsAlong = runsAlong
    self.spacing = spacing
    self.subitems = subitems
    self.slotCount = slotCount
  }

  /// Sets the elements of `leaves` to true for the items that follow measured lengths.
  ///
  /// - Parameters:
  ///   - leaves: must have an element for each item of the section's own group.
  ///   - leaf: the number of this group's first item.
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

  /// The declared slot length of the group's uniform subitems; nil if it has none.
  var uniformLength: Units? { subitems.first { $0.isUniform }?.length }
}
