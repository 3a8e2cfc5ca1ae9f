/// The repeated groups of a section in which some items are measured (LayoutRules K5, K6).
///
/// A group with a measured item is laid out separately and called an own group; all other groups use one
/// template. The steps: 1 count the own groups, 2 find the length of uniform items in the whole section,
/// 3 find the slot length that all groups share, if they do, 4 make the template of the other groups, 5
/// place the groups.
struct MeasuredGroups {
  private typealias Measured = RepetitionSizing.Measured

  private let group: RepeatedGroup
  /// The section's own group as a subitem, with the parts of it that follow measured items.
  private let root: SelfSizingGroup.Subitem
  private let sizing: SelfSizingTemplate
  private let items: Items
  /// The path of the layout in the document, for errors.
  private let path: DocumentPath
  private let budget: LayoutBudget
  /// Whether all groups have one length along the scroll axis: the section is orthogonal, or the group's
  /// own dimension is uniform.
  private let isShared: Bool
  /// The number of own groups.
  private var ownCount = 0
  /// The number of the last own group among all groups.
  private var lastOwn = 0

  /// Step 1: creates the groups and counts the own groups.
  ///
  /// - Parameter items: the section's items; there must be at least one.
  /// - Returns: nil if no measured item changes its group, so that all groups use the template.
  /// - Throws: if there are more supplementaries than a document may have; `LayoutError.cancelled`.
  /// - Complexity: O(items in the chunks that contain measured items).
  init?(
    _ group: RepeatedGroup, _ items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    guard let sizing = group.selfSizing, items.haveLearned else { return nil }
    self.group = group
    self.sizing = sizing
    self.items = items
    self.path = path
    self.budget = budget
    root = sizing.group
    isShared = group.isOrthogonal || sizing.group.isUniform
    var (count, last, hasMeasured) = (0, 0, false)
    try forEachOwn { (number, measured) throws(LayoutError) in
      count += 1
      last = number
      hasMeasured = hasMeasured || !measured.isEmpty
    }
    guard hasMeasured else { return nil }
    ownCount = count
    lastOwn = last
    guard group.supplementaryCount(items: items.count) <= LayoutLimits.maxElements else {
      throw LayoutError.tooManyElements(at: path)
    }
  }

  /// The number of items in own groups.
  var ownItemCount: Int { (ownCount - 1) * group.cells.count + present(in: lastOwn) }

  /// The number of groups that are not own groups, and so use the template.
  private var othersCount: Int { group.count(items: items.count) - ownCount }

  /// Returns the number of items in the group with a number; the last group may be incomplete.
  private func present(in repetition: Int) -> Int {
    min(group.cells.count, items.count - repetition * group.cells.count)
  }

  /// Calls `body` with the number of each own group, ascending, and the group's measured items.
  ///
  /// If all groups have one length, an incomplete last group counts as an own group too, so that all
  /// groups that use the template are complete.
  private func forEachOwn(
    _ body: (Int, [Measured]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    var measured: [Measured] = []
    var current = -1
    for block in items.blocks {
      let column =
        group.axis == .vertical ? block.chunk.measuredHeights : block.chunk.measuredWidths
      try budget.count(column.isEmpty ? 1 : block.count)
      guard !column.isEmpty else { continue }
      for place in 0..<block.count {
        let length = column[place]
        guard !length.isNaN else { continue }
        let (repetition, leaf) = (block.items.lowerBound + place)
          .quotientAndRemainder(dividingBy: group.cells.count)
        guard sizing.follows(leaf) else { continue }
        if repetition != current {
          if current >= 0 { try body(current, measured) }
          measured.removeAll(keepingCapacity: true)
          current = repetition
        }
        measured.append(Measured(leaf: leaf, length: Units(points: length)))
      }
    }
    if current >= 0 { try body(current, measured) }
    let last = group.count(items: items.count) - 1
    if isShared, current < last, present(in: last) < group.cells.count { try body(last, []) }
  }

  private var walk: RepetitionSizing {
    RepetitionSizing(
      root,
      GroupTemplateFrames(
        cells: group.cells.frames, supplementaries: group.supplementaries, axis: group.axis),
      along: group.axis)
  }

  // MARK: Lengths

  /// The lengths along the scroll axis that all groups of the section share.
  private struct Common {
    /// The length of the uniform subitems that are directly in each group; nil if it is determined for
    /// each group.
    var uniform: Units?
    /// Whether `uniform` differs from the declared length, so that groups without measured items are
    /// also as long as their content.
    var changesOthers = false
    /// The slot length of every group; nil if each group has its own.
    var slot: Units?
  }

  /// Steps 2 and 3: finds the lengths that all groups share.
  private func common() throws(LayoutError) -> Common {
    var common = Common()
    var walk = walk
    let whole = group.cells.count
    if root.isUniform, case .group(let content) = root.content,
      let declared = content.uniformLength
    {
      var uniform =
        othersCount > 0 ? walk.measure([], present: whole).uniform : Units.zero
      try forEachOwn { (number, measured) throws(LayoutError) in
        let present = present(in: number)
        try budget.count(present)
        uniform = max(uniform, walk.measure(measured, present: present).uniform)
      }
      common.uniform = uniform
      common.changesOthers = uniform != declared
    }
    guard isShared else { return common }
    var slot = Units.zero
    if othersCount > 0 {
      slot =
        common.changesOthers
        ? walk.measure([], present: whole, sharing: common.uniform).content : root.length
    }
    try forEachOwn { (number, measured) throws(LayoutError) in
      let present = present(in: number)
      try budget.count(present)
      let isDeclared = measured.isEmpty && !common.changesOthers
      slot = max(
        slot,
        isDeclared
          ? root.length
          : walk.measure(measured, present: present, sharing: common.uniform).content)
    }
    common.slot = slot
    return common
  }

  // MARK: Places

  /// Places all groups of the section, the first one's corner at `start` along the scroll axis and at
  /// `cross` across it.
  ///
  /// - Throws: if an element is beyond the limits, or a supplementary has no valid size on its host;
  ///   `LayoutError.cancelled`.
  /// - Complexity: O(items in own groups), plus O(template) if the measured lengths also change the
  ///   other groups.
  func solution(start: Units, cross: Double) throws(LayoutError) -> GroupsSolution {
    let common = try common()
    let template = try template(common)
    let base = common.slot ?? root.length
    var course = group.course(start, cross)
    if !group.isOrthogonal { course.stride += base - root.length }
    let placed = try placed(common, base, course)
    let count = group.count(items: items.count)
    let starts = RepetitionStarts(
      numbers: placed.numbers, shifts: placed.shifts, course: course)
    let cells = try UnequalFrames(
      template.cells, starts, placed.cells, count: items.count, budget)
    var supplementaries: GroupSupplementaries<UnequalFrames>?
    let badgeCount = group.supplementaryCount(items: items.count)
    if badgeCount > 0 {
      supplementaries = GroupSupplementaries(
        template: group.supplementaries,
        frames: try UnequalFrames(
          template.badges, starts, placed.badges, count: badgeCount, budget))
    }
    let steps = group.isOrthogonal ? 0 : Double(count) * course.stride.points.magnitude
    let reach =
      base.points + group.farthest + group.axis.reach(template.cells.bounds)
      + group.axis.reach(template.badges.bounds) + steps + placed.reach
    let end = placed.end + (lastOwn == count - 1 ? .zero : base)
    return GroupsSolution(
      length: group.isOrthogonal ? base : max(.zero, end - start), reach: reach,
      cells: MeasuredCells(
        group.cells, cells, of: items, extraByteCount: starts.byteCount + template.ownByteCount),
      supplementaries: supplementaries, starts: starts)
  }

  /// The frames of the groups that are not own groups, relative to each group's corner.
  private struct Template {
    /// The frames of a group's items.
    var cells: RepeatedFrames.Template
    /// The frames of a group's supplementaries.
    var badges: RepeatedFrames.Template
    /// The bytes of both templates if they belong to this section only; 0 if all sections of the layout
    /// share them.
    var ownByteCount = 0
  }

  /// Step 4: returns the template of the groups that are not own groups.
  ///
  /// It is the layout's template, or a new one if measured lengths change all groups.
  private func template(_ common: Common) throws(LayoutError) -> Template {
    var template = Template(
      cells: group.cells.frames, badges: group.supplementaries.frames)
    let slot = common.slot ?? root.length
    guard othersCount > 0, common.changesOthers || (slot != root.length && root.host != nil) else {
      return template
    }
    try budget.count(group.cells.count)
    var walk = walk
    let lengths = walk.measure([], present: group.cells.count, sharing: common.uniform)
    var (cells, badges) = (OwnFrames(), OwnFrames())
    try walk.place(
      slot: slot, sharing: common.changesOthers ? lengths.uniform : nil, into: &cells, &badges)
    let axis = group.axis
    template.cells = RepeatedFrames.Template(
      (0..<cells.count).map { number in
        let frame = group.cells.frames.frames[number]
        return axis.rect(
          main: cells.starts[number].points, cross: axis.crossMin(frame),
          mainLength: cells.lengths[number].points, crossLength: axis.cross(frame.size))
      }, along: axis)
    template.badges = RepeatedFrames.Template(
      (0..<badges.count).map { number in
        axis.rect(
          main: badges.starts[number].points, cross: badges.crosses[number],
          mainLength: badges.lengths[number].points, crossLength: badges.breadths[number])
      }, along: axis)
    template.ownByteCount = template.cells.byteCount + template.badges.byteCount
    return template
  }

  /// The placed own groups.
  private struct Placed {
    /// The numbers of the own groups, ascending.
    var numbers: [UInt32] = []
    /// For each own group, the distance by which the own groups before it move it, then that for all
    /// later groups; empty if all groups have one length.
    var shifts: [Units] = []
    /// The frames of the own groups' items, relative to each group's corner.
    var cells = OwnFrames()
    /// The frames of the own groups' supplementaries, relative to each group's corner.
    var badges = OwnFrames()
    /// The sum over all own groups of the farthest distance of an element from the group's corner, and
    /// of the difference of the slot's length from the other groups', in points.
    var reach = 0.0
    /// The end of the section's last group along the scroll axis, if that group is laid out separately (an
    /// own group); otherwise its start, to which the caller adds the group's length.
    var end = Units.zero
  }

  /// Step 5: places the own groups.
  ///
  /// - Parameters:
  ///   - base: the slot length of the groups that are not own groups.
  ///   - course: where groups would begin if none were an own group.
  private func placed(
    _ common: Common, _ base: Units, _ course: RepeatedFrames.Course
  ) throws(LayoutError) -> Placed {
    var placed = try roomForPlaces()
    var (walk, shift) = (walk, Units.zero)
    try forEachOwn { (number, measured) throws(LayoutError) in
      let present = present(in: number)
      try budget.count(present)
      let lengths = walk.measure(measured, present: present, sharing: common.uniform)
      let isDeclared = measured.isEmpty && !common.changesOthers
      let slot = common.slot ?? lengths.content
      try walk.place(
        slot: slot, sharing: isDeclared ? nil : lengths.uniform, into: &placed.cells,
        &placed.badges)
      let start = course.start + number * course.stride + shift
      try path.requireScrollLength(max(walk.farthest.points, (start + slot).points.magnitude))
      placed.numbers.append(UInt32(truncatingIfNeeded: number))
      if common.slot == nil { placed.shifts.append(shift) }
      placed.reach += walk.farthest.points + (slot - base).points.magnitude
      placed.end = start + slot
      shift = (shift + slot - base).limited
    }
    if common.slot == nil { placed.shifts.append(shift) }
    let last = group.count(items: items.count) - 1
    if lastOwn < last { placed.end = course.start + last * course.stride + shift }
    return placed
  }

  /// Counts the memory of the own groups' frames against the budget, and returns empty arrays with room
  /// for them.
  private func roomForPlaces() throws(LayoutError) -> Placed {
    var placed = Placed()
    let present = present(in: lastOwn)
    let cellCount = ownItemCount
    let badgeCount =
      (ownCount - 1) * group.supplementaries.supplementaries.count
      + group.supplementaries.count(withItems: present)
    let shiftCount = isShared ? 0 : ownCount + 1
    // In addition to the frames, the index takes about three bytes for each part of an own group.
    try budget.hold(20 * cellCount + 36 * badgeCount + 12 * ownCount + 8 * shiftCount)
    placed.numbers.reserveCapacity(ownCount)
    placed.shifts.reserveCapacity(shiftCount)
    placed.cells.reserve(cellCount, isMoved: false)
    placed.badges.reserve(badgeCount, isMoved: true)
    return placed
  }
}
