import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// Pictures of what differs between two versions (Contract §12).
@Suite struct ChangesPictureTests {
  private static let list =
    #"{"container":{"width":100,"height":60},"layout":{"type":"list"},"#
    + #""items":[10,20,30,40]}"#

  private func bytes(
    _ update: String, _ query: ChangesQuery, document: String = list, piece: Int = .max
  ) throws -> [UInt8] {
    let old = try PreparedLayout(LayoutDocumentReader.read(Array(document.utf8)))
    let version = try old.updated(
      by: LayoutUpdateReader.read(Array(update.utf8)), maxItems: 200_000)
    let changes = try version.layout.changes(from: old, version.map, query)
    var encoder = ChangesPictureEncoder(version.layout, changes, query)
    #expect(encoder.heldByteCount > 0 || changes.deleted.isEmpty)
    var text: [UInt8] = []
    while encoder.encode(into: &text, limit: piece) {}
    return text
  }

  private func picture(
    _ update: String, _ query: ChangesQuery, document: String = list
  ) throws -> SVGPicture {
    let picture = SVGPicture(reading: try bytes(update, query, document: document))
    try #require(picture.isWellFormed)
    return picture
  }

  /// The rectangles of a class: x, y, width, height.
  private func rects(_ role: String, _ picture: SVGPicture) -> [[Double]] {
    picture.all("rect").filter { $0.role == role }
      .map { element in ["x", "y", "width", "height"].map { element.number($0) } }
  }

  @Test func `what goes, what comes and where the others go is drawn`() throws {
    // Rows 0–10, 10–30, 30–60, 60–100 become 0–20, 20–50, 50–57, 57–97.
    let picture = try picture(
      #"{"delete":[[0,0]],"insert":[{"indexPath":[0,2],"items":[7]}]}"#, ChangesQuery(rect: nil))
    #expect(picture.elements[1].text == "1 deleted, 1 inserted, 3 changed")
    #expect(picture.viewBox == [-10, -10, 120, 120])
    #expect(rects("x", picture) == [[0, 0, 100, 10]])
    #expect(rects("n", picture) == [[0, 50, 100, 7]])
    #expect(rects("w", picture) == [[0, 10, 100, 20], [0, 30, 100, 30], [0, 60, 100, 40]])
    // The new one first, then those that have moved, by their new index paths.
    #expect(picture.cells == [2, 0, 1, 3])
    let arrows = picture.all("path").compactMap { $0.attributes["d"] }
    #expect(arrows.count == 3)
    // Ten points up: from the middle of the old place to that of the new one, and its head.
    #expect(arrows[0] == "M50 20L50 10L54.5 19L45.5 19L50 10")
  }

  @Test func `what stays on screen has no arrow, and the view is shown`() throws {
    let picture = try picture(
      #"{"delete":[[0,0]]}"#,
      ChangesQuery(rect: nil, bounds: Rect(x: 0, y: 10, width: 100, height: 60)))
    // All rows move by the offset's ten points.
    #expect(picture.all("path").isEmpty)
    #expect(rects("w", picture).isEmpty)
    #expect(rects("x", picture) == [[0, -10, 100, 10]])
    #expect(rects("v", picture) == [[0, 0, 100, 60]])
  }

  @Test func `a picture of no change is a picture`() throws {
    let rect = Rect(x: 0, y: 0, width: 100, height: 50)
    let picture = try picture("{}", ChangesQuery(rect: rect))
    #expect(picture.elements[1].text == "0 deleted, 0 inserted, 0 changed")
    #expect(picture.viewBox == [-10, -10, 120, 70])
    #expect(try self.picture("{}", ChangesQuery(rect: nil)).viewBox == [-10, -10, 20, 20])
  }

  @Test func `pieces of any length make the same picture`() throws {
    let update = #"{"delete":[[0,0]],"append":[{"items":[5,6,7]}]}"#
    let whole = try bytes(update, ChangesQuery(rect: nil))
    for piece in [1, 2, 100, 1_000] {
      #expect(try bytes(update, ChangesQuery(rect: nil), piece: piece) == whole)
    }
  }

  @Test func `of very many elements none has a label, and far places have the view's corner`()
    throws
  {
    let many = #"{"container":{"width":100,"height":60},"layout":{"type":"list"},"items":30000}"#
    let all = try picture(
      #"{"insert":[{"indexPath":[0,0],"items":[7]}]}"#, ChangesQuery(rect: nil), document: many)
    #expect(all.all("text").isEmpty)
    #expect(all.elements[1].text == "0 deleted, 1 inserted, 30000 changed")
    let far = Rect(x: 0, y: 1_200_000, width: 100, height: 60)
    let part = try picture(
      #"{"insert":[{"indexPath":[0,0],"items":[7]}]}"#, ChangesQuery(rect: far), document: many)
    #expect(part.viewBox[0] == 0 && part.viewBox[1] == 0)
  }
}
