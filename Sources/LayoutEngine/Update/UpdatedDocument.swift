/// What a document becomes by an update, and which item of one is which of the other.
struct UpdatedDocument {
  let document: LayoutDocument
  let map: ItemMap
}

extension LayoutDocument {
  /// Applies an update (LayoutRules J).
  ///
  /// Chunks of items that stay as they are are shared by both documents.
  ///
  /// - Parameter maxItems: the most items that the version may have.
  /// - Throws: what is wrong with the update; a container without size.
  /// - Complexity: O(sections + operations · log operations + the items of chunks that are cut).
  func updated(
    by update: LayoutUpdate, maxItems: Int
  ) throws(UpdateError) -> UpdatedDocument {
    var issues = UpdateIssues()
    let arrangement = SectionArrangement(update, parentCount: sections.count, &issues)
    try issues.throwIfAny()
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
    let assembly = SectionAssembly(document: self, update: update, arrangement, items)
    updated.sections = arrangement.origins.indices.map { assembly.section($0) }
    // Where sections come, go or move, the document has a list of them (LayoutRules J10).
    let isListed =
      !(update.sectionDeletions.isEmpty && update.sectionInsertions.isEmpty
        && update.sectionMoves.isEmpty)
    updated.hasTopLevelItems = hasTopLevelItems && !isListed
    try Self.checkCount(updated, update, maxItems)
    return UpdatedDocument(document: updated, map: ItemMap(arrangement, items))
  }

  /// Refuses more items than a document may have, at the operation that brings one too many.
  private static func checkCount(
    _ updated: LayoutDocument, _ update: LayoutUpdate, _ maxItems: Int
  ) throws(UpdateError) {
    var excess = updated.sections.reduce(-maxItems) { $0 + $1.items.count }
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
  /// What changes of the parent's items, by section and sorted by place.
  private let changes: [Int: [ItemSplicing.Change]]

  init(
    document: LayoutDocument, update: LayoutUpdate, _ sections: SectionArrangement,
    _ items: ItemArrangement
  ) {
    self.document = document
    self.update = update
    self.sections = sections
    self.items = items
    changes = Self.changes(update)
  }

  private static func changes(_ update: LayoutUpdate) -> [Int: [ItemSplicing.Change]] {
    var changes: [Int: [ItemSplicing.Change]] = [:]
    let replacing = update.replacingItems
    for (number, path) in update.replacements.enumerated() {
      changes[path.section, default: []].append(
        ItemSplicing.Change(path: path) { columns, _, _ in
          if let place = replacing.place(of: number) {
            columns.append(place.chunk, place.place..<place.place + 1)
          } else {
            columns.append()
          }
        })
    }
    for section in changes.keys { changes[section]?.sort { $0.path < $1.path } }
    return changes
  }

  /// A section of the version, by its number.
  func section(_ number: Int) -> Section {
    var section: Section
    switch sections.origins[number] {
    case .insertion(let insertion): section = update.sectionInsertions[insertion].section
    case .parent(let parent):
      section = document.sections[parent]
      if let replacement = sections.replacements[parent] {
        let replacement = update.sectionReplacements[replacement]
        if let layout = replacement.layout { section.layout = layout }
        if let items = replacement.items { section.items = items }
      }
      if items.pieces[number] == nil, changes[parent] != nil {
        let whole = ItemArrangement.Piece(
          source: .parent(parent), items: 0..<section.items.count)
        section.items = spliced([whole], own: section.items)
      }
    }
    if let pieces = items.pieces[number] {
      section.items = spliced(pieces, own: section.items)
    }
    return section
  }

  private func spliced(
    _ pieces: [ItemArrangement.Piece], own: Items
  ) -> Items {
    var splicing = ItemSplicing(count: pieces.reduce(0) { $0 + $1.items.count })
    for piece in pieces {
      switch piece.source {
      case .parent(let section):
        splicing.append(
          document.sections[section].items, piece.items, (changes[section] ?? [])[...])
      case .section: splicing.append(own, piece.items)
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
    for (after, origin) in sections.origins.enumerated() {
      guard case .parent(let before) = origin else { continue }
      if let last = kept.last, last.before + last.count == before, last.after + last.count == after {
        kept[kept.count - 1].count += 1
      } else {
        kept.append(SectionRun(before: before, after: after, count: 1))
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
          if case .parent(let before) = sections.origins[$0] { before } else { nil }
        })
    self.init(
      sections: kept, runs: runs, changedBefore: changedBefore,
      changedAfter: Set(items.pieces.keys))
  }
}
