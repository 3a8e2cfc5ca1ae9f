import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// Versions that share with their parents, in cases that random updates seldom meet.
@Suite struct SharedVersionCaseTests {
  private static func read(_ text: String) throws -> PreparedLayout {
    try PreparedLayout(LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits()))
  }

  private static func version(_ layout: PreparedLayout, _ text: String) throws -> LayoutVersion {
    try layout.updated(by: LayoutUpdateReader.read(Array(text.utf8)), maxItems: .max)
  }

  @Test func `K7: items keep their own columns where a chunk stands several times`() throws {
    let first = try Self.read(
      #"{"container":{"width":2000,"height":1000},"layout":{"type":"waterfall","columns":200,"#
        + #""columnSpacing":0,"rowSpacing":0,"placement":"roundRobin"},"items":20000}"#)
    let grown = try Self.version(first, #"{"append":[{"items":[{"height":100}]}]}"#).layout
    let inserted =
      (0..<2_399).map { _ in "10" }.joined(separator: ",") + #",{"height":10,"column":199}"#
    let last = try Self.version(
      grown,
      #"{"delete":[[0,0]],"insert":[{"indexPath":[0,4095],"items":[\#(inserted)]}],"#
        + #""keepColumns":[0,8191]}"#
    ).layout
    let fresh = try PreparedLayout(VersionScene.anew(last.document))
    let query = LayoutQuery(
      .indexPaths((6_400..<6_600).map { LayoutIndexPath(section: 0, item: $0) }, kind: nil))
    #expect(try last.attributes(query) == fresh.attributes(query))
    #expect(last.contentSize == fresh.contentSize)
  }

  @Test(arguments: [
    #"{"type":"list"}"#, #"{"type":"waterfall"}"#,
    #"{"type":"flow","itemSize":{"width":50,"height":40}}"#,
    #"{"type":"compositional","group":{"direction":"horizontal","size":{"width":{"fractionalWidth":1},"#
      + #""height":{"estimated":40}},"subitems":[{"size":{"width":{"fractionalWidth":0.5},"#
      + #""height":{"estimated":40}}}]}}"#,
  ])
  func `Items that stand by a rule are not placed one by one`(layout: String) throws {
    let first = try Self.read(
      #"{"container":{"width":300,"height":100},"layout":\#(layout),"items":5000}"#)
    let grown = try Self.version(first, #"{"append":[{"items":7}]}"#)
    // What follows the last repeated chunk is placed again.
    #expect(grown.placedItemCount < 1_000)
    guard layout.contains("compositional") else { return }
    #expect(grown.placedItemCount == 0)
    let measured = try Self.version(
      grown.layout,
      #"{"measure":[{"indexPath":[0,9],"height":60},{"indexPath":[0,300],"height":9}]}"#)
    #expect(measured.placedItemCount == 4)
  }

  @Test(arguments: [
    (#"{"items":[]},{"items":[]}"#, #"{}"#),
    (#"{"items":[5,7]},{"items":[5,7]}"#, #"{"move":[{"from":[1,0],"to":[0,9000]}]}"#),
  ])
  func `A long section that was like another keeps columns without placing an item`(
    sections: String, update: String
  ) throws {
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":{"type":"waterfall"},"#
        + #""sections":[\#(sections)]}"#)
    let items = (0..<20_000).map { "\(40 + $0 * 37 % 160)" }.joined(separator: ",")
    let grown = try Self.version(first, #"{"append":[{"section":0,"items":[\#(items)]}]}"#).layout
    let parent = try Self.version(grown, update).layout
    #expect(try Self.version(parent, #"{"keepColumns":true}"#).placedItemCount <= 2)
  }

  @Test func `Items of a section that is gone are counted where another's solution holds them`()
    throws
  {
    let items = ["a", "b"].map { name in
      (0..<3_000).map { #"{"id":"\#(name)\#($0)"}"# }.joined(separator: ",")
    }
    let first = try Self.read(
      #"{"container":{"width":390,"height":844},"layout":{"type":"list","rowHeight":9},"#
        + #""sections":[{"items":[{"id":"a","height":40}]},{"items":[{"id":"b","height":40}]},"#
        + #"{"items":[\#(items[0])]},{"items":[\#(items[1])]}]}"#)
    #expect(first.byteCount == ByteCountTests.walkedByteCount(of: first))
    for update in [#"{"deleteSections":[0,2]}"#, #"{"measure":[{"indexPath":[0,0],"height":7}]}"#] {
      let version = try Self.version(first, update).layout
      #expect(version.byteCount == ByteCountTests.walkedByteCount(of: version))
    }
  }

  @Test func `Chunks that updates make are never longer than a chunk may be`() throws {
    let heights = (0..<600_000).map { 40 + $0 * 37 % 160 }
    let items = Items(ItemColumns(heights.map { .number(Double($0)) }))
    var spec = WaterfallSpec()
    spec.columns = .count(12)
    var document = LayoutDocument(
      container: Container(size: Size(width: 1_200, height: 900)),
      sections: [LayoutSection(items: items)])
    document.layout = LayoutVariants(.waterfall(spec))
    let inserted = (0..<1_000).map { "\(30 + $0 * 53 % 90)" }.joined(separator: ",")
    let last = try Self.version(
      try PreparedLayout(document),
      #"{"insert":[{"indexPath":[0,561000],"items":[\#(inserted)]}]}"#
    ).layout
    let chunks = last.document.sections[0].items.chunks
    #expect(chunks.allSatisfy { $0.count <= ItemChunk.maxLength })
    let fresh = try PreparedLayout(VersionScene.anew(last.document))
    let query = LayoutQuery(
      .indexPaths((557_000..<566_000).map { LayoutIndexPath(section: 0, item: $0) }, kind: nil))
    #expect(try last.attributes(query) == fresh.attributes(query))
  }

  @Test(arguments: [
    (
      #""sections":[{"items":2},{"items":2}]"#, #"{"moveSections":[{"from":0,"to":1}]}"#
    ),
    (
      #""items":[{"height":44},{"height":44}]"#,
      #"{"replace":[{"indexPath":[0,1],"item":{"height":44,"zIndex":5}}]}"#
    ),
    (#""items":3"#, #"{"delete":[[0,1]],"insert":[{"indexPath":[0,1],"items":1}]}"#),
  ])
  func `M5: what looks alike and is another is invalidated`(items: String, update: String) throws {
    let old = try Self.read(
      #"{"container":{"width":100,"height":100},"layout":{"type":"list"},\#(items)}"#)
    let new = try Self.version(old, update)
    let changes = try new.layout.changes(from: old, new.map, ChangesQuery(rect: nil))
    #expect(changes.changed.count + changes.inserted.count > 0)
    #expect(changes.invalidated != nil)
  }

  @Test func `M5: of items with spans what is longer at the same place is invalidated`() throws {
    let old = try Self.read(
      #"{"container":{"width":300,"height":100},"layout":{"type":"waterfall","columns":3,"#
        + #""columnSpacing":0,"rowSpacing":0},"items":[{"height":44,"columnSpan":2},40,"#
        + #"{"height":40,"columnSpan":2},30]}"#)
    let new = try Self.version(old, #"{"measure":[{"indexPath":[0,2],"height":70}]}"#)
    let changes = try new.layout.changes(from: old, new.map, ChangesQuery(rect: nil))
    #expect(changes.invalidated == Rect(x: 0, y: 44, width: 200, height: 70))
  }

  // MARK: Steps

  /// Waterfalls whose items, from 40 to 199 points high, cover one column or two.
  private static func spans(_ count: Int, columns: Int = 40) throws -> PreparedLayout {
    let items = (0..<count).map {
      #"{"height":\#(40 + $0 * 37 % 160),"columnSpan":\#($0 % 2 + 1)}"#
    }
    return try read(
      #"{"container":{"width":900,"height":900},"layout":{"type":"waterfall","#
        + #""columns":\#(columns)},"sections":[{"items":[\#(items.joined(separator: ","))]},"#
        + #"{"items":[{"height":9,"columnSpan":2},{"height":7}]}]}"#)
  }

  /// Whether a document can be laid out in so many steps, afresh or as a version.
  private static func steps(_ layOut: (LayoutBudget) throws -> Void) throws -> Int {
    let all = 1 << 40
    let budget = LayoutBudget(steps: all)
    try layOut(budget)
    return all - budget.stepsLeft
  }

  @Test(arguments: [
    #"{"append":[{"section":0,"items":[{"height":50,"columnSpan":2},60]}]}"#,
    #"{"append":[{"section":1,"items":[{"height":50,"columnSpan":2},60]}]}"#,
    #"{"measure":[{"indexPath":[0,5500],"height":300}]}"#,
    #"{"delete":[[0,5500]]}"#,
  ])
  func `D: a version takes the steps of its document, most of which its parent has done`(
    update: String
  ) throws {
    let parent = try Self.spans(6_000)
    let update = try LayoutUpdateReader.read(Array(update.utf8))
    let version = try parent.updated(by: update, maxItems: .max).layout
    let fresh = try Self.steps { _ = try PreparedLayout(version.document, $0) }
    #expect(fresh > 6_000 * 40)
    let shared = try Self.steps { budget in
      _ = try parent.updated(by: update, maxItems: .max, budget)
    }
    #expect(shared == fresh)
    // Of fewer steps a document may take some of another kind, until there are too few of these, too.
    var outcomes: Set<Bool> = []
    for eighths in 1...8 {
      let steps = fresh * eighths / 8
      let isDocument =
        (try? PreparedLayout(version.document, LayoutBudget(steps: steps))) != nil
      let isVersion =
        (try? parent.updated(by: update, maxItems: .max, LayoutBudget(steps: steps))) != nil
      #expect(isVersion == isDocument, "\(eighths)")
      outcomes.insert(isVersion)
    }
    #expect(outcomes.count == 2)
  }

  @Test
  func `D: where shared parts took more steps than they would today a version is laid out afresh`()
    throws
  {
    // An item over nine columns makes trees of its span, too, and more steps for every item.
    let parent = try Self.spans(3_000)
    let wide = try Self.version(
      parent, #"{"insert":[{"indexPath":[0,0],"items":[{"height":9,"columnSpan":9}]}]}"#
    ).layout
    let update = try LayoutUpdateReader.read(Array(#"{"delete":[[0,0]]}"#.utf8))
    let anew = try PreparedLayout(VersionScene.anew(wide.document))
    let fresh = try Self.steps { _ = try PreparedLayout(parent.document, $0) }
    let version = try anew.updated(
      by: update, maxItems: .max, LayoutBudget(steps: fresh))
    var random = SeededGenerator(seed: 1)
    #expect(VersionScene.isSame(version.layout, parent, using: &random))
  }

  @Test func `I4: a version that becomes too long is refused where its document is`() throws {
    let sections = (0..<200).map { _ in #"{"items":[\#(1 << 28)]}"# }
    let parent = try Self.read(
      #"{"container":{"width":100,"height":100},"layout":{"type":"list"},"#
        + #""sections":[\#(sections.joined(separator: ","))]}"#)
    func issues(_ height: Int) throws -> [LayoutError.Issue] {
      let update = try LayoutUpdateReader.read(
        Array(#"{"insert":[{"indexPath":[0,0],"items":[\#(height)]}]}"#.utf8))
      let document = try parent.document.updated(by: update, maxItems: .max).document
      let fresh = SectionScene.issues {
        _ = try PreparedLayout(VersionScene.anew(document))
      }
      do throws(UpdateError) {
        _ = try parent.updated(by: update, maxItems: .max)
        #expect(fresh.isEmpty)
      } catch {
        guard case .document(let error) = error else { throw error }
        #expect(error.issues == fresh)
      }
      return fresh
    }
    #expect(try issues(1 << 30).isEmpty)
    // Twice 2^34 in the first section, and 128 sections of 2^28, are 2^36; the next one, of a block that
    // would stay whole, is too much.
    let found = try issues(1 << 34)
    #expect(found.first?.path.steps == [.field("sections"), .index(129), .field("items")])
  }

  @Test func `Sections like those that were there are laid out once`() throws {
    let old = try Self.read(
      #"{"container":{"width":100,"height":100},"layout":{"type":"list","rowSpacing":1},"#
        + #""sections":[{"items":[10,20,30]},{"items":[1,2]}]}"#)
    let new = try Self.version(
      old, #"{"insertSections":[{"section":1,"items":[10,20,30]}]}"#
    ).layout
    #expect(
      new.content.sections[0].solution === old.content.sections[0].solution
        && new.content.sections[1].solution === old.content.sections[0].solution)
  }
}
