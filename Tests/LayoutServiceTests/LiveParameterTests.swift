import Foundation
import TestSupport
import Testing

@testable import LayoutService

/// Names and members of answers that depend on the layout or have a deprecated form, over sockets.
@Suite(.timeLimit(.minutes(60)), .waits) struct LiveParameterTests {
  private func posted(_ document: String, _ client: LiveClient) throws -> String {
    let answer = try client.send("POST", "/v1/layouts", body: Array(document.utf8))
    return "/v1/layouts/\(try #require(try FixtureValue(answer.body)["id"]?.string))"
  }

  /// A compositional layout whose section scrolls by itself.
  private static func shelf(_ behavior: String) -> String {
    let size = #"{"width":{"absolute":300},"height":{"absolute":80}}"#
    return #""layout":{"type":"compositional","orthogonalScrollingBehavior":"\#(behavior)","#
      + #""group":{"direction":"horizontal","size":\#(size),"subitems":[{"size":\#(size)}]}}"#
  }

  @Test(
    arguments: [
      (#""layout":{"type":"list"}"#, "", nil), (shelf("continuous"), "&section=0", nil),
      (#""layout":{"type":"flow","snapping":{"mode":"none"}}"#, "", nil),
      (#""layout":{"type":"flow","snapping":{"mode":"page"}}"#, "", 0),
      (shelf("groupPaging"), "&section=0", 0),
      (shelf("continuousGroupLeadingBoundary"), "&section=0", 0),
    ] as [(String, String, Double?)])
  func `Contract §6: a target has a page only if there are stops`(
    layout: String, section: String, page: Double?
  ) throws {
    try TestService.serving { client, _ in
      let path = try posted(
        #"{"container":{"width":300,"height":400},"items":9,\#(layout)}"#, client)
      for query in ["proposed=0,0\(section)", "indexPath=0-0&position=top"]
      where section.isEmpty || query.hasPrefix("proposed") {
        let answer = try client.send("GET", "\(path)/target-offset?\(query)")
        #expect(answer.status == 200)
        let target = try FixtureValue(answer.body)
        #expect(target["targetContentOffset"]?["x"]?.number == 0)
        #expect(target["page"]?.number == page)
      }
    }
  }

  @Test func `Chips in a shelf learn their widths, and the shelf stops where they begin`() throws {
    let size = #"{"width":{"estimated":200},"height":{"absolute":40}}"#
    let layout =
      #"{"type":"compositional","orthogonalScrollingBehavior":"continuousGroupLeadingBoundary","#
      + #""interGroupSpacing":10,"group":{"direction":"horizontal","size":\#(size),"subitems":[{"size":\#(size)}]}}"#
    try TestService.serving { client, _ in
      let path = try posted(
        #"{"container":{"width":375,"height":800},"items":9,"layout":\#(layout)}"#, client)
      let update = #"{"measure":[{"indexPath":[0,0],"width":80},{"indexPath":[0,1],"width":120}]}"#
      let answer = try client.send(
        "POST", "\(path)/updates?rect=0,0,375,40", body: Array(update.utf8))
      #expect(answer.status == 201)
      let learned = try FixtureValue(answer.body)
      let version = "/v1/layouts/\(try #require(learned["id"]?.string))"
      let cells = try FixtureValue(
        try client.send("GET", "\(version)/attributes?rect=0,0,375,40").body)
      let frames = cells["attributes"]?.elements.prefix(3).map { $0["frame"] }
      #expect(frames?.map { $0?["x"]?.number } == [0, 90, 220])
      #expect(frames?.map { $0?["width"]?.number } == [80, 120, 200])
      let target = try FixtureValue(
        try client.send("GET", "\(version)/target-offset?proposed=100,0&section=0").body)
      #expect(target["targetContentOffset"]?["x"]?.number == 90)
      #expect(target["page"]?.number == 1)
      // What was learned is in the version's document.
      let document = try client.send("GET", "\(version)/document")
      #expect(String(decoding: document.body, as: UTF8.self).contains(#""measured":{"width":80}"#))
    }
  }

  private func target(_ path: String, _ query: String, _ client: LiveClient) throws -> [Double?] {
    let answer = try client.send("GET", "\(path)/target-offset?\(query)")
    #expect(answer.status == 200, "\(query)")
    let target = try FixtureValue(answer.body)
    return [
      target["targetContentOffset"]?["x"]?.number, target["targetContentOffset"]?["y"]?.number,
      target["page"]?.number,
    ]
  }

  /// square/Listable#279, TanStack/virtual#265, CSStickyHeaderFlowLayout#11, react-native#24735,
  /// floor/vlist#8.
  @Test func `Contract §6: an item comes to rest below the pinned header`() throws {
    try TestService.serving { client, _ in
      let path = try posted(
        #"{"container":{"width":320,"height":480},"layout":{"type":"list","headerReferenceSize":"#
          + #"{"height":44},"sectionHeadersPinToVisibleBounds":true},"items":50}"#, client)
      #expect(try target(path, "indexPath=0-20&position=top", client) == [0, 880, nil])
      #expect(try target(path, "indexPath=0-20&position=top&under=true", client) == [0, 924, nil])
      #expect(try target(path, "indexPath=0-0&kind=header&position=top", client) == [0, 0, nil])
      let update = #"{"container":{"scrollPadding":{"top":60}}}"#
      let answer = try client.send("POST", "\(path)/updates", body: Array(update.utf8))
      let version = "/v1/layouts/\(try #require(try FixtureValue(answer.body)["id"]?.string))"
      #expect(try target(version, "indexPath=0-20&position=top", client) == [0, 864, nil])
      let document = try client.send("GET", "\(version)/document")
      #expect(try FixtureValue(document.body)["container"]?["scrollPadding"]?["top"]?.number == 60)
    }
  }

  @Test func `Contract §6: a shelf's own offset shows an item at a position`() throws {
    try TestService.serving { client, _ in
      for (behavior, page) in [("continuous", nil), ("groupPaging", 4.0)] as [(String, Double?)] {
        let path = try posted(
          #"{"container":{"width":400,"height":400},"items":9,\#(Self.shelf(behavior))}"#, client)
        // Item 4 is at 1200…1500 of 2700 points, of which 400 are visible.
        let query = "section=0&indexPath=0-4&position="
        #expect(try target(path, query + "left", client) == [1200, 0, page])
        // A shelf that pages rests at a stop, where a group begins.
        #expect(
          try target(path, query + "right", client) == [page == nil ? 1100 : 1200, 0, page])
        let middle = try target(path, query + "centeredHorizontally", client)
        #expect(middle == [page == nil ? 1150 : 1200, 0, page])
        #expect(
          try target(path, "section=0&indexPath=0-8&position=left", client)
            == [2300, 0, page.map { _ in 8 }])
        let wrong = try client.send("GET", "\(path)/target-offset?\(query)top")
        #expect(wrong.status == 400)
        #expect(
          try FixtureValue(wrong.body)["detail"]?.string
            == "position must be left, centeredHorizontally or right, along which section 0 scrolls"
        )
        let missing = try client.send(
          "GET", "\(path)/target-offset?section=0&indexPath=0-9&position=left")
        #expect(missing.status == 404)
      }
    }
  }

  @Test func `Contract §3: scale is still the name of a picture's zoom`() throws {
    try TestService.serving { client, _ in
      let path = try posted(TestDocument.waterfall, client)
      for picture in ["attributes.svg?rect=all", "attributes?rect=all&format=svg"] {
        let zoomed = try client.send("GET", "\(path)/\(picture)&zoom=2")
        let scaled = try client.send("GET", "\(path)/\(picture)&scale=2")
        #expect(zoomed.status == 200 && zoomed.body == scaled.body)
        #expect(zoomed.body != (try client.send("GET", "\(path)/\(picture)").body))
        let both = try client.send("GET", "\(path)/\(picture)&zoom=2&scale=2")
        #expect(both.status == 400)
        let problem = try FixtureValue(both.body)
        #expect(problem["parameter"]?.string == "scale")
        #expect(problem["detail"]?.string == "scale is the old name of zoom: pass zoom only")
      }
    }
  }

  @Test func `Contract §5: an ending, a format and a type are one representation`() throws {
    try TestService.serving { client, _ in
      let path = try posted(TestDocument.waterfall, client)
      for (ending, type) in [
        ("columns", "application/vnd.tatami.columns+json"),
        ("packed", "application/vnd.tatami.packed"), ("svg", "image/svg+xml"), ("css", "text/css"),
      ] {
        let ended = try client.send("GET", "\(path)/attributes.\(ending)?rect=all")
        let named = try client.send("GET", "\(path)/attributes?rect=all&format=\(ending)")
        let accepted = try client.send(
          "GET", "\(path)/attributes?rect=all", ["Accept: \(type)"])
        #expect(ended.status == 200 && ended.body == named.body && named.body == accepted.body)
        for answer in [ended, named] { #expect(answer.head.contains("Vary: Accept-Encoding\r\n")) }
        #expect(accepted.head.contains("Vary: Accept-Encoding, Accept\r\n"))
      }
    }
  }

  @Test func `The contract as JSON has the paths and schemas of the contract as YAML`() throws {
    try TestService.serving { client, _ in
      let json = try client.send("GET", "/openapi.json")
      #expect(json.status == 200 && json.type == "application/json")
      // Read by Foundation: its texts hold escapes.
      let contract = try #require(
        JSONSerialization.jsonObject(with: Data(json.body)) as? [String: Any])
      #expect(contract["openapi"] as? String == "3.1.0")
      let yaml = String(decoding: try client.send("GET", "/openapi.yaml").body, as: UTF8.self)
      let paths = yaml.matches(of: #/(?m)^  (\/[^:\s]*):$/#).map { String($0.output.1) }
      #expect(paths.count > 20)
      #expect(Set(paths) == Set(try #require(contract["paths"] as? [String: Any]).keys))
      let start = try #require(yaml.firstRange(of: "\n  schemas:\n")).upperBound
      let end = try #require(yaml[start...].firstRange(of: "\n  examples:\n")).lowerBound
      let names = yaml[start..<end]
        .matches(of: #/(?m)^    ([A-Z][A-Za-z0-9]+):/#).map { String($0.output.1) }
      #expect(names.count > 100)
      let components = try #require(contract["components"] as? [String: Any])
      #expect(Set(names) == Set(try #require(components["schemas"] as? [String: Any]).keys))
    }
  }

  @Test func `Contract §5: answers over 8 MiB are streamed as they are, shorter ones compressed`()
    throws
  {
    try TestService.serving { client, _ in
      let path = try posted(TestDocument.list(100_000), client)
      for (format, isCompressed) in [("json", false), ("packed", true), ("columns", true)] {
        let target = "\(path)/attributes?rect=all&format=\(format)"
        let plain = try client.send("GET", target)
        let answer = try client.send("GET", target, ["Accept-Encoding: gzip"])
        #expect(answer.head.contains("Content-Encoding: gzip\r\n") == isCompressed, "\(format)")
        #expect(
          (plain.body.count > ResponseWriter.maxCompressedBytes) == !isCompressed, "\(format)")
        let text = isCompressed ? try Gzip.inflated(answer.body, limit: 1 << 24) : answer.body
        #expect(text == plain.body)
      }
    }
  }

  /// An object of JSON, read by Foundation, because its texts hold escapes.
  private typealias Object = [String: Any]

  @Test(arguments: ["layout-document", "layout-update"])
  func `Schemas for editors choose a layout by its type, and no other branch is tried`(
    name: String
  ) throws {
    try TestService.serving { client, _ in
      let answer = try client.send("GET", "/schemas/\(name).json")
      #expect(answer.status == 200)
      let schema = try #require(
        JSONSerialization.jsonObject(with: Data(answer.body)) as? Object)
      let definitions = try #require(schema["$defs"] as? Object)
      for (choice, field) in [
        ("Layout", "type"), ("ArrangedLayout", "type"), ("Group", "direction"),
      ] {
        let chosen = try #require(definitions[choice] as? Object)
        #expect(chosen["oneOf"] == nil && chosen["required"] as? [String] == [field])
        var words: [String] = []
        for case let option as Object in try #require(chosen["allOf"] as? [Any]) {
          let condition = try #require(option["if"] as? Object)
          #expect(condition["required"] as? [String] == [field])
          let asked = try #require(Self.words(of: field, in: condition))
          let reference = try #require((option["then"] as? Object)?["$ref"] as? String)
          let branch = try #require(
            definitions[String(reference.split(separator: "/").last ?? "")] as? Object)
          #expect(Self.words(of: field, in: branch) == asked, "\(choice): \(reference)")
          words += asked
        }
        #expect(Self.words(of: field, in: chosen) == words)
      }
    }
  }

  /// The words that a schema allows for a field.
  private static func words(of field: String, in schema: [String: Any]) -> [String]? {
    let allowed = (schema["properties"] as? Object)?[field] as? Object
    return (allowed?["const"] as? String).map { [$0] } ?? allowed?["enum"] as? [String]
  }
}
