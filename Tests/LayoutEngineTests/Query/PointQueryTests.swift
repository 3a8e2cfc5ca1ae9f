import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// The item at a point, the nearest one, and where a dragged item goes (Contract §3.1).
@Suite struct PointQueryTests {
  private static func layout(
    _ layout: String, items: String, container: String = #""width":100,"height":100"#
  ) throws -> PreparedLayout {
    let text = #"{"container":{\#(container)},"layout":\#(layout),"sections":\#(items)}"#
    return try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  private static func place(
    _ layout: PreparedLayout, _ x: Double, _ y: Double, moving: (Int, Int)
  ) throws -> [Int] {
    let moving = LayoutIndexPath(section: moving.0, item: moving.1)
    let found = try layout.item(PointQuery(at: Point(x: x, y: y), for: .place(moving: moving)))
    return [found.section, found.item]
  }

  // MARK: By hand

  private static let list = #"{"type":"list","rowHeight":10}"#
  private static let grid =
    #"{"type":"flow","itemSize":{"width":20,"height":10},"minimumInteritemSpacing":20,"minimumLineSpacing":0}"#

  @Test func `a cell has its near edges and not its far ones`() throws {
    let layout = try Self.layout(Self.list, items: #"[{"items":3}]"#)
    for (y, item) in [(0.0, 0), (9.999, 0), (10, 1), (29.5, 2)] {
      let found = try layout.item(PointQuery(at: Point(x: 0, y: y)))
      #expect(found.section == 0 && found.item == item, "\(y)")
      #expect(found.frame == Rect(x: 0, y: Double(item) * 10, width: 100, height: 10))
    }
    for point in [Point(x: 5, y: 30), Point(x: 100, y: 5), Point(x: -0.1, y: 5)] {
      #expect(throws: QueryError.noItem(atPoint: point)) {
        try layout.item(PointQuery(at: point))
      }
    }
  }

  @Test func `the topmost cell is found, and of equally high ones the last`() throws {
    let frames =
      "[[0,0,50,50],[0,0,50,50],{\"x\":0,\"y\":0,\"width\":10,\"height\":50,\"zIndex\":1}]"
    let layout = try Self.layout(
      #"{"type":"custom","frames":\#(frames)}"#, items: #"[{"items":3}]"#)
    #expect(try layout.item(PointQuery(at: Point(x: 5, y: 5))).item == 2)
    #expect(try layout.item(PointQuery(at: Point(x: 20, y: 5))).item == 1)
  }

  @Test func `a dragged row goes before or after the nearest one`() throws {
    let layout = try Self.layout(Self.list, items: #"[{"items":4}]"#)
    // Row 1 is dragged over rows at 0, 10, 20 and 30: their centres are 5, 15, 25 and 35.
    for (y, item) in [
      (-9.0, 0), (4, 0), (6, 1), (14, 1), (24, 1), (26, 2), (34, 2), (36, 3), (99, 3),
    ] {
      #expect(try Self.place(layout, 50, y, moving: (0, 1)) == [0, item], "\(y)")
    }
  }

  @Test(arguments: ["ltr", "rtl"])
  func `in a grid, the side of the centre counts along the line`(direction: String) throws {
    // Three columns at 0, 40 and 80.
    let layout = try Self.layout(
      Self.grid, items: #"[{"items":7}]"#,
      container: #""width":100,"height":100,"direction":"\#(direction)""#)
    func x(_ x: Double) -> Double { direction == "rtl" ? 100 - x : x }
    #expect(try Self.place(layout, x(52), 14, moving: (0, 0)) == [0, 4])
    #expect(try Self.place(layout, x(48), 14, moving: (0, 0)) == [0, 3])
    #expect(try Self.place(layout, x(52), 2, moving: (0, 6)) == [0, 2])
    #expect(try Self.place(layout, x(48), 2, moving: (0, 6)) == [0, 1])
  }

  @Test func `a dragged item goes into the section under the point, even an empty one`() throws {
    let layout = try Self.layout(
      #"{"type":"list","rowHeight":10,"sectionInset":{"top":10,"bottom":10}}"#,
      items: #"[{"items":2},{"items":0},{"items":1}]"#)
    // Sections begin at 0, 40 and 60; rows of section 0 at 10 and 20, of section 2 at 70.
    #expect(try Self.place(layout, 5, 45, moving: (0, 0)) == [1, 0])
    #expect(try Self.place(layout, 5, 62, moving: (0, 0)) == [2, 0])
    #expect(try Self.place(layout, 5, 79, moving: (0, 0)) == [2, 1])
    #expect(try Self.place(layout, 5, 65, moving: (2, 0)) == [2, 0])
    #expect(throws: QueryError.noSuchElement(LayoutIndexPath(section: 0, item: 2), kind: nil)) {
      try Self.place(layout, 5, 5, moving: (0, 2))
    }
  }

  // MARK: By scans

  private static func distance(_ rect: Rect, _ point: Point) -> Double {
    let x = min(max(point.x, rect.minX), rect.maxX) - point.x
    let y = min(max(point.y, rect.minY), rect.maxY) - point.y
    return (x * x + y * y).squareRoot()
  }

  /// The section under a point, by a scan.
  private static func section(_ layout: PreparedLayout, under point: Point) -> Int? {
    guard layout.sectionCount > 0 else { return nil }
    let content = layout.content
    let position = content.axis.main(
      content.isMirrored ? Point(x: layout.contentSize.width - point.x, y: point.y) : point)
    return (0..<layout.sectionCount).last { content.sections.start(of: $0).points <= position } ?? 0
  }

  private static func expectScan(
    _ layout: PreparedLayout, _ scroll: [WholeNumber: Double], _ point: Point, _ comment: Comment
  ) throws {
    let cells = try layout.attributes(LayoutQuery(.all, scroll: scroll)).filter {
      $0.category == .cell
    }
    var under: LayoutAttributes?
    for cell in cells
    where cell.frame.minX <= point.x && point.x < cell.frame.maxX && cell.frame.minY <= point.y
      && point.y < cell.frame.maxY && cell.zIndex >= under?.zIndex ?? .min
    {
      under = cell
    }
    let found = try? layout.item(PointQuery(at: point, scroll: scroll))
    #expect(found?.item == under?.item && found?.section == under?.section, comment)
    let section = section(layout, under: point)
    let own = cells.filter { $0.section == section }
    let least = own.map { distance($0.frame, point) }.min()
    let nearest = try? layout.item(PointQuery(at: point, for: .nearestCell, scroll: scroll))
    if let under {
      #expect(nearest?.item == under.item && nearest?.section == under.section, comment)
    } else if let least {
      let frame = try #require(nearest?.frame, comment)
      #expect(nearest?.section == section && distance(frame, point) == least, comment)
      #expect(own.contains { $0.item == nearest?.item && $0.frame == frame }, comment)
    } else {
      #expect(nearest == nil, comment)
    }
    let quick = try? layout.item(
      PointQuery(at: point, for: .nearestCell, scroll: scroll), effort: 1_000_000)
    #expect(quick == nearest, comment)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `random layouts: what is found is what a scan finds`(seed: UInt64) throws {
    var (documents, random) = (RandomDocument(seed: seed), SeededGenerator(seed: seed))
    for _ in 0..<3 {
      guard let layout = try? PreparedLayout(documents.next()), layout.itemCount < 5_000 else {
        continue
      }
      // Sections that begin before the one before them have no order that a search could use.
      let starts = (0..<layout.sectionCount).map { layout.content.sections.start(of: $0) }
      guard zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }) else { continue }
      var scroll: [WholeNumber: Double] = [:]
      for section in 0..<layout.sectionCount where layout.content.sections[section].isOrthogonal {
        scroll[WholeNumber(section)] = random.number(in: -50...300)
      }
      let size = layout.contentSize
      for number in 0..<20 {
        let point = Point(
          x: random.number(in: -100...(size.width + 100)),
          y: random.number(in: -100...(abs(size.height) + 100)))
        let rounded = Point(x: point.x.rounded(), y: point.y.rounded())
        try Self.expectScan(
          layout, scroll, number % 2 == 0 ? point : rounded, "seed \(seed), \(point)")
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `random walls: a moved item lands where the query says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let widths = (0..<40).map { _ in Int.random(in: 10...60, using: &random) }
    let items = widths.map { #"{"id":"\#($0)","width":\#($0),"height":20}"# }.joined(separator: ",")
    for text in [Self.list, Self.grid, #"{"type":"waterfall","columns":3}"#] {
      let layout = try Self.layout(text, items: "[{\"items\":[\(items)]}]")
      let cells = try layout.attributes(LayoutQuery(.all))
      for _ in 0..<10 {
        let moving = Int.random(in: 0..<40, using: &random)
        let point = Point(
          x: random.number(in: 0...100), y: random.number(in: 0...layout.contentSize.height))
        let place = try Self.place(layout, point.x, point.y, moving: (0, moving))
        // The nearest centre of the others is right before or after that place.
        func distance(_ cell: LayoutAttributes) -> Double {
          let (x, y) = (cell.frame.x + cell.frame.width / 2, cell.frame.y + cell.frame.height / 2)
          return ((x - point.x) * (x - point.x) + (y - point.y) * (y - point.y)).squareRoot()
        }
        let others = cells.filter { $0.item != moving }
        // Free places have a rule of their own (FreePlaceTests).
        guard
          others.contains(where: {
            $0.frame.intersects(Rect(x: point.x, y: point.y, width: 1e-9, height: 1e-9))
          })
        else { continue }
        let least = try #require(others.map(distance).min())
        let nearest = others.indices.filter { distance(others[$0]) == least }
        #expect(place[0] == 0 && (0..<40).contains(place[1]))
        #expect(
          nearest.contains { place[1] == $0 || place[1] == $0 + 1 },
          "seed \(seed): \(moving) to \(point) in \(text)")
      }
    }
  }

  // MARK: What it costs

  /// As many equal frames at one place as there are items.
  private static func pile(of count: Int) throws -> PreparedLayout {
    let frames = Array(repeating: "[0,0,10,10]", count: count).joined(separator: ",")
    return try layout(
      #"{"type":"custom","frames":[\#(frames)]}"#, items: "[{\"items\":\(count)}]")
  }

  @Test func `a pile is given up, the nearest of a million is found at once`() throws {
    let pile = try Self.pile(of: 9_000)
    for target in [
      PointQuery.Target.cell, .nearestCell, .place(moving: LayoutIndexPath(section: 0, item: 3)),
    ] {
      #expect(try pile.item(PointQuery(at: Point(x: 1, y: 1), for: target), effort: 4_000) == nil)
      #expect(try pile.item(PointQuery(at: Point(x: 1, y: 1), for: target)).section == 0)
    }
    for text in UpdateCostTests.layouts {
      let layout = try Self.layout(
        text, items: #"[{"items":1000000}]"#, container: #""width":390,"height":844"#)
      for y in [-50, 12.5, layout.contentSize.height / 2, layout.contentSize.height + 50] {
        for target in [
          PointQuery.Target.nearestCell, .place(moving: LayoutIndexPath(section: 0, item: 3)),
        ] {
          let found = try layout.item(PointQuery(at: Point(x: 395, y: y), for: target), effort: 400)
          #expect(found != nil, "\(text) at \(y)")
        }
      }
    }
  }

  @Test func `a search that is not wanted any more ends`() throws {
    let pile = try Self.pile(of: 90_000)
    #expect(throws: QueryError.cancelled) {
      try pile.item(
        PointQuery(at: Point(x: 1, y: 1), for: .nearestCell), LayoutBudget(isWanted: { false }))
    }
  }
}
