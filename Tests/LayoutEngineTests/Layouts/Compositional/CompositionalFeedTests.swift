import LayoutWire
import Testing

@testable import LayoutEngine

/// An app store's front page as one document, its frames worked by hand.
///
/// The container is 390 × 844, 20 points stand between sections.
@Suite struct CompositionalFeedTests {
  private static let text = """
    {
      "container": {"width": 390, "height": 844},
      "configuration": {"interSectionSpacing": 20},
      "sections": [
        {"items": 3, "layout": {
          "type": "compositional",
          "group": {
            "direction": "horizontal",
            "size": {"width": {"fractionalWidth": 0.9}, "height": {"absolute": 200}},
            "subitems": [
              {"size": {"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 1}}}]},
          "interGroupSpacing": 10,
          "contentInsets": {"top": 10, "leading": 0, "bottom": 10, "trailing": 0},
          "orthogonalScrollingBehavior": "groupPagingCentered"}},
        {"items": 5, "layout": {
          "type": "compositional",
          "group": {
            "direction": "vertical",
            "size": {"width": {"absolute": 300}, "height": {"absolute": 170}},
            "count": 2, "interItemSpacing": {"fixed": 10},
            "subitems": [
              {"size": {"width": {"fractionalWidth": 1}, "height": {"fractionalHeight": 1}}}]},
          "interGroupSpacing": 12,
          "contentInsets": {"top": 0, "leading": 16, "bottom": 0, "trailing": 16},
          "orthogonalScrollingBehavior": "groupPaging",
          "boundarySupplementaryItems": [{
            "kind": "title", "alignment": "top",
            "size": {"width": {"fractionalWidth": 1}, "height": {"absolute": 44}}}]}},
        {"items": 10, "layout": {
          "type": "compositional",
          "group": {
            "direction": "horizontal",
            "size": {"width": {"fractionalWidth": 1}, "height": {"absolute": 89}},
            "count": 4, "interItemSpacing": {"fixed": 6},
            "subitems": [{
              "size": {"width": {"fractionalWidth": 1}, "height": {"fractionalWidth": 0.25}},
              "supplementaryItems": [{
                "kind": "badge", "size": {"width": {"absolute": 20}, "height": {"absolute": 20}},
                "containerAnchor": {
                  "edges": ["top", "trailing"], "fractionalOffset": {"x": 0.3, "y": -0.3}}}]}]},
          "interGroupSpacing": 6,
          "contentInsets": {"top": 8, "leading": 8, "bottom": 8, "trailing": 8},
          "supplementariesFollowContentInsets": false,
          "boundarySupplementaryItems": [{
            "kind": "title", "alignment": "top", "pinToVisibleBounds": true,
            "size": {"width": {"fractionalWidth": 1}, "height": {"absolute": 50}}}],
          "decorationItems": [{"kind": "background"}]}},
        {"items": [[100, 100], [100, 50], [100, 200], [100, 100]], "layout": {
          "type": "compositional",
          "group": {
            "direction": "custom",
            "size": {"width": {"fractionalWidth": 1}, "height": {"estimated": 500}},
            "arrangement": {
              "type": "waterfall", "columns": 2, "spacing": 10,
              "sectionInset": {"top": 15, "left": 15, "bottom": 15, "right": 15}}},
          "boundarySupplementaryItems": [{
            "kind": "footer", "alignment": "bottom",
            "size": {"width": {"fractionalWidth": 1}, "height": {"absolute": 60}}}]}}
      ]
    }
    """

  private static func layout() throws -> PreparedLayout {
    try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  private static func attributes(_ query: LayoutQuery) throws -> [LayoutAttributes] {
    var cursor = try layout().select(query).makeCursor()
    var attributes: [LayoutAttributes] = []
    while let next = cursor.next() { attributes.append(next) }
    return attributes
  }

  private static func frames(
    section: Int, kind: String? = nil, scroll: [Int: Double] = [:]
  ) throws -> [Rect] {
    try attributes(LayoutQuery(.all, scroll: scroll))
      .filter { $0.section == section && $0.kind == kind }.map(\.frame)
  }

  @Test func `Sections follow each other, 20 points apart`() throws {
    let layout = try Self.layout()
    // Banners: 10 + 200 + 10. Shelf: 44 + 170. Grid: 50 + 8 + 3 · 89 + 2 · 6 + 8 = 345. Waterfall:
    // 477.5 + 60.
    let extents = (0..<4).map { layout.summary(ofSection: $0).frame }
    #expect(
      areFrames(
        extents,
        [[0, 0, 390, 220], [0, 240, 390, 214], [0, 474, 390, 345], [0, 839, 390, 537.5]]))
    #expect(layout.contentSize == Size(width: 390, height: 1376.5))
    #expect(layout.itemCount == 22)
  }

  @Test func `Banners stand side by side, past the edge`() throws {
    // 0.9 · 390 = 351, and 10 between two.
    #expect(
      areFrames(
        try Self.frames(section: 0),
        [[0, 10, 351, 200], [361, 10, 351, 200], [722, 10, 351, 200]]))
  }

  @Test func `The shelf has two rows, and scrolls by itself`() throws {
    #expect(areFrames(try Self.frames(section: 1, kind: "title"), [[16, 240, 358, 44]]))
    // (170 − 10) / 2 = 80 high; groups 312 apart.
    let rows: [[Double]] = [
      [16, 284, 300, 80], [16, 374, 300, 80], [328, 284, 300, 80], [328, 374, 300, 80],
      [640, 284, 300, 80],
    ]
    #expect(areFrames(try Self.frames(section: 1), rows))
    let scrolled = rows.map { [$0[0] - 312, $0[1], $0[2], $0[3]] }
    #expect(areFrames(try Self.frames(section: 1, scroll: [1: 312]), scrolled))
    #expect(
      areFrames(
        try Self.frames(section: 1, kind: "title", scroll: [1: 312]), [[16, 240, 358, 44]]))
    // 16 + 3 · 300 + 2 · 12 + 16 wide.
    #expect(
      try Self.layout().summary(ofSection: 1).orthogonalContentSize
        == Size(width: 956, height: 170))
  }

  @Test func `The grid has square cells with badges on a background`() throws {
    // 390 − 16 = 374, less 3 · 6 = 356; a quarter is 89, both ways. Rows begin at 474 + 58.
    let columns: [Double] = [8, 103, 198, 293]
    let expected = (0..<10).map { item in
      [columns[item % 4], 532 + Double(item / 4) * 95, 89, 89]
    }
    #expect(areFrames(try Self.frames(section: 2), expected))
    // 89 − 20 + 6 = 75 to the right, 6 up.
    let badges = expected.map { [$0[0] + 75, $0[1] - 6, 20, 20] }
    #expect(areFrames(try Self.frames(section: 2, kind: "badge"), badges))
    #expect(areFrames(try Self.frames(section: 2, kind: "background"), [[0, 474, 390, 345]]))
    let orders = try Self.attributes(LayoutQuery(.all)).filter { $0.section == 2 }
      .map { ($0.kind ?? "cell", $0.zIndex) }
    #expect(orders.allSatisfy { $0.1 == ($0.0 == "background" ? 0 : 1) })
  }

  @Test(arguments: [(400.0, 474.0), (600, 600), (800, 769)])
  func `The grid's header holds to the visible bounds within its section`(
    top: Double, position: Double
  ) throws {
    // The section ends at 819: the header no lower than 769.
    let bounds = Rect(x: 0, y: top, width: 390, height: 844)
    let header = try Self.attributes(LayoutQuery(.all, bounds: bounds))
      .first { $0.section == 2 && $0.kind == "title" }
    #expect(header?.frame == Rect(x: 0, y: position, width: 390, height: 50))
    #expect(header?.zIndex == 10)
  }

  @Test func `The waterfall's group is as long as its content, the footer follows`() throws {
    // Columns of (390 − 30 − 10) / 2 = 175; the third item goes below the second, shorter one.
    #expect(
      areFrames(
        try Self.frames(section: 3),
        [
          [15, 854, 175, 175], [200, 854, 175, 87.5], [200, 951.5, 175, 350],
          [15, 1039, 175, 175],
        ]))
    #expect(areFrames(try Self.frames(section: 3, kind: "footer"), [[0, 1316.5, 390, 60]]))
  }

  @Test func `A rectangle in the grid finds two rows, a row of badges and the background`() throws {
    let found = try Self.attributes(
      LayoutQuery(.rect(Rect(x: 0, y: 600, width: 390, height: 100))))
    // Rows 532 … 621 and 627 … 716; the second row's badges 621 … 641.
    #expect(found.map { $0.kind ?? "cell" }.filter { $0 == "cell" }.count == 8)
    #expect(found.filter { $0.kind == "badge" }.map(\.item) == [4, 5, 6, 7])
    #expect(found.last?.kind == "background")
    #expect(found.count == 13)
  }
}
