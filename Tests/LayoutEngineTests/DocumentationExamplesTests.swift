import LayoutEngine
import Testing

// Doc comments of LayoutEngine show parts of this file, which a test compares.

/// What the examples in doc comments say.
@Suite struct DocumentationExamplesTests {
  private static func document(_ layout: SectionLayout, _ items: Items) -> LayoutDocument {
    LayoutDocument(
      container: Container(size: Size(width: 320, height: 480)), layout: LayoutVariants(layout),
      sections: [LayoutSection(items: items)])
  }

  private static func layout(_ layout: SectionLayout, _ items: Items) throws -> PreparedLayout {
    try PreparedLayout(document(layout, items))
  }

  @Test func `An example of LayoutDocument`() throws {
    let document = LayoutDocument(
      container: Container(size: Size(width: 320, height: 480)),
      layout: LayoutVariants(.list(ListSpec())),
      sections: [LayoutSection(items: Items(count: 3))])
    let layout = try PreparedLayout(document)
    // layout.contentSize is 320 × 132: three rows of 44 points.
    #expect(layout.contentSize == Size(width: 320, height: 132))
  }

  @Test func `An example of Container`() {
    var container = Container(
      size: Size(width: 390, height: 844), direction: .rightToLeft, scale: 3)
    container.safeAreaInsets = DirectionalInsets(top: 59, leading: 0, bottom: 34, trailing: 0)
    #expect(container.hasHeight && container.scale == 3)
    #expect(!Container(width: 390).hasHeight)
  }

  @Test func `An example of LayoutConfiguration`() throws {
    var configuration = LayoutConfiguration(scrollDirection: .horizontal, interSectionSpacing: 20)
    configuration.minimumContentLength = .container
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 320, height: 480)), configuration: configuration,
        layout: LayoutVariants(.list(ListSpec())),
        sections: [LayoutSection(items: Items(count: 1)), LayoutSection(items: Items(count: 1))]))
    #expect(layout.contentSize == Size(width: 320, height: 480))
    #expect(layout.frame(at: LayoutIndexPath(item: 0, section: 1))?.x == 64)
  }

  @Test func `An example of LayoutVariants`() {
    var narrow = LayoutCondition()
    narrow.maxWidth = 599
    let variants = LayoutVariants(variants: [
      LayoutVariant(condition: narrow, layout: .list(ListSpec())),
      LayoutVariant(condition: LayoutCondition(), layout: .waterfall(WaterfallSpec())),
    ])
    // On a phone, variants.chosen(for: container) is the list.
    let phone = Container(size: Size(width: 390, height: 844))
    #expect(variants.chosen(for: phone) == .list(ListSpec()))
    let tablet = Container(size: Size(width: 820, height: 1_180))
    #expect(variants.chosen(for: tablet) == .waterfall(WaterfallSpec()))
  }

  @Test func `An example of ItemColumns`() throws {
    let heights = [120.0, 80, 200]
    var columns = ItemColumns(count: heights.count)
    for (item, height) in heights.enumerated() { columns.heights.set(height, at: item) }
    let items = Items(columns)
    let layout = try Self.layout(.list(ListSpec()), items)
    #expect(layout.contentSize.height == 400)
  }

  @Test func `An example of Items`() throws {
    let rows = Items(count: 1_000)
    // A thousand items without fields: each is as high as the layout says.
    #expect(rows.count == 1_000 && rows.id(of: 7) == nil)
    #expect(try Self.layout(.list(ListSpec()), rows).contentSize.height == 44_000)
  }

  @Test func `An example of ItemID`() {
    let name: ItemID = "photo-7"
    let number: ItemID = 7
    // name.text is "photo-7", number.text is "7".
    #expect(name.text == "photo-7" && number.text == "7")
    #expect(number != "7")
  }

  @Test func `An example of FlowSpec`() throws {
    var flow = FlowSpec()
    flow.itemSize = Size(width: 100, height: 60)
    // In 320 points, three items fill a line, at 0, 110 and 220.
    let layout = try Self.layout(.flow(flow), Items(count: 4))
    #expect(layout.frame(at: LayoutIndexPath(item: 1, section: 0))?.x == 110)
    #expect(
      layout.frame(at: LayoutIndexPath(item: 3, section: 0))
        == Rect(x: 0, y: 70, width: 100, height: 60))
  }

  @Test func `An example of WaterfallSpec`() throws {
    var waterfall = WaterfallSpec()
    waterfall.columns = .minWidth(150)
    waterfall.sectionInset = Insets(top: 0, left: 5, bottom: 0, right: 5)
    // In 320 points, two columns of 150 begin at 5 and 165.
    let layout = try Self.layout(.waterfall(waterfall), Items(count: 3))
    #expect(
      layout.frame(at: LayoutIndexPath(item: 2, section: 0))
        == Rect(x: 5, y: 160, width: 150, height: 150))
    #expect(layout.frame(at: LayoutIndexPath(item: 1, section: 0))?.x == 165)
  }

  @Test func `An example of JustifiedSpec`() throws {
    var justified = JustifiedSpec()
    justified.targetRowHeight = 100
    justified.horizontalSpacing = 20
    // In 320 points, photos of the ratios 1 and 2 fill a row of 100: 100 and 200 wide.
    var ratios = ItemColumns(count: 2)
    ratios.aspectRatios.set(1, at: 0)
    ratios.aspectRatios.set(2, at: 1)
    let layout = try Self.layout(.justified(justified), Items(ratios))
    #expect(
      layout.frame(at: LayoutIndexPath(item: 1, section: 0))
        == Rect(x: 120, y: 0, width: 200, height: 100))
  }

  @Test func `An example of MagazineSpec`() throws {
    var columns = ItemColumns(count: 3)
    for item in 1...2 { columns.widthModes.set(.fraction(2), at: item) }
    var magazine = MagazineSpec()
    magazine.verticalSpacing = 10
    // One item as wide as the section, and below it two in halves.
    let layout = try Self.layout(.magazine(magazine), Items(columns))
    #expect(
      layout.frame(at: LayoutIndexPath(item: 2, section: 0))
        == Rect(x: 160, y: 160, width: 160, height: 150))
  }

  @Test func `An example of ListSpec`() throws {
    var list = ListSpec()
    list.rowHeight = 60
    list.showsSeparators = true
    let layout = try Self.layout(.list(list), Items(count: 2))
    #expect(layout.contentSize.height == 120)
    #expect(
      layout.attributes(in: Rect(x: 0, y: 0, width: 320, height: 480)).contains {
        $0.kind == "separator"
      })
  }

  @Test func `An example of CustomSpec`() throws {
    let custom = CustomSpec(frames: [
      CustomFrame(frame: Rect(x: 0, y: 0, width: 200, height: 90)),
      CustomFrame(frame: Rect(x: 150, y: 40, width: 100, height: 100), zIndex: 1),
    ])
    let layout = try Self.layout(.custom(custom), Items(count: 2))
    #expect(layout.contentSize.height == 140)
  }

  @Test func `An example of CompositionalSpec`() throws {
    let third = LayoutItem(
      size: LayoutSize(width: .fractionalWidth(1 / 3), height: .fractionalHeight(1)))
    let row = LayoutGroup.horizontal(
      size: LayoutSize(width: .fractionalWidth(1), height: .absolute(100)),
      subitems: [third, third, third])
    var section = CompositionalSpec(group: row)
    section.interGroupSpacing = 8
    // The fourth item begins the second row, at y = 108.
    let layout = try Self.layout(.compositional(section), Items(count: 4))
    #expect(layout.frame(at: LayoutIndexPath(item: 3, section: 0))?.y == 108)
  }

  @Test func `An example of LayoutDimension`() throws {
    let half = LayoutDimension.fractionalWidth(0.5)
    let fixed = LayoutDimension.absolute(44)
    let measured = LayoutDimension.estimated(120)
    let sides = [half, fixed, measured].map { side in
      let item = LayoutItem(size: LayoutSize(width: .fractionalWidth(1), height: side))
      return CompositionalSpec(
        group: .horizontal(
          size: LayoutSize(width: .fractionalWidth(1), height: side), subitems: [item]))
    }
    let heights = try sides.map {
      try Self.layout(.compositional($0), Items(count: 1)).contentSize.height
    }
    #expect(heights == [160, 44, 120])
  }

  @Test func `An example of BoundarySupplementaryItem`() throws {
    var header = BoundarySupplementaryItem(
      kind: "header", size: LayoutSize(width: .fractionalWidth(1), height: .absolute(44)),
      alignment: .top)
    header.pinToVisibleBounds = true
    let item = LayoutItem(size: LayoutSize(width: .fractionalWidth(1), height: .absolute(60)))
    var section = CompositionalSpec(
      group: .horizontal(
        size: LayoutSize(width: .fractionalWidth(1), height: .absolute(60)), subitems: [item]))
    section.boundarySupplementaryItems = [header]
    let layout = try Self.layout(.compositional(section), Items(count: 9))
    let scrolled = Rect(x: 0, y: 100, width: 320, height: 300)
    let pinned = layout.attributes(in: scrolled, bounds: scrolled).first { $0.kind == "header" }
    #expect(pinned?.frame == Rect(x: 0, y: 100, width: 320, height: 44))
  }

  @Test func `An example of PreparedLayout`() throws {
    let document = Self.document(.list(ListSpec()), Items(count: 9))
    let layout = try PreparedLayout(document)
    let visible = Rect(x: 0, y: 0, width: 320, height: 60)
    for element in layout.attributes(in: visible) {
      print(element.item, element.frame)
    }
    // Two rows of 44 points: items 0 and 1.
    #expect(layout.attributes(in: visible).map(\.item) == [0, 1])
  }

  @Test func `An example of LayoutQuery`() throws {
    let layout = try Self.layout(.list(ListSpec()), Items(count: 100))
    let screen = LayoutQuery(.rect(Rect(x: 0, y: 440, width: 320, height: 480)))
    for element in try layout.select(screen) {
      print(element.item, element.frame.y)
    }
    // Rows 10 to 20.
    #expect(try layout.select(screen).map(\.item) == Array(10...20))
  }

  @Test func `An example of LayoutIndexPath`() throws {
    let layout = try Self.layout(.list(ListSpec()), Items(count: 100))
    let path = LayoutIndexPath(item: 5, section: 0)
    let frame = layout.frame(at: path)
    // The frame of the sixth item of the first section; nil if there is none.
    #expect(frame == Rect(x: 0, y: 220, width: 320, height: 44))
  }

  @Test func `An example of AttributesSelection`() throws {
    let layout = try Self.layout(.list(ListSpec()), Items(count: 100))
    let selection = try layout.select(LayoutQuery(.all))
    let bottom = selection.map(\.frame.maxY).max()
    // The frames are computed while they are visited; nothing is stored for each element.
    #expect(bottom == 4_400)
    #expect(selection.count == 100)
  }

  @Test func `An example of PointQuery`() throws {
    let layout = try Self.layout(.list(ListSpec()), Items(count: 100))
    let found = try layout.item(PointQuery(at: Point(x: 20, y: 100), for: .nearestCell))
    // Row 2, which stands from 88 to 132.
    #expect(found.item == 2)
  }

  @Test func `An example of TargetOffset`() throws {
    let layout = try Self.layout(.list(ListSpec()), Items(count: 100))
    let target = try layout.targetOffset(
      showing: LayoutIndexPath(item: 50, section: 0), at: .centeredVertically)
    // The content offset that brings row 50 to the middle of the view: y = 50 · 44 + 22 − 240.
    #expect(target.offset == Point(x: 0, y: 1_982))
  }

  @Test func `An example of ScrollProposal`() throws {
    var flow = FlowSpec()
    flow.itemSize = Size(width: 320, height: 90)
    flow.snapping.mode = .item
    let pages = try Self.layout(.flow(flow), Items(count: 20))
    let proposal = ScrollProposal(proposed: Point(x: 0, y: 130), velocity: .zero)
    let stop = try pages.targetOffset(proposal)
    // Pages of 100 points: scrolling stops at y = 100.
    #expect(stop == TargetOffset(offset: Point(x: 0, y: 100), page: 1))
  }

  @Test func `An example of LayoutUpdate`() throws {
    let layout = try Self.layout(.list(ListSpec()), Items(count: 100))
    var update = LayoutUpdate()
    update.insertions = [.init(Items(count: 2), at: ItemPath(0, 0))]
    update.deletions = [.init(ItemRun(ItemPath(0, 9)))]
    let version = try layout.updated(by: update, maxItems: 1_000)
    // Two rows in front of the first, and row 9 of before is gone: 101 of 100.
    #expect(version.layout.itemCount == 101)
    #expect(version.layout.contentSize.height == 4_444)
  }

  @Test func `An example of ChangesQuery`() throws {
    let layout = try Self.layout(.list(ListSpec()), Items(count: 100))
    var update = LayoutUpdate()
    update.insertions = [.init(Items(count: 2), at: ItemPath(0, 0))]
    let version = try layout.updated(by: update, maxItems: 1_000)
    let view = Rect(x: 0, y: 880, width: 320, height: 480)
    let changes = try version.layout.changes(
      from: layout, version.map, ChangesQuery(rect: view, bounds: view))
    // Two rows were inserted above: the view scrolls 88 points down, and nothing on the screen moves.
    #expect(changes.contentOffsetAdjustment == Point(x: 0, y: 88))
    #expect(changes.inserted.isEmpty && changes.deleted.isEmpty)
  }

  @Test func `An example of LayoutError`() throws {
    var list = ListSpec()
    list.rowHeight = -1
    let document = Self.document(.list(list), Items(count: 1))
    do {
      _ = try PreparedLayout(document)
    } catch {
      for issue in error.issues { print(issue.path, issue.reason) }
    }
    #expect(throws: LayoutError.self) { try PreparedLayout(document) }
  }

  @Test func `An example of Rect`() {
    let photo = Rect(x: 10, y: 10, width: 100, height: 80)
    let below = photo.offsetBy(dx: 0, dy: 90)
    // photo.maxY is 90; the two don't meet.
    #expect(photo.maxY == 90 && !photo.intersects(below))
  }

  @Test func `An example of DirectionalInsets`() throws {
    let insets = DirectionalInsets(top: 8, leading: 16, bottom: 8, trailing: 0)
    // The room of 16 points is at the left, and at the right in right-to-left layouts.
    var container = Container(size: Size(width: 320, height: 480))
    container.contentInsets = insets
    let layout = try PreparedLayout(
      LayoutDocument(
        container: container, layout: LayoutVariants(.list(ListSpec())),
        sections: [LayoutSection(items: Items(count: 1))]))
    #expect(layout.frame(at: LayoutIndexPath(item: 0, section: 0))?.width == 304)
  }

  @Test func `An example of PixelGrid`() {
    let grid = PixelGrid(scale: 3)
    // grid.rounded(10.4) is 10⅓: a third of a point is a pixel.
    #expect(abs(grid.rounded(10.4) - 31.0 / 3) < 1e-9)
  }

  @Test func `Values print as an app reads them`() {
    #expect("\(Rect(x: 10, y: 20.5, width: 320, height: 480))" == "(10.0, 20.5, 320.0, 480.0)")
    #expect("\(Size(width: 320, height: 480)) \(Point(x: 1, y: 2))" == "320.0 × 480.0 (1.0, 2.0)")
    #expect("\(LayoutIndexPath(item: 5, section: 0))" == "0-5")
    #expect("\(LayoutIndexPath(section: nil, item: 2))" == "2")
    #expect("\(DocumentPath.root.field("sections").index(0).field("items"))" == "/sections/0/items")
  }
}
