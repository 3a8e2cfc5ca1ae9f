extension PreparedLayout {
  /// The elements that a query selects, in the order of answers: by section, then headers, cells by
  /// item, footers, other supplementaries, decorations; layout-level items around them (Contract
  /// §3).
  ///
  /// - Parameter budget: what the search is counted against.
  /// - Throws: `QueryError` for an index path without an element, and for scrolling a section that
  ///   doesn't scroll; `QueryError.cancelled`.
  /// - Complexity: O(log n + found) for rectangles, O(sections) for all, O(paths) for index paths;
  ///   O(elements) at most. Memory does not grow with what is found.
  public func select(
    _ query: LayoutQuery, _ budget: LayoutBudget? = nil
  ) throws(QueryError) -> AttributesSelection {
    var search = SelectionSearch(content, query: query, effort: .max, budget)
    try search.run()
    return search.selection
  }

  /// The same, abandoned where finding it would take long: for threads that must not block.
  ///
  /// - Parameter effort: how many sections, elements and places without any, such as lines with a
  ///   gap there, may be visited one by one. What is found without visiting each, as all cells of a
  ///   section are, doesn't count.
  /// - Returns: nil if more would have to be visited.
  /// - Throws: as `select(_:)`.
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
  /// Refuses sections that don't exist or don't scroll by themselves.
  func requireOrthogonal(_ section: WholeNumber) throws(QueryError) {
    guard sections.indices.contains(section.nearestInt) else {
      throw .noSuchSection(section, orthogonal: false)
    }
    guard sections[section.nearestInt].isOrthogonal else {
      throw .noSuchSection(section, orthogonal: true)
    }
  }

  /// Whether there is such a section, and it scrolls by itself.
  func isOrthogonal(_ section: WholeNumber) -> Bool {
    sections.indices.contains(section.nearestInt) && sections[section.nearestInt].isOrthogonal
  }
}
