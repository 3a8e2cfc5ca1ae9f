/// The sections of a version: unchanged sections are read from the parent, changed ones are stored.
///
/// Its size depends on the update, not on the number of the parent's sections.
final class UpdatedSections: SectionSource {
  private let parent: Sections
  private let edits: SectionEdits
  /// The inserted and changed sections, by their numbers in the version.
  private let changed: [Int: LayoutSection]

  /// - Parameter changed: all inserted and changed sections, by their numbers in the version.
  init(
    of parent: Sections, _ edits: SectionEdits, changed: [Int: LayoutSection]
  ) {
    self.parent = parent
    self.edits = edits
    self.changed = changed
  }

  var sectionCount: Int { edits.count }

  /// - Complexity: O(log runs), and the time that the parent takes for a section.
  func section(_ number: Int) -> LayoutSection {
    if let section = changed[number] { return section }
    guard case .parent(let parent) = edits.source(of: number) else {
      preconditionFailure("an inserted section is listed as changed")
    }
    return self.parent[parent]
  }

  /// - Complexity: O(runs · log runs + changed sections), and the time that the parent takes to count the
  ///   items.
  func itemCount(of numbers: Range<Int>) -> Int {
    var (count, number) = (0, numbers.lowerBound)
    while number < numbers.upperBound {
      let run = edits.run(of: number)
      let end = min(run.start + run.count, numbers.upperBound)
      if case .parent(let first) = run.source {
        let before = first + number - run.start
        count += parent.itemCount(of: before..<before + end - number)
      }
      number = end
    }
    for (number, section) in changed where numbers.contains(number) {
      count += section.items.count
      if case .parent(let before) = edits.source(of: number) {
        count -= parent.itemCount(of: before..<before + 1)
      }
    }
    return count
  }
}
