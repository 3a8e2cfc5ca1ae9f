import LayoutWire
import Testing

/// What was most likely meant by a field, a word or a length that is refused.
struct HintTests {
  private func lines(_ errors: [PointedError]) -> [String] {
    errors.map { "\($0.pointer): \($0.detail)" }
  }

  /// The fields suggested for one that the layout does not have; nil if none is.
  private func suggestion(for name: String, in members: String) -> String? {
    let errors = Reading.layoutRefusals(members + #","\#(name)":1"#)
    let detail = errors.first { $0.pointer == "/\(name)" }?.detail ?? ""
    guard detail.hasSuffix("?"), let start = detail.firstRange(of: "did you mean ")?.upperBound
    else { return nil }
    return String(detail[start...].dropLast())
  }

  /// Names of CSS, masonic, TanStack Virtual, react-photo-album, MUI and UIKit.
  @Test(arguments: [
    ("waterfall", "gap", "\"spacing\""), ("waterfall", "gutter", "\"spacing\""),
    ("waterfall", "itemSpacing", "\"spacing\""), ("waterfall", "columnGap", "\"columnSpacing\""),
    ("waterfall", "column-gap", "\"columnSpacing\""), ("waterfall", "rowGap", "\"rowSpacing\""),
    ("waterfall", "columnGutter", "\"columnSpacing\""),
    ("waterfall", "minimumInteritemSpacing", "\"columnSpacing\""),
    ("waterfall", "minimumLineSpacing", "\"rowSpacing\""),
    ("waterfall", "columnspacing", "\"columnSpacing\""),
    ("waterfall", "ColumnSpacing", "\"columnSpacing\""),
    ("waterfall", "column_spacing", "\"columnSpacing\""),
    ("waterfall", "padding", "\"sectionInset\""), ("waterfall", "insets", "\"sectionInset\""),
    ("waterfall", "columnCount", "\"columns\""), ("waterfall", "cols", "\"columns\""),
    ("waterfall", "lanes", "\"columns\""), ("waterfall", "numColumns", "\"columns\""),
    ("waterfall", "columnWidth", "\"columns\": {\"minWidth\": 200}"),
    ("waterfall", "headerHeight", "\"headerReferenceSize\""),
    ("waterfall", "stickyHeader", "\"sectionHeadersPinToVisibleBounds\""),
    ("waterfall", "colums", "\"columns\""), ("waterfall", "sectionInsets", "\"sectionInset\""),
    ("justified", "rowHeight", "\"targetRowHeight\""), ("justified", "gap", "\"boxSpacing\""),
    ("justified", "spacing", "\"boxSpacing\""), ("justified", "padding", "\"sectionInset\""),
    ("justified", "maxRows", "\"maxNumRows\""),
    ("flow", "gap", "\"minimumLineSpacing\" and \"minimumInteritemSpacing\""),
    ("flow", "lineSpacing", "\"minimumLineSpacing\""),
    ("flow", "columnGap", "\"minimumInteritemSpacing\""),
    ("flow", "justifyContent", "\"alignment\""), ("flow", "textAlign", "\"alignment\""),
    ("flow", "horizontalAlignment", "\"alignment\""), ("flow", "alignItems", "\"lineAlignment\""),
    ("flow", "verticalAlignment", "\"lineAlignment\""),
    ("waterfall", "justifyContent", "\"columnAlignment\""),
    ("flow", "estimateSize", "\"estimatedItemSize\""), ("flow", "cellSize", "\"itemSize\""),
    ("flow", "estimated_item_size", "\"estimatedItemSize\""),
    ("list", "itemSize", "\"rowHeight\""), ("justified", "estimatedSize", "\"targetRowHeight\""),
    ("list", "dividers", "\"showsSeparators\""), ("list", "background", "\"sectionBackground\""),
    ("list", "borderRadius", "\"cornerRadius\""), ("list", "listStyle", "\"appearance\""),
    ("list", "separatorInset", "\"separatorInsets\""),
    ("list", "gap", "\"rowSpacing\""), ("list", "minimumLineSpacing", "\"rowSpacing\""),
    ("magazine", "gap", "\"horizontalSpacing\" and \"verticalSpacing\""),
    ("magazine", "headerReferenceSize", "\"header\""),
  ])
  func `a name of another library`(_ type: String, _ name: String, _ meant: String) {
    #expect(suggestion(for: name, in: "\"type\":\"\(type)\"") == meant)
  }

  @Test(arguments: [
    ("flow", "columnCount"), ("list", "columns"), ("list", "columnGap"), ("custom", "gap"),
    ("magazine", "columnCount"), ("flow", "transition"), ("list", "w"),
  ])
  func `no name is suggested that is not valid there`(_ type: String, _ name: String) {
    #expect(suggestion(for: name, in: #""frames":[],"type":"\#(type)""#) == nil)
  }

  @Test(arguments: [
    ("list", "estimateSize", "rowHeight"), ("list", "estimated-size", "rowHeight"),
    ("list", "estimatedRowHeight", "rowHeight"),
  ])
  func `an estimated size counts until it is measured`(
    _ type: String, _ name: String, _ meant: String
  ) {
    #expect(
      lines(Reading.layoutRefusals(#""type":"\#(type)","\#(name)":1"#)) == [
        "/\(name): unknown field \"\(name)\"; use \"\(meant)\", which counts until an update's "
          + "\"measure\" replaces it"
      ])
  }

  @Test(arguments: [
    ("flow", "scrollDirection", "/configuration"), ("list", "scrollDirection", "/configuration"),
    ("flow", "interSectionSpacing", "/configuration"), ("waterfall", "scale", "/container"),
    ("magazine", "direction", "/container"), ("justified", "scrollDirection", "/configuration"),
  ])
  func `a layout's field of the document is sent there`(
    _ type: String, _ name: String, _ home: String
  ) {
    #expect(
      lines(Reading.layoutRefusals(#""type":"\#(type)","\#(name)":1"#)) == [
        "/\(name): unknown field \"\(name)\" here; it belongs in \"\(home)\""
      ])
  }

  @Test func `names in documents and items`() {
    let refusals = lines(
      Reading.refusals(
        #"""
        {"container":{"w":1,"width":390,"height":844,"dpr":2,"padding":{}},"width":390,"photos":[],
         "type":"grid","items":[{"w":1,"h":2,"ratio":1.5,"cols":2,"key":"a"}]}
        """#))
    #expect(
      refusals == [
        "/container/w: unknown field \"w\"; did you mean \"width\"?",
        "/container/dpr: unknown field \"dpr\"; did you mean \"scale\"?",
        "/container/padding: unknown field \"padding\"; did you mean \"contentInsets\"?",
        #"/width: unknown field "width"; did you mean "container": {"width": 390, "height": 844}?"#,
        "/photos: unknown field \"photos\"; did you mean \"items\"?",
        #"/type: unknown field "type"; did you mean "layout": {"type": "waterfall"}?"#,
        "/items/0/w: unknown field \"w\"; did you mean \"width\"?",
        "/items/0/h: unknown field \"h\"; did you mean \"height\"?",
        "/items/0/ratio: unknown field \"ratio\"; did you mean \"aspectRatio\"?",
        "/items/0/cols: unknown field \"cols\"; did you mean \"columnSpan\"?",
        "/items/0/key: unknown field \"key\"; did you mean \"id\"?",
      ])
  }

  @Test(arguments: [
    (#""type":"masonry""#, "waterfall"), (#""type":"Waterfall""#, "waterfall"),
    (#""type":"columns""#, "waterfall"), (#""type":"watrfall""#, "waterfall"),
    (#""type":"rows""#, "justified"), (#""type":"grid""#, "flow"), (#""type":"table""#, "list"),
    (#""type":"UICollectionViewFlowLayout""#, "flow"),
    (#""type":"waterfall","placement":"round-robin""#, "roundRobin"),
    (#""type":"waterfall","flowTolerance":"Infinity""#, "infinite"),
    (#""type":"flow","sectionInset":"center""#, "centered"),
    (#""type":"justified","widowLayoutStyle":"middle""#, "center"),
  ])
  func `a word of another library`(_ members: String, _ meant: String) throws {
    let detail = try #require(Reading.layoutRefusals(members).first).detail
    #expect(detail.hasSuffix("; did you mean \"\(meant)\"?"), "\(detail)")
  }

  @Test func `a word that is near none is not guessed at`() throws {
    let detail = try #require(Reading.layoutRefusals(#""type":"spiral""#).first).detail
    #expect(detail.hasSuffix(" (got \"spiral\")"))
  }

  @Test func `a layout without a type names the key that stands for it`() {
    #expect(
      lines(Reading.layoutRefusals(#""columns":3,"variant":"masonry""#)).first?
        .hasPrefix(": needs \"type\", not \"variant\": must be one of ") == true)
  }

  @Test func `only a few keys are looked up for that`() {
    let keys = (0..<8).map { "\"k\($0)\":1," }.joined()
    #expect(
      lines(Reading.layoutRefusals(keys + #""variant":"masonry""#)).first?
        .hasPrefix(": needs \"type\": must be one of ") == true)
  }

  @Test(arguments: [
    ("1", #"{"absolute": 1} or {"fractionalHeight": 0.5} (got a number)"#),
    ("\"44px\"", #"{"absolute": 44} or {"fractionalHeight": 0.5} (got a string)"#),
    ("\"50%\"", #"{"fractionalHeight": 0.5} (got a string)"#),
    ("\"33.3%\"", #"{"fractionalHeight": 0.333} (got a string)"#),
    ("\"auto\"", #"{"absolute": 100} or {"fractionalHeight": 0.5} (got a string)"#),
  ])
  func `a dimension is told by example`(_ value: String, _ example: String) {
    let refusals = Reading.layoutRefusals(
      #""type":"compositional","group":{"direction":"vertical","subitems":[],"#
        + #""size":{"width":{"absolute":1},"height":\#(value)}}"#)
    #expect(lines(refusals) == ["/group/size/height: must be an object such as " + example])
  }

  @Test(arguments: [
    ("\"10\"", "must be a number such as 10 (without quotes; got \"10\")"),
    ("\"10px\"", "must be a number such as 10 (in points, without a unit; got \"10px\")"),
    ("\"1.5 pt\"", "must be a number such as 1.5 (in points, without a unit; got \"1.5 pt\")"),
    ("\"50%\"", "must be a number such as 50 (in points, not in percent; got \"50%\")"),
    ("\"2rem\"", "must be a number such as 2 (in points; got \"2rem\")"),
    ("\"16:9\"", "must be a number such as 1.777778 (a quotient; got \"16:9\")"),
    ("\"16 / 9\"", "must be a number such as 1.777778 (a quotient; got \"16 / 9\")"),
    ("\"1/0\"", "must be a number (got a string)"),
    ("\"1e999px\"", "must be a number (got a string)"), ("\"\"", "must be a number (got a string)"),
    ("\"10px solid\"", "must be a number (got a string)"),
    ("\"px\"", "must be a number (got a string)"),
    (
      "\"\(String(repeating: "1", count: 100_000))px\"", "must be a number (got a string)"
    ),
  ])
  func `a length is told by example`(_ value: String, _ detail: String) {
    let refusals = Reading.layoutRefusals(#""type":"waterfall","spacing":\#(value)"#)
    #expect(lines(refusals) == ["/spacing: " + detail])
  }

  @Test func `objects are told by example`() {
    #expect(
      lines(
        Reading.layoutRefusals(
          #""type":"flow","itemSize":80,"sectionInset":8,"headerReferenceSize":"44px""#)) == [
          #"/itemSize: must be an object such as {"width": 80, "height": 80} (got a number)"#,
          #"/sectionInset: must be an object such as {"top": 8, "left": 8, "bottom": 8, "right": 8} "#
            + "(got a number)",
          #"/headerReferenceSize: must be an object such as {"width": 44, "height": 44} (got a string)"#,
        ])
    // Parts of what holds it, and quotients that no number holds, are no points.
    for text in [#""50%""#, #""1e9:1e-300""#] {
      #expect(
        lines(Reading.refusals(#"{"container":\#(text),"items":1}"#)) == [
          #"/container: must be an object such as {"width": 390, "height": 844} (got a string)"#
        ])
    }
    #expect(
      !lines(Reading.layoutRefusals(#""type":"list","spacing":"1:1e-320""#))[0].contains("null"))
    #expect(
      lines(Reading.refusals(#"{"container":390,"items":1}"#)) == [
        #"/container: must be an object such as {"width": 390, "height": 844} (got a number)"#
      ])
  }

  @Test func `what is missing is told after the misspelt field that may be it`() {
    let pointers = lines(Reading.refusals(#"{"contianer":{"width":1,"height":1},"itmes":3}"#)).map {
      $0.prefix { $0 != " " }
    }
    #expect(pointers == ["/contianer:", "/itmes:", ":", ":"])
    let detail = lines(
      Reading.refusals(
        #"{"container":{"width":1,"height":1},"layout":{"tpye":"list"},"items":1}"#))
    #expect(detail.first?.hasPrefix(#"/layout: needs "type", not "tpye""#) == true)
  }

  @Test func `a misspelt name is found by its letters, a long one not looked at`() {
    let names = ["TATAMI_MAX_ITEMS", "TATAMI_MAX_HEADERS", "TATAMI_BIND"]
    #expect(NearName.nearest(to: "TATAMI_MAX_ITEM", among: names) == "TATAMI_MAX_ITEMS")
    #expect(NearName.nearest(to: "TATAMI-max-items", among: names) == "TATAMI_MAX_ITEMS")
    #expect(NearName.nearest(to: "TATAMI_WEIGHT", among: names) == nil)
    // Two letters swapped are one fault.
    #expect(NearName.nearest(to: "tpye", among: ["size", "type"]) == "type")
    #expect(NearName.nearest(to: "tepy", among: ["size", "type"]) == nil)
    #expect(NearName.nearest(to: "tmai", among: ["tami", "x"]) == "tami")
    #expect(NearName.nearest(to: "", among: ["a"]) == nil)
    #expect(NearName.nearest(to: String(repeating: "a", count: 41), among: ["a"]) == nil)
  }
}
