/// Solves a group into its template (LayoutRules B1 to B15), depth first.
///
/// The steps: 1 the group's inner rectangle, 2 the line of its subitems, 3 the slots filled in
/// order, each subitem solved where it first stands and copied from there.
struct TemplateSolver: Sendable {
  /// Pixels a point; nil where nothing is rounded.
  let scale: Double?

  /// Where a group is solved.
  struct GroupSlot: Sendable {
    /// The group's slot, in the template's coordinates.
    var rect: Rect
    /// What the group is to its supplementaries.
    var host: GroupTemplate.Supplementary.Host
    /// How much it may hold.
    var allowance: TemplateAllowance
  }

  /// Adds a group in a slot to a template, its supplementaries first (LayoutRules C12, C13).
  ///
  /// - Parameter path: where the group stands in the document.
  /// - Throws: the first thing that cannot be laid out.
  /// - Complexity: O(leaves + spec), the leaves bounded by `TemplateAllowance`.
  func add(
    _ group: LayoutGroup, in slot: GroupSlot, to template: inout GroupTemplate,
    at path: DocumentPath
  ) throws(LayoutError) {
    let allowance = slot.allowance
    let inner = try innerRect(of: group, in: slot.rect, at: path)
    try add(group.supplementaryItems, on: inner, as: slot.host, to: &template, at: path)
    switch group.content {
    case .frames(let frames):
      try add(frames, in: inner, allowance: allowance, to: &template, at: path)
    case .subitems(let axis, let subitems, let count):
      let room = SubitemRoom(
        size: inner.size, axis: axis, spacing: group.interItemSpacing, scale: scale)
      let line = try self.line(
        of: subitems, count: count, in: room, limit: allowance.leaves, at: path)
      try fill(line, in: inner, allowance: allowance, to: &template, at: path)
    case .arrangement:
      throw LayoutError(
        path.field("arrangement"), "stands only in a section's own group, not in a nested one")
    }
  }

  /// Step 1, LayoutRules B3, B4: the rectangle that the group's content insets leave for its
  /// subitems, which is also the host of its supplementaries (C13).
  ///
  /// - Throws: no room (D).
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

  /// Step 2, LayoutRules B6 to B12: what the group places and where.
  private func line(
    of subitems: [LayoutSubitem], count: Int?, in room: SubitemRoom, limit: Int,
    at path: DocumentPath
  ) throws(LayoutError) -> SubitemLine {
    guard let count, let subitem = subitems.first else {
      return try .cycling(subitems, in: room, limit: limit, at: path)
    }
    guard count <= limit else { throw TemplateAllowance.excess("items", at: path.field("count")) }
    return try .repeating(subitem, count: count, in: room, at: path)
  }

  /// Step 3, LayoutRules C3: the line's slots filled in order.
  private func fill(
    _ line: SubitemLine, in inner: Rect, allowance: TemplateAllowance,
    to template: inout GroupTemplate, at path: DocumentPath
  ) throws(LayoutError) {
    var allowance = allowance
    var times = [Int](repeating: 0, count: line.subitems.count)
    for slot in line.slots { times[slot.subitem] += 1 }
    /// Where each subitem first stands and what it added there.
    var first: [(origin: Point, part: GroupTemplate.Part)] = []
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
      let size = line.sizes[number]
      try add(
        line.subitems[number],
        in: Rect(
          x: inner.x + slot.origin.x, y: inner.y + slot.origin.y, width: size.width,
          height: size.height),
        allowance: allowance.shared(among: times[number]), to: &template, at: place)
      let part = template.part(since: start)
      try allowance.take(part, times: times[number], at: place)
      first.append((slot.origin, part))
    }
  }

  /// Step 3: one subitem in its slot.
  private func add(
    _ subitem: LayoutSubitem, in slot: Rect, allowance: TemplateAllowance,
    to template: inout GroupTemplate, at path: DocumentPath
  ) throws(LayoutError) {
    switch subitem {
    case .item(let item):
      // LayoutRules B3, B4, C13: the frame is the slot less the content insets, and the
      // supplementaries' host.
      let frame = slot.inset(by: item.size.effectiveInsets(item.contentInsets))
      try add(item.supplementaryItems, on: frame, as: .item, to: &template, at: path)
      template.append(leaf: frame)
    case .group(let group):
      template.countNestedGroup()
      let slot = GroupSlot(rect: slot, host: .nestedGroup, allowance: allowance)
      try add(group, in: slot, to: &template, at: path)
    }
  }

  /// LayoutRules B14: given frames, relative to the group's corner and offset by its content
  /// insets.
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

  /// LayoutRules C12, C13: supplementaries on a host whose first leaf comes next.
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
