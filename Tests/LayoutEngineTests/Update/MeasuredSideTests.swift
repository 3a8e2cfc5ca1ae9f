import LayoutWire
import Testing

@testable import LayoutEngine

/// Measured sides, by hand arithmetic (LayoutRules K2 to K4 and K9).
@Suite struct MeasuredSideTests {
  /// The elements of a document in a container of 100 by 200 points after some updates.
  private func elements(
    _ layout: String, _ items: String, _ updates: String...
  ) throws -> [LayoutAttributes] {
    let document =
      #"{"container":{"width":100,"height":200},"layout":{"type":\#(layout)},"items":\#(items)}"#
    var prepared = try PreparedLayout(
      LayoutDocumentReader.read(Array(document.utf8), limits: DocumentLimits()))
    for update in updates {
      prepared = try prepared.updated(
        by: LayoutUpdateReader.read(Array(update.utf8)), maxItems: .max
      ).layout
    }
    return try prepared.attributes(LayoutQuery(.all))
  }

  private static let measured = #"{"measure":[{"indexPath":[0,0],"height":30}]}"#

  @Test func `K2: a measured side is a row's length, and a flow or magazine item's own`() throws {
    let rows = try elements(#""list","rowSpacing":1"#, "[10,20]", Self.measured).map(\.frame)
    #expect(
      rows == [
        Rect(x: 0, y: 0, width: 100, height: 30), Rect(x: 0, y: 31, width: 100, height: 20),
      ])
    // Each line is as high as its highest item, which the others stand in the middle of.
    let flow = #""flow","minimumLineSpacing":0,"minimumInteritemSpacing":0"#
    let lines = try elements(flow, "[[50,20],[50,20],[50,20]]", Self.measured).map(\.frame)
    #expect(lines.map(\.y) == [0, 5, 30])
    #expect(lines.map(\.height) == [30, 20, 20])
    let own = try elements(#""magazine""#, "[10,20]", Self.measured).map(\.frame.height)
    #expect(own.first == 30)
  }

  private static let body = #"[{"height":10,"bodyHeight":5},20]"#
  private static let waterfall = #""waterfall","columns":1,"rowSpacing":0"#

  @Test func `K3: a measured side is the whole cell's, a measured body replaces the body's`() throws
  {
    #expect(try elements(Self.waterfall, Self.body).map(\.frame.height) == [15, 20])
    let whole = try elements(Self.waterfall, Self.body, Self.measured).map(\.frame)
    #expect(whole.map(\.height) == [30, 20] && whole.map(\.y) == [0, 30])
    let body = #"{"measure":[{"indexPath":[0,0],"bodyHeight":8}]}"#
    #expect(try elements(Self.waterfall, Self.body, body).map(\.frame.height) == [18, 20])
    #expect(
      try elements(Self.waterfall, Self.body, body, Self.measured).map(\.frame.height) == [30, 20])
  }

  @Test func `K4: the media keep their height, whatever is measured`() throws {
    let body = #"{"measure":[{"indexPath":[0,0],"bodyHeight":8}]}"#
    for updates in [body, Self.measured] {
      let images = try elements(Self.waterfall, Self.body, updates).map(\.imageHeight)
      #expect(images == [10, nil], "\(updates)")
    }
  }

  @Test func `K9: another cross length or layout forgets measured sides, another length does not`()
    throws
  {
    func heights(_ update: String) throws -> [Double] {
      try elements(#""list","rowSpacing":0"#, "[10,20]", Self.measured, update).map(\.frame.height)
    }
    #expect(try heights(#"{"container":{"height":90}}"#) == [30, 20])
    #expect(try heights(#"{"container":{"width":90}}"#) == [10, 20])
    #expect(
      try heights(
        #"{"replaceSections":[{"section":0,"layout":{"type":"waterfall","columns":1}}]}"#)
        == [10, 20])
  }
}
