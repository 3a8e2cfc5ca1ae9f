/// The repeated groups of a section in which some items are measured (LayoutRules K5, K6).
///
/// A group with a measured item is laid out separately and called an own group; all other groups use one
/// template. Groups are in chunks, one for each chunk of items, with the groups that begin in it; chunks of an
/// earlier version whose items are the same are reused. The steps: 1 find the chunks, 2 find the length of
/// uniform items in the whole section, 3 find the slot length that all groups share, if they do, 4 make the
/// template of the other groups, 5 place the groups of the chunks that are not reused.
struct MeasuredGroups {
  private typealias Measured = RepetitionSizing.Measured
  private typealias Common = RepetitionChunk.CommonLengths

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
  private var drafts: [Draft] = []
  /// The number of own groups.
  private var ownCount = 0
  /// The number of items of groups that were placed, without those of chunks that were reused.
  private(set) var placedItemCount = 0

  /// A chunk of groups before it is placed.
  private struct Draft {
    var groups: Range<Int>
    /// The chunk of the earlier version that has the same items; nil if there is none, or if its lengths have
    /// changed.
    var kept: RepetitionChunk?
    var summary: RepetitionChunk.Summary
    /// The own groups; nil if they are those of `kept`.
    var own: OwnGroups?
  }

  /// The own groups of a chunk, with their measured items.
  private struct OwnGroups {
    /// The groups' indices in the chunk, ascending.
    var numbers: [UInt32] = []
    /// For each group, the end of its items in `measured`.
    var ends: [Int] = []
    var measured: [Measured] = []

    /// The measured items of the group at an index.
    func measured(at index: Int) -> ArraySlice<Measured> {
      measured[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
    }
  }

  /// Step 1: creates the groups and finds the own groups.
  ///
  /// - Parameters:
  ///   - items: the section's items; there must be at least one.
  ///   - earlier: the cells of an earlier version that were made by an equal group; nil if there are none.
  /// - Returns: nil if no measured item changes its group, so that all groups use the template.
  /// - Throws: if there are more supplementaries than a document may have; `LayoutError.cancelled`.
  /// - Complexity: O(chunks), plus O(items in chunks that contain measured items and are not reused).
  init?(
    _ group: RepeatedGroup, _ items: Items, after earlier: MeasuredCells?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) {
    guard let sizing = group.selfSizing, items.haveLearned else { return nil }
    self.group = group
    self.sizing = sizing
    self.items = items
    self.path = path
    self.budget = budget
    root = sizing.group
    isShared = group.isOrthogonal || sizing.group.isUniform
    var hasMeasured = false
    var matching = earlier?.heldItems.map { ChunkMatching($0) }
    drafts.reserveCapacity(items.chunks.count)
    for block in items.blocks {
      let number = matching?.number(of: block.chunk)
      let draft = try draft(block, number.flatMap { earlier?.starts.chunks[$0] })
      ownCount += draft.kept?.numbers.count ?? draft.own?.numbers.count ?? 0
      hasMeasured = hasMeasured || draft.summary.hasMeasured
      drafts.append(draft)
    }
    guard hasMeasured else { return nil }
    guard group.supplementaryCount(items: items.count) <= LayoutLimits.maxElements else {
      throw LayoutError.tooManyElements(at: path)
    }
  }

  /// The number of groups.
  private var count: Int { group.count(items: items.count) }

  /// The number of groups that are not own groups, and so use the template.
  private var othersCount: Int { count - ownCount }

  /// Returns the number of items in the group with a number; the last group may be incomplete.
  private func present(in repetition: Int) -> Int {
    min(group.cells.count, items.count - repetition * group.cells.count)
  }

  /// Returns the measured lengths of a block's items along the scroll axis.
  private func lengths(of block: ItemBlock) -> PackedColumn {
    group.axis == .vertical ? block.chunk.measuredHeights : block.chunk.measuredWidths
  }

  /// Returns the groups that begin in a block of items.
  ///
  /// - Parameter known: the groups that began in the same items in the earlier version; nil if they are not
  ///   known.
  private func draft(
    _ block: ItemBlock, _ known: RepetitionChunk?
  ) throws(LayoutError) -> Draft {
    let size = group.cells.count
    let begin = (block.items.lowerBound + size - 1) / size
    let groups = begin..<(block.items.upperBound + size - 1) / size
    let itemEnd = min(items.count, groups.upperBound * size)
    var summary = RepetitionChunk.Summary()
    summary.offset = groups.lowerBound * size - block.items.lowerBound
    summary.itemCount = max(0, itemEnd - groups.lowerBound * size)
    if !groups.isEmpty, itemEnd > block.items.upperBound {
      let rest = block.items.upperBound..<itemEnd
      for other in items.blocks(intersecting: rest) {
        let column = lengths(of: other)
        try budget.count(other.count)
        for item in other.items.clamped(to: rest) {
          summary.overhang.append(column.isEmpty ? .nan : column[item - other.items.lowerBound])
        }
      }
    }
    if let known, known.count == groups.count, known.summary.offset == summary.offset,
      known.summary.itemCount == summary.itemCount,
      known.summary.overhang.hasSameBits(as: summary.overhang)
    {
      try budget.count(1)
      return Draft(groups: groups, kept: known, summary: known.summary)
    }
    let own = try own(of: groups)
    summary.hasMeasured = !own.measured.isEmpty
    summary.ownItemCount =
      own.numbers.count * size
      - (own.numbers.last.map { size - present(in: groups.lowerBound + Int($0)) } ?? 0)
    return Draft(groups: groups, summary: summary, own: own)
  }

  /// Returns the own groups among neighbouring groups.
  ///
  /// If all groups have one length, an incomplete last group counts as an own group too, so that all
  /// groups that use the template are complete.
  private func own(of groups: Range<Int>) throws(LayoutError) -> OwnGroups {
    var own = OwnGroups()
    guard !groups.isEmpty else { return own }
    let size = group.cells.count
    let range = groups.lowerBound * size..<min(items.count, groups.upperBound * size)
    for block in items.blocks(intersecting: range) {
      let column = lengths(of: block)
      try budget.count(column.isEmpty ? 1 : block.count)
      guard !column.isEmpty else { continue }
      for item in block.items.clamped(to: range) {
        let length = column[item - block.items.lowerBound]
        guard !length.isNaN else { continue }
        let (repetition, leaf) = (item - range.lowerBound).quotientAndRemainder(dividingBy: size)
        guard sizing.follows(leaf) else { continue }
        let number = UInt32(truncatingIfNeeded: repetition)
        if own.numbers.last != number {
          own.numbers.append(number)
          own.ends.append(own.measured.count)
        }
        own.measured.append(Measured(leaf: leaf, length: Units(points: length)))
        own.ends[own.ends.count - 1] += 1
      }
    }
    let last = groups.count - 1
    if isShared, groups.upperBound == count, present(in: count - 1) < size,
      own.numbers.last != UInt32(truncatingIfNeeded: last)
    {
      own.numbers.append(UInt32(truncatingIfNeeded: last))
      own.ends.append(own.measured.count)
    }
    return own
  }

  private var walk: RepetitionSizing {
    RepetitionSizing(
      root,
      GroupTemplateFrames(
        cells: group.cells.frames, supplementaries: group.supplementaries, axis: group.axis),
      along: group.axis)
  }

  // MARK: Lengths

  /// Steps 2 and 3: finds the lengths that all groups share.
  ///
  /// - Complexity: O(chunks), plus O(items in own groups) if a length has changed.
  private mutating func common() throws(LayoutError) -> Common {
    var common = Common()
    var walk = walk
    let whole = group.cells.count
    if root.isUniform, case .group(let content) = root.content,
      let declared = content.uniformLength
    {
      var uniform =
        othersCount > 0 ? walk.measure([], present: whole).uniform : Units.zero
      for number in drafts.indices {
        if let own = drafts[number].own {
          drafts[number].summary.maxUniform =
            try maxLength(of: own, in: drafts[number].groups) {
              walk.measure($0, present: $1).uniform
            }
        }
        uniform = max(uniform, drafts[number].summary.maxUniform)
      }
      common.uniform = uniform
      common.changesOthers = uniform != declared
    }
    for number in drafts.indices {
      guard let kept = drafts[number].kept else { continue }
      let known = kept.summary.common
      if known.uniform != common.uniform || known.changesOthers != common.changesOthers {
        try drop(number)
      }
    }
    guard isShared else { return common }
    var slot = Units.zero
    if othersCount > 0 {
      slot =
        common.changesOthers
        ? walk.measure([], present: whole, sharing: common.uniform).content : root.length
    }
    for number in drafts.indices {
      if let own = drafts[number].own {
        drafts[number].summary.maxContent =
          try maxLength(of: own, in: drafts[number].groups) {
            $0.isEmpty && !common.changesOthers
              ? root.length
              : walk.measure($0, present: $1, sharing: common.uniform).content
          }
      }
      slot = max(slot, drafts[number].summary.maxContent)
    }
    common.slot = slot
    guard root.host != nil || !group.isOrthogonal else { return common }
    // The slot decides where supplementaries of the group are, and where the next group is.
    for number in drafts.indices {
      if let kept = drafts[number].kept, kept.summary.common.slot != slot { try drop(number) }
    }
    return common
  }

  /// Returns the greatest length of the own groups among neighbouring groups.
  ///
  /// - Parameter length: returns a length of a group, given its measured items and the number of its items.
  private func maxLength(
    of own: OwnGroups, in groups: Range<Int>, _ length: (ArraySlice<Measured>, Int) -> Units
  ) throws(LayoutError) -> Units {
    var greatest = Units.zero
    for index in own.numbers.indices {
      let present = present(in: groups.lowerBound + Int(own.numbers[index]))
      try budget.count(present)
      greatest = max(greatest, length(own.measured(at: index), present))
    }
    return greatest
  }

  /// Places a chunk again that was to be reused.
  private mutating func drop(_ number: Int) throws(LayoutError) {
    drafts[number].kept = nil
    drafts[number].own = try own(of: drafts[number].groups)
  }

  // MARK: Places

  /// Places all groups of the section, the first one's corner at `start` along the scroll axis and at
  /// `cross` across it.
  ///
  /// - Throws: if an element is beyond the limits, or a supplementary has no valid size on its host;
  ///   `LayoutError.cancelled`.
  /// - Complexity: O(chunks), plus O(items in own groups of chunks that are not reused), plus O(template)
  ///   if the measured lengths also change the other groups.
  mutating func solution(start: Units, cross: Double) throws(LayoutError) -> GroupsSolution {
    let common = try common()
    let template = try template(common)
    let base = common.slot ?? root.length
    var course = group.course(start, cross)
    if !group.isOrthogonal { course.stride += base - root.length }
    var chunks: [RepetitionChunk] = []
    chunks.reserveCapacity(drafts.count)
    // Most of a million plain items are in equal chunks, which one object stands for.
    var plain: RepetitionChunk?
    for draft in drafts {
      if let kept = draft.kept {
        chunks.append(kept)
      } else if let plain, plain.isSame(as: draft.summary, own: draft.own?.numbers ?? []) {
        chunks.append(plain)
      } else {
        let chunk = try chunk(draft, common, template, base, course)
        if chunk.numbers.isEmpty { plain = chunk }
        chunks.append(chunk)
        placedItemCount += draft.summary.ownItemCount
      }
    }
    let starts = RepetitionStarts(chunks, course: course)
    var reach = 0.0
    for number in chunks.indices where !chunks[number].numbers.isEmpty {
      let summary = chunks[number].summary
      let first = starts.start(ofChunk: number) + (common.slot ?? .zero)
      try path.requireScrollLength(
        max(
          summary.farthest.points, (first + summary.ends.lowerBound).points.magnitude,
          (first + summary.ends.upperBound).points.magnitude))
      reach += summary.reach
    }
    let cells = try UnequalFrames(.cells, template.cells, starts, count: items.count, budget)
    var supplementaries: GroupSupplementaries<UnequalFrames>?
    let badgeCount = group.supplementaryCount(items: items.count)
    if badgeCount > 0 {
      supplementaries = GroupSupplementaries(
        template: group.supplementaries,
        frames: try UnequalFrames(.badges, template.badges, starts, count: badgeCount, budget))
    }
    let steps = group.isOrthogonal ? 0 : Double(count) * course.stride.points.magnitude
    reach +=
      base.points + group.farthest + group.axis.reach(template.cells.bounds)
      + group.axis.reach(template.badges.bounds) + steps
    let last = starts.run(at: count - 1)
    let lastLength =
      last.isOwn ? common.slot ?? chunks[last.chunk].summary.lastContent : base
    return GroupsSolution(
      length: group.isOrthogonal ? base : max(.zero, last.corner.start + lastLength - start),
      reach: reach,
      cells: MeasuredCells(
        group.cells, cells, starts, of: items, templateByteCount: template.ownByteCount),
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

  /// Step 5: places the own groups of a chunk.
  ///
  /// - Parameters:
  ///   - base: the slot length of the groups that are not own groups.
  ///   - course: where groups would begin if none were an own group.
  private func chunk(
    _ draft: Draft, _ common: Common, _ template: Template, _ base: Units,
    _ course: RepeatedFrames.Course
  ) throws(LayoutError) -> RepetitionChunk {
    let own = draft.own ?? OwnGroups()
    var summary = draft.summary
    summary.common = common
    // The chunk may have been placed before, with other lengths.
    (summary.farthest, summary.reach, summary.lastContent) = (.zero, 0, .zero)
    let badgeCount = draft.groups.isEmpty ? 0 : self.badgeCount(of: draft.groups)
    // In addition to the frames, the index takes about three bytes for each part of an own group.
    try budget.reserve(
      20 * summary.ownItemCount + 36 * badgeCount + 12 * own.numbers.count
        + (common.slot == nil ? 8 * (own.numbers.count + 1) : 0))
    var (cells, badges, shifts) = (OwnFrames(), OwnFrames(), [Units]())
    cells.reserve(summary.ownItemCount, isMoved: false)
    if common.slot == nil { shifts.reserveCapacity(own.numbers.count + 1) }
    var (walk, shift) = (walk, Units.zero)
    for index in own.numbers.indices {
      let present = present(in: draft.groups.lowerBound + Int(own.numbers[index]))
      try budget.count(present)
      let measured = own.measured(at: index)
      let lengths = walk.measure(measured, present: present, sharing: common.uniform)
      let isDeclared = measured.isEmpty && !common.changesOthers
      let slot = common.slot ?? lengths.content
      try walk.place(
        slot: slot, sharing: isDeclared ? nil : lengths.uniform, into: &cells, &badges)
      let start = Int(own.numbers[index]) * course.stride + shift
      let end = start + (common.slot == nil ? slot : .zero)
      summary.ends =
        index == 0
        ? end...end : min(summary.ends.lowerBound, end)...max(summary.ends.upperBound, end)
      summary.farthest = max(summary.farthest, walk.farthest)
      summary.reach += walk.farthest.points + (slot - base).points.magnitude
      summary.lastContent = slot
      guard common.slot == nil else { continue }
      shifts.append(shift)
      shift = (shift + slot - base).limited
    }
    if common.slot == nil { shifts.append(shift) }
    return RepetitionChunk(
      count: draft.groups.count, numbers: own.numbers, shifts: shifts,
      cells: RepetitionFrames(
        template.cells, own.numbers, shifts, cells, course, count: summary.itemCount, budget),
      badges: RepetitionFrames(
        template.badges, own.numbers, shifts, badges, course, count: badgeCount, budget),
      summary)
  }

  /// Returns the number of supplementaries of neighbouring groups, at least one.
  private func badgeCount(of groups: Range<Int>) -> Int {
    (groups.count - 1) * group.supplementaries.supplementaries.count
      + group.supplementaries.count(withItems: present(in: groups.upperBound - 1))
  }
}

extension RepetitionChunk {
  /// Whether the chunk has no own repetitions, and stands for one that has none either.
  fileprivate func isSame(as other: Summary, own: [UInt32]) -> Bool {
    numbers.isEmpty && own.isEmpty && summary.itemCount == other.itemCount
      && summary.offset == other.offset && summary.overhang.hasSameBits(as: other.overhang)
  }
}

extension [Double] {
  /// Whether both have the same numbers, or NaN, at all places.
  fileprivate func hasSameBits(as other: [Double]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
  }
}
