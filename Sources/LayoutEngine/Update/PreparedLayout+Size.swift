extension PreparedLayout {
  /// Returns whether the layout has at most `limit` elements and sections together.
  ///
  /// If so, visiting each of them is cheap.
  ///
  /// - Complexity: O(`limit`).
  public func hasElements(atMost limit: Int) -> Bool {
    let boundaries = content.boundaries
    var left = limit - content.sections.count - boundaries.leading.count - boundaries.trailing.count
    guard left >= 0 else { return false }
    for section in content.sections {
      let solution = section.solution
      left -=
        solution.cells.count + solution.elements.count + (solution.supplementaries?.count ?? 0)
      guard left >= 0 else { return false }
    }
    return true
  }
}
