import TestSupport
import Testing

@testable import LayoutEngine

/// Items packed in chunks.
@Suite struct ItemColumnTests {
  /// Numbers of every form that packs differently, some of them missing.
  private static func number(_ form: Int, using random: inout SeededGenerator) -> Double? {
    switch form {
    case 0: Double(Int.random(in: 0...65_534, using: &random))
    case 1: Double(Int.random(in: -900...90_000, using: &random)) / 2
    case 2: Double.random(in: 0...1_000, using: &random)
    case 3:
      [0, -0.0, 65_534, 65_535, 65_536, .infinity, -1, 0x1p-30, 1e300].randomElement(
        using: &random)
    default: nil
    }
  }

  @Test(arguments: [UInt64](1...60))
  func `Packed items are what they were, wherever chunks are cut`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let forms = (0..<7).map { _ in Int.random(in: 0...5, using: &random) }
    let count = Int.random(in: 0...2_500, using: &random)
    var columns = ItemColumns(count: count)
    for item in 0..<count where !Int.random(in: 0...9, using: &random).isMultiple(of: 10) {
      func next(_ column: Int) -> Double? { Self.number(forms[column], using: &random) }
      if let value = next(0) { columns.numbers.set(value, at: item) }
      if let value = next(1) { columns.widths.set(value, at: item) }
      if let value = next(2) { columns.heights.set(value, at: item) }
      if let value = next(3) { columns.aspectRatios.set(value, at: item) }
      if let value = next(4) { columns.bodyHeights.set(value, at: item) }
      if let value = next(5) { columns.columnSpans.set(value, at: item) }
      if let value = next(6) { columns.zIndexes.set(value, at: item) }
      if seed % 3 == 0, item % 7 < 3 { _ = columns.ids.set(Array("id \(item)".utf8), at: item) }
      if seed % 5 == 0, item % 6 < 4 {
        columns.widthModes.set(
          [.full, .fullBleed, .fraction(2), .fraction(10_001), .fraction(-3), .fraction(0)][
            Int.random(in: 0..<6, using: &random)], at: item)
        columns.heightModes.set([.static, .dynamic, .stretch][item % 3], at: item)
      }
    }
    for items in [Items(columns), Items(columns, cutAtRandom: &random)] {
      #expect(items.count == count)
      let unpacked = items.unpacked
      for item in 0..<count {
        let fields = [unpacked, columns].map { columns in
          [
            columns.numbers[item], columns.widths[item], columns.heights[item],
            columns.aspectRatios[item], columns.bodyHeights[item], columns.columnSpans[item],
            columns.zIndexes[item],
          ].map { $0.map { $0 + 0 } }
        }
        #expect(fields[0] == fields[1], "seed \(seed), item \(item)")
        #expect(
          unpacked.ids[item] == columns.ids[item]
            && items.id(of: item) == columns.ids[item].map { .text($0) })
        #expect(unpacked.widthModes[item] == columns.widthModes[item])
        #expect(unpacked.heightModes[item] == columns.heightModes[item])
        #expect(items.zIndex(of: item) == columns.zIndexes[item])
        guard fields[0] == fields[1] else { return }
      }
      let part = 0..<Int.random(in: 0...count, using: &random)
      let length = part.reduce(0) { $0 + (columns.ids[$1]?.utf8.count ?? 0) }
      #expect(items.idLength(of: part) == length)
    }
  }

  @Test(arguments: [UInt64](1...40))
  func `A chunk is found by any of its elements`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let greatest = [1, 3, 50, 4_000].randomElement(using: &random) ?? 1
    let lengths = (0..<Int.random(in: 1...300, using: &random)).map { number in
      number % 17 == 3 ? 2_000 : Int.random(in: 1...greatest, using: &random)
    }
    let starts = ChunkStarts(lengths: lengths)
    #expect(starts.count == lengths.count && starts.elementCount == lengths.reduce(0, +))
    var element = 0
    for (chunk, length) in lengths.enumerated() {
      #expect(starts.elements(of: chunk) == element..<element + length)
      for _ in 0..<length {
        guard starts.chunk(of: element) == chunk else {
          Issue.record("seed \(seed): element \(element) is not found in chunk \(chunk)")
          return
        }
        element += 1
      }
    }
  }

  @Test func `Numbers are packed in the narrowest type`() {
    func bytesPerItem(_ number: (Int) -> Double) -> Int {
      var columns = ItemColumns(count: 100_000)
      for item in 0..<100_000 { columns.numbers.set(number(item), at: item) }
      return Items(columns).byteCount / 100_000
    }
    #expect(bytesPerItem { Double($0 % 5_000) } == 2)
    #expect(bytesPerItem { Double($0 % 5_000) / 2 } == 4)
    #expect(bytesPerItem { Double($0) / 3 } == 8)
    #expect(Items(ItemColumns(count: 1_000_000)).byteCount == 0)
  }

  @Test(arguments: ItemNumberField.allCases)
  func `Each number of an item is stored, packed and cut by itself`(field: ItemNumberField) throws {
    #expect(field.rawValue < SIMD16<Double>.scalarCount, "ItemFields has no room for it")
    var columns = ItemColumns(count: 100)
    columns.set(1, of: field, at: 70)
    #expect(columns.haveRareFields)
    for items in [Items(columns), Items(columns[0..<100])] {
      for other in ItemNumberField.allCases {
        #expect(items.fields(of: 70)[other] == (other == field ? 1 : nil), "\(other)")
        #expect(items.fields(of: 69)[other] == nil, "\(other)")
        #expect(items.unpacked[other][70] == (other == field ? 1 : nil), "\(other)")
      }
      #expect(items.areImplicit == !field.affectsPlaces)
    }
    #expect(columns[60..<80][field][10] == 1)
    var fields = Items(columns).fields(of: 70)
    fields[field] = nil
    #expect(ItemNumberField.allCases.allSatisfy { fields[$0] == nil })
  }

  @Test func `One item with every field after many costs little`() throws {
    var items = ItemColumns(count: 0)
    for item in 0..<100_000 {
      items.append()
      items.numbers.set(1, at: item)
    }
    let plain = Items(items).byteCount
    items.append()
    items.bodyHeights.set(1, at: 100_000)
    items.columnSpans.set(2, at: 100_000)
    items.aspectRatios.set(1, at: 100_000)
    items.zIndexes.set(1, at: 100_000)
    items.widthModes.set(.fraction(2), at: 100_000)
    #expect(Items(items).byteCount < plain + 60_000)
    // It is laid out as if all columns were dense: the last item covers both columns.
    let solution = try WaterfallSolver(
      WaterfallSpec(), environment: SectionScene.environment(210, 500)
    ).solve(items, at: SectionScene.itemsPath)
    #expect(solution.cells.frame(of: 100_000).width == 210)
    #expect(solution.cells.imageHeight(of: 100_000) == 210)
    #expect(solution.cells.imageHeight(of: 99_999) == nil)
  }
}
