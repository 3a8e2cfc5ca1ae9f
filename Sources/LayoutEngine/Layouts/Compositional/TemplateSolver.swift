/// Solves a group into its template (LayoutRules B1 to B16), depth first.
///
/// The steps for each group: 1 find its inner rectangle, 2 find the line of its subitems, 3 fill the
/// line's slots in order: each subitem is solved in its first slot and copied from there to its other
/// slots.
struct TemplateSolver: Sendable {
  /// The pixels per point; nil if frames are not rounded.
  private let scale: Double?
  /// The scroll axis, along which items may be measured.
  private let axis: LayoutAxis

  /// Creates a solver for the groups of sections in this environment.
  init(_ environment: SectionEnvironment) {
    scale = environment.scale
    axis = environment.axis
  }

  /// The slot in which a group or an item is solved.
  struct GroupSlot {
    /// The rectangle of the slot, relative to the corner of the section's own group.
    var rect: Rect
    /// Whether a group in the slot is the section's own group or a nested one, for its supplementaries.
    var host: GroupTemplate.Supplementary.Host
    /// The numbers of leaves, nested groups and supplementaries that the group may add.
    var allowance: TemplateAllowance
    /// Whether the slot's length along the scroll axis, and that of all groups around it, is estimated.
    var isEstimated = false
    /// The sizes of supplementaries that have bodies; nil if none has one.
    var sizing: ItemSupplementarySizing?
  }

  /// Adds a group that fills a slot to a template, its supplementaries first (LayoutRules C12, C13).
  ///
  /// The group's own supplementaries must have the sizes of their bodies, if they have any (N4).
  ///
  /// - Parameter path: the group's path in the document.
  /// - Returns: the group with the parts of it that follow measured items (LayoutRules K5); nil if no
  ///   part does.
  /// - Throws: an error for the first element that cannot be laid out.
  /// - Complexity: O(leaves + size of the spec); `TemplateAllowance` limits the leaves.
  @discardableResult
  func add(
    _ group: LayoutGroup, in slot: GroupSlot, to template: inout GroupTemplate,
    at path: DocumentPath
  ) throws(LayoutError) -> SelfSizingGroup? {
    let allowance = slot.allowance
    let inner = try innerRect(of: group, in: slot.rect, at: path)
    try add(group.supplementaryItems, on: inner, as: slot.host, to: &template, at: path)
    switch group.content {
    case .frames(let frames):
      try add(frames, in: inner, allowance: allowance, to: &template, at: path)
      return nil
    case .subitems(let axis, let subitems, let count):
      let repetition = Repetition(count: count, repeatingSubitem: group.repeatingSubitem)
      let room = SubitemRoom(
        size: inner.size, axis: axis, spacing: group.interItemSpacing, scale: scale)
      let line = try self.line(
        of: subitems, repetition, in: room, limit: allowance.leaves, at: path)
      var content = slot
      content.rect = inner
      let placed = try fill(line, in: content, to: &template, at: path)
      guard placed.contains(where: { $0.content.followsViews }) else { return nil }
      return SelfSizingGroup(
        runsAlong: axis == self.axis, spacing: Units(points: group.interItemSpacing.minimum),
        subitems: placed, slotCount: line.slots.count)
    case .arrangement:
      throw LayoutError(
        path.field("arrangement"), "is allowed only in a section's own group, not in a nested one")
    }
  }

  /// Step 1: returns the group's inner rectangle, which is its slot less its content insets (LayoutRules
  /// B3, B4).
  ///
  /// Its subitems are placed in it, and it is the host of its supplementaries (C13).
  ///
  /// - Throws: if the insets leave no space (LayoutRules D).
  func innerRect(
    of group: LayoutGroup, in slot: Rect, at path: DocumentPath
  ) throws(LayoutError) -> Rect {
    let insets = group.size.effectiveInsets(group.contentInsets)
    let inner = slot.inset(by: insets)
    guard inner.width > 0, inner.height > 0, inner.width.isLength, inner.height.isLength else {
      throw LayoutError(
        path,
        "there is no room in this group: \(slot.width.inPoints) × \(slot.height.inPoints) points"
          + " less its contentInsets leave \((slot.width - insets.horizontal).inPoints) ×"
          + " \((slot.height - insets.vertical).inPoints)")
    }
    return inner
  }

  /// How often a group places its only subitem; neither number is set if it places subitems in a cycle.
  private struct Repetition {
    /// The number of equal parts of the group's length (LayoutRules B6).
    let count: WholeNumber?
    /// The number of subitems at their own size (LayoutRules B16).
    let repeatingSubitem: WholeNumber?
  }

  /// Step 2: returns the line of the subitems that the group places (LayoutRules B6 to B12, B16).
  private func line(
    of subitems: [LayoutSubitem], _ repetition: Repetition, in room: SubitemRoom, limit: Int,
    at path: DocumentPath
  ) throws(LayoutError) -> SubitemLine {
    guard let subitem = subitems.first, let times = repetition.count ?? repetition.repeatingSubitem
    else { return try .cycling(subitems, in: room, limit: limit, at: path) }
    let dividesLength = repetition.count != nil
    guard times <= limit else {
      throw TemplateAllowance.excess(
        "items", at: path.field(dividesLength ? "count" : "repeatingSubitem"))
    }
    return dividesLength
      ? try .repeating(subitem, count: Int(times), in: room, at: path)
      : try .repeating(subitem, atOwnSize: Int(times), in: room, at: path)
  }

  /// Step 3: fills the line's slots in order (LayoutRules C3).
  ///
  /// - Parameter inner: the group's slot, but with the group's inner rectangle.
  /// - Returns: each subitem in its first slot; empty if the group's length is not estimated.
  private func fill(
    _ line: SubitemLine, in inner: GroupSlot, to template: inout GroupTemplate,
    at path: DocumentPath
  ) throws(LayoutError) -> [SelfSizingGroup.Subitem] {
    var allowance = inner.allowance
    var placed: [SelfSizingGroup.Subitem] = []
    var times = [Int](repeating: 0, count: line.subitems.count)
    for slot in line.slots { times[slot.subitem] += 1 }
    /// For each subitem, the origin of its first slot and the part that it added to the template there.
    var first: [(origin: Point, part: GroupTemplate.Segment)] = []
    for slot in line.slots {
      let number = slot.subitem
      if number < first.count {
        let distance = Point(
          x: slot.origin.x - first[number].origin.x, y: slot.origin.y - first[number].origin.y)
        template.append(again: first[number].part, movedBy: distance)
        continue
      }
      let place = path.field("subitems").index(number)
      let start = template.end
      var (subitem, size) = (line.subitems[number], line.sizes[number])
      let subitemSlot = GroupSlot(
        rect: Rect(
          x: inner.rect.x + slot.origin.x, y: inner.rect.y + slot.origin.y, width: size.width,
          height: size.height),
        host: .nestedGroup, allowance: allowance.shared(among: times[number]),
        isEstimated: inner.isEstimated && subitem.size.dimension(along: axis).isEstimated,
        sizing: inner.sizing)
      if let sizing = inner.sizing { subitem = try sizing.sized(subitem, in: subitemSlot.rect) }
      let content = try add(subitem, in: subitemSlot, to: &template, at: place)
      let part = template.part(since: start)
      try allowance.take(part, times: times[number], at: place)
      first.append((slot.origin, part))
      guard inner.isEstimated else { continue }
      placed.append(
        SelfSizingGroup.Subitem(
          subitem, content, part,
          in: SelfSizingGroup.SlotAlongAxis(rect: subitemSlot.rect, axis: axis),
          at: place))
    }
    return placed
  }

  /// Step 3: adds the subitem that fills a slot to the template.
  ///
  /// - Returns: the part of the subitem that follows measured lengths.
  private func add(
    _ subitem: LayoutSubitem, in slot: GroupSlot, to template: inout GroupTemplate,
    at path: DocumentPath
  ) throws(LayoutError) -> SelfSizingGroup.Content {
    switch subitem {
    case .item(let item):
      // LayoutRules B3, B4, C13: the frame is the slot less the content insets; it is also the
      // supplementaries' host.
      let frame = slot.rect.inset(by: item.size.effectiveInsets(item.contentInsets))
      try add(item.supplementaryItems, on: frame, as: .item, to: &template, at: path)
      template.append(leaf: frame)
      return slot.isEstimated ? .item : .fixed
    case .group(let group):
      template.countNestedGroup()
      let content = try add(group, in: slot, to: &template, at: path)
      return content.map { .group($0) } ?? .fixed
    }
  }

  /// Adds the frames of a custom group as items; they are relative to the corner of the group's inner
  /// rectangle (LayoutRules B14).
  private func add(
    _ frames: [CustomFrame], in inner: Rect, allowance: TemplateAllowance,
    to template: inout GroupTemplate, at path: DocumentPath
  ) throws(LayoutError) {
    guard frames.count <= allowance.leaves else {
      throw TemplateAllowance.excess("items", at: path.field("frames"))
    }
    for frame in frames {
      template.append(
        leaf: frame.frame.offsetBy(dx: inner.x, dy: inner.y), zIndex: frame.zIndex)
    }
  }

  /// Adds the supplementaries of a host; the caller must add the host's first leaf next (LayoutRules
  /// C12, C13).
  func add(
    _ items: [SupplementaryItem], on host: Rect, as role: GroupTemplate.Supplementary.Host,
    to template: inout GroupTemplate, at path: DocumentPath
  ) throws(LayoutError) {
    for (number, item) in items.enumerated() {
      let place = path.field("supplementaryItems").index(number)
      template.append(item, frame: try item.frame(on: host, at: place), host: role)
    }
  }
}
