/// Finds the items that make up each changed section of a version (LayoutRules J1–J3, J5, J8).
struct ItemEdits {
  /// Neighbouring items of a section of the version that are also neighbours in one source.
  struct Piece: Hashable {
    /// The source of a piece's items.
    enum Source: Hashable {
      /// A section of the parent.
      case parent(Int)
      /// The new items of a replaced section, or the items of an inserted section, by the section's index
      /// in the version.
      case section(Int)
      /// An entry of `insertions`, by its number.
      case insertion(Int)
      /// An entry of `appends`, by its number.
      case append(Int)
    }

    var source: Source
    /// The items' indices in the source.
    var items: Range<Int>
    /// Whether the update moves the items.
    var isMoved = false
  }

  /// The items, in order, of each section of the version whose items differ from its origin's; by section
  /// number.
  private(set) var pieces: [Int: [Piece]] = [:]
  /// The numbers of the parent's sections from which items are deleted or moved.
  private(set) var disturbed: Set<Int> = []

  /// Returns the number of items in a section of the parent.
  private let parentCounts: (Int) -> Int
  private let parentCount: Int
  private let update: LayoutUpdate
  private let sections: SectionEdits

  /// An operation on items of the parent.
  private struct Claim {
    var items: ItemRun
    var operation: Operation
    /// Whether the operation deletes or moves the items.
    var isTaking: Bool

    var end: Int { items.first.item + items.count }
  }

  /// The items of one insertion or move, and the place of the first of them in the version.
  private struct Placed {
    var place: ItemPath
    var piece: Piece
    var operation: Operation
  }

  /// Arranges the items of the changed sections, and adds the update's faults to `issues`.
  ///
  /// - Parameters:
  ///   - counts: returns the number of items in a section of the parent.
  ///   - count: the number of sections in the parent.
  /// - Complexity: O(operations · log operations).
  init(
    _ update: LayoutUpdate, _ sections: SectionEdits, parentCount count: Int,
    counts: @escaping (Int) -> Int, _ issues: inout UpdateIssues
  ) {
    self.update = update
    self.sections = sections
    parentCounts = counts
    parentCount = count
    let taken = takenItems(&issues)
    guard issues.issues.isEmpty else { return }
    arrange(taken, placedItems(&issues), &issues)
  }

  /// The numbers of the version's sections that contain items of a section of the parent other than their
  /// source.
  var mixedSections: Set<Int> {
    let mixed = pieces.filter { number, pieces in
      pieces.contains { piece in
        if case .parent(let parent) = piece.source {
          sections.source(of: number) != .parent(parent)
        } else {
          false
        }
      }
    }
    return Set(mixed.keys)
  }

  // MARK: Items of the parent

  /// Returns the deleted and moved items, sorted by place in the parent; reports items that several
  /// operations name (LayoutRules J2).
  private func takenItems(_ issues: inout UpdateIssues) -> [ItemRun] {
    var claims: [Claim] = []
    for (number, deletion) in update.deletions.enumerated() {
      let field = deletion.isObject ? "indexPath" : nil
      let operation = Operation("delete", number, field)
      guard isThere(deletion.items, operation, count: "count", &issues) else { continue }
      claims.append(
        Claim(items: deletion.items, operation: Operation("delete", number), isTaking: true))
    }
    for (number, move) in update.moves.enumerated() {
      let operation = Operation("move", number, "from")
      guard isThere(move.source, operation, count: "count", &issues) else { continue }
      claims.append(Claim(items: move.source, operation: operation, isTaking: true))
    }
    for (number, path) in update.replacements.enumerated() {
      let operation = Operation("replace", number, "indexPath")
      guard isThere(ItemRun(path), operation, count: nil, &issues) else { continue }
      claims.append(Claim(items: ItemRun(path), operation: operation, isTaking: false))
    }
    for (number, measurement) in update.measurements.enumerated() where measurement.kind == nil {
      let operation = Operation("measure", number, "indexPath")
      guard isThere(ItemRun(measurement.path), operation, count: nil, &issues) else { continue }
      claims.append(Claim(items: ItemRun(measurement.path), operation: operation, isTaking: false))
    }
    // The sort is stable: operations on one item stay in the order in which they were added.
    let ordered = claims.sorted(byKeys: { $0.items.first.sortKeys })
    refuseConflicts(ordered, &issues)
    return ordered.lazy.filter { $0.isTaking }.map { $0.items }
  }

  /// Returns whether the parent has the items and the operation may name them; reports a fault otherwise.
  ///
  /// - Parameter count: the name of the operation's field that gives the number of items; nil if it has
  ///   none.
  private func isThere(
    _ items: ItemRun, _ operation: Operation, count: String?, _ issues: inout UpdateIssues
  ) -> Bool {
    let (section, item) = (items.first.section, items.first.item)
    guard section >= 0, section < parentCount else {
      issues.add(
        operation, "names section \(items.first.namedSection), but the parent has \(parentCount)")
      return false
    }
    let there = parentCounts(section)
    guard item >= 0, item < there else {
      issues.add(
        operation,
        "names item \(items.first.namedItem), but the parent has \(there) in section \(section)")
      return false
    }
    guard items.count <= there - item else {
      issues.add(
        Operation(operation.list, operation.number, count),
        "reaches beyond the \(there) items of section \(section)")
      return false
    }
    if operation.list != "move", sections.discarded.contains(section) {
      issues.add(
        operation,
        "names an item of section \(section), whose items are deleted by this update")
      return false
    }
    return true
  }

  /// Reports operations that name items that other operations name, too.
  ///
  /// - Parameter claims: the operations, sorted by their first item.
  private func refuseConflicts(_ claims: [Claim], _ issues: inout UpdateIssues) {
    var taking: Claim?
    var point: Claim?
    for claim in claims {
      var others: [Claim] = []
      if let taking, taking.items.first.section == claim.items.first.section,
        claim.items.first.item < taking.end,
        claim.isTaking || taking.operation.list == "delete"
      {
        others.append(taking)
      }
      if let point, !claim.isTaking || claim.operation.list == "delete",
        point.items.first == claim.items.first
      {
        others.append(point)
      }
      for other in others {
        let item = claim.items.first
        issues.add(
          claim.operation,
          "names item \(item.item) of section \(item.section), as \(other.operation.name) does")
        if other.operation.list != claim.operation.list {
          issues.add(other.operation, "names an item that \(claim.operation.name) names, too")
        }
      }
      if claim.isTaking {
        taking =
          taking.map {
            $0.items.first.section == claim.items.first.section && $0.end > claim.end
              ? $0 : claim
          } ?? claim
      } else {
        point = claim
      }
    }
  }

  // MARK: Places of the version

  /// Returns the inserted and moved items, sorted by their places in the version.
  private func placedItems(_ issues: inout UpdateIssues) -> [Placed] {
    var placed: [Placed] = []
    for (number, insertion) in update.insertions.enumerated() {
      let operation = Operation("insert", number, "indexPath")
      guard isSection(insertion.path.namedSection, operation, &issues), insertion.items.count > 0
      else { continue }
      placed.append(
        Placed(
          place: insertion.path,
          piece: Piece(source: .insertion(number), items: 0..<insertion.items.count),
          operation: operation))
    }
    for (number, move) in update.moves.enumerated() {
      let operation = Operation("move", number, "to")
      guard isSection(move.destination.namedSection, operation, &issues) else { continue }
      let first = move.source.first
      placed.append(
        Placed(
          place: move.destination,
          piece: Piece(
            source: .parent(first.section), items: first.item..<first.item + move.source.count,
            isMoved: true),
          operation: operation))
    }
    return placed.sorted(byKeys: { $0.place.sortKeys })
  }

  private func isSection(
    _ section: WholeNumber, _ operation: Operation, _ issues: inout UpdateIssues
  ) -> Bool {
    guard section < 0 || section >= sections.count else { return true }
    issues.add(
      operation, "names section \(section), but the version has \(sections.count)")
    return false
  }

  // MARK: Sections of the version

  private mutating func arrange(
    _ taken: [ItemRun], _ placed: [Placed], _ issues: inout UpdateIssues
  ) {
    var takenBySection: [Int: [Range<Int>]] = [:]
    for run in taken {
      takenBySection[run.first.section, default: []].append(
        run.first.item..<run.first.item + run.count)
    }
    disturbed = Set(takenBySection.keys)
    var placedBySection: [Int: [Placed]] = [:]
    for entry in placed { placedBySection[entry.place.section, default: []].append(entry) }
    let appended = appendedItems(&issues)
    guard issues.issues.isEmpty else { return }
    var changed = Set(placedBySection.keys).union(appended.keys)
    let replaced = sections.replacements.filter { replacesItems($0.value) }.keys
    for number in [Array(takenBySection.keys), Array(replaced)].joined() {
      if let section = sections.place(ofParent: number) { changed.insert(section) }
    }
    for section in changed.sorted() {
      let base = base(of: section, takenBySection)
      pieces[section] =
        Self.merged(base, placedBySection[section] ?? [], section, &issues)
        + (appended[section] ?? [])
    }
  }

  private func replacesItems(_ replacement: Int) -> Bool {
    update.sectionReplacements[replacement].items != nil
  }

  /// Returns the items that fill those places of a section of the version that no insertion or move takes.
  ///
  /// - Parameter taken: the deleted and moved items of each section of the parent, ascending.
  private func base(of section: Int, _ taken: [Int: [Range<Int>]]) -> [Piece] {
    switch sections.source(of: section) {
    case .insertion(let number):
      let count = update.sectionInsertions[number].section.items.count
      return count > 0 ? [Piece(source: .section(section), items: 0..<count)] : []
    case .parent(let number):
      if let replacement = sections.replacements[number],
        let items = update.sectionReplacements[replacement].items
      {
        return items.count > 0 ? [Piece(source: .section(section), items: 0..<items.count)] : []
      }
      var base: [Piece] = []
      var start = 0
      for range in taken[number] ?? [] {
        if start < range.lowerBound {
          base.append(Piece(source: .parent(number), items: start..<range.lowerBound))
        }
        start = range.upperBound
      }
      let count = parentCounts(number)
      if start < count { base.append(Piece(source: .parent(number), items: start..<count)) }
      return base
    }
  }

  /// Returns a section's items: inserted and moved items at their places, and the items of `base` at all
  /// other places (LayoutRules J3).
  private static func merged(
    _ base: [Piece], _ placed: [Placed], _ section: Int, _ issues: inout UpdateIssues
  ) -> [Piece] {
    let total = (base + placed.map { $0.piece }).reduce(0) { $0 + $1.items.count }
    var merged: [Piece] = []
    // The next piece of the base, the number of its items taken, and the number of items placed.
    var (piece, start, next) = (0, 0, 0)
    func take(_ count: Int) {
      var left = count
      while left > 0, piece < base.count {
        let items = base[piece].items.dropFirst(start).prefix(left)
        merged.append(Piece(source: base[piece].source, items: items))
        left -= items.count
        next += items.count
        start += items.count
        if start == base[piece].items.count { (piece, start) = (piece + 1, 0) }
      }
    }
    var last: Placed?
    for entry in placed {
      guard entry.place.item >= 0, entry.place.item <= total - entry.piece.items.count else {
        issues.add(
          entry.operation,
          "puts items at \(entry.place.namedItem), but section \(section) has \(total) after the update"
        )
        continue
      }
      if let last, entry.place.item < last.place.item + last.piece.items.count {
        issues.add(
          entry.operation, "puts an item at \(entry.place.item), as \(last.operation.name) does")
        if last.operation.list != entry.operation.list {
          issues.add(last.operation, "puts an item where \(entry.operation.name) does, too")
        }
        continue
      }
      last = entry
      take(entry.place.item - next)
      merged.append(entry.piece)
      next += entry.piece.items.count
    }
    take(total - next)
    return merged
  }

  /// Returns the items that are appended to each section of the version, by section number (LayoutRules
  /// J5).
  private func appendedItems(_ issues: inout UpdateIssues) -> [Int: [Piece]] {
    var appended: [Int: [Piece]] = [:]
    for (number, append) in update.appends.enumerated() {
      let section = append.section ?? WholeNumber(sections.count - 1)
      if append.section == nil, section < 0 {
        issues.add(Operation("append", number), "needs a section: the version has none")
        continue
      }
      guard isSection(section, Operation("append", number, "section"), &issues),
        append.items.count > 0
      else { continue }
      appended[section.nearestInt, default: []].append(
        Piece(source: .append(number), items: 0..<append.items.count))
    }
    return appended
  }
}
