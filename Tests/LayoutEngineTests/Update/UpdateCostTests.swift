import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// What an update and its changes cost: counted in steps of the budget and in items placed, not in time.
@Suite struct UpdateCostTests {
  /// The number of stretches of a budget's steps (`LayoutBudget.stretch`) that a search may end; beyond it,
  /// cells would be compared one by one.
  private static let checks = 3

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
    #"{"type":"waterfall","columns":3}"#, #"{"type":"justified"}"#, #"{"type":"magazine"}"#,
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

  @Test(arguments: layouts.prefix(3))
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
    #expect(version.placedItemCount <= 4 * ItemChunk.greatestLength)
  }

  @Test(arguments: layouts.prefix(3), [300, 6_923, 8_999])
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

  // MARK: Containers

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

  @Test(arguments: [
    half, #"{"type":"flow","sectionInset":"centered"}"#,
    #"[{"when":{"maxHeight":600},"layout":{"type":"list","rowHeight":7}},"#
      + #"{"layout":{"type":"list"}}]"#,
  ])
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
