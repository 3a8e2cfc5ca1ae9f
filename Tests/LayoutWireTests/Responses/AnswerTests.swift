import LayoutEngine
import LayoutWire
import TestSupport
import Testing

/// Answers as they stand on the wire (Contract §1, §4, §5, §6 and §7), worked by hand.
struct AnswerTests {
  private static let id = [UInt8](repeating: UInt8(ascii: "a"), count: 64)
  private static let idText = String(repeating: "a", count: 64)

  /// Two sections: a list of two rows with a header, and three given frames with names and z.
  private static let document = #"""
    {"container":{"width":300,"height":500},"sections":[
     {"layout":{"type":"list","headerReferenceSize":{"height":20}},"items":[30,40.5]},
     {"layout":{"type":"custom","frames":[[0,0,10,20.25],[-1.5,2,1e3,0],
       {"x":1,"y":2,"width":3,"height":4,"zIndex":7}]},"items":[{"id":"a\"é"},{},{"id":"b"}]}]}
    """#

  private func layout(_ text: String = document) throws -> PreparedLayout {
    try PreparedLayout(try Reading.document(text))
  }

  private func encoder(
    _ format: AttributesFormat, _ layout: PreparedLayout, _ query: LayoutQuery = LayoutQuery(.all)
  ) throws -> AttributesEncoder {
    AttributesEncoder(
      format, LayoutSummary(id: Self.id, layout: layout), try layout.select(query))
  }

  private func whole(_ encoder: some PieceEncoder) -> [UInt8] {
    var encoder = encoder
    var output: [UInt8] = []
    encoder.encodeAll(into: &output)
    return output
  }

  private static let summary =
    #"{"id":"\#(idText)","contentSize":{"width":300,"height":110.75},"sectionCount":2,"itemCount":5"#

  private static let header =
    #"{"indexPath":[0,0],"category":"supplementary","kind":"header","#
    + #""frame":{"x":0,"y":0,"width":300,"height":20},"zIndex":0}"#

  @Test func `the summary`() throws {
    var output: [UInt8] = []
    LayoutSummary(id: Self.id, layout: try layout()).appendJSON(to: &output)
    #expect(String(decoding: output, as: UTF8.self) == Self.summary + "}")
  }

  @Test func `attributes as objects`() throws {
    let output = whole(try encoder(.json, try layout()))
    #expect(
      String(decoding: output, as: UTF8.self)
        == Self.summary + #","attributes":["# + Self.header
        + #",{"indexPath":[0,0],"category":"cell","frame":{"x":0,"y":20,"width":300,"height":30},"zIndex":0}"#
        + #",{"indexPath":[0,1],"category":"cell","frame":{"x":0,"y":50,"width":300,"height":40.5},"zIndex":0}"#
        + #",{"indexPath":[1,0],"category":"cell","frame":{"x":0,"y":90.5,"width":10,"height":20.25},"zIndex":0,"id":"a\"é"}"#
        + #",{"indexPath":[1,1],"category":"cell","frame":{"x":-1.5,"y":92.5,"width":1000,"height":0},"zIndex":0}"#
        + #",{"indexPath":[1,2],"category":"cell","frame":{"x":1,"y":92.5,"width":3,"height":4},"zIndex":7,"id":"b"}"#
        + "]}")
  }

  @Test func `cells by columns`() throws {
    let output = whole(try encoder(.columns, try layout()))
    #expect(
      String(decoding: output, as: UTF8.self)
        == Self.summary
        + #","cells":{"section":[0,0,1,1,1],"item":[0,1,0,1,2],"x":[0,0,0,-1.5,1],"#
        + #""y":[20,50,90.5,92.5,92.5],"width":[300,300,10,1000,3],"height":[30,40.5,20.25,0,4],"#
        + #""zIndex":[null,null,null,null,7],"id":[null,null,"a\"é",null,"b"]},"others":["#
        + Self.header + "]}")
  }

  @Test func `cells packed`() throws {
    let output = whole(try encoder(.packed, try layout()))
    let trailer =
      #"{"zIndex":[null,null,null,null,7],"id":[null,null,"a\"é",null,"b"],"others":["#
      + Self.header + "]}"
    var expected = Array("TTM1".utf8)
    func append(_ value: UInt32) {
      expected += [
        UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value >> 16 & 0xFF),
        UInt8(value >> 24),
      ]
    }
    func append(_ value: Double) {
      append(UInt32(value.bitPattern & 0xFFFF_FFFF))
      append(UInt32(value.bitPattern >> 32))
    }
    for value: UInt32 in [5, UInt32(trailer.utf8.count), 0] { append(value) }
    for value in [300, 110.75] { append(value) }
    for value: UInt32 in [0, 0, 1, 1, 1, 0, 1, 0, 1, 2] { append(value) }
    for value: Double in [
      0, 0, 0, -1.5, 1, 20, 50, 90.5, 92.5, 92.5, 300, 300, 10, 1000, 3, 30, 40.5, 20.25, 0, 4,
    ] {
      append(value)
    }
    #expect(output == expected + Array(trailer.utf8))
  }

  @Test(arguments: [
    (
      AttributesFormat.json,
      #","attributes":[]}"#
    ),
    (
      .columns,
      #","cells":{"section":[],"item":[],"x":[],"y":[],"width":[],"height":[]},"others":[]}"#
    ),
  ])
  func `nothing found`(_ format: AttributesFormat, _ rest: String) throws {
    let layout = try layout()
    let query = LayoutQuery(.rect(Rect(x: 900, y: 900, width: 1, height: 1)))
    let output = whole(try encoder(format, layout, query))
    #expect(String(decoding: output, as: UTF8.self) == Self.summary + rest)
  }

  @Test func `nothing found, packed`() throws {
    let layout = try layout()
    let query = LayoutQuery(.rect(Rect(x: 900, y: 900, width: 1, height: 1)))
    let output = whole(try encoder(.packed, layout, query))
    #expect(output.count == 32 + #"{"others":[]}"#.utf8.count)
    #expect(output[4..<8] == [0, 0, 0, 0])
  }

  @Test func `layout-level elements have index paths of one number`() throws {
    let layout = try layout(
      #"""
      {"container":{"width":300,"height":500},"items":0,"layout":{"type":"list"},"configuration":
       {"boundarySupplementaryItems":[{"kind":"a\nb","alignment":"top",
         "size":{"width":{"fractionalWidth":1},"height":{"absolute":10}}}]}}
      """#)
    let output = String(decoding: whole(try encoder(.json, layout)), as: UTF8.self)
    #expect(
      output.hasSuffix(
        #""attributes":[{"indexPath":[0],"category":"supplementary","kind":"a\nb","frame":{"x":0,"y":0,"#
          + #""width":300,"height":10},"zIndex":1}]}"#))
  }

  @Test func `media heights stand where there are bodies`() throws {
    let layout = try layout(
      #"""
      {"container":{"width":300,"height":500},"layout":{"type":"waterfall","columns":1,"spacing":0},
       "items":[{"height":80,"bodyHeight":20.5},7]}
      """#)
    let json = String(decoding: whole(try encoder(.json, layout)), as: UTF8.self)
    #expect(
      json.hasSuffix(
        #""attributes":[{"indexPath":[0,0],"category":"cell","frame":{"x":0,"y":0,"width":300,"#
          + #""height":100.5},"zIndex":0,"imageHeight":80},{"indexPath":[0,1],"category":"cell","#
          + #""frame":{"x":0,"y":100.5,"width":300,"height":7},"zIndex":0}]}"#))
    let columns = String(decoding: whole(try encoder(.columns, layout)), as: UTF8.self)
    #expect(columns.hasSuffix(#""height":[100.5,7],"imageHeight":[80,null]},"others":[]}"#))
  }

  @Test(arguments: [0, 1, 2])
  func `fields of one section alone have their column`(_ rich: Int) throws {
    let items = (0..<3).map {
      $0 == rich ? #"[{"id":"a","zIndex":3,"height":8,"bodyHeight":2}]"# : "[7]"
    }
    let sections = items.map { #"{"items":\#($0)}"# }.joined(separator: ",")
    let layout = try layout(
      #"""
      {"container":{"width":300,"height":500},"layout":{"type":"waterfall","columns":1},
       "sections":[\#(sections)]}
      """#)
    func column(_ value: String) -> String {
      "[" + (0..<3).map { $0 == rich ? value : "null" }.joined(separator: ",") + "]"
    }
    let text = String(decoding: whole(try encoder(.columns, layout)), as: UTF8.self)
    let fields =
      #""zIndex":\#(column("3")),"imageHeight":\#(column("8")),"id":\#(column(#""a""#))},"others":[]}"#
    #expect(text.hasSuffix(fields))
    let packed = whole(try encoder(.packed, layout))
    #expect(String(decoding: packed, as: UTF8.self).hasSuffix(fields.replacing("},", with: ",")))
  }

  @Test(arguments: [AttributesFormat.json, .columns, .packed], [1, 2, 50, 333, 4096])
  func `pieces make the whole answer`(_ format: AttributesFormat, _ limit: Int) throws {
    let frames = (0..<200).map { "[\($0),\(Double($0) / 3),7.5,\($0 % 5)]" }
    let items = (0..<200).map { $0 % 3 == 0 ? #"{"id":"\#($0)"}"# : "{}" }
    let layout = try layout(
      #"{"container":{"width":300,"height":500},"layout":{"type":"custom","frames":["#
        + frames.joined(separator: ",") + #"]},"items":["# + items.joined(separator: ",") + "]}")
    let expected = whole(try encoder(format, layout))
    var encoder = try encoder(format, layout)
    var output: [UInt8] = []
    var pieces = 1
    while encoder.encode(into: &output, limit: limit) {
      pieces += 1
      try #require(pieces <= expected.count + 10)
    }
    #expect(output == expected)
    #expect(pieces >= expected.count / (limit + 600))
  }

  @Test(arguments: [AttributesFormat.columns, .packed])
  func `more cells than are held give the same columns`(_ format: AttributesFormat) throws {
    // 16,385 rows of 1 point: one more than are held at once.
    let count = 16_385
    let layout = try layout(
      #"""
      {"container":{"width":3,"height":5},"layout":{"type":"list","rowHeight":1,
       "headerReferenceSize":{"height":1}},"items":\#(count)}
      """#)
    let output = whole(try encoder(format, layout))
    if format == .packed {
      #expect(output.count > 32 + 40 * count)
      let y = 32 + 8 * count + 8 * count
      let last = output[(y + 8 * (count - 1))..<(y + 8 * count)]
      #expect(
        last.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == Double(count).bitPattern)
    } else {
      let text = String(decoding: output, as: UTF8.self)
      let y = (1...count).map { "\($0)" }.joined(separator: ",")
      #expect(text.contains(#""y":[\#(y)],"width":"#))
    }
  }

  @Test func `sections`() throws {
    let layout = try layout()
    let expected =
      #"{"id":"\#(Self.idText)","contentSize":{"width":300,"height":110.75},"sections":["#
      + #"{"section":0,"frame":{"x":0,"y":0,"width":300,"height":90.5},"itemCount":2},"#
      + #"{"section":1,"frame":{"x":0,"y":90.5,"width":300,"height":20.25},"itemCount":3}]}"#
    var encoder = SectionsEncoder(id: Self.id, layout: layout)
    #expect(String(decoding: whole(encoder), as: UTF8.self) == expected)
    var output: [UInt8] = []
    while encoder.encode(into: &output, limit: 1) {}
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test func `an orthogonal section says how far it scrolls`() throws {
    let layout = try layout(
      #"""
      {"container":{"width":300,"height":500},"items":5,"layout":{"type":"compositional",
       "orthogonalScrollingBehavior":"continuous","interGroupSpacing":10,
       "contentInsets":{"leading":16,"trailing":16},
       "group":{"direction":"horizontal","size":{"width":{"absolute":100},"height":{"absolute":50}},
        "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}}]}}}
      """#)
    let output = whole(SectionsEncoder(id: Self.id, layout: layout))
    // 16 + 5 groups of 100 + 4 gaps of 10 + 16.
    #expect(
      String(decoding: output, as: UTF8.self).hasSuffix(
        #""itemCount":5,"orthogonalContentSize":{"width":572,"height":50}}]}"#))
  }

  @Test(arguments: [
    (#"{}"#, #""decelerationRate":"automatic","bounce":"automatic""#),
    (
      #"{"decelerationRate":"fast","bounce":"never"}"#,
      #""decelerationRate":"fast","bounce":"never""#
    ),
    (
      #"{"decelerationRate":"normal","bounce":"always"}"#,
      #""decelerationRate":"normal","bounce":"always""#
    ),
  ])
  func `an orthogonal section repeats its scrolling properties`(
    _ properties: String, _ expected: String
  ) throws {
    for (behavior, isOrthogonal) in [("continuous", true), ("none", false)] {
      let layout = try layout(
        #"""
        {"container":{"width":300,"height":500},"items":1,"layout":{"type":"compositional",
         "orthogonalScrollingBehavior":"\#(behavior)","orthogonalScrollingProperties":\#(properties),
         "group":{"direction":"horizontal","size":{"width":{"absolute":100},"height":{"absolute":50}},
          "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}}]}}}
        """#)
      let output = String(
        decoding: whole(SectionsEncoder(id: Self.id, layout: layout)), as: UTF8.self)
      let suffix = #""width":100,"height":50},"orthogonalScrollingProperties":{\#(expected)}}]}"#
      #expect(output.hasSuffix(suffix) == isOrthogonal)
      #expect(output.contains("orthogonalScrollingProperties") == isOrthogonal)
    }
  }

  @Test func `a target offset`() {
    var output: [UInt8] = []
    TargetOffset(offset: Point(x: -0.0, y: 187.5), page: 3).appendJSON(to: &output)
    #expect(
      String(decoding: output, as: UTF8.self)
        == #"{"targetContentOffset":{"x":0,"y":187.5},"page":3}"#)
    output = []
    TargetOffset(offset: Point(x: 0, y: 1)).appendJSON(to: &output)
    #expect(String(decoding: output, as: UTF8.self) == #"{"targetContentOffset":{"x":0,"y":1}}"#)
  }

  @Test func `a problem`() {
    var output: [UInt8] = []
    ProblemDocument(
      type: "/problems/invalid-layout", title: "Invalid layout", status: 422, detail: "a \"b\"",
      errors: [
        PointedError(
          pointer: "/items/3/1", detail: "must be a finite number of at least 0 (got -4)"),
        PointedError(pointer: "", detail: "c"),
      ], members: [.number("offset", 7), .text("setting", "TATAMI_MAX_ITEMS")]
    ).appendJSON(to: &output)
    #expect(
      String(decoding: output, as: UTF8.self)
        == #"{"type":"/problems/invalid-layout","title":"Invalid layout","status":422,"#
        + #""detail":"a \"b\"","errors":[{"pointer":"/items/3/1","detail":"must be a finite number of at least 0 (got -4)"},"#
        + #"{"pointer":"","detail":"c"}],"offset":7,"setting":"TATAMI_MAX_ITEMS"}"#)
    output = []
    ProblemDocument(type: "/problems/not-found", title: "Not found", status: 404)
      .appendJSON(to: &output)
    #expect(
      String(decoding: output, as: UTF8.self)
        == #"{"type":"/problems/not-found","title":"Not found","status":404}"#)
  }
}
