import HTTPMessage
import LayoutAPI
import LayoutWire
import TestSupport
import Testing

import class Foundation.FileManager
import class Foundation.JSONDecoder
import struct Foundation.Data
import struct Foundation.URL
import struct Foundation.UUID
import Synchronization

@testable import LayoutService

/// Measured texts over HTTP (Contract §19).
@Suite(.waits, .disabled(if: interIsMissing, "the font Inter is not installed (fonts-inter)"))
struct TextsTests {
  private static let styles =
    #"{"title":{"fontFamily":"Inter","fontSize":16,"fontWeight":600,"lineHeight":22}}"#

  private struct Measured: Decodable {
    struct Text: Decodable {
      let height: Double
      let lineCount: Int
      let maxLineWidth: Double
      let lines: [String]?
    }
    struct Warning: Decodable, Equatable {
      let pointer: String
      let detail: String
    }
    let texts: [Text]
    let textWarnings: [Warning]?
  }

  private struct Attributes: Decodable {
    struct Element: Decodable {
      struct Frame: Decodable { let y, width, height: Double }
      struct Block: Decodable {
        let y, height: Double
        let lines: [String]
      }
      let frame: Frame
      let imageHeight: Double?
      let bodyHeight: Double?
      let body: [Block]?
    }
    let attributes: [Element]
    let textWarnings: [Measured.Warning]?
  }

  private func decoded<Value: Decodable>(_ answer: TestAnswer, as _: Value.Type) throws -> Value {
    #expect(answer.status < 300, "\(answer.text)")
    return try JSONDecoder().decode(Value.self, from: Data(answer.body))
  }

  private func measure(_ texts: String, lines: Bool = true) throws -> Measured {
    let body = #"{"textStyles":\#(Self.styles),"texts":\#(texts),"lines":\#(lines)}"#
    return try decoded(
      TestService().send("POST", "/v1/texts", text: body), as: Measured.self)
  }

  @Test func `texts are measured at their widths`() throws {
    let answer = try measure(
      #"[{"text":"Sunset over Kyoto","width":100},{"text":"Sunset over Kyoto"},{"text":" "}]"#)
    #expect(answer.texts.map(\.lineCount) == [2, 1, 0])
    #expect(answer.texts.map(\.height) == [44, 22, 0])
    #expect(answer.texts[0].lines == ["Sunset over", "Kyoto"])
    #expect(answer.texts[0].maxLineWidth <= 100 && answer.texts[1].maxLineWidth > 100)
    #expect(answer.textWarnings == nil)
    #expect(try measure(#"[{"text":"a"}]"#, lines: false).texts[0].lines == nil)
  }

  @Test func `a character that no font has is named`() throws {
    let answer = try measure("[{\"text\":\"ok\"},{\"text\":\"a\u{10A60}b\"}]")
    let warning = try #require(answer.textWarnings?.first)
    #expect(warning.pointer == "/texts/1/text" && warning.detail.contains("U+10A60"))
    let document = try TestService().send(
      "POST", "/v1/layouts?rect=all",
      text: Self.wall("[{\"body\":\"x\"},{\"body\":[\"a\",\"\u{10A60}\"]}]"))
    let warnings = try decoded(document, as: Attributes.self).textWarnings
    #expect(warnings?.map(\.pointer) == ["/items/1/body/1"])
  }

  @Test func `errors name the text or the style`() throws {
    func problem(_ body: String, _ status: Int = 422) throws -> String {
      let answer = try TestService().send("POST", "/v1/texts", text: body)
      #expect(answer.status == status, "\(answer.text)")
      return answer.text
    }
    let unknown = try problem(
      #"{"textStyles":{"a":{"fontFamily":["Inter","Intre"],"lineHeight":20}},"texts":[]}"#)
    #expect(unknown.contains(#""pointer":"/textStyles/a/fontFamily/1""#))
    #expect(unknown.contains("\\\"Inter\\\"") && unknown.contains("/v1/fonts"))
    #expect(try problem(#"{"textStyles":{},"texts":[{"text":"a"}]}"#).contains("/texts/0"))
    #expect(try problem(#"{"texts":[]}"#).contains("textStyles"))
    _ = try problem("{", 400)
    #expect(try TestService().send("GET", "/v1/texts").status == 405)
    #expect(try TestService().send("POST", "/v1/texts?rect=all", text: "{}").status == 400)
    #expect(
      try TestService().send("POST", "/v1/texts", ["Content-Encoding: gzip"], text: "{}").status
        == 400)
    #expect(
      try TestService().send("POST", "/v1/texts", ["Content-Encoding: br"], text: "{}").status
        == 415)
    let small = TestService { $0.maxBodyBytes = 10 }
    #expect(try small.send("POST", "/v1/texts", text: "{\"texts\":[]}").status == 413)
  }

  @Test func `A text alone has the only style; problems say how to mend a request for texts`()
    throws
  {
    let styles = #""textStyles":{"caption":{"fontFamily":"Inter","lineHeight":18}}"#
    try TestService.serving { client, _ in
      func send(_ body: String) throws -> (status: Int, text: String) {
        let answer = try client.send("POST", "/v1/texts", [], body: Array(body.utf8))
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
      }
      let alone = try send(#"{\#(styles),"texts":["One line","Two\nlines"]}"#)
      #expect(alone.status == 200)
      #expect(
        try alone.text
          == send(#"{\#(styles),"texts":[{"text":"One line"},{"text":"Two\nlines"}]}"#).text)
      for (body, said) in [
        (
          #"{\#(styles),"texts":[4]}"#,
          #"must be a text, or an object such as {\"text\": \"…\", \"width\": 180}"#
        ),
        (#"{\#(styles),"width":90,"texts":["a"]}"#, #"it belongs in \"texts\""#),
        (
          #"{"textStyles":{"a":{"fontFamily":"Inter","lineHeight":18,"width":9}},"texts":["a"]}"#,
          #"a text of /v1/texts has a \"width\" beside its \"text\""#
        ),
        (
          #"{"textStyles":{"a":{"fontFamily":"Inter","lineHeight":18},"b":{"fontFamily":"Inter","lineHeight":9}},"texts":["a"]}"#,
          #"needs \"style\""#
        ),
      ] {
        let (status, text) = try send(body)
        #expect(status == 422)
        #expect(text.contains(#""title":"Invalid request for texts""#), "\(text)")
        #expect(text.contains(said), "\(text)")
      }
      let wall = try client.send(
        "POST", "/v1/layouts", [],
        body: Array(
          #"{"container":{"width":9,"height":9},"layout":{"type":"list"},"items":[{"body":"a"}]}"#
            .utf8))
      #expect(
        String(decoding: wall.body, as: UTF8.self).contains(
          #"has no \"textStyles\": add one, such as"#))
    }
  }

  @Test func `compressed texts are measured like others`() throws {
    let text = #"{"textStyles":\#(Self.styles),"texts":[{"text":"Sunset over Kyoto","width":100}]}"#
    let packed = try #require(Gzip.compressed(Array(text.utf8)))
    let answer = try TestService().send(
      "POST", "/v1/texts", ["Content-Encoding: gzip"], body: packed)
    #expect(answer.status == 200)
    #expect(answer.text == (try TestService().send("POST", "/v1/texts", text: text)).text)
    let small = TestService { $0.maxBodyBytes = 100 }
    let long = try #require(Gzip.compressed(Array(text.utf8) + Array(repeating: 32, count: 200)))
    let refused = try small.send("POST", "/v1/texts", ["Content-Encoding: gzip"], body: long)
    #expect(refused.status == 413)
  }

  @Test func `headers have the heights of their bodies, and updates replace these`() throws {
    struct Answer: Decodable {
      struct Size: Decodable { let height: Double }
      struct Element: Decodable {
        let category: String
        let bodyHeight: Double?
      }
      let id: String
      let contentSize: Size
      let attributes: [Element]?
    }
    let service = TestService()
    func wall(_ bodies: String, items: String = "[50,60]") -> String {
      #"""
      {"container":{"width":120,"height":200},"textStyles":\#(Self.styles),"layout":{"type":"list"},
       "sections":[{"items":\#(items),"supplementaries":\#(bodies)},{"items":1}]}
      """#
    }
    let made = try decoded(
      service.send(
        "POST", "/v1/layouts?rect=all", text: wall(#"{"header":"Sunset over Kyoto"}"#)),
      as: Answer.self)
    #expect(made.attributes?.first?.bodyHeight == 44 && made.contentSize.height == 198)
    // Each update's version is the layout of the document that it makes.
    for (update, bodies, items, height) in [
      (
        #"{"replaceSections":[{"section":0,"supplementaries":{"header":"Kyoto"}}]}"#,
        #"{"header":"Kyoto"}"#, "[50,60]", 176.0
      ),
      (#"{"replaceSections":[{"section":0,"supplementaries":{}}]}"#, "{}", "[50,60]", 154.0),
      (
        #"{"append":[{"section":0,"items":[70]}]}"#, #"{"header":"Sunset over Kyoto"}"#,
        "[50,60,70]", 268.0
      ),
    ] {
      let version = try decoded(
        service.send("POST", "/v1/layouts/\(made.id)/updates", text: update), as: Answer.self)
      let fresh = try decoded(
        service.send("POST", "/v1/layouts", text: wall(bodies, items: items)), as: Answer.self)
      #expect(version.contentSize.height == height && fresh.contentSize.height == height)
      let all = try service.send("GET", "/v1/layouts/\(version.id)/attributes?rect=all")
      let other = try service.send("GET", "/v1/layouts/\(fresh.id)/attributes?rect=all")
      let listed = try (decoded(all, as: Attributes.self), decoded(other, as: Attributes.self))
      #expect(listed.0.attributes.map(\.frame.y) == listed.1.attributes.map(\.frame.y))
    }
  }

  @Test func `a file that is no font is a warning`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ttf").path()
    try Data("no font".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let warnings = Mutex<[String]>([])
    var settings = ServiceSettings()
    settings.fontPaths = [path]
    let service = TextService(settings) { warning in warnings.withLock { $0.append(warning) } }
    #expect(!service.hasFamily("Inter"))
    #expect(warnings.withLock { $0.count == 1 && $0[0].contains(path) })
  }

  @Test func `fonts are listed, the second time from memory`() throws {
    let service = TestService()
    let first = try service.send("GET", "/v1/fonts")
    #expect(first.status == 200 && first.text.contains(#""name":"Inter""#))
    #expect(first.text.contains(#""sha256":""#))
    #expect(
      first.text.contains(
        #""file":"Inter-Regular.otf","weight":[400,400],"style":"normal","width":100,"#))
    #expect(try service.send("GET", "/v1/fonts").body == first.body)
  }

  private static func wall(_ items: String, width: Int = 320, styles: String = styles) -> String {
    #"""
    {"container":{"width":\#(width),"height":600},"textStyles":\#(styles),
     "layout":{"type":"waterfall","columns":2,"spacing":10,
       "body":{"insets":{"top":8,"leading":10,"bottom":12,"trailing":10},"spacing":4}},
     "items":\#(items)}
    """#
  }

  private static let card =
    #"[{"width":4,"height":3,"body":["Sunset over Kyoto, in April",{"height":30}]}]"#

  @Test func `a card is as tall as its photo and its texts, and lists its lines`() throws {
    let service = TestService()
    let answer = try service.send(
      "POST", "/v1/layouts?rect=all&lines=true", text: Self.wall(Self.card))
    let card = try #require(try decoded(answer, as: Attributes.self).attributes.first)
    let blocks = try #require(card.body)
    #expect(card.imageHeight == 155 * 0.75)
    #expect(blocks.map(\.height) == [44, 30])
    #expect(blocks[0].lines.joined(separator: " ") == "Sunset over Kyoto, in April")
    #expect(blocks[0].y == 155 * 0.75 + 8 && blocks[1].y == 155 * 0.75 + 8 + 44 + 4)
    #expect(card.bodyHeight == 98)
    #expect(card.frame.height == 155 * 0.75 + 98)
    let columns = try service.send(
      "POST", "/v1/layouts?rect=all&format=columns", text: Self.wall(Self.card))
    #expect(columns.text.contains(#""bodyHeight":[98]"#))
    #expect(
      try service.send("POST", "/v1/layouts?rect=all&format=columns&lines=true", text: "{}").status
        == 400)
  }

  @Test func `a picture draws the lines that the attributes list`() throws {
    let service = TestService()
    let posted = try service.send("POST", "/v1/layouts", text: Self.wall(Self.card))
    let path = try #require(posted["location"])
    let listed = try decoded(
      service.send("GET", "\(path)/attributes?rect=all&lines=true"), as: Attributes.self)
    let lines = try #require(listed.attributes.first?.body?.first?.lines)
    #expect(lines.count == 2)
    let picture = try service.send("GET", "\(path)/attributes.svg?rect=all")
    #expect(picture.status == 200)
    // No event loop shapes texts, and a picture has those of its document however it is requested.
    #expect(try #require(picture["server-timing"]).contains("queue;dur="))
    let drawn = picture.text.matches(of: #/<text class="c0 t" [^>]*>([^<]*)<\/text>/#).map {
      String($0.output.1)
    }
    #expect(drawn == lines)
    #expect(picture.text.contains(#".c0{font:600 16px "Inter",sans-serif;"#))
    let posts = try service.send(
      "POST", "/v1/layouts?rect=all&format=svg", text: Self.wall(Self.card))
    #expect(posts.body == picture.body)
    let byURL = try service.send(
      "GET", "/v1/pictures?rect=all&document=\(Self.base64URL(Self.wall(Self.card)))")
    #expect(byURL.status == 200 && byURL.body == picture.body)
    // A document without text styles is drawn on the event loop, as ever.
    let plain = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let other = try service.send(
      "GET", "\(try #require(plain["location"]))/attributes.svg?rect=all")
    #expect(other.status == 200)
    #expect(try !#require(other["server-timing"]).contains("queue;dur="))
    service.expectNothingHeld()
  }

  private static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  @Test func `a style sheet has the styles, and the heights of narrow widths`() throws {
    let service = TestService()
    let text = "Sunset over Kyoto, in April, from the hill behind the temple"
    let wall = Self.wall(#"[{"width":4,"height":3,"body":"\#(text)"},{"height":40}]"#)
    let posted = try service.send("POST", "/v1/layouts", text: wall)
    let path = try #require(posted["location"])
    for unit in ["px", "percent"] {
      let sheet = try service.send(
        "GET", "\(path)/attributes.css?rect=all&unit=\(unit)&widths=320,800")
      #expect(sheet.status == 200)
      let parts = sheet.text.split(separator: "@media", maxSplits: 1).map(String.init)
      #expect(parts.count == 2)
      let style = try #require(parts[0].range(of: #"font:600 16px/22px "Inter""#))
      let cell = try #require(parts[0].range(of: ">:nth-child(1)"))
      #expect(style.upperBound < cell.lowerBound)
      #expect(parts[0].contains("padding-block:8px 12px;padding-inline:10px 10px;"))
      #expect(!parts[1].contains("tatami-"))
      for (part, width) in zip(parts, [320.0, 800]) {
        let version = try service.send(
          "POST", "/v1/layouts?rect=all",
          text: Self.wall(
            #"[{"width":4,"height":3,"body":"\#(text)"},{"height":40}]"#, width: Int(width)))
        let card = try #require(
          decoded(version, as: Attributes.self).attributes.first)
        let (media, body) = (try #require(card.imageHeight), try #require(card.bodyHeight))
        let rule =
          unit == "px"
          ? "height:\(Self.number(media + body))px}"
          // Half the width less half the spacing, three quarters of it, and the body.
          : "height:calc(37.5cqw + \(Self.number(body - 3.75))px)}"
        let first = try #require(part.firstMatch(of: #/:nth-child\(1\)\{[^}]*\}/#))
        #expect(first.output.hasSuffix(rule), "\(first.output) \(rule)")
      }
    }
  }

  /// A number as sheets write it.
  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }

  @Test func `a phone that turns has the heights of its new width`() throws {
    let service = TestService()
    let posted = try service.send("POST", "/v1/layouts?rect=all", text: Self.wall(Self.card))
    let path = try #require(posted["location"])
    let version = try service.send(
      "POST", "\(path)/updates", text: #"{"container":{"width":800,"height":320}}"#)
    let turned = try service.send(
      "GET", "\(try #require(version["location"]))/attributes?rect=all")
    let fresh = try service.send(
      "POST", "/v1/layouts?rect=all", text: Self.wall(Self.card, width: 800))
    let (one, other) = (
      try decoded(turned, as: Attributes.self), try decoded(fresh, as: Attributes.self)
    )
    #expect(one.attributes[0].frame.height == other.attributes[0].frame.height)
    #expect(one.attributes[0].bodyHeight == 76)
  }

  @Test func `tags and the engine's name depend on the fonts of documents with texts`() throws {
    let service = TestService()
    let plain = try service.send("POST", "/v1/layouts", text: Self.wall("[5]", styles: "{}"))
    #expect(plain["tatami-engine"].map { !$0.contains(".") } == true)
    let posted = try service.send("POST", "/v1/layouts", text: Self.wall(Self.card))
    let engine = try #require(posted["tatami-engine"])
    #expect(engine.contains("."))
    let path = try #require(posted["location"]) + "/attributes?rect=all"
    let got = try service.send("GET", path)
    let tag = try #require(got["etag"])
    let again = try service.send("GET", path, ["If-None-Match: \(tag)"])
    #expect(again.status == 304 && again["etag"] == tag)
    #expect(again["tatami-engine"] == engine)
    let named = try service.send("GET", "\(path)&engine=\(engine)")
    #expect(named["cache-control"]?.contains("immutable") == true)
    let revision = String(engine.prefix { $0 != "." })
    let unnamed = try service.send("GET", "\(path)&engine=\(revision)")
    #expect(unnamed.status == 200)
    #expect(unnamed["cache-control"]?.contains("immutable") == false)
    let other = try service.send("GET", "\(path)&engine=\(revision).00000001")
    #expect(other.status == 404 && other.text.contains("other-engine"))
    #expect(try service.send("GET", path, ["If-Match: \(tag)"]).status == 200)
    #expect(try service.send("GET", path, ["If-Match: \"0\""]).status == 412)
  }

  @Test func `a text that nobody waits for any more is not measured to its end`() throws {
    let service = TestService { $0.workers = 1 }
    let gate = service.service.layouts.queue.hold()
    let text = String(repeating: "word ", count: 1_500)
    let texts = Array(repeating: #"{"text":"\#(text)","width":100}"#, count: 50)
    let pending = try service.begin(
      "POST", "/v1/texts",
      body: Array(
        #"{"textStyles":\#(Self.styles),"texts":[\#(texts.joined(separator: ","))]}"#.utf8))
    pending.exchange.reply.abandon()
    gate.signal()
    service.expectNothingHeld()
    #expect(!pending.exchange.reply.isAnswered)
  }

  @Test func `Texts have sizes, least widths and other widths`() throws {
    struct Sized: Decodable {
      struct Other: Decodable, Equatable {
        let width, height: Double
        let lineCount: Int
      }
      struct Text: Decodable {
        let lineCount: Int
        let width, minContentWidth, maxContentWidth: Double?
        let truncated: Bool?
        let widths: [Other]?
      }
      let texts: [Text]
    }
    let styles =
      #"{"a":{"fontFamily":"Inter","lineHeight":20},"cut":{"fontFamily":"Inter","lineHeight":20,"maxLines":2},"line":{"fontFamily":"Inter","lineHeight":20,"whiteSpace":"nowrap","textOverflow":"ellipsis"}}"#
    let text = "Meet me at the temple at nine, and bring a coat."
    let body =
      #"{"textStyles":\#(styles),"texts":[{"text":"\#(text)","style":"a","shrinkToLines":3,"sizes":true,"widths":[100,1000]},{"text":"\#(text)","style":"a","width":20,"shrinkToLines":1},{"text":"\#(text)","style":"cut","width":100},{"text":"\#(text)","style":"cut","width":1000},{"text":"\#(text)","style":"line","width":100}]}"#
    let texts = try decoded(
      TestService().send("POST", "/v1/texts", text: body), as: Sized.self
    ).texts
    let width = try #require(texts[0].width)
    #expect(width == width.rounded() && texts[0].lineCount == 3)
    #expect(
      try #require(texts[0].minContentWidth) < width && width < (texts[0].maxContentWidth ?? 0))
    #expect(texts[0].widths?.map(\.width) == [100, 1000])
    #expect(texts[0].widths?.last == Sized.Other(width: 1000, height: 20, lineCount: 1))
    #expect(texts[0].truncated == nil)
    // No whole width up to 20 has one line.
    #expect(texts[1].width == nil && texts[1].lineCount > 5)
    #expect(texts[2...].map(\.truncated) == [true, false, true])
  }

  private static let runStyles =
    #"{"a":{"fontFamily":"Inter","lineHeight":20,"fontSize":16},"b":{"fontFamily":"Inter","fontWeight":700,"lineHeight":20,"fontSize":16}}"#
  private static let runs =
    #"["Sunset over ",{"text":"Kyoto, the old capital","style":"b","name":"place"}," ",{"width":16,"height":16,"name":"icon"}]"#

  @Test func `Runs have lines with places, and rectangles by name`() throws {
    struct Placed: Decodable {
      struct Line: Decodable {
        let text: String
        let start, end: Int
        let top, height, baseline, width: Double
      }
      struct Frame: Decodable { let x, y, width, height: Double }
      struct Run: Decodable {
        let name: String
        let frames: [Frame]
      }
      struct Text: Decodable {
        let height, firstBaseline, lastBaseline: Double
        let lines: [Line]
        let runs: [Run]
      }
      let texts: [Text]
    }
    let body =
      #"{"textStyles":\#(Self.runStyles),"lines":"detail","texts":[{"text":\#(Self.runs),"style":"a","width":180}]}"#
    let texts = try decoded(TestService().send("POST", "/v1/texts", text: body), as: Placed.self)
      .texts
    let text = texts[0]
    #expect(text.lines.map(\.text) == ["Sunset over Kyoto, the", "old capital \u{FFFC}"])
    #expect(text.lines.map(\.start) == [0, 23] && text.lines.map(\.end) == [22, 36])
    #expect(text.lines.map(\.top) == [0, 20] && text.height == 40)
    #expect(
      text.firstBaseline == text.lines[0].baseline && text.lastBaseline == text.lines[1].baseline)
    #expect(text.runs.map(\.name) == ["place", "icon"] && text.runs[0].frames.count == 2)
    #expect(text.runs[1].frames.first?.width == 16)
  }

  @Test func `A layout has the places of its lines, and pictures draw runs`() throws {
    let document =
      #"{"container":{"width":180,"height":100},"textStyles":\#(Self.runStyles),"layout":{"type":"list","body":{"style":"a"}},"items":[{"body":[{"text":\#(Self.runs)}]}]}"#
    let service = TestService()
    let answer = try service.send("POST", "/v1/layouts?rect=all&lines=detail", text: document)
    #expect(answer.status == 201, "\(answer.text)")
    for part in [
      #""body":[{"y":0,"height":40,"lines":[{"text":"Sunset over Kyoto, the","start":0,"end":22,"top":0,"height":20,"baseline":"#,
      #""firstBaseline":"#, #""runs":[{"name":"place","frames":[{"x":"#,
      #"{"name":"icon","frames":[{"x":"#,
    ] {
      #expect(answer.text.contains(part), "\(answer.text)")
    }
    #expect(!answer.text.contains("truncated"))
    let cut = document.replacingOccurrences(
      of: #""a":{"#, with: #""a":{"maxLines":1,"lineClampEnd":"… more","#)
    let other = try service.send("POST", "/v1/layouts?rect=all&lines=detail", text: cut).text
    #expect(
      other.contains(#"… more","start":0,"#) && other.contains(#""truncated":true"#), "\(other)")
    let picture = try service.send("POST", "/v1/layouts?rect=all&format=svg", text: document).text
    #expect(
      picture.contains(
        #"<tspan class="c0">Sunset over </tspan><tspan class="c1">Kyoto, the</tspan></text>"#))
    #expect(
      picture.contains(#"<rect class="d" x="#) && picture.contains("tspan{unicode-bidi:normal}"))
    let refused = try service.send("POST", "/v1/layouts?rect=all&lines=all", text: document)
    #expect(refused.status == 400 && refused.text.contains("must be true, false or detail"))
  }

  @Test func `A document's runs are given back as they were`() throws {
    let runs =
      #"["Sunset over ",{"text":"Kyoto","style":"b","name":"place"},{"text":"!","name":"n"},{"width":16.5,"height":20,"verticalAlign":"middle"},{"width":1,"height":2,"verticalAlign":-3.5,"name":"i"}]"#
    let document =
      #"{"container":{"width":180,"height":100},"textStyles":\#(Self.runStyles),"layout":{"type":"list","body":{"style":"a"}},"items":[{"body":[{"text":\#(runs),"style":"a"},"x"]}]}"#
    let service = TestService()
    let answer = try service.send("POST", "/v1/layouts", text: document)
    struct Summary: Decodable { let id: String }
    let id = try decoded(answer, as: Summary.self).id
    // An update has the service write the document anew.
    let update = try service.send(
      "POST", "/v1/layouts/\(id)/updates",
      text: #"{"append":[{"items":[{"height":5}]}]}"#)
    let version = try decoded(update, as: Summary.self).id
    let whole = try service.send("GET", "/v1/layouts/\(version)/document").text
    #expect(whole.contains(#"{"text":\#(runs),"style":"a"}"#), "\(whole)")
  }

  private struct Fitted: Decodable {
    struct Text: Decodable {
      let height, maxLineWidth: Double
      let fontSize: Double?
    }
    let texts: [Text]
  }

  @Test(arguments: [(300.0, 40.0), (300, 80), (90, 200)])
  func `A text takes the greatest font size that fits`(_ width: Double, _ height: Double) throws {
    let styles = #"{"a":{"fontFamily":"Inter","lineHeight":{"multiple":1.25}}}"#
    let text = #""text":"Meet me at the temple""#
    let body =
      #"{"textStyles":\#(styles),"texts":[{\#(text),"width":\#(width),"height":\#(height),"fitFontSize":{"min":8,"max":60}},{\#(text),"width":\#(width),"height":9,"fitFontSize":{"min":8,"max":60}}]}"#
    let texts = try decoded(TestService().send("POST", "/v1/texts", text: body), as: Fitted.self)
      .texts
    let size = try #require(texts[0].fontSize)
    #expect(size * 2 == (size * 2).rounded() && size < 60)
    #expect(texts[0].height <= height && texts[0].maxLineWidth <= width + 1 / 64)
    #expect(texts[1].fontSize == nil)
    // No greater size fits.
    for other in stride(from: size + 0.5, through: 60, by: 0.5) {
      let styles =
        #"{"a":{"fontFamily":"Inter","fontSize":\#(other),"lineHeight":{"multiple":1.25}}}"#
      let body = #"{"textStyles":\#(styles),"texts":[{\#(text),"width":\#(width)}]}"#
      let larger = try decoded(TestService().send("POST", "/v1/texts", text: body), as: Fitted.self)
        .texts[0]
      #expect(larger.height > height || larger.maxLineWidth > width + 1 / 64, "\(other)")
    }
  }

  @Test(arguments: [
    (#""widths":5"#, "/texts/0/widths"), (#""widths":[-1]"#, "/texts/0/widths/0"),
    (#""shrinkToLines":0"#, "/texts/0/shrinkToLines"), (#""sizes":1"#, "/texts/0/sizes"),
    (#""fitFontSize":{"min":2}"#, "/texts/0/fitFontSize"),
    (#""fitFontSize":{"min":9,"max":8},"width":1,"height":1"#, "/texts/0/fitFontSize"),
    (#""fitFontSize":{"min":2,"max":8}"#, "/texts/0"), (#""height":9"#, "/texts/0"),
  ])
  func `Wrong fields of a text are named`(_ field: String, _ pointer: String) throws {
    let body = #"{"textStyles":\#(Self.styles),"texts":[{"text":"a",\#(field)}]}"#
    let answer = try TestService().send("POST", "/v1/texts", text: body)
    #expect(answer.status == 422 && answer.text.contains("\(pointer)\""), "\(answer.text)")
  }
}
