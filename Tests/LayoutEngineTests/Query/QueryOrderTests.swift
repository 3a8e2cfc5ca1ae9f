import Testing

@testable import LayoutEngine

/// What queries find, in which order, and in which coordinates (Contract §3, §4).
@Suite struct QueryOrderTests {
  private let container = Container(size: Size(width: 100, height: 100))

  /// Section 0: header 0…10, cells 10…30 and 30…50, footer 50…60, background; section 1: one cell.
  private var sections: [SolverResult] {
    [
      .given(
        length: 60,
        [
          Rect(x: 0, y: 10, width: 40, height: 20), Rect(x: 0, y: 30, width: 40, height: 20),
        ],
        elements: [
          .given(.header, kind: "header", Rect(x: 0, y: 0, width: 100, height: 10)),
          .given(.footer, kind: "footer", Rect(x: 0, y: 50, width: 100, height: 10)),
          .given(.other, kind: "side", Rect(x: 90, y: 20, width: 10, height: 10)),
          .given(.decoration, kind: "background", Rect(x: 0, y: 0, width: 100, height: 60)),
        ],
        supplementaries: [
          .given(.other, kind: "badge", item: 1, Rect(x: 35, y: 28, width: 10, height: 10))
        ]),
      .given(length: 30, [Rect(x: 10, y: 0, width: 80, height: 30)]),
    ]
  }

  private func names(_ attributes: [LayoutAttributes]) -> [String] {
    attributes.map { "\($0.section.map(String.init) ?? "")-\($0.item) \($0.kind ?? "cell")" }
  }

  @Test func `C20: by section, then headers, cells, footers, others, decorations`() throws {
    let layout = try PreparedLayout.given(sections, container: container, spacing: 5)
    let all = try layout.attributes(LayoutQuery(.all))
    #expect(
      names(all) == [
        "0-0 header", "0-0 cell", "0-1 cell", "0-0 footer", "0-0 side", "0-1 badge",
        "0-0 background", "1-0 cell",
      ])
    let found = try layout.attributes(
      LayoutQuery(.rect(Rect(x: 30, y: 28, width: 65, height: 40))))
    #expect(
      names(found) == [
        "0-0 cell", "0-1 cell", "0-0 footer", "0-0 side", "0-1 badge", "0-0 background",
        "1-0 cell",
      ])
    #expect(found.last?.frame == Rect(x: 10, y: 65, width: 80, height: 30))
  }

  @Test func `rectangles that only touch do not meet`() throws {
    let layout = try PreparedLayout.given(sections, container: container)
    let touching = Rect(x: 40, y: 10, width: 10, height: 18)
    #expect(names(try layout.attributes(LayoutQuery(.rect(touching)))) == ["0-0 background"])
    let above = Rect(x: 0, y: -20, width: 100, height: 20)
    #expect(try layout.select(LayoutQuery(.rect(above))).count == 0)
  }

  @Test func `index paths answer in the order asked`() throws {
    let layout = try PreparedLayout.given(sections, container: container)
    let paths = [
      LayoutIndexPath(section: 1, item: 0), LayoutIndexPath(section: 0, item: 1),
      LayoutIndexPath(section: 0, item: 0), LayoutIndexPath(section: 0, item: 0),
    ]
    let found = try layout.attributes(LayoutQuery(.indexPaths(paths, kind: nil)))
    #expect(names(found) == ["1-0 cell", "0-1 cell", "0-0 cell", "0-0 cell"])
  }

  @Test func `index paths with a kind find supplementaries and decorations`() throws {
    let layout = try PreparedLayout.given(sections, container: container)
    for (kind, item) in [("header", 0), ("badge", 1), ("background", 0), ("side", 0)] {
      let query = LayoutQuery(.indexPaths([LayoutIndexPath(section: 0, item: item)], kind: kind))
      #expect(names(try layout.attributes(query)) == ["0-\(item) \(kind)"])
    }
  }

  @Test(arguments: [
    (LayoutIndexPath(section: 0, item: 2), nil), (LayoutIndexPath(section: 2, item: 0), nil),
    (LayoutIndexPath(section: -1, item: 0), nil), (LayoutIndexPath(section: 0, item: -1), nil),
    (LayoutIndexPath(section: nil, item: 0), nil), (LayoutIndexPath(section: 0, item: 0), "badge"),
    (LayoutIndexPath(section: 1, item: 0), "header"),
    (LayoutIndexPath(section: 9, item: 0), "header"),
  ])
  func `an index path without an element is named`(path: LayoutIndexPath, kind: String?) throws {
    let layout = try PreparedLayout.given(sections, container: container)
    #expect(throws: QueryError.noSuchElement(path, kind: kind)) {
      try layout.select(LayoutQuery(.indexPaths([path], kind: kind)))
    }
  }

  @Test func `origin changes the output and nothing else`() throws {
    let layout = try PreparedLayout.given(sections, container: container, spacing: 5)
    let rect = Rect(x: 20, y: 70, width: 10, height: 10)
    var query = LayoutQuery(.rect(rect))
    #expect(
      try layout.attributes(query).map(\.frame) == [Rect(x: 10, y: 65, width: 80, height: 30)])
    query.origin = .section
    #expect(
      try layout.attributes(query).map(\.frame) == [Rect(x: 10, y: 0, width: 80, height: 30)])
    query.origin = .rect
    #expect(
      try layout.attributes(query).map(\.frame) == [Rect(x: -10, y: -5, width: 80, height: 30)])
  }

  @Test func `origin section in right to left is the mirrored section's corner`() throws {
    let mirrored = Container(size: container.size, direction: .rightToLeft)
    let layout = try PreparedLayout.given(
      [
        .given(length: 30, [Rect(x: 5, y: 0, width: 10, height: 10)]),
        .given(length: 70, [Rect(x: 5, y: 0, width: 10, height: 10)]),
      ], container: mirrored, axis: .horizontal)
    // Content 100 wide: section 0 is 70…100, its cell at 100 − 5 − 10 = 85, 15 from that corner.
    #expect(layout.summary(ofSection: 0).frame == Rect(x: 70, y: 0, width: 30, height: 100))
    #expect(layout.summary(ofSection: 1).frame == Rect(x: 0, y: 0, width: 70, height: 100))
    var query = LayoutQuery(.all)
    #expect(try layout.attributes(query).map(\.frame.x) == [85, 55])
    query.origin = .section
    #expect(try layout.attributes(query).map(\.frame.x) == [15, 55])
  }

  @Test func `A16 C19: right to left mirrors in the content's width`() throws {
    var mirrored = container
    mirrored.direction = .rightToLeft
    mirrored.contentInsets.leading = 20
    let layout = try PreparedLayout.given(sections, container: mirrored)
    #expect(layout.contentSize == Size(width: 80, height: 90))
    // 80 − 0 − 40 = 40; the background is wider than the content: 80 − 0 − 100 = −20.
    let all = try layout.attributes(LayoutQuery(.all))
    #expect(all[1].frame == Rect(x: 40, y: 10, width: 40, height: 20))
    #expect(all[6].frame == Rect(x: -20, y: 0, width: 100, height: 60))
  }

  @Test func `C18: x, y, width and height are each rounded, halves away from zero`() throws {
    var scaled = container
    scaled.scale = 2
    let frames = [
      Rect(x: 84.18, y: 37.48, width: 84.58, height: 0.25),
      Rect(x: -0.25, y: 0.74, width: 0.2, height: 10),
    ]
    var section = SolverResult.given(length: 40.3, frames)
    let layout = try PreparedLayout.given([section], container: scaled)
    #expect(
      try layout.attributes(LayoutQuery(.all)).map(\.frame) == [
        Rect(x: 84, y: 37.5, width: 84.5, height: 0.5), Rect(x: -0.5, y: 0.5, width: 0, height: 10),
      ])
    #expect(layout.summary(ofSection: 0).frame.height == 40.3)
    #expect(layout.contentSize.height == 40.3)
    section.rounding = .nothing
    let exempt = try PreparedLayout.given([section], container: scaled)
    #expect(try exempt.attributes(LayoutQuery(.all)).map(\.frame) == frames)
  }

  @Test func `C18: mirrored before rounding, and matched as returned`() throws {
    let container = Container(
      size: Size(width: 100.3, height: 100), direction: .rightToLeft, scale: 1)
    let layout = try PreparedLayout.given(
      [.given(length: 10, [Rect(x: 50, y: 0, width: 10, height: 10)])], container: container)
    // 100.3 − 60 = 40.3 → 40; rounding first would give 100.3 − 50 − 10 = 40.3 unrounded.
    let frame = Rect(x: 40, y: 0, width: 10, height: 10)
    #expect(try layout.attributes(LayoutQuery(.all)).map(\.frame) == [frame])
    let sliver = Rect(x: 40, y: 0, width: 0.2, height: 10)
    #expect(try layout.attributes(LayoutQuery(.rect(sliver))).map(\.frame) == [frame])
    let beyond = Rect(x: 50.1, y: 0, width: 0.1, height: 10)
    #expect(try layout.select(LayoutQuery(.rect(beyond))).count == 0)
  }

  @Test func `C16: scroll moves cells and badges of orthogonal sections, nothing else`() throws {
    var sections = sections
    sections[0].orthogonal = OrthogonalSection(
      behavior: .continuous, contentLength: 300, firstGroupStart: 0, groupStride: 100,
      groupLength: 100, groupCount: 3)
    for (direction, sign) in [(HorizontalDirection.leftToRight, -1.0), (.rightToLeft, 1.0)] {
      let container = Container(size: container.size, direction: direction)
      let layout = try PreparedLayout.given(sections, container: container)
      let resting = try layout.attributes(LayoutQuery(.all))
      let scrolled = try layout.attributes(LayoutQuery(.all, scroll: [0: 150]))
      for (before, after) in zip(resting, scrolled) {
        let moves = before.section == 0 && (before.category == .cell || before.kind == "badge")
        #expect(after.frame == before.frame.offsetBy(dx: moves ? sign * 150 : 0, dy: 0))
      }
      let gone = Rect(x: 0, y: 10, width: 80, height: 10)
      #expect(try layout.attributes(LayoutQuery(.rect(gone), scroll: [0: 150])).count == 1)
      let there = Rect(x: sign * 150, y: 10, width: 100, height: 10)
      let found = try layout.attributes(LayoutQuery(.rect(there), scroll: [0: 150]))
      #expect(names(found) == ["0-0 cell"])
    }
    let layout = try PreparedLayout.given(sections, container: container)
    #expect(layout.summary(ofSection: 0).orthogonalContentSize == Size(width: 300, height: 60))
    #expect(layout.summary(ofSection: 1).orthogonalContentSize == nil)
    #expect(throws: QueryError.noSuchSection(1, orthogonal: true)) {
      try layout.select(LayoutQuery(.all, scroll: [1: 10]))
    }
    #expect(throws: QueryError.noSuchSection(2, orthogonal: false)) {
      try layout.select(LayoutQuery(.all, scroll: [2: 10]))
    }
    // Of several the least, whatever a dictionary's order.
    let scroll = Dictionary(uniqueKeysWithValues: (2..<40).map { ($0, 10.0) })
    for least in 2..<38 {
      #expect(throws: QueryError.noSuchSection(least, orthogonal: false)) {
        try layout.select(LayoutQuery(.all, scroll: scroll.filter { $0.key >= least }))
      }
    }
  }
}
