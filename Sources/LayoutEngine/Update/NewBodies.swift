extension LayoutVersion {
  /// Returns the items that the parent does not have, in document order: inserted ones, and those that replace others.
  ///
  /// - Parameter maxRuns: the maximum number of runs of items that are looked at; further items are left out.
  /// - Complexity: O(`maxRuns` + inserted and changed sections), less than O(log n) each.
  package func newItems(maxRuns: Int) -> [ItemRun] {
    let sections = layout.document.sections
    var (new, left): ([ItemRun], Int) = ([], maxRuns)
    for section in Set(map.changedAfter + map.insertedSections(of: sections.count)).sorted() {
      var next = 0
      for run in map.runs(ofSectionAfter: section) where left > 0 {
        left -= 1
        if next < run.after.item {
          new.append(ItemRun(ItemPath(section, next), count: run.after.item - next))
        }
        next = run.after.item + run.count
      }
      guard left > 0 else { break }
      left -= 1
      let count = sections[section].items.count
      if next < count { new.append(ItemRun(ItemPath(section, next), count: count - next)) }
    }
    for before in map.replaced.prefix(max(0, left)) {
      if let after = map.item(after: before) { new.append(ItemRun(after)) }
    }
    return new.sorted { $0.first < $1.first }
  }

  /// Returns the sections whose supplementaries have bodies that the parent does not have; ascending.
  ///
  /// - Parameter update: the update that derived the version.
  package func sectionsWithNewBodies(_ update: LayoutUpdate) -> [Int] {
    let replaced = update.sectionReplacements.compactMap {
      $0.bodies == nil ? nil : map.section(after: $0.section.nearestInt)
    }
    return Set(map.insertedSections(of: layout.document.sections.count) + replaced).sorted()
  }
}
