import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// Effects in documents and answers (Contract §2.11, §4, §17).
@Suite struct EffectsTests {
  private static let layouts = [
    #"{"type":"flow""#, #"{"type":"waterfall""#, #"{"type":"justified""#, #"{"type":"magazine""#,
    #"{"type":"list""#, #"{"type":"custom","frames":[[0,0,50,50]]"#,
    #"{"type":"compositional","group":{"direction":"vertical","size":\#(size),"subitems":[{"size":\#(size)}]}"#,
  ]
  private static let size = #"{"width":{"absolute":50},"height":{"absolute":50}}"#

  private static func document(_ layout: String) -> String {
    #"{"container":{"width":100,"height":100},"items":[50],"layout":\#(layout)}"#
  }

  // MARK: Documents

  @Test(arguments: layouts)
  func `a layout of any type has effects`(_ layout: String) throws {
    let document = try Reading.document(
      Self.document(
        layout
          + #","effects":[{"unit":"points","alpha":[[-1,0.5],[0,1]]},{"translation":{"x":null,"y":[[0,3]]}}]}"#
      ))
    let effects = try #require(document.layout?.variants[0].layout.effects?.effects)
    #expect(effects.map(\.unit) == [.points, .item] && effects[0].reference == .center)
    #expect(effects[0].alpha?.stops.map(\.value) == [0.5, 1])
    #expect(effects[1].translationX == nil && effects[1].translationY?.stops.count == 1)
    let text = Self.document(layout + #","effects":[{"alpha":[[0,0.5]]}]}"#)
    let cell = try PreparedLayout(Reading.document(text)).attributes(
      in: Rect(x: 0, y: 0, width: 100, height: 100),
      bounds: Rect(x: 0, y: 0, width: 100, height: 100))
    #expect(cell.first?.alpha == 0.5)
  }

  @Test func `what is wrong with effects has a pointer`() {
    let refusals = Reading.layoutRefusals(
      #"""
      "type":"list","effects":[
        {"reference":"middle","axis":"x","unit":"pt","alpha":[[0,2],[0,1],[1,1]]},
        {"zIndex":[[0,0.5]],"alpha":[[0,1]],"scale":[]},
        {"translation":{},"rotation":[[0],[1,2,3],7],"dim":[[1e7,0]],"blur":1},
        {"reference":"center"},7]
      """#)
    #expect(
      refusals.map { "\($0.pointer): \($0.detail)" } == [
        "/effects/0/reference: must be one of \"center\", \"leading\", \"trailing\" (got \"middle\");"
          + " did you mean \"center\"?",
        "/effects/0/axis: must be one of \"scroll\", \"cross\" (got \"x\")",
        "/effects/0/unit: must be one of \"item\", \"viewport\", \"points\" (got \"pt\")",
        "/effects/0/alpha/0/1: must be a number from 0 to 1 (got 2)",
        "/effects/1/zIndex/0/1: must be a whole number from -1000000 to 1000000 (got 0.5)",
        "/effects/1/alpha: repeats \"alpha\": only one effect may drive a property of an element",
        "/effects/1/scale: needs at least one point [distance, value]",
        "/effects/2/translation: needs \"x\" or \"y\"",
        "/effects/2/rotation/0: needs two numbers: [distance, value]",
        "/effects/2/rotation/1: has more than 2 numbers: distance, value",
        "/effects/2/rotation/2: must be a point [distance, value] (got a number)",
        "/effects/2/dim/0/0: must be a distance from -1000000 to 1000000 (got 1e7)",
        "/effects/2/blur: unknown field \"blur\"; known fields: elements, reference, axis, unit, alpha, scale, "
          + "translation, rotation, zIndex, dim",
        "/effects/3: needs at least one of alpha, scale, translation, rotation, zIndex and dim",
        "/effects/4: must be an object such as {\"alpha\": [[-1, 0.5], [0, 1], [1, 0.5]]} (got a number)",
      ])
  }

  @Test func `the elements of an effect are of four kinds, and may follow its curves`() throws {
    let refusals = Reading.layoutRefusals(
      #"""
      "type":"list","effects":[{"alpha":[[0,1]]},
        {"alpha":[[0,1]],"elements":["headers","cells"]},{"elements":[],"zIndex":[[0,1]]},
        {"elements":["rows",1],"elements2":1,"dim":[[0,0]]},{"elements":"cells","alpha":[[0,1]]}]
      """#)
    #expect(
      refusals.map { "\($0.pointer): \($0.detail)" } == [
        "/effects/1/alpha: repeats \"alpha\": only one effect may drive a property of an element",
        "/effects/2/elements: needs at least one kind of elements",
        "/effects/3/elements/0: must be one of \"cells\", \"headers\", \"footers\", \"supplementaries\" (got \"rows\")",
        "/effects/3/elements/1: must be one of \"cells\", \"headers\", \"footers\", \"supplementaries\" (got a number)",
        "/effects/3/elements2: unknown field \"elements2\"; did you mean \"elements\"?",
        "/effects/4/elements: must be an array of kinds of elements (got a string)",
        "/effects/4/alpha: repeats \"alpha\": only one effect may drive a property of an element",
      ])
    let document = try Reading.document(
      Self.document(
        #"{"type":"list","effects":[{"alpha":[[0,1]],"elements":["footers","headers"]},{"alpha":[[0,0]]}]}"#
      ))
    let effects = try #require(document.layout?.variants[0].layout.effects?.effects)
    #expect(effects.map(\.elements) == [[.headers, .footers], .cells])
  }

  @Test func `effects and points are few, and distances ascend`() {
    let points = (0...16).map { "[\($0),1]" }.joined(separator: ",")
    let every = ["cells", "headers", "footers", "supplementaries"].flatMap { kind in
      [#""scale""#, #""zIndex""#, #""rotation""#, #""translation":{"x""#, #""dim""#, #""alpha""#]
        .map {
          #"{"elements":["\#(kind)"],\#($0):[[0,1]]\#($0.contains("{") ? "}" : "")}"#
        }
    }.joined(separator: ",")
    #expect(Reading.layoutRefusals(#""type":"list","effects":[\#(every)]"#).isEmpty)
    let more = Reading.layoutRefusals(#""type":"list","effects":[\#(every),{"alpha":[[0,1]]}]"#)
    #expect(more.map { "\($0.pointer): \($0.detail)" } == ["/effects: has more than 24 effects"])
    let refusals = Reading.layoutRefusals(
      #""type":"list","effects":[{"alpha":[\#(points)]},{"dim":[[1,0],[1,1]]}]"#)
    #expect(
      refusals.map { "\($0.pointer): \($0.detail)" } == [
        "/effects/0/alpha: has more than 16 points",
        "/effects/1/dim/1/0: must be a distance up to 1000000, greater than that of the point before it (got 1)",
      ])
  }

  @Test func `an arrangement inside a group has no effects`() {
    let refusals = Reading.layoutRefusals(
      #""type":"compositional","group":{"direction":"custom","size":\#(Self.size),"#
        + #""arrangement":{"type":"list","effects":[{"alpha":[[0,1]]}]}}"#)
    #expect(
      refusals.map { "\($0.pointer): \($0.detail)" } == [
        "/group/arrangement/effects: is a field of a section's layout, not of an arrangement inside a group"
      ])
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a custom layout's effects are written as they are read`(seed: UInt64) throws {
    var documents = RandomDocument(seed: seed)
    guard let effects = documents.someEffects(),
      !effects.effects.allSatisfy({ $0.properties.isEmpty })
    else { return }
    let kept = effects.effects.filter { !$0.properties.isEmpty }
    var text: [UInt8] = []
    text.append(try #require(ScrollEffects(kept)))
    let document = try Reading.document(
      Self.document(
        #"{"type":"custom","frames":[[0,0,1,1]],"effects":\#(String(decoding: text, as: UTF8.self))}"#
      ))
    #expect(document.layout?.variants[0].layout.effects?.effects == kept, "seed \(seed)")
    var encoder = DocumentEncoder(document)
    var written: [UInt8] = []
    while encoder.encode(into: &written, limit: .max) {}
    let again = try Reading.document(String(decoding: written, as: UTF8.self))
    #expect(again.layout == document.layout, "seed \(seed)")
  }

  // MARK: Answers

  private static let faded =
    #"{"container":{"width":100,"height":100},"items":[{"height":50,"id":"a"},50],"layout":{"type":"list","#
    + #""effects":[{"alpha":[[-1,0],[0,1]],"scale":[[0,0.5]],"dim":[[0,0.25]],"zIndex":[[0,3]]}]}}"#

  @Test func `cells have what effects drive, between their fields and their ids`() throws {
    let layout = try PreparedLayout(Reading.document(Self.faded))
    func attributes(_ bounds: Rect?) throws -> String {
      let summary = LayoutSummary(id: [], layout: layout)
      var encoder = JSONAttributesEncoder(
        summary, try layout.select(LayoutQuery(.all, bounds: bounds)))
      var text: [UInt8] = []
      while encoder.encode(into: &text, limit: .max) {}
      let answer = String(decoding: text, as: UTF8.self)
      return String(
        answer[(answer.firstRange(of: #""attributes":"#)?.upperBound ?? answer.startIndex)...])
    }
    let frames = [
      #"{"indexPath":[0,0],"category":"cell","frame":{"x":0,"y":0,"width":100,"height":50},"zIndex":"#,
      #"{"indexPath":[0,1],"category":"cell","frame":{"x":0,"y":50,"width":100,"height":50},"zIndex":"#,
    ]
    #expect(try attributes(nil) == "[\(frames[0])0,\"id\":\"a\"},\(frames[1])0}]}")
    let scaled = #""transform":[0.5,0,0,0.5,0,0],"dim":0.25"#
    #expect(
      try attributes(Rect(x: 0, y: 0, width: 100, height: 100))
        == "[\(frames[0])3,\"alpha\":0.5,\(scaled),\"id\":\"a\"},\(frames[1])3,\"alpha\":1,\(scaled)}]}"
    )
  }

  @Test func `a picture draws effects`() throws {
    let layout = try PreparedLayout(Reading.document(Self.faded))
    let query = LayoutQuery(.all, bounds: Rect(x: 0, y: 0, width: 100, height: 100))
    var encoder = try SVGAttributesEncoder(layout, query)
    var text: [UInt8] = []
    while encoder.encode(into: &text, limit: .max) {}
    let picture = String(decoding: text, as: UTF8.self)
    #expect(
      picture.contains(
        #"<g transform="matrix(0.5 0 0 0.5 25 12.5)" opacity="0.5" style="filter:brightness(0.75)"><title>cell 0-0"#
      ))
  }

  // MARK: Style sheets

  private static func sheet(_ layouts: [PreparedLayout]) throws -> String {
    let query = LayoutQuery(.all)
    var encoder = SheetEncoder(
      try layouts.enumerated().map {
        SheetEncoder.Breakpoint($1, try $1.select(query), minWidth: Double($0) * 100)
      }, query, SheetStyle())
    var text: [UInt8] = []
    while encoder.encode(into: &text, limit: 10) {}
    return String(decoding: text, as: UTF8.self)
  }

  private static func sections(_ effects: String...) -> String {
    let sections = effects.map { #"{"items":2,"layout":{"type":"list","effects":[\#($0)]}}"# }
    return
      #"{"container":{"width":100,"height":100},"sections":[\#(sections.joined(separator: ","))]}"#
  }

  @Test func `sections with equal effects share one rule, and equal curves their keyframes`() throws
  {
    let (fade, dim) = (#"{"alpha":[[0,0],[1,1]]}"#, #"{"dim":[[0,0],[1,1]]}"#)
    let sheet = try Self.sheet([
      PreparedLayout(Reading.document(Self.sections(fade, fade, "", dim, fade)))
    ])
    #expect(sheet.ranges(of: "@keyframes").count == 2)
    #expect(sheet.ranges(of: "{animation:").count == 3)
    #expect(sheet.contains(">:nth-child(n+1):nth-child(-n+4){animation:"))
    #expect(sheet.contains(">:nth-child(n+9):nth-child(-n+10){animation:"))
    // The range ends one length after the centres meet, and begins where they do: time runs against distances.
    #expect(
      sheet.contains("animation-range:cover calc(50% + -1*var(--tatami-length)) cover calc(50%)}"))
    #expect(sheet.contains("0%{opacity:1}100%{opacity:0}"))
    #expect(sheet.contains("nth-child(5){left:0;top:176px;width:100px;height:44px}"))
  }

  @Test func `only effects in points from the centre need no lengths`() throws {
    let sheet = try Self.sheet([
      PreparedLayout(
        Reading.document(Self.sections(#"{"unit":"points","alpha":[[-100,0],[100,1]]}"#)))
    ])
    #expect(!sheet.contains("--tatami-length"))
    #expect(sheet.contains("animation-range:cover calc(50% + -100px) cover calc(50% + 100px)}"))
  }

  @Test func `sheets leave out effects across the axis and those of orthogonal sections`() throws {
    let orthogonal =
      #"{"container":{"width":100,"height":100},"items":3,"layout":{"type":"compositional","effects":[{"alpha":[[0,1]]}],"#
      + #""orthogonalScrollingBehavior":"continuous","group":{"direction":"vertical","size":\#(Self.size),"subitems":[{"size":\#(Self.size)}]}}}"#
    for text in [orthogonal, Self.sections(#"{"axis":"cross","alpha":[[0,1]]}"#)] {
      #expect(try !Self.sheet([PreparedLayout(Reading.document(text))]).contains("animation"))
    }
  }

  @Test func `a further width ends the animations of the widths before it`() throws {
    let (animated, plain) = (Self.sections(#"{"alpha":[[0,1]]}"#), Self.sections(""))
    let layouts = try [plain, animated, plain].map { try PreparedLayout(Reading.document($0)) }
    let lines = try Self.sheet(layouts).split(separator: "\n")
    #expect(lines.filter { $0.contains("@keyframes") }.count == 1)
    #expect(lines.last?.contains(".tatami>:nth-child(n):nth-child(n){animation:none}") == true)
    #expect(try !Self.sheet([layouts[0], layouts[1]]).contains("animation:none"))
  }
}
