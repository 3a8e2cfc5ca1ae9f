@testable import LayoutEngine

/// Matches the items of two documents by dictionaries, as the rule says it (LayoutRules M7).
struct ItemMatchingReference {
  /// The new place of each old item that has one.
  private(set) var after: [ItemPath: ItemPath] = [:]
  /// The new number of each old section that has one.
  private(set) var sections: [Int: Int] = [:]
  /// The old places of the items that have other data or another body.
  private(set) var replaced: Set<ItemPath> = []

  private struct Item {
    var path: ItemPath
    var id: String?
    var content: [String?]
  }

  init(from old: LayoutDocument, to new: LayoutDocument) {
    let (before, now) = (Self.items(of: old), Self.items(of: new))
    // The first of each id is the first, the second the second, through all sections.
    var waiting = Dictionary(grouping: before.joined().filter { $0.id != nil }) { $0.id }
    for item in now.joined() where item.id != nil {
      guard let former = waiting[item.id]?.first else { continue }
      waiting[item.id]?.removeFirst()
      after[former.path] = item.path
    }
    pairSections(before.count, now.count)
    // Items without ids: the first of a section is the first, the second the second.
    for (section, other) in sections {
      let plain = before[section].filter { $0.id == nil }
      for (one, other) in zip(plain, now[other].filter { $0.id == nil }) {
        after[one.path] = other.path
      }
    }
    for (path, place) in after
    where before[path.section][path.item].content != now[place.section][place.item].content {
      replaced.insert(path)
    }
  }

  private mutating func pairSections(_ oldCount: Int, _ newCount: Int) {
    var origins: [Int: Int] = [:]
    for section in 0..<newCount {
      let shares = (0..<oldCount).map { other in
        after.count { $0.key.section == other && $0.value.section == section }
      }
      let free = (0..<oldCount).filter { !origins.values.contains($0) && shares[$0] > 0 }
      guard let most = free.map({ shares[$0] }).max() else { continue }
      let best = free.filter { shares[$0] == most }
      origins[section] = best.contains(section) ? section : best[0]
    }
    for section in 0..<min(oldCount, newCount)
    where origins[section] == nil && !origins.values.contains(section) {
      origins[section] = section
    }
    for (section, origin) in origins { sections[origin] = section }
  }

  private static func items(of document: LayoutDocument) -> [[Item]] {
    document.sections.enumerated().map { number, section in
      let columns = section.items.unpacked
      return (0..<columns.count).map { item in
        // A number and the text of its digits are different ids.
        let id = columns.ids.bytes(of: item).map { "\(Array($0))" }
        let body = columns.bodies.bytes(of: item).map { "\(Array($0))" }
        return Item(
          path: ItemPath(number, item), id: id, content: [columns.data[item], body])
      }
    }
  }
}
