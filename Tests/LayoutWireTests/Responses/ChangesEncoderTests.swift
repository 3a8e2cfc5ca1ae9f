import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// What changed, as objects and by columns.
@Suite struct ChangesEncoderTests {
  private static let list =
    #"{"container":{"width":100,"height":60},"layout":{"type":"list","#
    + #""headerReferenceSize":{"width":1,"height":5}},"items":[10,20,{"id":"c","height":30},40]}"#

  private func answer(
    _ update: String, _ query: ChangesQuery, _ form: ChangesEncoder.Form, piece: Int = .max
  ) throws -> [UInt8] {
    let document = try LayoutDocumentReader.read(Array(Self.list.utf8))
    let old = try PreparedLayout(document)
    let version = try old.updated(
      by: LayoutUpdateReader.read(Array(update.utf8)), maxItems: 100)
    let changes = try version.layout.changes(from: old, version.map, query)
    let summary = LayoutSummary(
      id: Array("new".utf8), layout: version.layout, parent: Array("old".utf8))
    var encoder = ChangesEncoder(summary, from: Array("old".utf8), changes, form)
    var text: [UInt8] = []
    while encoder.encode(into: &text, limit: piece) {}
    return text
  }

  @Test func `objects say what goes, what comes, and what is elsewhere`() throws {
    let bounds = Rect(x: 0, y: 15, width: 100, height: 60)
    let text = try answer(
      #"{"delete":[[0,0]],"insert":[{"indexPath":[0,2],"items":[7]}]}"#,
      ChangesQuery(rect: nil, bounds: bounds), .objects)
    // Rows 5–15, 15–35, 35–65, 65–105 become 5–25, 25–55, 55–62, 62–102: the second row stays.
    #expect(
      String(decoding: text, as: UTF8.self)
        == #"{"id":"new","contentSize":{"width":100,"height":102},"sectionCount":1,"itemCount":4,"#
        + #""parent":"old","from":"old","contentOffset":{"x":0,"y":5},"#
        + #""contentOffsetAdjustment":{"x":0,"y":-10},"#
        + #""anchor":{"from":[0,1],"indexPath":[0,0],"edge":"start"},"#
        + #""invalidated":{"x":0,"y":5,"width":100,"height":100},"#
        + #""deleted":[{"indexPath":[0,0],"category":"cell","#
        + #""frame":{"x":0,"y":5,"width":100,"height":10},"zIndex":0}],"#
        + #""inserted":[{"indexPath":[0,2],"category":"cell","#
        + #""frame":{"x":0,"y":55,"width":100,"height":7},"zIndex":0}],"changed":["#
        + #"{"indexPath":[0,0],"category":"cell","frame":{"x":0,"y":5,"width":100,"height":20},"#
        + #""zIndex":0,"from":{"indexPath":[0,1],"frame":{"x":0,"y":15,"width":100,"height":20}}},"#
        + #"{"indexPath":[0,1],"category":"cell","frame":{"x":0,"y":25,"width":100,"height":30},"#
        + #""zIndex":0,"id":"c","from":{"indexPath":[0,2],"#
        + #""frame":{"x":0,"y":35,"width":100,"height":30}}},"#
        + #"{"indexPath":[0,3],"category":"cell","frame":{"x":0,"y":62,"width":100,"height":40},"#
        + #""zIndex":0,"from":{"indexPath":[0,3],"#
        + #""frame":{"x":0,"y":65,"width":100,"height":40}}}]}"#)
  }

  @Test func `columns say the same`() throws {
    let text = try answer(
      #"{"delete":[[0,0]],"insertSections":[{"section":0,"items":[7]}]}"#,
      ChangesQuery(rect: nil), .columns)
    // The header of the section that stands second now has moved with it.
    #expect(
      String(decoding: text, as: UTF8.self)
        == #"{"id":"new","contentSize":{"width":100,"height":107},"sectionCount":2,"itemCount":4,"#
        + #""parent":"old","from":"old","anchor":null,"#
        + #""invalidated":{"x":0,"y":0,"width":100,"height":107},"#
        + #""deleted":{"cells":{"section":[0],"item":[0],"x":[0],"y":[5],"width":[100],"#
        + #""height":[10]},"others":[]},"#
        + #""inserted":{"cells":{"section":[0],"item":[0],"x":[0],"y":[5],"width":[100],"#
        + #""height":[7]},"others":[{"indexPath":[0,0],"category":"supplementary","#
        + #""kind":"header","frame":{"x":0,"y":0,"width":100,"height":5},"zIndex":0}]},"#
        + #""changed":{"cells":{"section":[1,1,1],"item":[0,1,2],"x":[0,0,0],"y":[17,37,67],"#
        + #""width":[100,100,100],"height":[20,30,40],"id":[null,"c",null],"#
        + #""fromSection":[0,0,0],"fromItem":[1,2,3],"fromX":[0,0,0],"fromY":[15,35,65],"#
        + #""fromWidth":[100,100,100],"fromHeight":[20,30,40]},"#
        + #""others":[{"indexPath":[1,0],"category":"supplementary","kind":"header","#
        + #""frame":{"x":0,"y":12,"width":100,"height":5},"zIndex":0,"#
        + #""from":{"indexPath":[0,0],"frame":{"x":0,"y":0,"width":100,"height":5}}}]}}"#)
  }

  @Test(arguments: [ChangesEncoder.Form.objects, .columns])
  func `pieces of any length make the same text`(form: ChangesEncoder.Form) throws {
    let update = #"{"delete":[[0,0]],"insertSections":[{"section":0,"items":[7]}]}"#
    let whole = try answer(update, ChangesQuery(rect: nil), form)
    for piece in [1, 2, 100] {
      #expect(try answer(update, ChangesQuery(rect: nil), form, piece: piece) == whole)
    }
  }
}
