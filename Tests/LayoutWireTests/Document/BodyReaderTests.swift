import LayoutEngine
import LayoutWire
import Testing

/// Bodies and text styles in documents and updates (Contract §2.10).
@Suite struct BodyReaderTests {
  private static let style = #"{"fontFamily":"Inter","fontSize":16,"lineHeight":22}"#

  private func text(_ items: String, styles: String = #"{"title":\#(style)}"#) -> String {
    Reading.text(
      with: #""textStyles":\#(styles),"layout":{"type":"list"},"items":\#(items)"#)
  }

  private func refusals(_ items: String, styles: String = #"{"title":\#(style)}"#) -> [String] {
    Reading.refusals(text(items, styles: styles)).map { "\($0.pointer): \($0.detail)" }
  }

  private func body(_ json: String) throws -> [Body.Block] {
    let document = try Reading.document(text("[{\"body\":\(json)}]"))
    return Array(try #require(document.sections[0].items.fields(of: 0).body).blocks)
  }

  @Test func `a body is a text, or a list of texts and spaces`() throws {
    #expect(try body(#""a\u00e9""#) == [.text(Array("aé".utf8)[...], style: nil)])
    #expect(try body("[]").isEmpty)
    #expect(
      try body(#"["a",{"text":"b","style":"title"},{"height":7.5},{"text":"c"}]"#) == [
        .text(Array("a".utf8)[...], style: nil), .text(Array("b".utf8)[...], style: 0),
        .space(7.5), .text(Array("c".utf8)[...], style: nil),
      ])
  }

  @Test func `a block's text may be a list of runs`() throws {
    let json =
      #"[{"text":["a",{"text":"b","style":"title","name":"n"},{"width":1,"height":2,"verticalAlign":"middle"},{"width":1,"height":2,"verticalAlign":-3.5,"name":"i"}]}]"#
    let blocks = try body(json)
    #expect(blocks.count == 1)
    guard case .text(let bytes, nil) = blocks[0] else {
      Issue.record("no text")
      return
    }
    let runs = try #require(TextRuns(encoded: bytes)).runs
    #expect(
      runs.map(\.content) == [
        .text(Array("a".utf8)[...], style: nil), .text(Array("b".utf8)[...], style: 0),
        .box(width: 1, height: 2, .middle), .box(width: 1, height: 2, .points(-3.5)),
      ])
    #expect(runs.map { String(decoding: $0.name, as: UTF8.self) } == ["", "n", "", "i"])
    // One plain run is the text itself.
    #expect(try body(#"[{"text":["ab"]}]"#) == [.text(Array("ab".utf8)[...], style: nil)])
    #expect(try body(#"[{"text":[]}]"#) == [.text([], style: nil)])
  }

  @Test(arguments: [
    (#"[{"text":"a","width":3}]"#, "/0: needs either"), (#"[{"width":3}]"#, "/0: needs either"),
    (#"[{"style":"title"}]"#, "/0: needs either"), (#"[5]"#, "/0: must be a string, {"),
    (#"[{"text":"a","style":"titel"}]"#, #"/0/style: names a text style"#),
    (#"[{"width":16385,"height":1}]"#, "/0/width: must be a number from 0 to 16384"),
    (#"[{"width":1,"height":1,"verticalAlign":"top"}]"#, "/0/verticalAlign: must be"),
    (#"5"#, ": must be a string, or an array of runs"),
  ])
  func `what is no run is refused where it stands`(_ runs: String, _ expectation: String) {
    let found = refusals("[{\"body\":[{\"text\":\(runs)}]}]")
    #expect(
      found.count == 1 && found[0].hasPrefix("/items/0/body/0/text\(expectation)"), "\(found)")
  }

  @Test func `runs have at most 256 parts and 8,192 UTF-16 code units together`() {
    func runs(_ run: String, _ count: Int) -> [String] {
      refusals(
        "[{\"body\":[{\"text\":[\(Array(repeating: run, count: count).joined(separator: ","))]}]}]")
    }
    #expect(runs(#""a""#, 256).isEmpty)
    #expect(runs(#""a""#, 257) == ["/items/0/body/0/text: has more than 256 runs"])
    let long = "\"\(String(repeating: "a", count: 4_096))\""
    #expect(runs(long, 2).isEmpty && runs(long, 3).count == 1)
  }

  @Test func `a style has fonts' features, indents and hyphens`() throws {
    let fields = #"""
      "fontFamily":"A","fontSize":10,"lineHeight":"normal","whiteSpace":"break-spaces","tabSize":{"length":20},
      "hyphens":"none","hyphenateCharacter":"=","lineClampEnd":"… more","textIndent":{"em":2,"hanging":true},
      "textSpacingTrim":"trim-start","textAutospace":"normal","fontFeatureSettings":{"tnum":1,"liga":0},
      "fontVariationSettings":{"wght":650.5},"fontKerning":"none","fontVariantCaps":"small-caps",
      "fontVariantNumeric":"tabular-nums slashed-zero","fontVariantLigatures":"no-contextual","fontStretch":"condensed"
      """#
    let document = try Reading.document(text("0", styles: "{\"a\":{\(fields)}}"))
    let style = try #require(document.textStyles?.styles[0])
    #expect(
      style.lineHeight == .normal && style.whiteSpace == .breakSpaces && style.tabLength == 20)
    #expect(
      style.hyphens == .none && style.hyphenateCharacter == "=" && style.lineClampEnd == "… more")
    #expect(style.textIndent == TextStyle.TextIndent(length: 20, hanging: true))
    #expect(style.textSpacingTrim == .trimStart && style.textAutospace == .normal)
    #expect(style.fontFeatureSettings == [.init("liga", 0), .init("tnum", 1)])
    #expect(style.fontVariationSettings == [.init("wght", 650.5)] && style.fontKerning == .none)
    #expect(style.fontVariantCaps == .smallCaps && style.fontStretch == 75)
    #expect(style.fontVariantNumeric == [.tabularNums, .slashedZero])
    #expect(style.fontVariantLigatures == [.noContextual])
  }

  @Test(arguments: [
    (#""fontFeatureSettings":{"tnumx":1}"#, "/fontFeatureSettings/tnumx: must be a tag of four"),
    (#""fontFeatureSettings":{"tnum":1.5}"#, "/fontFeatureSettings/tnum: must be a whole number"),
    (
      #""fontVariantNumeric":"lining-nums oldstyle-nums""#,
      "/fontVariantNumeric: has words that exclude"
    ),
    (#""fontVariantLigatures":"none contextual""#, "/fontVariantLigatures: has words that exclude"),
    (#""fontVariantNumeric":"tabular""#, "/fontVariantNumeric: must be"),
    (#""textIndent":{"hanging":true}"#, #"/textIndent: needs either "length" or "em""#),
    (#""hyphenateCharacter":"12345678901234567""#, "/hyphenateCharacter: must have at most 16"),
    (#""fontStretch":40"#, "/fontStretch: must be a number from 50 to 200"),
    (#""lineHeight":"tall""#, "/lineHeight: must be"),
    (#""tabSize":{"length":-1}"#, "/tabSize/length: must be"),
  ])
  func `a style's features have their forms`(_ field: String, _ expectation: String) {
    let start = field.hasPrefix("\"lineHeight") ? "" : #""lineHeight":20,"#
    let found = refusals("0", styles: #"{"t":{"fontFamily":"A",\#(start)\#(field)}}"#)
    #expect(found.contains { $0.hasPrefix("/textStyles/t\(expectation)") }, "\(found)")
  }

  @Test func `a style has CSS's properties, and their defaults`() throws {
    let full = """
      {"fontFamily":["A","B"],"fontSize":13.5,"fontWeight":650,"fontStyle":"italic",
       "lineHeight":{"multiple":1.5},"letterSpacing":-0.5,"wordSpacing":2,"whiteSpace":"pre-wrap",
       "wordBreak":"keep-all","overflowWrap":"normal","lineBreak":"strict","lang":"ja","tabSize":4,
       "direction":"rtl","maxLines":3,"textTransform":"none","hyphens":"manual"}
      """
    let document = try Reading.document(
      text(
        "0",
        styles:
          #"{"plain":\#(Self.style),"full":\#(full),"old":{"fontFamily":"A","lineHeight":1,"wordBreak":"break-word"}}"#
      ))
    let styles = try #require(document.textStyles)
    #expect(styles.names == ["plain", "full", "old"])
    var plain = TextStyle()
    plain.fontFamily = ["Inter"]
    plain.lineHeight = .points(22)
    #expect(styles.styles[0] == plain)
    let style = styles.styles[1]
    #expect(style.fontFamily == ["A", "B"] && style.fontSize == 13.5 && style.fontWeight == 650)
    #expect(
      style.fontStyle == .italic && style.lineHeight == .multiple(1.5)
        && style.letterSpacing == -0.5)
    #expect(style.wordSpacing == 2 && style.whiteSpace == .preWrap && style.wordBreak == .keepAll)
    #expect(style.overflowWrap == .normal && style.lineBreak == .strict && style.lang == "ja")
    #expect(style.tabSize == 4 && style.direction == .rightToLeft && style.maxLines == 3)
    #expect(styles.styles[2].wordBreak == .normal && styles.styles[2].overflowWrap == .anywhere)
  }

  @Test func `what is no style or body is refused where it stands`() {
    #expect(
      refusals(#"[{"body":5}]"#) == [
        #"/items/0/body: must be a text, or an array of texts such as ["Sunset"] (got a number)"#
      ])
    #expect(
      refusals(#"[{"body":[{"text":"a","height":3}]}]"#) == [
        #"/items/0/body/0: needs either "text", with or without "style", or "height""#
      ])
    #expect(
      refusals(#"[{"body":[{"text":"a","style":"titel"}]}]"#) == [
        "/items/0/body/0/style: names a text style that \"textStyles\" does not define"
          + " (got \"titel\"); did you mean \"title\"?"
      ])
    #expect(refusals(#"[{"body":[{"height":-1}]}]"#)[0].contains("at least 0 (got -1)"))
    let blocks = Array(repeating: "\"\"", count: 33).joined(separator: ",")
    #expect(refusals("[{\"body\":[\(blocks)]}]") == ["/items/0/body: has more than 32 blocks"])
    let missing = refusals("0", styles: #"{"title":{"fontSize":0}}"#)
    #expect(missing.contains { $0.hasPrefix("/textStyles/title: needs \"fontFamily\"") })
    #expect(missing.contains { $0.hasPrefix("/textStyles/title: needs \"lineHeight\"") })
    #expect(
      missing.contains { $0.contains("/fontSize: must be a number from 0.01 to 512 (got 0)") })
    let many = (0..<65).map { "\"s\($0)\":\(Self.style)" }.joined(separator: ",")
    #expect(refusals("0", styles: "{\(many)}") == ["/textStyles: has more than 64 styles"])
  }

  @Test(
    arguments: [
      ("fontSize", "0.009", "must be a number from 0.01 to 512"),
      ("fontSize", "513", "must be a number from 0.01 to 512"),
      ("fontWeight", "1001", "must be a number from 1 to 1000"),
      ("lineHeight", "65537", "must be greater than 0 and at most 65536"),
      ("letterSpacing", "-513", "must be a number from -512 to 512"),
      ("wordSpacing", "513", "must be a number from -512 to 512"),
      ("tabSize", "1001", "must be a number from 0 to 1000"),
      ("lang", "\"de_AT\"", "must be a BCP 47 tag such as \"de-AT\""),
    ])
  func `a style's values have bounds, whether or not an item has a text`(
    field: String, value: String, expectation: String
  ) {
    let fields = ["fontFamily": "\"A\"", "lineHeight": "20"].merging([field: value]) { $1 }
    let style = fields.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    #expect(
      refusals("0", styles: "{\"t\":{\(style)}}") == [
        "/textStyles/t/\(field): \(expectation) (got \(value))"
      ])
  }

  @Test func `a line height is at most 1,024 font sizes`() {
    let refused = refusals(
      "0", styles: #"{"t":{"fontFamily":"A","lineHeight":{"multiple":1024.5}}}"#)
    #expect(
      refused == [
        "/textStyles/t/lineHeight/multiple: must be greater than 0 and at most 1024 (got 1024.5)"
      ])
  }

  @Test func `a text has at most 8,192 UTF-16 code units, however it is written`() {
    func fits(_ text: String) -> Bool { refusals("[{\"body\":\"\(text)\"}]").isEmpty }
    #expect(fits(String(repeating: "日", count: 8_192)))
    #expect(!fits(String(repeating: "日", count: 8_193)))
    #expect(fits(String(repeating: "😀", count: 4_096)))
    #expect(!fits(String(repeating: "😀", count: 4_097)))
    #expect(fits(String(repeating: "\\u65e5", count: 8_192)))
    #expect(!fits(String(repeating: "\\u65e5", count: 8_193)))
  }

  @Test func `styles may be defined after bodies and layouts that name them`() throws {
    let document = try Reading.document(
      with: """
        "items":[{"body":[{"text":"a","style":"b"}]}],
        "layout":{"type":"waterfall","body":{"style":"c","spacing":2}},
        "textStyles":{"c":\(Self.style),"b":\(Self.style)}
        """)
    let styles = try #require(document.textStyles)
    guard case .waterfall(let spec)? = document.layout?.variants.first?.layout else {
      Issue.record("no waterfall")
      return
    }
    #expect(styles.names[try #require(spec.body.style)] == "c")
    let blocks = Array(try #require(document.sections[0].items.fields(of: 0).body).blocks)
    guard case .text(_, let style?) = blocks[0] else {
      Issue.record("no style")
      return
    }
    #expect(styles.names[style] == "b")
  }

  @Test func `an update names its parent's styles`() throws {
    let document = try Reading.document(text("[{}]"))
    let item = #"{"append":[{"items":[{"body":[{"text":"a","style":"title"}]}]}]}"#
    _ = try LayoutUpdateReader.read(Array(item.utf8), styles: document.textStyles)
    #expect(throws: DocumentError.self) { try LayoutUpdateReader.read(Array(item.utf8)) }
  }

  @Test func `a document with bodies is written as it was read`() throws {
    let items =
      #"[{"id":"x","height":5,"body":"a\"\n"},{"body":["b",{"text":"c","style":"title"},{"height":4}]},7]"#
    let document = try Reading.document(text(items))
    var encoder = DocumentEncoder(document)
    var written: [UInt8] = []
    while encoder.encode(into: &written, limit: 50) {}
    let again = try LayoutDocumentReader.read(written)
    #expect(again.textStyles?.styles == document.textStyles?.styles)
    for item in 0..<3 {
      #expect(
        again.sections[0].items.fields(of: item) == document.sections[0].items.fields(of: item))
    }
    var second = DocumentEncoder(again)
    var repeated: [UInt8] = []
    while second.encode(into: &repeated, limit: .max) {}
    #expect(repeated == written)
  }
}
