import TestSupport
import Testing

@testable import LayoutEngine

/// Selections of more runs than are held: their elements are looked at again as they are walked.
@Suite struct SiftedSelectionTests {
  /// Items of random heights in columns, so that a strip finds about every other one.
  private func wall(_ random: inout SeededGenerator, columns: Int, count: Int) -> LayoutDocument {
    var items = ItemColumns()
    for item in 0..<count {
      items.append()
      items.numbers.set(Double(Int.random(in: 1...40, using: &random)) / 2, at: item)
    }
    var spec = WaterfallSpec()
    spec.columns = .count(columns)
    spec.headerFooter.headerReferenceSize = Size(width: 0, height: 30)
    spec.headerFooter.footerReferenceSize = Size(width: 0, height: 30)
    return LayoutDocument(
      container: Container(size: Size(width: 300, height: 500)),
      layout: LayoutVariants(.waterfall(spec)),
      sections: [
        LayoutSection(items: items), LayoutSection(items: Items(count: 3)),
        LayoutSection(items: items),
      ])
  }

  private func all(_ layout: PreparedLayout, _ query: LayoutQuery) throws -> [LayoutAttributes] {
    var cursor = try layout.select(query).makeCursor()
    var found: [LayoutAttributes] = []
    while let next = cursor.next() { found.append(next) }
    return found
  }

  @Test(arguments: [UInt64](1...4))
  func `A strip finds what a scan finds, and stores few runs`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layout = try PreparedLayout(wall(&random, columns: 2 + Int(seed), count: 25_000))
    let everything = try all(layout, LayoutQuery(.all))
    for x in [0.0, 120, 280] {
      let strip = Rect(
        x: x, y: Double.random(in: -10...900, using: &random), width: 3, height: 1e9)
      let selection = try layout.select(LayoutQuery(.rect(strip)))
      let expected = everything.filter { $0.frame.intersects(strip) }
      #expect(selection.count == expected.count, "seed \(seed), x \(x)")
      #expect(selection.runs.count < 10, "seed \(seed), x \(x)")
      #expect(selection.byteCount < 1_000)
      #expect(try all(layout, LayoutQuery(.rect(strip))) == expected, "seed \(seed), x \(x)")
      #expect(cells(of: selection) == expected.filter { $0.category == .cell }.map(\.frame))
      #expect(try others(of: selection) == expected.filter { $0.category != .cell })
      #expect(neighbours(of: selection, &random) == cells(of: selection), "seed \(seed), x \(x)")
    }
    let whole = try layout.select(LayoutQuery(.all))
    #expect(neighbours(of: whole, &random) == cells(of: whole), "seed \(seed)")
  }

  /// The cells' frames, a random number of neighbours at a time, some of whom only pass.
  private func neighbours(
    of selection: AttributesSelection, _ random: inout SeededGenerator
  ) -> [Rect] {
    var (cursor, passing) = (selection.makeCursor(), selection.makeCursor())
    var found: [CellAttributes] = []
    let all: [CellLength] = [.x, .y, .width, .height, .imageHeight]
    let length = all.randomElement(using: &random) ?? .x
    var (measuring, lengths) = (selection.makeCursor(), [Double]())
    while true {
      let count = Int.random(in: 1...70, using: &random)
      let start = found.count
      var left = Int.random(in: 1...100, using: &random)
      var (same, equal) = (left, left)
      cursor.appendNeighbours(to: &found, count: count, framed: true, steppingOver: &left)
      #expect(left >= 0 && found.count - start <= min(count, left))
      var unframed: [CellAttributes] = []
      passing.appendNeighbours(to: &unframed, count: count, framed: false, steppingOver: &same)
      #expect(unframed.map(\.item) == found[start...].map(\.item))
      #expect(unframed.allSatisfy { $0.frame == .zero } && same == left)
      measuring.appendNeighbours(length, to: &lengths, count: count, steppingOver: &equal)
      #expect(lengths.count == found.count && equal == left)
      guard found.count == start, left > 0 else { continue }
      let expected = found.map { value(of: $0, length).bitPattern }
      #expect(lengths.map(\.bitPattern) == expected, "\(length)")
      return found.map(\.frame)
    }
  }

  private func value(of cell: CellAttributes, _ length: CellLength) -> Double {
    switch length {
    case .x: cell.frame.x
    case .y: cell.frame.y
    case .width: cell.frame.width
    case .height: cell.frame.height
    case .imageHeight: cell.imageHeight ?? .nan
    }
  }

  /// The cells in steps of a few, as encoders walk them.
  private func cells(of selection: AttributesSelection) -> [Rect] {
    var cursor = selection.makeCursor()
    var found: [Rect] = []
    while true {
      var allowance = 100
      guard let cell = cursor.nextCell(steppingOver: &allowance) else {
        guard allowance == 0 else { return found }
        continue
      }
      #expect(allowance >= 0)
      found.append(cell.frame)
    }
  }

  private func others(of selection: AttributesSelection) throws -> [LayoutAttributes] {
    var cursor = selection.makeCursor()
    var found: [LayoutAttributes] = []
    while true {
      var allowance = 7
      guard let other = cursor.nextOther(steppingOver: &allowance) else {
        guard allowance == 0 else { return found }
        continue
      }
      found.append(other)
    }
  }

  @Test func `Badges at both edges are sifted as cells are`() throws {
    let badges = (0..<4).map { number in
      var badge = SupplementaryItem(
        kind: "\(number)", size: LayoutSize(width: .absolute(1), height: .absolute(1)))
      badge.containerAnchor = LayoutAnchor(edges: number % 2 == 0 ? [.leading] : [.trailing])
      return badge
    }
    let section = CompositionalSection(
      .line(
        .horizontal, .ofWidth(1), .absolute(2),
        [.item(.ofWidth(1), .ofHeight(1)) { $0.supplementaryItems = badges }]),
      items: 50_000)
    let layout = try PreparedLayout(section.document())
    let strip = Rect(x: 370, y: 51, width: 5, height: 1e9)
    let selection = try layout.select(LayoutQuery(.rect(strip)))
    let expected = try all(layout, LayoutQuery(.all)).filter { $0.frame.intersects(strip) }
    #expect(expected.count > 100_000)
    #expect(selection.count == expected.count)
    #expect(selection.byteCount < 1_000)
    #expect(try all(layout, LayoutQuery(.rect(strip))) == expected)
  }

  @Test func `Of many sections with a few runs each the later ones are sifted`() throws {
    // A column of 13 squares beside another: each section has 7 in the strip, in 7 runs.
    var spec = WaterfallSpec()
    spec.columns = .count(2)
    var items = ItemColumns()
    for item in 0..<14 {
      items.append()
      items.numbers.set(10, at: item)
    }
    let count = 12_000
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 300, height: 500)),
        layout: LayoutVariants(.waterfall(spec)),
        sections: (0..<count).map { _ in LayoutSection(items: items) }))
    let selection = try layout.select(
      LayoutQuery(.rect(Rect(x: 0, y: 0, width: 3, height: 1e9))))
    #expect(selection.count == 7 * count)
    // 65,536 runs, and from there on one a section.
    #expect(selection.runs.count < 65_536 + 7 + count)
    var cursor = selection.makeCursor()
    for section in 0..<count {
      for item in 0..<7 {
        let next = cursor.next()
        #expect(next?.section == section && next?.item == 2 * item)
        guard next?.item == 2 * item else { return }
      }
    }
    #expect(cursor.next() == nil)
  }

  @Test func `A search ends where it is not wanted`() throws {
    var random = SeededGenerator(seed: 9)
    let layout = try PreparedLayout(wall(&random, columns: 3, count: 200_000))
    let query = LayoutQuery(.rect(Rect(x: 0, y: 0, width: 3, height: 1e9)))
    var looks = 0
    _ = try layout.select(
      query,
      LayoutBudget(isWanted: {
        looks += 1
        return true
      }))
    #expect(looks > 20)
    #expect(throws: QueryError.cancelled) {
      try layout.select(query, LayoutBudget(isWanted: { false }))
    }
  }

  @Test(arguments: [UInt64](1...20))
  func `The curve's order is that of comparisons`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...3_000, using: &random)
    let spread = Double.random(in: 1...1e12, using: &random)
    let rects = (0..<count).map { _ in
      Rect(
        x: Double.random(in: -spread...spread, using: &random),
        y: Double.random(in: 0...spread / 50, using: &random),
        width: Double.random(in: 0...10, using: &random), height: 3)
    }
    let bounds = rects.reduce(rects[0]) { $0.union($1) }
    let extent = max(bounds.width, bounds.height)
    func bits(_ distance: Double) -> [Bool] {
      let cell = UInt32(clamping: Int((distance * (0x1p31 / extent)).rounded(.down)))
      return (0..<32).reversed().map { cell >> UInt32($0) & 1 == 1 }
    }
    // The slow way: one bit of y, one of x, from the highest.
    func place(_ rect: Rect) -> [Int] {
      zip(
        bits(rect.y - bounds.y + rect.height / 2), bits(rect.x - bounds.x + rect.width / 2)
      ).map { ($0 ? 2 : 0) + ($1 ? 1 : 0) }
    }
    let places = rects.map(place)
    let expected = rects.indices.sorted {
      places[$0] == places[$1] ? $0 < $1 : places[$0].lexicographicallyPrecedes(places[$1])
    }
    let order = CurveOrder.sorted(count: count, within: bounds, LayoutBudget()) { rects[$0] }
    #expect(order.map(Int.init) == expected, "seed \(seed)")
    #expect(
      CurveOrder.sorted(count: 40_000, within: bounds, LayoutBudget(isWanted: { false })) { _ in
        rects[0]
      }.isEmpty)
  }
}
