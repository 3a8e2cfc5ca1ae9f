import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// What an update and its changes cost: counted in steps of the budget and in items placed, not in time.
@Suite struct UpdateCostTests {
  /// The number of stretches of a budget's steps (`LayoutBudget.stretch`) that a search may end; beyond it,
  /// cells would be compared one by one.
  private static let checks = 5

  private static let nested =
    #"{"direction":"vertical","size":{"width":{"fractionalWidth":1},"height":{"estimated":90}},"#
    + #""subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":40}},"#
    + #""supplementaryItems":[{"kind":"badge","size":{"width":{"absolute":9},"height":{"absolute":9}},"#
    + #""containerAnchor":{"edges":["top"]}}]},{"direction":"horizontal","#
    + #""size":{"width":{"fractionalWidth":1},"height":{"estimated":50}},"subitems":[{"size":"#
    + #"{"width":{"fractionalWidth":0.5},"height":{"estimated":50}}}],"count":2}]}"#
  private static let orthogonal =
    #"{"direction":"vertical","size":{"width":{"absolute":90},"height":{"absolute":80}},"#
    + #""subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":0.5}}}]}"#

  static let layouts = [
    #"{"type":"list"}"#, #"{"type":"flow","itemSize":{"width":60,"height":40}}"#,
    #"{"type":"flow","estimatedItemSize":{"width":60,"height":40}}"#,
    #"{"type":"flow","itemSize":{"width":60,"height":40},"alignment":"center","lineAlignment":"bottom"}"#,
    #"{"type":"waterfall","columns":3}"#, #"{"type":"justified"}"#, #"{"type":"magazine"}"#,
    #"{"type":"list","appearance":"grouped"}"#,
    #"{"type":"compositional","group":\#(nested)}"#,
    #"{"type":"compositional","orthogonalScrollingBehavior":"continuous","group":\#(orthogonal)}"#,
  ]

  private static func read(_ text: String) throws -> PreparedLayout {
    try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  private static func version(_ layout: PreparedLayout, _ text: String) throws -> LayoutVersion {
    try layout.updated(by: LayoutUpdateReader.read(Array(text.utf8)), maxItems: .max)
  }

  /// Returns how often the budget's steps of a search end a stretch.
  private static func checks(
    of version: LayoutVersion, after parent: PreparedLayout
  ) throws -> (checks: Int, changes: LayoutChanges) {
    var checks = 0
    let budget = LayoutBudget(isWanted: {
      checks += 1
      return true
    })
    let bounds = Rect(x: 0, y: 40, width: 390, height: 100)
    let query = ChangesQuery(rect: bounds, bounds: bounds)
    let changes = try version.layout.changes(from: parent, version.map, query, budget)
    return (checks, changes)
  }

  @Test(arguments: layouts)
  func `M5: changes of a count of items are found without comparing each`(layout: String) throws {
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"items":300000}"#)
    let updates = [
      #"{"append":[{"items":50}]}"#, #"{"insert":[{"indexPath":[0,150000],"items":2}]}"#,
      #"{"delete":[[0,150001]]}"#, #"{"move":[{"from":[0,150090],"to":[0,150003]}]}"#,
    ]
    for update in updates {
      let version = try Self.version(first, update)
      let (checks, changes) = try Self.checks(of: version, after: first)
      #expect(checks <= Self.checks, "\(update)")
      #expect(changes.invalidated != nil, "\(update)")
    }
  }

  @Test(arguments: [
    ("ltr", ""), ("rtl", #""scrollDirection":"horizontal""#),
    ("ltr", #""headersPinAcrossSections":true,"interSectionSpacing":3.3"#),
  ])
  func `M5: sections that have only moved are compared in blocks, and are in the rectangle`(
    direction: String, configuration: String
  ) throws {
    let layouts = [
      #"{"type":"waterfall","columns":3,"headerReferenceSize":{"width":20,"height":20},"sectionHeadersPinToVisibleBounds":true}"#,
      #"{"type":"justified"}"#, #"{"type":"magazine"}"#,
    ]
    let horizontal = configuration.contains("horizontal")
    let sections = (0..<400).map { number in
      let layout = layouts[horizontal ? 0 : number % layouts.count]
      let items = (0..<10).map {
        #"{"id":"\#(number).\#($0)","aspectRatio":1.3,"height":\#(50 + ($0 * 7 + number) % 60)}"#
      }
      return #"{"layout":\#(layout),"items":[\#(items.joined(separator: ","))]}"#
    }
    let first = try Self.read(
      #"{"container":{"width":390,"height":844,"scale":2,"direction":"\#(direction)"},"#
        + #""configuration":{\#(configuration)},"sections":[\#(sections.joined(separator: ","))]}"#
    )
    for update in [
      #"{"insert":[{"indexPath":[0,0],"items":[{"height":77.3}]}]}"#, #"{"delete":[[200,3]]}"#,
      #"{"insertSections":[{"section":1,\#(sections[5].dropFirst())]}"#,
      #"{"deleteSections":[7]}"#,
      #"{"measure":[{"indexPath":[3,1],"\#(horizontal ? "width" : "height")":99}]}"#,
    ] {
      let version = try Self.version(first, update)
      let (checks, changes) = try Self.checks(of: version, after: first)
      // Headers that are pinned across sections may be beyond their own, so they are looked at one by one.
      #expect(checks <= Self.checks || configuration.contains("Across"), "\(update)")
      let reach = try #require(changes.invalidated).outsetBy(dx: 1e-6, dy: 1e-6)
      // Headers are pinned in the view; cells are where they are.
      let before = try first.attributes(.init(.all)).filter { $0.category == .cell }
      let after = try version.layout.attributes(.init(.all)).filter { $0.category == .cell }
      let old = Dictionary(uniqueKeysWithValues: before.map { ([$0.section ?? -1, $0.item], $0) })
      for attributes in after where old[[attributes.section ?? -1, attributes.item]] != attributes {
        let frame = attributes.frame
        #expect(
          reach.minX <= frame.minX && reach.minY <= frame.minY && frame.maxX <= reach.maxX
            && frame.maxY <= reach.maxY, "\(update): \(attributes)")
      }
    }
  }

  @Test(arguments: layouts.suffix(2))
  func `M5: measured groups and badges are compared as runs`(layout: String) throws {
    guard layout.contains("estimated") else { return }
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"items":300000}"#)
    var last = first
    for item in [150_000, 150_003, 90_000, 299_998] {
      let version = try Self.version(
        last, #"{"measure":[{"indexPath":[0,\#(item)],"height":61}]}"#)
      #expect(try Self.checks(of: version, after: last).checks <= Self.checks, "\(item)")
      last = version.layout
    }
    let grown = try Self.version(last, #"{"append":[{"items":9}]}"#)
    #expect(try Self.checks(of: grown, after: last).checks <= Self.checks)
  }

  @Test(arguments: layouts.prefix(5))
  func `The first item with fields among a count leaves those before it compared as runs`(
    layout: String
  ) throws {
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"items":100000}"#)
    let version = try Self.version(
      first, #"{"insert":[{"indexPath":[0,90000],"items":[{"width":77,"height":77}]}]}"#)
    let (checks, changes) = try Self.checks(of: version, after: first)
    #expect(checks <= Self.checks && changes.invalidated != nil)
    guard layout.contains("list") else { return }
    #expect(version.placedItemCount <= 4 * ItemChunk.maxLength)
  }

  @Test(arguments: layouts.prefix(5), [300, 6_923, 8_999])
  func `M5: a field of one item among a count is found wherever it is`(
    layout: String, item: Int
  ) throws {
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"items":9000}"#)
    let updates = [
      #"{"replace":[{"indexPath":[0,\#(item)],"item":{"width":50,"height":170}}]}"#,
      #"{"measure":[{"indexPath":[0,\#(item)],"height":170}]}"#,
    ]
    for update in updates {
      let version = try Self.version(first, update)
      var query = ChangesQuery(rect: nil)
      let all = try version.layout.changes(from: first, version.map, query)
      let reach = try #require(all.invalidated).outsetBy(dx: 1e-6, dy: 1e-6)
      for change in all.changed {
        for frame in [change.old.frame, change.attributes.frame] {
          #expect(reach.minX <= frame.minX && reach.minY <= frame.minY, "\(update)")
          #expect(frame.maxX <= reach.maxX && frame.maxY <= reach.maxY, "\(update)")
        }
      }
      #expect(!all.changed.isEmpty)
      query.rect = Rect(x: 0, y: 0, width: 9, height: 9)
      #expect(
        try version.layout.changes(from: first, version.map, query).invalidated == all.invalidated)
    }
  }

  @Test func `The first update of a document leaves its short first chunks as they are`() throws {
    let items = (0..<70_000).map { "\(40 + $0 % 7)" }.joined(separator: ",")
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":{"type":"list"},"items":[\#(items)]}"#)
    let version = try Self.version(first, #"{"append":[{"items":[50]}]}"#)
    #expect(version.placedItemCount < 2_048)
    let (old, new) = (first.content.sections[0].items, version.layout.content.sections[0].items)
    #expect(old.sharedCount(from: 0, with: new) > 67_000)
  }

  private static let counted =
    layouts.prefix(6) + [
      #"{"type":"list","rowSpacing":-1}"#,
      #"{"type":"waterfall","columns":10,"placement":"roundRobin"}"#,
      #"{"type":"waterfall","columns":7,"placement":"gridLanes","flowTolerance":20}"#,
    ]

  @Test(arguments: counted)
  func `The first updates of a count repeat the chunks of items without fields`(
    layout: String
  ) throws {
    let count = 300_000
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"items":\#(count)}"#)
    let item = #"{"width":77,"height":50}"#
    let isWaterfall = layout.contains("waterfall")
    let updates = [
      #""append":[{"items":[\#(item)]}]"#,
      #""insert":[{"indexPath":[0,150000],"items":[\#(item)]}]"#,
      #""insert":[{"indexPath":[0,7],"items":[\#(item)]}],"keepColumns":\#(isWaterfall)"#,
      #""replace":[{"indexPath":[0,150000],"item":\#(item)}],"keepColumns":\#(isWaterfall)"#,
    ]
    for update in updates {
      var last = first
      for text in [update, #""delete":[[0,90000]]"#] {
        let version = try Self.version(last, "{\(text)}")
        let comment: Comment = "\(update), then \(text)"
        guard !layout.contains("-1") else {
          // Rows that overlap are placed one by one.
          #expect(version.layout.byteCount > 300_000, comment)
          break
        }
        #expect(version.placedItemCount <= 20 * ItemChunk.maxLength, comment)
        #expect(version.layout.byteCount < 6 * count, comment)
        last = version.layout
      }
      #expect(last.byteCount == ByteCountTests.walkedByteCount(of: last), "\(update)")
    }
  }

  @Test func `A17: each measurement of an estimated item places a few hundred items`() throws {
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"items":300000,"#
        + #""layout":{"type":"flow","estimatedItemSize":{"width":60,"height":40}}}"#)
    var last = first
    for item in stride(from: 0, to: 300_000, by: 7_919) {
      let update =
        #"{"measure":[{"indexPath":[0,\#(item)],"width":71,"height":\#(40 + item % 9)}]}"#
      let version = try Self.version(last, update)
      #expect(version.placedItemCount <= 4 * ItemChunk.maxLength, "\(item)")
      #expect(try Self.checks(of: version, after: last).checks <= Self.checks, "\(item)")
      last = version.layout
    }
    let fresh = try PreparedLayout(VersionScene.anew(last.document))
    #expect(try last.attributes(LayoutQuery(.all)) == fresh.attributes(LayoutQuery(.all)))
  }

  @Test(arguments: [#"{"type":"list"}"#, #"{"type":"flow","itemSize":{"width":60,"height":44}}"#])
  func `M5: a replaced item with an id invalidates its two frames`(layout: String) throws {
    let items = (0..<9_000).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"items":[\#(items)]}"#)
    let version = try Self.version(
      first, #"{"replace":[{"indexPath":[0,700],"item":{"id":"new"}}]}"#)
    let (checks, changes) = try Self.checks(of: version, after: first)
    let cell = try first.attributes(
      LayoutQuery(.indexPaths([LayoutIndexPath(section: 0, item: 700)], kind: nil)))
    #expect(changes.invalidated == cell.first?.frame)
    #expect(checks <= Self.checks)
  }

  @Test func `M5: a replaced item that moves the items after it invalidates them`() throws {
    let items = (0..<9_000).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":{"type":"list"},"items":[\#(items)]}"#)
    let version = try Self.version(
      first, #"{"replace":[{"indexPath":[0,700],"item":{"id":"new","height":50}}]}"#)
    let invalidated = try #require(try Self.checks(of: version, after: first).changes.invalidated)
    #expect(abs(invalidated.minY - 700 * 44) < 1e-6)
    #expect(invalidated.maxY >= version.layout.contentSize.height)
  }

  // MARK: Containers

  private static let readers = [
    half, #"{"type":"flow","sectionInset":"centered"}"#,
    #"[{"when":{"maxHeight":600},"layout":{"type":"list","rowHeight":7}},"#
      + #"{"layout":{"type":"list"}}]"#,
  ]

  @Test(arguments: layouts + readers)
  func `A container that is sent unchanged leaves every section shared`(layout: String) throws {
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"#
        + #""sections":[{"items":5000},{"layout":\#(layout),"items":9}]}"#)
    for container in [#"{"width":390,"height":844}"#, #"{"height":844}"#, "{}"] {
      let version = try Self.version(first, #"{"container":\#(container)}"#)
      for section in 0..<2 {
        #expect(version.layout.content.sections[section] === first.content.sections[section])
      }
      #expect(version.placedItemCount == 0)
      #expect(try Self.checks(of: version, after: first).changes.invalidated == nil)
    }
  }

  /// Checks that a version shares the section of its parent, and that its frames and changes are those of its
  /// document laid out afresh.
  private static func expectShared(_ first: PreparedLayout, _ update: String) throws {
    let version = try version(first, update)
    #expect(version.layout.content.sections[0] === first.content.sections[0])
    let fresh = try PreparedLayout(VersionScene.anew(version.layout.document))
    #expect(try version.layout.attributes(LayoutQuery(.all)) == fresh.attributes(LayoutQuery(.all)))
    #expect(version.layout.contentSize == fresh.contentSize)
    let bounds = Rect(x: 30, y: 30, width: 200, height: 300)
    for rect in [nil, bounds] {
      let query = ChangesQuery(rect: rect, bounds: bounds)
      let changes = try version.layout.changes(from: first, version.map, query)
      let expected = try fresh.changes(from: first, version.map, query)
      #expect(changes.changed.map(\.attributes) == expected.changed.map(\.attributes))
      #expect(changes.invalidated == expected.invalidated)
      #expect(changes.contentOffset == expected.contentOffset)
      #expect(
        VersionComparison(first, version.layout, version.map, query).contradictions() == [])
    }
  }

  @Test(arguments: layouts.prefix(5), ["ltr", "rtl"])
  func `A container's width leaves horizontal sections shared, from left to right or not`(
    layout: String, direction: String
  ) throws {
    for items in [2, 500] {
      let first = try Self.read(
        #"{"container":{"width":390,"height":844,"direction":"\#(direction)"},"#
          + #""configuration":{"scrollDirection":"horizontal"},"layout":\#(layout),"#
          + #""items":\#(items)}"#)
      try Self.expectShared(first, #"{"container":{"width":600,"height":844}}"#)
      try Self.expectShared(first, #"{"container":{"width":200,"height":844}}"#)
    }
  }

  @Test(arguments: layouts)
  func `Content insets along the scroll axis leave every section shared`(layout: String) throws {
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"items":500}"#)
    try Self.expectShared(first, #"{"container":{"contentInsets":{"top":40,"bottom":10}}}"#)
  }

  @Test(arguments: layouts)
  func `A container's height that no layout reads leaves every section shared`(
    layout: String
  ) throws {
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":\#(layout),"items":5000}"#)
    let version = try Self.version(first, #"{"container":{"width":390,"height":500}}"#)
    #expect(version.layout.content.sections[0] === first.content.sections[0])
    #expect(version.placedItemCount == 0)
    let (checks, changes) = try Self.checks(of: version, after: first)
    #expect(checks <= Self.checks && changes.invalidated == nil)
  }

  private static let half =
    #"{"type":"compositional","group":{"direction":"vertical","#
    + #""size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":0.5}},"#
    + #""subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}}]}}"#

  @Test(arguments: readers)
  func `Only sections whose layouts read the container's height are laid out again`(
    layout: String
  ) throws {
    let sections = (0..<130).map {
      $0 == 70 ? #"{"layout":\#(layout),"items":9}"# : #"{"items":8}"#
    }
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":{"type":"list"},"#
        + #""sections":[\#(sections.joined(separator: ","))]}"#)
    let version = try Self.version(first, #"{"container":{"width":390,"height":500}}"#).layout
    let (old, new) = (first.content.sections, version.content.sections)
    for section in 0..<130 {
      #expect((old[section] === new[section]) == (section != 70), "\(section)")
    }
    let fresh = try PreparedLayout(VersionScene.anew(version.document))
    #expect(try version.attributes(LayoutQuery(.all)) == fresh.attributes(LayoutQuery(.all)))
  }

  @Test func `A container that becomes too short for a section's insets is refused`() throws {
    let group = Self.orthogonal
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":{"type":"compositional","#
        + #""contentInsets":{"top":300,"bottom":200},"group":\#(group)},"items":9}"#)
    _ = try Self.version(first, #"{"container":{"width":390,"height":501}}"#)
    #expect(throws: UpdateError.self) {
      try Self.version(first, #"{"container":{"width":390,"height":500}}"#)
    }
  }

  @Test(arguments: layouts)
  func `M5: lines from right to left are compared by chunks, too`(layout: String) throws {
    let first = try Self.read(
      #"{"container":{"width":390,"height":844,"direction":"rtl"},"layout":\#(layout),"#
        + #""items":200000}"#)
    let version = try Self.version(first, #"{"append":[{"items":50}]}"#)
    #expect(try Self.checks(of: version, after: first).checks <= Self.checks)
  }
}
