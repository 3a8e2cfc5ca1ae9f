/// The sections of a version: the parent's unchanged sections, and the changed ones.
///
/// Its size grows with the update, not with the number of the parent's sections.
final class EditedSections: SectionSource {
  private let parent: Sections
  private let edits: SectionEdits
  /// The inserted and changed sections, by their numbers in the version.
  private let changed: [Int: Section]

  /// - Parameter changed: all inserted and changed sections, by their numbers in the version.
  init(
    of parent: Sections, _ edits: SectionEdits, changed: [Int: Section]
  ) {
    self.parent = parent
    self.edits = edits
    self.changed = changed
  }

  var sectionCount: Int { edits.count }

  /// - Complexity: O(log runs) plus the parent's.
  func section(_ number: Int) -> Section {
    if let section = changed[number] { return section }
    guard case .parent(let parent) = edits.origin(of: number) else {
      preconditionFailure("an inserted section is listed as changed")
    }
    return self.parent[parent]
  }

  /// - Complexity: O(runs · log runs + changed sections) plus the parent's.
  func itemCount(of numbers: Range<Int>) -> Int {
    var (count, number) = (0, numbers.lowerBound)
    while number < numbers.upperBound {
      let run = edits.run(of: number)
      let end = min(run.start + run.count, numbers.upperBound)
      if case .parent(let first) = run.origin {
        let before = first + number - run.start
        count += parent.itemCount(of: before..<before + end - number)
      }
      number = end
    }
    for (number, section) in changed where numbers.contains(number) {
      count += section.items.count
      if case .parent(let before) = edits.origin(of: number) {
        count -= parent.itemCount(of: before..<before + 1)
      }
    }
    return count
  }
}
