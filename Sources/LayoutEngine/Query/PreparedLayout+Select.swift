extension PreparedLayout {
  /// Returns the elements that a query selects, in response order (Contract §3).
  ///
  /// The order is by section; within a section, headers, cells by item, footers, other supplementaries and
  /// decorations. Layout-level headers come before all sections, layout-level footers after them.
  ///
  /// - Parameters:
  ///   - query: the elements to select.
  ///   - budget: the budget for the search.
  /// - Throws: `QueryError` if an index path has no element, or if the query scrolls a section that doesn't
  ///   scroll by itself; `QueryError.cancelled`.
  /// - Complexity: O(log n + found) for rectangles, O(sections) for `.all`, O(paths) for index paths;
  ///   O(elements) at most. Memory does not grow with the number of elements found.
  public func select(
    _ query: LayoutQuery, _ budget: LayoutBudget? = nil
  ) throws(QueryError) -> AttributesSelection {
    var search = SelectionSearch(content, query: query, effort: .max, budget)
    try search.run()
    return search.selection
  }

  /// Returns the elements that a query selects; nil if the search would take too long.
  ///
  /// It is for threads that must not be blocked, such as event loops.
  ///
  /// - Parameters:
  ///   - query: the elements to select.
  ///   - effort: the number of sections, elements, and places without elements, such as lines
  ///     with a gap, that may be visited one by one. Elements that are found without visiting each, such
  ///     as all cells of a section, don't count.
  /// - Returns: The selection; nil if more than `effort` would have to be visited.
  /// - Throws: `QueryError` if an index path has no element, or if the query scrolls a section that doesn't
  ///   scroll by itself.
  /// - Complexity: O(log n + `effort`), and as much again for the last section visited.
  public func select(
    _ query: LayoutQuery, effort: Int
  ) throws(QueryError) -> AttributesSelection? {
    var search = SelectionSearch(content, query: query, effort: effort, nil)
    try search.run()
    return search.isAbandoned ? nil : search.selection
  }
}

extension PreparedContent {
  /// Throws an error if a section doesn't exist or doesn't scroll by itself.
  func requireOrthogonal(_ section: WholeNumber) throws(QueryError) {
    guard sections.indices.contains(section.nearestInt) else {
      throw .noSuchSection(section, orthogonal: false)
    }
    guard sections[section.nearestInt].isOrthogonal else {
      throw .noSuchSection(section, orthogonal: true)
    }
  }

  /// Whether the section exists and scrolls by itself.
  func isOrthogonal(_ section: WholeNumber) -> Bool {
    sections.indices.contains(section.nearestInt) && sections[section.nearestInt].isOrthogonal
  }
}
