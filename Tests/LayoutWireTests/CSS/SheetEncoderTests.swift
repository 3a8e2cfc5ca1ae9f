import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// Style sheets of layouts (Contract §17).
struct SheetEncoderTests {
  /// Columns of (390 − 2 · 6) / 3 = 126 points.
  private let wall =
    #"{"container":{"width":390,"height":844},"layout":{"type":"waterfall","columns":3,"spacing":6},"#
    + #""items":[120,180,90,[300,200]]}"#

  /// Sections of so many items, whose frames are given.
  private func custom(_ frames: String..., sections: [Int]) -> String {
    let list = sections.map { count in
      #"{"items":\#(count),"layout":{"type":"custom","frames":"#
        + "[\(frames.prefix(count).joined(separator: ","))]}}"
    }
    return #"{"container":{"width":300,"height":200},"sections":[\#(list.joined(separator: ","))]}"#
  }

  private func layout(_ text: String) throws -> PreparedLayout {
    try PreparedLayout(Reading.document(text))
  }

  private func sheet(
    _ layouts: [(PreparedLayout, Double)], _ query: LayoutQuery = LayoutQuery(.all),
    _ style: SheetStyle = SheetStyle(), pieces limit: Int = .max
  ) throws -> String {
    let parts = try layouts.enumerated().map { place, layout in
      let (layout, width) = layout
      let selection = try layout.select(query)
      let end = place + 1 < layouts.count ? layouts[place + 1].1 : .infinity
      let range = (place == 0 ? 0 : width)..<end
      let frames =
        style.unit == .percent ? try FluidFrames(layout, selection, query, in: range, nil) : nil
      return SheetEncoder.Breakpoint(layout, selection, minWidth: width, frames: frames)
    }
    var encoder = SheetEncoder(parts, query, style)
    var text: [UInt8] = []
    while encoder.encode(into: &text, limit: limit) {}
    return String(decoding: text, as: UTF8.self)
  }

  private func sheet(
    _ text: String, _ query: LayoutQuery = LayoutQuery(.all), _ style: SheetStyle = SheetStyle()
  ) throws -> String {
    try sheet([(layout(text), 0)], query, style)
  }

  private func selector(_ text: String) -> SheetSelector? {
    SheetSelector(Array(text.utf8), in: 0..<text.utf8.count)
  }

  // MARK: What is written

  @Test func `In pixels the wall has the content's size and each cell its frame`() throws {
    #expect(
      try sheet(wall) == """
        .tatami{position:relative;width:390px;height:180px}
        .tatami>*{position:absolute}
        .tatami>:nth-child(1){left:0;top:0;width:126px;height:120px}
        .tatami>:nth-child(2){left:132px;top:0;width:126px;height:180px}
        .tatami>:nth-child(3){left:264px;top:0;width:126px;height:90px}
        .tatami>:nth-child(4){left:264px;top:96px;width:126px;height:84px}

        """)
  }

  @Test func `In percent only what follows the width is a share of it`() throws {
    // Columns of (W − 12) / 3; the last item is two thirds as high as it is wide. Up to 390 points the second column
    // is the longest, from there on the third.
    let style = SheetStyle(selector: try #require(selector("#w_1")), unit: .percent)
    #expect(
      try sheet(wall, LayoutQuery(.all), style) == """
        #w_1{position:relative;container-type:inline-size}
        #w_1::before{content:"";display:block;max-height:100%;height:max(180px,22.2222cqw + 93.3334px)}
        #w_1>*{position:absolute;width:calc(33.3333% - 4px)}
        #w_1>:nth-child(1){left:0;top:0;height:120px}
        #w_1>:nth-child(2){left:calc(33.3333% + 2px);top:0;height:180px}
        #w_1>:nth-child(3){left:calc(66.6667% + 4px);top:0;height:90px}
        #w_1>:nth-child(4){left:calc(66.6667% + 4px);top:96px;height:calc(22.2222cqw - 2.6666px)}

        """)
    // The cells that a rectangle leaves out have no width, and say nothing about the wall's height.
    let strip = LayoutQuery(.rect(Rect(x: 0, y: 0, width: 100, height: 10)))
    #expect(
      try sheet(wall, strip, style) == """
        #w_1{position:relative;container-type:inline-size}
        #w_1::before{content:"";display:block;max-height:100%;height:calc(22.2222cqw + 93.3334px)}
        #w_1>*{position:absolute}
        #w_1>:nth-child(1){left:0;top:0;width:calc(33.3333% - 4px);height:120px}

        """)
  }

  @Test func `A layout that does not follow the width evenly keeps its proportions`() throws {
    let percent = SheetStyle(unit: .percent)
    let magazine =
      #"{"container":{"width":300,"height":200},"layout":{"type":"magazine"},"items":[{"height":75}]}"#
    #expect(
      try sheet(magazine, LayoutQuery(.all), percent) == """
        .tatami{position:relative;container-type:inline-size}
        .tatami::before{content:"";display:block;max-height:100%;height:25cqw}
        .tatami>*{position:absolute}
        .tatami>:nth-child(1){left:0;top:0;width:100%;height:25cqw}

        """)
  }

  @Test func `Short content stands at the end, and keeps its proportions if it grows`() throws {
    let percent = SheetStyle(unit: .percent)
    func document(_ alignment: String, _ layout: String) -> String {
      #"{"container":{"width":300,"height":200},"configuration":{"minimumContentLength":"#
        + #""container","contentAlignment":"\#(alignment)"},"layout":\#(layout)}"#
    }
    let rows = #"{"type":"list"},"items":[75]"#
    #expect(
      try sheet(document("end", rows), LayoutQuery(.all), percent) == """
        .tatami{position:relative;container-type:inline-size}
        .tatami::before{content:"";display:block;max-height:100%;height:200px}
        .tatami>*{position:absolute;width:100%}
        .tatami>:nth-child(1){left:0;top:125px;height:75px}

        """)
    let wall = #"{"type":"waterfall","columns":1},"items":[{"aspectRatio":2}]"#
    // 150 of 200 points, the width's half: at 400 the wall grows beyond 200.
    #expect(
      try sheet(document("start", wall), LayoutQuery(.all), percent) == """
        .tatami{position:relative;container-type:inline-size}
        .tatami::before{content:"";display:block;max-height:100%;height:max(200px,50cqw)}
        .tatami>*{position:absolute;width:100%}
        .tatami>:nth-child(1){left:0;top:0;height:50cqw}

        """)
    #expect(
      try sheet(document("end", wall), LayoutQuery(.all), percent) == """
        .tatami{position:relative;container-type:inline-size}
        .tatami::before{content:"";display:block;max-height:100%;height:66.6667cqw}
        .tatami>*{position:absolute}
        .tatami>:nth-child(1){left:0;top:16.6667cqw;width:100%;height:50cqw}

        """)
  }

  @Test func `The width of most cells is written once in each part`() throws {
    let layouts = try [320, 640].map { width in
      (
        try layout(
          #"{"container":{"width":\#(width),"height":9},"layout":{"type":"waterfall","columns":2,"#
            + #""spacing":8},"items":[{"height":9},{"height":9},{"height":9,"columnSpan":2}]}"#),
        Double(width)
      )
    }
    let text = try sheet(layouts, LayoutQuery(.all), SheetStyle(unit: .percent))
    #expect(
      text.hasSuffix(
        """
        .tatami>*{position:absolute;width:calc(50% - 4px)}
        .tatami>:nth-child(1){left:0;top:0;height:9px}
        .tatami>:nth-child(2){left:calc(50% + 4px);top:0;height:9px}
        .tatami>:nth-child(3){left:0;top:17px;width:100%;height:9px}
        @media (min-width:640px){.tatami::before{height:26px}\
        .tatami>:nth-child(n){width:calc(50% - 4px)}\
        .tatami>:nth-child(1){left:0;top:0;height:9px}\
        .tatami>:nth-child(2){left:calc(50% + 4px);top:0;height:9px}\
        .tatami>:nth-child(3){left:0;top:17px;width:100%;height:9px}}

        """))
  }

  @Test func `Later widths stand in media queries of their own`() throws {
    let narrow = try layout(custom("[0,0,10,20]", sections: [1]))
    let wide = try layout(custom("[5,0,100,40]", sections: [1]))
    #expect(
      try sheet([(narrow, 200), (wide, 700.5)]) == """
        .tatami{position:relative;width:300px;height:20px}
        .tatami>*{position:absolute}
        .tatami>:nth-child(1){left:0;top:0;width:10px;height:20px}
        @media (min-width:700.5px){.tatami{width:300px;height:40px}\
        .tatami>:nth-child(1){left:5px;top:0;width:100px;height:40px}}

        """)
  }

  @Test func `Cells that a wider layout's part does not show lose the place they had`() throws {
    let narrow = try layout(custom("[0,0,10,20]", "[0,20,10,20]", sections: [2]))
    let wide = try layout(custom("[0,0,10,20]", "[0,90,10,20]", sections: [2]))
    let query = LayoutQuery(.rect(Rect(x: 0, y: 0, width: 50, height: 50)))
    let text = try sheet([(narrow, 1), (wide, 2)], query)
    #expect(text.contains(".tatami>:nth-child(2){left:0;top:20px;"))
    #expect(
      text.hasSuffix(
        "@media (min-width:2px){.tatami{width:300px;height:110px}"
          + ".tatami>:nth-child(n){left:auto;top:auto;width:auto;height:auto}"
          + ".tatami>:nth-child(1){left:0;top:0;width:10px;height:20px}}\n"))
    let raised = try layout(
      #"{"container":{"width":300,"height":100},"layout":{"type":"custom","frames":[[0,0,10,20],[0,20,10,20]]},"#
        + #""items":[{},{"zIndex":3}]}"#)
    #expect(try sheet([(raised, 1), (wide, 2)], query).contains("height:auto;z-index:auto}"))
    // Where everything is found, nothing needs to.
    #expect(try !sheet([(narrow, 1), (wide, 2)]).contains("auto"))
  }

  @Test func `Children are counted over all sections, whatever the rectangle`() throws {
    let text = custom("[0,0,10,20]", "[20,0,10,20]", sections: [2, 0, 1, 2])
    // Sections of 20, 0, 20 and 20 points; custom frames stand in their section.
    let below = LayoutQuery(.rect(Rect(x: 0, y: 45, width: 5, height: 1)))
    #expect(
      try sheet(text, below).hasSuffix(
        ".tatami>*{position:absolute}\n"
          + ".tatami>:nth-child(4){left:0;top:40px;width:10px;height:20px}\n"))
    let all = try sheet(text)
    let children = all.matches(of: #/nth-child\(([0-9]+)\)/#).map { String($0.output.1) }
    #expect(children == ["1", "2", "3", "4", "5"])
  }

  @Test func `Headers, badges and decorations are no children`() throws {
    let text =
      #"{"container":{"width":100,"height":100},"layout":{"type":"list","rowHeight":10,"#
      + #""headerReferenceSize":{"height":30}},"items":[{"id":"</style><script>"},{"zIndex":7}]}"#
    #expect(
      try sheet(text) == """
        .tatami{position:relative;width:100px;height:50px}
        .tatami>*{position:absolute}
        .tatami>:nth-child(1){left:0;top:30px;width:100px;height:10px}
        .tatami>:nth-child(2){left:0;top:40px;width:100px;height:10px;z-index:7}

        """)
  }

  @Test func `A stacking order is replaced by the next width's`() throws {
    let raised = try layout(
      custom(#"{"x":0,"y":0,"width":9,"height":9,"zIndex":3}"#, sections: [1]))
    let flat = try layout(custom("[0,0,9,9]", sections: [1]))
    #expect(try sheet([(raised, 1), (flat, 2)]).contains("height:9px;z-index:0}}"))
    #expect(try !sheet([(flat, 1), (flat, 2)]).contains("z-index"))
  }

  @Test func `Lengths have four decimals at most, and nothing is divided by 0`() throws {
    let text = custom("[-0.00001,-0.5,0.33333333,1e9]", sections: [1])
    #expect(try sheet(text).contains("{left:0;top:-0.5px;width:0.3333px;height:1000000000px}"))
    let flat = custom("[1,0,2,0]", sections: [1])
    let percent = SheetStyle(unit: .percent)
    #expect(
      try sheet(flat, LayoutQuery(.all), percent) == """
        .tatami{position:relative;container-type:inline-size}
        .tatami::before{content:"";display:block;max-height:100%;height:0}
        .tatami>*{position:absolute;width:2px}
        .tatami>:nth-child(1){left:1px;top:0;height:0}

        """)
    let empty = #"{"container":{"width":9,"height":9},"layout":{"type":"list"},"items":0}"#
    #expect(try sheet(empty).hasSuffix("{position:absolute}\n"))
  }

  @Test func `A sheet in pieces is the sheet`() throws {
    let sections = (0..<9_000).map { $0 % 3 }
    let text = custom("[0,0,10.125,20]", "[20,0,10,20]", sections: sections)
    let one = try layout(text)
    for query in [
      LayoutQuery(.all), LayoutQuery(.rect(Rect(x: 0, y: 100_000, width: 15, height: 3_000))),
    ] {
      let whole = try sheet([(one, 1), (one, 2)], query)
      for limit in [1, 100, 65_536] {
        #expect(try sheet([(one, 1), (one, 2)], query, SheetStyle(), pieces: limit) == whole)
      }
      let children = whole.matches(of: #/nth-child\(([0-9]+)\)/#).compactMap { Int($0.output.1) }
      #expect(children.allSatisfy { $0 <= 9_000 } && children.max() ?? 0 > 4_000)
    }
  }

  @Test func `No piece steps over more sections than one may`() throws {
    let one = try layout(custom("[0,0,10,20]", sections: Array(repeating: 1, count: 50_000)))
    let query = LayoutQuery(.rect(Rect(x: 0, y: 999_999, width: 1, height: 1)))
    var encoder = SheetEncoder([.init(one, try one.select(query))], query, SheetStyle())
    var pieces = 1
    var text: [UInt8] = []
    while encoder.encode(into: &text, limit: 65_536) { pieces += 1 }
    #expect(pieces > 50_000 / SheetEncoder.pieceElements)
    #expect(String(decoding: text, as: UTF8.self).contains("nth-child(50000)"))
  }

  // MARK: Selectors

  @Test(arguments: [".wall", "#wall", "ul", "._", ".-a", ".--a", ".a-1_B", "x"])
  func `A class, an id or a type is a selector`(text: String) {
    #expect(selector(text)?.text == text)
  }

  @Test func `A name has 64 characters at most`() {
    let name = String(repeating: "n", count: 64)
    #expect(selector(name) != nil && selector(".\(name)") != nil && selector("#\(name)") != nil)
    #expect(selector("\(name)n") == nil && selector(".\(name)n") == nil)
  }

  @Test(arguments: [
    "", ".", "#", ".1", ".-1", ".-", "..a", ".#a", ".a.b", ".a>b", ".a b", ".a,b", "*", ":root",
    ".a{",
    ".a}", ".a/*", "</style>", ".ä", ".a\\", ".a\n", "\0", "[a]", "@media", ".a\"",
  ])
  func `Nothing else is`(text: String) {
    #expect(selector(text) == nil)
  }

  @Test func `No random selector leaves its place`() {
    var random = SeededGenerator(seed: 17)
    let bytes = Array("ab1_-.#{}<>/*\\\"' \n:;@(),\u{80}".utf8)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...6, using: &random))
        .map { _ in bytes.randomElement(using: &random) ?? 0 }
      guard let read = SheetSelector(text, in: 0..<text.count) else { continue }
      #expect(read.text.wholeMatch(of: #/[.#]?(--|-?[A-Za-z_])[A-Za-z0-9_-]*/#) != nil, "\(read)")
    }
  }

  @Test func `The update of a width is the bytes that make the version's id`() {
    #expect(
      String(decoding: WidthUpdate.text(390), as: UTF8.self) == #"{"container":{"width":390}}"#)
    #expect(
      String(decoding: WidthUpdate.text(0.1), as: UTF8.self) == #"{"container":{"width":0.1}}"#)
  }
}
