extension PreparedLayout {
  /// Returns the effects of a section that scrolls with the content; nil if it has none, or scrolls by itself.
  ///
  /// - Complexity: O(1).
  package func effectsAlongContent(ofSection section: Int) -> ScrollEffects? {
    let placed = content.sections[section]
    return placed.isOrthogonal ? nil : placed.solution.effects
  }
}

extension PreparedContent {
  /// Returns the rectangle that the frames of a section's elements must meet to be in the response to a query for `rect`.
  ///
  /// - Parameter kind: the kind of the elements; empty for decorations.
  func searched(
    _ rect: Rect, by kind: ScrollEffect.Elements, ofSection section: Int, _ query: LayoutQuery
  ) -> Rect {
    guard !kind.isEmpty, let bounds = query.effectBounds,
      let effects = sections[section].solution.effects
    else { return rect }
    return EffectsReach(effects, on: kind).grown(rect, bounds)
  }
}

extension SectionElement {
  /// The kind of the element by which effects choose it; empty for decorations, which no effect drives.
  var effectKind: ScrollEffect.Elements {
    switch rank {
    case .header: .headers
    case .footer: .footers
    case .other: .supplementaries
    case .decoration: []
    }
  }
}
