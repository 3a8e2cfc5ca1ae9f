import LayoutEngine

private enum EffectField: String, JSONField {
  case elements, reference, axis, unit, alpha, scale, translation, rotation, zIndex, dim
  static let names = FieldNames<Self>()
}

private enum TranslationField: String, JSONField {
  case x, y
  static let names = FieldNames<Self>()
}

private let elementWords = Words<ScrollEffect.Elements>([
  "cells": .cells, "headers": .headers, "footers": .footers, "supplementaries": .supplementaries,
])

private let referenceWords = Words<ScrollEffect.Reference>([
  "center": .center, "leading": .leading, "trailing": .trailing,
])

private let axisWords = Words<ScrollEffect.Axis>(["scroll": .scroll, "cross": .cross])

private let unitWords = Words<ScrollEffect.Unit>([
  "item": .item, "viewport": .viewport, "points": .points,
])

extension DocumentReader {
  /// Reads the effects of a section's layout (LayoutRules O); nil if there are none, or they are refused.
  mutating func readEffects() throws(JSONSyntaxError) -> ScrollEffects? {
    guard budget.layoutDepth <= 1 else {
      let start = position
      refuse(at: start, "is a field of a section's layout, not of an arrangement inside a group")
      try skipValue()
      return nil
    }
    guard var list = try openArray("must be an array of effects") else { return nil }
    var effects: [ScrollEffect] = []
    var driven: [ScrollEffect.Property: ScrollEffect.Elements] = [:]
    while try nextElement(of: &list) {
      guard list.count <= ScrollEffects.maxCount else {
        try refuseRest(of: &list, limit: ScrollEffects.maxCount, "effects")
        break
      }
      if let effect = try readEffect(&driven) { effects.append(effect) }
    }
    return effects.isEmpty ? nil : ScrollEffects(effects)
  }

  /// Reads one effect.
  ///
  /// - Parameter driven: the elements of which earlier effects drive a property; extended by those of this effect.
  private mutating func readEffect(
    _ driven: inout [ScrollEffect.Property: ScrollEffect.Elements]
  ) throws(JSONSyntaxError) -> ScrollEffect? {
    guard
      var scope = try openObject(
        of: EffectField.self, like: ObjectExample(#"{"alpha": [[-1, 0.5], [0, 1], [1, 0.5]]}"#))
    else { return nil }
    var effect = ScrollEffect()
    // The elements may be given after the curves.
    var curves: [(field: EffectField, property: ScrollEffect.Property, position: Int)] = []
    while let field = try nextField(of: &scope) {
      if let property = field.property { curves.append((field, property, position)) }
      switch field {
      case .elements: effect.elements = try readElements() ?? .cells
      case .reference: effect.reference = try readWord(referenceWords) ?? .center
      case .axis: effect.axis = try readWord(axisWords) ?? .scroll
      case .unit: effect.unit = try readWord(unitWords) ?? .item
      case .alpha: effect.alpha = try readCurve(of: .alpha)
      case .scale: effect.scale = try readCurve(of: .scale)
      case .translation: try readTranslation(into: &effect)
      case .rotation: effect.rotation = try readCurve(of: .rotation)
      case .zIndex: effect.zIndex = try readCurve(of: .zIndex)
      case .dim: effect.dim = try readCurve(of: .dim)
      }
    }
    for (field, property, position) in curves {
      if !driven[property, default: []].isDisjoint(with: effect.elements) {
        refuse(
          at: position,
          "repeats \"\(field.rawValue)\": only one effect may drive a property of an element")
      }
      driven[property, default: []].formUnion(effect.elements)
    }
    if curves.isEmpty {
      refuse(
        at: scope.start, after: scope.lastUnknown,
        "needs at least one of alpha, scale, translation, rotation, zIndex and dim")
    }
    return effect
  }

  /// Reads the kinds of elements that an effect drives: at least one.
  private mutating func readElements() throws(JSONSyntaxError) -> ScrollEffect.Elements? {
    guard var list = try openArray("must be an array of kinds of elements") else { return nil }
    var elements: ScrollEffect.Elements = []
    while try nextElement(of: &list) {
      guard list.count <= 4 else {
        try refuseRest(of: &list, limit: 4, "kinds of elements")
        break
      }
      if let kind = try readWord(elementWords) { elements.formUnion(kind) }
    }
    if list.count == 0 { refuse(at: list.start, "needs at least one kind of elements") }
    return elements
  }

  private mutating func readTranslation(into effect: inout ScrollEffect) throws(JSONSyntaxError) {
    guard
      var scope = try openObject(
        of: TranslationField.self, like: ObjectExample(#"{"y": [[-1, -100], [1, 100]]}"#))
    else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .x: effect.translationX = try readCurve(of: .translation)
      case .y: effect.translationY = try readCurve(of: .translation)
      }
    }
    if !scope.has(.x), !scope.has(.y) { refuse(at: scope.start, "needs \"x\" or \"y\"") }
  }

  /// Reads `[[distance, value], …]`, by ascending distance.
  private mutating func readCurve(
    of property: ScrollEffect.Property
  ) throws(JSONSyntaxError) -> EffectCurve? {
    let expectation = "must be an array of 1 to \(EffectCurve.maxStops) points [distance, value]"
    guard var list = try openArray(expectation) else { return nil }
    var stops: [EffectCurve.Stop] = []
    while try nextElement(of: &list) {
      guard list.count <= EffectCurve.maxStops else {
        try refuseRest(of: &list, limit: EffectCurve.maxStops, "points")
        break
      }
      let stop = try readStop(of: property, after: stops.last?.distance)
      if let stop { stops.append(stop) }
    }
    if list.count == 0 { refuse(at: list.start, "needs at least one point [distance, value]") }
    return EffectCurve(stops, of: property)
  }

  private mutating func readStop(
    of property: ScrollEffect.Property, after last: Double?
  ) throws(JSONSyntaxError) -> EffectCurve.Stop? {
    guard var list = try openArray("must be a point [distance, value]") else { return nil }
    var (distance, value): (Double?, Double?)
    while try nextElement(of: &list) {
      switch list.count {
      case 1:
        let range = EffectCurve.distances
        let least = last ?? -.infinity
        distance = try readNumber(
          last != nil
            ? "must be a distance up to 1000000, greater than that of the point before it"
            : "must be a distance from -1000000 to 1000000"
        ) { range ~= $0 && $0 > least }
      case 2:
        let range = property.values
        value = try readNumber(
          "must be a \(property == .zIndex ? "whole " : "")number from "
            + "\(WholeNumber(range.lowerBound)) to \(WholeNumber(range.upperBound))"
        ) { property.admits($0) }
      default:
        try refuseRest(of: &list, limit: 2, "numbers: distance, value")
        return nil
      }
    }
    if list.count < 2 { refuse(at: list.start, "needs two numbers: [distance, value]") }
    guard let distance, let value else { return nil }
    return EffectCurve.Stop(distance: distance, value: value)
  }
}

extension EffectField {
  /// The property that the field drives; nil if it is not a curve.
  fileprivate var property: ScrollEffect.Property? {
    switch self {
    case .elements, .reference, .axis, .unit: nil
    case .alpha: .alpha
    case .scale: .scale
    case .translation: .translation
    case .rotation: .rotation
    case .zIndex: .zIndex
    case .dim: .dim
    }
  }
}
