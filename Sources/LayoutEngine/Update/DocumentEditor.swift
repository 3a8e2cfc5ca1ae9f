/// Makes the sections of a version.
struct DocumentEditor {
  private let document: LayoutDocument
  private let update: LayoutUpdate
  private let sections: SectionEdits
  private let items: ItemEdits
  /// The version's container, configuration and layout.
  private let updated: LayoutDocument
  /// The parent laid out.
  private let placed: PreparedContent?
  private let budget: LayoutBudget
  /// What changes of the parent's items, by section and sorted by place.
  private let changes: [Int: [ItemSplicing.Change]]
  /// The sections of the parent that the update names, or items of them, and those of which it changes
  /// the columns that items keep.
  private var named: Set<Int>
  /// Whether sections without layouts of their own, and all that have some, may forget.
  private let othersForget: Bool

  init(
    from document: LayoutDocument, to updated: LayoutDocument, _ update: LayoutUpdate,
    _ sections: SectionEdits, _ items: ItemEdits, placed: PreparedContent?,
    _ budget: LayoutBudget
  ) {
    self.budget = budget
    self.document = document
    self.updated = updated
    self.placed = placed
    self.update = update
    self.sections = sections
    self.items = items
    changes = Self.changes(update)
    let axis = updated.configuration.scrollDirection
    othersForget =
      update.container != nil || axis != document.configuration.scrollDirection
      || document.layout?.chosen(for: document.container)
        != updated.layout?.chosen(for: updated.container)
    named = Set(sections.replacements.keys).union(changes.keys)
    for number in items.pieces.keys {
      if case .parent(let parent) = sections.origin(of: number) { named.insert(parent) }
    }
    if !othersForget { named.formUnion(relearning) }
  }

  /// The sections of the version that may not be kept: all, where the items of any may lose something.
  var candidates: [Int] {
    if othersForget { return Array(0..<sections.count) }
    var candidates = named.compactMap { sections.place(ofParent: $0) }
    for run in sections.runs {
      if case .insertion = run.origin { candidates.append(run.start) }
    }
    return candidates
  }

  /// Whether a section of the version is one of the parent, its items and layout the same.
  func isKept(_ number: Int) -> Bool {
    guard !othersForget, case .parent(let parent) = sections.origin(of: number) else {
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
    for measurement in update.measurements {
      changes[measurement.path.section, default: []].append(
        ItemSplicing.Change(path: measurement.path, measurement: measurement))
    }
    for (section, list) in changes {
      changes[section] = list.sorted(byKeys: { $0.path.sortKeys })
    }
    return changes
  }

  /// A section of the version, by its number.
  func section(_ number: Int) -> Section {
    var section: Section
    var isRelaid = false
    switch sections.origin(of: number) {
    case .insertion(let insertion): section = update.sectionInsertions[insertion].section
    case .parent(let parent):
      section = document.sections[parent]
      if let replacement = sections.replacements[parent] {
        let replacement = update.sectionReplacements[replacement]
        if let layout = replacement.layout { section.layout = layout }
        isRelaid = replacement.layout != nil
        if let items = replacement.items { section.items = items }
      }
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

  /// Whether a piece has no items of another section of the parent.
  private func isOwn(_ piece: ItemEdits.Piece, of number: Int) -> Bool {
    guard case .parent(let parent) = piece.source else { return true }
    return sections.origin(of: number) == .parent(parent)
  }

  // MARK: What items have learned

  /// The sections of the parent of which the update changes the columns that items keep.
  ///
  /// - Complexity: as `SectionBlocks.numbersWithColumns`.
  private var relearning: [Int] {
    guard let kept = update.keptColumns else { return [] }
    guard let sections = placed?.sections else { return Array(document.sections.indices) }
    switch kept {
    case .none: return sections.numbersWithColumns
    case .all: return sections.numbersThatCanKeepMoreColumns
    case .through(let last):
      return sections.numbersThatCanKeepMoreColumns.filter { $0 <= last.section }
    }
  }

  /// Whether items of a section may have learned something that they lose, or may learn something.
  private func changesLearning(of parent: Int, _ section: Section) -> Bool {
    changesColumns(of: parent) || forgets(parent, section)
  }

  /// Whether the update changes which columns the items of a section of the parent keep.
  private func changesColumns(of parent: Int) -> Bool {
    guard let kept = update.keptColumns else { return false }
    guard let section = placed?.sections[parent] else { return true }
    return kept == .none ? section.haveColumns : section.canKeepMoreColumns
  }

  /// Whether sizes that views found in a section of the parent, and columns, no longer hold in one of
  /// the version (LayoutRules K9).
  private func forgets(_ parent: Int, _ section: Section) -> Bool {
    let (old, new) = (document, updated)
    let axis = new.configuration.scrollDirection
    guard axis == old.configuration.scrollDirection,
      axis.cross(new.container.innerSize) == axis.cross(old.container.innerSize)
    else { return true }
    let (before, after) = (
      old.sections[parent].layout ?? old.layout, section.layout ?? new.layout
    )
    return before?.chosen(for: old.container) != after?.chosen(for: new.container)
  }

  /// What becomes of what a piece's items have learned.
  private func learning(
    _ piece: ItemEdits.Piece, of parent: Int, in section: Section
  ) -> ItemSplicing.Learning {
    var learning = ItemSplicing.Learning()
    learning.forgetsAll = forgets(parent, section)
    // LayoutRules K8: a moved item loses its column.
    learning.forgetsColumns = piece.isMoved || update.keptColumns == LayoutUpdate.KeptColumns.none
    guard !learning.forgetsAll, !learning.forgetsColumns else { return learning }
    switch update.keptColumns {
    case nil, LayoutUpdate.KeptColumns.none?: return learning
    case .all?: learning.keptEnd = .max
    case .through(let last)?:
      learning.keptEnd =
        parent < last.section
        ? .max : parent > last.section ? 0 : last.item + 1
    }
    if let (placed, isShared) = placed?.sections.held(parent), placed.solution.cells.haveColumns {
      learning.placed = placed.solution.cells
      learning.writesColumns = isShared && SharedSections.key(of: placed.items) != nil
    }
    return learning
  }

  private func spliced(
    _ pieces: [ItemEdits.Piece], own: Section, isSame: Bool
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
