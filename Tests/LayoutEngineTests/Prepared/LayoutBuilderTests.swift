import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// Documents as a whole: container, variants, stacking, layout-level items, errors and limits.
@Suite struct LayoutBuilderTests {
  private let container = Container(size: Size(width: 100, height: 200))

  /// A list of rows of that height.
  private func list(_ rowHeight: Double) -> LayoutVariants {
    var spec = ListSpec()
    spec.rowHeight = rowHeight
    return LayoutVariants(.list(spec))
  }

  private func boundary(
    _ kind: String, _ alignment: LayoutEdges, height: Double, width: Double = 1
  ) -> BoundarySupplementaryItem {
    BoundarySupplementaryItem(
      kind: kind,
      size: LayoutSize(width: .fractionalWidth(width, plus: 0), height: .absolute(height)),
      alignment: alignment)
  }

  /// Pointers and reasons of what is wrong with a document.
  private func issues(_ document: LayoutDocument) -> [(pointer: String, reason: String)] {
    do {
      _ = try PreparedLayout(document)
      return []
    } catch {
      return error.issues.map { ($0.path.pointer, $0.reason) }
    }
  }

  // MARK: Stacking

  @Test func `C6: sections are stacked with the spacing between them only`() throws {
    let configuration = LayoutConfiguration(interSectionSpacing: 8)
    let document = LayoutDocument(
      container: container, configuration: configuration, layout: list(10),
      sections: [
        LayoutSection(items: Items(count: 2)), LayoutSection(items: Items(count: 0)),
        LayoutSection(items: Items(count: 1), layout: list(30)),
      ])
    let layout = try PreparedLayout(document)
    // 20, 8, 0, 8, 30.
    #expect(layout.contentSize == Size(width: 100, height: 66))
    #expect((0..<3).map { layout.summary(ofSection: $0).frame.y } == [0, 28, 36])
    #expect((0..<3).map { layout.summary(ofSection: $0).frame.height } == [20, 0, 30])
    #expect((0..<3).map { layout.summary(ofSection: $0).itemCount } == [2, 0, 1])
    #expect((layout.sectionCount, layout.itemCount) == (3, 3))
  }

  /// Insets of −20 above and below take more than the section's 10 points: it is −30 long.
  @Test(
    arguments: [LayoutAxis.vertical, .horizontal], [HorizontalDirection.leftToRight, .rightToLeft])
  func `a section's frame ends where the next is stacked, be its length negative`(
    axis: LayoutAxis, direction: HorizontalDirection
  ) throws {
    var backwards = ListSpec()
    backwards.rowHeight = 10
    backwards.sectionInset = Insets(top: -20, left: -20, bottom: -20, right: -20)
    let lengths = [25.0, -30, 40, -30, 10]
    for spacing in [0.0, 8, -3] {
      let layout = try PreparedLayout(
        LayoutDocument(
          container: Container(size: Size(width: 100, height: 100), direction: direction),
          configuration: LayoutConfiguration(
            scrollDirection: axis, interSectionSpacing: spacing),
          layout: list(10),
          sections: lengths.map { length in
            length < 0
              ? LayoutSection(items: Items(count: 1), layout: LayoutVariants(.list(backwards)))
              : LayoutSection(items: Items(count: 1), layout: list(length))
          }))
      let frames = (0..<5).map { layout.summary(ofSection: $0).frame }
      #expect(frames.map { axis.main($0.size) } == lengths)
      // Offsets in the reading direction: y, x, or the content's width less the right edge.
      let isMirrored = direction == .rightToLeft && axis == .horizontal
      let starts = frames.map {
        isMirrored ? layout.contentSize.width - $0.maxX : axis.mainMin($0)
      }
      var start = 0.0
      for number in 0..<5 {
        #expect(starts[number] == start, "section \(number), spacing \(spacing)")
        start += lengths[number] + spacing
      }
    }
  }

  @Test func `A13 C17: the content is as wide as the container less its insets`() throws {
    var container = container
    container.contentInsets = DirectionalInsets(top: 5, leading: 10, bottom: 6, trailing: 20)
    let layout = try PreparedLayout(
      LayoutDocument(
        container: container, layout: list(10), sections: [LayoutSection(items: Items(count: 1))]))
    #expect(layout.contentSize == Size(width: 70, height: 10))
    let frames = try layout.attributes(LayoutQuery(.all)).map(\.frame)
    #expect(frames == [Rect(x: 0, y: 0, width: 70, height: 10)])
  }

  @Test func `no sections, no content`() throws {
    let layout = try PreparedLayout(LayoutDocument(container: container, sections: []))
    #expect(layout.contentSize == Size(width: 100, height: 0))
    let everywhere = Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
    #expect(try layout.select(LayoutQuery(.rect(everywhere))).count == 0)
    #expect(try layout.select(LayoutQuery(.all)).count == 0)
  }

  @Test func `an item's id and zIndex come back`() throws {
    var items = ItemColumns(count: 3)
    let isStored = items.ids.set(Array("b".utf8), at: 1)
    #expect(isStored)
    items.zIndexes.set(-7, at: 2)
    let layout = try PreparedLayout(
      LayoutDocument(
        container: container, layout: list(10), sections: [LayoutSection(items: items)]))
    let attributes = try layout.attributes(LayoutQuery(.all))
    #expect(attributes.map(\.id) == [nil, "b", nil])
    #expect(attributes.map(\.zIndex) == [0, 0, -7])
  }

  // MARK: Layout-level items

  @Test func `C11: layout-level items stand around the sections, stacked, without spacing`() throws
  {
    var badge = boundary("badge", .leading, height: 10, width: 0.1)
    badge.zIndex = 4
    var flush = boundary("flush", [.top, .trailing], height: 6, width: 0.5)
    flush.extendsBoundary = false
    var configuration = LayoutConfiguration(
      interSectionSpacing: 50,
      boundarySupplementaryItems: [
        boundary("foot", .bottom, height: 12), boundary("head", .top, height: 20),
        boundary("sub", [.top, .leading], height: 5, width: 0.5), badge, flush,
      ])
    configuration.boundarySupplementaryItems[1].absoluteOffset = Point(x: 0, y: -3)
    let layout = try PreparedLayout(
      LayoutDocument(
        container: container, configuration: configuration, layout: list(10),
        sections: [LayoutSection(items: Items(count: 4))]))
    // Heads 20 + 5, rows 40, foot 12.
    #expect(layout.contentSize == Size(width: 100, height: 77))
    #expect(layout.summary(ofSection: 0).frame == Rect(x: 0, y: 25, width: 100, height: 40))
    let all = try layout.attributes(LayoutQuery(.all))
    #expect(all.map(\.item) == [1, 2, 4, 0, 1, 2, 3, 0, 3])
    #expect(all.map { $0.kind ?? "" } == ["head", "sub", "flush", "", "", "", "", "foot", "badge"])
    #expect(all.filter { $0.category == .supplementary }.allSatisfy { $0.section == nil })
    #expect(all[0].frame == Rect(x: 0, y: -3, width: 100, height: 20))
    #expect(all[1].frame == Rect(x: 0, y: 20, width: 50, height: 5))
    #expect(all[2].frame == Rect(x: 50, y: 25, width: 50, height: 6))
    #expect(all[7].frame == Rect(x: 0, y: 65, width: 100, height: 12))
    // Centred along the rows: 25 + (40 − 10) / 2.
    #expect(all[8].frame == Rect(x: 0, y: 40, width: 10, height: 10))
    #expect(all.map(\.zIndex) == [1, 1, 1, 0, 0, 0, 0, 1, 4])
    let path = LayoutIndexPath(section: nil, item: 2)
    for kind in [nil, "sub"] {
      let found = try layout.attributes(LayoutQuery(.indexPaths([path], kind: kind)))
      #expect(found == [all[1]])
    }
    #expect(throws: QueryError.noSuchElement(path, kind: "head")) {
      try layout.select(LayoutQuery(.indexPaths([path], kind: "head")))
    }
    let found = try layout.attributes(
      LayoutQuery(.rect(Rect(x: 0, y: 60, width: 100, height: 10))))
    #expect(found == [all[6], all[7]])
  }

  @Test func `C11 A15: layout-level items pin against the whole content`() throws {
    var head = boundary("head", .top, height: 20)
    head.pinToVisibleBounds = true
    var foot = boundary("foot", .bottom, height: 10)
    foot.pinToVisibleBounds = true
    foot.zIndex = 2
    let layout = try PreparedLayout(
      LayoutDocument(
        container: container,
        configuration: LayoutConfiguration(boundarySupplementaryItems: [head, foot]),
        layout: list(100), sections: [LayoutSection(items: Items(count: 10))]))
    // 20 + 1000 + 10.
    func pinned(_ y: Double) throws -> [LayoutAttributes] {
      let bounds = Rect(x: 0, y: y, width: 100, height: 200)
      return try layout.attributes(LayoutQuery(.all, bounds: bounds)).filter {
        $0.category == .supplementary
      }
    }
    #expect(try pinned(300).map(\.frame.y) == [300, 490])
    #expect(try pinned(300).map(\.zIndex) == [10, 2])
    #expect(try pinned(2000).map(\.frame.y) == [1000, 1020])
    #expect(try pinned(-500).map(\.frame.y) == [0, 20])
  }

  // MARK: Variants

  @Test func `the first variant that holds is used, and only that one is checked`() throws {
    var wide = LayoutCondition()
    wide.minWidth = 100.5
    var narrow = LayoutCondition()
    narrow.maxWidth = 100
    let variants = LayoutVariants(variants: [
      LayoutVariant(condition: wide, layout: .list(ListSpec())),
      LayoutVariant(condition: narrow, layout: list(7).variants[0].layout),
      LayoutVariant(condition: LayoutCondition(), layout: list(-1).variants[0].layout),
    ])
    let layout = try PreparedLayout(
      LayoutDocument(
        container: container, layout: variants, sections: [LayoutSection(items: Items(count: 1))]))
    #expect(layout.contentSize.height == 7)
  }

  @Test func `no variant holds: reported once at the layout`() {
    var wide = LayoutCondition()
    wide.minWidth = 600
    let variants = LayoutVariants(variants: [
      LayoutVariant(condition: wide, layout: .list(ListSpec()))
    ])
    let sections = [LayoutSection(items: Items(count: 1)), LayoutSection(items: Items(count: 1))]
    let shared = issues(
      LayoutDocument(container: container, layout: variants, sections: sections))
    #expect(shared.map(\.pointer) == ["/layout"])
    #expect(shared[0].reason.contains("100 × 200"))
    let own = issues(
      LayoutDocument(
        container: container,
        sections: [
          LayoutSection(items: Items(count: 0), layout: list(1)),
          LayoutSection(items: Items(count: 1), layout: variants),
        ]))
    #expect(own.map(\.pointer) == ["/sections/1/layout"])
  }

  // MARK: Errors

  @Test func `errors of several sections are reported together, with their places`() {
    var bad = ItemColumns(count: 2)
    bad.heights.set(-4, at: 1)
    let broken = LayoutVariants(variants: [
      LayoutVariant(condition: LayoutCondition(), layout: list(.nan).variants[0].layout)
    ])
    let found = issues(
      LayoutDocument(
        container: container, layout: list(10),
        sections: [
          LayoutSection(items: bad), LayoutSection(items: Items(count: 1)),
          LayoutSection(items: bad),
          LayoutSection(items: Items(count: 1), layout: broken),
        ]))
    #expect(found.count == 3)
    #expect(found.map { $0.pointer.hasPrefix("/sections/0/items/1") } == [true, false, false])
    #expect(found.map { $0.pointer.hasPrefix("/sections/2/items/1") } == [false, true, false])
    #expect(found[2].pointer == "/sections/3/layout/0/layout/rowHeight")
    let one = issues(
      LayoutDocument(
        container: container, layout: list(10), sections: [LayoutSection(items: bad)],
        hasTopLevelItems: true))
    #expect(one.allSatisfy { $0.pointer.hasPrefix("/items/1") } && !one.isEmpty)
  }

  @Test func `no more than 20 errors are reported`() {
    var bad = ItemColumns(count: 1)
    bad.heights.set(-4, at: 0)
    let sections = (0..<50).map { _ in LayoutSection(items: bad) }
    let found = issues(LayoutDocument(container: container, layout: list(10), sections: sections))
    #expect(found.count == 20)
    #expect(found.last?.pointer.hasPrefix("/sections/19/") == true)
  }

  @Test func `a section without any layout`() {
    let sections = [
      LayoutSection(items: Items(count: 1), layout: list(1)), LayoutSection(items: Items(count: 1)),
    ]
    let found = issues(LayoutDocument(container: container, sections: sections))
    #expect(found.map(\.pointer) == ["/sections/1"])
  }

  @Test(arguments: [
    (Size(width: 0, height: 10), "/container/width"),
    (Size(width: .nan, height: 10), "/container/width"),
    (Size(width: 10, height: .infinity), "/container/height"),
    (Size(width: 10, height: -1), "/container/height"),
    (Size(width: 10, height: 0x1p54), "/container/height"),
    // Insets of 20 + 12 leave nothing of 32: zero is already too little (D).
    (Size(width: 32, height: 10), "/container/contentInsets"),
  ])
  func `a container without room is refused`(size: Size, pointer: String) {
    let container = Container(
      size: size,
      contentInsets: DirectionalInsets(top: 0, leading: 20, bottom: 0, trailing: 12))
    let found = issues(LayoutDocument(container: container, sections: []))
    #expect(found.map(\.pointer) == [pointer])
  }

  @Test(arguments: [0, -1, .nan, .infinity, .leastNonzeroMagnitude, 0x1p-54, 1001])
  func `a scale that is none is refused`(scale: Double) {
    let container = Container(size: container.size, scale: scale)
    let found = issues(LayoutDocument(container: container, sections: []))
    #expect(found.map(\.pointer) == ["/container/scale"])
    let bounds = "must be at least 2^-53 and at most 1000 pixels a point"
    #expect(found.first?.reason.hasPrefix(bounds) == true)
  }

  @Test func `I4: content beyond 2^36 points is refused where it gets there`() {
    let sections = (0..<3).map { _ in LayoutSection(items: Items(count: 1)) }
    let found = issues(
      LayoutDocument(container: container, layout: list(0x1p35), sections: sections))
    #expect(found.map(\.pointer) == ["/sections/2/items"])
  }

  @Test func `more sections, items or boundary items than the limits are refused`() {
    let sections = Array(
      repeating: LayoutSection(items: Items(count: 0)), count: LayoutLimits.maxSections + 1)
    let many = issues(LayoutDocument(container: container, layout: list(1), sections: sections))
    #expect(many.map(\.pointer) == ["/sections"])
    let items = [
      LayoutSection(items: Items(count: .max)), LayoutSection(items: Items(count: .max)),
    ]
    let tooMany = issues(LayoutDocument(container: container, layout: list(0), sections: items))
    #expect(tooMany.map(\.pointer) == ["/sections/0/items", "/sections/1/items"])
    let heads = Array(
      repeating: boundary("head", .top, height: 1), count: LayoutLimits.maxElementsPerSection + 1)
    let stacked = issues(
      LayoutDocument(
        container: container,
        configuration: LayoutConfiguration(boundarySupplementaryItems: heads), layout: list(1),
        sections: []))
    #expect(stacked.map(\.pointer) == ["/configuration/boundarySupplementaryItems"])
  }

  @Test func `a zIndex that is no whole number, and a boundary size that is none`() {
    var items = ItemColumns(count: 2)
    items.zIndexes.set(0.5, at: 1)
    let sections = [LayoutSection(items: items)]
    let found = issues(LayoutDocument(container: container, layout: list(1), sections: sections))
    #expect(found.map(\.pointer) == ["/sections/0/items/1/zIndex"])
    let configuration = LayoutConfiguration(boundarySupplementaryItems: [
      boundary("head", .top, height: 1), boundary("head", .top, height: -1),
    ])
    let sizes = issues(
      LayoutDocument(container: container, configuration: configuration, sections: []))
    #expect(sizes.map(\.pointer) == ["/configuration/boundarySupplementaryItems/1/size/height"])
  }

  @Test func `a cancelled layout ends between sections`() {
    let sections = (0..<5_000).map { _ in LayoutSection(items: Items(count: 1)) }
    let document = LayoutDocument(container: container, layout: list(1), sections: sections)
    var asked = 0
    let budget = LayoutBudget(isWanted: {
      asked += 1
      return asked < 3
    })
    #expect(throws: LayoutError.cancelled) { try PreparedLayout(document, budget) }
    #expect(asked == 3)
    #expect(budget.end == .unwanted)
  }
}
