/// Which item of a parent is which of a version (LayoutRules M1): what neighbours stay neighbours is
/// one run.
public struct ItemMap: Sendable {
  /// Items that a version has from its parent, in order.
  struct Run: Sendable, Hashable {
    var before: ItemPath
    var after: ItemPath
    var count: Int
  }

  /// Sections that a version has from its parent, in order: `count` of them.
  struct SectionRun: Sendable, Hashable {
    var before: Int
    var after: Int
    var count: Int
  }

  /// Sorted by the sections of the parent, and of the version.
  let sectionsBefore: [SectionRun]
  let sectionsAfter: [SectionRun]
  /// The runs of sections whose items changed, sorted by the places of the parent, and of the version.
  let runsBefore: [Run]
  let runsAfter: [Run]
  /// The sections of the parent, and of the version, whose items the runs give; ascending.
  ///
  /// The items of all others stay where they are in their section.
  let changedBefore: [Int]
  let changedAfter: [Int]

  /// Takes the sections kept and, of changed ones, the runs of items kept, each in any order.
  init(
    sections: [SectionRun], runs: [Run], changedBefore: Set<Int>, changedAfter: Set<Int>
  ) {
    sectionsBefore = sections.sorted(byKey: { WholeNumber($0.before) })
    sectionsAfter = sections.sorted(byKey: { WholeNumber($0.after) })
    runsBefore = runs.sorted(byKeys: { $0.before.sortKeys })
    runsAfter = runs.sorted(byKeys: { $0.after.sortKeys })
    self.changedBefore = changedBefore.sorted()
    self.changedAfter = changedAfter.sorted()
  }

  /// Takes everything in the order in which it is held.
  init(
    sectionsBefore: [SectionRun], sectionsAfter: [SectionRun], runsBefore: [Run], runsAfter: [Run],
    changedBefore: [Int], changedAfter: [Int]
  ) {
    self.sectionsBefore = sectionsBefore
    self.sectionsAfter = sectionsAfter
    self.runsBefore = runsBefore
    self.runsAfter = runsAfter
    self.changedBefore = changedBefore
    self.changedAfter = changedAfter
  }

  /// Where a section of the parent stands in the version; nil if it is deleted.
  ///
  /// - Complexity: O(log runs).
  func section(after before: Int) -> Int? {
    let next = sectionsBefore.indices.firstIndex { sectionsBefore[$0].before > before }
    guard next > 0 else { return nil }
    let run = sectionsBefore[next - 1]
    return before < run.before + run.count ? run.after + before - run.before : nil
  }

  /// Where a section of the version stood in the parent; nil if it is inserted.
  func section(before after: Int) -> Int? {
    let next = sectionsAfter.indices.firstIndex { sectionsAfter[$0].after > after }
    guard next > 0 else { return nil }
    let run = sectionsAfter[next - 1]
    return after < run.after + run.count ? run.before + after - run.after : nil
  }

  /// Where an item of the parent stands in the version; nil if it is deleted.
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

  /// Where an item of the version stood in the parent; nil if it is inserted.
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

  /// The runs of a section of the version, in order; none where its items are those of the parent.
  func runs(ofSectionAfter section: Int) -> ArraySlice<Run> {
    let first = runsAfter.indices.firstIndex { runsAfter[$0].after.section >= section }
    let end = runsAfter.indices.firstIndex { runsAfter[$0].after.section > section }
    return runsAfter[first..<end]
  }

  /// The runs of a section of the parent, in order; none where its items are those of the version.
  func runs(ofSectionBefore section: Int) -> ArraySlice<Run> {
    let first = runsBefore.indices.firstIndex { runsBefore[$0].before.section >= section }
    let end = runsBefore.indices.firstIndex { runsBefore[$0].before.section > section }
    return runsBefore[first..<end]
  }

  /// The sections of the version that the parent has not; ascending.
  ///
  /// - Parameter count: how many the version has.
  func insertedSections(of count: Int) -> [Int] {
    var (inserted, next) = ([Int](), 0)
    for run in sectionsAfter {
      inserted += next..<run.after
      next = run.after + run.count
    }
    return inserted + (next..<max(next, count))
  }

  /// Whether a section of the parent, or of the version, has not the same items in the same places.
  func hasChanged(before section: Int) -> Bool { Self.contains(changedBefore, section) }
  func hasChanged(after section: Int) -> Bool { Self.contains(changedAfter, section) }

  /// Whether some of the sections of these numbers have not the same items in the same places.
  func hasChanged(within sections: Range<Int>) -> Bool {
    for changed in [changedBefore, changedAfter] {
      let next = changed.indices.firstIndex { changed[$0] >= sections.lowerBound }
      if next < changed.count, changed[next] < sections.upperBound { return true }
    }
    return false
  }

  /// Whether these sections of the parent have the same numbers in the version.
  func keepsSections(_ sections: Range<Int>) -> Bool {
    let next = sectionsBefore.indices.firstIndex {
      sectionsBefore[$0].before > sections.lowerBound
    }
    guard next > 0 else { return false }
    let run = sectionsBefore[next - 1]
    return run.before == run.after && sections.upperBound <= run.before + run.count
  }

  /// Up to which item of its section that one of the parent and those after it stand in the same places
  /// of the version; the item itself where it doesn't.
  func keptEnd(from path: ItemPath) -> Int {
    guard hasChanged(before: path.section) else { return .max }
    let next = runsBefore.indices.firstIndex { runsBefore[$0].before > path }
    guard next > 0 else { return path.item }
    let run = runsBefore[next - 1]
    let end = run.before.item + run.count
    return run.before == run.after && run.before.section == path.section && path.item < end
      ? end : path.item
  }

  /// How far sections of the version are scrolled that they have from the parent, where they scroll by
  /// themselves still.
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
