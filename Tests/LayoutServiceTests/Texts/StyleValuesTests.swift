import TestSupport
import Testing

import class Foundation.JSONSerialization
import struct Foundation.Data

@testable import LayoutService

/// Values of styles that CSS has, warnings about values that were hardly meant, and generic families (Contract §1, §2.8).
@Suite(.waits, .disabled(if: interIsMissing, "the font Inter is not installed (fonts-inter)"))
struct StyleValuesTests {
  private static let text = "Sunset over Kyoto, seen from the hill"

  private func object(_ answer: TestAnswer) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
  }

  /// Returns the response to one text in a style with more properties.
  private func measured(
    _ properties: String, _ service: TestService = TestService()
  ) throws -> TestAnswer {
    try service.send(
      "POST", "/v1/texts",
      text: """
        {"textStyles":{"a":{\(properties)}},"texts":[{"text":"\(Self.text)","width":150}],"lines":true}
        """)
  }

  @Test(arguments: [
    (#""fontWeight":"bold""#, #""fontWeight":700"#),
    (#""fontWeight":"normal""#, #""fontWeight":400"#),
    (#""fontStyle":"oblique""#, #""fontStyle":"italic""#),
    (#""letterSpacing":{"em":0.125},"fontSize":24"#, #""letterSpacing":3,"fontSize":24"#),
    (#""wordSpacing":{"em":-0.25}"#, #""wordSpacing":-4"#),
  ])
  func `CSS's words and ems are measured as the numbers that they mean`(
    _ value: String, _ number: String
  ) throws {
    let rest = #","fontFamily":"Inter","lineHeight":20"#
    let answer = try measured(value + rest)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.text == (try measured(number + rest)).text)
  }

  @Test(arguments: [
    (#""fontWeight":"bolder""#, "/textStyles/a/fontWeight", "bold"),
    (#""letterSpacing":{"em":2}"#, "/textStyles/a/letterSpacing/em", "-1 to 1"),
    (#""letterSpacing":{}"#, "/textStyles/a/letterSpacing", "em"),
    (#""letterSpacing":"1em""#, "/textStyles/a/letterSpacing", "em"),
  ])
  func `Other words and lengths are refused`(
    _ value: String, _ pointer: String, _ fix: String
  ) throws {
    let answer = try measured(value + #","fontFamily":"Inter","lineHeight":20"#)
    #expect(answer.status == 422)
    #expect(answer.text.contains(#""pointer":"\#(pointer)"#) && answer.text.contains(fix))
  }

  @Test func `A line height that looks like a multiple has a warning`() throws {
    for (height, size, isWarned) in [
      ("1.5", 16, true), ("3.99", 16, true), ("4", 16, false), ("1.5", 3, false),
      (#"{"multiple":1.5}"#, 16, false),
    ] {
      let style = #""fontFamily":"Inter","lineHeight":\#(height),"fontSize":\#(size)"#
      let texts = try object(measured(style))
      let document = #"""
        {"container":{"width":120,"height":200},"textStyles":{"a":{\#(style)}},"layout":{"type":"list"},
         "items":[{"body":"x"},{"body":"y"}]}
        """#
      let service = TestService()
      let made = try service.send("POST", "/v1/layouts", text: document)
      for answer in [texts, try object(made)] {
        let warnings = try #require((answer["warnings"] ?? []) as? [[String: String]])
        #expect(warnings.count == (isWarned ? 1 : 0), "\(height) of \(size)")
        guard let warning = warnings.first else { continue }
        #expect(warning["pointer"] == "/textStyles/a/lineHeight")
        #expect(warning["detail"]?.contains(#"{"multiple":\#(height)}"#) == true)
      }
      // Each response with the summary has the warnings; those of a version are about its update alone.
      let path = try #require(made["location"])
      #expect((try object(service.send("GET", path))["warnings"] != nil) == isWarned)
      let version = try service.send("POST", "\(path)/updates", text: #"{"delete":[[0,0]]}"#)
      #expect(try object(version)["warnings"] == nil)
    }
  }

  @Test func `A character that no font has is listed once, with the number of its texts`() throws {
    let (first, second) = ("\u{10A60}", "\u{10A61}")
    let answer = try object(
      TestService().send(
        "POST", "/v1/texts",
        text: """
          {"textStyles":{"a":{"fontFamily":"Inter","lineHeight":20}},"texts":[{"text":"ok"},
           {"text":"\(first)\(first)"},{"text":"\(second)\(first)"},{"text":"\(first)"}]}
          """))
    let warnings = try #require(answer["textWarnings"] as? [[String: Any]])
    #expect(warnings.map { $0["pointer"] as? String } == ["/texts/1/text", "/texts/2/text"])
    #expect(warnings.map { $0["count"] as? Int } == [3, 1])
    let texts = try #require(answer["texts"] as? [[String: Any]])
    #expect(texts.map { $0["lacksCharacters"] as? Bool } == [nil, true, true, true])
  }

  @Test func `A generic family is the one that the settings give for it`() throws {
    let style = #""fontFamily":"Sans-Serif","lineHeight":20"#
    let refused = try measured(style)
    #expect(refused.status == 422)
    #expect(refused.text.contains("TATAMI_GENERIC_FAMILIES"))
    #expect(refused.text.contains(#""pointer":"/textStyles/a/fontFamily"#))

    let service = TestService { $0.genericFamilies = ["sans-serif": "Inter"] }
    let answer = try measured(style, service)
    #expect(answer.text == (try measured(#""fontFamily":"Inter","lineHeight":20"#)).text)
    #expect(try measured(#""fontFamily":"serif","lineHeight":20"#, service).status == 422)
    let sheet = try service.send(
      "POST", "/v1/layouts?rect=all&format=css",
      text: """
        {"container":{"width":120,"height":200},"textStyles":{"a":{\(style)}},"layout":{"type":"list"},
         "items":[{"body":"x"}]}
        """)
    #expect(sheet.text.contains(#""Inter""#) && !sheet.text.contains("Sans-Serif"), "\(sheet.text)")
  }

  @Test func `Fonts are listed by family, with a tag, and as rules`() throws {
    let service = TestService()
    let answer = try service.send("GET", "/v1/fonts?family=iNTER")
    let families = try #require(try object(answer)["families"] as? [[String: Any]])
    #expect(families.map { $0["name"] as? String } == ["Inter"])
    let tag = try #require(answer["etag"])
    #expect(answer["cache-control"]?.contains("no-cache") == true)
    let again = try service.send("GET", "/v1/fonts?family=Inter", ["If-None-Match: \(tag)"])
    #expect(again.status == 304 && again.body.isEmpty && again["etag"] == tag)
    #expect(try service.send("GET", "/v1/fonts", ["If-Match: \(tag)"]).status == 412)

    let rules = try service.send(
      "GET", "/v1/fonts?family=Inter&format=css&src=https://a.example/f%22/")
    #expect(rules["content-type"] == "text/css; charset=utf-8")
    #expect(
      rules.text.contains(
        #"@font-face{font-family:"Inter";font-style:italic;font-weight:700;font-stretch:100%;src:url("https://a.example/f\22 /Inter-BoldItalic.otf")}"#
      ), "\(rules.text)")
    #expect(rules["etag"] != tag)

    for (query, status, fix) in [
      ("family=Intre", 404, "Inter"), ("format=css", 400, "src"), ("src=/f/", 400, "format=css"),
      ("format=xml", 400, "json or css"), ("families=Inter", 400, "family"),
      ("family=Inter&family=Inter", 400, "more than once"),
    ] {
      let refused = try service.send("GET", "/v1/fonts?\(query)")
      #expect(refused.status == status && refused.text.contains(fix), "\(refused.text)")
    }
  }
}
