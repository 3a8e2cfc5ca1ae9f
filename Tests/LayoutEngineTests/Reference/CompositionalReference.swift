@testable import LayoutEngine

/// A literal reading of LayoutRules B and C: every group is laid out anew, item by item, and
/// nothing is shared, multiplied or looked up.
struct CompositionalReference {
  /// A supplementary of an item or a group.
  struct Badge: Hashable {
    var kind: String
    var item: Int
    var frame: Rect
    var zIndex: Int
  }

  /// The section cannot be laid out.
  struct Refusal: Error {}

  private(set) var cells: [Rect] = []
  private(set) var zIndexes: [Int?] = []
  private(set) var badges: [Badge] = []
  /// Boundary items as listed, then decorations.
  private(set) var elements: [(kind: String, item: Int, frame: Rect)] = []
  private(set) var length = 0.0

  private let spec: CompositionalSpec
  private let environment: SectionEnvironment
  private let itemCount: Int
  /// How many nested groups with a kind have come.
  private var nestedNumbers: [String: Int] = [:]

  init(_ section: CompositionalSection) throws {
    spec = section.spec
    environment = section.environment
    itemCount = section.items
    try layOut()
  }

  /// Reads a group for a section of any number of items, to refuse what it refuses.
  private init(trying section: CompositionalReference) throws {
    spec = section.spec
    environment = section.environment
    itemCount = .max
    try group(spec.group, slot: try groupSlot(), number: 0)
  }

  private var isVertical: Bool { environment.axis == .vertical }
  private var isOrthogonal: Bool { spec.orthogonalScrollingBehavior != .none }

  // MARK: Section

  private mutating func layOut() throws {
    _ = try CompositionalReference(trying: self)
    let starts = try boundaryLengths(start: true).reduce(0, +)
    let ends = try boundaryLengths(start: false).reduce(0, +)
    if itemCount == 0 {
      length = starts + ends
      return try boundaries(starts: starts, ends: ends)
    }
    let slot = try groupSlot()
    let insets = spec.contentInsets
    var corner = Point(
      x: insets.leading + (isVertical ? 0 : starts), y: insets.top + (isVertical ? starts : 0))
    let runsDown = isVertical != isOrthogonal
    var number = 0
    var far = 0.0
    while cells.count < itemCount {
      try group(
        spec.group, slot: Rect(x: corner.x, y: corner.y, width: slot.width, height: slot.height),
        number: number)
      far = isVertical ? corner.y + slot.height : corner.x + slot.width
      number += 1
      let length = runsDown ? slot.height : slot.width
      // LayoutRules I1: slots and spacings are whole units along the scroll axis.
      let step =
        isOrthogonal
        ? length + spec.interGroupSpacing : whole(length) + whole(spec.interGroupSpacing)
      if runsDown {
        corner.y += step
      } else {
        corner.x += step
      }
    }
    length = far + (isVertical ? insets.bottom : insets.trailing) + ends
    try boundaries(starts: starts, ends: ends)
    for item in spec.decorationItems {
      let extent = Rect(
        x: 0, y: 0, width: isVertical ? environment.size.width : length,
        height: isVertical ? length : environment.size.height)
      elements.append((item.kind, 0, shrunk(extent, item.contentInsets)))
    }
  }

  private func whole(_ points: Double) -> Double {
    (points * 6_144_000).rounded(.toNearestOrEven) / 6_144_000
  }

  private func groupSlot() throws -> Rect {
    let insets = spec.contentInsets
    var room = environment.size
    if isVertical || !isOrthogonal { room.height -= insets.top + insets.bottom }
    if !isVertical || !isOrthogonal { room.width -= insets.leading + insets.trailing }
    guard room.width > 0, room.height > 0 else { throw Refusal() }
    let size = try size(spec.group.size, in: room)
    return Rect(x: 0, y: 0, width: size.width, height: size.height)
  }

  // MARK: Groups

  private mutating func group(_ group: LayoutGroup, slot: Rect, number: Int?) throws {
    let inner = shrunk(slot, effective(group.contentInsets, group.size))
    guard inner.width > 0, inner.height > 0 else { throw Refusal() }
    for item in group.supplementaryItems {
      let running = nestedNumbers[item.kind, default: 0]
      try badge(item, number: number ?? running, host: inner)
      if number == nil { nestedNumbers[item.kind] = running + 1 }
    }
    switch group.content {
    case .frames(let frames):
      for frame in frames where cells.count < itemCount {
        cells.append(frame.frame.offsetBy(dx: inner.x, dy: inner.y))
        zIndexes.append(frame.zIndex)
      }
    case .subitems(let axis, let subitems, let count?):
      try shared(subitems[0], count: count, of: group, axis: axis, inner: inner)
    case .subitems(let axis, let subitems, nil) where group.repeatingSubitem != nil:
      try repeated(subitems[0], of: group, axis: axis, inner: inner)
    case .subitems(let axis, let subitems, nil):
      try cycled(subitems, of: group, axis: axis, inner: inner)
    case .arrangement:
      throw Refusal()
    }
  }

  /// LayoutRules B6, B7.
  private mutating func shared(
    _ subitem: LayoutSubitem, count: Int, of group: LayoutGroup, axis: LayoutAxis, inner: Rect
  ) throws {
    let spacing = group.interItemSpacing.minimum
    let isDown = axis == .vertical
    var room = inner.size
    if isDown {
      room.height -= spacing * Double(count - 1)
    } else {
      room.width -= spacing * Double(count - 1)
    }
    guard room.width > 0, room.height > 0 else { throw Refusal() }
    var length = (isDown ? room.height : room.width) / Double(count)
    if let scale = environment.scale { length = ((length * scale + 1e-6).rounded(.down)) / scale }
    var declared = subitem.size
    if isDown { declared.height = .absolute(length) } else { declared.width = .absolute(length) }
    let size = try size(declared, in: room)
    var position = isDown ? inner.y : inner.x
    for _ in 0..<count {
      let slot =
        isDown
        ? Rect(x: inner.x, y: position, width: size.width, height: length)
        : Rect(x: position, y: inner.y, width: length, height: size.height)
      try place(subitem, declared: declared, slot: slot)
      position += length + spacing
    }
  }

  /// LayoutRules B16: the subitems stand one after the other, whatever the room.
  private mutating func repeated(
    _ subitem: LayoutSubitem, of group: LayoutGroup, axis: LayoutAxis, inner: Rect
  ) throws {
    let times = group.repeatingSubitem ?? 0
    let isDown = axis == .vertical
    let (edges, size) = (subitem.edgeSpacing, try size(subitem.size, in: inner.size))
    let (near, far) = isDown ? (edges.top, edges.bottom) : (edges.leading, edges.trailing)
    let length = isDown ? size.height : size.width
    let parts: [LayoutSpacing?] =
      Array(repeating: near, count: times) + Array(repeating: far, count: times)
      + Array(repeating: group.interItemSpacing, count: times - 1)
    let used = Double(times) * length + parts.reduce(0) { $0 + ($1?.minimum ?? 0) }
    let flexible = parts.count { $0?.isFlexible == true }
    let left = max(0, (isDown ? inner.height : inner.width) - used)
    let share = flexible > 0 ? left / Double(flexible) : 0
    let across = across(
      isDown ? size.width : size.height, in: isDown ? inner.width : inner.height,
      near: isDown ? edges.leading : edges.top, far: isDown ? edges.trailing : edges.bottom)
    let before = points(near, share)
    let step = before + length + points(far, share) + points(group.interItemSpacing, share)
    for number in 0..<times {
      let start = before + Double(number) * step
      let slot = Rect(
        x: inner.x + (isDown ? across : start), y: inner.y + (isDown ? start : across),
        width: size.width, height: size.height)
      try place(subitem, declared: subitem.size, slot: slot)
    }
  }

  /// LayoutRules B8, B11, B12.
  private mutating func cycled(
    _ subitems: [LayoutSubitem], of group: LayoutGroup, axis: LayoutAxis, inner: Rect
  ) throws {
    let isDown = axis == .vertical
    let room = isDown ? inner.height : inner.width
    func allowed(_ length: Double) -> Double {
      room + min(0.5 / (environment.scale ?? 1), length / 2)
    }
    let sizes = SelfSizingReference.uniform(
      try subitems.map { try size($0.size, in: inner.size) }, of: subitems)
    for size in sizes {
      let length = isDown ? size.height : size.width
      guard length <= allowed(length) else { throw Refusal() }
    }
    let spacing = group.interItemSpacing
    var placed: [Int] = []
    var used = 0.0
    var flexible = 0
    while true {
      let next = placed.count % subitems.count
      let edges = subitems[next].edgeSpacing
      let near = isDown ? edges.top : edges.leading
      let far = isDown ? edges.bottom : edges.trailing
      let length = isDown ? sizes[next].height : sizes[next].width
      let whole = (near?.minimum ?? 0) + length + (far?.minimum ?? 0)
      let gap = placed.isEmpty ? 0 : spacing.minimum
      if used + gap + whole > allowed(length) { break }
      used += gap + whole
      if !placed.isEmpty, spacing.isFlexible { flexible += 1 }
      if near?.isFlexible == true { flexible += 1 }
      if far?.isFlexible == true { flexible += 1 }
      placed.append(next)
      guard placed.count < 10_000 else { throw Refusal() }
    }
    guard !placed.isEmpty else { throw Refusal() }
    let share = flexible > 0 ? max(0, room - used) / Double(flexible) : 0
    var position = 0.0
    for (index, number) in placed.enumerated() {
      let edges = subitems[number].edgeSpacing
      let size = sizes[number]
      if index > 0 { position += points(spacing, share) }
      position += points(isDown ? edges.top : edges.leading, share)
      let across = across(
        isDown ? size.width : size.height, in: isDown ? inner.width : inner.height,
        near: isDown ? edges.leading : edges.top, far: isDown ? edges.trailing : edges.bottom)
      let slot = Rect(
        x: inner.x + (isDown ? across : position), y: inner.y + (isDown ? position : across),
        width: size.width, height: size.height)
      try place(subitems[number], declared: subitems[number].size, slot: slot)
      position += isDown ? size.height : size.width
      position += points(isDown ? edges.bottom : edges.trailing, share)
    }
  }

  private func points(_ spacing: LayoutSpacing?, _ share: Double) -> Double {
    guard let spacing else { return 0 }
    return spacing.minimum + (spacing.isFlexible ? share : 0)
  }

  private func across(
    _ length: Double, in room: Double, near: LayoutSpacing?, far: LayoutSpacing?
  ) -> Double {
    let left = max(0, room - length - (near?.minimum ?? 0) - (far?.minimum ?? 0))
    switch (near?.isFlexible ?? false, far?.isFlexible ?? false) {
    case (true, true): return (near?.minimum ?? 0) + left / 2
    case (true, false): return (near?.minimum ?? 0) + left
    default: return near?.minimum ?? 0
    }
  }

  private mutating func place(
    _ subitem: LayoutSubitem, declared: LayoutSize, slot: Rect
  ) throws {
    // What is hidden is still looked at once, by the trial that every section begins with.
    guard cells.count < itemCount else { return }
    switch subitem {
    case .item(let item):
      let frame = shrunk(slot, effective(item.contentInsets, declared))
      for supplementary in item.supplementaryItems {
        try badge(supplementary, number: cells.count, host: frame)
      }
      cells.append(frame)
      zIndexes.append(nil)
    case .group(var group):
      group.size = declared
      try self.group(group, slot: slot, number: nil)
    }
  }

  // MARK: Supplementaries

  private mutating func badge(_ item: SupplementaryItem, number: Int, host: Rect) throws {
    let size = try size(item.size, in: host.size)
    let container = item.containerAnchor ?? LayoutAnchor()
    let own = item.itemAnchor ?? LayoutAnchor(edges: container.edges)
    var x = host.x + part(container.edges, .leading, .trailing) * host.width
    var y = host.y + part(container.edges, .top, .bottom) * host.height
    x -= part(own.edges, .leading, .trailing) * size.width
    y -= part(own.edges, .top, .bottom) * size.height
    for anchor in [container, own] {
      switch anchor.offset {
      case .absolute(let offset):
        x += offset.x
        y += offset.y
      case .fractional(let offset):
        x += offset.x * size.width
        y += offset.y * size.height
      }
    }
    badges.append(
      Badge(
        kind: item.kind, item: number,
        frame: Rect(x: x, y: y, width: size.width, height: size.height),
        zIndex: item.zIndex ?? 1))
  }

  /// How far along a side the named edge lies: 0, 1, or the middle.
  private func part(_ edges: LayoutEdges, _ near: LayoutEdges, _ far: LayoutEdges) -> Double {
    switch (edges.contains(near), edges.contains(far)) {
    case (true, false): 0
    case (false, true): 1
    default: 0.5
    }
  }

  private func boundarySize(_ item: BoundarySupplementaryItem) throws -> Size {
    var container = environment.size
    if spec.supplementariesFollowContentInsets {
      if isVertical {
        container.width -= spec.contentInsets.horizontal
      } else {
        container.height -= spec.contentInsets.vertical
      }
    }
    return try size(item.size, in: container)
  }

  private func isAt(start: Bool, _ item: BoundarySupplementaryItem) -> Bool {
    let startEdge: LayoutEdges = isVertical ? .top : .leading
    let endEdge: LayoutEdges = isVertical ? .bottom : .trailing
    return item.alignment.contains(start ? startEdge : endEdge)
  }

  private func boundaryLengths(start: Bool) throws -> [Double] {
    try spec.boundarySupplementaryItems.filter { $0.extendsBoundary && isAt(start: start, $0) }
      .map { isVertical ? try boundarySize($0).height : try boundarySize($0).width }
  }

  /// LayoutRules C7, C8, C10.
  private mutating func boundaries(starts: Double, ends: Double) throws {
    var fromStart = 0.0
    var fromEnd = length - ends
    var numbers: [String: Int] = [:]
    let insets = spec.supplementariesFollowContentInsets ? spec.contentInsets : .zero
    for item in spec.boundarySupplementaryItems {
      let size = try boundarySize(item)
      let long = isVertical ? size.height : size.width
      let main: Double
      if isAt(start: true, item) {
        main = item.extendsBoundary ? fromStart : starts
        if item.extendsBoundary { fromStart += long }
      } else if isAt(start: false, item) {
        main = item.extendsBoundary ? fromEnd : length - ends - long
        if item.extendsBoundary { fromEnd += long }
      } else {
        main = (starts + length - ends - long) / 2
      }
      let cross =
        isVertical
        ? insets.leading + part(item.alignment, .leading, .trailing)
          * (environment.size.width - insets.horizontal - size.width)
        : insets.top + part(item.alignment, .top, .bottom)
          * (environment.size.height - insets.vertical - size.height)
      let frame = Rect(
        x: (isVertical ? cross : main) + item.absoluteOffset.x,
        y: (isVertical ? main : cross) + item.absoluteOffset.y, width: size.width,
        height: size.height)
      let number = numbers[item.kind, default: 0]
      numbers[item.kind] = number + 1
      elements.append((item.kind, number, shrunk(frame, effective(item.contentInsets, item.size))))
    }
  }

  // MARK: Sizes

  private func size(_ size: LayoutSize, in parent: Size) throws -> Size {
    let width = length(size.width, parent)
    let height = length(size.height, parent)
    guard width >= 0, height >= 0 else { throw Refusal() }
    return Size(width: width, height: height)
  }

  private func length(_ dimension: LayoutDimension, _ parent: Size) -> Double {
    switch dimension {
    case .absolute(let points): points
    case .estimated(let points), .uniformAcrossSiblings(let points): points
    case .fractionalWidth(let fraction, let plus): fraction * parent.width + plus
    case .fractionalHeight(let fraction, let plus): fraction * parent.height + plus
    }
  }

  private func effective(_ insets: DirectionalInsets, _ size: LayoutSize) -> DirectionalInsets {
    var insets = insets
    if isEstimate(size.width) { (insets.leading, insets.trailing) = (0, 0) }
    if isEstimate(size.height) { (insets.top, insets.bottom) = (0, 0) }
    return insets
  }

  private func isEstimate(_ dimension: LayoutDimension) -> Bool {
    switch dimension {
    case .estimated, .uniformAcrossSiblings: true
    default: false
    }
  }

  private func shrunk(_ rect: Rect, _ insets: DirectionalInsets) -> Rect {
    Rect(
      x: rect.x + insets.leading, y: rect.y + insets.top,
      width: max(0, rect.width - insets.leading - insets.trailing),
      height: max(0, rect.height - insets.top - insets.bottom))
  }
}
