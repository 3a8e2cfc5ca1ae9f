import LayoutEngine

extension [UInt8] {
  /// Appends effects as the array that a layout has in its `effects`.
  mutating func append(_ effects: ScrollEffects) {
    append(ASCII.openBracket)
    for (place, effect) in effects.effects.enumerated() {
      append(place > 0 ? ",{" : "{")
      if effect.elements != .cells { append(effect.elements) }
      append(#""reference":""#)
      append(effect.reference.word)
      append(#"","axis":""#)
      append(effect.axis.word)
      append(#"","unit":""#)
      append(effect.unit.word)
      append(#"""#)
      append(#","alpha":"#, effect.alpha)
      append(#","scale":"#, effect.scale)
      append(#","rotation":"#, effect.rotation)
      append(#","zIndex":"#, effect.zIndex)
      append(#","dim":"#, effect.dim)
      if effect.translationX != nil || effect.translationY != nil {
        append(#","translation":{"#)
        append(#""x":"#, effect.translationX)
        append(effect.translationX == nil ? #""y":"# : #","y":"#, effect.translationY)
        append(ASCII.closeBrace)
      }
      append(ASCII.closeBrace)
    }
    append(ASCII.closeBracket)
  }

  private mutating func append(_ elements: ScrollEffect.Elements) {
    append(#""elements":["#)
    for (kind, word) in ScrollEffect.Elements.words where elements.isSuperset(of: kind) {
      append(ASCII.quote)
      append(word)
      append(#"","#)
    }
    removeLast()
    append("],")
  }

  private mutating func append(_ name: StaticString, _ curve: EffectCurve?) {
    guard let curve else { return }
    append(name)
    append(ASCII.openBracket)
    for (place, stop) in curve.stops.enumerated() {
      append(place > 0 ? ",[" : "[")
      appendJSON(stop.distance)
      append(ASCII.comma)
      appendJSON(stop.value)
      append(ASCII.closeBracket)
    }
    append(ASCII.closeBracket)
  }
}

extension ScrollEffect.Elements {
  fileprivate static let words: [(ScrollEffect.Elements, StaticString)] = [
    (.cells, "cells"), (.headers, "headers"), (.footers, "footers"),
    (.supplementaries, "supplementaries"),
  ]
}

extension ScrollEffect.Reference {
  fileprivate var word: StaticString {
    switch self {
    case .center: "center"
    case .leading: "leading"
    case .trailing: "trailing"
    }
  }
}

extension ScrollEffect.Axis {
  fileprivate var word: StaticString { self == .scroll ? "scroll" : "cross" }
}

extension ScrollEffect.Unit {
  fileprivate var word: StaticString {
    switch self {
    case .item: "item"
    case .viewport: "viewport"
    case .points: "points"
    }
  }
}
