import TestSupport
import Testing

@testable import LayoutEngine

/// A query by rectangle finds exactly what a scan over all attributes finds (Contract §3).
@Suite struct QueryPropertyTests {
  /// Compares queries of a layout with scans; returns how many attributes they found.
  @discardableResult
  static func expectQueriesMatchScans(
    of layout: PreparedLayout, queries: Int, using random: inout SeededGenerator,
    _ comment: Comment
  ) throws -> Int {
    var found = 0
    for _ in 0..<queries {
      var query = LayoutQuery(.all)
      if Bool.random(using: &random) { query.bounds = rect(near: layout, using: &random) }
      for section in 0..<layout.sectionCount
      where layout.content.sections[section].isOrthogonal && Bool.random(using: &random) {
        query.scroll[section] = random.number(in: -50...900)
      }
      let everything = try layout.attributes(query)
      var rect = rect(near: layout, using: &random)
      if let edge = everything.randomElement(using: &random)?.frame, Bool.random(using: &random) {
        // Edges that touch exactly, and rectangles without area.
        rect.x = Bool.random(using: &random) ? edge.maxX : edge.minX - rect.width
      }
      query.selection = .rect(rect)
      let selection = try layout.select(query)
      let attributes = try layout.attributes(query)
      let slow = SlowEffects(layout)
      let scanned = everything.filter { $0.frame.intersects(slow.searched(rect, of: $0, query)) }
      #expect(attributes == scanned, "\(comment.rawValue), \(query)")
      #expect(selection.count == scanned.count)
      found += scanned.count
    }
    return found
  }

  private static func rect(
    near layout: PreparedLayout, using random: inout SeededGenerator
  ) -> Rect {
    let size = layout.contentSize
    let part = pow10(-Int.random(in: 0...2, using: &random))
    return Rect(
      x: random.number(in: -100...(size.width + 100)),
      y: random.number(in: -100...(size.height + 100)),
      width: max(0, random.number(in: -20...(size.width + 200)) * part),
      height: max(0, random.number(in: -20...(size.height + 200)) * part))
  }

  private static func pow10(_ exponent: Int) -> Double {
    (0..<abs(exponent)).reduce(1) { power, _ in power / 10 }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `synthetic sections: a query finds what a scan finds`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layout = try random.syntheticLayout()
    try Self.expectQueriesMatchScans(
      of: layout, queries: 40, using: &random, "seed \(seed)")
  }

  @Test func `coordinates near 2^53 and beyond miss nothing`() throws {
    let far = 0x1p52
    let layout = try PreparedLayout.given(
      [
        .given(length: far, [Rect(x: 0, y: far - 8, width: 4, height: 8)]),
        .given(length: 10, [Rect(x: 1, y: 2, width: 2, height: 2)]),
      ],
      container: Container(
        size: Size(width: 100, height: 100), direction: .rightToLeft, scale: 3))
    let all = try layout.attributes(LayoutQuery(.all))
    for rect in [
      Rect(x: 0, y: 0, width: 100, height: 0x1p53), Rect(x: 95, y: far + 3, width: 10, height: 1),
      Rect(
        x: -.greatestFiniteMagnitude, y: -.greatestFiniteMagnitude,
        width: .greatestFiniteMagnitude, height: .greatestFiniteMagnitude),
      Rect(x: 0, y: 0, width: .greatestFiniteMagnitude, height: .greatestFiniteMagnitude),
      Rect(x: .greatestFiniteMagnitude, y: 0, width: .greatestFiniteMagnitude, height: 1),
    ] {
      let found = try layout.attributes(LayoutQuery(.rect(rect)))
      #expect(found == all.filter { $0.frame.intersects(rect) })
    }
  }

  @Test func `everything in sight is one run, however much it is`() throws {
    let cells = (0..<10_000).map { Rect(x: 0, y: Double($0) * 10, width: 100, height: 10) }
    let layout = try PreparedLayout.given(
      [.given(length: 100_000, cells)], container: Container(size: Size(width: 100, height: 100)))
    let query = LayoutQuery(.rect(Rect(x: -1, y: -1, width: 200, height: 200_000)))
    let selection = try layout.select(query)
    #expect(selection.count == 10_000)
    #expect(selection.runs.count == 1)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `cells alone and whatever else there is are what next gives`(seed: UInt64) throws {
    var documents = RandomDocument(seed: seed)
    guard let layout = try? PreparedLayout(documents.next()) else { return }
    let all = try layout.attributes(LayoutQuery(.all, origin: .section))
    var cursor = try layout.select(LayoutQuery(.all, origin: .section)).makeCursor()
    for attributes in all {
      guard let cell = cursor.nextIfCell() else {
        #expect(attributes.category != .cell && cursor.next() == attributes)
        continue
      }
      #expect(
        attributes
          == LayoutAttributes(
            section: cell.section, item: cell.item, category: .cell, frame: cell.frame,
            zIndex: cell.zIndex, imageHeight: cell.imageHeight, id: cursor.id(of: cell)))
    }
    #expect(cursor.nextIfCell() == nil)
    #expect(cursor.next() == nil)
  }

  @Test func `a cursor's copy goes on from the same place`() throws {
    let cells = (0..<10).map { Rect(x: 0, y: Double($0) * 10, width: 10, height: 10) }
    let layout = try PreparedLayout.given(
      [.given(length: 100, cells)], container: Container(size: Size(width: 100, height: 100)))
    var cursor = try layout.select(LayoutQuery(.all)).makeCursor()
    for _ in 0..<4 { _ = cursor.next() }
    var copy = cursor
    #expect(cursor.next()?.item == 4)
    #expect(cursor.next()?.item == 5)
    #expect(copy.next()?.item == 4)
    for _ in 0..<5 { _ = copy.next() }
    #expect(copy.next() == nil)
    #expect(copy.next() == nil)
  }
}
