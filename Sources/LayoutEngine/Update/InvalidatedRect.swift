extension ChangesSearch {
  /// Returns a rectangle that contains the old and the new frames of all elements that differ.
  ///
  /// It is in the new version's coordinates, and nil if nothing differs (LayoutRules M5).
  ///
  /// - Complexity: O(chunks + items of changed chunks up to the first that differs + inserted and replaced
  ///   elements + blocks of sections + sections of changed blocks).
  func invalidatedRect() throws(QueryError) -> Rect? {
    var rect = InvalidatedRect(old: old, new: new, map: map, search: self)
    try rect.addBoundaries()
    let (before, after) = (old.layout.content.sections, new.layout.content.sections)
    let kept = rect.kept
    let acrossSections = new.layout.content.pinsHeadersAcrossSections
    var section = 0
    while section < before.count {
      if let end = before.sharedEnd(
        from: section, with: after, unlessPinned: kept != .everything,
        acrossSections: acrossSections),
        kept != .nothing, map.keepsSections(section..<end), !map.hasChanged(within: section..<end)
      {
        section = end
        continue
      }
      if let end = try rect.addMovedBlock(before: section) {
        section = end
        continue
      }
      try rect.addSection(before: section)
      section += 1
    }
    for section in map.insertedSections(of: after.count) { try rect.addInserted(section) }
    for section in map.changedAfter where map.section(before: section) != nil {
      try rect.addGained(section)
    }
    try rect.addReplaced()
    return rect.reach
  }
}

/// Collects the old and new frames of the elements that differ between two versions in one rectangle
/// (`reach`).
private struct InvalidatedRect {
  let old: VersionView
  let new: VersionView
  let map: ItemMap
  let search: ChangesSearch
  private(set) var reach: Rect?
  /// The number of cells of moved sections that are still added one by one.
  private var exactLeft = Self.exactCount

  init(old: VersionView, new: VersionView, map: ItemMap, search: ChangesSearch) {
    self.old = old
    self.new = new
    self.map = map
    self.search = search
  }

  private mutating func add(_ frame: Rect?) {
    guard let frame else { return }
    reach = reach?.union(frame) ?? frame
  }

  private func count(_ steps: Int) throws(QueryError) {
    guard search.budget?.checkpoint(after: steps) ?? true else { throw .cancelled }
  }

  /// Adds the frames of layout-level headers and footers that differ; those with equal numbers and kinds
  /// correspond.
  mutating func addBoundaries() throws(QueryError) {
    for (view, isOld) in [(old, true), (new, false)] {
      let boundaries = view.layout.content.boundaries
      for element in boundaries.leading + boundaries.trailing {
        try count(8)
        let placement = VisibleFrameTransform(
          view.layout.content, section: nil, query: view.query(.all))
        addIfDifferent(
          LayoutAttributes(
            section: nil, item: element.item, category: element.category, kind: element.kind,
            frame: placement.frame(of: element), zIndex: placement.zIndex(of: element),
            cornerRadius: element.cornerRadius),
          isOld: isOld)
      }
    }
  }

  @discardableResult
  private mutating func addIfDifferent(_ attributes: LayoutAttributes, isOld: Bool) -> Bool {
    let identity = isOld ? search.identity(after: attributes) : search.identity(before: attributes)
    let other = identity.flatMap { isOld ? new.attributes($0) : old.attributes($0) }
    guard other.map({ ChangesSearch.differ(attributes, $0) }) ?? true else { return false }
    add(attributes.frame)
    add(other?.frame)
    return true
  }

  /// The elements that look the same in both versions if both share their section, with unchanged numbers
  /// and places.
  enum Kept {
    case everything
    /// All elements but those that may be pinned.
    case allButPinned
    case nothing
  }

  /// The elements of shared sections that look the same in both versions.
  var kept: Kept {
    let (one, other) = (placement(of: nil, in: old), placement(of: nil, in: new))
    guard one.placesAlike(other) else { return .nothing }
    let pinAlike =
      old.layout.content.pinsHeadersAcrossSections == new.layout.content.pinsHeadersAcrossSections
    return pinAlike && visibleRanges(in: old) == visibleRanges(in: new)
      ? .everything : .allButPinned
  }

  /// The ranges within which elements are pinned, by the reference of their section.
  private func visibleRanges(in view: VersionView) -> [VisibleFrameTransform.VisibleRange?] {
    let bounds = view.query(.all).bounds
    return ContentInsetsReference.allCases.map { reference in
      bounds.map {
        VisibleFrameTransform.VisibleRange($0, of: view.layout.content, within: reference)
      }
    }
  }

  private func placement(of section: Int?, in view: VersionView) -> VisibleFrameTransform {
    VisibleFrameTransform(view.layout.content, section: section, query: view.query(.all))
  }

  /// Adds rectangles around a block of sections that has only moved from one version to the other, if it has more
  /// cells than are added one by one.
  ///
  /// - Returns: the number after the last section of the block; nil if nothing was added.
  mutating func addMovedBlock(before section: Int) throws(QueryError) -> Int? {
    guard isUnscrolled, let run = map.run(ofSectionBefore: section),
      let moved = old.layout.content.sections.sameBlock(
        at: section, as: new.layout.content.sections, at: section + run.after - run.before),
      moved.itemCount > exactLeft, section + moved.count <= run.before + run.count,
      !(moved.hasPinnedHeaders && pinsAcrossSections),
      !map.hasChanged(before: section..<section + moved.count)
    else { return nil }
    try count(16)
    add(frame(around: moved.reach, in: old))
    add(frame(around: moved.otherReach, in: new))
    return section + moved.count
  }

  /// Whether no section of either view is scrolled by itself, so that a section's reach contains what it shows.
  private var isUnscrolled: Bool {
    old.query(.all).scroll.isEmpty && new.query(.all).scroll.isEmpty
  }

  /// Whether headers of either version may be pinned beyond their own section.
  private var pinsAcrossSections: Bool {
    old.layout.content.pinsHeadersAcrossSections || new.layout.content.pinsHeadersAcrossSections
  }

  /// Returns a rectangle that contains the final frames of what is in a rectangle of the content.
  private func frame(around reach: Rect, in view: VersionView) -> Rect {
    placement(of: nil, in: view).frame(ofCellsWithin: view.layout.content.place(of: reach))
  }

  /// Adds the frames of the elements that differ between a section of the old version and its counterpart
  /// in the new one.
  ///
  /// If the new version doesn't have the section, all of its elements are added.
  mutating func addSection(before section: Int) throws(QueryError) {
    try count(16)
    let content = old.layout.content
    guard let after = map.section(after: section) else {
      try addRange(0..<cells(of: section, in: old).count, of: section, in: old)
      return try addOthers(of: section, in: old, isOld: true)
    }
    let stands = stands(section, after)
    let (one, other) = (content.sections[section], new.layout.content.sections[after])
    if stands, !map.hasChanged(within: section..<section + 1), one.isSame(as: other) {
      guard one.solution.elements.contains(where: { $0.pin != nil }) else { return }
      try addElements(of: section, in: old, isOld: true)
      return try addElements(of: after, in: new, isOld: false)
    }
    if !stands, !map.hasChanged(before: section), one.isSame(as: other), isUnscrolled,
      !pinsAcrossSections
    {
      let cellCount = one.solution.cells.count
      guard cellCount <= exactLeft else {
        add(frame(around: content.sections.reach(of: section), in: old))
        return add(frame(around: new.layout.content.sections.reach(of: after), in: new))
      }
      exactLeft -= cellCount
    }
    try addCells(section, after, stands)
    try addOthers(of: section, in: old, isOld: true, beside: stands ? other.solution : nil)
    try addOthers(of: after, in: new, isOld: false, beside: stands ? one.solution : nil)
  }

  /// Whether a section has the same number and place in both versions, so that cells with equal places in
  /// it look the same.
  private func stands(_ before: Int, _ after: Int) -> Bool {
    let (one, other) = (old.layout.content.sections, new.layout.content.sections)
    return before == after
      && placement(of: before, in: old).placesAlike(placement(of: after, in: new))
      && one[before].solution.showsCells(as: other[after].solution)
  }

  /// The maximum number of cells compared or added one by one; for more, a rectangle around all of them is
  /// added.
  private static let exactCount = 512

  /// Adds the frames of the cells of a section that differ; if many cells follow the first that differs,
  /// adds a rectangle around all of them.
  ///
  /// - Parameters:
  ///   - before: the section's index in the old version.
  ///   - after: the section's index in the new version.
  ///   - stands: whether cells with equal places look the same.
  private mutating func addCells(
    _ before: Int, _ after: Int, _ stands: Bool
  ) throws(QueryError) {
    let (oldCells, newCells) = (cells(of: before, in: old), cells(of: after, in: new))
    var comparison = CellComparison(old: old, new: new, map: map)
    var item = 0
    var pace = ComparisonPace()
    while item < oldCells.count {
      if stands, pace.isDue(at: item) {
        let same = sameCount(from: item, of: before, oldCells, newCells)
        try count(4 + same >> 2)
        item += same
        pace.note(found: same, at: item)
        guard item < oldCells.count else { break }
      }
      if stands, let same = comparison.equalCount(from: ItemPath(before, item)), same > 0 {
        try count(same)
        item += same
        continue
      }
      try count(4)
      let path = ItemPath(before, item)
      // The cells of replaced items are added later, whether they differ or not.
      if !map.isReplaced(path), let differing = comparison.differingFrames(of: path) {
        guard oldCells.count - item <= Self.exactCount else {
          add(frame(ofCellsOf: before, from: item, in: old))
          add(frame(ofCellsOf: after, from: before == after ? item : 0, in: new))
          break
        }
        add(differing.old)
        add(differing.new)
      }
      item += 1
    }
    try addShown(before, after)
  }

  /// Returns the number of cells, from `item` on, that certainly look the same in both versions of a section
  /// and belong to items that keep their places.
  private func sameCount(
    from item: Int, of section: Int, _ oldCells: any SectionCells, _ newCells: any SectionCells
  ) -> Int {
    let (one, other) = (
      old.layout.content.sections[section], new.layout.content.sections[section]
    )
    let haveZIndexes = one.itemsHaveZIndexes || other.itemsHaveZIndexes
    var same = newCells.sharedCount(from: item, with: oldCells)
    let path = ItemPath(section, item)
    // If the cells don't store their items, the items' own stacking orders may have changed.
    if haveZIndexes, oldCells.heldItems == nil || newCells.heldItems == nil {
      same = min(same, one.items.sharedCount(from: item, with: other.items))
    }
    // If items are given as a count, cells with equal places may be those of different items.
    return max(0, min(same, map.keptEnd(from: path) - item))
  }

  /// Adds the new frames of those items of an old section that had no cell there.
  ///
  /// `before` and `after` are the section's numbers in the two versions.
  private mutating func addShown(_ before: Int, _ after: Int) throws(QueryError) {
    let shown = cells(of: before, in: old).count
    let count = old.layout.content.sections[before].itemCount
    guard shown < count else { return }
    guard map.hasChanged(before: before) else { return try addRange(shown..<count, of: after) }
    for run in map.runs(ofSectionBefore: before) where run.before.item + run.count > shown {
      let hidden = max(0, shown - run.before.item)
      try addRange(run.after.item + hidden..<run.after.item + run.count, of: run.after.section)
    }
  }

  /// Adds the frames of all elements of a section that the old version doesn't have.
  mutating func addInserted(_ section: Int) throws(QueryError) {
    try count(16)
    try addRange(0..<cells(of: section, in: new).count, of: section)
    try addOthers(of: section, in: new, isOld: false)
  }

  /// Adds the new frames of those items of a section of the new version that were not in it in the old
  /// version.
  mutating func addGained(_ section: Int) throws(QueryError) {
    let origin = map.section(before: section)
    var next = 0
    for run in map.runs(ofSectionAfter: section) where run.before.section == origin {
      try addRange(next..<run.after.item, of: section)
      next = run.after.item + run.count
    }
    try addRange(next..<max(next, cells(of: section, in: new).count), of: section)
  }

  /// Adds the frames of a range of cells of a section of the new version.
  ///
  /// If they are many, it adds a rectangle around them and all cells after them.
  private mutating func addRange(_ items: Range<Int>, of section: Int) throws(QueryError) {
    try addRange(items, of: section, in: new)
  }

  private mutating func addRange(
    _ items: Range<Int>, of section: Int, in view: VersionView
  ) throws(QueryError) {
    let cells = cells(of: section, in: view)
    let items = items.clamped(to: 0..<cells.count)
    guard items.count <= Self.exactCount else {
      return add(frame(ofCellsOf: section, from: items.lowerBound, in: view))
    }
    let placement = VisibleFrameTransform(
      view.layout.content, section: section, query: view.query(.all))
    var walk = CellCursor()
    for item in items {
      try count(2)
      add(placement.frame(ofCell: item, in: cells, &walk))
    }
  }

  /// Adds the old and new frames of the cells whose items have been replaced.
  mutating func addReplaced() throws(QueryError) {
    var comparison = CellComparison(old: old, new: new, map: map)
    for path in map.replaced where path.item < cells(of: path.section, in: old).count {
      try count(8)
      let frames = comparison.frames(of: path)
      add(frames?.old)
      add(frames?.new)
    }
  }

  private func cells(of section: Int, in view: VersionView) -> any SectionCells {
    view.layout.content.sections[section].solution.cells
  }

  /// Returns a rectangle that contains the final frames of the cells of a section from `item` on; nil if
  /// there are none.
  private func frame(ofCellsOf section: Int, from item: Int, in view: VersionView) -> Rect? {
    let cells = cells(of: section, in: view)
    guard item < cells.count else { return nil }
    let content = view.layout.content
    let placement = VisibleFrameTransform(content, section: section, query: view.query(.all))
    var bounds = content.place(of: cells.bounds)
    if let start = cells.minStart(from: item), start > bounds.start {
      bounds = SectionFrame(
        start: start, length: max(.zero, bounds.start + bounds.length - start),
        cross: bounds.cross, breadth: bounds.breadth)
    }
    return placement.frame(ofCellsWithin: bounds)
  }

  /// Adds the old and new frames of a section's elements other than cells that differ.
  ///
  /// - Parameters:
  ///   - isOld: whether `section` is a section of the old version.
  ///   - twin: the section's solution in the other version, if supplementaries with equal places look the
  ///     same in both; else nil.
  private mutating func addOthers(
    of section: Int, in view: VersionView, isOld: Bool, beside twin: SolvedSection? = nil
  ) throws(QueryError) {
    try addElements(of: section, in: view, isOld: isOld)
    let content = view.layout.content
    guard let supplementaries = content.sections[section].solution.supplementaries else { return }
    let placement = placement(of: section, in: view)
    var number = 0
    var pace = ComparisonPace()
    while number < supplementaries.count {
      if let others = twin?.supplementaries, pace.isDue(at: number) {
        let item = supplementaries.firstItem(of: number)
        let kept = map.keptEnd(from: ItemPath(section, item))
        let same = min(
          supplementaries.sharedCount(from: number, with: others),
          supplementaries.keptEnd(ofItems: kept) - number)
        try count(8)
        number += max(0, same)
        pace.note(found: same, at: number)
        guard number < supplementaries.count else { return }
      }
      try count(16)
      let element = supplementaries.element(number)
      let attributes = LayoutAttributes(
        section: section, item: element.item, category: element.category, kind: element.kind,
        frame: placement.frame(ofSupplementary: element.place), zIndex: element.zIndex)
      let isDifferent = addIfDifferent(attributes, isOld: isOld)
      if isDifferent, supplementaries.count - number > Self.exactCount {
        // If many supplementaries are left, add the bounds of all of them.
        return add(placement.frame(ofSupplementary: content.place(of: supplementaries.bounds)))
      }
      number += 1
    }
  }

  /// Adds the old and new frames of a section's headers, footers, side items and decorations that differ.
  private mutating func addElements(
    of section: Int, in view: VersionView, isOld: Bool
  ) throws(QueryError) {
    let placement = placement(of: section, in: view)
    for element in view.layout.content.sections[section].solution.elements {
      try count(8)
      addIfDifferent(
        LayoutAttributes(
          section: section, item: element.item, category: element.category, kind: element.kind,
          frame: placement.frame(of: element), zIndex: placement.zIndex(of: element),
          cornerRadius: element.cornerRadius),
        isOld: isOld)
    }
  }
}

/// Decides when a comparison of elements one by one checks again for elements that certainly are the same.
///
/// To find such elements may take as long as to compare many. While none are found, the distance doubles, so
/// that looking takes at most as long as comparing.
private struct ComparisonPace {
  private var next = 0
  private var step = Self.minStep
  private static let minStep = 16

  /// Whether elements that are the same should be looked for at an element.
  func isDue(at element: Int) -> Bool { element >= next }

  /// Notes how many elements were found to be the same, and that the comparison is at `element`.
  mutating func note(found count: Int, at element: Int) {
    step = count > 0 ? Self.minStep : min(step * 2, 1 << 20)
    next = element + step
  }
}

extension PreparedContent {
  /// Returns a rectangle in a section's coordinates as a place, rounded outwards to whole units along the
  /// scroll axis.
  fileprivate func place(of rect: Rect) -> SectionFrame {
    let start = Units(before: axis.mainMin(rect))
    return SectionFrame(
      start: start, length: Units(after: axis.mainMax(rect)) - start,
      cross: axis.crossMin(rect), breadth: axis.crossMax(rect) - axis.crossMin(rect))
  }
}

extension SolvedSection {
  /// Whether cells with equal places in both sections look the same.
  fileprivate func showsCells(as other: SolvedSection) -> Bool {
    cellZIndex == other.cellZIndex && rounding == other.rounding
      && (orthogonal == nil) == (other.orthogonal == nil)
  }
}

/// Compares cells of two versions, one by one.
private struct CellComparison {
  let old: VersionView
  let new: VersionView
  let map: ItemMap
  private var before: Side?
  private var after: Side?
  private var oldFrames = CellFrames()
  private var newFrames = CellFrames()

  init(old: VersionView, new: VersionView, map: ItemMap) {
    self.old = old
    self.new = new
    self.map = map
  }

  /// The section of one version whose cells are being compared.
  private struct Side {
    let number: Int
    let section: LaidOutSection
    let placement: VisibleFrameTransform
    var walk = CellCursor()

    init(_ number: Int, in view: VersionView) {
      self.number = number
      section = view.layout.content.sections[number]
      placement = VisibleFrameTransform(
        view.layout.content, section: number, query: view.query(.all))
    }

    mutating func frame(of item: Int) -> Rect {
      placement.frame(ofCell: item, in: section.solution.cells, &walk)
    }

    mutating func fill(_ frames: inout CellFrames, _ items: Range<Int>) {
      placement.fill(&frames, items, in: section.solution.cells, &walk)
    }

    /// Whether cells differ in nothing but their frames.
    var areFramesOnly: Bool {
      !section.itemsHaveZIndexes && !section.solution.cells.haveZIndexes
        && !section.solution.cells.haveImageHeights && section.solution.bodies == nil
    }
  }

  /// Returns how many of the next cells of the old version, at most `CellFrames.capacity`, have equal frames
  /// in the new one, if their items keep their places and the cells have nothing but frames.
  ///
  /// Returns nil if the cells must be compared one by one, which is slower.
  mutating func equalCount(from path: ItemPath) -> Int? {
    if before?.number != path.section { before = Side(path.section, in: old) }
    if after?.number != path.section { after = Side(path.section, in: new) }
    guard let old = before?.section, let new = after?.section, before?.areFramesOnly == true,
      after?.areFramesOnly == true
    else { return nil }
    let end = min(
      path.item + CellFrames.capacity, old.solution.cells.count, new.solution.cells.count,
      map.keptEnd(from: path))
    guard path.item < end else { return nil }
    before?.fill(&oldFrames, path.item..<end)
    after?.fill(&newFrames, path.item..<end)
    let different = (path.item..<end).first { oldFrames[$0] != newFrames[$0] }
    return (different ?? end) - path.item
  }

  /// Returns the old and new frames of a cell of the old version if any of its attributes differs; nil if
  /// not.
  ///
  /// The new frame is nil if the new version doesn't have the cell.
  mutating func differingFrames(of path: ItemPath) -> (old: Rect, new: Rect?)? {
    guard let frames = frames(of: path) else { return nil }
    guard frames.old == frames.new, let now = map.item(after: path), now == path,
      let section = before?.section, let other = after?.section
    else { return frames }
    let isSame =
      section.solution.cells.imageHeight(of: path.item)
      == other.solution.cells.imageHeight(of: now.item)
      && section.solution.bodies?.height(of: path.item)
        == other.solution.bodies?.height(of: now.item)
      && section.zIndex(ofCell: path.item) == other.zIndex(ofCell: now.item)
    return isSame ? nil : frames
  }

  /// Returns the old and new frames of a cell of the old version.
  ///
  /// The new frame is nil if the new version doesn't have the cell.
  mutating func frames(of path: ItemPath) -> (old: Rect, new: Rect?)? {
    if before?.number != path.section { before = Side(path.section, in: old) }
    guard let frame = before?.frame(of: path.item) else { return nil }
    guard let now = map.item(after: path) else { return (frame, nil) }
    if after?.number != now.section { after = Side(now.section, in: new) }
    guard let other = after?.section, now.item < other.solution.cells.count else {
      return (frame, nil)
    }
    return (frame, after?.frame(of: now.item))
  }
}
