import LayoutEngine

/// Writes the effects of sections as scroll-driven animations (Contract §17, LayoutRules O5).
///
/// Each property has an animation of its own, whose range ends at the distances of the curve's first and last points,
/// so that its keyframes are shares of the curve: they depend neither on the cell's length nor on the scroller's.
/// The range does; it takes the cell's length from the cell's rule.
struct EffectRules: Sendable {
  /// The custom property with a cell's length along the scroll axis.
  static let lengthProperty: StaticString = "--tatami-length"

  private let selector: SheetSelector
  /// The hashes of the keyframes that the breakpoint has written, which are their names.
  private var named: Set<UInt64> = []
  /// Whether any breakpoint so far has animations, which later breakpoints have to end.
  private var hasAnimations = false
  private var memo = DecimalMemo()

  init(_ selector: SheetSelector) {
    self.selector = selector
  }

  /// The bytes of the names.
  var byteCount: Int { named.capacity * 2 * MemoryLayout<UInt64>.stride }

  /// Begins a breakpoint: ends the animations of earlier breakpoints.
  mutating func beginPart(to output: inout [UInt8]) {
    named = []
    guard hasAnimations else { return }
    output.append(contentsOf: selector.text.utf8)
    // As specific as the rules of earlier breakpoints.
    output.append(">:nth-child(n):nth-child(n){animation:none}")
  }

  /// Appends the rule of a run of sections, and keyframes that the breakpoint does not have yet.
  ///
  /// - Parameters:
  ///   - children: the numbers of the run's children, from 1.
  ///   - ending: the text after the rule.
  mutating func append(
    _ run: EffectsRun, ofChildren children: ClosedRange<Int>, _ ending: StaticString,
    to output: inout [UInt8]
  ) {
    hasAnimations = true
    output.append(
      "@media (prefers-reduced-motion:no-preference){@supports (animation-timeline:view()){")
    let animations = run.animations
    var names: [UInt64] = []
    for animation in animations {
      var keyframes: [UInt8] = []
      append(animation, run, to: &keyframes)
      let name = Self.hash(keyframes)
      names.append(name)
      guard named.insert(name).inserted else { continue }
      output.append("@keyframes ")
      Self.append(name, to: &output)
      output.append(ASCII.openBrace)
      output.append(contentsOf: keyframes)
      output.append(ASCII.closeBrace)
    }
    output.append(contentsOf: selector.text.utf8)
    output.append(">:nth-child(n+")
    output.appendJSON(children.lowerBound)
    output.append("):nth-child(-n+")
    output.appendJSON(children.upperBound)
    output.append("){animation:")
    for (place, name) in names.enumerated() {
      if place > 0 { output.append(ASCII.comma) }
      Self.append(name, to: &output)
      output.append(" linear both")
    }
    output.append(";animation-composition:")
    for (place, animation) in animations.enumerated() {
      if place > 0 { output.append(ASCII.comma) }
      output.append(animation.property == .zIndex ? "add" : "replace" as StaticString)
    }
    // Without the 0, the scroller's scroll-padding would narrow the range.
    output.append(
      run.axis == .vertical ? ";animation-timeline:view(y 0px)" : ";animation-timeline:view(x 0px)")
    output.append(";animation-range:")
    for (place, animation) in animations.enumerated() {
      if place > 0 { output.append(ASCII.comma) }
      let ends =
        run.isReversed ? [animation.start, animation.end] : [animation.end, animation.start]
      append(ends[0], of: animation.effect, isReversed: run.isReversed, to: &output)
      output.append(ASCII.space)
      append(ends[1], of: animation.effect, isReversed: run.isReversed, to: &output)
    }
    output.append("}}}")
    output.append(ending)
  }

  // MARK: Keyframes

  /// Appends the keyframes of an animation.
  ///
  /// Scrolling forward makes distances smaller, so the last point is first, unless the run is reversed.
  private mutating func append(
    _ animation: EffectsRun.Animation, _ run: EffectsRun, to output: inout [UInt8]
  ) {
    let length = animation.end - animation.start
    for place in animation.distances.indices {
      let distance = animation.distances[
        run.isReversed ? place : animation.distances.count - 1 - place]
      let passed = run.isReversed ? distance - animation.start : animation.end - distance
      append(passed / length * 100, "%{", to: &output)
      append(animation, at: distance, isMirrored: run.isMirrored, to: &output)
      output.append(ASCII.closeBrace)
    }
  }

  private mutating func append(
    _ animation: EffectsRun.Animation, at distance: Double, isMirrored: Bool,
    to output: inout [UInt8]
  ) {
    let effect = animation.effect
    let sign = isMirrored ? -1.0 : 1
    func value(_ curve: EffectCurve?) -> Double { curve?.value(at: distance) ?? 0 }
    switch animation.property {
    case .alpha:
      output.append("opacity:")
      append(value(effect.alpha), "", to: &output)
    case .scale:
      output.append("scale:")
      append(value(effect.scale), "", to: &output)
    case .translation:
      output.append("translate:")
      append(sign * value(effect.translationX), "px ", to: &output)
      append(value(effect.translationY), "px", to: &output)
    case .rotation:
      output.append("rotate:")
      append(sign * value(effect.rotation), "deg", to: &output)
    case .zIndex:
      output.append("z-index:")
      append(value(effect.zIndex), "", to: &output)
    case .dim:
      output.append("filter:brightness(")
      append(1 - value(effect.dim), ")", to: &output)
    }
  }

  /// Returns the FNV-1a hash of keyframes: a page with several sheets never mixes them up.
  private static func hash(_ keyframes: [UInt8]) -> UInt64 {
    keyframes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  private static func append(_ name: UInt64, to output: inout [UInt8]) {
    output.append("tatami-")
    for shift in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: name >> UInt64(shift)) & 15
      output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  // MARK: Ranges

  /// Appends the place in the range `cover` at which a cell has a distance.
  ///
  /// 100% is the length of the scroller and of the cell together; the cell enters at 0%.
  private mutating func append(
    _ distance: Double, of effect: ScrollEffect, isReversed: Bool, to output: inout [UInt8]
  ) {
    let distance = isReversed ? -distance : distance
    var (percent, lengths, points) =
      switch effect.reference {
      case .center: (50.0, 0.0, 0.0)
      case isReversed ? .trailing : .leading: (100.0, -1.0, 0.0)
      case .leading, .trailing: (0.0, 1.0, 0.0)
      }
    switch effect.unit {
    case .item: lengths -= distance
    case .viewport: (percent, lengths) = (percent - 100 * distance, lengths + distance)
    case .points: points -= distance
    }
    output.append("cover calc(")
    append(percent, "%", to: &output)
    if lengths != 0 {
      output.append(" + ")
      append(lengths, "*var(", to: &output)
      output.append(Self.lengthProperty)
      output.append(")")
    }
    if points != 0 {
      output.append(" + ")
      append(points, "px", to: &output)
    }
    output.append(")")
  }

  private mutating func append(_ value: Double, _ unit: StaticString, to output: inout [UInt8]) {
    output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(value + 0, &memo) }
    output.append(unit)
  }
}

/// Neighbouring sections with equal effects that a sheet can write: those along the axis of the content.
struct EffectsRun: Sendable {
  /// The end of the sections' indices.
  let end: Int
  /// The number of items of all sections.
  let itemCount: Int
  /// The axis along which the page scrolls.
  let axis: LayoutAxis
  let isMirrored: Bool
  /// Whether scrolling from the left to the right passes the items from the last to the first.
  ///
  /// The page's scroller runs from the left to the right: browsers disagree about timelines of others.
  var isReversed: Bool { isMirrored && axis == .horizontal }
  /// The effects on cells along the axis, since a sheet has no other elements; empty if there are none.
  let effects: [ScrollEffect]

  /// An animation of one property.
  struct Animation: Sendable {
    let effect: ScrollEffect
    let property: ScrollEffect.Property
    /// The distances of the points, ascending; at least two.
    let distances: [Double]

    var start: Double { distances[0] }
    var end: Double { distances[distances.count - 1] }

    fileprivate init(_ effect: ScrollEffect, _ property: ScrollEffect.Property) {
      self.effect = effect
      self.property = property
      var distances: [Double] = []
      for curve in effect.curves(of: property) { distances += curve.stops.map { $0.distance } }
      distances = Set(distances).sorted()
      // A constant has two keyframes.
      self.distances = distances.count > 1 ? distances : [distances[0], distances[0] + 1]
    }
  }

  /// Creates the run of the sections from a number on.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of sections.
  /// - Complexity: O(sections of the run).
  init(_ layout: PreparedLayout, from section: Int, limit: Int) {
    let given = layout.effectsAlongContent(ofSection: section)
    var (end, itemCount) = (section + 1, layout.itemCount(ofSection: section))
    while end < layout.sectionCount, end - section < limit,
      layout.effectsAlongContent(ofSection: end) == given
    {
      itemCount += layout.itemCount(ofSection: end)
      end += 1
    }
    self.end = end
    self.itemCount = itemCount
    axis = layout.scrollAxis
    isMirrored = layout.document.container.direction == .rightToLeft
    effects = given?.effects(on: .cells).filter { $0.axis == .scroll } ?? []
  }

  var animations: [Animation] {
    effects.flatMap { effect in effect.properties.map { Animation(effect, $0) } }
  }

  /// Whether the ranges take the lengths of cells.
  var readsLengths: Bool {
    effects.contains { $0.reference != .center || $0.unit != .points }
  }
}

extension ScrollEffect {
  /// The curves that drive a property: two at most.
  fileprivate func curves(of property: Property) -> [EffectCurve] {
    let curves =
      switch property {
      case .alpha: [alpha]
      case .scale: [scale]
      case .translation: [translationX, translationY]
      case .rotation: [rotation]
      case .zIndex: [zIndex]
      case .dim: [dim]
      }
    return curves.compactMap { $0 }
  }
}
