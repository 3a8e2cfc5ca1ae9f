/// The space in one group that its subitems share, with the axis along which they follow each other and
/// their spacing.
struct SubitemRoom: Sendable {
  /// The size of the group less its content insets, in points.
  let size: Size
  /// The axis along which the group's subitems follow each other.
  let axis: LayoutAxis
  /// The spacing between two subitems.
  let spacing: LayoutSpacing
  /// The pixels per point; nil if frames are not rounded.
  let scale: Double?

  /// The length of the space along the group's axis, in points.
  var main: Double { axis.main(size) }
  /// The length of the space across the group's axis, in points.
  var cross: Double { axis.cross(size) }
}

/// The subitems that a group places one after the other, with their sizes and slots (LayoutRules B6 to
/// B12, B15, B16).
///
/// Positions are relative to the corner of the group's inner rectangle, which its content insets leave.
struct SubitemLine: Sendable {
  /// One placed subitem.
  struct Slot: Sendable {
    /// The subitem's index in the line's `subitems`.
    var subitem: Int
    /// The corner of the subitem's slot.
    var origin: Point
  }

  /// The group's subitems as they are placed: with `count`, the shared length replaces the declared one
  /// (LayoutRules B6).
  let subitems: [LayoutSubitem]
  /// For each element of `subitems`, its size in points.
  let sizes: [Size]
  /// The filled slots, in order; a subitem may fill several.
  let slots: [Slot]

  /// Returns a line that repeats one subitem `count` times, with equal shares of the space (LayoutRules
  /// B6, B7).
  ///
  /// The subitem's length across the group's axis is resolved against the space's length along it, less
  /// the total spacing. Flexible spacing counts as fixed at its minimum, and edge spacing is ignored.
  ///
  /// - Parameters:
  ///   - count: must be from 1 to the number of leaves that the group may still add.
  ///   - room: the group's room; if it has a `scale`, the shared length is rounded down to whole pixels.
  ///   - path: the group's path in the document.
  /// - Throws: if the spacing leaves no space for the subitems, or the size across the group's axis is
  ///   invalid.
  static func repeating(
    _ subitem: LayoutSubitem, count: Int, in room: SubitemRoom, at path: DocumentPath
  ) throws(LayoutError) -> SubitemLine {
    let (axis, spacing) = (room.axis, room.spacing)
    let available = room.main - spacing.minimum * Double(count - 1)
    guard available > 0, available.isLength else {
      throw LayoutError(
        path.field("interItemSpacing"),
        "invalid combination of spacing and size: \(count) subitems with"
          + " \(spacing.minimum.inPoints) points between two have no room in"
          + " \(room.main.inPoints) points")
    }
    let quotient = available / Double(count)
    let length = room.scale.map { PixelGrid(scale: $0).roundedDown(quotient) } ?? quotient
    let sized = subitem.overriding(length: length, along: axis).withoutEdgeSpacing
    let parent = axis.size(main: available, cross: room.cross)
    let size = try DimensionResolver(parent: parent)
      .resolve(sized.size, at: path.field("subitems").index(0).field("size"))
    let slots = (0..<count).map { number in
      Slot(
        subitem: 0,
        origin: axis.point(main: Double(number) * (length + spacing.minimum), cross: 0))
    }
    return SubitemLine(subitems: [sized], sizes: [size], slots: slots)
  }

  /// Returns a line that places subitems in a cycle until the next one does not fit (LayoutRules B8).
  ///
  /// - Parameters:
  ///   - room: the group's room. A subitem fits if it exceeds the room by at most half a pixel (half a
  ///     point if frames are not rounded), or by at most half its length if that is less.
  ///   - limit: the maximum number of subitems to place; must be ≥ 0.
  ///   - path: the group's path in the document.
  /// - Throws: if a size is invalid, if a subitem is larger than the room (B15), if the first subitem
  ///   does not fit, if the cycle would never end, or if more than `limit` subitems would be placed.
  /// - Complexity: O(subitems + filled slots).
  static func cycling(
    _ subitems: [LayoutSubitem], in room: SubitemRoom, limit: Int, at path: DocumentPath
  ) throws(LayoutError) -> SubitemLine {
    let halfPixel = 0.5 / (room.scale ?? 1)
    let sizes = try sizes(of: subitems, in: room.size, at: path.field("subitems"))
    let spans = spans(of: subitems, sizes, along: room.axis)
    for (number, span) in spans.enumerated() {
      let forgiven = room.main + span.tolerance(halfPixel)
      guard span.length <= forgiven, number > 0 || span.least <= forgiven else {
        throw LayoutError(
          path.field("subitems").index(number),
          "invalid combination of spacing and size: cannot fit even a single item of"
            + " \(span.least.inPoints) points in \(room.main.inPoints) points")
      }
    }
    let cycle = SubitemCycle(spans: spans, spacing: room.spacing, room: room.main)
    let starts = try cycle.starts(
      halfPixel: halfPixel, limit: limit, at: path.field("subitems"))
    return SubitemLine(
      subitems: subitems, sizes: sizes, slots: slots(at: starts, of: subitems, sizes, in: room))
  }

  /// Returns a line that repeats one subitem `count` times at its own size, even if the group has no space
  /// for all of them (LayoutRules B16).
  ///
  /// - Parameters:
  ///   - count: must be from 1 to the number of leaves that the group may still add.
  ///   - path: the group's path in the document.
  /// - Throws: if the subitem's size is invalid.
  /// - Complexity: O(`count`).
  static func repeating(
    _ subitem: LayoutSubitem, atOwnSize count: Int, in room: SubitemRoom, at path: DocumentPath
  ) throws(LayoutError) -> SubitemLine {
    let subitems = [subitem]
    let sizes = try sizes(of: subitems, in: room.size, at: path.field("subitems"))
    let cycle = SubitemCycle(
      spans: spans(of: subitems, sizes, along: room.axis), spacing: room.spacing, room: room.main)
    let starts = cycle.starts(placing: count)
    return SubitemLine(
      subitems: subitems, sizes: sizes, slots: slots(at: starts, of: subitems, sizes, in: room))
  }

  /// Returns the length and the edge spacing of each subitem along an axis.
  private static func spans(
    of subitems: [LayoutSubitem], _ sizes: [Size], along axis: LayoutAxis
  ) -> [SubitemSpan] {
    zip(subitems, sizes).map { subitem, size in
      SubitemSpan(length: axis.main(size), edges: subitem.edgeSpacing.edges(along: axis))
    }
  }

  /// Returns the slots of subitems that follow each other in a cycle, and begin at `starts` along the
  /// group's axis.
  private static func slots(
    at starts: [Double], of subitems: [LayoutSubitem], _ sizes: [Size], in room: SubitemRoom
  ) -> [Slot] {
    let axis = room.axis
    let crossOrigins = spans(of: subitems, sizes, along: axis.crossed).map {
      $0.start(in: room.cross)
    }
    return starts.enumerated().map { number, start in
      let subitem = number % subitems.count
      return Slot(
        subitem: subitem, origin: axis.point(main: start, cross: crossOrigins[subitem]))
    }
  }

  /// Returns the size of each subitem in points (LayoutRules B1, K5).
  ///
  /// - Throws: an issue for every invalid size.
  private static func sizes(
    of subitems: [LayoutSubitem], in room: Size, at path: DocumentPath
  ) throws(LayoutError) -> [Size] {
    let resolver = DimensionResolver(parent: room)
    var sizes: [Size] = []
    var issues: [LayoutError.Issue] = []
    for (number, subitem) in subitems.enumerated() {
      do {
        sizes.append(try resolver.resolve(subitem.size, at: path.index(number).field("size")))
      } catch {
        issues += error.issues
      }
    }
    guard issues.isEmpty else { throw LayoutError(issues: issues) }
    makeUniform(&sizes, of: subitems)
    return sizes
  }

  /// Makes subitems that are uniform along an axis as long as the longest of them (LayoutRules K5).
  private static func makeUniform(_ sizes: inout [Size], of subitems: [LayoutSubitem]) {
    for axis in [LayoutAxis.horizontal, .vertical] {
      let uniform = subitems.indices.filter {
        subitems[$0].size.dimension(along: axis).isUniform
      }
      guard uniform.count > 1 else { continue }
      let longest = uniform.reduce(0) { max($0, axis.main(sizes[$1])) }
      for number in uniform {
        sizes[number] = axis.size(main: longest, cross: axis.cross(sizes[number]))
      }
    }
  }
}

extension LayoutSubitem {
  /// The subitem's declared size.
  var size: LayoutSize {
    switch self {
    case .item(let item): item.size
    case .group(let group): group.size
    }
  }

  /// The edge spacing around the subitem.
  var edgeSpacing: EdgeSpacing {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }

  /// The subitem's content insets, by which its rectangle is shrunk.
  var contentInsets: DirectionalInsets {
    switch self {
    case .item(let item): item.contentInsets
    case .group(let group): group.contentInsets
    }
  }

  /// The supplementaries of the subitem itself, without those of subitems inside it.
  var supplementaryItems: [SupplementaryItem] {
    switch self {
    case .item(let item): item.supplementaryItems
    case .group(let group): group.supplementaryItems
    }
  }

  /// The subitem without edge spacing, as `count` repeats it (LayoutRules B6).
  var withoutEdgeSpacing: LayoutSubitem {
    switch self {
    case .item(var item):
      item.edgeSpacing = EdgeSpacing()
      return .item(item)
    case .group(var group):
      group.edgeSpacing = EdgeSpacing()
      return .group(group)
    }
  }

  /// Returns the subitem with a given length along an axis (LayoutRules B6).
  func overriding(length: Double, along axis: LayoutAxis) -> LayoutSubitem {
    var size = size
    switch axis {
    case .horizontal: size.width = .absolute(length)
    case .vertical: size.height = .absolute(length)
    }
    switch self {
    case .item(var item):
      item.size = size
      return .item(item)
    case .group(var group):
      group.size = size
      return .group(group)
    }
  }
}

extension EdgeSpacing {
  /// Returns the edge spacings before and after a subitem along an axis; an absent one is fixed 0.
  func edges(along axis: LayoutAxis) -> (near: LayoutSpacing, far: LayoutSpacing) {
    switch axis {
    case .horizontal: (leading ?? .fixed(0), trailing ?? .fixed(0))
    case .vertical: (top ?? .fixed(0), bottom ?? .fixed(0))
    }
  }
}
