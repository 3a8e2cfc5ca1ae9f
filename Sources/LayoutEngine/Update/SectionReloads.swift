/// Matches the old and the new items of replaced sections by their ids (LayoutRules J7, M7).
struct SectionReloads {
  /// The items of the parent that come back with other data or another body, by their places there.
  private(set) var replaced: [ItemPath] = []
  /// The matched items; nil if the update brings no ids that the parent's replaced sections might have.
  private var matching: ItemMatching?
  /// The indices, in the old version, of the sections for which the update brings new items; ascending.
  private var numbers: [Int] = []
  /// The index of each of these sections among those of the version, by its number there.
  private var indices: [Int: Int] = [:]

  /// Matches the items of all sections whose items an update replaces; nil if the budget ended the work.
  ///
  /// Items that the update moves out of such a section have no counterpart among the new ones.
  ///
  /// - Complexity: O(items of the replaced sections · log of these sections + pieces), and O(replaced sections +
  ///   their chunks) if no item of one side has an id.
  init?(
    _ sections: SectionEdits, _ items: ItemEdits, of parent: LayoutDocument,
    by update: LayoutUpdate, _ budget: LayoutBudget
  ) {
    var entries: [(section: Int, items: Items)] = []
    for (section, number) in sections.replacements {
      if let items = update.sectionReplacements[number].items { entries.append((section, items)) }
    }
    guard entries.contains(where: { $0.items.chunks.contains { $0.haveIDs } }) else { return }
    entries = entries.sorted(byKey: { WholeNumber($0.section) })
    numbers = entries.map { $0.section }
    // The version may have them in another order.
    let placed = entries.sorted(byKey: {
      WholeNumber(sections.place(ofParent: $0.section) ?? .max)
    })
    guard
      let old = MatchedItems(
        sectionCount: entries.count, budget, items: { parent.sections[entries[$0].section].items }),
      let new = MatchedItems(sectionCount: placed.count, budget, items: { placed[$0].items })
    else { return nil }
    guard old.haveIDs else { return }
    guard var matching = ItemMatching(old, new, budget) else { return nil }
    var places: [Int: Int] = [:]
    for (index, section) in numbers.enumerated() { places[section] = index }
    for (index, entry) in placed.enumerated() {
      if let number = sections.place(ofParent: entry.section) { indices[number] = index }
    }
    for pieces in items.pieces.values {
      for piece in pieces {
        guard case .parent(let section) = piece.source, let index = places[section] else {
          continue
        }
        guard budget.checkpoint(after: piece.items.count) else { return nil }
        let first = old.items(of: index).lowerBound
        matching.exclude(first + piece.items.lowerBound..<first + piece.items.upperBound)
      }
    }
    guard matching.matchIDs(), let others = matching.replacedItems(stylesDiffer: false) else {
      return nil
    }
    replaced = others.map { path(in: old, of: $0) }
    self.matching = matching
  }

  /// Returns the place in the parent of an old item.
  private func path(in old: MatchedItems, of item: Int) -> ItemPath {
    let path = old.path(of: item)
    return ItemPath(numbers[path.section], path.item)
  }

  /// Adds the runs of new items that are items of the parent.
  ///
  /// - Parameters:
  ///   - items: the indices of the items among the new ones of their section.
  ///   - section: the section's index in the version.
  ///   - after: the place of the first of these items in the version.
  /// - Returns: false if the budget ended the work.
  func addRuns(
    of items: Range<Int>, in section: Int, at after: ItemPath, to runs: inout [ItemMap.Run]
  ) -> Bool {
    guard let matching, let index = indices[section] else { return true }
    let first = matching.new.items(of: index).lowerBound + items.lowerBound
    return matching.forEachOldRun(of: first..<first + items.count) { item, before, count in
      runs.append(
        ItemMap.Run(
          before: ItemPath(numbers[before.section], before.item),
          after: ItemPath(after.section, after.item + item - first), count: count))
    }
  }
}
