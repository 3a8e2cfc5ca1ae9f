import HTTPMessage
import TestSupport
import Testing

import class Foundation.JSONDecoder
import struct Foundation.Data

@testable import LayoutService

/// Texts of headers and badges over HTTP (Contract §2.8; LayoutRules N4).
@Suite(.waits, .disabled(if: interIsMissing, "the font Inter is not installed (fonts-inter)"))
struct SupplementaryTextsTests {
  private struct Answer: Decodable {
    struct Element: Decodable {
      struct Frame: Decodable, Equatable { let x, y, width, height: Double }
      struct Block: Decodable {
        let y: Double
        let lines: [String]
      }
      let category: String
      let kind: String?
      let frame: Frame
      let bodyHeight: Double?
      let body: [Block]?
    }
    struct Warning: Decodable {
      let pointer: String
      let detail: String
    }
    let attributes: [Element]?
    let textWarnings: [Warning]?
  }

  private static let styles =
    #"{"title":{"fontFamily":"Inter","fontSize":16,"fontWeight":600,"lineHeight":22}}"#
  /// A character that no font has.
  private static let missing = "\u{10A60}"

  private func decoded(_ answer: TestAnswer) throws -> Answer {
    #expect(answer.status < 300, "\(answer.text)")
    return try JSONDecoder().decode(Answer.self, from: Data(answer.body))
  }

  private static func list(_ sections: String) -> String {
    #"""
    {"container":{"width":120,"height":200},"textStyles":\#(styles),"layout":{"type":"list",
      "headerBody":{"insets":{"leading":10,"trailing":10,"top":4}}},"sections":[\#(sections)]}
    """#
  }

  private static func grid(_ body: String, width: Int = 200) -> String {
    #"""
    {"container":{"width":\#(width),"height":400},"textStyles":\#(styles),
     "layout":{"type":"compositional","body":{"insets":{"leading":6,"trailing":6,"top":2,"bottom":2}},
       "group":{"direction":"horizontal","size":{"width":{"fractionalWidth":1},"height":{"absolute":50}},
         "subitems":[{"size":{"width":{"fractionalWidth":0.5},"height":{"absolute":50}},
           "supplementaryItems":[{"kind":"badge","size":{"width":{"estimated":20},"height":{"estimated":20}},
             "containerAnchor":{"edges":["top","trailing"]}}]}]}},
     "sections":[{"items":4,"supplementaries":{"badge":\#(body)}}]}
    """#
  }

  @Test func `badges are as wide and as high as their texts, in answers, versions and pictures`()
    throws
  {
    struct Texts: Decodable {
      struct Text: Decodable { let maxLineWidth: Double }
      let texts: [Text]
    }
    let service = TestService()
    let measured = try service.send(
      "POST", "/v1/texts", text: #"{"textStyles":\#(Self.styles),"texts":[{"text":"NEW"}]}"#)
    let width = try JSONDecoder().decode(Texts.self, from: Data(measured.body)).texts[0]
      .maxLineWidth
    let posted = try service.send(
      "POST", "/v1/layouts?rect=all&lines=true", text: Self.grid(#""NEW""#))
    let badges = try #require(decoded(posted).attributes).filter { $0.kind == "badge" }
    #expect(badges.count == 4)
    for (number, badge) in badges.enumerated() {
      let (right, y) = (number % 2 == 0 ? 100.0 : 200, number < 2 ? 0.0 : 50)
      #expect(abs(badge.frame.width - width - 12) < 1e-6 && badge.frame.height == 26)
      #expect(abs(badge.frame.x + badge.frame.width - right) < 1e-6 && badge.frame.y == y)
      #expect(badge.bodyHeight == 26)
      #expect(badge.body?.map(\.lines) == [["NEW"]] && badge.body?.first?.y == 2)
    }
    let path = try #require(posted["location"])
    let picture = try service.send("GET", "\(path)/attributes.svg?rect=all").text
    let drawn = picture.matches(of: #/<text class="c0 t" [^>]*>([^<]*)<\/text>/#)
    #expect(drawn.map { String($0.output.1) } == ["NEW", "NEW", "NEW", "NEW"])
    let update =
      #"{"replaceSections":[{"section":0,"supplementaries":{"badge":"Sale now and forever"}}]}"#
    let version = try service.send("POST", "\(path)/updates", text: update)
    let place = try #require(version["location"])
    let changed = try decoded(service.send("GET", "\(place)/attributes?rect=all"))
    let fresh = try decoded(
      service.send("POST", "/v1/layouts?rect=all", text: Self.grid(#""Sale now and forever""#)))
    let (one, other) = (try #require(changed.attributes), try #require(fresh.attributes))
    #expect(one.map(\.frame) == other.map(\.frame))
    #expect(one.map(\.bodyHeight) == other.map(\.bodyHeight))
    #expect(one.filter { $0.kind == "badge" }.allSatisfy { $0.bodyHeight ?? 0 > 26 })
    let refused = try service.send(
      "POST", "/v1/layouts",
      text: Self.grid(#""x""#).replacing(
        #""height":{"estimated":20}"#, with: #""height":{"absolute":20}"#))
    #expect(refused.status == 422)
    #expect(refused.text.contains(#""pointer":"/sections/0/supplementaries/badge""#))
    service.expectNothingHeld()
  }

  @Test func `pictures draw the texts of headers where their insets place them`() throws {
    let service = TestService()
    let posted = try service.send(
      "POST", "/v1/layouts",
      text: Self.list(#"{"items":[30],"supplementaries":{"header":"Sunset over Kyoto"}}"#))
    let path = try #require(posted["location"])
    let answer = try decoded(service.send("GET", "\(path)/attributes?rect=all&lines=true"))
    let header = try #require(answer.attributes?.first { $0.kind == "header" })
    let lines = try #require(header.body?.first?.lines)
    #expect(lines.count == 2 && header.frame.height == 48)
    let picture = try service.send("GET", "\(path)/attributes.svg?rect=all").text
    let drawn = picture.matches(of: #/<text class="c0 t" x="([0-9.]+)" y="([0-9.]+)">([^<]*)</#)
    #expect(drawn.map { String($0.output.3) } == lines)
    // The leading inset; the top inset, half a line, and a baseline 0.35 em below the line's middle.
    #expect(drawn.map { String($0.output.1) } == ["10", "10"])
    #expect(drawn.map { String($0.output.2) } == ["20.6", "42.6"])
    #expect(!picture.contains(">header</text>"))
  }

  @Test func `characters that no font has are named in headers, and in what updates bring`() throws
  {
    let service = TestService()
    let posted = try service.send(
      "POST", "/v1/layouts",
      text: Self.list(
        #"""
        {"items":[{"body":"a"}],"supplementaries":{"footer":"b","header":["a","\#(Self.missing)"]}},
        {"items":[{"body":"c"},{"body":"d"}]}
        """#))
    let warnings = try #require(decoded(posted).textWarnings)
    #expect(warnings.map(\.pointer) == ["/sections/0/supplementaries/header/1"])
    #expect(warnings[0].detail.contains("U+10A60"))
    let path = try #require(posted["location"])
    for (update, pointers) in [
      (
        #"{"append":[{"section":1,"items":[{"body":"e"},{"body":"\#(Self.missing)"}]}]}"#,
        ["/sections/1/items/3/body"]
      ),
      (
        #"{"insert":[{"indexPath":[1,1],"items":[{"body":["\#(Self.missing)",{"height":3}]}]}]}"#,
        ["/sections/1/items/1/body/0"]
      ),
      (
        #"{"delete":[[1,0]],"replace":[{"indexPath":[1,1],"item":{"body":"\#(Self.missing)"}}]}"#,
        ["/sections/1/items/0/body"]
      ),
      (
        #"{"replaceSections":[{"section":1,"supplementaries":{"footer":"\#(Self.missing)"}}]}"#,
        ["/sections/1/supplementaries/footer"]
      ),
      (
        #"{"insertSections":[{"section":0,"items":[{"body":"\#(Self.missing)"}]}]}"#,
        ["/sections/0/items/0/body"]
      ),
      (#"{"append":[{"section":1,"items":[{"body":"e"}]}]}"#, []),
    ] {
      let version = try service.send("POST", "\(path)/updates", text: update)
      #expect(try decoded(version).textWarnings?.map(\.pointer) ?? [] == pointers, "\(update)")
      let place = try #require(version["location"])
      #expect(try decoded(service.send("GET", place)).textWarnings?.count ?? 0 == pointers.count)
    }
  }
}
