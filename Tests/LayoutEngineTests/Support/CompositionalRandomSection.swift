import TestSupport

@testable import LayoutEngine

/// Random compositional sections, most of which can be laid out.
struct CompositionalRandomSection {
  private var random: SeededGenerator
  private var kinds = 0
  /// Whether most lengths along the scroll axis are estimated, the section's group's always.
  private let isEstimated: Bool
  private var isVertical = true

  init(seed: UInt64, isEstimated: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.isEstimated = isEstimated
  }

  mutating func section() -> CompositionalSection {
    kinds = 0
    isVertical = Bool.random(using: &random)
    var size = LayoutSize(
      width: isVertical ? .ofWidth(1) : one(of: [.absolute(120), .ofWidth(0.5), .estimated(150)]),
      height: isVertical
        ? one(of: [.absolute(120), .ofHeight(0.25), .estimated(150), .ofWidth(0.4)])
        : .ofHeight(1))
    if isEstimated {
      let estimate = estimate(60...220)
      if isVertical { size.height = estimate } else { size.width = estimate }
    }
    var section = CompositionalSection(
      group(size, depth: 0), items: one(of: [0, 1, 2, 5, 17, 60, 200]))
    section.axis = isVertical ? .vertical : .horizontal
    section.scale = one(of: [nil, nil, 1, 2, 3])
    section.size = Size(width: number(250...450), height: number(400...900))
    section.spec.contentInsets = insets(20)
    section.spec.interGroupSpacing = one(of: [0, 8, 10.5, -5])
    if chance(3) { section.spec.orthogonalScrollingBehavior = .continuous }
    section.spec.supplementariesFollowContentInsets = !chance(4)
    for number in 0..<one(of: [0, 0, 1, 3]) {
      section.spec.boundarySupplementaryItems.append(boundary(number))
    }
    if chance(3) {
      var decoration = DecorationItem(kind: "decoration")
      decoration.contentInsets = insets(10)
      section.spec.decorationItems = [decoration]
    }
    return section
  }

  private mutating func group(_ size: LayoutSize, depth: Int) -> LayoutGroup {
    var group: LayoutGroup
    if chance(8) {
      group = LayoutGroup(size: size, content: .frames(frames()))
    } else if chance(3) {
      group = LayoutGroup(
        size: size,
        content: .subitems(
          axis: axis(), subitems: [subitem(depth: depth + 1)], count: one(of: [1, 2, 3, 5])))
    } else if chance(4) {
      group = LayoutGroup(
        size: size,
        content: .subitems(axis: axis(), subitems: [subitem(depth: depth + 1)], count: nil))
      group.repeatingSubitem = one(of: [1, 2, 3, 7])
    } else {
      let subitems = (0..<one(of: [1, 2, 3])).map { _ in subitem(depth: depth + 1) }
      group = LayoutGroup(
        size: size, content: .subitems(axis: axis(), subitems: subitems, count: nil))
    }
    group.interItemSpacing = spacing() ?? .fixed(0)
    if chance(3) { group.contentInsets = insets(6) }
    if chance(4) { group.edgeSpacing = edges() }
    if chance(3) { group.supplementaryItems = [supplementary()] }
    return group
  }

  private mutating func subitem(depth: Int) -> LayoutSubitem {
    let size = LayoutSize(width: side(isWidth: true), height: side(isWidth: false))
    if depth < 4, chance(isEstimated ? 2 : 3) { return .group(group(size, depth: depth)) }
    var item = LayoutItem(size: size)
    if chance(3) { item.contentInsets = insets(6) }
    if chance(3) { item.edgeSpacing = edges() }
    if chance(4) { item.supplementaryItems = [supplementary(), supplementary()] }
    return .item(item)
  }

  private mutating func side(isWidth: Bool) -> LayoutDimension {
    let fraction: Double = one(of: [1, 0.5, 1 / 3, 0.25, 0.3, 0.45])
    if isEstimated, isWidth != isVertical, !chance(4) { return estimate(10...70) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .absolute(number(10...50))
    case 1: return estimate(10...50)
    case 2: return isWidth ? .ofHeight(fraction / 2) : .ofWidth(fraction / 4)
    case 3:
      return isWidth
        ? .fractionalWidth(fraction, plus: -2) : .fractionalHeight(fraction, plus: -2)
    default: return isWidth ? .ofWidth(fraction) : .ofHeight(fraction)
    }
  }

  private mutating func estimate(_ range: ClosedRange<Double>) -> LayoutDimension {
    let points = number(range)
    return chance(3) ? .uniformAcrossSiblings(points) : .estimated(points)
  }

  private mutating func frames() -> [CustomFrame] {
    (0..<one(of: [1, 2, 70])).map { index in
      CustomFrame(
        frame: Rect(
          x: number(-30...200), y: number(-30...200), width: number(0...80),
          height: number(0...80)),
        zIndex: chance(4) ? index : nil)
    }
  }

  private mutating func supplementary() -> SupplementaryItem {
    kinds += 1
    var item = SupplementaryItem(
      kind: "kind \(kinds)",
      size: LayoutSize(
        width: one(of: [.absolute(15), .ofWidth(0.5)]),
        height: one(of: [.absolute(15), .ofHeight(0.5)])))
    if chance(2) { item.containerAnchor = anchor() }
    if chance(2) { item.itemAnchor = anchor() }
    if chance(4) { item.zIndex = 5 }
    return item
  }

  private mutating func anchor() -> LayoutAnchor {
    let point = Point(x: number(-2...2), y: number(-2...2))
    return LayoutAnchor(
      edges: LayoutEdges(rawValue: UInt8.random(in: 0..<16, using: &random)),
      offset: chance(2) ? .absolute(point) : .fractional(point))
  }

  private mutating func boundary(_ number: Int) -> BoundarySupplementaryItem {
    let alignments: [LayoutEdges] = [
      .top, .bottom, .leading, .trailing, [.top, .leading], [.top, .trailing],
      [.bottom, .leading], [.bottom, .trailing],
    ]
    var item = BoundarySupplementaryItem(
      kind: "boundary \(number / 2)",
      size: LayoutSize(
        width: one(of: [.ofWidth(1), .absolute(30)]),
        height: one(of: [.ofHeight(0.1), .absolute(24), .estimated(10)])),
      alignment: one(of: alignments))
    item.extendsBoundary = !chance(4)
    if chance(4) { item.absoluteOffset = Point(x: 3, y: -4) }
    if chance(4) { item.contentInsets = insets(8) }
    return item
  }

  private mutating func edges() -> EdgeSpacing {
    var edges = EdgeSpacing()
    edges.leading = spacing()
    edges.top = spacing()
    edges.trailing = spacing()
    edges.bottom = spacing()
    return edges
  }

  private mutating func spacing() -> LayoutSpacing? {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .fixed(number(0...6))
    case 1: .flexible(number(0...6))
    default: nil
    }
  }

  private mutating func insets(_ greatest: Double) -> DirectionalInsets {
    DirectionalInsets(
      top: number(0...greatest), leading: number(0...greatest), bottom: number(0...greatest),
      trailing: number(0...greatest))
  }

  private mutating func axis() -> LayoutAxis { chance(2) ? .vertical : .horizontal }

  private mutating func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }

  /// A number with a few binary places, now and then any.
  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    let number = Double.random(in: range, using: &random)
    return chance(5) ? number : (number * 4).rounded() / 4
  }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }
}
