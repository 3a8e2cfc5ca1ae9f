/// Builds the sections of a version from those of its parent and an update.
struct DocumentEditor {
  private let document: LayoutDocument
  private let update: LayoutUpdate
  private let sections: SectionEdits
  private let items: ItemEdits
  /// The document of the version; only its container, configuration and layout are final.
  private let updated: LayoutDocument
  /// The parent's prepared content, for items that keep the columns in which they begin and for the
  /// sections that read the container's length; nil if there is none.
  private let placed: PreparedContent?
  private let budget: LayoutBudget
  /// The changes to the parent's items, by section; each list is sorted by item.
  private let changes: [Int: [ItemSplicing.Change]]
  /// The measurements of headers, footers and boundary items, by section of the parent.
  private let supplementaries: [Int: [LayoutUpdate.Measurement]]
  /// The numbers of the parent's sections that the update may change.
  ///
  /// The update replaces these sections, changes their items, or changes the columns that their items keep.
  private var named: Set<Int>
  /// Whether items of all sections may lose measured sizes and columns, not only of the `named` ones.
  ///
  /// They may if the container changes across the scroll axis, or if the scroll axis or the document's layout
  /// changes.
  private let othersForget: Bool
  /// The container length that a layout must read to be affected by the update's change of length
  /// (`Container.changedLength(along:from:)`); infinity if the length does not change.
  let changedLength: Double

  init(
    from document: LayoutDocument, to updated: LayoutDocument, _ update: LayoutUpdate,
    _ sections: SectionEdits, _ items: ItemEdits, _ supplementaries: SupplementaryMeasurements,
    placed: PreparedContent?, _ budget: LayoutBudget
  ) {
    self.supplementaries = supplementaries.bySection
    self.budget = budget
    self.document = document
    self.updated = updated
    self.placed = placed
    self.update = update
    self.sections = sections
    self.items = items
    changes = Self.changes(update)
    let axis = updated.configuration.scrollDirection
    let container = updated.container
    changedLength = container.changedLength(along: axis, from: document.container)
    othersForget =
      !container.differsOnly(along: axis, from: document.container)
      || axis != document.configuration.scrollDirection
      || updated.configuration.contentInsetsReference
        != document.configuration.contentInsetsReference
      || !isSame(
        document.layout?.chosenTraits(for: document.container),
        updated.layout?.chosenTraits(for: updated.container))
    named = Set(sections.replacements.keys).union(changes.keys).union(self.supplementaries.keys)
    for number in items.pieces.keys {
      if case .parent(let parent) = sections.source(of: number) { named.insert(parent) }
    }
    if !othersForget { named.formUnion(relearning) }
    if !othersForget, changedLength < .infinity {
      // Their layouts may be other variants than before.
      named.formUnion(
        placed?.sections.indices(reading: changedLength) ?? Array(document.sections.indices))
    }
  }

  /// The numbers of the version's sections that may differ from the parent's; all sections if
  /// `othersForget`.
  var candidates: [Int] {
    if othersForget { return Array(0..<sections.count) }
    var candidates = named.compactMap { sections.place(ofParent: $0) }
    for run in sections.runs {
      if case .insertion = run.source { candidates.append(run.start) }
    }
    return candidates
  }

  /// Whether a section of the version is a section of the parent with unchanged items and layout.
  func isKept(_ number: Int) -> Bool {
    guard !othersForget, case .parent(let parent) = sections.source(of: number) else {
      return false
    }
    return !named.contains(parent)
  }

  private static func changes(_ update: LayoutUpdate) -> [Int: [ItemSplicing.Change]] {
    var changes: [Int: [ItemSplicing.Change]] = [:]
    let replacing = update.replacingItems
    for (number, path) in update.replacements.enumerated() {
      let place = replacing.place(of: number) ?? (ItemChunk.plain, 0)
      changes[path.section, default: []].append(
        ItemSplicing.Change(path: path, replacement: place))
    }
    for measurement in update.measurements where measurement.kind == nil {
      changes[measurement.path.section, default: []].append(
        ItemSplicing.Change(path: measurement.path, measurement: measurement))
    }
    for (section, list) in changes {
      changes[section] = list.sorted(byKeys: { $0.path.sortKeys })
    }
    return changes
  }

  /// Returns a section of the version, with its final items and layout.
  func section(_ number: Int) -> LayoutSection {
    var section: LayoutSection
    var isRelaid = false
    switch sections.source(of: number) {
    case .insertion(let insertion): section = update.sectionInsertions[insertion].section
    case .parent(let parent):
      section = document.sections[parent]
      let replacement = sections.replacements[parent].map { update.sectionReplacements[$0] }
      if let replacement {
        if let layout = replacement.layout { section.layout = layout }
        isRelaid = replacement.layout != nil
        if let items = replacement.items { section.items = items }
      }
      section.bodies = bodies(of: parent, section, replacement?.bodies)
      if items.pieces[number] == nil,
        isRelaid || changes[parent] != nil || changesLearning(of: parent, section)
      {
        let whole = ItemEdits.Piece(
          source: .parent(parent), items: 0..<section.items.count)
        section.items = spliced([whole], own: section, isSame: !isRelaid)
      }
    }
    if let pieces = items.pieces[number] {
      let isSame = !isRelaid && pieces.allSatisfy { isOwn($0, of: number) }
      section.items = spliced(pieces, own: section, isSame: isSame)
    }
    return section
  }

  /// Returns the bodies and measured lengths that a section of the parent has in the version.
  ///
  /// - Parameters:
  ///   - section: the section of the version, with its final layout and the parent's bodies.
  ///   - replacing: the bodies that the update gives the section; nil if it has none.
  private func bodies(
    of parent: Int, _ section: LayoutSection, _ replacing: SupplementaryBodies?
  ) -> SupplementaryBodies? {
    var bodies = replacing ?? section.bodies
    if replacing == nil, bodies != nil, forgets(parent, section) {
      bodies = bodies?.withoutMeasured
    }
    if let measured = supplementaries[parent] {
      bodies = (bodies ?? SupplementaryBodies([])).measured(measured)
    }
    return bodies?.entries.isEmpty == true ? nil : bodies
  }

  /// Whether a piece of section `number` of the version contains no items of a section of the parent other
  /// than that section's source.
  private func isOwn(_ piece: ItemEdits.Piece, of number: Int) -> Bool {
    guard case .parent(let parent) = piece.source else { return true }
    return sections.source(of: number) == .parent(parent)
  }

  // MARK: Measured sizes and columns

  /// The numbers of the parent's sections in which the update may change the columns that items keep.
  ///
  /// - Complexity: O(blocks + sections of blocks with a section found); O(sections) if there is no prepared
  ///   content.
  private var relearning: [Int] {
    guard let kept = update.keptColumns else { return [] }
    guard let sections = placed?.sections else { return Array(document.sections.indices) }
    switch kept {
    case .none: return sections.numbersWithKeptColumns
    case .all: return sections.numbersThatCanKeepMoreColumns
    case .through(let last):
      return sections.numbersThatCanKeepMoreColumns.filter { $0 <= last.section }
    }
  }

  /// Whether the update may change the measured sizes or columns of the items of a section of the parent.
  private func changesLearning(of parent: Int, _ section: LayoutSection) -> Bool {
    changesColumns(of: parent) || forgets(parent, section)
  }

  /// Whether the update may change the columns that items of a section of the parent keep.
  private func changesColumns(of parent: Int) -> Bool {
    guard let kept = update.keptColumns else { return false }
    guard let section = placed?.sections[parent] else { return true }
    return kept == .none ? section.haveKeptColumns : section.canKeepMoreColumns
  }

  /// Whether the measured sizes of section `parent` are no longer valid in `section` of the version, nor
  /// the columns that its items keep, unless `holdsColumns` (LayoutRules K9).
  private func forgets(_ parent: Int, _ section: LayoutSection) -> Bool {
    let (old, new) = (document, updated)
    let axis = new.configuration.scrollDirection
    guard axis == old.configuration.scrollDirection,
      axis.cross(new.container.innerSize) == axis.cross(old.container.innerSize)
    else { return true }
    let before = (old.sections[parent].layout ?? old.layout)?.chosenTraits(for: old.container)
    let after = (section.layout ?? new.layout)?.chosenTraits(for: new.container)
    return !isSame(before, after) || old.crossLength(of: before) != new.crossLength(of: after)
  }

  /// Whether the update's `keepColumns` holds although section `parent` is laid out by another width or
  /// layout in the version: both are waterfalls of equally many columns (LayoutRules K9).
  private func holdsColumns(_ parent: Int, _ section: LayoutSection) -> Bool {
    guard keepsColumns,
      updated.configuration.scrollDirection == document.configuration.scrollDirection,
      let before = placed?.sections[parent].solution.cells.inColumns?.columnCount
    else { return false }
    return updated.columnCount(of: section.layout ?? updated.layout) == before
  }

  /// Whether the update asks items of a section of the parent to keep their columns, and they cannot:
  /// `section` of the version has another number of columns, or is no waterfall (LayoutRules K9).
  func losesAssignedColumns(_ number: Int, _ section: LayoutSection) -> Bool {
    guard keepsColumns, case .parent(let parent) = sections.source(of: number),
      placed?.sections[parent].solution.cells.inColumns != nil,
      !document.sections[parent].items.areAllInOwnColumns, hasItems(of: parent, number)
    else { return false }
    if case .through(let last)? = update.keptColumns, parent > last.section { return false }
    return forgets(parent, section) && !holdsColumns(parent, section)
  }

  /// Whether section `number` of the version has items of section `parent` that are not moved.
  private func hasItems(of parent: Int, _ number: Int) -> Bool {
    guard let pieces = items.pieces[number] else { return true }
    return pieces.contains { $0.source == .parent(parent) && !$0.isMoved }
  }

  /// Whether items are to keep the columns in which they begin.
  private var keepsColumns: Bool {
    switch update.keptColumns {
    case nil, LayoutUpdate.KeptColumns.none?: false
    case .all?, .through?: true
    }
  }

  /// Returns the effect of the update on the measured sizes and kept columns of a piece's items.
  ///
  /// - Parameters:
  ///   - parent: the section of the parent that the items come from.
  ///   - section: the section of the version that contains the piece.
  private func learning(
    _ piece: ItemEdits.Piece, of parent: Int, in section: LayoutSection
  ) -> ItemSplicing.Learning {
    var learning = ItemSplicing.Learning()
    learning.losesSizes = forgets(parent, section)
    // LayoutRules K8: a moved item loses its column.
    learning.losesAssignedColumns =
      piece.isMoved || update.keptColumns == LayoutUpdate.KeptColumns.none
      || learning.losesSizes && !holdsColumns(parent, section)
    guard !learning.losesAssignedColumns else { return learning }
    switch update.keptColumns {
    case nil, LayoutUpdate.KeptColumns.none?: return learning
    case .all?: learning.keptEnd = .max
    case .through(let last)?:
      learning.keptEnd =
        parent < last.section
        ? .max : parent > last.section ? 0 : last.item + 1
    }
    if let (placed, isShared) = placed?.sections.held(parent),
      let cells = placed.solution.cells.inColumns
    {
      learning.placed = cells
      learning.writesColumns = isShared && SharedSections.key(of: placed.items) != nil
    }
    return learning
  }

  private func spliced(
    _ pieces: [ItemEdits.Piece], own: LayoutSection, isSame: Bool
  ) -> Items {
    var splicing = ItemSplicing(
      count: pieces.reduce(0) { $0 + $1.items.count }, isSame: isSame, budget)
    for piece in pieces {
      switch piece.source {
      case .parent(let section):
        splicing.append(
          document.sections[section].items, piece.items, changes[section] ?? [],
          learning(piece, of: section, in: own))
      case .section: splicing.append(own.items, piece.items)
      case .insertion(let number): splicing.append(update.insertions[number].items, piece.items)
      case .append(let number): splicing.append(update.appends[number].items, piece.items)
      }
    }
    return splicing.finish()
  }
}

extension LayoutDocument {
  /// Returns the length across the scroll axis that the container and a layout's reference leave for the
  /// section's insets and items.
  fileprivate func crossLength(of traits: (any LayoutTraits)?) -> Double {
    let axis = configuration.scrollDirection
    if let margins = traits?.insetByReferences(in: self).layoutMargins {
      return axis.cross(container.innerSize) - axis.crossStart(margins) - axis.crossEnd(margins)
    }
    return container.crossLength(
      of: configuration.resolved(traits?.insetsReference ?? .none), scrolling: axis)
  }
}
