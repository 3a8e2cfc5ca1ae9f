import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// Single rules of updates, anchors and changes.
@Suite struct UpdateRuleTests {
  private static let container = Container(size: Size(width: 100, height: 100))

  private func document(_ sections: [[Double]]) -> LayoutDocument {
    LayoutDocument(
      container: Self.container, layout: LayoutVariants(.list(ListSpec())),
      sections: sections.map { LayoutSection(items: Items($0.map { .number($0) })) })
  }

  private func update(_ text: String) throws -> LayoutUpdate {
    try LayoutUpdateReader.read(Array(text.utf8))
  }

  private func updated(_ sections: [[Double]], _ text: String) throws -> [[Double]] {
    let updated = try document(sections).updated(
      by: update(text), maxItems: 1_000)
    return updated.document.sections.map { section in
      section.items.unpacked.numbers.values
    }
  }

  /// The pointers of what an update is refused for.
  private func refusals(_ sections: [[Double]], _ text: String) throws -> [String] {
    do {
      _ = try updated(sections, text)
      return []
    } catch let error as UpdateError {
      guard case .update(let reasons) = error else { return ["document"] }
      return reasons.issues.map(\.path.pointer)
    }
  }

  private func version(
    _ document: LayoutDocument, _ text: String
  ) throws -> (old: PreparedLayout, new: LayoutVersion) {
    let old = try PreparedLayout(document)
    return (old, try old.updated(by: update(text), maxItems: 1_000))
  }

  @Test(arguments: [
    (#"{"delete":[[0,1],{"indexPath":[0,0],"count":2}]}"#, ["/delete/0"]),
    (#"{"delete":[[0,1]],"move":[{"from":[0,1],"to":[0,0]}]}"#, ["/move/0/from", "/delete/0"]),
    (
      #"{"delete":[[0,1]],"replace":[{"indexPath":[0,1],"item":1}]}"#,
      ["/replace/0/indexPath", "/delete/0"]
    ),
    (
      #"{"delete":[[0,1]],"measure":[{"indexPath":[0,1],"height":1}]}"#,
      ["/measure/0/indexPath", "/delete/0"]
    ),
    (
      #"{"deleteSections":[0],"measure":[{"indexPath":[0,1],"height":1}]}"#,
      ["/measure/0/indexPath"]
    ),
    (
      #"{"replaceSections":[{"section":0,"items":[]}],"delete":[[0,0],{"indexPath":[0,1]}],"#
        + #""replace":[{"indexPath":[0,2],"item":1}]}"#,
      ["/delete/0", "/delete/1/indexPath", "/replace/0/indexPath"]
    ),
    (
      #"{"replace":[{"indexPath":[0,1],"item":1},{"indexPath":[0,1],"item":1}]}"#,
      ["/replace/1/indexPath"]
    ),
    (
      #"{"move":[{"from":[0,0],"to":[0,0],"count":2},{"from":[0,1],"to":[0,2]}]}"#, ["/move/1/from"]
    ),
    (
      #"{"deleteSections":[0],"replaceSections":[{"section":0,"items":[]}]}"#,
      ["/replaceSections/0/section", "/deleteSections/0"]
    ),
    (#"{"move":[{"from":[0,1],"to":[0,0]}],"replace":[{"indexPath":[0,1],"item":9}]}"#, []),
    (#"{"moveSections":[{"from":0,"to":1}],"replaceSections":[{"section":0,"items":[]}]}"#, []),
  ])
  func `J2: nothing is named twice`(text: String, pointers: [String]) throws {
    #expect(try refusals([[1, 2, 3], [4]], text) == pointers)
  }

  @Test(arguments: [
    (#"{"keepColumns":[2,0]}"#, ["/keepColumns"]), (#"{"keepColumns":[0,3]}"#, ["/keepColumns"]),
    (#"{"keepColumns":[9007199254740991,0]}"#, ["/keepColumns"]),
    (#"{"keepColumns":[1,0]}"#, []), (#"{"keepColumns":[0,2],"delete":[[0,2]]}"#, []),
  ])
  func `K7: columns are kept up to an item of the parent`(text: String, pointers: [String]) throws {
    #expect(try refusals([[1, 2, 3], [4]], text) == pointers)
  }

  @Test func `K8: what replaces an item gets its own column, which may be none it can begin in`()
    throws
  {
    var spec = WaterfallSpec()
    spec.columns = .count(3)
    var items = ItemColumns()
    for (height, column, span) in [(10.0, 2.0, 2.0), (20, nil, 1), (30, nil, 1)] {
      var item = ItemColumns(count: 1)
      item.heights.set(height, at: 0)
      if let column { item.keptColumns.set(column, at: 0) }
      item.columnSpans.set(span, at: 0)
      items.append(ItemChunk(item), 0..<1)
    }
    var document = LayoutDocument(
      container: Self.container, sections: [LayoutSection(items: Items(items))])
    document.layout = LayoutVariants(.waterfall(spec))
    let text =
      #"{"replace":[{"indexPath":[0,0],"item":5},{"indexPath":[0,1],"item":6}],"keepColumns":"#
    func columns(_ kept: String) throws -> [Double?] {
      let items = try version(document, text + kept + "}").new.layout.document.sections[0].items
      return (0..<3).map { items.keptColumn(of: $0) }
    }
    // The first one begins in column 1, since it covers two; the second in 0.
    #expect(try columns("true") == [2, 0, 1])
    #expect(try columns("[0,0]") == [2, nil, nil])
    #expect(try columns("false") == [nil, nil, nil])
  }

  /// Five photos in columns of the container's width, with a measured body.
  private static func photos(_ columns: String) throws -> LayoutDocument {
    let items = [271, 428, 339, 392, 447].map {
      #"{"width":300,"height":\#($0),"bodyHeight":60,"measured":{"bodyHeight":20}}"#
    }
    return try LayoutDocumentReader.read(
      Array(
        (#"{"container":{"width":390,"height":844},"layout":{"type":"waterfall","columns":\#(columns),"#
          + #""spacing":0},"items":[\#(items.joined(separator: ","))]}"#).utf8))
  }

  @Test(arguments: [
    (#"{"container":{"width":420},"keepColumns":true}"#, [0, 1, 2, 0, 2], false),
    (#"{"container":{"width":420},"keepColumns":[0,1]}"#, [0, 1, nil, nil, nil], false),
    (#"{"container":{"width":420}}"#, [nil, nil, nil, nil, nil], false),
    (#"{"container":{"width":420},"keepColumns":false}"#, [nil, nil, nil, nil, nil], false),
    (#"{"container":{"width":700},"keepColumns":true}"#, [nil, nil, nil, nil, nil], true),
    (#"{"layout":{"type":"waterfall","columns":3},"keepColumns":true}"#, [0, 1, 2, 0, 2], false),
    (
      #"{"layout":{"type":"waterfall","columns":4},"keepColumns":true}"#,
      [nil, nil, nil, nil, nil], true
    ),
    (#"{"layout":{"type":"list"},"keepColumns":true}"#, [nil, nil, nil, nil, nil], true),
    (
      #"{"configuration":{"scrollDirection":"horizontal"},"keepColumns":true}"#,
      [nil, nil, nil, nil, nil], true
    ),
  ])
  func `K9: columns hold over another width while their number stays`(
    text: String, columns: [Double?], loses: Bool
  ) throws {
    var document = try Self.photos(#"{"minWidth":125}"#)
    if text.contains("list") {
      // A list reads no body, so there is nothing to measure.
      document = try LayoutDocumentReader.read(
        Array(
          #"{"container":{"width":390,"height":844},"layout":{"type":"waterfall","columns":3},"items":5}"#
            .utf8))
    }
    let (_, new) = try version(document, text)
    let items = new.layout.document.sections[0].items
    #expect((0..<5).map { items.keptColumn(of: $0) } == columns)
    #expect(new.losesAssignedColumns == loses)
    #expect(!items.chunks.contains { $0.haveMeasuredSizes })
  }

  @Test func `K8: what replaces an item of a column of its own moves no other item`() throws {
    let text =
      #"{"container":{"width":300,"height":100},"layout":{"type":"waterfall","columns":3,"#
      + #""spacing":0,"placement":"roundRobin"},"#
      + #""items":[{"height":10,"column":1,"keptColumn":0},10,10,10,10]}"#
    let old = try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8)))
    func places(_ layout: PreparedLayout) throws -> [Double] {
      try layout.attributes(LayoutQuery(.all)).map(\.frame.x)
    }
    for kept in ["[0,0]", "true"] {
      let new = try old.updated(
        by: update(#"{"keepColumns":\#(kept),"replace":[{"indexPath":[0,0],"item":10}]}"#),
        maxItems: 9
      ).layout
      #expect(try places(new) == places(old))
      #expect(new.document.sections[0].items.fields(of: 0).column == 1)
    }
  }

  @Test(arguments: [
    // Columns hold in every section, also after the last item that the update names.
    (#"{"keepColumns":[0,1],"container":{"width":320}}"#, [[2, 2, 2], [2, 2, 2]], false),
    (
      #"{"keepColumns":[0,1],"container":{"width":500}}"#, [[nil, nil, nil], [nil, nil, nil]], true
    ),
    (
      #"{"keepColumns":true,"container":{"width":500},"replaceSections":[{"section":0,"items":3},"#
        + #"{"section":1,"items":3}]}"#, [[nil, nil, nil], [nil, nil, nil]], false
    ),
    (
      #"{"keepColumns":true,"container":{"width":500},"delete":[{"indexPath":[0,0],"count":3},"#
        + #"{"indexPath":[1,0],"count":3}]}"#, [[], []], false
    ),
  ])
  func `K9: who keeps columns over another width, and whether any is lost`(
    text: String, columns: [[Double?]], loses: Bool
  ) throws {
    let items = #"[{"keptColumn":2},{"keptColumn":2},{"keptColumn":2}]"#
    let document =
      #"{"container":{"width":300,"height":100},"layout":{"type":"waterfall","#
      + #""columns":{"minWidth":100},"spacing":0},"sections":[{"items":\#(items)},{"items":\#(items)}]}"#
    let (_, new) = try version(LayoutDocumentReader.read(Array(document.utf8)), text)
    let found = new.layout.document.sections.map { section in
      (0..<section.items.count).map { section.items.keptColumn(of: $0) }
    }
    #expect(found == columns)
    #expect(new.losesAssignedColumns == loses)
  }

  @Test func `F10 K7: a column of its own stays with an item, and is none that it keeps`() throws {
    let text =
      #"{"container":{"width":400,"height":100},"layout":{"type":"waterfall","columns":4,"#
      + #""spacing":0,"placement":"gridLanes"},"items":[{"height":40,"column":1},40,40,40]}"#
    let document = try LayoutDocumentReader.read(Array(text.utf8))
    let old = try PreparedLayout(document)
    func places(_ layout: PreparedLayout) throws -> [Double] {
      try layout.attributes(LayoutQuery(.all)).map(\.frame.x)
    }
    #expect(try places(old) == [100, 0, 200, 300])
    // Kept, every item has its column, and the next one goes on where it would have.
    let kept = try old.updated(
      by: update(#"{"keepColumns":true,"append":[{"items":[40]}]}"#), maxItems: 9)
    #expect(try places(kept.layout) == [100, 0, 200, 300, 0])
    let items = kept.layout.document.sections[0].items
    #expect((0..<5).map { items.fields(of: $0).column } == [1, nil, nil, nil, nil])
    #expect((0..<5).map { items.fields(of: $0).keptColumn } == [nil, 0, 2, 3, nil])
    let moved = try kept.layout.updated(
      by: update(#"{"keepColumns":false,"move":[{"from":[0,0],"to":[0,2]}]}"#), maxItems: 9)
    #expect(try places(moved.layout) == [0, 100, 100, 200, 300])
  }

  @Test func `J2 J6: what is moved is the item as it comes out`() throws {
    let text = #"{"move":[{"from":[0,1],"to":[0,0]}],"replace":[{"indexPath":[0,1],"item":9}]}"#
    #expect(try updated([[1, 2, 3]], text) == [[9, 1, 3]])
  }

  @Test func `J7: containers are merged, the rest is replaced`() throws {
    var document = document([[1]])
    document.container.scale = 2
    document.container.direction = .rightToLeft
    let updated = try document.updated(
      by: update(
        #"{"container":{"width":50,"scale":null},"layout":{"type":"flow"},"#
          + #""configuration":{"interSectionSpacing":3}}"#), maxItems: 9
    ).document
    #expect(updated.container.size == Size(width: 50, height: 100))
    #expect(updated.container.scale == nil && updated.container.direction == .rightToLeft)
    #expect(updated.configuration.interSectionSpacing == 3)
    #expect(updated.layout == LayoutVariants(.flow(FlowSpec())))
    #expect(throws: UpdateError.self) {
      try document.updated(
        by: update(#"{"container":{"width":null}}"#), maxItems: 9)
    }
  }

  @Test func `J8: items of deleted sections may be moved out, and not named otherwise`() throws {
    let sections: [[Double]] = [[1, 2], [3]]
    #expect(
      try updated(
        sections, #"{"deleteSections":[0],"move":[{"from":[0,1],"to":[0,0]}]}"#) == [[2, 3]])
    #expect(
      try updated(
        sections,
        #"{"insertSections":[{"section":0,"items":[7]}],"move":[{"from":[1,0],"to":[0,1]}]}"#)
        == [[7, 3], [1, 2], []])
    #expect(
      try refusals(sections, #"{"deleteSections":[0],"delete":[[0,1]]}"#) == ["/delete/0"])
    #expect(
      try refusals(
        sections,
        #"{"replaceSections":[{"section":1,"items":2}],"replace":[{"indexPath":[1,0],"item":1}]}"#)
        == ["/replace/0/indexPath"])
  }

  @Test func `J9: a custom section's items change with its frames`() throws {
    let document = LayoutDocument(
      container: Self.container,
      layout: LayoutVariants(
        .custom(CustomSpec(frames: [CustomFrame(frame: Rect(x: 0, y: 0, width: 9, height: 9))]))),
      sections: [LayoutSection(items: Items(count: 1))])
    #expect(throws: UpdateError.self) { try version(document, #"{"append":[{"items":1}]}"#) }
    let both =
      #"{"replaceSections":[{"section":0,"items":2,"layout":{"type":"custom","frames":[[0,0,1,1],[2,2,1,1]]}}]}"#
    #expect(try version(document, both).new.layout.itemCount == 2)
  }

  @Test func `J10: items at the top level become sections`() throws {
    var document = document([[1]])
    document.hasTopLevelItems = true
    func isTop(_ text: String) throws -> Bool {
      try document.updated(by: update(text), maxItems: 9).document
        .hasTopLevelItems
    }
    #expect(try isTop(#"{"append":[{"items":1}]}"#))
    #expect(try !isTop(#"{"insertSections":[{"section":0,"items":1}]}"#))
  }

  @Test func `More items than a document may have are refused where they come`() throws {
    let old = document([[1, 2]])
    do {
      _ = try old.updated(
        by: update(#"{"append":[{"items":3},{"items":2}],"delete":[[0,0]]}"#), maxItems: 5)
      Issue.record("6 items are taken")
    } catch UpdateError.update(let error) {
      #expect(error.issues.map(\.path.pointer) == ["/append/1/items"])
    }
  }

  // MARK: Anchors and changes

  @Test(arguments: [
    (ChangesQuery.Anchor.first, 0.0, 0.0), (.first, 1, 0), (.first, 30, 90), (.last, 900, 960),
    (.last, 899.5, 960), (.none, 30, 30), (.item(ItemPath(0, 0), isEnd: false), 0, 60),
  ])
  func `L2 L3: two items of 30 in front of twenty of 50`(
    anchor: ChangesQuery.Anchor, offset: Double, expected: Double
  ) throws {
    let (old, new) = try version(
      document([[Double](repeating: 50, count: 20)]),
      #"{"insert":[{"indexPath":[0,0],"items":[30,30]}]}"#)
    let bounds = Rect(x: 0, y: offset, width: 100, height: 100)
    let changes = try new.layout.changes(
      from: old, new.map, ChangesQuery(rect: bounds, bounds: bounds, anchor: anchor))
    let moved = changes.contentOffset?.y ?? .nan
    #expect(abs(moved - expected) < 1e-9)
  }

  @Test func `L4: where the anchor is gone the next one up holds, then the next one down`() throws {
    let (old, new) = try version(
      document([[Double](repeating: 50, count: 6)]),
      #"{"delete":[{"indexPath":[0,2],"count":2}],"replace":[{"indexPath":[0,0],"item":80}]}"#)
    func held(_ anchor: ChangesQuery.Anchor, _ y: Double) throws -> ItemPath? {
      let bounds = Rect(x: 0, y: y, width: 100, height: 100)
      return try new.layout.changes(
        from: old, new.map, ChangesQuery(rect: bounds, bounds: bounds, anchor: anchor)
      ).anchor?.old
    }
    #expect(try held(.first, 120) == ItemPath(0, 4))
    #expect(try held(.last, 90) == ItemPath(0, 1))
    #expect(try held(.item(ItemPath(0, 2), isEnd: false), 0) == ItemPath(0, 4))
    let (other, cut) = try version(
      document([[50, 50, 50]]), #"{"delete":[{"indexPath":[0,1],"count":2}]}"#)
    let bounds = Rect(x: 0, y: 10, width: 100, height: 100)
    let changes = try cut.layout.changes(
      from: other, cut.map,
      ChangesQuery(rect: bounds, bounds: bounds, anchor: .item(ItemPath(0, 2), isEnd: true)))
    #expect(changes.anchor?.old == ItemPath(0, 0))
  }

  @Test func `L6: distances are between frames as they are returned`() throws {
    var document = document([[Double](repeating: 50, count: 20)])
    document.container.scale = 1
    let (old, new) = try version(document, #"{"insert":[{"indexPath":[0,0],"items":[30.4]}]}"#)
    let bounds = Rect(x: 0, y: 120, width: 100, height: 100)
    let changes = try new.layout.changes(
      from: old, new.map, ChangesQuery(rect: bounds, bounds: bounds))
    #expect(changes.contentOffsetAdjustment == Point(x: 0, y: 30))
  }

  @Test func `L7: after rotation the same part of the cell is hidden`() throws {
    let spec = JustifiedSpec()
    let document = LayoutDocument(
      container: Container(size: Size(width: 390, height: 844)),
      layout: LayoutVariants(.justified(spec)),
      sections: [
        LayoutSection(items: Items((0..<200).map { .pair(Double(300 + $0 % 7 * 90), 400) }))
      ])
    let (old, new) = try version(document, #"{"container":{"width":844,"height":390}}"#)
    let bounds = Rect(x: 0, y: 3_000, width: 390, height: 844)
    let changes = try new.layout.changes(
      from: old, new.map, ChangesQuery(rect: bounds, bounds: bounds))
    let anchor = try #require(changes.anchor)
    func frame(_ layout: PreparedLayout, _ path: ItemPath) throws -> Rect {
      let found = try layout.attributes(
        LayoutQuery(
          .indexPaths([LayoutIndexPath(section: path.section, item: path.item)], kind: nil)))
      return try #require(found.first?.frame)
    }
    let (one, other) = (try frame(old, anchor.old), try frame(new.layout, anchor.new))
    let hidden = (3_000 - one.minY) / one.height
    let offset = try #require(changes.contentOffset?.y)
    #expect(hidden > 0 && abs((offset - other.minY) / other.height - hidden) < 1e-9)
  }

  @Test func `J6 M4 M5: the cell of a replaced item is changed, over several updates and back`()
    throws
  {
    let old = document([[10, 20, 30], [40]])
    let bounds = Rect(x: 0, y: 0, width: 100, height: 200)
    let query = ChangesQuery(rect: nil, bounds: bounds)
    // An item of the same length, and then one that has been moved.
    let (first, second) = try version(old, #"{"replace":[{"indexPath":[0,1],"item":20}]}"#)
    let changes = try second.layout.changes(from: first, second.map, query)
    #expect(changes.changed.map(\.attributes.item) == [1])
    #expect(changes.invalidated == Rect(x: 0, y: 10, width: 100, height: 20))
    let third = try second.layout.updated(
      by: update(
        #"{"insert":[{"indexPath":[1,0],"items":[5]}],"replace":[{"indexPath":[1,0],"item":40}]}"#),
      maxItems: 1_000)
    let map = second.map.followed(by: third.map)
    let both = try third.layout.changes(from: first, map, query)
    #expect(both.changed.map { [$0.old.section, $0.old.item] } == [[0, 1], [1, 0]])
    #expect(
      both.changed.map { [$0.attributes.section, $0.attributes.item] } == [[0, 1], [1, 1]])
    let back = try first.changes(from: third.layout, map.inverse, query)
    #expect(
      back.changed.map { [$0.attributes.section, $0.attributes.item] } == [[0, 1], [1, 0]])
    #expect(back.deleted.count == 1 && back.inserted.isEmpty)
  }

  @Test func `M6: an empty update changes nothing`() throws {
    let (old, new) = try version(document([[10, 20], [30]]), "{}")
    let bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    let changes = try new.layout.changes(
      from: old, new.map, ChangesQuery(rect: nil, bounds: bounds))
    #expect(changes.changed.isEmpty && changes.deleted.isEmpty && changes.inserted.isEmpty)
    #expect(changes.invalidated == nil && changes.contentOffsetAdjustment == .zero)
  }

  @Test
  func `An update of many operations checks for cancellation all the time, and ends at any check`()
    throws
  {
    var columns = ItemColumns(count: 4)
    for item in 0..<4 { columns.numbers.set(Double(item + 1), at: item) }
    let document = LayoutDocument(
      container: Container(size: Size(width: 320, height: 480)),
      layout: LayoutVariants(.list(ListSpec())),
      sections: (0..<2_000).map { _ in LayoutSection(items: Items(columns)) })
    var update = LayoutUpdate()
    update.deletions = (0..<2_000).map { LayoutUpdate.Deletion(ItemRun(ItemPath($0, 1))) }
    /// How often it looks where nobody waits from the n-th look on.
    func looks(until last: Int) throws(UpdateError) -> Int {
      var count = 0
      let budget = LayoutBudget(isWanted: {
        count += 1
        return count < last
      })
      _ = try document.updated(by: update, maxItems: .max, budget)
      return count
    }
    let count = try looks(until: .max)
    #expect(count >= 4 + 2_000 * 96 / LayoutBudget.stretch)
    for last in 1...count {
      #expect(throws: UpdateError.cancelled) { _ = try looks(until: last) }
    }
  }

  @Test func `M5: cells that were not shown before lie in what is invalidated`() throws {
    // One row: of two squares, then of four.
    let text =
      #"{"container":{"width":100,"height":100},"layout":{"type":"justified","boxSpacing":0,"#
      + #""targetRowHeight":50,"targetRowHeightTolerance":0,"maxNumRows":1},"items":9}"#
    let (old, new) = try version(
      LayoutDocumentReader.read(Array(text.utf8)), #"{"container":{"width":200}}"#)
    let changes = try new.layout.changes(from: old, new.map, ChangesQuery(rect: nil))
    #expect(changes.inserted.map(\.item) == [2, 3])
    #expect(changes.changed.isEmpty)
    #expect(changes.invalidated == Rect(x: 100, y: 0, width: 100, height: 50))
  }
}
