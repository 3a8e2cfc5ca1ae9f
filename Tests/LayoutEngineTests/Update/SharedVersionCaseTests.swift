import LayoutWire
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
      .indexPaths((6_400..<6_600).map { IndexPath(section: 0, item: $0) }, kind: nil))
    #expect(try last.attributes(query) == fresh.attributes(query))
    #expect(last.contentSize == fresh.contentSize)
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
