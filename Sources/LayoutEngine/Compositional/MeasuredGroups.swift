/// The groups of a section of which some have measured items (LayoutRules K5, K6).
///
/// Only these, the own groups, are laid out separately; all other groups use one template. The steps: 1
/// count the own groups, 2 find the length of uniform items in the whole section, 3 find the slot that
/// all groups share, if they do, 4 make the template of the other groups, 5 place the groups.
struct MeasuredGroups {
  private typealias Measured = RepetitionSizing.Measured

  private let group: RepeatedGroup
  private let root: SelfSizingGroup.Subitem
  private let sizing: SelfSizingTemplate
  private let items: Items
  /// The layout's place in the document.
  private let path: DocumentPath
  private let budget: LayoutBudget
  /// Whether all groups have one length: in an orthogonal section, or if the group's own length is
  /// uniform.
  private let isShared: Bool
  /// The number of own groups, and the last of them.
  private var ownCount = 0
  private var lastOwn = 0

  /// Step 1: counts the own groups.
  ///
  /// - Parameter items: at least one.
  /// - Returns: nil if no group follows a measured item.
  /// - Throws: if there are more supplementaries than a document may have; `LayoutError.cancelled`.
  /// - Complexity: O(items of chunks with measured ones).
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

  /// The number of groups that use the template.
  private var othersCount: Int { group.count(items: items.count) - ownCount }

  /// Returns the number of items in a group.
  private func present(in repetition: Int) -> Int {
    min(group.cells.count, items.count - repetition * group.cells.count)
  }

  /// Calls `body` with each own group, in order, and its measured items.
  ///
  /// If all groups have one length, an incomplete last group is an own group too, so that every group of
  /// the template is whole.
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

  /// The lengths that all groups share.
  private struct Common {
    /// The length of every group's own uniform subitems; nil if groups don't share it.
    var uniform: Units?
    /// Whether that length makes groups without measured items as long as their content, too.
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

  /// Places all groups, with the first one's corner at `start` and `cross`.
  ///
  /// - Throws: if something reaches too far, or a supplementary has no size on its host;
  ///   `LayoutError.cancelled`.
  /// - Complexity: O(items of groups with measured ones), and O(template) if all groups share lengths
  ///   that were measured in some.
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
        group.cells, cells, extraByteCount: starts.byteCount + template.ownByteCount),
      supplementaries: supplementaries)
  }

  /// The frames of groups that are not own groups.
  private struct Template {
    var cells: RepeatedFrames.Template
    var badges: RepeatedFrames.Template
    /// The bytes of the templates that only this section has.
    var ownByteCount = 0
  }

  /// Step 4: returns the group's own template, or a new one if measured lengths change all groups.
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
    var numbers: [UInt32] = []
    var shifts: [Units] = []
    var cells = OwnFrames()
    var badges = OwnFrames()
    /// An upper bound of the sum of their lengths, in points.
    var reach = 0.0
    /// Where the section's last group ends, or where it begins if it is not an own group.
    var end = Units.zero
  }

  /// Step 5: places the own groups.
  ///
  /// - Parameters:
  ///   - base: the slot length of the other groups.
  ///   - course: where groups would begin if all were like those.
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

  /// Counts the memory of places before allocating it, and returns arrays with room for them.
  private func roomForPlaces() throws(LayoutError) -> Placed {
    var placed = Placed()
    let present = present(in: lastOwn)
    let cellCount = ownItemCount
    let badgeCount =
      (ownCount - 1) * group.supplementaries.supplementaries.count
      + group.supplementaries.count(withItems: present)
    let shiftCount = isShared ? 0 : ownCount + 1
    // Beside the places, the index takes about three bytes a piece of an own group.
    try budget.hold(20 * cellCount + 36 * badgeCount + 12 * ownCount + 8 * shiftCount)
    placed.numbers.reserveCapacity(ownCount)
    placed.shifts.reserveCapacity(shiftCount)
    placed.cells.reserve(cellCount, isMoved: false)
    placed.badges.reserve(badgeCount, isMoved: true)
    return placed
  }
}
