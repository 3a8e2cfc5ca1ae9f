// MARK: By rectangle

extension SelectionSearch {
  /// Adds every element whose final frame intersects the rectangle, in response order.
  mutating func appendMeeting(_ rect: Rect) {
    appendBoundaries(.leadingBoundaries, content.boundaries.leading, intersecting: rect)
    if content.sections.count == 1 {
      var candidates = IndexRuns()
      appendMeeting(rect, inSection: 0, &candidates)
    } else {
      let placement = VisibleFrameTransform(content, section: nil, query: selection.query)
      let grown = content.sections.effectsReach.grown(rect, query.effectBounds)
      appendSections(near: placement.searchRect(for: grown), intersecting: rect)
    }
    appendBoundaries(.trailingBoundaries, content.boundaries.trailing, intersecting: rect)
  }

  /// Adds the elements of all sections that intersect the rectangle.
  ///
  /// It searches all sections that the query scrolls, the section whose header may be pinned into the rectangle
  /// across others, and those others that can show something in the rectangle.
  ///
  /// - Parameter near: the search rectangle in content coordinates before mirroring.
  private mutating func appendSections(near: Rect, intersecting rect: Rect) {
    var sections = IndexRuns(limit: effort)
    content.sections.addNumbers(intersecting: near, to: &sections)
    let scroll = query.scroll
    for section in scroll.keys { sections.append(section.nearestInt) }
    var pinned = query.bounds == nil ? nil : content.sectionPinnedAcross(from: near)
    if let found = pinned, sections.runs.contains(where: { $0.contains(found) }) { pinned = nil }
    selection.sectionPinnedAcross = pinned
    if let pinned { sections.append(pinned) }
    if !scroll.isEmpty || pinned != nil { sections.normalize() }
    let areTested = !sections.isFull
    guard let sections = spend(sections, of: content.sections.count) else { return }
    var candidates = IndexRuns()
    for run in sections {
      for number in run
      where areTested || scroll[WholeNumber(number)] != nil || number == pinned
        || content.sections.reach(of: number).intersectsOrTouches(near)
      {
        guard !isAbandoned, checkpoint(after: Self.stepsPerSection) else { return }
        appendMeeting(rect, inSection: number, &candidates)
      }
    }
  }

  /// Spends effort on the candidates that an index found among `count` elements.
  ///
  /// - Returns: The runs to test; one run of all numbers if the index found too many runs to store; nil if
  ///   too little effort is left.
  private mutating func spend(_ found: IndexRuns, of count: Int) -> [Range<Int>]? {
    guard found.isFull else { return spend(found.spent) ? found.runs : nil }
    return spend(count) ? [0..<count] : nil
  }

  /// A section that is searched for elements that intersect a rectangle.
  private struct Searched {
    let number: Int
    let solution: SolvedSection
    /// The queried rectangle, grown by how far effects can move cells.
    let cellRect: Rect
    /// The queried rectangle, grown by how far effects can move supplementaries of items and groups.
    let supplementaryRect: Rect
  }

  /// Adds the elements of one section that intersect the rectangle, in response order.
  ///
  /// - Parameter candidates: storage for numbers, reused from section to section.
  private mutating func appendMeeting(
    _ rect: Rect, inSection number: Int, _ candidates: inout IndexRuns
  ) {
    let placement = VisibleFrameTransform(content, section: number, query: selection.query)
    let solution = content.sections[number].solution
    let section = Searched(
      number: number, solution: solution,
      cellRect: content.searched(rect, by: .cells, ofSection: number, query),
      supplementaryRect: content.searched(
        rect, by: solution.supplementaries?.effectKind ?? [], ofSection: number, query))
    let elements = solution.elements
    guard !elements.isEmpty else {
      appendCells(of: section, placement, &candidates)
      appendSupplementaries(of: section, placement, &candidates)
      return
    }
    guard spend(elements.count) else { return }
    let ranks = ElementRanks(elements)
    func appendElements(_ range: Range<Int>, to search: inout SelectionSearch) {
      // Most sections have no elements of a rank; don't make an empty list for each.
      guard !range.isEmpty else { return }
      let kind = elements[range.lowerBound].effectKind
      let searched = search.content.searched(rect, by: kind, ofSection: number, search.query)
      search.append(.elements, section: number, [range]) { number, _ in
        placement.frame(of: elements[number]).intersects(searched)
      }
    }
    appendElements(ranks.headers, to: &self)
    appendCells(of: section, placement, &candidates)
    appendElements(ranks.footers, to: &self)
    appendElements(ranks.others, to: &self)
    appendSupplementaries(of: section, placement, &candidates)
    guard !isAbandoned else { return }
    appendElements(ranks.decorations, to: &self)
  }

  /// Adds the supplementaries of a section's items and groups that intersect the rectangle.
  private mutating func appendSupplementaries(
    of section: Searched, _ placement: VisibleFrameTransform, _ candidates: inout IndexRuns
  ) {
    guard let supplementaries = section.solution.supplementaries else { return }
    candidates.removeAll(limit: effort)
    supplementaries.addCandidates(
      intersecting: placement.searchRect(for: section.supplementaryRect), to: &candidates)
    candidates.normalize()
    guard let runs = spend(candidates, of: supplementaries.count) else { return }
    append(.supplementaries, section: section.number, runs) { number, _ in
      placement.frame(ofSupplementary: supplementaries.place(of: number)).intersects(
        section.supplementaryRect)
    }
  }

  /// Adds the cells of a section that intersect the rectangle.
  private mutating func appendCells(
    of section: Searched, _ placement: VisibleFrameTransform, _ candidates: inout IndexRuns
  ) {
    let cells = section.solution.cells
    let count = cells.count
    guard count > 0 else { return }
    if placement.isCertain(cells.bounds, toMeet: section.cellRect) {
      selection.append(.cells, section: section.number, 0..<count)
      return
    }
    let near = placement.searchRect(for: section.cellRect)
    let certainRect = placement.certainRect(for: section.cellRect)
    candidates.removeAll(limit: effort)
    if selection.runs.count < Self.maxRuns,
      cells.addIntersecting(near, certain: certainRect, to: &candidates), !candidates.isFull
    {
      guard spend(candidates.spent) else { return }
      selection.append(.cells, section: section.number, candidates.runs)
      return
    }
    candidates.removeAll(limit: effort)
    cells.addCandidates(intersecting: near, to: &candidates)
    candidates.normalize()
    guard let runs = spend(candidates, of: count) else { return }
    var walk = CellCursor()
    var frames = CellFrames()
    append(.cells, section: section.number, runs) { number, end in
      if !frames.cells.contains(number) {
        placement.fill(&frames, number..<min(end, number + CellFrames.capacity), in: cells, &walk)
      }
      return frames[number].intersects(section.cellRect)
    }
  }

  /// Adds those candidates that intersect the rectangle.
  ///
  /// If they form too many runs to store, it adds one filtered run from the first candidate to the last,
  /// whose elements are tested again when the run is walked.
  ///
  /// - Parameters:
  ///   - runs: the numbers of the candidates.
  ///   - meets: returns whether element `number` intersects the rectangle. The elements after it, up to `end`,
  ///     may be tested next, so their frames can be computed together.
  private mutating func append(
    _ source: AttributesSelection.Run.Source, section: Int, _ runs: [Range<Int>],
    where meets: (_ number: Int, _ end: Int) -> Bool
  ) {
    guard let first = runs.first, let last = runs.last else { return }
    let start = selection.mark()
    let limit = start.runs < Self.maxRuns ? Self.maxRunsASource : 1
    for run in runs {
      for stretch in run.stretches {
        guard checkpoint(after: stretch.count) else { return }
        var lower = stretch.lowerBound
        for number in stretch where !meets(number, stretch.upperBound) {
          selection.append(source, section: section, lower..<number)
          lower = number + 1
        }
        selection.append(source, section: section, lower..<stretch.upperBound)
        guard selection.runs.count - start.runs <= limit else {
          selection.removeRuns(since: start)
          return appendFiltered(
            source, section: section, first.lowerBound..<last.upperBound, where: meets)
        }
      }
    }
  }

  /// Adds a range of elements as one filtered run, and counts those that intersect the rectangle.
  ///
  /// Their numbers are not stored: the elements are tested again when the run is walked.
  private mutating func appendFiltered(
    _ source: AttributesSelection.Run.Source, section: Int, _ range: Range<Int>,
    where meets: (_ number: Int, _ end: Int) -> Bool
  ) {
    var count = 0
    for stretch in range.stretches {
      guard checkpoint(after: stretch.count) else { return }
      for number in stretch where meets(number, stretch.upperBound) { count += 1 }
    }
    selection.append(source, section: section, sifting: range, count: count)
  }

  /// Adds the layout-level headers or footers that intersect the rectangle.
  private mutating func appendBoundaries(
    _ source: AttributesSelection.Run.Source, _ elements: [SectionElement], intersecting rect: Rect
  ) {
    guard !elements.isEmpty, spend(elements.count) else { return }
    let placement = VisibleFrameTransform(content, section: nil, query: selection.query)
    append(source, section: 0, [0..<elements.count]) { number, _ in
      placement.frame(of: elements[number]).intersects(rect)
    }
  }
}
