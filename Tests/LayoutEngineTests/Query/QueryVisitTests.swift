import Testing

@testable import LayoutEngine

/// Visits that find nothing are effort, too.
@Suite struct QueryVisitTests {
  private func layout(
    _ layout: SectionLayout, _ sections: [Items], container: Size = Size(width: 100, height: 100)
  ) throws -> PreparedLayout {
    try PreparedLayout(
      LayoutDocument(
        container: Container(size: container), layout: LayoutVariants(layout),
        sections: sections.map { LayoutSection(items: $0) }))
  }

  /// Items whose lone numbers or pairs are given.
  private func items(_ sizes: [(width: Double?, height: Double)]) -> ItemColumns {
    var items = ItemColumns()
    for (item, size) in sizes.enumerated() {
      items.append()
      if let width = size.width { items.widths.set(width, at: item) }
      items.heights.set(size.height, at: item)
    }
    return items
  }

  /// A layout's query is given up, though it finds nothing; with effort without end it is not.
  private func expectGivenUp(_ layout: PreparedLayout, _ rect: Rect, _ comment: Comment) throws {
    let query = LayoutQuery(.rect(rect))
    #expect(try layout.select(query, effort: 4_000) == nil, comment)
    #expect(try layout.select(query).count == 0, comment)
    // Where little is looked at, it is answered.
    var near = rect
    near.height = 20
    near.y = 100
    #expect(try layout.select(LayoutQuery(.rect(near)), effort: 4_000)?.count == 0, comment)
  }

  private func boundary(
    _ kind: String, _ alignment: LayoutEdges
  ) -> BoundarySupplementaryItem {
    BoundarySupplementaryItem(
      kind: kind, size: LayoutSize(width: .absolute(10), height: .absolute(1)),
      alignment: alignment)
  }

  @Test func `headers and footers, of the layout or a section`() throws {
    let group = LayoutGroup(
      size: LayoutSize(width: .absolute(10), height: .absolute(1)),
      content: .frames([CustomFrame(frame: Rect(x: 90, y: 0, width: 1, height: 1))]))
    var spec = CompositionalSpec(group: group)
    spec.boundarySupplementaryItems = Array(repeating: boundary("a", .top), count: 1_000)
    let sections = Array(repeating: Items(count: 1), count: 5)
    let wide = try layout(.compositional(spec), sections)
    // Headers stand in the middle, from 45 to 55, cells at 90.
    let beside = LayoutQuery(.rect(Rect(x: 60, y: 0, width: 1, height: 1e9)))
    #expect(try wide.select(beside, effort: 4_000) == nil)
    #expect(try wide.select(beside).count == 0)
    #expect(
      try wide.select(
        LayoutQuery(.rect(Rect(x: 60, y: 0, width: 1, height: 500))), effort: 4_000)?.count == 0)

    var document = LayoutDocument(
      container: Container(size: Size(width: 100, height: 100)),
      layout: LayoutVariants(.list(ListSpec())), sections: [LayoutSection(items: Items(count: 1))])
    document.configuration.boundarySupplementaryItems = Array(
      repeating: boundary("a", .top), count: 5_000)
    let headed = try PreparedLayout(document)
    #expect(try headed.select(beside, effort: 4_000) == nil)
    #expect(try headed.select(beside).count == 1)
    let path = LayoutIndexPath(section: nil, item: 4_999)
    #expect(
      try headed.select(LayoutQuery(.indexPaths([path], kind: "a")), effort: 10)?.count == 1)
  }

  @Test func `index paths of a kind that many others stand before`() throws {
    let group = LayoutGroup(
      size: LayoutSize(width: .absolute(10), height: .absolute(1)),
      content: .frames([CustomFrame(frame: Rect(x: 0, y: 0, width: 1, height: 1))]))
    var spec = CompositionalSpec(group: group)
    spec.boundarySupplementaryItems = Array(repeating: boundary("a", .top), count: 1_000)
    let layout = try layout(.compositional(spec), [Items(count: 1)])
    func query(_ item: Int, times: Int) -> LayoutQuery {
      LayoutQuery(
        .indexPaths(
          Array(repeating: LayoutIndexPath(section: 0, item: item), count: times), kind: "a"))
    }
    #expect(try layout.select(query(999, times: 5), effort: 4_000) == nil)
    #expect(try layout.select(query(999, times: 5)).count == 5)
    #expect(try layout.select(query(0, times: 1_000), effort: 4_000)?.count == 1_000)
  }

  @Test func `lines with a gap in the rectangle`() throws {
    var flow = FlowSpec()
    flow.minimumLineSpacing = 0
    // Lines of two items, 30 and 40 wide, with 30 points between them, in the last line 10.
    let pairs = (0..<10_000).map { (width: $0 % 2 == 0 ? 30.0 : 40, height: 10.0) }
    try expectGivenUp(
      try layout(.flow(flow), [Items(items(pairs))]), Rect(x: 31, y: 0, width: 1, height: 1e9),
      "flow")
  }

  @Test func `rows with a gap in the rectangle`() throws {
    var magazine = MagazineSpec()
    magazine.horizontalSpacing = 30
    var items = items(Array(repeating: (width: nil, height: 10), count: 20_000))
    for item in 0..<20_000 {
      items.widthModes.set(item % 4 < 2 ? .fraction(8) : .fraction(9), at: item)
    }
    // Rows of two items, at the left of eight or nine: nothing stands at the right.
    try expectGivenUp(
      try layout(.magazine(magazine), [Items(items)], container: Size(width: 1_000, height: 100)),
      Rect(x: 900, y: 0, width: 1, height: 1e9), "magazine")

    var justified = JustifiedSpec()
    justified.targetRowHeight = 40
    // Rows of 19 squares of (1,000 − 18 · 10) / 19 = 43.2 points.
    try expectGivenUp(
      try layout(
        .justified(justified), [Items(count: 100_000)],
        container: Size(width: 1_000, height: 100)),
      Rect(x: 47, y: 0, width: 1, height: 1e9), "justified")
  }

  @Test func `columns without items`() throws {
    var waterfall = WaterfallSpec()
    waterfall.columns = .count(10_000)
    waterfall.columnSpacing = 0
    waterfall.rowSpacing = 0
    // Items of no height leave the first column the shortest: all of them are in it.
    let layout = try layout(
      .waterfall(waterfall),
      [Items(items(Array(repeating: (width: nil, height: 0), count: 10_000)))],
      container: Size(width: 10_000, height: 100))
    let query = LayoutQuery(.rect(Rect(x: 10, y: 0, width: 5_000, height: 5)))
    #expect(try layout.select(query, effort: 4_000) == nil)
    #expect(try layout.select(query).count == 0)
    #expect(
      try layout.select(
        LayoutQuery(.rect(Rect(x: 10, y: 0, width: 500, height: 5))), effort: 4_000)?.count == 0)
  }

  @Test func `a group's frames that stand elsewhere`() throws {
    // 5,000 frames, each in a row of its own; the rectangle lies in the gap between them.
    let frames = (0..<5_000).map {
      CustomFrame(frame: Rect(x: $0 % 2 == 0 ? 0 : 90, y: Double($0), width: 10, height: 1))
    }
    let group = LayoutGroup(
      size: LayoutSize(width: .fractionalWidth(1, plus: 0), height: .absolute(1)),
      content: .frames(frames))
    // Groups a point apart: many of them overlap, and each is cut by the rectangle.
    let layout = try layout(
      .compositional(CompositionalSpec(group: group)), [Items(count: 500_000)])
    let query = LayoutQuery(.rect(Rect(x: 40, y: 100, width: 1, height: 0.5)))
    #expect(try layout.select(query).count == 0)
    #expect(try layout.select(query, effort: 4_000) == nil)
  }

  @Test func `what was looked at in one section is not there for the next`() throws {
    var flow = FlowSpec()
    flow.minimumLineSpacing = 0
    let pairs = items((0..<1_000).map { (width: $0 % 2 == 0 ? 30.0 : 40, height: 10.0) })
    let layout = try layout(.flow(flow), Array(repeating: Items(pairs), count: 10))
    // 500 lines a section.
    for (sections, isFound) in [(1, true), (7, true), (9, false)] {
      let rect = Rect(x: 31, y: 1, width: 1, height: Double(sections) * 5_000 - 2)
      #expect(
        (try layout.select(LayoutQuery(.rect(rect)), effort: 4_000) != nil) == isFound,
        "\(sections) sections")
    }
  }
}
