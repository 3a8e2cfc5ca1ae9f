package import LayoutEngine

extension RandomDocument {
  /// The effects of a layout; most have none.
  package mutating func effects() -> ScrollEffects? {
    chance(0.15) ? someEffects() : nil
  }

  /// One to three effects.
  package mutating func someEffects() -> ScrollEffects? {
    var effects = list(upTo: 3) { $0.effectWithoutCurves() }
    // One list in two has effects on cells only, as most documents do.
    if chance(0.5) {
      for place in effects.indices { effects[place].elements = elements() }
    }
    var properties = ScrollEffect.Property.allCases.shuffled(using: &random)
    properties.removeLast(below(properties.count))
    for property in properties {
      let place = below(effects.count)
      switch property {
      case .alpha: effects[place].alpha = curve(of: property)
      case .scale: effects[place].scale = curve(of: property)
      case .rotation: effects[place].rotation = curve(of: property)
      case .zIndex: effects[place].zIndex = curve(of: property)
      case .dim: effects[place].dim = curve(of: property)
      case .translation:
        if chance(0.7) { effects[place].translationX = curve(of: property) }
        if chance(0.7) { effects[place].translationY = curve(of: property) }
      }
    }
    return ScrollEffects(effects)
  }

  private mutating func effectWithoutCurves() -> ScrollEffect {
    var effect = ScrollEffect()
    effect.reference = pick(ScrollEffect.Reference.allCases)
    effect.axis = pick(ScrollEffect.Axis.allCases)
    effect.unit = pick(ScrollEffect.Unit.allCases)
    return effect
  }

  /// Some kinds of elements, at least one.
  private mutating func elements() -> ScrollEffect.Elements {
    ScrollEffect.Elements(rawValue: UInt8(1 + below(Int(ScrollEffect.Elements.all.rawValue))))
  }

  private mutating func curve(of property: ScrollEffect.Property) -> EffectCurve? {
    let reach = pick([0.5, 2, 300])
    let distances = Set(
      list(upTo: 5) { _ in 0.0 }.map { _ in Double.random(in: -reach...reach, using: &random) })
    let values =
      switch property {
      case .alpha, .dim: 0.0...1
      case .scale: 0.0...1.5
      case .translation: -60.0...60
      case .rotation: -400.0...400
      case .zIndex: -9.0...9
      }
    return EffectCurve(
      distances.sorted().map { distance in
        let value = Double.random(in: values, using: &random)
        return .init(distance: distance, value: property == .zIndex ? value.rounded() : value)
      }, of: property)
  }
}
