import Foundation
import TestSupport
import Testing

@testable import LayoutService

/// Null, `$schema`, ids that are numbers, and items' data (Contract §2, §2.10).
@Suite(.timeLimit(.minutes(60)), .waits) struct ItemDataTests {
  private static func document(_ items: String, _ more: String = "") -> [UInt8] {
    Array(
      #"{"container":{"width":100,"height":50},"layout":{"type":"list"}\#(more),"items":\#(items)}"#
        .utf8)
  }

  private func text(_ answer: LiveClient.Answer) -> String {
    String(decoding: answer.body, as: UTF8.self)
  }

  /// The answer without the id at its beginning.
  private func afterID(_ answer: LiveClient.Answer) throws -> Substring {
    let text = text(answer)
    return text[try #require(text.range(of: #""contentSize""#)).lowerBound...]
  }

  private func id(_ answer: LiveClient.Answer) throws -> String {
    String(try #require(text(answer).firstMatch(of: #/"id":"([0-9a-f]{64})"/#)).output.1)
  }

  private func errors(_ answer: LiveClient.Answer) throws -> [String] {
    try FixtureValue(answer.body)["errors"]?.elements.map {
      "\($0["pointer"]?.string ?? ""): \($0["detail"]?.string ?? "")"
    } ?? []
  }

  // MARK: Null

  @Test(arguments: [
    // As a client sends it that datamodel-codegen has made.
    (
      #"{"container":{"width":100,"height":50,"contentInsets":null,"direction":null,"scale":null},"#
        + #""configuration":null,"textStyles":null,"layout":{"type":"waterfall","columns":2,"#
        + #""columnSpacing":null,"rowSpacing":4,"body":null,"headerReferenceSize":null},"sections":null,"#
        + #""supplementaries":null,"items":[{"id":null,"width":4,"height":3,"aspectRatio":null,"#
        + #""measured":null,"body":null,"data":null,"zIndex":null},{"height":9,"columnSpan":null}]}"#,
      #"{"container":{"width":100,"height":50},"layout":{"type":"waterfall","columns":2,"#
        + #""rowSpacing":4},"items":[{"width":4,"height":3},{"height":9}]}"#
    ),
    (
      #"{"container":{"width":100,"height":50},"layout":[{"when":null,"layout":{"type":"compositional","#
        + #""group":{"direction":"vertical","size":{"width":{"fractionalWidth":1,"fractionalHeight":null,"#
        + #""absolute":null,"plus":null},"height":{"absolute":9}},"count":null,"arrangement":null,"#
        + #""subitems":[{"size":{"width":{"absolute":9},"height":{"absolute":9}},"contentInsets":null}]},"#
        + #""boundarySupplementaryItems":null}}],"sections":[{"items":2,"layout":null}]}"#,
      #"{"container":{"width":100,"height":50},"layout":[{"layout":{"type":"compositional","#
        + #""group":{"direction":"vertical","size":{"width":{"fractionalWidth":1},"height":{"absolute":9}},"#
        + #""subitems":[{"size":{"width":{"absolute":9},"height":{"absolute":9}}}]}}}],"#
        + #""sections":[{"items":2}]}"#
    ),
  ])
  func `Null for an optional field is the field left out`(_ nulls: String, _ bare: String) throws {
    try TestService.serving { client, _ in
      let answers = try [nulls, bare].map {
        try client.send("POST", "/v1/layouts?rect=all", body: Array($0.utf8))
      }
      #expect(answers.map { $0.status } == [201, 201], "\(text(answers[0]))")
      #expect(try afterID(answers[0]) == afterID(answers[1]))
      let updates = try answers.map {
        let update =
          $0.body == answers[0].body
          ? #"{"append":[{"section":null,"items":[5]}],"delete":null,"layout":null,"keepColumns":null}"#
          : #"{"append":[{"items":[5]}]}"#
        return try client.send(
          "POST", "/v1/layouts/\(id($0))/updates", body: Array(update.utf8))
      }
      #expect(updates.map { $0.status } == [201, 201], "\(text(updates[0]))")
    }
  }

  @Test(arguments: [
    (
      #"{"container":null,"items":3}"#,
      [#": needs "container" such as {"width": 390, "height": 844}"#]
    ),
    (#"{"container":{"width":null},"items":3}"#, [#"/container: needs "width""#]),
    (
      #"{"container":{"width":9},"layout":{"type":"list"},"items":null}"#,
      [#": needs "items" such as [120, 80], or "sections""#]
    ),
    (
      #"{"container":{"width":9},"layout":{"type":"list"},"items":[null]}"#,
      ["/items/0: must be a number, [width, height] or an object (got null)"]
    ),
    (
      #"{"container":{"width":9},"layout":{"type":"list"},"items":[{"src":null}]}"#,
      [#"/items/0/src: unknown field "src"; put what your page needs into "data""#]
    ),
  ])
  func `Null is no value of a required field, an element or an unknown field`(
    _ document: String, _ expected: [String]
  ) throws {
    try TestService.serving { client, _ in
      let answer = try client.send("POST", "/v1/layouts", body: Array(document.utf8))
      #expect(answer.status == 422)
      #expect(try errors(answer) == expected)
    }
  }

  @Test func `A field that is null and given again is given twice`() throws {
    try TestService.serving { client, _ in
      let twice = Self.document("3", #","configuration":null,"configuration":{}"#)
      let answer = try client.send("POST", "/v1/layouts", body: twice)
      #expect(answer.status == 400)
    }
  }

  @Test func `A document may name its schema`() throws {
    try TestService.serving { client, _ in
      let named = Self.document(
        "[1,2]", #","$schema":"http://localhost/layout-document.schema.json""#)
      let answers = try [named, Self.document("[1,2]")].map {
        try client.send("POST", "/v1/layouts?rect=all", body: $0)
      }
      #expect(answers.map { $0.status } == [201, 201])
      #expect(try afterID(answers[0]) == afterID(answers[1]))
    }
  }

  // MARK: Ids

  @Test(arguments: [
    #"{"id":1,"height":5},{"id":9007199254740992,"height":5},{"id":-7,"height":5},"#
      + #"{"id":"1","height":5},{"height":5}"#,
    // Many of one form, which are read together.
    (0..<5).map { #"{"id":\#($0 * 1_000),"height":5}"# }.joined(separator: ","),
  ])
  func `An id that is a number stays a number`(_ items: String) throws {
    try TestService.serving { client, _ in
      let posted = try client.send(
        "POST", "/v1/layouts?rect=all", body: Self.document("[\(items)]"))
      #expect(posted.status == 201)
      let given = items.matches(of: #/"id":([^,]+)/#).map { String($0.output.1) }
      let echoed = text(posted).matches(of: #/"id":("?-?[0-9]{1,16}"?)[,}]/#).map {
        String($0.output.1)
      }
      #expect(echoed == given)
      let path = "/v1/layouts/\(try id(posted))"
      let columns = text(try client.send("GET", path + "/attributes?rect=all&format=columns"))
      let all = given + Array(repeating: "null", count: 5 - given.count)
      #expect(columns.contains(#""id":[\#(all.joined(separator: ","))]"#))
      // A version's document has them as they were, too.
      let update = Array(#"{"append":[{"items":[{"id":77,"height":1}]}]}"#.utf8)
      let version = try client.send("POST", path + "/updates?rect=0,25,100,9", body: update)
      #expect(text(version).contains(#""zIndex":0,"id":77}"#))
      let document = text(try client.send("GET", "/v1/layouts/\(try id(version))/document"))
      for id in given + ["77"] { #expect(document.contains(#""id":\#(id)"#), "\(id)") }
      #expect(try client.send("GET", path + "/attributes.svg?rect=all").status == 200)
    }
  }

  @Test(arguments: [
    ("1.5", "must be a whole number from -9007199254740992 to 9007199254740992 (got 1.5)"),
    (
      "9007199254740994",
      "must be a whole number from -9007199254740992 to 9007199254740992 (got 9007199254740994)"
    ),
    ("true", "must be a string or a whole number (got a boolean)"),
  ])
  func `An id is a string or a whole number`(_ id: String, _ reason: String) throws {
    try TestService.serving { client, _ in
      for before in ["", #"{"id":1,"height":5},{"id":2,"height":5},"#] {
        let answer = try client.send(
          "POST", "/v1/layouts", body: Self.document(#"[\#(before){"id":\#(id),"height":5}]"#))
        #expect(answer.status == 422)
        #expect(try errors(answer) == ["/items/\(before.isEmpty ? 0 : 2)/id: \(reason)"])
      }
    }
  }

  // MARK: Data

  private static let card = #"{ "src": "a.jpg",  "alt": "\u00e9 \"x\"", "n": [1.50, null, true] }"#

  @Test func `Attributes have an item's data as it was written`() throws {
    try TestService.serving { client, _ in
      let items =
        #"[{"id":"a","height":5,"data":\#(Self.card)},{"height":6,"data":  7 },{"height":7}]"#
      let posted = try client.send(
        "POST", "/v1/layouts?rect=all", body: Self.document(items))
      #expect(posted.status == 201)
      #expect(text(posted).contains(#""zIndex":0,"id":"a","data":\#(Self.card)}"#))
      #expect(text(posted).contains(#""zIndex":0,"data":7}"#))
      #expect(text(posted).matches(of: #/"data":/#).count == 2)
      let path = "/v1/layouts/\(try id(posted))"
      let get = try client.send("GET", path + "/attributes?rect=all")
      #expect(get.body == posted.body)
      let bare = try client.send("GET", path + "/attributes?rect=all&data=false")
      #expect(!text(bare).contains(#""data""#) && text(bare).contains(#""id":"a"}"#))
      #expect(tag(bare) != tag(get))
      for format in ["columns", "packed", "svg", "css"] {
        let answer = try client.send("GET", path + "/attributes?rect=all&format=\(format)")
        #expect(answer.status == 200 && !text(answer).contains("a.jpg"), "\(format)")
        let refused = try client.send(
          "GET", path + "/attributes?rect=all&data=false&format=\(format)")
        #expect(refused.status == 400)
      }
      let twice = try client.send("GET", path + "/attributes?rect=all&data=false&data=true")
      #expect(twice.status == 400)
    }
  }

  private func tag(_ answer: LiveClient.Answer) -> Substring? {
    answer.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag:") }
  }

  @Test func `Versions keep data, and changes have it`() throws {
    try TestService.serving { client, _ in
      let posted = try client.send(
        "POST", "/v1/layouts",
        body: Self.document(#"[{"height":5,"data":\#(Self.card)},{"height":6,"data":"two"}]"#))
      let path = "/v1/layouts/\(try id(posted))"
      let update = Array(
        (#"{"insert":[{"indexPath":[0,0],"items":[{"height":3,"data":["new"]}]}],"#
          + #""replace":[{"indexPath":[0,1],"item":{"height":9,"data":2.0}}]}"#).utf8)
      let version = try client.send("POST", path + "/updates?rect=all", body: update)
      #expect(version.status == 201)
      #expect(text(version).contains(#""inserted":[{"indexPath":[0,0]"#))
      #expect(text(version).contains(#""data":["new"]}"#))
      #expect(text(version).contains(#""data":\#(Self.card),"from":"#))
      #expect(text(version).contains(#""data":2.0,"from":"#))
      let own = "/v1/layouts/\(try id(version))"
      let bare = try client.send(
        "GET", own + "/changes?from=\(try id(posted))&rect=all&data=false")
      #expect(bare.status == 200 && !text(bare).contains(#""data""#))
      let document = text(try client.send("GET", own + "/document"))
      for data in [Self.card, #"["new"]"#, "2.0"] {
        #expect(document.contains(#""data":\#(data)"#))
      }
      #expect(!document.contains("two"))
      // The document gives the same elements.
      let again = try client.send("POST", "/v1/layouts?rect=all", body: Array(document.utf8))
      let now = try client.send("GET", own + "/attributes?rect=all")
      #expect(
        try afterID(again).split(separator: #""attributes""#).last
          == afterID(now).split(separator: #""attributes""#).last)
    }
  }

  @Test func `Sections of equal items have their own data`() throws {
    try TestService.serving { client, _ in
      let sections = (0..<3).map { #"{"items":[{"height":5,"data":\#($0)}]}"# }
      let document =
        #"{"container":{"width":100},"layout":{"type":"list"},"sections":["#
        + sections.joined(separator: ",") + "]}"
      let posted = try client.send("POST", "/v1/layouts?rect=all", body: Array(document.utf8))
      let data = text(posted).matches(of: #/"data":([0-9])}/#).map { String($0.output.1) }
      #expect(data == ["0", "1", "2"])
    }
  }

  @Test func `Data has at most 4,096 bytes, and must be JSON`() throws {
    try TestService.serving { client, _ in
      func posted(_ data: String) throws -> LiveClient.Answer {
        try client.send(
          "POST", "/v1/layouts?rect=all", body: Self.document(#"[{"height":5,"data":\#(data)}]"#))
      }
      let full = "\"" + String(repeating: "x", count: 4_094) + "\""
      let echoed = text(try posted(full))
      #expect(echoed.contains(#""data":\#(full)}"#))
      let long = try posted("\"" + String(repeating: "x", count: 4_095) + "\"")
      #expect(long.status == 422)
      #expect(try errors(long) == ["/items/0/data: must be at most 4096 bytes of JSON (got 4097)"])
      for malformed in ["{", "[1,]", "nul", "\"\u{1}\"", "01", #""\x""#] {
        #expect(try posted(malformed).status == 400, "\(malformed)")
      }
      let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
      #expect(try posted(deep).status == 422)
    }
  }

  @Test func `Long data does not hold up an event loop, and streams`() throws {
    try TestService.serving { client, _ in
      let value = "\"" + String(repeating: "y", count: 4_000) + "\""
      let items = Array(repeating: #"{"height":5,"data":\#(value)}"#, count: 2_000)
      let posted = try client.send(
        "POST", "/v1/layouts", body: Self.document("[" + items.joined(separator: ",") + "]"))
      #expect(posted.status == 201)
      let all = try client.send(
        "GET", "/v1/layouts/\(try id(posted))/attributes?rect=all")
      #expect(all.status == 200)
      #expect(try FixtureValue(all.body)["attributes"]?.elements.count == 2_000)
      #expect(all.body.count > 8_000_000)
    }
  }
}
