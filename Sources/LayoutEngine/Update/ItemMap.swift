/// Maps the items of a parent to those of a version, and back (LayoutRules M1).
///
/// Items that are neighbours in both layouts are stored as one run.
public struct ItemMap: Sendable {
  /// `count` neighbouring items that a version takes from its parent.
  ///
  /// `before` is the first item's place in the parent, `after` its place in the version.
  struct Run: Sendable, Hashable {
    var before: ItemPath
    var after: ItemPath
    var count: Int
  }

  /// `count` neighbouring sections that a version takes from its parent.
  ///
  /// `before` is the first section's number in the parent, `after` its number in the version.
  struct SectionRun: Sendable, Hashable {
    var before: Int
    var after: Int
    var count: Int
  }

  /// The runs of sections, sorted by their numbers in the parent.
  let sectionsBefore: [SectionRun]
  /// The runs of sections, sorted by their numbers in the version.
  let sectionsAfter: [SectionRun]
  /// The runs of items in changed sections, sorted by their places in the parent.
  let runsBefore: [Run]
  /// The runs of items in changed sections, sorted by their places in the version.
  let runsAfter: [Run]
  /// The numbers of the parent's sections whose items are in `runsBefore`; ascending.
  ///
  /// The items of all other sections keep their numbers in the section.
  let changedBefore: [Int]
  /// The numbers of the version's sections whose items are in `runsAfter`; ascending.
  let changedAfter: [Int]
  /// The places in the parent of the items that are replaced by others (LayoutRules J6); ascending.
  let replaced: [ItemPath]

  /// Creates a map from the runs of sections, the runs of items in changed sections, and the replaced
  /// items, in any order.
  init(
    sections: [SectionRun], runs: [Run], changedBefore: Set<Int>, changedAfter: Set<Int>,
    replaced: [ItemPath] = []
  ) {
    sectionsBefore = sections.sorted(byKey: { WholeNumber($0.before) })
    sectionsAfter = sections.sorted(byKey: { WholeNumber($0.after) })
    runsBefore = runs.sorted(byKeys: { $0.before.sortKeys })
    runsAfter = runs.sorted(byKeys: { $0.after.sortKeys })
    self.changedBefore = changedBefore.sorted()
    self.changedAfter = changedAfter.sorted()
    self.replaced = replaced.sorted(byKeys: { $0.sortKeys })
  }

  /// Creates a map from lists that are sorted as the properties of the same names.
  init(
    sectionsBefore: [SectionRun], sectionsAfter: [SectionRun], runsBefore: [Run], runsAfter: [Run],
    changedBefore: [Int], changedAfter: [Int], replaced: [ItemPath]
  ) {
    self.sectionsBefore = sectionsBefore
    self.sectionsAfter = sectionsAfter
    self.runsBefore = runsBefore
    self.runsAfter = runsAfter
    self.changedBefore = changedBefore
    self.changedAfter = changedAfter
    self.replaced = replaced
  }

  /// Whether an item of the parent is replaced by another, which has its identity (LayoutRules J6).
  ///
  /// - Complexity: O(log replaced items).
  public func isReplaced(_ before: ItemPath) -> Bool {
    let place = replaced.indices.firstIndex { replaced[$0] >= before }
    return place < replaced.count && replaced[place] == before
  }

  /// Returns the number in the version of a section of the parent; nil if it is deleted.
  ///
  /// - Complexity: O(log runs).
  func section(after before: Int) -> Int? {
    run(ofSectionBefore: before).map { $0.after + before - $0.before }
  }

  /// Returns the run of sections that contains a section of the parent; nil if the section is deleted.
  func run(ofSectionBefore before: Int) -> SectionRun? {
    let next = sectionsBefore.indices.firstIndex { sectionsBefore[$0].before > before }
    guard next > 0 else { return nil }
    let run = sectionsBefore[next - 1]
    return before < run.before + run.count ? run : nil
  }

  /// Returns the number in the parent of a section of the version; nil if it is inserted.
  func section(before after: Int) -> Int? {
    let next = sectionsAfter.indices.firstIndex { sectionsAfter[$0].after > after }
    guard next > 0 else { return nil }
    let run = sectionsAfter[next - 1]
    return after < run.after + run.count ? run.before + after - run.after : nil
  }

  /// Returns where an item of the parent is in the version; nil if it has been deleted.
  ///
  /// - Complexity: O(log runs).
  public func item(after before: ItemPath) -> ItemPath? {
    guard Self.contains(changedBefore, before.section) else {
      return section(after: before.section).map { ItemPath($0, before.item) }
    }
    let next = runsBefore.indices.firstIndex { runsBefore[$0].before > before }
    guard next > 0 else { return nil }
    let run = runsBefore[next - 1]
    guard run.before.section == before.section, before.item < run.before.item + run.count else {
      return nil
    }
    return ItemPath(run.after.section, run.after.item + before.item - run.before.item)
  }

  /// Returns where an item of the version was in the parent; nil if it has been inserted.
  public func item(before after: ItemPath) -> ItemPath? {
    guard Self.contains(changedAfter, after.section) else {
      return section(before: after.section).map { ItemPath($0, after.item) }
    }
    let next = runsAfter.indices.firstIndex { runsAfter[$0].after > after }
    guard next > 0 else { return nil }
    let run = runsAfter[next - 1]
    guard run.after.section == after.section, after.item < run.after.item + run.count else {
      return nil
    }
    return ItemPath(run.before.section, run.before.item + after.item - run.after.item)
  }

  /// Returns the runs of a section of the version, sorted by `after`; none if the section is not in
  /// `changedAfter`.
  func runs(ofSectionAfter section: Int) -> ArraySlice<Run> {
    let first = runsAfter.indices.firstIndex { runsAfter[$0].after.section >= section }
    let end = runsAfter.indices.firstIndex { runsAfter[$0].after.section > section }
    return runsAfter[first..<end]
  }

  /// Returns the runs of a section of the parent, sorted by `before`; none if the section is not in
  /// `changedBefore`.
  func runs(ofSectionBefore section: Int) -> ArraySlice<Run> {
    let first = runsBefore.indices.firstIndex { runsBefore[$0].before.section >= section }
    let end = runsBefore.indices.firstIndex { runsBefore[$0].before.section > section }
    return runsBefore[first..<end]
  }

  /// Returns the indices of the sections that the version inserts; ascending.
  ///
  /// - Parameter count: the number of sections in the version.
  func insertedSections(of count: Int) -> [Int] {
    var (inserted, next) = ([Int](), 0)
    for run in sectionsAfter {
      inserted += next..<run.after
      next = run.after + run.count
    }
    return inserted + (next..<max(next, count))
  }

  /// Whether the items of a section of the parent, or their places in it, changed.
  func hasChanged(before section: Int) -> Bool { Self.contains(changedBefore, section) }
  /// Whether the items of a section of the version, or their places in it, changed.
  func hasChanged(after section: Int) -> Bool { Self.contains(changedAfter, section) }

  /// Whether the items of any of these sections of the parent, or their places in it, changed.
  func hasChanged(before sections: Range<Int>) -> Bool {
    let next = changedBefore.indices.firstIndex { changedBefore[$0] >= sections.lowerBound }
    return next < changedBefore.count && changedBefore[next] < sections.upperBound
  }

  /// Whether any section with one of these numbers, in the parent or in the version, has changed items or
  /// places of items.
  func hasChanged(within sections: Range<Int>) -> Bool {
    for changed in [changedBefore, changedAfter] {
      let next = changed.indices.firstIndex { changed[$0] >= sections.lowerBound }
      if next < changed.count, changed[next] < sections.upperBound { return true }
    }
    return false
  }

  /// Whether all of these sections of the parent have unchanged numbers in the version.
  func keepsSections(_ sections: Range<Int>) -> Bool {
    let next = sectionsBefore.indices.firstIndex {
      sectionsBefore[$0].before > sections.lowerBound
    }
    guard next > 0 else { return false }
    let run = sectionsBefore[next - 1]
    return run.before == run.after && sections.upperBound <= run.before + run.count
  }

  /// Returns the end of the items, from `path` in the parent on, that keep their places in the version.
  ///
  /// Returns `path.item` if that item doesn't keep its place, and `.max` if all items of the section do.
  func keptEnd(from path: ItemPath) -> Int {
    guard hasChanged(before: path.section) else { return .max }
    let next = runsBefore.indices.firstIndex { runsBefore[$0].before > path }
    guard next > 0 else { return path.item }
    let run = runsBefore[next - 1]
    let end = run.before.item + run.count
    return run.before == run.after && run.before.section == path.section && path.item < end
      ? end : path.item
  }

  /// Returns scroll offsets by the numbers of sections in the version; leaves out sections that are not
  /// orthogonal there.
  ///
  /// - Parameters:
  ///   - scroll: the scroll offsets by the numbers of sections in the parent.
  ///   - content: the version's content.
  func scroll(after scroll: [WholeNumber: Double], _ content: PreparedContent) -> [WholeNumber:
    Double]
  {
    var after: [WholeNumber: Double] = [:]
    for (section, offset) in scroll {
      if let number = self.section(after: section.nearestInt), content.sections[number].isOrthogonal
      {
        after[WholeNumber(number)] = offset
      }
    }
    return after
  }

  private static func contains(_ sorted: [Int], _ number: Int) -> Bool {
    let place = sorted.indices.firstIndex { sorted[$0] >= number }
    return place < sorted.count && sorted[place] == number
  }
}
