import TestSupport

@testable import LayoutEngine

/// Documents as lists of lists, and updates applied to them in the most obvious way (LayoutRules J).
struct UpdateModel {
  /// An item: its height, and what it is known by through all versions.
  struct Item: Equatable {
    var identity: Int
    var height: Double
  }

  struct ModelSection: Equatable {
    var identity: Int
    var items: [Item]
  }

  var sections: [ModelSection]
  private var nextIdentity = 0

  init(sectionCount: Int, itemCount: Int, using random: inout SeededGenerator) {
    sections = []
    for _ in 0..<sectionCount {
      let count = Int.random(in: 0...itemCount, using: &random)
      sections.append(
        ModelSection(identity: makeIdentity(), items: (0..<count).map { _ in makeItem(&random) }))
    }
  }

  private mutating func makeIdentity() -> Int {
    nextIdentity += 1
    return nextIdentity
  }

  private mutating func makeItem(_ random: inout SeededGenerator) -> Item {
    Item(identity: makeIdentity(), height: Double(Int.random(in: 1...400, using: &random)) / 2)
  }

  private static func columns(_ items: [Item]) -> ItemColumns {
    var columns = ItemColumns(count: items.count)
    for (place, item) in items.enumerated() {
      columns.numbers.set(item.height, at: place)
      _ = columns.ids.set(Array("\(item.identity)".utf8), at: place)
    }
    return columns
  }

  /// The document of the model, its items cut into chunks as they come.
  func document(_ layout: SectionLayout, _ container: Container) -> LayoutDocument {
    LayoutDocument(
      container: container, layout: LayoutVariants(layout),
      sections: sections.map { LayoutSection(items: Self.columns($0.items)) })
  }

  /// An update of every kind of operation, and the model that comes of it.
  mutating func randomUpdate(using random: inout SeededGenerator) -> (LayoutUpdate, UpdateModel) {
    var update = LayoutUpdate()
    var next = self
    let rates: [Double] = [0, 0.03, 0.2]
    var rate: Double = rates.randomElement(using: &random) ?? 0
    func chance(_ probability: Double) -> Bool {
      Double.random(in: 0..<1, using: &random) < probability
    }
    // Sections first: which go, which move, which get other items.
    var gone = Set<Int>()
    var movedSections: [Int] = []
    var newItems: [Int: [Item]] = [:]
    for section in sections.indices {
      if chance(0.05), sections.count - gone.count > 1 {
        gone.insert(section)
        update.sectionDeletions.append(section)
      } else if chance(0.08) {
        let items = (0..<Int.random(in: 0...9, using: &random)).map { _ in next.makeItem(&random) }
        newItems[section] = items
        update.sectionReplacements.append(
          LayoutUpdate.SectionReplacement(ofSection: section, items: Items(Self.columns(items))))
      }
      if !gone.contains(section), chance(0.06) { movedSections.append(section) }
    }
    if chance(0.3) { rate = 0 }
    // Items of the parent: each is deleted, moved, replaced or left.
    var moved: [(ItemRun, [Item])] = []
    var base: [[Item]] = []
    for (number, section) in sections.enumerated() {
      let isDiscarded = gone.contains(number) || newItems[number] != nil
      var left: [Item] = []
      var item = 0
      while item < section.items.count {
        let run = min(section.items.count - item, Int.random(in: 1...4, using: &random))
        let path = ItemPath(number, item)
        if chance(rate) {
          moved.append((ItemRun(path, count: run), Array(section.items[item..<item + run])))
          item += run
        } else if !isDiscarded, chance(rate) {
          update.deletions.append(
            LayoutUpdate.Deletion(ItemRun(path, count: run), isObject: chance(0.5)))
          item += run
        } else {
          var one = section.items[item]
          if !isDiscarded, chance(rate) {
            one.height = Double(Int.random(in: 1...400, using: &random)) / 2
            update.replacements.append(path)
          }
          left.append(one)
          item += 1
        }
      }
      base.append(isDiscarded ? [] : left)
    }
    var replacing = ItemColumns()
    for path in update.replacements {
      let old = sections[path.section].items[path.item]
      let new = base.joined().first { $0.identity == old.identity } ?? old
      replacing.append()
      replacing.numbers.set(new.height, at: replacing.count - 1)
      _ = replacing.ids.set(Array("\(new.identity)".utf8), at: replacing.count - 1)
    }
    update.replacingItems = Items(replacing)
    for (section, items) in newItems { base[section] = items }
    next.place(
      base, gone: gone, movedSections: movedSections, moved, rate: rate, &update, using: &random)
    return (update, next)
  }

  /// Gives everything that has a place of its own one, and fills the rest.
  private mutating func place(
    _ base: [[Item]], gone: Set<Int>, movedSections: [Int], _ moved: [(ItemRun, [Item])],
    rate: Double, _ update: inout LayoutUpdate, using random: inout SeededGenerator
  ) {
    let kept = sections.indices.filter { !gone.contains($0) && !movedSections.contains($0) }
    let inserted = (0..<Int.random(in: 0...1, using: &random)).map { _ in
      ModelSection(
        identity: makeIdentity(),
        items: (0..<Int.random(in: 0...6, using: &random)).map { _ in makeItem(&random) })
    }
    let total = kept.count + movedSections.count + inserted.count
    var slots = [ModelSection?](repeating: nil, count: total)
    func freeSlot() -> Int {
      slots.indices.filter { slots[$0] == nil }.randomElement(using: &random) ?? 0
    }
    for section in movedSections {
      let slot = freeSlot()
      slots[slot] = ModelSection(identity: sections[section].identity, items: base[section])
      update.sectionMoves.append(LayoutUpdate.SectionMove(section, to: slot))
    }
    for section in inserted {
      let slot = freeSlot()
      slots[slot] = section
      update.sectionInsertions.append(
        LayoutUpdate.SectionInsertion(LayoutSection(items: Self.columns(section.items)), at: slot))
    }
    var rest = kept[...]
    for slot in slots.indices where slots[slot] == nil {
      guard let section = rest.popFirst() else { break }
      slots[slot] = ModelSection(identity: sections[section].identity, items: base[section])
    }
    sections = slots.compactMap { $0 }
    placeItems(moved, rate: rate, &update, using: &random)
  }

  private mutating func placeItems(
    _ moved: [(ItemRun, [Item])], rate: Double, _ update: inout LayoutUpdate,
    using random: inout SeededGenerator
  ) {
    // What is moved or inserted into each section, then where in it.
    var arrivals = [[(items: [Item], origin: ItemRun?)]](repeating: [], count: sections.count)
    for (origin, items) in moved {
      arrivals[Int.random(in: sections.indices, using: &random)].append((items, origin))
    }
    for section in sections.indices where Double.random(in: 0..<1, using: &random) < 0.5 {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let items = (0..<Int.random(in: 1...5, using: &random)).map { _ in makeItem(&random) }
        arrivals[section].append((items, nil))
      }
    }
    for section in sections.indices {
      let count =
        sections[section].items.count + arrivals[section].reduce(0) { $0 + $1.items.count }
      var slots = [Item?](repeating: nil, count: count)
      for (items, origin) in arrivals[section].sorted(by: { $0.items.count > $1.items.count }) {
        let starts = (0...(count - items.count)).filter { start in
          slots[start..<start + items.count].allSatisfy { $0 == nil }
        }
        guard let start = starts.randomElement(using: &random) else {
          // No gap is left for a run: what arrives comes item by item.
          for (number, item) in items.enumerated() {
            let slot = slots.indices.filter { slots[$0] == nil }.randomElement(using: &random) ?? 0
            slots[slot] = item
            note(
              [item], origin.map { ItemRun(ItemPath($0.first.section, $0.first.item + number)) },
              ItemPath(section, slot), &update)
          }
          continue
        }
        for (number, item) in items.enumerated() { slots[start + number] = item }
        note(items, origin, ItemPath(section, start), &update)
      }
      var rest = sections[section].items[...]
      sections[section].items = slots.map { $0 ?? rest.removeFirst() }
      if Double.random(in: 0..<1, using: &random) < 0.3 {
        let items = (0..<Int.random(in: 1...5, using: &random)).map { _ in makeItem(&random) }
        sections[section].items += items
        let isLast = section == sections.count - 1
        update.appends.append(
          LayoutUpdate.Append(Items(Self.columns(items)), toSection: isLast ? nil : section))
      }
    }
  }

  private func note(
    _ items: [Item], _ origin: ItemRun?, _ path: ItemPath, _ update: inout LayoutUpdate
  ) {
    if let origin {
      update.moves.append(LayoutUpdate.ItemMove(origin, to: path))
    } else {
      update.insertions.append(LayoutUpdate.Insertion(Items(Self.columns(items)), at: path))
    }
  }

  /// Where every item stands, by identity.
  var places: [Int: ItemPath] {
    var places: [Int: ItemPath] = [:]
    for (section, entry) in sections.enumerated() {
      for (item, one) in entry.items.enumerated() { places[one.identity] = ItemPath(section, item) }
    }
    return places
  }
}
