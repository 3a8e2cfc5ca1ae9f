import Foundation
import LayoutAPI
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// Updates: what they answer and what they store (Contract §10, §11).
@Suite(.waits) struct UpdateTests {
  /// Four rows of 10, 20, 30 and 40 points.
  private static let list =
    #"{"container":{"width":100,"height":60},"layout":{"type":"list"},"#
    + #""items":[{"id":"a","height":10},20,30,40]}"#
  private static let append = #"{"append":[{"items":[7]}]}"#

  private func posted(_ service: TestService, _ document: String = list) throws -> String {
    try #require(try service.send("POST", "/v1/layouts", text: document)["location"])
  }

  private func version(_ path: String, _ update: String) throws -> String {
    let id = path.split(separator: "/")[2].utf8
    let parent = try #require(LayoutID(Array(id), in: 0..<id.count))
    return "/v1/layouts/" + LayoutID.child(of: parent, update: Array(update.utf8)).text
  }

  @Test func `An update makes a version, and finds it the second time`() throws {
    let service = TestService()
    let path = try posted(service)
    let first = try service.send("POST", path + "/updates", text: Self.append)
    #expect(first.status == 201)
    let version = try version(path, Self.append)
    #expect(first["location"] == version)
    #expect(first["content-location"] == nil)
    #expect(first["cache-status"] == "tatami; fwd=miss; stored")
    #expect(first["cache-control"] == "no-store")
    let timing = try #require(first["server-timing"])
    #expect(["queue", "parse", "layout", "query"].allSatisfy { timing.contains("\($0);dur=") })
    let summary = try first.json()
    #expect(summary["id"]?.string.map { "/v1/layouts/\($0)" } == version)
    #expect(summary["parent"]?.string.map { "/v1/layouts/\($0)" } == path)
    #expect(summary["itemCount"]?.number == 5)
    #expect(summary["contentSize"]?["height"]?.number == 107)

    let second = try service.send("POST", path + "/updates", text: Self.append)
    #expect(second.status == 200)
    #expect(second["cache-status"] == "tatami; hit")
    #expect(second.body == first.body)
    // The parent stays what it was, and the version has every resource.
    #expect(try service.send("GET", path).json()["itemCount"]?.number == 4)
    #expect(try service.send("GET", path).json()["parent"] == nil)
    #expect(try service.send("GET", version).body == first.body)
    #expect(try service.send("GET", version + "/attributes?rect=all").items() == [0, 1, 2, 3, 4])
    // Spelt otherwise it is another version.
    let spelt = try service.send("POST", path + "/updates", text: Self.append + " ")
    #expect(spelt.status == 201)
    #expect(spelt["location"] != version)
  }

  @Test func `Versions have versions, by the same ids on any instance`() throws {
    let updates = [
      Self.append, #"{"delete":[[0,0]]}"#, "{}", #"{"move":[{"from":[0,0],"to":[0,2]}]}"#,
    ]
    var answers: [[[UInt8]]] = []
    for _ in 0..<2 {
      let service = TestService()
      var path = try posted(service)
      var bodies: [[UInt8]] = []
      for update in updates {
        let answer = try service.send("POST", path + "/updates", text: update)
        #expect(answer.status == 201)
        bodies.append(answer.body)
        path = try #require(answer["location"])
      }
      // 20, 30, 40 and 7 high, the first of them moved behind the next two.
      let attributes = try service.send("GET", path + "/attributes?rect=all").json()
      let heights = attributes["attributes"]?.elements.map { $0["frame"]?["height"]?.number }
      #expect(heights == [30, 40, 20, 7])
      answers.append(bodies)
    }
    #expect(answers[0] == answers[1])
  }

  @Test func `With rect or bounds an update answers its changes, as GET does`() throws {
    let service = TestService()
    let path = try posted(service)
    let id = path.split(separator: "/")[2]
    let update = #"{"delete":[[0,1]]}"#
    for (query, format) in [
      ("rect=0,0,100,60", "application/json"),
      ("bounds=0,15,100,60&anchor=last", "application/json"),
      ("rect=all&format=columns", "application/vnd.tatami.columns+json"),
    ] {
      let posted = try service.send("POST", "\(path)/updates?\(query)", text: update)
      #expect([200, 201].contains(posted.status))
      let location = try #require(posted["location"])
      let content = try #require(posted["content-location"])
      #expect(content == "\(location)/changes?from=\(id)&\(query)")
      #expect(posted["content-type"] == format)
      let got = try service.send("GET", content)
      #expect(got.status == 200)
      #expect(got.body == posted.body)
      #expect(got["cache-control"] == "public, max-age=3600")
      #expect(got["content-type"] == format)
      let again = try service.send("POST", "\(path)/updates?\(query)", text: update)
      #expect(again.status == 200)
      #expect(again.body == posted.body)
      #expect(again["etag"] == got["etag"])
    }
  }

  @Test func `The parent of a version that is held may be gone, but not that of a new one`() throws
  {
    let service = TestService()
    let path = try posted(service)
    let missing = path.dropLast() + (path.hasSuffix("0") ? "1" : "0")
    for query in ["", "?rect=all"] {
      let answer = try service.send("POST", "\(missing)/updates\(query)", text: Self.append)
      #expect(answer.status == 404)
      #expect(try answer.problem() == "layout-not-cached")
      #expect(
        try answer.json()["missing"]?.string.map { "/v1/layouts/\($0)" } == String(missing))
    }
    #expect(service.service.layouts.cache.figures.computing == 0)
    // A cache for one list of rows: the version takes its parent's place.
    let rows =
      "{\"container\":{\"width\":100,\"height\":60},\"layout\":{\"type\":\"list\"},\"items\":["
      + (0..<2_000).map { "\($0).5" }.joined(separator: ",") + "]}"
    let measured = TestService()
    let parent = try posted(measured, rows)
    let bytes = measured.service.layouts.cache.figures.bytes
    let small = TestService { $0.cacheBytes = 4 * bytes + 4_000 }
    var last = parent
    #expect(try posted(small, rows) == parent)
    let first = try small.send("POST", "\(parent)/updates?rect=0,0,1,1", text: Self.append)
    #expect(first.status == 201)
    // Those that come later are asked for, too, and so is the first version.
    for _ in 0..<64 {
      let next = try small.send("POST", "\(last)/updates?rect=0,0,1,1", text: "{}")
      #expect(next.status == 201)
      last = try #require(next["location"])
      #expect(try small.send("GET", last).status == 200)
      #expect(try small.send("GET", try #require(first["location"])).status == 200)
    }
    let hit = try small.send("POST", "\(parent)/updates", text: Self.append)
    #expect(hit.status == 200)
    let changes = try small.send("POST", "\(parent)/updates?rect=all", text: Self.append)
    #expect(changes.status == 404)
    #expect(try changes.json()["missing"]?.string.map { "/v1/layouts/\($0)" } == parent)
    let other = try small.send("POST", "\(parent)/updates", text: "{ }")
    #expect(other.status == 404)
  }

  @Test func `With the cache off every update is 404`() throws {
    let service = TestService { $0.cacheBytes = 0 }
    let path = try posted(service)
    let answer = try service.send("POST", path + "/updates", text: Self.append)
    #expect(answer.status == 404)
    #expect(try answer.problem() == "layout-not-cached")
  }

  @Test func `What is wrong with an update is said by pointers into it, and nothing is stored`()
    throws
  {
    let service = TestService()
    let path = try posted(service)
    let entries = service.service.layouts.cache.figures.entries
    for (update, problem, pointers) in [
      (#"{"delete":[[0,4]]}"#, "invalid-update", ["/delete/0"]),
      (#"{"delete":[[0,1],[0,1]],"append":[{"section":3,"items":1}]}"#, "invalid-update", nil),
      (#"{"remove":[]}"#, "invalid-update", ["/remove"]),
      (#"{"measure":[{"indexPath":[0,0]}]}"#, "invalid-update", ["/measure/0"]),
      (
        #"{"insert":[{"indexPath":[0,0],"items":[1,{"height":-1}]}]}"#, "invalid-update",
        ["/insert/0/items/1/height"]
      ),
      (#"{"container":{"width":null}}"#, "invalid-layout", ["/container"]),
      (#"{"layout":{"type":"custom","frames":[]}}"#, "invalid-layout", nil),
      (#"{"delete":"#, "malformed-json", nil),
    ] as [(String, String, [String]?)] {
      let answer = try service.send("POST", path + "/updates?rect=all", text: update)
      #expect(answer.status == (problem == "malformed-json" ? 400 : 422), "\(update)")
      #expect(try answer.problem() == problem, "\(update): \(answer.text)")
      let errors = try #require(try answer.json()["errors"]).elements
      #expect(!errors.isEmpty)
      if let pointers { #expect(errors.compactMap { $0["pointer"]?.string } == pointers) }
    }
    #expect(service.service.layouts.cache.figures.entries == entries)
    // A job may still be on its way out when its answer has come.
    service.expectNothingHeld()
  }

  @Test func `Updates are bodies: their types, codings, lengths and limits are documents'`() throws
  {
    let service = TestService { $0.maxBodyBytes = 200 }
    let path = try posted(service) + "/updates"
    let zipped = try service.send(
      "POST", path, ["Content-Encoding: gzip"],
      body: Gzip.compressed(Array(Self.append.utf8)))
    #expect(zipped.status == 201)
    #expect(zipped["location"] == (try version(String(path.dropLast(8)), Self.append)))
    #expect(try service.send("POST", path, text: Self.append).status == 200)
    let picture = try service.send("POST", path, ["Content-Type: image/png"], text: "{}")
    #expect(try picture.problem() == "unsupported-media-type")
    #expect(try service.send("POST", path).problem() == "length-required")
    let long = try service.send("POST", path, text: String(repeating: " ", count: 201))
    #expect(try long.problem() == "content-too-large")
    let options = try service.send("OPTIONS", path)
    #expect(options.status == 204)
    #expect(options["allow"] == "POST, OPTIONS")
    for method in ["GET", "PUT", "DELETE", "QUERY"] {
      let answer = try service.send(method, path, text: "{}")
      #expect(try answer.problem() == "method-not-allowed")
      #expect(answer["allow"] == "POST, OPTIONS")
    }
  }

  @Test func `Equal updates at once share one computation`() throws {
    let service = TestService { $0.workers = 1 }
    let path = try posted(service)
    let gate = service.service.layouts.queue.hold()
    let pending = try (0..<3).map { _ in
      try service.begin("POST", path + "/updates?rect=all", body: Array(Self.append.utf8))
    }
    gate.signal()
    let answers = try pending.map { try $0.answer() }
    #expect(answers.map(\.status) == [201, 201, 201])
    #expect(answers[1]["cache-status"] == "tatami; fwd=miss; collapsed")
    #expect(answers[0].body == answers[2].body)
    #expect(service.service.metrics.layouts[0] == 2)
  }

  @Test func `A version's memory is reserved before the work`() throws {
    let rows =
      "{\"container\":{\"width\":100,\"height\":60},\"layout\":{\"type\":\"list\"},\"items\":["
      + (0..<20_000).map { "\($0).1" }.joined(separator: ",") + "]}"
    let service = TestService { $0.workers = 1 }
    let path = try posted(service, rows)
    let bytes = service.service.layouts.cache.figures.bytes
    #expect(bytes > 160_000)
    let memory = service.service.layouts.jobMemory
    // Room for the parent, which the job holds, but not for as much again.
    let others = memory.fill(leaving: bytes + 10_000)
    let full = try service.send("POST", path + "/updates", text: Self.append)
    #expect(full.status == 503)
    #expect(try full.problem() == "overloaded")
    for other in others { other.release() }
    #expect(try service.send("POST", path + "/updates", text: Self.append).status == 201)
    service.waitForWork()
    #expect(memory.count == 0)
    // While it waits its parent is held, once for all who wait.
    let gate = service.service.layouts.queue.hold()
    let pending = try (0..<3).map {
      try service.begin(
        "POST", path + "/updates", body: Array(#"{"append":[{"items":\#($0)}]}"#.utf8))
    }
    #expect(memory.count > 160_000 && memory.count <= bytes)
    gate.signal()
    for one in pending { #expect(try one.answer().status == 201) }
  }

  @Test func `Updates are counted by what they do, and by the items placed`() throws {
    let service = TestService()
    let path = try posted(service)
    for update in [
      Self.append, #"{"append":[{"items":1}],"delete":[[0,0]]}"#, "{}", #"{"delete":[9]}"#,
    ] {
      _ = try service.send("POST", path + "/updates", text: update)
    }
    let page = try service.send("GET", "/metrics").text
    #expect(page.contains("\ntatami_updates_total{operation=\"append\"} 2\n"))
    #expect(page.contains("\ntatami_updates_total{operation=\"delete\"} 1\n"))
    #expect(page.contains("\ntatami_updates_total{operation=\"keepColumns\"} 0\n"))
    // Versions hold what they have in common with their parent once.
    let bytes = { (kind: String) in
      page.split(separator: "\n").first { $0.hasPrefix("tatami_layout_bytes{kind=\"\(kind)\"} ") }
        .flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    }
    #expect(bytes("own") == service.service.layouts.cache.figures.bytes)
    #expect(bytes("shared") > 0)
    // The last was refused; of the others some items may stand where their parent's do.
    let placed = try #require(
      page.firstMatch(of: #/\ntatami_update_items_placed_total ([0-9]+)\n/#)?.output.1)
    #expect((3...13).contains(try #require(Int(placed))))
  }
}
