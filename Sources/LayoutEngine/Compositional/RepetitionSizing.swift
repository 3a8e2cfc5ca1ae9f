/// Lays repetitions of a section's group out by the lengths that views have found (LayoutRules K5).
///
/// Step 1 finds lengths from the inside out, step 2 places from the outside in. Sums are of whole
/// units and end at `Units.limit`, so that nothing overflows; what lies beyond reach is refused when
/// it has been placed.
struct RepetitionSizing {
  /// An item of a repetition and the length that a view has found for it.
  struct Measured {
    /// Its place in the repetition; that of an item which follows views.
    var leaf: Int
    var length: Units
  }

  /// What a group in which some item is measured comes to.
  struct GroupLength {
    var content: Units
    /// The longest of its subitems that are as long as each other.
    var uniform: Units
  }

  private let root: SelfSizingGroup.Subitem
  private let template: GroupTemplateFrames
  private let axis: Axis

  /// The repetition's measured items by their places, and how many items it has.
  private var measured: [Measured] = []
  private var present = 0
  /// The next measured item.
  private var next = 0
  /// What nested groups come to, as they are reached.
  private var nested: [GroupLength] = []
  private var nextNested = 0

  /// The farthest that something lies from the last placed repetition's corner.
  private(set) var farthest = Units.zero

  init(
    _ root: SelfSizingGroup.Subitem, _ template: GroupTemplateFrames, along axis: Axis
  ) {
    self.root = root
    self.template = template
    self.axis = axis
  }

  // MARK: Step 1: lengths

  /// The lengths of a repetition whose items are as long as views have found, or as estimated.
  ///
  /// - Parameters:
  ///   - measured: sorted by place.
  ///   - present: how many items the repetition has; > 0.
  ///   - uniform: what the group's own uniform subitems take; nil for the longest of them.
  /// - Complexity: O(`present`) but for groups without measured items.
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
    // Along the axis what all take, across it what the longest takes: uniform subitems apart.
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

  /// Takes what a view has found for an item.
  private mutating func foundLength(of leaf: Int) -> Units? {
    guard next < measured.count, measured[next].leaf == leaf else { return nil }
    next += 1
    return measured[next - 1].length
  }

  private func holdsMeasured(_ subitem: SelfSizingGroup.Subitem, from leaf: Int) -> Bool {
    next < measured.count && measured[next].leaf < leaf + subitem.part.leaves.count
  }

  // MARK: Step 2: places

  /// Places what `measure` has measured last.
  ///
  /// - Parameters:
  ///   - slot: the repetition's length.
  ///   - uniform: what the group's own uniform subitems take; nil if the repetition is as
  ///     declared.
  ///   - cells: where the items' places are added.
  ///   - badges: where those of supplementaries are, from the repetition's corner as well.
  /// - Throws: a supplementary that has no size on its host.
  mutating func place(
    slot: Units, sharing uniform: Units?, into cells: inout OwnFrames, _ badges: inout OwnFrames
  ) throws(LayoutError) {
    next = 0
    nextNested = 0
    farthest = .zero
    var output = Output(cells: cells, badges: badges)
    // So that the arrays have one holder and grow in place.
    (cells, badges) = (OwnFrames(), OwnFrames())
    defer { (cells, badges) = (output.cells, output.badges) }
    try placeSupplementaries(of: root, at: .zero, slot, &output)
    if let uniform, case .group(let group) = root.content {
      try place(group, at: .zero, sharing: uniform, &output)
    } else {
      copy(root, at: .zero, &output)
    }
  }

  /// Where places are added, and what was there before the repetition.
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

  /// Moves a subitem's items and what stands on them as a whole, its own supplementaries aside.
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

  /// LayoutRules C12, C13: what stands on a subitem that begins there and has that length.
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
        frame.isWithinReach, orThrow: "stands more than 2^53 points away")
      let position = (start + Units(points: axis.mainMin(frame))).limited
      let frameLength = Units(points: axis.main(frame.size))
      // Where the subitem stands again it is moved across, too.
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

/// Where a template's items and supplementaries stand, by number.
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
