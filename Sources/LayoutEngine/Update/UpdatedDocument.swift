/// What a document becomes by an update, and which item of one is which of the other.
struct UpdatedDocument {
  let document: LayoutDocument
  let map: ItemMap
  /// Which section comes from where.
  let arrangement: SectionArrangement
  /// The sections that are inserted, and those that may be others than the parent's that they were;
  /// ascending.
  let changed: [Int]
  /// Those of them that have items of other sections of the parent.
  let mixed: Set<Int>
}

extension LayoutDocument {
  /// Applies an update (LayoutRules J).
  ///
  /// Chunks of items that stay as they are are shared by both documents.
  ///
  /// - Parameters:
  ///   - maxItems: the most items that the version may have.
  ///   - placed: the document laid out, where items may keep the columns in which they begin; nil where
  ///     none do.
  ///   - budget: what making the layouts is counted against of which items are measured.
  /// - Throws: what is wrong with the update; a container without size.
  /// - Complexity: O(operations · (log operations + sections of a block) + blocks + the items of chunks
  ///   that are cut), and O(sections) in a list of them or where items of all may lose or learn something.
  func updated(
    by update: LayoutUpdate, maxItems: Int, placed: PreparedContent? = nil,
    _ budget: LayoutBudget = LayoutBudget()
  ) throws(UpdateError) -> UpdatedDocument {
    var issues = UpdateIssues()
    let arrangement = SectionArrangement(update, parentCount: sections.count, &issues)
    try issues.throwIfAny()
    guard budget.looksNow() else { throw .cancelled }
    let items = ItemArrangement(
      update, arrangement, parentCount: sections.count, counts: { sections[$0].items.count },
      &issues)
    try issues.throwIfAny()
    var updated = self
    do {
      if let change = update.container { updated.container = try change.applied(to: container) }
    } catch {
      throw .document(error)
    }
    if let configuration = update.configuration { updated.configuration = configuration }
    if let layout = update.layout { updated.layout = layout }
    let assembly = SectionAssembly(
      from: self, to: updated, update, arrangement, items, placed: placed, budget)
    guard budget.looksNow() else { throw .cancelled }
    var changed: [Int: Section] = [:]
    for number in assembly.candidates {
      guard budget.goesOn(after: 4) else { throw .cancelled }
      guard !assembly.isKept(number) else { continue }
      changed[number] = assembly.section(number)
      // Its items were counted; what pieces of them cost beside was not.
      let pieces = 64 * (items.pieces[number]?.count ?? 0)
      guard budget.goesOn(after: 32 + pieces) else { throw .cancelled }
    }
    updated.sections = Sections(of: ArrangedSections(of: sections, arrangement, changed: changed))
    // Where sections come, go or move, the document has a list of them (LayoutRules J10).
    let isListed =
      !(update.sectionDeletions.isEmpty && update.sectionInsertions.isEmpty
      && update.sectionMoves.isEmpty)
    updated.hasTopLevelItems = hasTopLevelItems && !isListed
    try Self.checkCount(updated, update, maxItems)
    guard budget.looksNow() else { throw .cancelled }
    let map = ItemMap(arrangement, items)
    guard budget.looksNow() else { throw .cancelled }
    try updated.checkMeasured(by: update, map, budget)
    return UpdatedDocument(
      document: updated, map: map, arrangement: arrangement, changed: changed.keys.sorted(),
      mixed: items.mixedSections)
  }

  /// Refuses more items than a document may have, at the operation that brings one too many.
  private static func checkCount(
    _ updated: LayoutDocument, _ update: LayoutUpdate, _ maxItems: Int
  ) throws(UpdateError) {
    var excess = updated.sections.itemCount - maxItems
    guard excess > 0 else { return }
    var issues = UpdateIssues()
    let added =
      update.insertions.enumerated().map { (Operation("insert", $0, "items"), $1.items.count) }
      + update.appends.enumerated().map { (Operation("append", $0, "items"), $1.items.count) }
      + update.sectionInsertions.enumerated().map {
        (Operation("insertSections", $0, "items"), $1.section.items.count)
      }
      + update.sectionReplacements.enumerated().map {
        (Operation("replaceSections", $0, "items"), $1.items?.count ?? 0)
      }
    for (operation, count) in added.reversed() where count > 0 {
      excess -= count
      guard excess <= 0 else { continue }
      issues.add(operation, "brings the document to more than \(maxItems) items")
      break
    }
    try issues.throwIfAny()
  }
}

/// Makes the sections of a version.
private struct SectionAssembly {
  private let document: LayoutDocument
  private let update: LayoutUpdate
  private let sections: SectionArrangement
  private let items: ItemArrangement
  /// The version's container, configuration and layout.
  private let updated: LayoutDocument
  /// The parent laid out.
  private let placed: PreparedContent?
  private let budget: LayoutBudget
  /// What changes of the parent's items, by section and sorted by place.
  private let changes: [Int: [ItemSplicing.Change]]
  /// The sections of the parent that the update names, or items of them.
  private var named: Set<Int>
  /// Whether sections without layouts of their own, and all that have some, may forget.
  private let othersForget: Bool

  init(
    from document: LayoutDocument, to updated: LayoutDocument, _ update: LayoutUpdate,
    _ sections: SectionArrangement, _ items: ItemArrangement, placed: PreparedContent?,
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
  }

  /// The sections of the version that may not be kept: all, where the items of any may lose or learn
  /// something.
  var candidates: [Int] {
    if othersForget || update.keptColumns != nil { return Array(0..<sections.count) }
    var candidates = named.compactMap { sections.place(ofParent: $0) }
    for run in sections.runs {
      if case .insertion = run.origin { candidates.append(run.start) }
    }
    return candidates
  }

  /// Whether a section of the version is one of the parent, its items and layout the same.
  func isKept(_ number: Int) -> Bool {
    guard !othersForget, case .parent(let parent) = sections.origin(of: number),
      !named.contains(parent)
    else { return false }
    return update.keptColumns == nil || !haveColumns(parent)
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
    for section in changes.keys { changes[section]?.sort { $0.path < $1.path } }
    return changes
  }

  /// A section of the version, by its number.
  func section(_ number: Int) -> Section {
    var section: Section
    switch sections.origin(of: number) {
    case .insertion(let insertion): section = update.sectionInsertions[insertion].section
    case .parent(let parent):
      section = document.sections[parent]
      if let replacement = sections.replacements[parent] {
        let replacement = update.sectionReplacements[replacement]
        if let layout = replacement.layout { section.layout = layout }
        if let items = replacement.items { section.items = items }
      }
      if items.pieces[number] == nil, changes[parent] != nil || changesLearning(of: parent, section)
      {
        let whole = ItemArrangement.Piece(
          source: .parent(parent), items: 0..<section.items.count)
        section.items = spliced([whole], own: section)
      }
    }
    if let pieces = items.pieces[number] {
      section.items = spliced(pieces, own: section)
    }
    return section
  }

  // MARK: What items have learned

  /// Whether items of a section may have learned something that they lose, or may learn something.
  private func changesLearning(of parent: Int, _ section: Section) -> Bool {
    update.keptColumns != nil && haveColumns(parent) || forgets(parent, section)
  }

  /// Whether items of a section of the parent have columns, or stand in some.
  private func haveColumns(_ parent: Int) -> Bool {
    document.sections[parent].items.haveColumns || cells(of: parent)?.haveColumns ?? false
  }

  /// What a section of the parent was laid out to.
  private func cells(of parent: Int) -> (any SectionCells)? {
    placed.map { $0.sections[parent].solution.cells }
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
    _ piece: ItemArrangement.Piece, of parent: Int, in section: Section
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
        ? .max : parent > last.section ? 0 : last.item == .max ? .max : last.item + 1
    }
    if let cells = cells(of: parent), cells.haveColumns { learning.placed = cells }
    return learning
  }

  private func spliced(
    _ pieces: [ItemArrangement.Piece], own: Section
  ) -> Items {
    var splicing = ItemSplicing(count: pieces.reduce(0) { $0 + $1.items.count }, budget)
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

extension ItemMap {
  /// The map of an arrangement.
  fileprivate init(_ sections: SectionArrangement, _ items: ItemArrangement) {
    var kept: [SectionRun] = []
    var runs: [Run] = []
    for run in sections.runs {
      guard case .parent(let before) = run.origin else { continue }
      if let last = kept.last, last.before + last.count == before,
        last.after + last.count == run.start
      {
        kept[kept.count - 1].count += run.count
      } else {
        kept.append(SectionRun(before: before, after: run.start, count: run.count))
      }
    }
    for (section, pieces) in items.pieces {
      var next = 0
      for piece in pieces {
        defer { next += piece.items.count }
        guard case .parent(let before) = piece.source else { continue }
        let run = Run(
          before: ItemPath(before, piece.items.lowerBound), after: ItemPath(section, next),
          count: piece.items.count)
        runs.append(run)
      }
    }
    let changedBefore = items.disturbed.union(sections.discarded)
      .union(
        items.pieces.keys.compactMap {
          if case .parent(let before) = sections.origin(of: $0) { before } else { nil }
        })
    self.init(
      sections: kept, runs: runs, changedBefore: changedBefore,
      changedAfter: Set(items.pieces.keys))
  }
}
