/// Lays out single repetitions of a section's own group with measured lengths (LayoutRules K5).
///
/// Step 1 (`measure`) finds the lengths of the nested groups from the inside out, step 2 (`place`)
/// places the subitems from the outside in. Sums are in whole units and limited to `Units.limit`, so
/// that nothing overflows. The caller must check `farthest` after placing, to refuse elements beyond the
/// limits.
struct RepetitionSizing {
  /// A measured item of a repetition.
  struct Measured {
    /// The item's number in the repetition; the item must follow measured lengths
    /// (`SelfSizingTemplate.follows(_:)`).
    var leaf: Int
    /// The item's measured length along the scroll axis.
    var length: Units
  }

  /// The lengths along the scroll axis of a group that contains a measured item.
  struct GroupLength {
    /// The length of the group's content.
    var content: Units
    /// The length of each of the group's uniform subitems: that of the longest one.
    var uniform: Units
  }

  private let root: SelfSizingGroup.Subitem
  private let template: GroupTemplateFrames
  private let axis: LayoutAxis

  /// The repetition's measured items, sorted by `leaf`.
  private var measured: ArraySlice<Measured> = []
  /// The number of the repetition's items.
  private var present = 0
  /// The index in `measured` of the next measured item to find.
  private var next = 0
  /// The lengths of the nested groups that contain measured items, in document order.
  private var nested: [GroupLength] = []
  /// The index in `nested` of the next nested group to place.
  private var nextNested = 0

  /// The greatest distance along the scroll axis from the last placed repetition's corner to an edge of
  /// one of its elements.
  private(set) var farthest = Units.zero

  init(
    _ root: SelfSizingGroup.Subitem, _ template: GroupTemplateFrames, along axis: LayoutAxis
  ) {
    self.root = root
    self.template = template
    self.axis = axis
  }

  // MARK: Step 1: lengths

  /// Returns the lengths of a repetition; each item has its measured length, or its estimate if it has
  /// none.
  ///
  /// - Parameters:
  ///   - measured: the repetition's measured items, sorted by `leaf`.
  ///   - present: the number of items in the repetition; must be > 0.
  ///   - uniform: the length of the uniform subitems that are directly in the section's own group; nil
  ///     to use that of the longest one.
  /// - Complexity: O(`present`); a nested group without measured items takes O(1).
  mutating func measure(
    _ measured: ArraySlice<Measured>, present: Int, sharing uniform: Units? = nil
  ) -> GroupLength {
    self.measured = measured
    self.present = present
    next = measured.startIndex
    nested.removeAll(keepingCapacity: true)
    guard case .group(let group) = root.content else {
      return GroupLength(content: root.length, uniform: .zero)
    }
    return length(of: group, from: 0, sharing: uniform)
  }

  private mutating func length(
    of group: SelfSizingGroup, from first: Int, sharing shared: Units?
  ) -> GroupLength {
    var (leaf, number) = (first, 0)
    // Along the axis the lengths of all subitems add up; across it the longest one counts. Uniform
    // subitems are added separately.
    var (used, longest) = (Units.zero, Units.zero)
    var (uniform, uniformCount, uniformEdges) = (Units.zero, 0, -Units.limit)
    for slot in 0..<group.slotCount where leaf < present {
      let subitem = group.subitems[number]
      let own = ownLength(of: subitem, from: leaf)
      let edges = subitem.edges.near + subitem.edges.far
      used = (used + edges + (slot > 0 ? group.spacing : .zero)).limited
      if subitem.isUniform {
        uniform = max(uniform, own)
        uniformEdges = max(uniformEdges, edges)
        uniformCount += 1
      } else {
        used = (used + own).limited
        longest = max(longest, edges + own)
      }
      leaf += subitem.part.leaves.count
      number = number + 1 < group.subitems.count ? number + 1 : 0
    }
    if let shared { uniform = shared }
    let content =
      group.runsAlong
      ? used + uniformCount * uniform
      : max(longest, uniformCount > 0 ? uniformEdges + uniform : .zero)
    return GroupLength(content: max(.zero, content).limited, uniform: uniform)
  }

  private mutating func ownLength(of subitem: SelfSizingGroup.Subitem, from leaf: Int) -> Units {
    switch subitem.content {
    case .fixed: return subitem.estimate
    case .item: return foundLength(of: leaf) ?? subitem.estimate
    case .group(let group):
      guard holdsMeasured(subitem, from: leaf) else { return subitem.estimate }
      let place = nested.count
      nested.append(GroupLength(content: .zero, uniform: .zero))
      nested[place] = length(of: group, from: leaf, sharing: nil)
      return nested[place].content
    }
  }

  /// Returns the measured length of a repetition's item, and makes the next measured item current; nil if
  /// the item has none.
  ///
  /// Items must be requested in order.
  private mutating func foundLength(of leaf: Int) -> Units? {
    guard next < measured.endIndex, measured[next].leaf == leaf else { return nil }
    next += 1
    return measured[next - 1].length
  }

  /// Returns whether the next measured item is inside a subitem whose first leaf has the given number.
  private func holdsMeasured(_ subitem: SelfSizingGroup.Subitem, from leaf: Int) -> Bool {
    next < measured.endIndex && measured[next].leaf < leaf + subitem.part.leaves.count
  }

  // MARK: Step 2: places

  /// Places the repetition that was last passed to `measure`.
  ///
  /// - Parameters:
  ///   - slot: the length of the repetition's slot along the scroll axis.
  ///   - uniform: the length of the uniform subitems that are directly in the section's own group; nil
  ///     to copy the repetition from the template as declared.
  ///   - cells: receives the frames of the items, relative to the repetition's corner.
  ///   - badges: receives the frames of the supplementaries, relative to the repetition's corner.
  /// - Throws: if a supplementary has no valid size on its host, or is more than 2^53 points away.
  mutating func place(
    slot: Units, sharing uniform: Units?, into cells: inout OwnFrames, _ badges: inout OwnFrames
  ) throws(LayoutError) {
    next = measured.startIndex
    nextNested = 0
    farthest = .zero
    var output = Output(cells: cells, badges: badges)
    // Empty the arguments, so that the arrays stay uniquely referenced and grow in place.
    (cells, badges) = (OwnFrames(), OwnFrames())
    defer { (cells, badges) = (output.cells, output.badges) }
    try placeSupplementaries(of: root, at: .zero, slot, &output)
    if let uniform, case .group(let group) = root.content {
      try place(group, at: .zero, sharing: uniform, &output)
    } else {
      copy(root, at: .zero, &output)
    }
  }

  /// The arrays to which a repetition's frames are added, and their counts before the repetition.
  private struct Output {
    var cells: OwnFrames
    var badges: OwnFrames
    let firstCell: Int
    let firstBadge: Int

    init(cells: OwnFrames, badges: OwnFrames) {
      self.cells = cells
      self.badges = badges
      firstCell = cells.count
      firstBadge = badges.count
    }

    /// The number in the repetition of the item that is added next.
    var leaf: Int { cells.count - firstCell }
    /// The number in the repetition of the supplementary that is added next.
    var badge: Int { badges.count - firstBadge }
  }

  private mutating func place(
    _ group: SelfSizingGroup, at start: Units, sharing uniform: Units, _ output: inout Output
  ) throws(LayoutError) {
    var (used, number) = (Units.zero, 0)
    for slot in 0..<group.slotCount where output.leaf < present {
      let subitem = group.subitems[number]
      number = number + 1 < group.subitems.count ? number + 1 : 0
      if slot > 0, group.runsAlong { used = (used + group.spacing).limited }
      let position = (start + (group.runsAlong ? used : .zero) + subitem.edges.near).limited
      var length = subitem.isUniform ? uniform : subitem.estimate
      switch subitem.content {
      case .fixed:
        try placeSupplementaries(of: subitem, at: position, length, &output)
        copy(subitem, at: position, &output)
      case .item:
        if let found = foundLength(of: output.leaf), !subitem.isUniform { length = found }
        try placeSupplementaries(of: subitem, at: position, length, &output)
        reach(position, length)
        output.cells.append(position, length)
      case .group(let group):
        var inner: GroupLength?
        if holdsMeasured(subitem, from: output.leaf) {
          inner = nested[nextNested]
          nextNested += 1
        }
        if let inner, !subitem.isUniform { length = inner.content }
        try placeSupplementaries(of: subitem, at: position, length, &output)
        if let inner {
          try place(group, at: position, sharing: inner.uniform, &output)
        } else {
          copy(subitem, at: position, &output)
        }
      }
      used = (used + subitem.edges.near + length + subitem.edges.far).limited
    }
  }

  /// Copies the items and supplementaries inside a subitem from the template, all moved by one distance.
  ///
  /// The subitem's own supplementaries are not copied; the caller must have placed them.
  private mutating func copy(
    _ subitem: SelfSizingGroup.Subitem, at start: Units, _ output: inout Output
  ) {
    let part = subitem.part
    let distance = start - subitem.start
    let own = subitem.host?.supplementaryItems.count ?? 0
    let firstLeaf = output.leaf
    for number in part.supplementaries.dropFirst(own) {
      let leaf = firstLeaf + template.firstLeaf(ofSupplementary: number) - part.leaves.lowerBound
      guard leaf < present else { break }
      copySupplementary(number, by: distance, &output)
    }
    for leaf in part.leaves.prefix(present - firstLeaf) {
      let place = template.cell(leaf)
      let position = (place.start + distance).limited
      reach(position, place.length)
      output.cells.append(position, place.length)
    }
  }

  private mutating func copySupplementary(
    _ number: Int, by distance: Units, _ output: inout Output
  ) {
    let (place, other) = (template.badge(number), template.badge(output.badge))
    let position = (place.start + distance).limited
    reach(position, place.length)
    output.badges.append(position, place.length, cross: other.cross, breadth: other.breadth)
  }

  /// Places the supplementaries that a subitem itself has, if it begins at `start` and has this length
  /// (LayoutRules C12, C13).
  private mutating func placeSupplementaries(
    of subitem: SelfSizingGroup.Subitem, at start: Units, _ length: Units,
    _ output: inout Output
  ) throws(LayoutError) {
    guard let host = subitem.host else { return }
    let first = subitem.part.supplementaries.lowerBound
    for (number, item) in host.supplementaryItems.enumerated() {
      guard length != subitem.length else {
        copySupplementary(first + number, by: start - subitem.start, &output)
        continue
      }
      let path = host.path.field("supplementaryItems").index(number)
      let frame = try item.frame(
        on: axis.rect(
          main: 0, cross: axis.crossMin(host.rect), mainLength: length.points,
          crossLength: axis.cross(host.rect.size)),
        at: path)
      try path.checkExtent(
        frame.isWithinMaxExtent, orThrow: "is more than 2^53 points away")
      let position = (start + Units(points: axis.mainMin(frame))).limited
      let frameLength = Units(points: axis.main(frame.size))
      // A repeated subitem is moved across the scroll axis too, by as much as its supplementaries in the
      // template.
      let shift = template.badge(output.badge).cross - template.badge(first + number).cross
      reach(position, frameLength)
      output.badges.append(
        position, frameLength, cross: axis.crossMin(frame) + shift,
        breadth: axis.cross(frame.size))
    }
  }

  private mutating func reach(_ start: Units, _ length: Units) {
    farthest = max(farthest, start + length, -start)
  }
}

/// The frames of the items and supplementaries of the section's own group, by their numbers in the
/// template.
struct GroupTemplateFrames: Sendable {
  let cells: RepeatedFrames.Template
  let supplementaries: SupplementaryTemplate
  let axis: LayoutAxis

  func cell(_ number: Int) -> SectionFrame { cells.place(number, along: axis) }

  func badge(_ number: Int) -> SectionFrame {
    supplementaries.frames.place(number, along: axis)
  }

  func firstLeaf(ofSupplementary number: Int) -> Int {
    supplementaries.supplementaries[number].firstLeaf
  }
}
