/// The room that the subitems of one group share, and how they follow each other in it.
struct SubitemRoom: Sendable {
  /// The size that the group's content insets leave, in points.
  let size: Size
  /// The group's own axis.
  let axis: Axis
  /// The spacing between two subitems.
  let spacing: LayoutSpacing
  /// Pixels a point; nil if nothing is rounded.
  let scale: Double?

  /// The room along the axis.
  var main: Double { axis.main(size) }
  /// The room across the axis.
  var cross: Double { axis.cross(size) }
}

/// The subitems that a group places one after the other, with their sizes and places (LayoutRules B6 to
/// B12, B15).
///
/// The main axis is the group's own. Positions are relative to the corner of the group's inner rectangle.
struct SubitemLine: Sendable {
  /// One placed subitem.
  struct Slot: Sendable {
    /// Its number among the group's subitems.
    var subitem: Int
    /// The corner of its slot.
    var origin: Point
  }

  /// The group's subitems, sized as placed: `count` overrides a length (LayoutRules B6).
  let subitems: [LayoutSubitem]
  /// The subitems' sizes, in points.
  let sizes: [Size]
  /// The placed subitems, in order.
  let slots: [Slot]

  /// Repeats one subitem `count` times, with equal shares of the room (LayoutRules B6, B7).
  ///
  /// The length across the axis resolves against the room less the total spacing. Flexible spacing counts
  /// as fixed at its minimum and edge spacing is ignored.
  ///
  /// - Parameters:
  ///   - count: from 1 to the leaves allowed.
  ///   - room: the room; the shared length is rounded down to its pixels.
  ///   - path: the group's place in the document.
  /// - Throws: if the spacing leaves no room, or the size across the axis is invalid.
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

  /// Places subitems in a cycle until the next one does not fit (LayoutRules B8).
  ///
  /// - Parameters:
  ///   - room: the room; the fit test tolerates half a pixel of it (half a point if nothing is rounded),
  ///     or half a subitem if that is less.
  ///   - limit: the most subitems to place; ≥ 0.
  ///   - path: the group's place in the document.
  /// - Throws: if a size is invalid, a subitem is larger than the room (B15), the first one does not fit,
  ///   the cycle would never end, or more than `limit` subitems would be placed.
  /// - Complexity: O(subitems + placed).
  static func cycling(
    _ subitems: [LayoutSubitem], in room: SubitemRoom, limit: Int, at path: DocumentPath
  ) throws(LayoutError) -> SubitemLine {
    let axis = room.axis
    let halfPixel = 0.5 / (room.scale ?? 1)
    let sizes = try sizes(of: subitems, in: room.size, at: path.field("subitems"))
    let spans = zip(subitems, sizes).map { subitem, size in
      SubitemSpan(length: axis.main(size), edges: subitem.edgeSpacing.edges(along: axis))
    }
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
    let crossOrigins = zip(subitems, sizes).map { subitem, size in
      SubitemSpan(
        length: axis.cross(size), edges: subitem.edgeSpacing.edges(along: axis.crossed)
      )
      .start(in: room.cross)
    }
    let slots = starts.enumerated().map { number, start in
      let subitem = number % subitems.count
      return Slot(
        subitem: subitem, origin: axis.point(main: start, cross: crossOrigins[subitem]))
    }
    return SubitemLine(subitems: subitems, sizes: sizes, slots: slots)
  }

  /// Returns the subitems' sizes (LayoutRules B1).
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

  /// LayoutRules K5: siblings that are uniform along an axis are as long as the longest of them.
  private static func makeUniform(_ sizes: inout [Size], of subitems: [LayoutSubitem]) {
    for axis in [Axis.horizontal, .vertical] {
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
  /// The declared size.
  var size: LayoutSize {
    switch self {
    case .item(let item): item.size
    case .group(let group): group.size
    }
  }

  /// The edge spacing around it.
  var edgeSpacing: EdgeSpacing {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }

  /// The insets by which its host is shrunk.
  var contentInsets: DirectionalInsets {
    switch self {
    case .item(let item): item.contentInsets
    case .group(let group): group.contentInsets
    }
  }

  /// Its own supplementaries.
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
  func overriding(length: Double, along axis: Axis) -> LayoutSubitem {
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
  /// Returns the spacing before and after a subitem along an axis; without any, it is fixed 0.
  func edges(along axis: Axis) -> (near: LayoutSpacing, far: LayoutSpacing) {
    switch axis {
    case .horizontal: (leading ?? .fixed(0), trailing ?? .fixed(0))
    case .vertical: (top ?? .fixed(0), bottom ?? .fixed(0))
    }
  }
}
