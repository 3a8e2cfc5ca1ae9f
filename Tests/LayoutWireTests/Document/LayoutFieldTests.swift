import LayoutEngine
import LayoutWire
import Testing

/// The fields of flow, waterfall, justified, magazine, list and custom layouts, and their defaults
/// (Contract §2).
struct LayoutFieldTests {
  private static let headerFooter = #"""
    "headerReferenceSize":{"width":1,"height":2},"footerReferenceSize":{"height":3},
    "sectionHeadersPinToVisibleBounds":true,"sectionFootersPinToVisibleBounds":true
    """#

  private func expectHeaderFooter(_ spec: HeaderFooterSpec) {
    #expect(spec.headerReferenceSize == Size(width: 1, height: 2))
    #expect(spec.footerReferenceSize == Size(width: 0, height: 3))
    #expect(spec.sectionHeadersPinToVisibleBounds)
    #expect(spec.sectionFootersPinToVisibleBounds)
  }

  @Test func `flow`() throws {
    guard case .flow(let plain) = try Reading.layout(#""type":"flow""#),
      case .flow(let spec) = try Reading.layout(
        #"""
        "itemSize":{"width":7},"minimumLineSpacing":1,"minimumInteritemSpacing":2,
        "alignment":"trailing","lineAlignment":"bottom",
        "sectionInset":{"top":1,"left":2,"bottom":3,"right":4},
        "boundsOutset":{"horizontal":5,"vertical":6},
        "snapping":{"mode":"page","flickVelocityThreshold":0.5},\#(Self.headerFooter),"type":"flow"
        """#)
    else {
      Issue.record("the layouts are flow")
      return
    }
    #expect(plain == FlowSpec())
    #expect(plain.itemSize == Size(width: 50, height: 50))
    #expect(plain.minimumLineSpacing == 10)
    #expect(plain.minimumInteritemSpacing == 10)
    #expect(plain.snapping.mode == .none)
    #expect(plain.alignment == .justified && plain.lineAlignment == .center)
    #expect(spec.alignment == .trailing && spec.lineAlignment == .bottom)
    #expect(spec.itemSize == Size(width: 7, height: 50))
    #expect(spec.minimumLineSpacing == 1)
    #expect(spec.minimumInteritemSpacing == 2)
    #expect(spec.sectionInset == .points(Insets(top: 1, left: 2, bottom: 3, right: 4)))
    #expect(spec.boundsOutset.horizontal == 5)
    #expect(spec.boundsOutset.vertical == 6)
    #expect(spec.snapping.mode == .page)
    #expect(spec.snapping.flickVelocityThreshold == 0.5)
    expectHeaderFooter(spec.headerFooter)
  }

  @Test(arguments: [
    ("justified", FlowAlignment.justified), ("leading", .leading), ("center", .center),
    ("trailing", .trailing),
  ])
  func `flow lines have alignments`(_ word: String, _ alignment: FlowAlignment) throws {
    let layout = try Reading.layout(#""type":"flow","alignment":"\#(word)""#)
    var spec = FlowSpec()
    spec.alignment = alignment
    #expect(layout == .flow(spec))
  }

  @Test(arguments: [("top", FlowLineAlignment.top), ("center", .center), ("bottom", .bottom)])
  func `flow items have alignments in their line`(
    _ word: String, _ alignment: FlowLineAlignment
  ) throws {
    let layout = try Reading.layout(#""type":"flow","lineAlignment":"\#(word)""#)
    var spec = FlowSpec()
    spec.lineAlignment = alignment
    #expect(layout == .flow(spec))
  }

  @Test func `flow's insets may be centered`() throws {
    guard case .flow(let spec) = try Reading.layout(#""type":"flow","sectionInset":"centered""#)
    else {
      Issue.record("another layout was read")
      return
    }
    #expect(spec.sectionInset == .centered)
  }

  @Test func `waterfall`() throws {
    guard case .waterfall(let plain) = try Reading.layout(#""type":"waterfall""#),
      case .waterfall(let spec) = try Reading.layout(
        #"""
        "type":"waterfall","columns":4,"columnSpacing":1,"rowSpacing":2,"placement":"roundRobin",
        "sectionInset":{"left":2},"headerInset":{"top":3},"footerInset":{"right":4},\#(Self.headerFooter)
        """#)
    else {
      Issue.record("the layouts are waterfalls")
      return
    }
    #expect(plain == WaterfallSpec())
    #expect(plain.columns == .count(2))
    #expect(plain.columnSpacing == 10)
    #expect(plain.rowSpacing == 10)
    #expect(plain.placement == .shortestColumn)
    #expect(spec.columns == .count(4))
    #expect(spec.columnSpacing == 1)
    #expect(spec.rowSpacing == 2)
    #expect(spec.placement == .roundRobin)
    #expect(spec.sectionInset == Insets(top: 0, left: 2, bottom: 0, right: 0))
    #expect(spec.headerInset == Insets(top: 3, left: 0, bottom: 0, right: 0))
    #expect(spec.footerInset == Insets(top: 0, left: 0, bottom: 0, right: 4))
    expectHeaderFooter(spec.headerFooter)
  }

  @Test(arguments: [
    (#""spacing":3"#, 3.0, 3.0), (#""spacing":3,"rowSpacing":4"#, 3, 4),
    (#""rowSpacing":4,"spacing":3"#, 3, 4), (#""columnSpacing":5,"spacing":3"#, 5, 3),
    (#""rowSpacing":4"#, 10, 4),
  ])
  func `spacing sets what is not named, in any order`(
    _ members: String, _ columns: Double, _ rows: Double
  ) throws {
    guard case .waterfall(let spec) = try Reading.layout(#""type":"waterfall",\#(members)"#) else {
      Issue.record("another layout was read")
      return
    }
    #expect(spec.columnSpacing == columns)
    #expect(spec.rowSpacing == rows)
  }

  @Test(arguments: [
    (#""placement":"gridLanes""#, WaterfallSpec.Placement.gridLanes(flowTolerance: 16)),
    (#""flowTolerance":0,"placement":"gridLanes""#, .gridLanes(flowTolerance: 0)),
    (#""placement":"gridLanes","flowTolerance":"infinite""#, .gridLanes(flowTolerance: .infinity)),
    (#""placement":"shortestColumn","flowTolerance":3"#, .shortestColumn),
    (#""placement":"balanced""#, .balanced),
  ])
  func `placements`(_ members: String, _ placement: WaterfallSpec.Placement) throws {
    guard case .waterfall(let spec) = try Reading.layout(#""type":"waterfall",\#(members)"#) else {
      Issue.record("another layout was read")
      return
    }
    #expect(spec.placement == placement)
  }

  @Test func `columns by their least width`() throws {
    guard
      case .waterfall(let spec) = try Reading.layout(
        #""type":"waterfall","columns":{"minWidth":160}"#)
    else {
      Issue.record("another layout was read")
      return
    }
    #expect(spec.columns == .minWidth(160))
  }

  @Test func `justified`() throws {
    guard case .justified(let plain) = try Reading.layout(#""type":"justified""#),
      case .justified(let spec) = try Reading.layout(
        #"""
        "type":"justified","targetRowHeight":100,"targetRowHeightTolerance":0,"boxSpacing":3,
        "sectionInset":{"bottom":1},"showWidows":false,"lastRowFits":true,"widowLayoutStyle":"center","maxNumRows":2,
        "forceAspectRatio":1.5,"fullWidthBreakoutRowCadence":3,\#(Self.headerFooter)
        """#)
    else {
      Issue.record("the layouts are justified")
      return
    }
    #expect(plain == JustifiedSpec())
    #expect(plain.targetRowHeight == 320)
    #expect(plain.targetRowHeightTolerance == 0.25)
    #expect(plain.horizontalSpacing == 10)
    #expect(plain.verticalSpacing == 10)
    #expect(plain.showWidows && !plain.lastRowFits)
    #expect(spec.targetRowHeight == 100)
    #expect(spec.targetRowHeightTolerance == 0)
    #expect(spec.horizontalSpacing == 3)
    #expect(spec.verticalSpacing == 3)
    #expect(spec.sectionInset == Insets(top: 0, left: 0, bottom: 1, right: 0))
    #expect(!spec.showWidows && spec.lastRowFits)
    #expect(spec.widowLayoutStyle == .center)
    #expect(spec.maxNumRows == 2)
    #expect(spec.forceAspectRatio == 1.5)
    #expect(spec.fullWidthBreakoutRowCadence == 3)
    expectHeaderFooter(spec.headerFooter)
  }

  @Test func `box spacing by direction`() throws {
    guard
      case .justified(let spec) = try Reading.layout(
        #""type":"justified","boxSpacing":{"vertical":4},"widowLayoutStyle":"justify""#)
    else {
      Issue.record("another layout was read")
      return
    }
    #expect(spec.horizontalSpacing == 10)
    #expect(spec.verticalSpacing == 4)
    #expect(spec.widowLayoutStyle == .justify)
  }

  @Test func `magazine`() throws {
    guard case .magazine(let plain) = try Reading.layout(#""type":"magazine""#),
      case .magazine(let spec) = try Reading.layout(
        #"""
        "type":"magazine","horizontalSpacing":1,"verticalSpacing":2,"sectionInset":{"top":3},
        "itemInsets":{"left":4},"header":{},"footer":{"height":5,"pinToVisibleBounds":true},
        "background":true
        """#)
    else {
      Issue.record("the layouts are magazines")
      return
    }
    #expect(plain == MagazineSpec())
    #expect(plain.header == nil)
    #expect(spec.horizontalSpacing == 1)
    #expect(spec.verticalSpacing == 2)
    #expect(spec.sectionInset == Insets(top: 3, left: 0, bottom: 0, right: 0))
    #expect(spec.itemInsets == Insets(top: 0, left: 4, bottom: 0, right: 0))
    #expect(spec.header?.height == 44)
    #expect(spec.header?.pinToVisibleBounds == false)
    #expect(spec.footer?.height == 5)
    #expect(spec.footer?.pinToVisibleBounds == true)
    #expect(spec.background)
  }

  @Test func `the fields of a list's configuration`() throws {
    guard
      case .list(let spec) = try Reading.layout(
        #"""
        "type":"list","appearance":"sidebar","headerMode":"firstItemInSection","footerMode":"none",
        "headerTopPadding":1,"showsSeparators":false,"separatorInsets":{"trailing":2},
        "sectionBackground":false,"cornerRadius":3
        """#)
    else {
      Issue.record("another layout was read")
      return
    }
    var expected = ListSpec()
    expected.appearance = .sidebar
    expected.headerMode = .firstItemInSection
    expected.footerMode = ListSpec.FooterMode.none
    expected.headerTopPadding = 1
    expected.showsSeparators = false
    expected.separatorInsets.trailing = 2
    expected.sectionBackground = false
    expected.cornerRadius = 3
    #expect(spec == expected && spec.separatorInsets.leading == 16)
    let items = try Reading.items(
      #"[{"separators":"visible"},{},{"separators":{"top":"hidden"}},{"separators":{}},"#
        + #"{"separators":{"bottomInsets":{"leading":0,"trailing":7},"topInsets":{"trailing":8}}}]"#
    )
    var inset = ItemSeparators()
    inset.topInsets.trailing = 8
    inset.bottomInsets = ItemSeparators.Insets(leading: 0, trailing: 7)
    #expect(
      (0..<5).map { items.fields(of: $0).separators } == [
        ItemSeparators(top: .visible, bottom: .visible), nil,
        ItemSeparators(top: .hidden), ItemSeparators(), inset,
      ])
  }

  @Test func `list`() throws {
    guard case .list(let plain) = try Reading.layout(#""type":"list""#),
      case .list(let spec) = try Reading.layout(
        #""type":"list","rowHeight":1,"rowSpacing":2,"sectionInset":{"top":3},\#(Self.headerFooter)"#
      )
    else {
      Issue.record("the layouts are lists")
      return
    }
    #expect(plain == ListSpec())
    #expect(plain.rowHeight == 44)
    #expect(plain.rowSpacing == 0)
    #expect(spec.rowHeight == 1)
    #expect(spec.rowSpacing == 2)
    #expect(spec.sectionInset == Insets(top: 3, left: 0, bottom: 0, right: 0))
    expectHeaderFooter(spec.headerFooter)
  }

  @Test func `custom`() throws {
    guard
      case .custom(let spec) = try Reading.layout(
        #""frames":[[-1,2,3,4],{"x":5,"width":6,"height":7,"zIndex":8}],"type":"custom""#)
    else {
      Issue.record("the layout is custom")
      return
    }
    #expect(
      spec.given.frames == [
        Rect(x: -1, y: 2, width: 3, height: 4), Rect(x: 5, y: 0, width: 6, height: 7),
      ])
    #expect(spec.given.zIndexes.values == [nil, 8])
  }
}
