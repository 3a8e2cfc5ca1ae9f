import TestSupport
import Testing

@testable import LayoutEngine

/// Sections in blocks: what is found by number, and by rectangle.
@Suite struct SectionBlocksTests {
  /// Sections and where each begins, in order.
  private typealias Placed = (section: LaidOutSection, start: Units)

  private static func section(_ frames: [Rect], items: Int, axis: LayoutAxis) -> LaidOutSection {
    LaidOutSection(
      LayoutSection(items: Items(count: items)),
      SolvedSection(.given(length: 0, frames, axis: axis), axis: axis), isSolved: false)
  }

  /// Sections at any distance from each other, backwards too, now and then one that reaches far.
  private static func sections(
    _ count: Int, axis: LayoutAxis, using random: inout SeededGenerator
  ) -> [Placed] {
    var start = 0.0
    return (0..<count).map { _ in
      start += random.number(in: -20...60)
      var frames = [random.frame(reach: 40)]
      if Int.random(in: 0..<90, using: &random) == 0 {
        let length = random.number(in: 0...9_000)
        frames.append(
          axis.rect(
            main: random.number(in: -9_000...0), cross: random.number(in: 0...90),
            mainLength: length, crossLength: 5))
      }
      if Int.random(in: 0..<9, using: &random) == 0 { frames = [] }
      let items = Int.random(in: 0...9, using: &random)
      return (section(frames, items: items, axis: axis), Units(points: start))
    }
  }

  /// The same sections in blocks of any length.
  private static func blocks(
    _ sections: [Placed], axis: LayoutAxis, using random: inout SeededGenerator
  ) -> SectionBlocks {
    var (blocks, starts) = ([SectionBlock](), [Units]())
    var rest = sections[...]
    while let first = rest.first {
      let block = rest.prefix(Int.random(in: 1...100, using: &random))
      blocks.append(
        SectionBlock(
          block.map {
            SectionBlock.Entry(section: $0.section, start: $0.start, byteCount: 0)
          }, storages: [], axis: axis, isShared: { _ in false }))
      starts.append(first.start)
      rest = rest.dropFirst(block.count)
    }
    return SectionBlocks(blocks, starts: starts, axis: axis)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `sections and where they begin don't depend on where blocks are cut`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let axis: LayoutAxis = Bool.random(using: &random) ? .vertical : .horizontal
    let sections = Self.sections(
      Int.random(in: 0...500, using: &random), axis: axis, using: &random)
    let blocks = Self.blocks(sections, axis: axis, using: &random)
    #expect(blocks.count == sections.count)
    #expect(blocks.itemCount == sections.reduce(0) { $0 + $1.section.itemCount })
    for (number, placed) in sections.enumerated() {
      #expect(blocks[number] === placed.section, "seed \(seed)")
      #expect(blocks.start(of: number) == placed.start)
      let reach = blocks.reach(of: number)
      #expect(
        reach
          == axis.offset(placed.section.solution.reach, main: placed.start.points))
      let bounds = blocks.bounds
      #expect(bounds.minX <= reach.minX && reach.maxX <= bounds.maxX)
      #expect(bounds.minY <= reach.minY && reach.maxY <= bounds.maxY)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a rectangle finds the sections that a scan finds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let axis: LayoutAxis = Bool.random(using: &random) ? .vertical : .horizontal
    let sections = Self.sections(
      Int.random(in: 1...500, using: &random), axis: axis, using: &random)
    let blocks = Self.blocks(sections, axis: axis, using: &random)
    let bounds = blocks.bounds
    for _ in 0..<40 {
      var rect = axis.rect(
        main: random.number(in: -100...100) + Double.random(in: 0...1, using: &random)
          * (axis.mainMax(bounds) - axis.mainMin(bounds)) + axis.mainMin(bounds),
        cross: random.number(in: -40...120), mainLength: random.number(in: 0...400),
        crossLength: random.number(in: 0...200))
      if Bool.random(using: &random), let number = blocks.indices.randomElement(using: &random) {
        // One that only touches.
        let reach = blocks.reach(of: number)
        rect.x = Bool.random(using: &random) ? reach.maxX : reach.minX - rect.width
        rect.y = reach.maxY
      }
      var found = IndexRuns()
      blocks.addNumbers(intersecting: rect, to: &found)
      #expect(
        found.runs.flatMap { Array($0) }
          == blocks.indices.filter { blocks.reach(of: $0).intersectsOrTouches(rect) },
        "seed \(seed), \(rect)")
    }
  }

  @Test(arguments: 100..<120 as Range<UInt64>)
  func `queries of hundreds of sections find what a scan finds`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layout = try random.syntheticLayout(most: 400)
    let found = try QueryPropertyTests.expectQueriesMatchScans(
      of: layout, queries: 20, using: &random, "seed \(seed)")
    #expect(found > 0 || layout.sectionCount < 20)
  }

  @Test func `a screen of 100,000 sections is found with few looks`() throws {
    var builder = SectionBlocksBuilder(axis: .vertical)
    let section = Self.section(
      [Rect(x: 0, y: 0, width: 100, height: 40)], items: 1, axis: .vertical)
    for number in 0..<100_000 {
      builder.append(section, at: Units(points: Double(number) * 50))
    }
    let blocks = try builder.finish()
    #expect(blocks.blocks.count == 1_563)
    var found = IndexRuns(limit: 1_000)
    blocks.addNumbers(
      intersecting: Rect(x: 0, y: 2_500_001, width: 100, height: 800), to: &found)
    #expect(found.runs == [50_000..<50_017])
    #expect(!found.isFull && found.spent <= 3 * SectionBlock.length)
    // The list takes little beside the sections, and they take the room of a number each.
    let bytes = blocks.byteCount + blocks.blocks.reduce(0) { $0 + $1.byteCount }
    #expect(bytes < 100_000 * 25)
  }

  private func document(_ sections: [LayoutSection]) throws -> PreparedLayout {
    try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.waterfall(WaterfallSpec())), sections: sections))
  }

  @Test func `sections that are alike are one, and those with names hold one solution`() throws {
    func items(_ heights: [Double], id: String? = nil, zIndex: Double? = nil) -> ItemColumns {
      var items = ItemColumns(heights.map { .number($0) })
      if let id { _ = items.ids.set(Array(id.utf8), at: 0) }
      if let zIndex { items.zIndexes.set(zIndex, at: 0) }
      return items
    }
    let own = LayoutVariants(.waterfall(WaterfallSpec()))
    let layout = try document([
      LayoutSection(items: items([1, 2], id: "a")), LayoutSection(items: items([1, 2])),
      LayoutSection(items: items([1, 2])), LayoutSection(items: items([1, 2], zIndex: 3)),
      LayoutSection(items: items([1, 3])), LayoutSection(items: items([1, 2]), layout: own),
      LayoutSection(items: items([1, 2])), LayoutSection(items: Items(count: 70)),
      LayoutSection(items: Items(count: 70)), LayoutSection(items: Items(count: 71)),
    ])
    let sections = layout.content.sections
    let numbers = sections.map { section in sections.firstIndex { $0 === section } }
    #expect(numbers == [0, 1, 1, 3, 4, 5, 1, 7, 7, 9])
    let solutions = sections.map { section in
      sections.firstIndex { $0.solution === section.solution }
    }
    #expect(solutions == [0, 0, 0, 0, 4, 5, 0, 7, 7, 9])
    let attributes = try layout.attributes(LayoutQuery(.all))
    #expect(attributes.filter { $0.item == 0 }.prefix(4).map(\.id) == ["a", nil, nil, nil])
    #expect(attributes.filter { $0.item == 0 }.prefix(4).map(\.zIndex) == [0, 0, 0, 3])
  }
}
