import LayoutEngine

extension RandomDocument {
  /// A compositional section whose groups mostly hold something.
  mutating func compositional() -> CompositionalSpec {
    var spec = CompositionalSpec(group: group(depth: 0, isTop: true))
    if chance(0.5) { spec.interGroupSpacing = distance() }
    if chance(0.4) { spec.contentInsets = directionalInsets() }
    if chance(0.35) {
      spec.orthogonalScrollingBehavior = pick(OrthogonalScrollingBehavior.allCases)
    }
    if chance(0.4) { spec.boundarySupplementaryItems = list(upTo: 3) { $0.boundaryItem() } }
    if chance(0.25) {
      var decoration = DecorationItem(kind: "background")
      if chance(0.5) { decoration.contentInsets = directionalInsets() }
      if chance(0.2) { decoration.zIndex = below(4) - 2 }
      spec.decorationItems = [decoration]
    }
    spec.supplementariesFollowContentInsets = chance(0.8)
    return spec
  }

  /// A layout-level or section-level header, footer or side item.
  mutating func boundaryItem() -> BoundarySupplementaryItem {
    var item = BoundarySupplementaryItem(
      kind: pick(["header", "footer", "side"]),
      size: LayoutSize(
        width: pick([.fractionalWidth(1, plus: 0), .absolute(60), .fractionalWidth(0.5, plus: 4)]),
        height: pick([.absolute(length()), .estimated(44), .fractionalHeight(0.1, plus: 0)])),
      alignment: pick([
        .top, .bottom, .leading, .trailing, [.top, .leading], [.bottom, .trailing],
      ]))
    if chance(0.3) { item.absoluteOffset = Point(x: distance(), y: distance()) }
    item.extendsBoundary = chance(0.8)
    item.pinToVisibleBounds = chance(0.5)
    if chance(0.2) { item.zIndex = below(20) }
    if chance(0.2) { item.contentInsets = directionalInsets() }
    return item
  }

  private mutating func group(depth: Int, isTop: Bool) -> LayoutGroup {
    let size = LayoutSize(
      width: chance(0.7) ? .fractionalWidth(1, plus: 0) : dimension(),
      height: isTop ? pick([.absolute(120), .estimated(90), dimension()]) : dimension())
    var group = LayoutGroup(size: size, content: content(depth: depth, isTop: isTop))
    if case .subitems(_, let subitems, nil) = group.content, subitems.count == 1, chance(0.4) {
      group.repeatingSubitem = chance(wildness) ? pick([0, -1, 100_001, .max]) : 1 + below(5)
    }
    if chance(0.5) {
      let points = distance()
      group.interItemSpacing = chance(0.7) ? .fixed(points) : .flexible(points)
    }
    if chance(0.3) { group.contentInsets = directionalInsets() }
    if chance(0.2) { group.edgeSpacing = edgeSpacing() }
    if chance(0.2) { group.supplementaryItems = [supplementary(kind: "group-\(depth)")] }
    return group
  }

  private mutating func content(depth: Int, isTop: Bool) -> LayoutGroup.Content {
    if chance(0.1) { return .frames(list(upTo: 5) { $0.customFrame() }) }
    if isTop, chance(0.08) { return .arrangement(arrangement()) }
    let axis: LayoutAxis = chance(0.6) ? .horizontal : .vertical
    let count: Int? =
      chance(0.4) ? 1 + below(5) : chance(wildness) ? pick([0, -1, 100_001, .max]) : nil
    let subitems = list(upTo: count == nil ? 3 : 1) { $0.subitem(depth: depth, axis: axis) }
    return .subitems(axis: axis, subitems: chance(wildness) ? [] : subitems, count: count)
  }

  private mutating func subitem(depth: Int, axis: LayoutAxis) -> LayoutSubitem {
    if depth < 3, chance(0.2) { return .group(group(depth: depth + 1, isTop: false)) }
    let along: LayoutDimension =
      axis == .horizontal
      ? pick([.fractionalWidth(0.25, plus: 0), .fractionalWidth(1 / 3, plus: 0), dimension()])
      : pick([.fractionalHeight(0.5, plus: 0), .fractionalHeight(1, plus: -4), dimension()])
    let across = chance(0.5) ? LayoutDimension.fractionalHeight(1, plus: 0) : dimension()
    var item = LayoutItem(
      size: axis == .horizontal
        ? LayoutSize(width: along, height: across) : LayoutSize(width: across, height: along))
    if chance(0.3) { item.contentInsets = directionalInsets() }
    if chance(0.2) { item.edgeSpacing = edgeSpacing() }
    if chance(0.25) { item.supplementaryItems = [supplementary(kind: "badge-\(depth)")] }
    return .item(item)
  }

  private mutating func supplementary(kind: String) -> SupplementaryItem {
    var item = SupplementaryItem(
      kind: kind, size: LayoutSize(width: .absolute(length() / 8), height: dimension()))
    if chance(0.8) { item.containerAnchor = anchor() }
    if chance(0.3) { item.itemAnchor = anchor() }
    if chance(0.2) { item.zIndex = below(9) - 3 }
    return item
  }

  private mutating func anchor() -> LayoutAnchor {
    LayoutAnchor(
      edges: pick([[], .top, [.top, .trailing], [.bottom, .leading], .leading]),
      offset: chance(0.5)
        ? .absolute(Point(x: distance(), y: distance()))
        : .fractional(Point(x: real(in: -1...1), y: real(in: -1...1))))
  }

  private mutating func dimension() -> LayoutDimension {
    switch below(5) {
    case 0, 1: .absolute(length())
    case 2: .estimated(length())
    case 3: .fractionalWidth(real(in: 0...1), plus: chance(0.2) ? distance() : 0)
    default: .fractionalHeight(real(in: 0...1), plus: chance(0.2) ? distance() : 0)
    }
  }

  private mutating func edgeSpacing() -> EdgeSpacing {
    var spacing = EdgeSpacing()
    if chance(0.5) { spacing.leading = self.spacing() }
    if chance(0.5) { spacing.top = self.spacing() }
    if chance(0.5) { spacing.trailing = self.spacing() }
    if chance(0.5) { spacing.bottom = self.spacing() }
    return spacing
  }

  private mutating func spacing() -> LayoutSpacing {
    let points = distance()
    return chance(0.6) ? .fixed(points) : .flexible(points)
  }

  private mutating func directionalInsets() -> DirectionalInsets {
    let insets = self.insets()
    return DirectionalInsets(
      top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
  }
}
