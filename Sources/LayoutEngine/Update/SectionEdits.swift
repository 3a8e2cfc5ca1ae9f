/// The source of each section of a version (LayoutRules J4).
struct SectionEdits {
  /// The source of a section of the version.
  enum Source: Hashable {
    /// A section of the parent, by its number there.
    case parent(Int)
    /// An inserted section, by its number in `sectionInsertions`.
    case insertion(Int)
  }

  /// Neighbouring sections of the version: neighbouring sections of the parent, or one inserted section.
  struct Run: Hashable {
    /// The first section's number in the version.
    var start: Int
    var count: Int
    /// The source of the first section.
    var source: Source
  }

  /// All sections of the version, in order.
  private(set) var runs: [Run] = []
  /// The number of sections in the version.
  private(set) var count = 0
  /// The runs of sections that come from the parent, sorted by `parent`: the first section's number in the
  /// parent.
  private var stretches: [(parent: Int, run: Run)] = []
  /// For each replaced section of the parent, by its number, the index of its entry in
  /// `sectionReplacements`.
  private(set) var replacements: [Int: Int] = [:]
  /// The numbers of the parent's sections that are deleted, or whose items are all replaced.
  ///
  /// Their items may be moved out, but no other operation may name them (LayoutRules J8).
  private(set) var discarded: Set<Int> = []
  /// The last operation that names a section of the parent, by the section's index.
  private var named: [Int: Operation] = [:]

  private typealias Placed = (place: WholeNumber, source: Source, operation: Operation)

  /// Orders the version's sections.
  ///
  /// Inserted and moved sections take the places that the update gives them; the parent's other sections
  /// fill the remaining places in their order.
  ///
  /// - Parameter count: the number of sections in the parent.
  /// - Complexity: O(operations · log operations).
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
    where names(move.source, Operation("moveSections", number, "from"), count, &issues) {
      taken.insert(move.source.nearestInt)
      placed.append(
        (move.destination, .parent(move.source.nearestInt), Operation("moveSections", number, "to"))
      )
    }
    arrange(placed, OtherSections(of: count, without: taken.sorted()), &issues)
    for run in runs {
      if case .parent(let parent) = run.source { stretches.append((parent, run)) }
    }
    stretches = stretches.sorted(byKey: { WholeNumber($0.parent) })
  }

  /// Returns the source of a section of the version; `number` must be in `0..<count`.
  ///
  /// - Complexity: O(log runs).
  func source(of number: Int) -> Source {
    let run = run(of: number)
    guard case .parent(let first) = run.source else { return run.source }
    return .parent(first + number - run.start)
  }

  /// Returns the run that contains a section of the version; `number` must be in `0..<count`.
  ///
  /// - Complexity: O(log runs).
  func run(of number: Int) -> Run {
    runs[runs.indices.firstIndex { runs[$0].start > number } - 1]
  }

  /// Returns the number in the version of a section of the parent; nil if it is deleted.
  ///
  /// - Complexity: O(log runs).
  func place(ofParent parent: Int) -> Int? {
    let next = stretches.indices.firstIndex { stretches[$0].parent > parent }
    guard next > 0 else { return nil }
    let (first, run) = stretches[next - 1]
    return parent < first + run.count ? run.start + parent - first : nil
  }

  /// Records that an operation names a section of the parent.
  ///
  /// - Returns: false if the section doesn't exist, or another operation names it (LayoutRules J2).
  private mutating func names(
    _ section: WholeNumber, _ operation: Operation, _ count: Int, _ issues: inout UpdateIssues
  ) -> Bool {
    guard section >= 0, section < count else {
      issues.add(operation, "names section \(section), but the parent has \(count)")
      return false
    }
    if let earlier = named.updateValue(operation, forKey: section.nearestInt) {
      // A section may be both replaced and moved; the replaced section is moved.
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

  private mutating func arrange(
    _ placed: [Placed], _ others: OtherSections, _ issues: inout UpdateIssues
  ) {
    var others = others
    let total = others.count + placed.count
    var last: Placed?
    for entry in placed.sorted(byKey: { $0.place }) {
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
      for run in others.take(entry.place.nearestInt - count) {
        append(.parent(run.lowerBound), run.count)
      }
      append(entry.source, 1)
    }
    for run in others.take(.max) { append(.parent(run.lowerBound), run.count) }
  }

  private mutating func append(_ source: Source, _ count: Int) {
    runs.append(Run(start: self.count, count: count, source: source))
    self.count += count
  }
}

/// The parent's sections that an update neither deletes nor moves, taken in their order.
private struct OtherSections {
  /// The number of these sections.
  let count: Int
  /// The ranges of sections that are not taken yet, in reverse order: the last element is taken next.
  private var rest: [Range<Int>] = []

  /// - Parameter taken: the deleted and moved sections among all `count`, ascending.
  init(of count: Int, without taken: [Int]) {
    self.count = count - taken.count
    var start = 0
    for number in taken {
      if start < number { rest.append(start..<number) }
      start = number + 1
    }
    if start < count { rest.append(start..<count) }
    rest.reverse()
  }

  /// Removes and returns the next `count` sections, or all if fewer are left.
  mutating func take(_ count: Int) -> [Range<Int>] {
    var (taken, left) = ([Range<Int>](), count)
    while left > 0, let next = rest.popLast() {
      let part = next.prefix(left)
      taken.append(part)
      left -= part.count
      if part.count < next.count { rest.append(part.upperBound..<next.upperBound) }
    }
    return taken
  }
}
