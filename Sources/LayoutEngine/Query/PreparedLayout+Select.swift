extension PreparedLayout {
  /// The elements that a query asks for, in the order of answers: by section, then headers, cells
  /// by item, footers, other supplementaries, decorations; layout-level items around them
  /// (`contract.md` 3).
  ///
  /// - Throws: `QueryError` for an index path without an element, and for scrolling a section that
  ///   doesn't scroll.
  /// - Complexity: O(log n + found) for rectangles, O(sections) for all, O(paths) for index paths.
  public func select(_ query: LayoutQuery) throws(QueryError) -> AttributesSelection {
    try selection(of: query, effort: .max)
  }

  /// The same, given up where finding it would take long: for threads that must not be held up.
  ///
  /// - Parameter effort: how many sections, elements and places without any, such as lines with a
  ///   gap there, may be looked at one by one. What is found without looking at each, as all cells of
  ///   a section are, doesn't count.
  /// - Returns: nil where more would have to be looked at.
  /// - Throws: as `select(_:)`.
  /// - Complexity: O(log n + `effort`), and as much again for the last section looked at.
  public func select(
    _ query: LayoutQuery, effort: Int
  ) throws(QueryError) -> AttributesSelection? {
    let selection = try selection(of: query, effort: effort)
    return selection.isGivenUp ? nil : selection
  }

  private func selection(
    of query: LayoutQuery, effort: Int
  ) throws(QueryError) -> AttributesSelection {
    for section in query.scroll.keys {
      try content.requireOrthogonal(section)
    }
    var selection = AttributesSelection(content, query: query, effort: effort)
    switch query.selection {
    case .all: selection.appendEverything()
    case .rect(let rect): selection.appendMeeting(rect)
    case .indexPaths(let paths, nil):
      for path in paths where selection.spend(1) { try selection.appendCell(at: path) }
    case .indexPaths(let paths, let kind?):
      for path in paths where selection.spend(1) {
        try selection.appendElement(at: path, kind: kind)
      }
    }
    return selection
  }
}

extension PreparedContent {
  /// Refuses sections that are not there and those that don't scroll by themselves.
  func requireOrthogonal(_ section: Int) throws(QueryError) {
    guard sections.indices.contains(section) else {
      throw .noSuchSection(section, orthogonal: false)
    }
    guard sections[section].isOrthogonal else { throw .noSuchSection(section, orthogonal: true) }
  }
}

// MARK: Everything

extension AttributesSelection {
  /// Adds every element.
  fileprivate mutating func appendEverything() {
    guard spend(content.sections.count) else { return }
    append(.leadingBoundaries, 0..<content.boundaries.leading.count)
    for (number, section) in content.sections.enumerated() {
      let elements = section.solution.elements
      let ranks = ElementRanks(elements)
      append(.elements, section: number, ranks.headers)
      append(.cells, section: number, 0..<section.solution.cells.count)
      append(.elements, section: number, ranks.footers)
      append(.elements, section: number, ranks.others)
      append(.badges, section: number, 0..<(section.solution.badges?.count ?? 0))
      append(.elements, section: number, ranks.decorations)
    }
    append(.trailingBoundaries, 0..<content.boundaries.trailing.count)
  }
}

/// Where the ranks lie in a section's elements, which are sorted by them.
private struct ElementRanks {
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

// MARK: By rectangle

extension AttributesSelection {
  /// Adds every element whose frame, as it is returned, meets the rectangle.
  fileprivate mutating func appendMeeting(_ rect: Rect) {
    let placement = FramePlacement(content, section: nil, query: query)
    append(.leadingBoundaries, content.boundaries.leading, placement, meeting: rect)
    var candidates = IndexRuns(limit: effort)
    if content.sections.count == 1 {
      appendMeeting(rect, inSection: 0, &candidates)
    } else {
      let near = placement.searchRect(for: rect)
      let sections = sections(near: near)
      guard spend(sections) else { return }
      for run in sections.runs {
        for number in run
        where content.reaches[number].touches(near) || query.scroll[number] != nil {
          guard !isGivenUp else { return }
          appendMeeting(rect, inSection: number, &candidates)
        }
      }
    }
    append(.trailingBoundaries, content.boundaries.trailing, placement, meeting: rect)
  }

  /// The sections that may show something in the rectangle: by what they can show unscrolled, and
  /// every scrolled one.
  private func sections(near rect: Rect) -> IndexRuns {
    var numbers = IndexRuns(limit: effort)
    content.sectionIndex.addNumbers(meeting: rect, to: &numbers)
    guard !query.scroll.isEmpty else { return numbers }
    for section in query.scroll.keys { numbers.append(section) }
    numbers.normalize()
    return numbers
  }

  /// Adds what meets the rectangle of one section.
  ///
  /// - Parameter candidates: room for numbers, used again from section to section.
  private mutating func appendMeeting(
    _ rect: Rect, inSection number: Int, _ candidates: inout IndexRuns
  ) {
    let placement = FramePlacement(content, section: number, query: query)
    let near = placement.searchRect(for: rect)
    let elements = content.sections[number].solution.elements
    guard spend(elements.count) else { return }
    let ranks = ElementRanks(elements)
    append(ranks.headers, of: elements, section: number, placement, meeting: rect)
    appendCells(ofSection: number, placement, near: near, meeting: rect, &candidates)
    append(ranks.footers, of: elements, section: number, placement, meeting: rect)
    append(ranks.others, of: elements, section: number, placement, meeting: rect)
    if let badges = content.sections[number].solution.badges {
      candidates.removeAll(limit: effort)
      badges.addCandidates(meeting: near, to: &candidates)
      candidates.normalize()
      guard spend(candidates) else { return }
      append(.badges, section: number, candidates, meeting: rect) {
        placement.placed(badge: badges.element($0).frame)
      }
    }
    append(ranks.decorations, of: elements, section: number, placement, meeting: rect)
  }

  /// Adds the cells of a section that meet the rectangle: all at once where all of them do.
  private mutating func appendCells(
    ofSection number: Int, _ placement: FramePlacement, near: Rect, meeting rect: Rect,
    _ candidates: inout IndexRuns
  ) {
    let cells = content.sections[number].solution.cells
    let count = cells.count
    guard count > 0 else { return }
    if placement.isCertain(cells.bounds, toMeet: rect) {
      append(.cells, section: number, 0..<count)
      return
    }
    candidates.removeAll(limit: effort)
    cells.addCandidates(meeting: near, to: &candidates)
    candidates.normalize()
    guard spend(candidates) else { return }
    append(.cells, section: number, candidates, meeting: rect) {
      placement.placed(cell: cells.frame(of: $0))
    }
  }

  /// Adds those candidates whose placed frames meet the rectangle.
  private mutating func append(
    _ source: Run.Source, section: Int, _ candidates: IndexRuns, meeting rect: Rect,
    placed frame: (Int) -> Rect
  ) {
    for run in candidates.runs {
      var start = run.lowerBound
      for number in run where !frame(number).meets(rect) {
        append(source, section: section, start..<number)
        start = number + 1
      }
      append(source, section: section, start..<run.upperBound)
    }
  }

  /// Adds those elements of a rank that meet the rectangle; there are few of them.
  private mutating func append(
    _ range: Range<Int>, of elements: [SectionElement], section: Int, _ placement: FramePlacement,
    meeting rect: Rect
  ) {
    for number in range where placement.placed(elements[number]).meets(rect) {
      append(.elements, section: section, number..<(number + 1))
    }
  }

  /// Adds those layout-level items that meet the rectangle.
  private mutating func append(
    _ source: Run.Source, _ elements: [SectionElement], _ placement: FramePlacement,
    meeting rect: Rect
  ) {
    guard spend(elements.count) else { return }
    for (number, element) in elements.enumerated() where placement.placed(element).meets(rect) {
      append(source, number..<(number + 1))
    }
  }
}

// MARK: By index path

extension AttributesSelection {
  /// Adds the cell at an index path, or the layout-level item of that number.
  fileprivate mutating func appendCell(at path: IndexPath) throws(QueryError) {
    guard let section = path.section else {
      return try appendBoundary(path, kind: nil)
    }
    guard content.sections.indices.contains(section),
      0..<content.sections[section].solution.cells.count ~= path.item
    else { throw .noSuchElement(path, kind: nil) }
    append(.cells, section: section, path.item..<(path.item + 1))
  }

  /// Adds the supplementary or decoration of a kind at an index path.
  fileprivate mutating func appendElement(
    at path: IndexPath, kind: String
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
      append(.elements, section: section, number..<(number + 1))
    } else if let number = solution.badges?.number(kind: kind, item: path.item) {
      append(.badges, section: section, number..<(number + 1))
    } else {
      throw .noSuchElement(path, kind: kind)
    }
  }

  /// Adds the layout-level item of a number; of that kind, where one is asked for.
  private mutating func appendBoundary(_ path: IndexPath, kind: String?) throws(QueryError) {
    for (source, elements) in [
      (Run.Source.leadingBoundaries, content.boundaries.leading),
      (.trailingBoundaries, content.boundaries.trailing),
    ] {
      // Each in the document's order, which the items count.
      let number = elements.indices.firstIndex { elements[$0].item >= path.item }
      guard number < elements.count, elements[number].item == path.item,
        kind == nil || elements[number].kind == kind
      else { continue }
      return append(source, number..<(number + 1))
    }
    throw .noSuchElement(path, kind: kind)
  }
}
