/// The sections of a version: those of its parent that stay as they were, and the others.
///
/// It takes what the update names, however many sections the parent has.
final class EditedSections: SectionSource {
  private let parent: Sections
  private let edits: SectionEdits
  /// The sections that are not the parent's, or not as it has them, by their numbers.
  private let changed: [Int: Section]

  /// - Parameter changed: all that are inserted, and those that become others.
  init(
    of parent: Sections, _ edits: SectionEdits, changed: [Int: Section]
  ) {
    self.parent = parent
    self.edits = edits
    self.changed = changed
  }

  var sectionCount: Int { edits.count }

  /// - Complexity: O(log runs) beside the parent's.
  func section(_ number: Int) -> Section {
    if let section = changed[number] { return section }
    guard case .parent(let parent) = edits.origin(of: number) else {
      preconditionFailure("an inserted section is among those that changed")
    }
    return self.parent[parent]
  }

  /// - Complexity: O(runs · log runs + changed sections) beside the parent's.
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
