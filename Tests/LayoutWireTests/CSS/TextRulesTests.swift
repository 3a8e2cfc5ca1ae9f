import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// The rules of texts in style sheets (Contract §17); a character is 10 points wide and 20 high.
struct TextRulesTests {
  private static let title = #""title":{"fontFamily":"A","fontSize":16,"lineHeight":20}"#

  private func layout(
    _ layout: String, _ items: String = #"[{"height":50,"body":"abcdef"}]"#, width: Int = 100,
    styles: String = title, direction: String = "ltr"
  ) throws -> PreparedLayout {
    try PreparedLayout(
      json: """
        {"container":{"width":\(width),"height":200,"direction":"\(direction)"},
         "textStyles":{\(styles)},"layout":\(layout),"items":\(items)}
        """, CharacterMeasurer())
  }

  private static let wall = #"{"type":"waterfall","columns":2,"spacing":0}"#

  private func sheet(
    _ layouts: [(PreparedLayout, Double)], _ query: LayoutQuery = LayoutQuery(.all),
    _ style: SheetStyle = SheetStyle(), pieces limit: Int = .max
  ) throws -> String {
    let parts = try layouts.enumerated().map { place, layout in
      let selection = try layout.0.select(query)
      let end = place + 1 < layouts.count ? layouts[place + 1].1 : .infinity
      let frames =
        style.unit == .percent
        ? try FluidFrames(
          layout.0, selection, query, in: (place == 0 ? 0 : layout.1)..<end, nil) : nil
      return SheetEncoder.Breakpoint(layout.0, selection, minWidth: layout.1, frames: frames)
    }
    var encoder = SheetEncoder(parts, query, style)
    var text: [UInt8] = []
    while encoder.encode(into: &text, limit: limit) {}
    return String(decoding: text, as: UTF8.self)
  }

  private func rules(_ text: String, _ start: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(start) }
  }

  // MARK: Styles

  /// What every style begins with.
  private static let resets =
    "margin:0;padding:0;border:0;text-indent:0;text-transform:none;hyphens:manual;text-wrap:wrap;"
    + "text-autospace:no-autospace;text-spacing-trim:normal;font-synthesis:none;"
  /// The properties of a style that gives none.
  private static let defaults =
    "letter-spacing:0px;word-spacing:0px;white-space:normal;word-break:normal;overflow-wrap:break-word;"
    + "line-break:auto;tab-size:8"

  @Test func `A sheet has the rules of texts between the wall and the cells`() throws {
    let text = try sheet([(layout(Self.wall), 0)])
    #expect(
      text == """
        .tatami{position:relative;width:100px;height:90px}
        .tatami>*{position:absolute}
        .tatami .tatami-text-title{\(Self.resets)font:400 16px/20px "A";\(Self.defaults);direction:ltr;\
        -webkit-text-size-adjust:100%;text-size-adjust:100%}
        .tatami .tatami-body{box-sizing:border-box;padding-block:0 0;padding-inline:0 0;min-height:0}
        .tatami .tatami-body>*+*{margin-top:0}
        .tatami .tatami-body{direction:ltr}
        .tatami .tatami-body:empty{display:none}
        .tatami>:nth-child(1){left:0;top:0;width:50px;height:90px}

        """)
  }

  @Test func `Every property that lines depend on is written, in order of the styles`()
    throws
  {
    let styles =
      #""b":{"fontFamily":["A","Noto Sans CJK JP"],"fontSize":13.5,"fontWeight":650,"fontStyle":"italic","#
      + #""lineHeight":{"multiple":1.4},"letterSpacing":-0.25,"wordSpacing":2,"whiteSpace":"pre-wrap","#
      + #""wordBreak":"keep-all","overflowWrap":"normal","lineBreak":"strict","tabSize":4,"#
      + #""direction":"rtl","maxLines":2,"lang":"ja"},"#
      + #""a":{"fontFamily":"A","lineHeight":1,"overflowWrap":"anywhere","direction":"ltr","whiteSpace":"nowrap","#
      + #""wordBreak":"break-all","lineBreak":"anywhere","textOverflow":"ellipsis","textWrap":"balance","#
      + #""textTransform":"uppercase"}"#
    let found = try rules(
      sheet([(layout(#"{"type":"list"}"#, "[5]", styles: styles), 0)]), ".tatami .tatami-text-")
    let expected = """
      .tatami .tatami-text-b{\(Self.resets)font:italic 650 13.5px/1.4 "A","Noto Sans CJK JP";\
      letter-spacing:-0.25px;word-spacing:2px;white-space:pre-wrap;word-break:keep-all;\
      overflow-wrap:normal;line-break:strict;tab-size:4;direction:rtl;\
      -webkit-text-size-adjust:100%;text-size-adjust:100%;display:-webkit-box;\
      -webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
      .tatami .tatami-text-a{\(Self.resets)font:400 16px/1px "A";letter-spacing:0px;word-spacing:0px;\
      white-space:nowrap;word-break:break-all;overflow-wrap:anywhere;line-break:anywhere;tab-size:8;\
      text-wrap-style:balance;text-transform:uppercase;direction:ltr;\
      -webkit-text-size-adjust:100%;text-size-adjust:100%;overflow:hidden;text-overflow:ellipsis}
      """
    #expect(found.joined(separator: "\n") == expected)
  }

  @Test func `Features, indents and hyphens are written if they are not CSS's own`() throws {
    let styles =
      #""a":{"fontFamily":"A","lineHeight":"normal","tabSize":{"length":20},"hyphens":"none","hyphenateCharacter":"=","#
      + #""textIndent":{"length":16,"hanging":true,"eachLine":true},"textSpacingTrim":"space-all","textAutospace":"normal","#
      + #""fontFeatureSettings":{"tnum":1,"liga":0},"fontVariationSettings":{"wght":650.5},"fontKerning":"none","#
      + #""fontVariantCaps":"small-caps","fontVariantNumeric":"tabular-nums ordinal","fontVariantLigatures":"none","fontStretch":75}"#
    let found = try rules(
      sheet([(layout(#"{"type":"list"}"#, "[5]", styles: styles), 0)]), ".tatami .tatami-text-")
    let expected = """
      .tatami .tatami-text-a{\(Self.resets)font:400 16px/normal "A";font-stretch:75%;font-kerning:none;\
      font-variant-caps:small-caps;font-variant-numeric:tabular-nums ordinal;font-variant-ligatures:none;\
      font-feature-settings:"liga" 0,"tnum" 1;font-variation-settings:"wght" 650.5;letter-spacing:0px;\
      word-spacing:0px;white-space:normal;word-break:normal;overflow-wrap:break-word;line-break:auto;\
      tab-size:20px;text-indent:16px hanging each-line;hyphens:none;hyphenate-character:"=";\
      text-spacing-trim:space-all;text-autospace:normal;direction:ltr;\
      -webkit-text-size-adjust:100%;text-size-adjust:100%}
      """
    #expect(found.joined(separator: "\n") == expected)
  }

  @Test func `A container from right to left gives its direction to texts and bodies`() throws {
    let text = try sheet([(layout(Self.wall, direction: "rtl"), 0)])
    #expect(text.contains(#";tab-size:8;direction:rtl;"#))
    #expect(text.contains(".tatami .tatami-body{direction:rtl}\n"))
    // A page may be written from right to left around a wall that is not.
    let other = try sheet([(layout(Self.wall), 0)])
    #expect(other.contains(";direction:ltr;") && !other.contains("rtl"))
  }

  @Test func `Numbers of styles are written exactly`() throws {
    let style =
      #""title":{"fontFamily":"A","fontSize":13.123456789,"lineHeight":{"multiple":1.123456}}"#
    #expect(
      try sheet([(layout(Self.wall, styles: style), 0)]).contains("400 13.123456789px/1.123456 "))
  }

  // MARK: Bodies

  private static func body(_ spacing: Int) -> String {
    #""body":{"insets":{"top":8,"leading":10,"bottom":12,"trailing":6},"spacing":\#(spacing),"minHeight":30}"#
  }

  @Test func `The options of bodies are written once`() throws {
    let wall = #"{"type":"waterfall","columns":1,\#(Self.body(4))}"#
    let narrow = try layout(wall)
    let text = try sheet([(narrow, 0), (layout(wall, width: 400), 400)])
    let expected = """
      .tatami .tatami-body{box-sizing:border-box;padding-block:8px 12px;padding-inline:10px 6px;\
      min-height:30px}
      .tatami .tatami-body>*+*{margin-top:4px}
      .tatami .tatami-body{direction:ltr}
      .tatami .tatami-body:empty{display:none}
      """
    #expect(rules(text, ".tatami .tatami-body").joined(separator: "\n") == expected)
    #expect(text.matches(of: #/padding-block/#).count == 1)
    #expect(text.matches(of: #/tatami-text-title/#).count == 1)
  }

  @Test func `Sections whose layouts set bodies differently have rules for their children`() throws
  {
    let document = """
      {"container":{"width":100,"height":200},"textStyles":{\(Self.title)},
       "layout":{"type":"list"},"sections":[
        {"items":[{"body":"a"},{"body":"b"}]},{"items":[]},
        {"items":[{"body":"a"},{"body":"b"},{"body":"c"}],"layout":{"type":"list",\(Self.body(4))}},
        {"items":[{"body":"a"}],"layout":{"type":"list"}},
        {"items":[1],"layout":{"type":"list",\(Self.body(9))}}]}
      """
    let layout = try PreparedLayout(json: document, CharacterMeasurer())
    let own = """
      .tatami>:nth-child(n+3):nth-child(-n+5) .tatami-body{padding-block:8px 12px;\
      padding-inline:10px 6px;min-height:30px}
      .tatami>:nth-child(n+3):nth-child(-n+5) .tatami-body>*+*{margin-top:4px}
      """
    let text = try sheet([(layout, 0)])
    #expect(rules(text, ".tatami>:nth-child(n+").joined(separator: "\n") == own)
    // A rectangle that only meets the first section needs no rule of the others; each piece is complete.
    let first = LayoutQuery(.rect(Rect(x: 0, y: 0, width: 10, height: 10)))
    #expect(try rules(sheet([(layout, 0)], first), ".tatami>:nth-child(n+").isEmpty)
    #expect(try sheet([(layout, 0)], pieces: 1) == text)
    // Another width repeats nothing that is equal.
    let wide = try layout.updated(json: #"{"container":{"width":300}}"#).layout
    let both = try sheet([(layout, 0), (wide, 300)])
    #expect(both.matches(of: #/nth-child\(n\+3\)/#).count == 2)
    // With a rectangle, an earlier width may not have had the section.
    let part = LayoutQuery(.rect(Rect(x: 0, y: 0, width: 10, height: 500)))
    #expect(
      try sheet([(layout, 0), (wide, 300)], part).matches(of: #/nth-child\(n\+3\)/#).count == 4)
  }

  @Test func `Another width has the rules that change there`() throws {
    func document(_ first: String, _ own: String) -> String {
      """
      {"container":{"width":100,"height":200},"textStyles":{\(Self.title)},"layout":\(first),
       "sections":[{"items":[{"body":"a"}]},{"items":[{"body":"a"}],"layout":\(own)}]}
      """
    }
    func variants(_ narrow: Int, _ wide: Int) -> String {
      #"[{"when":{"maxWidth":200},"layout":{"type":"list","body":{"spacing":\#(narrow)}}},"#
        + #"{"layout":{"type":"list","body":{"spacing":\#(wide)}}}]"#
    }
    /// The spacing of both sections' bodies at the wide width, as the cascade decides it.
    func cascade(_ first: String, _ own: String) throws -> [String] {
      let narrow = try PreparedLayout(json: document(first, own), CharacterMeasurer())
      let wide = try narrow.updated(json: #"{"container":{"width":300}}"#).layout
      let text = try sheet([(narrow, 0), (wide, 300)])
      let shared = text.matches(of: #/tatami \.tatami-body>\*\+\*\{margin-top:([0-9]+)/#)
      let single = text.matches(of: #/\) \.tatami-body>\*\+\*\{margin-top:([0-9]+)/#)
      let last = try #require(shared.last.map { String($0.output.1) })
      return [last, single.last.map { String($0.output.1) } ?? last]
    }
    for first in [(1, 1), (1, 2), (2, 1)] {
      for own in [(1, 1), (2, 2), (1, 2), (2, 1), (3, 2), (3, 1), (3, 3)] {
        #expect(
          try cascade(variants(first.0, first.1), variants(own.0, own.1))
            == ["\(first.1)", "\(own.1)"], "\(first) \(own)")
      }
    }
  }

  // MARK: Widths

  @Test func `A range of widths has the heights of its narrowest width`() throws {
    let items = #"[{"height":50,"body":"abcdefghijklmnopqrst"},{"height":50,"body":"abc"}]"#
    let layouts = try [100, 200].map { (try layout(Self.wall, items, width: $0), Double($0)) }
    let text = try sheet(layouts)
    // 20 characters of 10 points: four lines in columns of 50 points, two in columns of 100.
    #expect(text.contains(".tatami>:nth-child(1){left:0;top:0;width:50px;height:130px}\n"))
    #expect(text.contains("@media (min-width:200px){"))
    #expect(text.contains(".tatami>:nth-child(1){left:0;top:0;width:100px;height:90px}"))
  }

  @Test func `In percent bodies keep their heights, though a text would need fewer lines`() throws {
    // At 101 points the first text would have a line less; it keeps those of 100.
    let wall =
      #"{"type":"waterfall","columns":1,"spacing":0,"body":{"insets":{"leading":1}}}"#
    let items =
      #"[{"width":2,"height":1,"body":"abcdefghijklmnopqrs"},{"height":10,"body":"abcdefghij"}]"#
    let layout = try layout(wall, items)
    #expect(try sheet([(layout, 0)]).contains("{left:0;top:110px;width:100px;height:50px}"))
    let text = try sheet([(layout, 0)], LayoutQuery(.all), SheetStyle(unit: .percent))
    #expect(text.contains(".tatami>:nth-child(1){left:0;top:0;height:calc(50cqw + 60px)}\n"))
    #expect(text.contains(".tatami>:nth-child(2){left:0;top:calc(50cqw + 60px);height:50px}\n"))
    #expect(text.contains("padding-inline:1px 0;"))
  }

  @Test func `A cell with texts is never narrower than it was measured`() throws {
    let wall = #"{"type":"waterfall","columns":3,"spacing":0}"#
    let items = Array(repeating: #"{"height":5,"body":"a"}"#, count: 3).joined(separator: ",")
    let layout = try layout(wall, "[\(items)]", width: 1_000)
    #expect(try sheet([(layout, 0)]).contains("width:333.3334px;"))
    #expect(
      try sheet([(layout, 0)], LayoutQuery(.all), SheetStyle(unit: .percent))
        .contains("width:33.3334%}"))
    let plain = try PreparedLayout(
      json: #"{"container":{"width":1000,"height":9},"layout":\#(wall),"items":3}"#,
      CharacterMeasurer())
    #expect(try sheet([(plain, 0)]).contains("width:333.3333px;"))
  }

  // MARK: Hostile texts

  private static let hostile = [
    "a}</style><script>alert(1)</script>", "\"'\\", "a\nb\tc\r\u{C}", "\u{0}x", "\u{7F}\u{85}",
    "🌾 é 畳", "--", "1a", "a b", "url(//x)", "/*", "<!--", "\u{202E}\u{FFFE}", "@import;",
  ]

  @Test func `Names are escaped as CSS.escape does it`() {
    let expected = [
      "a}": #"a\}"#, "a b": #"a\ b"#, "\u{0}\u{1}\u{1F}\u{7F}": "\u{FFFD}\\1 \\1f \\7f ",
      "-_09azAZ": "-_09azAZ", "é畳🌾\u{80}": "é畳🌾\u{80}", "</style>": #"\<\/style\>"#,
    ]
    for (name, escaped) in expected {
      var output: [UInt8] = []
      output.appendCSSIdentifier(name)
      #expect(Array(output) == Array(escaped.utf8))
    }
    var string: [UInt8] = []
    string.appendCSSString("A\"\\\n<é>\u{0}")
    #expect(String(decoding: string, as: UTF8.self) == "\"A\\22 \\5c \\a \\3c é\\3e \u{FFFD}\"")
  }

  @Test(arguments: hostile)
  func `No name of a style or a family leaves its place`(_ name: String) throws {
    func json(_ text: String) -> String {
      var bytes: [UInt8] = []
      bytes.appendJSON(text)
      return String(decoding: bytes, as: UTF8.self)
    }
    let styles = #"\#(json(name)):{"fontFamily":\#(json(name)),"lineHeight":20}"#
    let text = try sheet([(layout(Self.wall, styles: styles), 0)])
    #expect(!text.contains("</"))
    var tokens = Tokens(text)
    try tokens.readRule { selector, declarations in
      #expect(selector == ".tatami" && declarations.hasPrefix("position:relative"))
    }
    try tokens.readRule { selector, _ in #expect(selector == ".tatami>*") }
    let expected = name.replacing("\u{0}", with: "\u{FFFD}")
    try tokens.readRule { selector, declarations in
      #expect(selector == ".tatami .tatami-text-\(expected)")
      let ending = ";direction:ltr;-webkit-text-size-adjust:100%;text-size-adjust:100%"
      #expect(
        declarations
          == "\(Self.resets)font:400 16px/20px «\(expected)»;\(Self.defaults)\(ending)")
    }
    try tokens.readRule { selector, _ in #expect(selector == ".tatami .tatami-body") }
  }

  /// A reader of rules with the escapes of CSS Syntax 3 §4.3.
  private struct Tokens {
    private var rest: ArraySlice<Unicode.Scalar>

    init(_ text: String) { rest = Array(text.unicodeScalars)[...] }

    /// Reads a rule; strings are decoded and stand in guillemets.
    mutating func readRule(_ visit: (String, String) -> Void) throws {
      let selector = try read(until: "{")
      visit(selector, try read(until: "}"))
      if rest.first == "\n" { rest.removeFirst() }
    }

    private mutating func read(until end: Unicode.Scalar) throws -> String {
      var text = String.UnicodeScalarView()
      var isString = false
      while let scalar = rest.popFirst() {
        if scalar == end, !isString { return String(text) }
        switch scalar {
        case "\\": text.append(try readEscape())
        case "\"":
          text.append(isString ? "»" : "«")
          isString.toggle()
        case "\n", "\r", "\u{C}":
          Issue.record("a line ends in a rule")
        default: text.append(scalar)
        }
      }
      throw Unclosed()
    }

    private mutating func readEscape() throws -> Unicode.Scalar {
      var digits = ""
      while digits.count < 6, let next = rest.first, next.properties.isASCIIHexDigit {
        digits.unicodeScalars.append(next)
        rest.removeFirst()
      }
      guard !digits.isEmpty else {
        let escaped = rest.popFirst()
        return try #require(escaped)
      }
      if rest.first == " " { rest.removeFirst() }
      return try #require(UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) })
    }

    private struct Unclosed: Error {}
  }
}
