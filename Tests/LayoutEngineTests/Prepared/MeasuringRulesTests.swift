import LayoutWire
import TestSupport
import Testing

@testable import LayoutEngine

/// What views may find, and for what (LayoutRules K1).
@Suite struct MeasuringRulesTests {
  /// A layout and the sides of a measured item that it reads, scrolling vertically and horizontally.
  static let readSides: [(layout: String, vertical: [String], horizontal: [String])] = [
    (#"{"type":"list"}"#, ["height"], ["width"]),
    (#"{"type":"flow"}"#, ["width", "height"], ["width", "height"]),
    (#"{"type":"waterfall"}"#, ["height", "bodyHeight"], ["width", "bodyHeight"]),
    (#"{"type":"custom","frames":[[0,0,9,9],[0,0,9,9],[0,0,9,9]]}"#, [], []),
    (
      #"{"type":"compositional","group":{"direction":"horizontal","size":{"width":{"estimated":60},"height":{"estimated":50}},"subitems":[{"size":{"width":{"estimated":50},"height":{"estimated":50}}}]}}"#,
      ["height"], ["width"]
    ),
    (
      #"{"type":"compositional","group":{"direction":"custom","size":{"width":{"fractionalWidth":1},"height":{"absolute":50}},"arrangement":{"type":"list"}}}"#,
      ["height"], ["width"]
    ),
  ]

  private static func document(
    _ layout: String, _ item: String, isVertical: Bool = true
  ) throws -> LayoutDocument {
    try LayoutDocumentReader.read(
      Array(
        """
        {"container":{"width":300,"height":600},
         "configuration":{"scrollDirection":"\(isVertical ? "vertical" : "horizontal")"},
         "layout":\(layout),"items":[1,1,\(item)]}
        """.utf8))
  }

  /// Where the document is refused; empty if it is laid out.
  private static func refusals(_ document: LayoutDocument) -> [String] {
    SectionScene.issues { _ = try PreparedLayout(document) }.map(\.path.text)
  }

  /// Where a version with a measured item is refused; empty if it is laid out.
  private static func refusals(_ document: LayoutDocument, _ update: String) throws -> [String] {
    let update = try LayoutUpdateReader.read(Array(update.utf8))
    let parent = try PreparedLayout(document)
    do throws(UpdateError) {
      _ = try parent.updated(by: update, maxItems: 1_000)
      return []
    } catch {
      switch error {
      case .update(let error): return error.issues.map(\.path.text)
      case .document(let error): return error.issues.map { "document " + $0.path.text }
      }
    }
  }

  @Test(arguments: readSides.indices, [true, false])
  func `K1: sides that a layout doesn't read are refused`(index: Int, isVertical: Bool) throws {
    let (layout, vertical, horizontal) = Self.readSides[index]
    let read = isVertical ? vertical : horizontal
    for side in ["width", "height", "bodyHeight"] {
      let document = try Self.document(
        layout, #"{"measured":{"\#(side)":40}}"#, isVertical: isVertical)
      let plain = try Self.document(layout, "1", isVertical: isVertical)
      let update =
        #"{"measure":[{"indexPath":[0,0],"\#(side)":null},{"indexPath":[0,2],"\#(side)":40}]}"#
      if read.contains(side) {
        #expect(Self.refusals(document) == [])
        #expect(try Self.refusals(plain, update) == [])
      } else {
        #expect(Self.refusals(document) == ["/items/2/measured/\(side)"])
        #expect(try Self.refusals(plain, update) == ["/measure/1"])
      }
    }
  }

  @Test func `K1: neither justified items nor static ones of a magazine are measured`() throws {
    let justified = try Self.document(#"{"type":"justified"}"#, #"{"measured":{"height":40}}"#)
    #expect(Self.refusals(justified) == ["/items/2/measured/height"])
    let magazine = #"{"type":"magazine"}"#
    let modes = [("static", false), ("dynamic", true), ("stretch", true)]
    for (mode, isRead) in modes {
      let document = try Self.document(
        magazine, #"{"heightMode":"\#(mode)","measured":{"height":40}}"#)
      #expect(Self.refusals(document) == (isRead ? [] : ["/items/2/measured/height"]))
      let plain = try Self.document(magazine, #"{"heightMode":"\#(mode)"}"#)
      let refused = try Self.refusals(plain, #"{"measure":[{"indexPath":[0,2],"height":40}]}"#)
      #expect(refused == (isRead ? [] : ["/measure/0"]))
    }
    let across = try Self.document(magazine, #"{"measured":{"width":40}}"#)
    #expect(Self.refusals(across) == ["/items/2/measured/width"])
  }

  /// Three items: one whose dimensions are estimated up to the section's group, one in a group that is
  /// not, and one whose length `count` divides.
  private static let mixed =
    #"""
    {"type":"compositional","group":{"direction":"vertical","size":{"width":{"fractionalWidth":1},"height":{"estimated":150}},
     "subitems":[
      {"size":{"width":{"fractionalWidth":1},"height":{"uniformAcrossSiblings":50}}},
      {"direction":"horizontal","size":{"width":{"fractionalWidth":1},"height":{"absolute":50}},
       "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":50}}}]},
      {"direction":"vertical","size":{"width":{"fractionalWidth":1},"height":{"estimated":50}},"count":1,
       "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":50}}}]}]}}
    """#

  @Test func `K1: an item follows its view where it and all its groups are estimated`() throws {
    let measured = #"{"measured":{"height":70}}"#
    func document(_ first: Int) throws -> LayoutDocument {
      let items = (0..<6).map { $0 >= first && $0 < first + 3 ? measured : "{}" }
      return try LayoutDocumentReader.read(
        Array(
          """
          {"container":{"width":300,"height":600},"layout":\(Self.mixed),
           "items":[\(items.joined(separator: ","))]}
          """.utf8))
    }
    #expect(
      Self.refusals(try document(2))
        == ["/items/2/measured/height", "/items/4/measured/height"])
    let plain = try document(9)
    let update = (0..<6).map { #"{"indexPath":[0,\#($0)],"height":70}"# }
    #expect(
      try Self.refusals(plain, #"{"measure":[\#(update.reversed().joined(separator: ","))]}"#)
        == ["/measure/0", "/measure/1", "/measure/3", "/measure/4"])
    // What is measured and moved stands where it comes out.
    let move = #""measure":[{"indexPath":[0,0],"height":70}],"move":[{"from":[0,0],"to":"#
    #expect(try Self.refusals(plain, "{\(move)[0,3]}]}") == [])
    #expect(try Self.refusals(plain, "{\(move)[0,1]}]}") == ["/measure/0"])
    // The version's layout counts.
    let layout = #""layout":{"type":"list"}"#
    #expect(
      try Self.refusals(plain, "{\(layout),\"measure\":[\(update[1])]}") == [])
  }

  @Test func `K1: measured sides are lengths`() throws {
    for length in [-1, .infinity, 0x1p54] {
      var columns = ItemColumns(count: 2)
      columns.measuredHeights.set(length, at: 1)
      let document = LayoutDocument(
        container: Container(size: Size(width: 300, height: 600)),
        layout: LayoutVariants(.list(ListSpec())), sections: [LayoutSection(items: columns)])
      #expect(Self.refusals(document) == ["/sections/0/items/1/measured/height"])
    }
  }

  @Test func `K1: as many faults are listed as an error has`() throws {
    var columns = ItemColumns(count: 100)
    for item in 0..<100 { columns.measuredHeights.set(9, at: item) }
    let document = LayoutDocument(
      container: Container(size: Size(width: 300, height: 600)),
      layout: LayoutVariants(.justified(JustifiedSpec())), sections: [LayoutSection(items: columns)]
    )
    #expect(Self.refusals(document).count == LayoutError.maxIssues)
  }

  @Test(arguments: ["updates-measured", "updates-flashlist", "updates-reports"])
  func `Measured compositional fixtures agree`(name: String) throws {
    let fixtures = try UpdateFixture.load(name).filter {
      let text = String(decoding: $0.document, as: UTF8.self)
      return $0.kind == .refused || text.contains(#""compositional""#)
    }
    #expect(fixtures.count >= 8)
    for fixture in fixtures {
      let differences = try UpdateCheck(fixture).differences()
      #expect(differences.isEmpty, "\(fixture): \(differences.prefix(4))")
    }
  }
}
