/// Solves a group into its template (`semantics.md` B1 to B15), depth first.
///
/// The steps: 1 the group's inner rectangle, 2 the line of its subitems, 3 each placed subitem by
/// itself, once however often it is placed, 4 all of them put in their slots.
struct TemplateSolver: Sendable {
  /// Pixels a point; nil where nothing is rounded.
  let scale: Double?

  /// Solves a group of a resolved size.
  ///
  /// Its own supplementaries are left to the caller, who knows what it is.
  ///
  /// - Parameters:
  ///   - size: the group's slot, in points.
  ///   - allowance: how much it may hold.
  ///   - path: where the group stands in the document.
  /// - Throws: the first thing that cannot be laid out.
  /// - Complexity: O(leaves · nesting), both bounded by `TemplateAllowance`.
  func solve(
    _ group: LayoutGroup, size: Size, allowance: TemplateAllowance, at path: DocumentPath
  ) throws(LayoutError) -> GroupTemplate {
    let inner = try innerRect(of: group, size: size, at: path)
    switch group.content {
    case .frames(let frames):
      return try custom(frames, in: inner, allowance: allowance, at: path)
    case .subitems(let axis, let subitems, let count):
      let line = try self.line(
        of: group, axis: axis, subitems: subitems, count: count, in: inner.size,
        limit: allowance.leaves, at: path)
      return try filled(line, in: inner, allowance: allowance, at: path)
    case .arrangement:
      throw LayoutError(
        path.field("arrangement"), "stands only in a section's own group, not in a nested one")
    }
  }

  /// Step 1, B3, B4: the rectangle that the group's content insets leave for its subitems, which
  /// is also the host of its supplementaries (C13).
  ///
  /// - Throws: no room (D).
  func innerRect(
    of group: LayoutGroup, size: Size, at path: DocumentPath
  ) throws(LayoutError) -> Rect {
    let insets = group.size.effectiveInsets(group.contentInsets)
    let inner = Rect(x: 0, y: 0, width: size.width, height: size.height).inset(by: insets)
    let greatest = DimensionResolver.greatestLength
    guard inner.width > 0, inner.height > 0, inner.width <= greatest, inner.height <= greatest
    else {
      throw LayoutError(
        path,
        "there is no room in this group: \(size.width.inPoints) × \(size.height.inPoints) points"
          + " less its contentInsets leave \((size.width - insets.horizontal).inPoints) ×"
          + " \((size.height - insets.vertical).inPoints)")
    }
    return inner
  }

  /// Step 2, B6 to B12: what the group places and where.
  private func line(
    of group: LayoutGroup, axis: Axis, subitems: [LayoutSubitem], count: Int?, in room: Size,
    limit: Int, at path: DocumentPath
  ) throws(LayoutError) -> SubitemLine {
    guard let count, let subitem = subitems.first else {
      return try .cycling(
        subitems, in: room, axis: axis, spacing: group.interItemSpacing, scale: scale,
        limit: limit, at: path)
    }
    guard count <= limit else { throw TemplateAllowance.excess("items", at: path.field("count")) }
    return try .repeating(
      subitem, count: count, in: room, axis: axis, spacing: group.interItemSpacing,
      scale: scale, at: path)
  }

  /// Steps 3 and 4, C3: the line's slots filled in order.
  private func filled(
    _ line: SubitemLine, in inner: Rect, allowance: TemplateAllowance, at path: DocumentPath
  ) throws(LayoutError) -> GroupTemplate {
    var allowance = allowance
    var times = [Int](repeating: 0, count: line.subitems.count)
    for slot in line.slots { times[slot.subitem] += 1 }
    var solved: [GroupTemplate] = []
    for (number, subitem) in line.subitems.enumerated() where times[number] > 0 {
      let place = path.field("subitems").index(number)
      let template = try solve(
        subitem, size: line.sizes[number], allowance: allowance.shared(among: times[number]),
        at: place)
      try allowance.take(template, times: times[number], at: place)
      solved.append(template)
    }
    var template = GroupTemplate()
    for slot in line.slots {
      template.append(
        solved[slot.subitem],
        at: Point(x: inner.x + slot.origin.x, y: inner.y + slot.origin.y))
    }
    return template
  }

  /// Step 3: one subitem in a slot at (0, 0).
  private func solve(
    _ subitem: LayoutSubitem, size: Size, allowance: TemplateAllowance, at path: DocumentPath
  ) throws(LayoutError) -> GroupTemplate {
    switch subitem {
    case .item(let item): try single(item, size: size, at: path)
    case .group(let group): try nested(group, size: size, allowance: allowance, at: path)
    }
  }

  /// B3, B4: an item's frame is its slot less its content insets, which is also the host of its
  /// supplementaries (C13).
  private func single(
    _ item: LayoutItem, size: Size, at path: DocumentPath
  ) throws(LayoutError) -> GroupTemplate {
    let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
      .inset(by: item.size.effectiveInsets(item.contentInsets))
    var template = GroupTemplate()
    try append(item.supplementaryItems, on: frame, host: .item, to: &template, at: path)
    template.append(leaf: frame)
    return template
  }

  private func nested(
    _ group: LayoutGroup, size: Size, allowance: TemplateAllowance, at path: DocumentPath
  ) throws(LayoutError) -> GroupTemplate {
    let inner = try innerRect(of: group, size: size, at: path)
    var template = GroupTemplate()
    try append(
      group.supplementaryItems, on: inner, host: .nestedGroup, to: &template, at: path)
    template.append(
      try solve(group, size: size, allowance: allowance, at: path), at: .zero)
    template.countAsNested()
    return template
  }

  /// B14: given frames, relative to the group's corner and offset by its content insets.
  private func custom(
    _ frames: [CustomFrame], in inner: Rect, allowance: TemplateAllowance, at path: DocumentPath
  ) throws(LayoutError) -> GroupTemplate {
    guard frames.count <= allowance.leaves else {
      throw TemplateAllowance.excess("items", at: path.field("frames"))
    }
    var template = GroupTemplate()
    for frame in frames {
      template.append(
        leaf: frame.frame.offsetBy(dx: inner.x, dy: inner.y), zIndex: frame.zIndex)
    }
    return template
  }

  /// C12, C13: supplementaries on a host whose first leaf comes next.
  func append(
    _ items: [SupplementaryItem], on host: Rect, host sort: GroupTemplate.Badge.Host,
    to template: inout GroupTemplate, at path: DocumentPath
  ) throws(LayoutError) {
    for (number, item) in items.enumerated() {
      let place = path.field("supplementaryItems").index(number)
      template.append(item, frame: try item.frame(on: host, at: place), host: sort)
    }
  }
}
