/// Which section of a version comes from where (LayoutRules J4).
struct SectionArrangement {
  /// Where a section of the version comes from.
  enum Origin: Hashable {
    /// A section of the parent, by its number there.
    case parent(Int)
    /// An inserted one, by its number in `sectionInsertions`.
    case insertion(Int)
  }

  /// By the version's sections.
  private(set) var origins: [Origin] = []
  /// For each of the version's sections the parent's that it was; nil for one that was inserted.
  var parents: [Int?] {
    origins.map { if case .parent(let parent) = $0 { parent } else { nil } }
  }
  /// Which replacement each replaced section of the parent gets.
  private(set) var replacements: [Int: Int] = [:]
  /// The parent's sections whose items are deleted with them, or replaced whole: items of them may be
  /// moved out, but not named otherwise (LayoutRules J8).
  private(set) var discarded: Set<Int> = []
  /// The operations that name each section of the parent that is named.
  private var named: [Int: Operation] = [:]

  private typealias Placed = (place: WholeNumber, origin: Origin, operation: Operation)

  /// Orders the version's sections: those that are inserted and moved have their places, the others
  /// fill the rest in their order.
  ///
  /// - Parameter count: how many sections the parent has.
  /// - Complexity: O(sections + operations · log operations).
  init(_ update: LayoutUpdate, parentCount count: Int, _ issues: inout UpdateIssues) {
    var taken = Set<Int>()
    for (number, section) in update.sectionDeletions.enumerated()
    where names(section, Operation("deleteSections", number), count, &issues) {
      taken.insert(section.nearestInt)
      discarded.insert(section.nearestInt)
    }
    for (number, replacement) in update.sectionReplacements.enumerated()
    where names(
      replacement.section, Operation("replaceSections", number, "section"), count, &issues)
    {
      replacements[replacement.section.nearestInt] = number
      if replacement.items != nil { discarded.insert(replacement.section.nearestInt) }
    }
    var placed: [Placed] = []
    for (number, insertion) in update.sectionInsertions.enumerated() {
      placed.append(
        (insertion.place, .insertion(number), Operation("insertSections", number, "section")))
    }
    for (number, move) in update.sectionMoves.enumerated()
    where names(move.origin, Operation("moveSections", number, "from"), count, &issues) {
      taken.insert(move.origin.nearestInt)
      placed.append(
        (move.destination, .parent(move.origin.nearestInt), Operation("moveSections", number, "to"))
      )
    }
    arrange(placed, others: (0..<count).filter { !taken.contains($0) }, &issues)
  }

  /// Notes that an operation names a section of the parent.
  ///
  /// - Returns: false where there is none, or another one names it (LayoutRules J2).
  private mutating func names(
    _ section: WholeNumber, _ operation: Operation, _ count: Int, _ issues: inout UpdateIssues
  ) -> Bool {
    guard section >= 0, section < count else {
      issues.add(operation, "names section \(section), but the parent has \(count)")
      return false
    }
    if let earlier = named.updateValue(operation, forKey: section.nearestInt) {
      // What is moved may be replaced, too: it is moved as it comes out.
      guard [earlier.list, operation.list] == ["replaceSections", "moveSections"] else {
        issues.add(operation, "names section \(section), as \(earlier.name) does")
        if earlier.list != operation.list {
          issues.add(earlier, "names section \(section), as \(operation.name) does")
        }
        return false
      }
    }
    return true
  }

  private mutating func arrange(_ placed: [Placed], others: [Int], _ issues: inout UpdateIssues) {
    let total = others.count + placed.count
    var rest = others[...]
    var last: Placed?
    origins.reserveCapacity(total)
    for entry in placed.sorted(by: { $0.place < $1.place }) {
      guard entry.place >= 0, entry.place < total else {
        issues.add(
          entry.operation, "puts a section at \(entry.place), but the version has \(total)")
        continue
      }
      if let last, last.place == entry.place {
        issues.add(
          entry.operation, "puts a section at \(entry.place), as \(last.operation.name) does")
        if last.operation.list != entry.operation.list {
          issues.add(
            last.operation, "puts a section at \(entry.place), as \(entry.operation.name) does")
        }
        continue
      }
      last = entry
      let between = rest.prefix(max(0, entry.place.nearestInt - origins.count))
      origins.append(contentsOf: between.map { .parent($0) })
      rest = rest.dropFirst(between.count)
      origins.append(entry.origin)
    }
    origins.append(contentsOf: rest.map { .parent($0) })
  }
}
