import LayoutAPI
import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine
@testable import LayoutService

/// What stored layouts take together: the ledger against a walk over all of them.
@Suite struct MemoryLedgerTests {
  /// Versions of some layouts, made by hand: each has the blocks of another but one, which has the
  /// sections of the other's but one, which has its items or others.
  private struct Versions {
    private(set) var layouts: [PreparedLayout] = []
    private var random: SeededGenerator

    init(families: Int, versions: Int, seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      for family in 0..<families {
        let first = try Self.layout(family: family, sections: 150)
        var members = [first]
        for number in 1..<versions {
          let parent = members.randomElement(using: &random) ?? first
          let other = try Self.layout(family: families + family * versions + number, sections: 3)
          members.append(changed(parent, other))
        }
        layouts += members
      }
    }

    /// Sections of some items each, no two of them alike, and none like another family's.
    private static func layout(family: Int, sections: Int) throws -> PreparedLayout {
      let sections = (0..<sections).map { section in
        let items = (0...section % 5).map { "\(Double(family * 1_000 + section) + Double($0) / 8)" }
        return #"{"items":["# + items.joined(separator: ",") + "]}"
      }
      let text =
        #"{"container":{"width":300,"height":400},"layout":{"type":"waterfall","columns":2},"#
        + #""sections":["# + sections.joined(separator: ",") + "]}"
      return try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8)))
    }

    private mutating func changed(
      _ parent: PreparedLayout, _ other: PreparedLayout
    ) -> PreparedLayout {
      let content = parent.content
      var blocks = content.sections.blocks
      let starts = blocks.indices.map { number in
        content.sections.start(of: blocks[..<number].reduce(0) { $0 + $1.sections.count })
      }
      let number = Int.random(in: blocks.indices, using: &random)
      var sections = blocks[number].sections
      let place = Int.random(in: sections.indices, using: &random)
      let new = other.content.sections[0]
      // Laid out anew with the same items, or of other items.
      sections[place] =
        Bool.random(using: &random)
        ? new
        : LaidOutSection(
          LayoutSection(items: sections[place].items), new.solution, isSolved: false)
      let entries = zip(sections, blocks[number].starts).map {
        SectionBlock.Entry(section: $0, start: $1, byteCount: 0)
      }
      blocks[number] = SectionBlock(
        entries, storages: [], axis: .vertical, isShared: { _ in false })
      let list = SectionBlocks(blocks, starts: starts, axis: .vertical)
      func made(byteCount: Int) -> PreparedContent {
        PreparedContent(
          parent.document,
          SectionStack(
            sections: list, boundaries: content.boundaries, length: content.length,
            room: .zero, byteCount: byteCount))
      }
      let uncounted = made(byteCount: 0)
      return PreparedLayout(
        content: made(
          byteCount: MemoryLedgerTests.walkedBytes(of: [PreparedLayout(content: uncounted)])
            - uncounted.totalByteCount))
    }
  }

  /// The bytes of all parts of some layouts, each once.
  static func walkedBytes(of layouts: [PreparedLayout]) -> Int {
    var (count, seen) = (0, Set<ObjectIdentifier>())
    func walk(_ part: any SharedNode) {
      guard seen.insert(ObjectIdentifier(part)).inserted else { return }
      count += part.byteCount
      part.visitSharedNodes { walk($0) }
    }
    for layout in layouts { walk(layout.part) }
    return count
  }

  /// The bytes of what some layouts remember of how they were made, each record and list once.
  static func walkedLineage(of layouts: [StoredLayout]) -> Int {
    var (count, seen) = (0, Set<ObjectIdentifier>())
    for history in layouts.map(\.history) {
      for part in history.parts where seen.insert(ObjectIdentifier(part)).inserted {
        count += part.byteCount
      }
      for record in (0..<history.count).compactMap({ history[back: $0] })
      where seen.insert(ObjectIdentifier(record)).inserted {
        count += record.byteCount
      }
    }
    return count
  }

  /// Whether no part of a layout is held.
  private static func isReleased(_ part: any SharedNode) -> Bool {
    var isReleased = part.countHolder(0) == 0
    part.visitSharedNodes { isReleased = isReleased && Self.isReleased($0) }
    return isReleased
  }

  private func id(_ number: Int) -> LayoutID { LayoutID(hashing: Array("\(number)".utf8)) }

  private func expect(
    _ cache: LayoutCache<Int>, holds stored: [Int: PreparedLayout], _ comment: Comment
  ) {
    let held = stored.values
    let bytes = Self.walkedBytes(of: Array(held)) + held.count * StoredLayout.overhead
    #expect(cache.heldBytes.once == bytes, comment)
    #expect(cache.figures.bytes == bytes, comment)
    #expect(cache.figures.entries == held.count)
    #expect(
      cache.heldBytes.unshared
        == held.reduce(0) { $0 + $1.byteCount + StoredLayout.overhead }, comment)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `The ledger is what a walk over all stored layouts finds`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layouts = try Versions(families: 6, versions: 8, seed: seed).layouts
    let largest = layouts.map(\.byteCount).max() ?? 0
    let budget = largest * 9 / 2
    let cache = LayoutCache<Int>(budget: budget) { _, _ in true }
    var stored: [Int: PreparedLayout] = [:]
    var most = 0
    for step in 0..<400 {
      // Ids are fewer than layouts: most of them come again, some for another layout.
      let number = Int.random(in: 0..<30, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        #expect(cache.use(id(number)) == (stored[number] != nil))
        continue
      }
      let layout = layouts[Int.random(in: layouts.indices, using: &random)]
      _ = cache.begin(id(number)) { step }
      let (_, origin) = cache.finish(id(number), StoredLayout(id(number), layout))
      #expect(origin == .stored)
      stored[number] = layout
      stored = stored.filter { cache.contains(id($0.key)) }
      #expect(stored[number] != nil)
      expect(cache, holds: stored, "seed \(seed), step \(step)")
      #expect(cache.heldBytes.once <= budget)
      most = max(most, stored.count)
    }
    #expect(cache.figures.evictions > 10)
    // Far more versions than layouts that share nothing fit.
    #expect(most > 8)
  }

  @Test func `A version costs what is new in it, and what nobody holds counts no more`() throws {
    let layouts = try Versions(families: 1, versions: 3, seed: 9).layouts
    var parts = MemoryLedger()
    let stored = layouts.map { StoredLayout(id(0), $0) }
    let first = parts.hold(stored[0])
    #expect(first == layouts[0].byteCount + StoredLayout.overhead)
    let second = parts.hold(stored[1])
    // A block of 64 references, a list of three blocks, and a section at most.
    #expect(second > StoredLayout.overhead && second < first / 8)
    #expect(parts.unsharedByteCount == first + layouts[1].byteCount + StoredLayout.overhead)
    // Blocks that both hold are visited once.
    let shared = layouts[0].content.sections.blocks.filter { $0.countHolder(0) == 2 }
    #expect(shared.count == 2)
    #expect(shared.allSatisfy { $0.sections.allSatisfy { $0.countHolder(0) == 1 } })
    parts.release(stored[0])
    #expect(parts.byteCount == layouts[1].byteCount + StoredLayout.overhead)
    // The same layout under another id brings nothing.
    #expect(parts.hold(stored[1]) == StoredLayout.overhead)
    parts.release(stored[1])
    #expect(parts.byteCount == layouts[1].byteCount + StoredLayout.overhead)
    parts.release(stored[1])
    #expect(parts.byteCount == 0 && parts.unsharedByteCount == 0)
    #expect(layouts.allSatisfy { Self.isReleased($0.part) })
  }

  @Test func `A shared history counts once, as long as one of its versions is cached`() throws {
    let layout = try PreparedLayout(LayoutDocumentReader.read(Array(TestDocument.list(3).utf8)))
    var history = UpdateHistory()
    var layouts: [StoredLayout] = []
    for number in 0..<100 {
      let record = UpdateRecord(
        parent: id(number), isParentVersion: number > 0, map: .identity(sectionCount: 1))
      history = history.followed(by: record, atMost: .max)
      layouts.append(StoredLayout(id(number + 1), layout, history))
    }
    var parts = MemoryLedger()
    func expected(_ held: [StoredLayout]) -> Int {
      held.reduce(0) { $0 + $1.ownByteCount } + (held.isEmpty ? 0 : layout.byteCount)
        + Self.walkedLineage(of: held)
    }
    var held: [StoredLayout] = []
    for layout in layouts {
      _ = parts.hold(layout)
      held.append(layout)
      #expect(parts.byteCount == expected(held))
    }
    // Most of it is shared: each version alone would hold all that is before it.
    #expect(parts.unsharedByteCount > 4 * parts.byteCount)
    var random = SeededGenerator(seed: 5)
    for layout in layouts.shuffled(using: &random) {
      parts.release(layout)
      held.removeAll { $0 === layout }
      #expect(parts.byteCount == expected(held))
    }
    #expect(parts.byteCount == 0 && parts.unsharedByteCount == 0)
  }

  @Test func `Workers that store at once keep the ledger right`() async throws {
    let layouts = try Versions(families: 4, versions: 6, seed: 4).layouts
    let largest = layouts.map(\.byteCount).max() ?? 0
    let cache = LayoutCache<Int>(budget: largest * 9 / 2) { _, _ in true }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(worker))
          for _ in 0..<200 {
            let number = Int.random(in: layouts.indices, using: &random)
            _ = cache.begin(id(number)) { worker }
            _ = cache.finish(id(number), StoredLayout(id(number), layouts[number]))
            _ = cache.layout(id(number))
          }
        }
      }
    }
    var stored: [Int: PreparedLayout] = [:]
    for number in layouts.indices where cache.contains(id(number)) {
      stored[number] = layouts[number]
    }
    expect(cache, holds: stored, "after all")
    #expect(cache.heldBytes.once <= largest * 9 / 2)
  }
}
