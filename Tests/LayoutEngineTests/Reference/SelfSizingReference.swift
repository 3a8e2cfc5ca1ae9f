@testable import LayoutEngine

/// A literal reading of LayoutRules K5 and K6: every group of a section is a tree of its own, in which
/// each length is found anew wherever it is asked for.
final class SelfSizingReference {
  /// Something in a group, as it stands in the declared group, whose corner is 0.
  private final class Box {
    let subitem: LayoutSubitem
    let slot: Rect
    let estimate: Double
    let edges: (near: Double, far: Double)
    /// Whether its length is estimated, and that of all groups around it.
    let isEstimated: Bool
    var runsAlong = false
    var spacing = 0.0
    var children: [Box] = []
    /// The frames of a custom group, where this is one of them.
    var given: Rect?
    /// The item's number in the section, and what a view has found for it.
    var item = 0
    var isThere = false
    var found: Double?

    init(
      _ subitem: LayoutSubitem, _ slot: Rect, estimate: Double, edges: (near: Double, far: Double),
      isEstimated: Bool
    ) {
      self.subitem = subitem
      self.slot = slot
      self.estimate = estimate
      self.edges = edges
      self.isEstimated = isEstimated
    }

    var isLeaf: Bool {
      if case .item = subitem { true } else { given != nil }
    }

    var leaves: [Box] { isLeaf ? [self] : children.flatMap(\.leaves) }

    var isMeasured: Bool { leaves.contains { $0.isThere && $0.found != nil } }
  }

  struct Badge {
    var kind: String
    var frame: Rect
  }

  private(set) var cells: [Rect] = []
  private(set) var badges: [Badge] = []
  /// The groups' length along the scroll axis.
  private(set) var length = 0.0
  /// Which items of a group follow what views find.
  private(set) var follows: [Bool] = []

  private let spec: CompositionalSpec
  private let axis: LayoutAxis
  private let scale: Double?

  /// Lays a section out that can be.
  ///
  /// - Parameters:
  ///   - measured: what views have found, by item.
  ///   - start: where the first group's corner lies.
  init(_ section: CompositionalSection, measured: [Int: Double], start: Point) {
    spec = section.spec
    axis = section.axis
    scale = section.scale
    let group = LayoutSubitem.group(spec.group)
    let slot = Self.size(spec.group.size, in: room(of: section))
    let one = box(group, slot, isRepeated: true, isEstimated: true)
    follows = one.leaves.map { $0.isEstimated && $0.given == nil }
    guard section.items > 0 else { return }
    let count = (section.items - 1) / follows.count + 1
    let groups = (0..<count).map { number in
      let copy = box(group, slot, isRepeated: true, isEstimated: true)
      for (place, leaf) in copy.leaves.enumerated() {
        leaf.item = number * follows.count + place
        leaf.isThere = leaf.item < section.items
        leaf.found = follows[place] ? measured[leaf.item] : nil
      }
      return copy
    }
    layOut(groups, start)
  }

  private var isOrthogonal: Bool { spec.orthogonalScrollingBehavior != .none }

  private func room(of section: CompositionalSection) -> Size {
    var room = section.size
    let insets = spec.contentInsets
    if axis == .vertical || !isOrthogonal { room.height -= insets.top + insets.bottom }
    if axis == .horizontal || !isOrthogonal { room.width -= insets.leading + insets.trailing }
    return room
  }

  // MARK: The section

  private func layOut(_ groups: [Box], _ start: Point) {
    let declared = axis.main(groups[0].slot.size)
    let isUniform = Self.isUniform(spec.group.size, axis)
    let measured = groups.contains { $0.isMeasured }
    // On the section's own group uniform subitems share across the whole section.
    var shared: Double?
    var sharesChange = false
    if measured, isUniform {
      let natural = groups.flatMap { uniformChildren(of: $0).map(ownLength) }
      shared = natural.max()
      if let shared, let child = groups[0].children.first(where: isUniformBox) {
        sharesChange = abs(shared - axis.main(child.slot.size)) > 1e-9
      }
    }
    let changes = groups.map { measured && ($0.isMeasured || sharesChange) }
    var lengths = zip(groups, changes).map { $1 ? content(of: $0, shared) : declared }
    if measured, isOrthogonal || isUniform {
      lengths = lengths.map { _ in lengths.max() ?? 0 }
    }
    var main = axis.main(start)
    var cross = axis.cross(start)
    for (number, group) in groups.enumerated() {
      if changes[number] {
        place(group, at: main, lengths[number], cross, shared: shared)
      } else {
        badges(on: group, at: main, lengths[number], cross)
        move(group.children, by: main, cross)
      }
      length = main + lengths[number] - axis.main(start)
      if isOrthogonal {
        cross += axis.cross(group.slot.size) + spec.interGroupSpacing
      } else {
        main += whole(lengths[number]) + whole(spec.interGroupSpacing)
      }
    }
    length = max(0, length)
  }

  private func whole(_ points: Double) -> Double {
    (points * 6_144_000).rounded(.toNearestOrEven) / 6_144_000
  }

  // MARK: Lengths

  private func isUniformBox(_ box: Box) -> Bool {
    box.given == nil && Self.isUniform(box.subitem.size, axis)
  }

  private func uniformChildren(of box: Box) -> [Box] {
    box.children.filter { $0.leaves[0].isThere && isUniformBox($0) }
  }

  /// What a subitem comes to by itself.
  private func ownLength(_ box: Box) -> Double {
    if box.isLeaf { return box.found ?? box.estimate }
    return box.isMeasured ? content(of: box, nil) : box.estimate
  }

  /// How long a subitem of a group is.
  private func length(_ child: Box, in group: Box, _ shared: Double?) -> Double {
    isUniformBox(child)
      ? shared ?? uniformChildren(of: group).map(ownLength).max() ?? 0 : ownLength(child)
  }

  private func content(of box: Box, _ shared: Double?) -> Double {
    let children = box.children.filter { $0.leaves[0].isThere }
    let lengths = children.map { $0.edges.near + length($0, in: box, shared) + $0.edges.far }
    guard box.runsAlong else { return max(0, lengths.max() ?? 0) }
    return max(0, lengths.reduce(0, +) + box.spacing * Double(lengths.count - 1))
  }

  // MARK: Places

  private func place(
    _ box: Box, at start: Double, _ length: Double, _ cross: Double, shared: Double?
  ) {
    badges(on: box, at: start, length, cross)
    if box.isLeaf {
      cells.append(frame(box, at: start, length, cross))
      return
    }
    var position = start
    for child in box.children where child.leaves[0].isThere {
      let childLength = self.length(child, in: box, shared)
      let childStart = (box.runsAlong ? position : start) + child.edges.near
      if child.isEstimated, child.isLeaf ? child.given == nil : child.isMeasured {
        place(child, at: childStart, childLength, cross, shared: nil)
      } else {
        let distance = childStart - axis.mainMin(child.slot)
        if child.isLeaf {
          move([child], by: distance, cross)
        } else {
          badges(on: child, at: childStart, childLength, cross)
          move(child.children, by: distance, cross)
        }
      }
      position = childStart + childLength + child.edges.far + box.spacing
    }
  }

  /// Boxes that are as declared.
  private func move(_ boxes: [Box], by main: Double, _ cross: Double) {
    for box in boxes where box.leaves[0].isThere {
      let length = axis.main(box.slot.size)
      badges(on: box, at: axis.mainMin(box.slot) + main, length, cross)
      if box.isLeaf {
        cells.append(frame(box, at: axis.mainMin(box.slot) + main, length, cross))
      }
      move(box.children, by: main, cross)
    }
  }

  private func frame(_ box: Box, at start: Double, _ length: Double, _ cross: Double) -> Rect {
    let slot = axis.rect(
      main: start, cross: axis.crossMin(box.slot) + cross, mainLength: length,
      crossLength: axis.cross(box.slot.size))
    return box.given == nil ? Self.shrunk(slot, box.subitem) : slot
  }

  private func badges(on box: Box, at start: Double, _ length: Double, _ cross: Double) {
    guard box.given == nil else { return }
    let host = frame(box, at: start, length, cross)
    for item in box.subitem.supplementaryItems {
      guard let frame = try? item.frame(on: host, at: .root) else { continue }
      badges.append(Badge(kind: item.kind, frame: frame))
    }
  }

  // MARK: The declared group

  private func box(_ subitem: LayoutSubitem, _ size: Size, isRepeated: Bool, isEstimated: Bool)
    -> Box
  {
    box(
      subitem, Rect(x: 0, y: 0, width: size.width, height: size.height),
      ignoresEdges: isRepeated, isEstimated: isEstimated)
  }

  private func box(
    _ subitem: LayoutSubitem, _ slot: Rect, ignoresEdges: Bool, isEstimated: Bool
  ) -> Box {
    let dimension = axis == .vertical ? subitem.size.height : subitem.size.width
    var estimate = axis.main(slot.size)
    switch dimension {
    case .estimated(let points), .uniformAcrossSiblings(let points): estimate = points
    default: break
    }
    let edges = subitem.edgeSpacing
    let (near, far) =
      axis == .vertical ? (edges.top, edges.bottom) : (edges.leading, edges.trailing)
    let box = Box(
      subitem, slot, estimate: estimate,
      edges: ignoresEdges ? (0, 0) : (near?.minimum ?? 0, far?.minimum ?? 0),
      isEstimated: isEstimated && Self.isEstimate(dimension))
    guard case .group(let group) = subitem else { return box }
    let inner = Self.shrunk(slot, subitem)
    switch group.content {
    case .arrangement: break
    case .frames(let frames):
      box.children = frames.map { frame in
        let child = Box(
          subitem, frame.frame.offsetBy(dx: inner.x, dy: inner.y), estimate: 0, edges: (0, 0),
          isEstimated: false)
        child.given = child.slot
        return child
      }
    case .subitems(let groupAxis, let subitems, let count):
      box.runsAlong = groupAxis == axis
      box.spacing = group.interItemSpacing.minimum
      let placed =
        count.map { repeated(subitems[0], $0, in: inner, groupAxis, box.spacing) }
        ?? placed(subitems, of: group, in: inner, groupAxis)
      box.children = placed.map {
        self.box($0, $1, ignoresEdges: count != nil, isEstimated: box.isEstimated)
      }
    }
    return box
  }

  /// LayoutRules B6, B7.
  private func repeated(
    _ subitem: LayoutSubitem, _ count: Int, in inner: Rect, _ groupAxis: LayoutAxis,
    _ spacing: Double
  ) -> [(LayoutSubitem, Rect)] {
    let room = groupAxis.main(inner.size) - spacing * Double(count - 1)
    var length = room / Double(count)
    if let scale { length = ((length * scale + 1e-6).rounded(.down)) / scale }
    let sized = subitem.overriding(length: length, along: groupAxis)
    let size = Self.size(
      sized.size, in: groupAxis.size(main: room, cross: groupAxis.cross(inner.size)))
    return (0..<count).map { number in
      let position = groupAxis.mainMin(inner) + Double(number) * (length + spacing)
      return (
        sized,
        groupAxis.rect(
          main: position, cross: groupAxis.crossMin(inner), mainLength: length,
          crossLength: groupAxis.cross(size))
      )
    }
  }

  /// LayoutRules B8 to B12 and B16, as the solver itself has it, which another reference is held against.
  private func placed(
    _ subitems: [LayoutSubitem], of group: LayoutGroup, in inner: Rect, _ groupAxis: LayoutAxis
  ) -> [(LayoutSubitem, Rect)] {
    let room = SubitemRoom(
      size: inner.size, axis: groupAxis, spacing: group.interItemSpacing, scale: scale)
    let line =
      if let times = group.repeatingSubitem {
        try? SubitemLine.repeating(subitems[0], atOwnSize: times, in: room, at: .root)
      } else {
        try? SubitemLine.cycling(subitems, in: room, limit: 1_000, at: .root)
      }
    guard let line else { return [] }
    return line.slots.map { slot in
      let size = line.sizes[slot.subitem]
      return (
        subitems[slot.subitem],
        Rect(
          x: inner.x + slot.origin.x, y: inner.y + slot.origin.y, width: size.width,
          height: size.height)
      )
    }
  }

  // MARK: Sizes

  private static func size(_ size: LayoutSize, in parent: Size) -> Size {
    func length(_ dimension: LayoutDimension) -> Double {
      switch dimension {
      case .absolute(let points), .estimated(let points), .uniformAcrossSiblings(let points): points
      case .fractionalWidth(let fraction, let plus): fraction * parent.width + plus
      case .fractionalHeight(let fraction, let plus): fraction * parent.height + plus
      }
    }
    return Size(width: length(size.width), height: length(size.height))
  }

  /// Sizes of siblings, of which uniform ones are as long as the longest.
  static func uniform(_ sizes: [Size], of subitems: [LayoutSubitem]) -> [Size] {
    func longest(_ axis: LayoutAxis) -> Double {
      zip(sizes, subitems).filter { isUniform($1.size, axis) }.map { axis.main($0.0) }.max() ?? 0
    }
    return zip(sizes, subitems).map { size, subitem in
      Size(
        width: isUniform(subitem.size, .horizontal) ? longest(.horizontal) : size.width,
        height: isUniform(subitem.size, .vertical) ? longest(.vertical) : size.height)
    }
  }

  private static func isUniform(_ size: LayoutSize, _ axis: LayoutAxis) -> Bool {
    if case .uniformAcrossSiblings = axis == .vertical ? size.height : size.width {
      true
    } else {
      false
    }
  }

  private static func isEstimate(_ dimension: LayoutDimension) -> Bool {
    switch dimension {
    case .estimated, .uniformAcrossSiblings: true
    default: false
    }
  }

  private static func shrunk(_ slot: Rect, _ subitem: LayoutSubitem) -> Rect {
    var insets = subitem.contentInsets
    if isEstimate(subitem.size.width) { (insets.leading, insets.trailing) = (0, 0) }
    if isEstimate(subitem.size.height) { (insets.top, insets.bottom) = (0, 0) }
    return Rect(
      x: slot.x + insets.leading, y: slot.y + insets.top,
      width: max(0, slot.width - insets.leading - insets.trailing),
      height: max(0, slot.height - insets.top - insets.bottom))
  }
}
