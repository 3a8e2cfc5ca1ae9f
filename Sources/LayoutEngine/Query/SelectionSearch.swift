/// Finds the elements that a query selects (Contract §3).
struct SelectionSearch {
  /// The maximum number of runs stored for one section and source.
  ///
  /// If more are needed, one filtered run is stored instead, whose elements are tested again when it is
  /// walked, so that memory does not grow with the number of elements found.
  static let maxRunsASource = 4_096
  /// The number of the budget's steps that visiting a section takes.
  static let stepsPerSection = 32
  /// The total number of runs beyond which each source of a further section gets at most one run.
  static let maxRuns = 1 << 16

  /// The elements found so far.
  var selection: AttributesSelection
  /// Whether the search ended early, so that the selection is incomplete: the effort was not enough, or the
  /// work was cancelled.
  var isAbandoned = false

  private let budget: LayoutBudget?
  /// The number of sections, elements and places without elements that may still be visited one by one.
  private(set) var effort: Int

  init(
    _ content: PreparedContent, query: LayoutQuery, effort: Int, _ budget: LayoutBudget?
  ) {
    self.budget = budget
    self.effort = effort
    selection = AttributesSelection(content, query: query)
  }

  var content: PreparedContent { selection.content }
  var query: LayoutQuery { selection.query }

  /// Runs the whole search.
  ///
  /// - Throws: `QueryError` if an index path has no element, or if the query scrolls a section that doesn't
  ///   scroll by itself; `QueryError.cancelled`.
  mutating func run() throws(QueryError) {
    if !selection.query.scroll.isEmpty {
      // Report the least wrong section, so that the error doesn't depend on the dictionary's order.
      let content = content
      let wrong = query.scroll.keys.lazy.filter { !content.isOrthogonal($0) }.min()
      if let wrong { try content.requireOrthogonal(wrong) }
    }
    switch selection.query.selection {
    case .all: appendEverything()
    case .rect(let rect): appendMeeting(rect)
    case .indexPaths(let paths, nil):
      for path in paths where spend(1) { try appendCell(at: path) }
    case .indexPaths(let paths, let kind?):
      for path in paths where spend(1) { try appendElement(at: path, kind: kind) }
    }
    guard budget?.isEnded != true else { throw .cancelled }
    selection.trim()
  }

  /// Counts `count` steps of the budget; returns false if the work was cancelled.
  func checkpoint(after count: Int) -> Bool { budget?.checkpoint(after: count) ?? true }

  /// Spends effort on `count` sections or elements.
  ///
  /// Returns false if too little effort is left, or the work was cancelled.
  mutating func spend(_ count: Int) -> Bool {
    guard !isAbandoned, count <= effort, checkpoint(after: count) else {
      isAbandoned = true
      return false
    }
    effort -= count
    return true
  }
}

// MARK: Everything

extension SelectionSearch {
  /// Adds every element of the layout.
  fileprivate mutating func appendEverything() {
    guard spend(content.sections.count) else { return }
    selection.append(.leadingBoundaries, 0..<content.boundaries.leading.count)
    for (number, section) in content.sections.enumerated() {
      guard checkpoint(after: Self.stepsPerSection) else { return }
      let elements = section.solution.elements
      let ranks = ElementRanks(elements)
      selection.append(.elements, section: number, ranks.headers)
      selection.append(.cells, section: number, 0..<section.solution.cells.count)
      selection.append(.elements, section: number, ranks.footers)
      selection.append(.elements, section: number, ranks.others)
      selection.append(
        .supplementaries, section: number, 0..<(section.solution.supplementaries?.count ?? 0))
      selection.append(.elements, section: number, ranks.decorations)
    }
    selection.append(.trailingBoundaries, 0..<content.boundaries.trailing.count)
  }
}

/// The ranges of a section's headers, footers, other supplementaries and decorations in its list of
/// elements.
///
/// The list must be sorted by rank.
struct ElementRanks {
  let headers: Range<Int>
  let footers: Range<Int>
  let others: Range<Int>
  let decorations: Range<Int>

  init(_ elements: [SectionElement]) {
    func end(_ rank: SectionElement.Rank, from start: Int) -> Int {
      (start..<elements.count).firstIndex { elements[$0].rank > rank }
    }
    headers = 0..<end(.header, from: 0)
    footers = headers.upperBound..<end(.footer, from: headers.upperBound)
    others = footers.upperBound..<end(.other, from: footers.upperBound)
    decorations = others.upperBound..<elements.count
  }
}

// MARK: By index path

extension SelectionSearch {
  /// Adds the cell at an index path; if the path has no section, the layout-level header or footer with its
  /// number.
  fileprivate mutating func appendCell(at path: LayoutIndexPath) throws(QueryError) {
    guard let section = path.section else {
      return try appendBoundary(path, kind: nil)
    }
    guard content.sections.indices.contains(section),
      0..<content.sections[section].solution.cells.count ~= path.item
    else { throw .noSuchElement(path, kind: nil) }
    selection.append(.cells, section: section, path.item..<(path.item + 1))
  }

  /// Adds the supplementary or decoration of a kind at an index path; if the path has no section, the
  /// layout-level header or footer of that kind.
  fileprivate mutating func appendElement(
    at path: LayoutIndexPath, kind: String
  ) throws(QueryError) {
    guard let section = path.section else {
      return try appendBoundary(path, kind: kind)
    }
    guard content.sections.indices.contains(section) else {
      throw .noSuchElement(path, kind: kind)
    }
    let solution = content.sections[section].solution
    let isAsked = { (element: SectionElement) in
      element.item == path.item && element.kind == kind
    }
    let number = solution.elements.firstIndex(where: isAsked)
    guard spend(number ?? solution.elements.count) else { return }
    if let number {
      selection.append(.elements, section: section, number..<(number + 1))
    } else if let number = solution.supplementaries?.number(kind: kind, item: path.item) {
      selection.append(.supplementaries, section: section, number..<(number + 1))
    } else {
      throw .noSuchElement(path, kind: kind)
    }
  }

  /// Adds the layout-level header or footer with the path's number; it must be of `kind`, unless that is
  /// nil.
  private mutating func appendBoundary(_ path: LayoutIndexPath, kind: String?) throws(QueryError) {
    for (source, elements) in [
      (AttributesSelection.Run.Source.leadingBoundaries, content.boundaries.leading),
      (.trailingBoundaries, content.boundaries.trailing),
    ] {
      // Both lists are in the document's order, so their item numbers are ascending.
      let number = elements.indices.firstIndex { elements[$0].item >= path.item }
      guard number < elements.count, elements[number].item == path.item,
        kind == nil || elements[number].kind == kind
      else { continue }
      return selection.append(source, number..<(number + 1))
    }
    throw .noSuchElement(path, kind: kind)
  }
}
