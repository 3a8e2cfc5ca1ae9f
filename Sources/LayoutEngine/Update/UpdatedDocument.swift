/// A document that an update produced, with the map from the parent's items to its items.
struct UpdatedDocument {
  let document: LayoutDocument
  let map: ItemMap
  /// The source of each section of the document.
  let sections: SectionEdits
  /// The indices of the sections that are inserted or may differ from their origin in the parent;
  /// ascending.
  let changed: [Int]
  /// The indices of the sections that contain items of a section of the parent other than their origin.
  let mixed: Set<Int>
  /// The length of the container whose change other layouts may read (`DocumentEditor.changedLength`).
  let changedLength: Double
  /// Whether items that are to keep their columns cannot (LayoutRules K9).
  let losesAssignedColumns: Bool
}

extension LayoutDocument {
  /// Applies an update (LayoutRules J).
  ///
  /// The new document shares the chunks of items that don't change with this one.
  ///
  /// - Parameters:
  ///   - maxItems: the maximum number of items in the version.
  ///   - placed: this document's prepared content, for items that keep the columns in which they begin; nil
  ///     if no items do.
  ///   - budget: the budget for the work, which includes making the solvers of layouts whose items are
  ///     measured.
  /// - Throws: the faults of the update; an error if the update removes the container's width;
  ///   `UpdateError.cancelled`.
  /// - Complexity: O(operations · (log operations + sections of a block) + blocks + the items of chunks
  ///   that are cut), and O(sections) if the parent's sections are stored as a list, or if items of all
  ///   sections may lose or get measured sizes or columns.
  func updated(
    by update: LayoutUpdate, maxItems: Int, placed: PreparedContent? = nil,
    _ budget: LayoutBudget = LayoutBudget()
  ) throws(UpdateError) -> UpdatedDocument {
    var issues = UpdateIssues()
    let sectionEdits = SectionEdits(update, parentCount: sections.count, &issues)
    try issues.throwIfAny()
    guard budget.checkpoint() else { throw .cancelled }
    let itemEdits = ItemEdits(
      update, sectionEdits, parentCount: sections.count, counts: { sections[$0].items.count },
      &issues)
    let supplementaries = SupplementaryMeasurements(update, sectionEdits, of: self, &issues)
    if case .through(let last) = update.keptColumns { checkThere(last, &issues) }
    try issues.throwIfAny()
    var updated = self
    do {
      if let change = update.container { updated.container = try change.applied(to: container) }
    } catch {
      throw .document(error)
    }
    if let configuration = update.configuration { updated.configuration = configuration }
    if let layout = update.layout { updated.layout = layout }
    let editor = DocumentEditor(
      from: self, to: updated, update, sectionEdits, itemEdits, supplementaries, placed: placed,
      budget)
    guard budget.checkpoint() else { throw .cancelled }
    var changed: [Int: LayoutSection] = [:]
    var losesAssignedColumns = false
    for number in editor.candidates {
      guard budget.checkpoint(after: 4) else { throw .cancelled }
      guard !editor.isKept(number) else { continue }
      let section = editor.section(number)
      changed[number] = section
      losesAssignedColumns = losesAssignedColumns || editor.losesAssignedColumns(number, section)
      // The steps of the items have been counted; the pieces take further steps.
      let pieces = 64 * (itemEdits.pieces[number]?.count ?? 0)
      guard budget.checkpoint(after: 32 + pieces) else { throw .cancelled }
    }
    updated.sections = Sections(of: UpdatedSections(of: sections, sectionEdits, changed: changed))
    // If sections are inserted, deleted or moved, the document lists its sections (LayoutRules J10).
    let isListed =
      !(update.sectionDeletions.isEmpty && update.sectionInsertions.isEmpty
      && update.sectionMoves.isEmpty)
    updated.hasTopLevelItems = hasTopLevelItems && !isListed
    try Self.checkCount(updated, update, maxItems)
    guard budget.checkpoint() else { throw .cancelled }
    let map = ItemMap(sectionEdits, itemEdits, of: self, by: update, budget)
    guard let map, budget.checkpoint() else { throw .cancelled }
    try updated.checkMeasured(by: update, map, budget)
    return UpdatedDocument(
      document: updated, map: map, sections: sectionEdits, changed: changed.keys.sorted(),
      mixed: itemEdits.mixedSections, changedLength: editor.changedLength,
      losesAssignedColumns: losesAssignedColumns)
  }

  /// Reports an error if `keepColumns` names an item that doesn't exist.
  private func checkThere(_ last: ItemPath, _ issues: inout UpdateIssues) {
    let path = DocumentPath.root.field("keepColumns")
    guard last.section >= 0, last.section < sections.count else {
      issues.add(
        path, "names section \(last.namedSection), but the parent has \(sections.count)")
      return
    }
    let there = sections[last.section].items.count
    guard last.item >= 0, last.item < there else {
      issues.add(
        path,
        "names item \(last.namedItem), but the parent has \(there) in section \(last.section)")
      return
    }
  }

  /// Throws an error if the version has more than `maxItems` items; its path is that of the operation that
  /// exceeds the limit.
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
      issues.add(operation, "makes the document have more than \(maxItems) items")
      break
    }
    try issues.throwIfAny()
  }
}

extension ItemMap {
  /// Creates the map of an update's edits to a document; nil if the budget ended the work.
  fileprivate init?(
    _ sections: SectionEdits, _ items: ItemEdits, of parent: LayoutDocument,
    by update: LayoutUpdate, _ budget: LayoutBudget
  ) {
    var kept: [SectionRun] = []
    var runs: [Run] = []
    for run in sections.runs {
      guard case .parent(let before) = run.source else { continue }
      if let last = kept.last, last.before + last.count == before,
        last.after + last.count == run.start
      {
        kept[kept.count - 1].count += run.count
      } else {
        kept.append(SectionRun(before: before, after: run.start, count: run.count))
      }
    }
    guard let reloads = SectionReloads(sections, items, of: parent, by: update, budget) else {
      return nil
    }
    for (section, pieces) in items.pieces {
      var next = 0
      for piece in pieces {
        let after = ItemPath(section, next)
        next += piece.items.count
        switch piece.source {
        case .parent(let before):
          runs.append(
            Run(
              before: ItemPath(before, piece.items.lowerBound), after: after,
              count: piece.items.count))
        case .section(let number):
          guard reloads.addRuns(of: piece.items, in: number, at: after, to: &runs) else {
            return nil
          }
        case .insertion, .append: break
        }
      }
    }
    // The map has them twice more, by their places in each version.
    guard budget.tryReserve(3 * runs.count * MemoryLayout<Run>.stride) else { return nil }
    let changedBefore = items.disturbed.union(sections.discarded)
      .union(
        items.pieces.keys.compactMap {
          if case .parent(let before) = sections.source(of: $0) { before } else { nil }
        })
    self.init(
      sections: kept, runs: runs, changedBefore: changedBefore,
      changedAfter: Set(items.pieces.keys), replaced: update.replacements + reloads.replaced)
  }
}
