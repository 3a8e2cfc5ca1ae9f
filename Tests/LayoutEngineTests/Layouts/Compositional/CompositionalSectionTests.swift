import Testing

@testable import LayoutEngine

/// LayoutRules C1 to C9 and C14 to C16, by hand arithmetic; the container is 375 × 812.
@Suite struct CompositionalSectionTests {
  /// Three items of 125 × 80 a group.
  private static let row = LayoutGroup.line(
    .horizontal, .ofWidth(1), .absolute(80), [.item(.ofWidth(1 / 3), .ofHeight(1))])

  private static func header(
    _ kind: String, _ alignment: LayoutEdges, width: LayoutDimension = .ofWidth(1),
    height: LayoutDimension = .absolute(24),
    _ change: (inout BoundarySupplementaryItem) -> Void = { _ in }
  ) -> BoundarySupplementaryItem {
    var item = BoundarySupplementaryItem(
      kind: kind, size: LayoutSize(width: width, height: height), alignment: alignment)
    change(&item)
    return item
  }

  @Test func `C1, C2: groups repeat with spacing between, the last takes its full slot`() throws {
    let section = CompositionalSection(Self.row, items: 7) { $0.spec.interGroupSpacing = 8 }
    let solution = try section.solve()
    #expect(areFrames([solution.cells.frame(of: 3)], [[0, 88, 125, 80]]))
    #expect(areFrames([solution.cells.frame(of: 6)], [[0, 176, 125, 80]]))
    #expect(solution.cells.count == 7)
    #expect(solution.length.points == 3 * 80 + 2 * 8)
  }

  @Test func `C1: a horizontal layout's groups follow each other in x`() throws {
    let section = CompositionalSection(
      .line(.vertical, .absolute(80), .ofHeight(1), [.item(.ofWidth(1), .ofHeight(0.5))]),
      items: 3
    ) {
      $0.axis = .horizontal
      $0.spec.interGroupSpacing = 8
      $0.spec.contentInsets = DirectionalInsets(top: 6, leading: 10, bottom: 6, trailing: 20)
    }
    let solution = try section.solve()
    #expect(
      areFrames(
        solution.frames(.horizontal), [[10, 6, 80, 400], [10, 406, 80, 400], [98, 6, 80, 400]]))
    #expect(solution.length.points == 10 + 168 + 20)
  }

  @Test func `C2: a group cut along the section's own axis takes its full slot too`() throws {
    let section = CompositionalSection(
      .line(.vertical, .ofWidth(1), .absolute(90), [.item(.ofWidth(1), .absolute(30))]), items: 4)
    #expect(try section.solve().length.points == 180)
  }

  @Test func `C3: items go depth first through the template`() throws {
    let pair = LayoutGroup.line(
      .vertical, .absolute(50), .ofHeight(1), [.item(.ofWidth(1), .ofHeight(0.5))])
    let section = CompositionalSection(
      .line(
        .horizontal, .absolute(100), .absolute(40),
        [
          .item(.absolute(50), .ofHeight(1)), .group(pair),
        ]), items: 4)
    #expect(
      areFrames(
        try section.solve().frames,
        [[0, 0, 50, 40], [50, 0, 50, 20], [50, 20, 50, 20], [0, 40, 50, 40]]))
  }

  @Test func `C4: header, inset, groups, inset, footer`() throws {
    let section = CompositionalSection(Self.row, items: 4) {
      $0.spec.interGroupSpacing = 8
      $0.spec.contentInsets = DirectionalInsets(top: 5, leading: 0, bottom: 7, trailing: 0)
      $0.spec.boundarySupplementaryItems = [
        Self.header("footer", .bottom, height: .absolute(30)), Self.header("header", .top),
      ]
    }
    let solution = try section.solve()
    // 24 + 5 + (80 + 8 + 80) + 7 + 30 = 234.
    #expect(solution.length.points == 234)
    #expect(areFrames([solution.cells.frame(of: 0)], [[0, 29, 125, 80]]))
    #expect(solution.elements.map(\.kind) == ["header", "footer"])
    #expect(solution.elements.map(\.rank) == [.header, .footer])
    #expect(areFrames(solution.elements.map(\.frame), [[0, 0, 375, 24], [0, 204, 375, 30]]))
  }

  @Test func `C5: an empty section is its header and footer, adjacent, without insets`() throws {
    let section = CompositionalSection(Self.row, items: 0) {
      $0.spec.contentInsets = DirectionalInsets(top: 5, leading: 15, bottom: 7, trailing: 10)
      $0.spec.decorationItems = [DecorationItem(kind: "background")]
    }
    #expect(try section.solve().length.points == 0)
    #expect(try section.solve().elements.isEmpty)
    var withBoundaries = section
    withBoundaries.spec.boundarySupplementaryItems = [
      Self.header("header", .top), Self.header("footer", .bottom, height: .absolute(30)),
    ]
    let solution = try withBoundaries.solve()
    #expect(solution.length.points == 54)
    #expect(solution.cells.count == 0)
    #expect(areFrames(solution.elements.map(\.frame), [[15, 0, 350, 24], [15, 24, 350, 30]]))
  }

  @Test func `C6: interSectionSpacing stands between sections, around empty ones too`() throws {
    let section = CompositionalSection(Self.row, items: 3)
    let document = section.document {
      $0.configuration.interSectionSpacing = 8
      $0.sections = Sections([0, 3, 3].map { LayoutSection(items: Items(count: $0)) })
    }
    let layout = try PreparedLayout(document)
    #expect((0..<3).map { layout.summary(ofSection: $0).frame.y } == [0, 8, 96])
    #expect(layout.contentSize == Size(width: 375, height: 176))
  }

  @Test func `C7: boundary items resolve against the container less the cross insets`() throws {
    var section = CompositionalSection(Self.row) {
      $0.spec.contentInsets = DirectionalInsets(top: 5, leading: 15, bottom: 7, trailing: 10)
      $0.spec.boundarySupplementaryItems = [
        Self.header("header", .top, height: .ofHeight(0.25)) {
          $0.contentInsets = DirectionalInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        }
      ]
    }
    // A quarter of 812, not of 812 − 12; 375 − 25 wide.
    #expect(areFrames(try section.solve().elements.map(\.frame), [[17, 1, 344, 199]]))
    #expect(try section.solve().length.points == 203 + 5 + 80 + 7)
    section.spec.supplementariesFollowContentInsets = false
    #expect(areFrames(try section.solve().elements.map(\.frame), [[2, 1, 369, 199]]))
  }

  @Test func `C8: across, items stand at the start, at the end or centred within the insets`()
    throws
  {
    let section = CompositionalSection(Self.row) {
      $0.spec.contentInsets = DirectionalInsets(top: 0, leading: 15, bottom: 0, trailing: 10)
      $0.spec.boundarySupplementaryItems = [
        Self.header("a", [.top, .leading], width: .absolute(50)),
        Self.header("b", [.top, .trailing], width: .absolute(50)),
        Self.header("c", .top, width: .absolute(50)),
        Self.header("d", [.bottom, .trailing], width: .absolute(50)),
      ]
    }
    let solution = try section.solve()
    // Extending items stack in listed order; the groups follow at 72.
    #expect(
      areFrames(
        solution.elements.map(\.frame),
        [[15, 0, 50, 24], [315, 24, 50, 24], [165, 48, 50, 24], [315, 152, 50, 24]]))
    #expect(solution.length.points == 176)
  }

  @Test func `C8: end items stack in scroll direction`() throws {
    let section = CompositionalSection(Self.row, items: 3) {
      $0.spec.boundarySupplementaryItems = [
        Self.header("a", .bottom), Self.header("b", .bottom, height: .absolute(10)),
      ]
    }
    #expect(
      areFrames(
        try section.solve().elements.map(\.frame), [[0, 80, 375, 24], [0, 104, 375, 10]]))
  }

  @Test func `C8: an item that does not extend lies inside, next to those that do`() throws {
    let section = CompositionalSection(Self.row, items: 3) {
      $0.spec.boundarySupplementaryItems = [
        Self.header("a", .top) { $0.extendsBoundary = false }, Self.header("b", .top),
        Self.header("c", .bottom, height: .absolute(10)) { $0.extendsBoundary = false },
        Self.header("d", .bottom),
      ]
    }
    let solution = try section.solve()
    #expect(solution.length.points == 24 + 80 + 24)
    #expect(
      areFrames(
        solution.elements.map(\.frame),
        [[0, 24, 375, 24], [0, 0, 375, 24], [0, 94, 375, 10], [0, 104, 375, 24]]))
  }

  @Test func `C8: an alignment on the other axis only is centred along the extent less the rest`()
    throws
  {
    let section = CompositionalSection(Self.row, items: 3) {
      $0.spec.boundarySupplementaryItems = [
        Self.header("side", .trailing, width: .absolute(20), height: .absolute(30)),
        Self.header("header", .top),
      ]
    }
    let solution = try section.solve()
    #expect(solution.elements.map(\.kind) == ["header", "side"])
    #expect(solution.elements.map(\.rank) == [.header, .other])
    // 24 + (80 − 30) / 2 = 49.
    #expect(areFrames([solution.elements[1].frame], [[355, 49, 20, 30]]))
    #expect(solution.length.points == 104)
  }

  @Test func `C8: an offset moves only the frame, before the item's insets shrink it`() throws {
    let section = CompositionalSection(Self.row) {
      $0.spec.boundarySupplementaryItems = [
        Self.header("header", .top) {
          $0.absoluteOffset = Point(x: 5, y: -3)
          $0.contentInsets.leading = 10
        }
      ]
    }
    let solution = try section.solve()
    #expect(areFrames(solution.elements.map(\.frame), [[15, -3, 365, 24]]))
    #expect(solution.length.points == 104)
  }

  @Test func `C8: a horizontal layout's headers are leading, its footers trailing`() throws {
    let section = CompositionalSection(
      .line(.vertical, .absolute(80), .ofHeight(1), [.item(.ofWidth(1), .ofHeight(1))])
    ) {
      $0.axis = .horizontal
      $0.spec.boundarySupplementaryItems = [
        Self.header("header", [.leading, .bottom], width: .absolute(30), height: .absolute(12)),
        Self.header("footer", .trailing, width: .absolute(20), height: .absolute(12)),
        Self.header("side", .top, width: .absolute(40), height: .absolute(12)),
      ]
    }
    let solution = try section.solve()
    #expect(solution.length.points == 130)
    #expect(
      areFrames(
        solution.elements.map { $0.frame(.horizontal) },
        [[0, 800, 30, 12], [110, 400, 20, 12], [50, 0, 40, 12]]))
  }

  @Test func `C9: pinned items stop at what extends the section at the other edge`() throws {
    let section = CompositionalSection(Self.row, items: 3) {
      $0.spec.boundarySupplementaryItems = [
        Self.header("header", .top) { $0.pinToVisibleBounds = true },
        Self.header("footer", .bottom, height: .absolute(30)) { $0.pinToVisibleBounds = true },
        Self.header("side", .leading) { $0.pinToVisibleBounds = true },
      ]
    }
    let elements = try section.solve().elements
    #expect(elements.map(\.pin) == [.header(limit: 104), .footer(limit: 24), nil])
    // 812 of bounds scrolled by 90: the header would stand at 90, its limit is 104 − 24 = 80.
    let layout = try PreparedLayout(section.document())
    var cursor = try layout.select(
      LayoutQuery(.all, bounds: Rect(x: 0, y: 90, width: 375, height: 812))
    ).makeCursor()
    let next = cursor.next()
    let header = try #require(next)
    #expect(header.frame == Rect(x: 0, y: 80, width: 375, height: 24))
    #expect(header.zIndex == 10)
  }

  @Test func `C10: boundary items are numbered by kind`() throws {
    let section = CompositionalSection(Self.row) {
      $0.spec.boundarySupplementaryItems = [
        Self.header("line", .top), Self.header("title", .top), Self.header("line", .bottom),
      ]
    }
    #expect(try section.solve().elements.map(\.name) == ["line 0", "title 0", "line 1"])
  }

  @Test func `C14: a decoration is the whole extent less its own insets`() throws {
    var background = DecorationItem(kind: "background")
    background.contentInsets = DirectionalInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    var section = CompositionalSection(Self.row, items: 3) {
      $0.spec.contentInsets = DirectionalInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
      $0.spec.boundarySupplementaryItems = [Self.header("header", .top)]
      $0.spec.decorationItems = [background]
    }
    // 24 + 16 + 80 + 16 = 136.
    var decoration = try #require(try section.solve().elements.last)
    #expect(decoration.frame == Rect(x: 2, y: 1, width: 369, height: 132))
    #expect(decoration.category == .decoration)
    #expect(decoration.rank == .decoration)
    #expect(decoration.item == 0)
    section.spec.orthogonalScrollingBehavior = .paging
    section.items = 30
    decoration = try #require(try section.solve().elements.last)
    #expect(decoration.frame == Rect(x: 2, y: 1, width: 369, height: 132))
  }

  @Test func `C15: supplementaries stand at 1, cells too where there is a decoration`() throws {
    var section = CompositionalSection(
      .custom(
        .ofWidth(1), .absolute(50),
        [
          CustomFrame(frame: .zero, zIndex: 0), CustomFrame(frame: .zero),
        ]), items: 2
    ) {
      $0.spec.boundarySupplementaryItems = [
        Self.header("a", .top), Self.header("b", .top) { $0.zIndex = 0 },
      ]
    }
    #expect(try section.solve().cellZIndex == 0)
    #expect(try section.solve().elements.map(\.zIndex) == [1, 0])
    section.spec.decorationItems = [DecorationItem(kind: "background")]
    let solution = try section.solve()
    #expect(solution.elements.map(\.zIndex) == [1, 0, 0])
    #expect(solution.cellZIndex == 1)
    // Given orders stay as they are, 0 too.
    #expect((0..<2).map { solution.cells.zIndex(of: $0) } == [0, nil])
    var cursor = try PreparedLayout(section.document()).select(LayoutQuery(.all)).makeCursor()
    var orders: [Int] = []
    while let attributes = cursor.next() { orders.append(attributes.zIndex) }
    #expect(orders == [1, 0, 0, 1, 0])
  }

  @Test func `C16: an orthogonal section is one group slot high and runs on past the edge`() throws
  {
    let section = CompositionalSection(
      .line(.horizontal, .absolute(300), .absolute(100), [.item(.ofWidth(0.5), .ofHeight(1))]),
      items: 5
    ) {
      $0.spec.orthogonalScrollingBehavior = .groupPagingCentered
      $0.spec.interGroupSpacing = 10
      $0.spec.contentInsets = DirectionalInsets(top: 4, leading: 15, bottom: 6, trailing: 20)
      $0.spec.boundarySupplementaryItems = [Self.header("header", .top)]
    }
    let solution = try section.solve()
    #expect(
      areFrames(
        solution.frames,
        [
          [15, 28, 150, 100], [165, 28, 150, 100], [325, 28, 150, 100], [475, 28, 150, 100],
          [635, 28, 150, 100],
        ]))
    #expect(solution.length.points == 24 + 4 + 100 + 6)
    let orthogonal = try #require(solution.orthogonal)
    #expect(orthogonal.behavior == .groupPagingCentered)
    #expect(orthogonal.firstGroupStart == 15)
    #expect(orthogonal.groupStride == 310)
    #expect(orthogonal.groupLength == 300)
    #expect(orthogonal.groupCount == 3)
    // 15 + 3 · 300 + 2 · 10 + 20.
    #expect(orthogonal.contentLength == 955)
    #expect(orthogonal.thickness == 110)
    let layout = try PreparedLayout(section.document())
    #expect(layout.contentSize == Size(width: 375, height: 134))
  }

  @Test func `C16: in a horizontal layout an orthogonal section scrolls in y`() throws {
    let section = CompositionalSection(
      .line(.vertical, .absolute(100), .ofHeight(1), [.item(.ofWidth(1), .ofHeight(0.5))]),
      items: 3
    ) {
      $0.axis = .horizontal
      $0.spec.orthogonalScrollingBehavior = .continuous
      $0.spec.contentInsets = DirectionalInsets(top: 10, leading: 3, bottom: 10, trailing: 4)
    }
    let solution = try section.solve()
    #expect(
      areFrames(
        solution.frames(.horizontal),
        [[3, 10, 100, 406], [3, 416, 100, 406], [3, 822, 100, 406]]))
    #expect(solution.length.points == 107)
    // 10 + 2 · 812 + 10.
    #expect(solution.orthogonal?.contentLength == 1644)
  }

  @Test func `C16: scroll moves cells and badges, nothing else, the other way in RTL`() throws {
    var section = CompositionalSection(
      .line(.horizontal, .absolute(300), .absolute(100), [.item(.ofWidth(1), .ofHeight(1))]),
      items: 2
    ) {
      $0.spec.orthogonalScrollingBehavior = .continuous
      $0.spec.boundarySupplementaryItems = [Self.header("header", .top)]
    }
    section.spec.group.supplementaryItems = [
      SupplementaryItem(
        kind: "badge", size: LayoutSize(width: .absolute(10), height: .absolute(10)))
    ]
    func frames(_ direction: HorizontalDirection) throws -> [Double] {
      let layout = try PreparedLayout(section.document { $0.container.direction = direction })
      var cursor = try layout.select(LayoutQuery(.all, scroll: [0: 50])).makeCursor()
      var frames: [Double] = []
      while let attributes = cursor.next() { frames.append(attributes.frame.x) }
      return frames
    }
    // Badges stand in the middle of their group: 145 from its start.
    #expect(try frames(.leftToRight) == [0, -50, 250, 95, 395])
    // Mirrored: 375 − x − width, x being the scrolled one.
    #expect(try frames(.rightToLeft) == [0, 125, -175, 270, -30])
  }
}
