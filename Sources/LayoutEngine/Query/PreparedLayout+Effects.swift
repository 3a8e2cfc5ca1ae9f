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
  /// Returns the rectangle that the frames of a section's elements must meet to be in the answer to a query for `rect`.
  func searched(
    _ rect: Rect, _ source: AttributesSelection.Run.Source, ofSection section: Int,
    _ query: LayoutQuery
  ) -> Rect {
    guard source == .cells, let bounds = query.effectBounds,
      let effects = sections[section].solution.effects
    else { return rect }
    return EffectsReach(effects).grown(rect, bounds)
  }
}
