/// Lays out repetitions of a section's group with measured lengths (LayoutRules K5).
///
/// Step 1 finds lengths from the inside out, step 2 places from the outside in. Sums are in whole units
/// and limited to `Units.limit`, so that nothing overflows; an element beyond reach is refused when it
/// has been placed.
struct RepetitionSizing {
  /// An item of a repetition and its measured length.
  struct Measured {
    /// Its place in the repetition; the item must follow measured lengths.
    var leaf: Int
    var length: Units
  }

  /// The lengths of a group in which some item is measured.
  struct GroupLength {
    var content: Units
    /// The length of its uniform subitems: that of the longest one.
    var uniform: Units
  }

  private let root: SelfSizingGroup.Subitem
  private let template: GroupTemplateFrames
  private let axis: Axis

  /// The repetition's measured items by their places, and the number of its items.
  private var measured: [Measured] = []
  private var present = 0
  /// The next measured item.
  private var next = 0
  /// The lengths of nested groups, in the order in which they are reached.
  private var nested: [GroupLength] = []
  private var nextNested = 0

  /// The greatest distance of an element from the last placed repetition's corner.
  private(set) var farthest = Units.zero

  init(
    _ root: SelfSizingGroup.Subitem, _ template: GroupTemplateFrames, along axis: Axis
  ) {
    self.root = root
    self.template = template
    self.axis = axis
  }

  // MARK: Step 1: lengths

  /// Returns the lengths of a repetition whose items are as long as measured, or as estimated.
  ///
  /// - Parameters:
  ///   - measured: the measured items, sorted by place.
  ///   - present: the number of items in the repetition; > 0.
  ///   - uniform: the length of the group's own uniform subitems; nil to use that of the longest one.
  /// - Complexity: O(`present`), but O(1) for a nested group without measured items.
  mutating func measure(
    _ measured: [Measured], present: Int, sharing uniform: Units? = nil
  ) -> GroupLength {
    self.measured = measured
    self.present = present
    next = 0
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

  /// Returns an item's measured length, and moves on to the next measured item; nil if it has none.
  private mutating func foundLength(of leaf: Int) -> Units? {
    guard next < measured.count, measured[next].leaf == leaf else { return nil }
    next += 1
    return measured[next - 1].length
  }

  private func holdsMeasured(_ subitem: SelfSizingGroup.Subitem, from leaf: Int) -> Bool {
    next < measured.count && measured[next].leaf < leaf + subitem.part.leaves.count
  }

  // MARK: Step 2: places

  /// Places the repetition that `measure` has measured last.
  ///
  /// - Parameters:
  ///   - slot: the repetition's length.
  ///   - uniform: the length of the group's own uniform subitems; nil if the repetition is as declared.
  ///   - cells: where the items' places are added.
  ///   - badges: where the supplementaries' places are added; all places are relative to the repetition's
  ///     corner.
  /// - Throws: if a supplementary has no size on its host.
  mutating func place(
    slot: Units, sharing uniform: Units?, into cells: inout OwnFrames, _ badges: inout OwnFrames
  ) throws(LayoutError) {
    next = 0
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

  /// The arrays to which places are added, and their counts before the repetition.
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

    /// The next item's place in the repetition, and the next supplementary's.
    var leaf: Int { cells.count - firstCell }
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

  /// Copies a subitem's items and their supplementaries from the template, moved as a whole.
  ///
  /// The subitem's own supplementaries are not copied.
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

  /// Places the supplementaries of a subitem that begins at `start` and has this length (LayoutRules C12,
  /// C13).
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
      try path.requireReach(
        frame.isWithinReach, orThrow: "is more than 2^53 points away")
      let position = (start + Units(points: axis.mainMin(frame))).limited
      let frameLength = Units(points: axis.main(frame.size))
      // A repetition of the subitem is moved across the axis, too.
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

/// The places of a template's items and supplementaries, by number.
struct GroupTemplateFrames: Sendable {
  let cells: RepeatedFrames.Template
  let supplementaries: SupplementaryTemplate
  let axis: Axis

  func cell(_ number: Int) -> ElementPlace { cells.place(number, along: axis) }

  func badge(_ number: Int) -> ElementPlace {
    supplementaries.frames.place(number, along: axis)
  }

  func firstLeaf(ofSupplementary number: Int) -> Int {
    supplementaries.supplementaries[number].firstLeaf
  }
}
