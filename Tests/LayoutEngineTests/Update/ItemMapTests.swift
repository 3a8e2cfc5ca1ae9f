import TestSupport
import Testing

@testable import LayoutEngine

/// Maps over several updates, against following each item by itself (LayoutRules M2).
@Suite struct ItemMapTests {
  /// A document of lists, and updates of it.
  private struct Chain {
    var random: SeededGenerator
    var document: LayoutDocument

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      var random = random
      let counts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int.random(in: 0...9, using: &random)
      }
      document = LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.list(ListSpec())),
        sections: counts.map { LayoutSection(items: Items(count: $0)) })
      self.random = random
    }

    /// A random update that the document allows, applied; its map.
    mutating func step() throws -> ItemMap {
      while true {
        let update = update()
        guard
          let updated = try? document.updated(by: update, maxItems: 1_000)
        else { continue }
        document = updated.document
        return updated.map
      }
    }

    private mutating func path() -> ItemPath {
      let section = Int.random(in: 0...max(0, document.sections.count), using: &random)
      return ItemPath(section, Int.random(in: 0...8, using: &random))
    }

    private mutating func section() -> Int {
      Int.random(in: 0...max(0, document.sections.count), using: &random)
    }

    private mutating func update() -> LayoutUpdate {
      var update = LayoutUpdate()
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let count = Int.random(in: 1...3, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: update.deletions.append(LayoutUpdate.Deletion(ItemRun(path(), count: count)))
        case 1: update.insertions.append(LayoutUpdate.Insertion(Items(count: count), at: path()))
        case 2: update.appends.append(LayoutUpdate.Append(Items(count: count)))
        case 3:
          update.moves.append(LayoutUpdate.ItemMove(ItemRun(path(), count: count), to: path()))
        case 4: update.sectionDeletions.append(section())
        case 5:
          update.sectionInsertions.append(
            LayoutUpdate.SectionInsertion(LayoutSection(items: Items(count: count)), at: section()))
        case 7:
          update.replacements.append(path())
          update.replacingItems = Items(count: update.replacements.count)
        case 6: update.sectionMoves.append(LayoutUpdate.SectionMove(section(), to: section()))
        default:
          update.sectionReplacements.append(
            LayoutUpdate.SectionReplacement(ofSection: section(), items: Items(count: count)))
        }
      }
      return update
    }
  }

  /// Every item of a document, and some that it has not.
  private func paths(_ document: LayoutDocument) -> [ItemPath] {
    document.sections.indices.flatMap { section in
      (0..<document.sections[section].items.count).map { ItemPath(section, $0) }
    }
  }

  @Test func `maps over many updates say of every item what each of them says after the other`()
    throws
  {
    var (kept, moved, replaced) = (0, 0, 0)
    for seed in 0..<400 {
      var chain = Chain(seed: UInt64(seed))
      let first = chain.document
      var maps: [ItemMap] = []
      var all = ItemMap.identity(sectionCount: first.sections.count)
      for _ in 0..<5 {
        let map = try chain.step()
        maps.append(map)
        all = all.followed(by: map)
      }
      for path in paths(first) {
        let wanted = maps.reduce(path) { (path: ItemPath?, map) in
          path.flatMap { map.item(after: $0) }
        }
        #expect(all.item(after: path) == wanted, "seed \(seed), \(path)")
        #expect(all.inverse.item(before: path) == wanted, "seed \(seed), \(path)")
        var (now, isReplaced) = (path as ItemPath?, false)
        for map in maps {
          isReplaced = isReplaced || (now.map { map.isReplaced($0) } ?? false)
          now = now.flatMap { map.item(after: $0) }
        }
        #expect(all.isReplaced(path) == isReplaced, "seed \(seed), \(path)")
        if let wanted { #expect(all.inverse.isReplaced(wanted) == isReplaced, "seed \(seed)") }
        kept += wanted == nil ? 0 : 1
        replaced += wanted != nil && isReplaced ? 1 : 0
        moved += wanted == nil || wanted == path ? 0 : 1
      }
      for path in paths(chain.document) {
        let wanted = maps.reversed().reduce(path) { (path: ItemPath?, map) in
          path.flatMap { map.item(before: $0) }
        }
        #expect(all.item(before: path) == wanted, "seed \(seed), \(path)")
        #expect(all.inverse.item(after: path) == wanted, "seed \(seed), \(path)")
      }
      for section in first.sections.indices {
        let wanted = maps.reduce(section) { (section: Int?, map) in
          section.flatMap { map.section(after: $0) }
        }
        #expect(all.section(after: section) == wanted, "seed \(seed), section \(section)")
        #expect(all.inverse.section(before: section) == wanted, "seed \(seed), section \(section)")
      }
    }
    #expect(kept > 500 && moved > 100 && replaced > 20)
  }

  @Test func `maps composed by halves are those composed one after the other`() throws {
    for seed in 0..<200 {
      var chain = Chain(seed: UInt64(1_000 + seed))
      let sectionCount = chain.document.sections.count
      let maps = try (0..<1 + seed % 12).map { _ in try chain.step() }
      let wanted = maps.reduce(ItemMap.identity(sectionCount: sectionCount)) {
        $0.followed(by: $1)
      }
      let composed = try #require(ItemMap.composed(maps, LayoutBudget()))
      #expect(composed.sectionsBefore == wanted.sectionsBefore, "seed \(seed)")
      #expect(composed.sectionsAfter == wanted.sectionsAfter, "seed \(seed)")
      #expect(composed.runsBefore == wanted.runsBefore, "seed \(seed)")
      #expect(composed.runsAfter == wanted.runsAfter, "seed \(seed)")
      #expect(composed.changedBefore == wanted.changedBefore, "seed \(seed)")
      #expect(composed.changedAfter == wanted.changedAfter, "seed \(seed)")
      #expect(composed.replaced == wanted.replaced, "seed \(seed)")
    }
  }

  @Test func `maps of thousands of runs and of few are composed as one after the other`() throws {
    for seed in 0..<4 {
      var random = SeededGenerator(seed: UInt64(seed))
      var document = LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.list(ListSpec())),
        sections: [LayoutSection(items: Items(count: 20_000))])
      var maps: [ItemMap] = []
      for number in 0..<12 {
        var update = LayoutUpdate()
        // More than one sort's stretch of runs in some.
        let count = number % 5 == seed ? 6_000 : 3
        let from = Array(0..<19_000).shuffled(using: &random).prefix(count)
        let to = Array(0..<19_000).shuffled(using: &random).prefix(count)
        update.moves = zip(from, to).map {
          LayoutUpdate.ItemMove(ItemRun(ItemPath(0, $0), count: 1), to: ItemPath(0, $1))
        }
        let updated = try document.updated(by: update, maxItems: 30_000)
        document = updated.document
        maps.append(updated.map)
      }
      let wanted = maps.reduce(ItemMap.identity(sectionCount: 1)) { $0.followed(by: $1) }
      let composed = try #require(ItemMap.composed(maps, LayoutBudget()))
      #expect(composed.runsBefore.count > 10_000, "seed \(seed)")
      #expect(composed.runsBefore == wanted.runsBefore, "seed \(seed)")
      #expect(composed.runsAfter == wanted.runsAfter, "seed \(seed)")
      // It ends at any look.
      for end in [1, 3, 20] {
        var looks = 0
        let budget = LayoutBudget(isWanted: {
          looks += 1
          return looks < end
        })
        #expect(ItemMap.composed(maps, budget) == nil, "seed \(seed), \(end) looks")
        #expect(looks == end)
      }
    }
  }

  @Test func `updates apart, and back, are as many runs as there are pieces`() throws {
    let document = LayoutDocument(
      container: Container(size: Size(width: 100, height: 100)),
      layout: LayoutVariants(.list(ListSpec())),
      sections: [LayoutSection(items: Items(count: 1_000))])
    var insertion = LayoutUpdate()
    insertion.insertions = [LayoutUpdate.Insertion(Items(count: 10), at: ItemPath(0, 500))]
    let there = try document.updated(by: insertion, maxItems: 2_000)
    var deletion = LayoutUpdate()
    deletion.deletions = [LayoutUpdate.Deletion(ItemRun(ItemPath(0, 500), count: 10))]
    let back = try there.document.updated(by: deletion, maxItems: 2_000)
    let both = there.map.followed(by: back.map)
    // One section, one run of all its items, and that it is given by runs.
    #expect(both.runCount == 3)
    #expect(both.byteCount < there.map.byteCount + back.map.byteCount)
    #expect((0..<1_000).allSatisfy { both.item(after: ItemPath(0, $0)) == ItemPath(0, $0) })
  }
}
