import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Versions of documents of many sections share them block by block: every frame must be that of the
/// version's document laid out afresh, and what they hold what a walk finds.
///
/// `TATAMI_RANDOM_VERSIONS=100000` runs a tenth of that many sequences.
@Suite struct ManySectionsTests {
  private static let count =
    (ProcessInfo.processInfo.environment["TATAMI_RANDOM_VERSIONS"].flatMap(UInt64.init) ?? 120) / 10

  @Test(arguments: 0..<10)
  func `A version of many sections is what its document is`(run: UInt64) throws {
    for seed in stride(from: run, to: Self.count, by: 10) {
      var scene = ManySections(seed: seed)
      var layout = try PreparedLayout(scene.document())
      for step in 0..<6 {
        let comment = "seed \(seed), step \(step)"
        let update = scene.update(of: layout)
        let version: LayoutVersion
        do {
          version = try layout.updated(by: update, maxItems: .max)
        } catch .update {
          // Two items have one place.
          continue
        }
        expectDocument(of: version.layout, &scene.random, comment)
        expectColumns(layout, version, update, comment)
        if update.keptColumns == nil, update.container == nil {
          expectKept(layout, version.layout, comment)
        }
        layout = version.layout
      }
    }
  }

  private func expectDocument(
    of version: PreparedLayout, _ random: inout SeededGenerator, _ comment: String
  ) {
    let document = version.document
    let list = Sections(Array(document.sections))
    #expect(document.sections.itemCount == list.itemCount, "\(comment)")
    #expect(version.itemCount == list.itemCount, "\(comment)")
    #expect(version.byteCount == ByteCountTests.walkedByteCount(of: version), "\(comment)")
    guard let fresh = try? PreparedLayout(VersionScene.anew(document)) else {
      Issue.record("\(comment): the document is none")
      return
    }
    #expect(VersionScene.isSame(version, fresh, using: &random), "\(comment)")
  }

  /// Every item of the parent keeps the column that it should, and no other (LayoutRules K7 to K9).
  private func expectColumns(
    _ parent: PreparedLayout, _ version: LayoutVersion, _ update: LayoutUpdate, _ comment: String
  ) {
    // Of these some items lose what they have.
    let others = Set(
      update.moves.map { $0.source.first.section }
        + update.sectionReplacements.map { $0.section.nearestInt })
    let back = version.map.inverse
    var differing: [ItemPath] = []
    for (number, section) in version.layout.document.sections.enumerated() {
      for item in 0..<section.items.count {
        guard let path = back.item(after: ItemPath(number, item)), !others.contains(path.section)
        else { continue }
        let before = parent.content.sections[path.section]
        let own = before.items.keptColumn(of: path.item)
        let begun = before.solution.cells.inColumns.map { Double($0.column(of: path.item)) }
        let expected: Double? =
          switch update.keptColumns {
          case nil: own
          case LayoutUpdate.KeptColumns.none?: nil
          case .all?: own ?? begun
          case .through(let last)?: path <= last ? own ?? begun : own
          }
        if section.items.keptColumn(of: item) != expected { differing.append(path) }
      }
    }
    #expect(differing.isEmpty, "\(comment): \(update.keptColumns.debugDescription)")
  }

  @Test func `Columns that all items keep cost nothing to keep again`() throws {
    let sections = (0..<20_000).map { number in
      LayoutSection(
        items: Items([.number(Double(40 + number % 60)), .number(Double(number % 77))]))
    }
    var document = LayoutDocument(
      container: Container(size: Size(width: 390, height: 844)), sections: sections)
    document.layout = LayoutVariants(.waterfall(WaterfallSpec()))
    var update = LayoutUpdate()
    update.keptColumns = .all
    let kept = try PreparedLayout(document).updated(by: update, maxItems: .max).layout
    #expect(kept.document.sections.allSatisfy { $0.items.haveAllColumns })
    update.appends = [LayoutUpdate.Append(Items([.number(9)]), toSection: 5_000)]
    var looks = 0
    let budget = LayoutBudget(isWanted: {
      looks += 1
      return true
    })
    let version = try kept.updated(by: update, maxItems: .max, budget).layout
    #expect(looks < 16)
    let before = Set(kept.content.sections.blocks.map { $0.id })
    #expect(version.content.sections.blocks.count { !before.contains($0.id) } == 1)
    // The new one can learn its column.
    let found = version.content.sections.numbersThatCanKeepMoreColumns
    #expect(found == [5_000])
  }

  @Test(.timeLimit(.minutes(60)))
  func `Layouts of many variants are gone through once`() throws {
    let sections = (0..<70).map { _ in
      let variants = (0..<1_000).map { number in
        var condition = LayoutCondition()
        condition.minWidth = number == 999 ? 0 : 1_000
        return LayoutVariant(condition: condition, layout: .custom(CustomSpec(frames: [])))
      }
      return LayoutSection(items: Items(), layout: LayoutVariants(variants: variants))
    }
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 390, height: 844)), sections: sections))
    #expect(layout.content.sections.blocks.reduce(0) { $0 + $1.storages.count } >= 70_000)
    var update = LayoutUpdate()
    update.sectionDeletions = [3]
    let version = try layout.updated(by: update, maxItems: .max).layout
    #expect(version.byteCount == ByteCountTests.walkedByteCount(of: version))
  }

  @Test func `A fault of one section is not looked for in all`() throws {
    let sections = (0..<200).map { _ in
      LayoutSection(items: Items(count: 10), layout: LayoutVariants(.list(ListSpec())))
    }
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 390, height: 844)), sections: sections))
    var update = LayoutUpdate()
    update.sectionInsertions = [.init(LayoutSection(items: Items(count: 1)), at: 100)]
    // What laying all out would hold is more than there is.
    let budget = LayoutBudget(takeMemory: { $0 < layout.byteCount / 4 })
    let error = #expect(throws: UpdateError.self) {
      try layout.updated(by: update, maxItems: .max, budget)
    }
    guard case .document(let refusal) = error else {
      Issue.record("the version is refused")
      return
    }
    #expect(refusal.issues.map { $0.path.text } == ["/sections/100"])
  }

  /// All blocks are the parent's but for some beside what the update names.
  private func expectKept(_ parent: PreparedLayout, _ version: PreparedLayout, _ comment: String) {
    let before = Set(parent.content.sections.blocks.map { $0.id })
    let blocks = version.content.sections.blocks
    let new = blocks.count { !before.contains($0.id) }
    #expect(new <= 6 * ManySections.operationCount, "\(comment): \(new) of \(blocks.count)")
  }

  @Test func `An update of one of 20,000 sections costs its block and the list`() throws {
    let sections = (0..<20_000).map { number in
      LayoutSection(
        items: Items([.number(Double(40 + number % 60)), .number(Double(number % 77))]))
    }
    var document = LayoutDocument(
      container: Container(size: Size(width: 390, height: 844)), sections: sections)
    document.layout = LayoutVariants(.list(ListSpec()))
    let layout = try PreparedLayout(document)
    var update = LayoutUpdate()
    update.appends = [LayoutUpdate.Append(Items([.number(9)]), toSection: 5_000)]
    // It is asked after every 4,096 steps or so, and a few times more.
    var looks = 0
    let budget = LayoutBudget(isWanted: {
      looks += 1
      return true
    })
    let version = try layout.updated(by: update, maxItems: .max, budget)
    #expect(version.placedItemCount <= 3)
    #expect(looks < 16)
    let before = Set(layout.content.sections.blocks.map { $0.id })
    #expect(version.layout.content.sections.blocks.count { !before.contains($0.id) } == 1)
  }
}

/// Random documents of many sections, alike and not, and updates of them.
private struct ManySections {
  /// How many operations an update has at most.
  static let operationCount = 4

  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed &* 104_729)
  }

  mutating func document() -> LayoutDocument {
    let count = [40, 100, 300, 700].randomElement(using: &random) ?? 100
    // Some documents have sections of each kind, most of one or two.
    let kindCount = [1, 2, 8].randomElement(using: &random) ?? 1
    let kinds = (0..<kindCount).map { _ in
      Int.random(in: 0..<8, using: &random)
    }
    var document = LayoutDocument(
      container: Container(size: Size(width: 390, height: 844)),
      sections: (0..<count).map { _ in section(kinds.randomElement(using: &random) ?? 0) })
    document.layout = LayoutVariants(sharedLayout())
    document.configuration.interSectionSpacing =
      [0, 0, 7.5, -3].randomElement(using: &random) ?? 0
    return document
  }

  private mutating func sharedLayout() -> SectionLayout {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      var list = ListSpec()
      list.headerFooter.headerReferenceSize = Size(width: 20, height: 30)
      return .list(list)
    case 1: return .waterfall(WaterfallSpec())
    default: return .compositional(CompositionalSpec(group: group()))
    }
  }

  private mutating func frames(_ count: Int) -> [CustomFrame] {
    (0..<count).map { number in
      let width = Double(Int.random(in: 1...300, using: &random))
      return CustomFrame(
        frame: Rect(x: 0, y: Double(number * 10), width: width, height: 10), zIndex: 0)
    }
  }

  private mutating func group() -> LayoutGroup {
    LayoutGroup(
      size: LayoutSize(width: .fractionalWidth(1, plus: 0), height: .absolute(100)),
      content: .frames(frames(3)))
  }

  private mutating func items(_ count: Int) -> Items {
    Items(
      (0..<count).map { _ in
        WrittenItem.number(Double(Int.random(in: 1...500, using: &random)) / 2)
      })
  }

  private mutating func section(_ kind: Int) -> LayoutSection {
    switch kind {
    // Alike: by their count, and by their sizes.
    case 0:
      LayoutSection(items: Items(count: Int.random(in: 0..<40, using: &random) == 0 ? 4_200 : 5))
    case 1: LayoutSection(items: Items([.number([40, 80].randomElement(using: &random) ?? 40)]))
    case 2: LayoutSection(items: items(4))
    case 3: LayoutSection(items: items(30))
    case 4: LayoutSection(items: items(6), layout: LayoutVariants(.list(ListSpec())))
    // Alike to layouts, though their items have ids, and some nothing else.
    case 6: named(count: 2, height: [40, 80].randomElement(using: &random))
    case 7: named(count: [3, 3, 3, 3_000].randomElement(using: &random) ?? 3, height: nil)
    default:
      LayoutSection(
        items: Items(count: 7),
        layout: LayoutVariants(.compositional(CompositionalSpec(group: group()))))
    }
  }

  private mutating func named(count: Int, height: Double?) -> LayoutSection {
    var columns = ItemColumns(count: count)
    let name = Int.random(in: 0..<1_000_000, using: &random)
    for item in 0..<count {
      _ = columns.ids.set(Array("\(name)-\(item)".utf8), at: item)
      if let height { columns.heights.set(height, at: item) }
    }
    return LayoutSection(items: Items(columns))
  }

  mutating func update(of layout: PreparedLayout) -> LayoutUpdate {
    var update = LayoutUpdate()
    let count = Int.random(in: 0...Self.operationCount, using: &random)
    for section in (0..<layout.sectionCount).shuffled(using: &random).prefix(count) {
      add(to: &update, of: section, layout)
    }
    update.keptColumns = keptColumns(of: layout)
    if Int.random(in: 0..<12, using: &random) == 0 {
      var change = LayoutUpdate.ContainerChange()
      change.height = .set(Double(Int.random(in: 1...999, using: &random)))
      update.container = change
    }
    // No two insertions and moves may have one place.
    let total = layout.sectionCount - update.sectionDeletions.count + update.sectionInsertions.count
    var places = Set<Int>()
    update.sectionInsertions = update.sectionInsertions.filter {
      $0.place < total && places.insert($0.place).inserted
    }
    let left = layout.sectionCount - update.sectionDeletions.count + update.sectionInsertions.count
    update.sectionInsertions.removeAll { $0.place >= left }
    update.appends.removeAll { ($0.section ?? 0) >= left }
    update.sectionMoves = update.sectionMoves.filter {
      $0.destination < left - 1 && places.insert($0.destination).inserted
    }
    return update
  }

  private mutating func keptColumns(of layout: PreparedLayout) -> LayoutUpdate.KeptColumns? {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return .all
    case 2: return LayoutUpdate.KeptColumns.none
    case 3:
      let section = Int.random(in: 0..<layout.sectionCount, using: &random)
      let count = layout.itemCount(ofSection: section)
      guard count > 0 else { return nil }
      return .through(ItemPath(section, Int.random(in: 0..<count, using: &random)))
    default: return nil
    }
  }

  private mutating func add(
    to update: inout LayoutUpdate, of section: Int, _ layout: PreparedLayout
  ) {
    let kind = Int.random(in: 0..<8, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: update.sectionDeletions.append(section)
    case 1, 2: update.sectionInsertions.append(.init(self.section(kind), at: section))
    case 3:
      update.sectionMoves.append(
        .init(section, to: Int.random(in: 0..<layout.sectionCount, using: &random)))
    case 4:
      update.sectionReplacements.append(
        .init(
          ofSection: section,
          layout: Bool.random(using: &random) ? self.section(5).layout : nil,
          items: Bool.random(using: &random) ? self.section(kind).items : nil))
    case 5 where layout.itemCount(ofSection: section) > 0:
      update.deletions.append(.init(ItemRun(ItemPath(section, 0))))
    case 6 where layout.itemCount(ofSection: section) > 0:
      let count = layout.itemCount(ofSection: section)
      let other = Int.random(in: 0..<layout.sectionCount, using: &random)
      update.moves.append(
        .init(
          ItemRun(ItemPath(section, 0), count: Bool.random(using: &random) ? 1 : count),
          to: ItemPath(other, 0)))
    default:
      // Now and then so many that the section's own chunks could stay as they are.
      let appended = items(Int.random(in: 0..<4, using: &random) == 0 ? 330 : 2)
      update.appends.append(.init(appended, toSection: section))
    }
  }
}
