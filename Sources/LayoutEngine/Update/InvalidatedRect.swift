extension ChangesSearch {
  /// A rectangle in the new version's coordinates that holds everything that differs with both its
  /// frames; nil where nothing does (LayoutRules M5).
  ///
  /// - Complexity: O(elements of the sections that differ).
  func invalidatedRect() throws(QueryError) -> Rect? {
    var rect = InvalidatedRect(old: old, new: new, map: map, search: self)
    try rect.addBoundaries()
    for section in old.layout.content.sections.indices { try rect.addSection(before: section) }
    for section in new.layout.content.sections.indices where showsMore(section) {
      try rect.addInserted(section)
    }
    return rect.reach
  }

  /// Whether a section of the new version may show cells that the old one did not show: other items,
  /// or more of the same.
  private func showsMore(_ section: Int) -> Bool {
    guard let before = map.section(before: section), !map.hasChanged(after: section) else {
      return true
    }
    func shown(_ view: VersionView, _ section: Int) -> Int {
      view.layout.content.sections[section].solution.cells.count
    }
    return shown(new, section) > shown(old, before)
  }
}

/// Gathers the frames of what differs.
private struct InvalidatedRect {
  let old: VersionView
  let new: VersionView
  let map: ItemMap
  let search: ChangesSearch
  private(set) var reach: Rect?

  init(old: VersionView, new: VersionView, map: ItemMap, search: ChangesSearch) {
    self.old = old
    self.new = new
    self.map = map
    self.search = search
  }

  private mutating func add(_ frame: Rect) { reach = reach?.union(frame) ?? frame }

  private func count(_ steps: Int) throws(QueryError) {
    guard search.budget?.goesOn(after: steps) ?? true else { throw .cancelled }
  }

  /// Layout-level items, which are the same by number.
  mutating func addBoundaries() throws(QueryError) {
    for (view, isOld) in [(old, true), (new, false)] {
      let boundaries = view.layout.content.boundaries
      for element in boundaries.leading + boundaries.trailing {
        try count(8)
        let placement = FramePlacement(view.layout.content, section: nil, query: view.query(.all))
        addIfDifferent(
          LayoutAttributes(
            section: nil, item: element.item, category: element.category, kind: element.kind,
            frame: placement.frame(of: element), zIndex: placement.zIndex(of: element)),
          isOld: isOld)
      }
    }
  }

  private mutating func addIfDifferent(_ attributes: LayoutAttributes, isOld: Bool) {
    let identity = isOld ? search.identity(after: attributes) : search.identity(before: attributes)
    let other = identity.flatMap { isOld ? new.attributes($0) : old.attributes($0) }
    guard let other else { return add(attributes.frame) }
    if ChangesSearch.differ(attributes, other) {
      add(attributes.frame)
      add(other.frame)
    }
  }

  /// What a section of the old version showed and shows.
  mutating func addSection(before section: Int) throws(QueryError) {
    try count(16)
    if let after = map.section(after: section), isSame(section, after) { return }
    try addCells(before: section)
    try addOthers(of: section, in: old, isOld: true)
    if let after = map.section(after: section) { try addOthers(of: after, in: new, isOld: false) }
  }

  /// Whether nothing in a section can differ: it is the same object in the same place.
  private func isSame(_ before: Int, _ after: Int) -> Bool {
    let (one, other) = (old.layout.content, new.layout.content)
    return before == after && !map.hasChanged(after: after) && !map.hasChanged(before: before)
      && one.sections.start(of: before) == other.sections.start(of: after)
      && one.sections[before].isSame(as: other.sections[after])
      && one.container == other.container && one.axis == other.axis && one.unit == other.unit
      && (!one.isMirrored || one.length == other.length)
      && one.sections[before].solution.elements.allSatisfy { $0.pin == nil }
  }

  /// The cells of a section of the old version, wherever they are now.
  private mutating func addCells(before section: Int) throws(QueryError) {
    let (one, other) = (old.layout.content, new.layout.content)
    let oldCells = one.sections[section].solution.cells
    let oldPlacement = FramePlacement(one, section: section, query: old.query(.all))
    var (oldWalk, newWalk) = (CellWalk(), CellWalk())
    var newSection: (number: Int, cells: any SectionCells, placement: FramePlacement)?
    for item in 0..<oldCells.count {
      try count(4)
      let frame = oldPlacement.frame(ofCell: item, in: oldCells, &oldWalk)
      guard let path = map.item(after: ItemPath(section, item)) else {
        add(frame)
        continue
      }
      if newSection?.number != path.section {
        newWalk = CellWalk()
        newSection = (
          path.section, other.sections[path.section].solution.cells,
          FramePlacement(other, section: path.section, query: new.query(.all))
        )
      }
      guard let (_, cells, placement) = newSection, path.item < cells.count else {
        add(frame)
        continue
      }
      let now = placement.frame(ofCell: path.item, in: cells, &newWalk)
      let isSame =
        frame == now && path == ItemPath(section, item)
        && oldCells.imageHeight(of: item) == cells.imageHeight(of: path.item)
        && one.sections[section].zIndex(ofCell: item)
          == other.sections[path.section].zIndex(ofCell: path.item)
      guard !isSame else { continue }
      add(frame)
      add(now)
    }
  }

  /// Cells of a section of the new version that the old one has not.
  mutating func addInserted(_ section: Int) throws(QueryError) {
    let content = new.layout.content
    let cells = content.sections[section].solution.cells
    let placement = FramePlacement(content, section: section, query: new.query(.all))
    var walk = CellWalk()
    for item in 0..<cells.count {
      try count(2)
      let before = map.item(before: ItemPath(section, item))
      let wasShown = before.map { hadCell($0) } ?? false
      if !wasShown { add(placement.frame(ofCell: item, in: cells, &walk)) }
    }
    if map.section(before: section) == nil { try addOthers(of: section, in: new, isOld: false) }
  }

  private func hadCell(_ path: ItemPath) -> Bool {
    path.item < old.layout.content.sections[path.section].solution.cells.count
  }

  /// A section's headers, footers, badges and decorations.
  private mutating func addOthers(
    of section: Int, in view: VersionView, isOld: Bool
  ) throws(QueryError) {
    let content = view.layout.content
    let solution = content.sections[section].solution
    let placement = FramePlacement(content, section: section, query: view.query(.all))
    for element in solution.elements {
      try count(8)
      addIfDifferent(
        LayoutAttributes(
          section: section, item: element.item, category: element.category, kind: element.kind,
          frame: placement.frame(of: element), zIndex: placement.zIndex(of: element)),
        isOld: isOld)
    }
    guard let supplementaries = solution.supplementaries else { return }
    for number in 0..<supplementaries.count {
      try count(16)
      let element = supplementaries.element(number)
      addIfDifferent(
        LayoutAttributes(
          section: section, item: element.item, category: element.category, kind: element.kind,
          frame: placement.frame(ofSupplementary: element.place), zIndex: element.zIndex),
        isOld: isOld)
    }
  }
}
