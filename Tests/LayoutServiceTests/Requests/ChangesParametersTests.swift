import LayoutAPI
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// GET `…/changes` and `…/document` (Contract §10, §12).
@Suite(.waits) struct ChangesParametersTests {
  private static let list =
    #"{"container":{"width":100,"height":60},"layout":{"type":"list"},"#
    + #""items":[10,20,30,40]}"#

  /// A layout's id and that of its version without the first row.
  private func versions(_ service: TestService) throws -> (old: String, new: String) {
    let posted = try service.send("POST", "/v1/layouts", text: Self.list)
    let old = try #require(try posted.json()["id"]?.string)
    let updated = try service.send(
      "POST", "/v1/layouts/\(old)/updates", text: #"{"delete":[[0,0]]}"#)
    return (old, try #require(try updated.json()["id"]?.string))
  }

  @Test func `Parameters that cannot be read, or do not go together, are refused`() throws {
    let service = TestService()
    let (old, new) = try versions(service)
    let get = "/v1/layouts/\(new)/changes?"
    for (query, word) in [
      ("rect=all", "from"), ("from=\(old)", "rect or bounds"), ("from=abc&rect=all", "from"),
      ("from=\(old.uppercased())&rect=all", "from"), ("from=\(old)&from=\(old)&rect=all", "from"),
      ("from=\(old)&rect=all&rect=all", "rect"), ("from=\(old)&rect=1,2,3", "rect"),
      ("from=\(old)&rect=all&anchor=first", "bounds"),
      ("from=\(old)&bounds=0,0,1,1&anchor=middle", "anchor"),
      ("from=\(old)&bounds=0,0,1,1&anchor=3", "anchor"),
      ("from=\(old)&bounds=0,0,1,1&anchor=0-3,start", "anchor"),
      ("from=\(old)&bounds=0,0,1,1&anchor=0-3,end,end", "anchor"),
      ("from=\(old)&rect=all&format=packed", "format"),
      ("from=\(old)&rect=all&origin=rect", "origin"),
      ("from=\(old)&rect=all&indexPath=0-0", "indexPath"),
      ("from=\(old)&rect=all&kind=header", "kind"),
    ] {
      let answer = try service.send("GET", get + query)
      #expect(answer.status == 400, "\(query)")
      #expect(try answer.problem() == "bad-query")
      #expect(try #require(try answer.json()["detail"]?.string).contains(word), "\(query)")
    }
    let post = "/v1/layouts/\(old)/updates?"
    for query in ["from=\(old)&rect=all", "anchor=last", "scroll=0:1", "format=svg&rect=all"] {
      #expect(
        try service.send("POST", post + query, text: "{}").problem() == "bad-query", "\(query)")
    }
    #expect(
      try service.send("POST", post + "format=columns", text: "{}").problem() == "not-acceptable")
    #expect(
      try service.send("GET", get + "from=\(old)&rect=all", ["Accept: image/svg+xml"]).problem()
        == "not-acceptable")
    let scrolled = try service.send("GET", get + "from=\(old)&rect=all&scroll=0:10")
    #expect(try scrolled.problem() == "no-such-element")
  }

  @Test func `Changes have a picture`() throws {
    let service = TestService()
    let (old, new) = try versions(service)
    let get = "/v1/layouts/\(new)/changes.svg?from=\(old)&"
    let picture = try service.send("GET", get + "bounds=0,0,100,60&anchor=none")
    #expect(picture.status == 200)
    #expect(picture["content-type"] == "image/svg+xml")
    #expect(picture["content-security-policy"] != nil)
    #expect(picture["x-content-type-options"] == "nosniff")
    #expect(picture["vary"]?.lowercased().contains("accept,") != true)
    #expect(picture.text.contains("<title>1 deleted, 0 inserted, 3 changed</title>"))
    // Each style has its tag, and a tag is enough the second time.
    let dark = try service.send("GET", get + "bounds=0,0,100,60&anchor=none&theme=dark&zoom=2")
    #expect(dark.status == 200)
    #expect(dark["etag"] != picture["etag"] && dark.body != picture.body)
    let tag = try #require(picture["etag"])
    let again = try service.send(
      "GET", get + "bounds=0,0,100,60&anchor=none", ["If-None-Match: \(tag)"])
    #expect(again.status == 304)
    let listed = try service.send(
      "GET", "/v1/layouts/\(new)/changes?from=\(old)&bounds=0,0,100,60&anchor=none")
    #expect(listed["etag"] != picture["etag"])
    let former = try service.send("GET", get + "bounds=0,0,100,60&anchor=none&theme=dark&scale=2")
    #expect(former["etag"] == dark["etag"] && former.body == dark.body)
    for query in [
      "rect=all&format=svg", "rect=all&theme=blue", "rect=all&scale=0", "rect=all&zoom=0",
      "rect=all&zoom=2&scale=2", "anchor=last",
    ] {
      #expect(try service.send("GET", get + query).problem() == "bad-query", "\(query)")
    }
    #expect(try service.send("POST", get + "rect=all", text: "{}").status == 405)
  }

  @Test func `Anchors are read`() throws {
    for (text, anchor) in [
      ("first", .first), ("firstWhole", .firstWhole), ("last", .last), ("none", .none),
      ("2-31", .item(ItemPath(2, 31), isEnd: false)),
      ("0-0,end", .item(ItemPath(0, 0), isEnd: true)),
      ("0-7%2Cend", .item(ItemPath(0, 7), isEnd: true)),
    ] as [(String, ChangesQuery.Anchor)] {
      let head = try TestRequest.head("POST", "/?bounds=0,1,2,3&anchor=\(text)")
      let query = try ChangesParameters(head, hasFrom: false).query
      #expect(
        query
          == ChangesQuery(
            rect: Rect(x: 0, y: 1, width: 2, height: 3),
            bounds: Rect(x: 0, y: 1, width: 2, height: 3), anchor: anchor))
    }
  }

  @Test func `Both layouts must be held`() throws {
    let service = TestService()
    let (old, new) = try versions(service)
    let unknown = String(repeating: "0", count: 64)
    for (id, from) in [(unknown, old), (new, unknown)] {
      let answer = try service.send("GET", "/v1/layouts/\(id)/changes?from=\(from)&rect=all")
      #expect(answer.status == 404)
      #expect(try answer.problem() == "layout-not-cached")
      #expect(try answer.json()["missing"]?.string == unknown)
    }
  }

  @Test func `Every 404 of a layout names what is missing`() throws {
    let service = TestService()
    let id = String(repeating: "ab", count: 32)
    for rest in ["", "/sections", "/attributes?rect=all", "/document"] {
      let answer = try service.send("GET", "/v1/layouts/\(id)\(rest)")
      #expect(answer.status == 404)
      #expect(try answer.json()["missing"]?.string == id, "\(rest)")
    }
  }

  @Test func `Changes never change: their tag names both versions, and needs neither`() throws {
    let service = TestService()
    let (old, new) = try versions(service)
    let path = "/v1/layouts/\(new)/changes?from=\(old)&bounds=0,0,100,60"
    let first = try service.send("GET", path)
    #expect(first.status == 200)
    #expect(first["cache-control"] == "public, max-age=3600")
    let tag = try #require(first["etag"])
    let known = try TestService().send("GET", path, ["If-None-Match: \(tag)"])
    #expect(known.status == 304)
    #expect(known["etag"] == tag)
    var tags: Set = [tag]
    for other in [
      "from=\(new)&bounds=0,0,100,60", "from=\(old)&rect=0,0,100,60", "from=\(old)&rect=all",
      "from=\(old)&bounds=0,0,100,60&anchor=last", "from=\(old)&bounds=0,0,100,60&rect=all",
      "from=\(old)&bounds=0,0,100,60&anchor=0-1", "from=\(old)&bounds=0,0,100,60&anchor=0-1,end",
      "from=\(old)&bounds=0,0,100,60&format=columns",
    ] {
      let answer = try service.send("GET", "/v1/layouts/\(new)/changes?\(other)")
      #expect(answer.status == 200, "\(other)")
      #expect(tags.insert(try #require(answer["etag"])).inserted, "\(other)")
    }
    #expect(try service.send("GET", path, ["If-None-Match: *"]).status == 304)
    #expect(try service.send("GET", path, ["If-Match: \"x\""]).status == 412)
    let gone = "/v1/layouts/\(new)/changes?from=\(String(repeating: "1", count: 64))&rect=all"
    #expect(try service.send("GET", gone, ["If-None-Match: *"]).status == 404)
  }

  @Test func `Short changes are found on the loop, long ones by a worker`() throws {
    for (count, isLong) in [(30, false), (90, true)] {
      let service = TestService()
      let posted = try service.send("POST", "/v1/layouts", text: TestDocument.list(count))
      let path = try #require(posted["location"])
      let updated = try service.send("POST", path + "/updates", text: #"{"delete":[[0,0]]}"#)
      let next = try service.send(
        "POST", try #require(updated["location"]) + "/updates", text: #"{"delete":[[0,0]]}"#)
      let (old, new) = (
        try #require(try posted.json()["id"]?.string), try #require(updated["location"])
      )
      let answer = try service.send("GET", "\(new)/changes?from=\(old)&rect=0,0,1,1")
      #expect(try #require(answer["server-timing"]).contains("queue;dur=") == isLong)
      // More than one update lies between: their maps are put together by a worker.
      let far = try service.send(
        "GET", "\(try #require(next["location"]))/changes?from=\(old)&rect=all")
      #expect(try #require(far["server-timing"]).contains("queue;dur="))
      #expect(try far.json()["deleted"]?.elements.count == 2)
      #expect(try far.json()["changed"]?.elements.count == count - 2)
    }
  }

  @Test func `A document is written anew, and gives the same frames under its own id`() throws {
    let service = TestService()
    let (old, new) = try versions(service)
    #expect(try service.send("GET", "/v1/layouts/\(old)/document").text == Self.list)
    let document = try service.send("GET", "/v1/layouts/\(new)/document")
    #expect(document.text == Self.list.replacing("[10,20", with: "[20"))
    #expect(document["content-type"] == "application/json")
    #expect(document["cache-control"] == "public, max-age=3600")
    #expect(document["etag"] != nil)
    let posted = try service.send("POST", "/v1/layouts?rect=all", text: document.text)
    #expect(posted.status == 201)
    #expect(try posted.json()["parent"] == nil)
    let version = try service.send("GET", "/v1/layouts/\(new)/attributes?rect=all")
    let frames = { (answer: TestAnswer) in
      answer.text.split(separator: "\"attributes\":").last.map(String.init)
    }
    #expect(frames(posted) == frames(version))
    #expect(try service.send("GET", "/v1/layouts/\(new)/document?a=1").status == 400)
  }

  @Test func `A long document is streamed`() throws {
    let service = TestService()
    let items = (0..<60_000).map { "\($0 % 97).25" }.joined(separator: ",")
    let text = Self.list.replacing("10,20,30,40", with: items)
    let path = try #require(try service.send("POST", "/v1/layouts", text: text)["location"])
    let document = try service.send("GET", path + "/document")
    #expect(document.isStreamed)
    #expect(document.text == text)
  }

  @Test func `A comparison's memory is counted`() throws {
    let service = TestService { $0.workers = 1 }
    let posted = try service.send("POST", "/v1/layouts", text: TestDocument.list(50_000))
    let path = try #require(posted["location"])
    let updated = try service.send("POST", path + "/updates", text: #"{"delete":[[0,0]]}"#)
    let changes = try #require(updated["location"]) + "/changes?from=\(path.dropFirst(12))&rect="
    // The answer's sender comes before the job's end, by which what it held is given back.
    service.waitForWork()
    let memory = service.service.layouts.jobMemory
    let others = memory.fill(leaving: 8 << 20)
    let full = try service.send("GET", changes + "all")
    #expect(full.status == 503)
    #expect(try full.problem() == "overloaded")
    #expect(try service.send("GET", changes + "0,0,320,480").status == 200)
    for other in others { other.release() }
    let all = try service.send("GET", changes + "all&format=columns")
    #expect(all.status == 200)
    #expect(all.isStreamed)
    #expect(try all.json()["changed"]?["cells"]?["fromItem"]?.elements.count == 49_999)
    service.waitForWork()
    #expect(memory.count == 0)
  }
}
