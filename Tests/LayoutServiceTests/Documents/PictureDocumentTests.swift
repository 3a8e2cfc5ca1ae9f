import Foundation
import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// Pictures whose documents stand in their URLs (Contract §18).
@Suite(.waits) struct PictureDocumentTests {
  private static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private static func target(_ document: String, gzip: Bool = true) throws -> String {
    let bytes = Array(document.utf8)
    return "/v1/pictures?document="
      + text(gzip ? try #require(Gzip.compressed(bytes)) : bytes)
  }

  private let picture = "/v1/layouts/\(TestDocument.waterfallID)/attributes.svg"

  @Test(arguments: [true, false])
  func `A document in a URL is the picture that the layout's own URL shows`(gzip: Bool) throws {
    let service = TestService()
    let target = try Self.target(TestDocument.waterfall, gzip: gzip)
    let first = try service.send("GET", target, ["Accept: image/png"])
    #expect(first.status == 200)
    #expect(first["content-type"] == "image/svg+xml")
    #expect(first["x-content-type-options"] == "nosniff")
    #expect(first["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'")
    #expect(first["cache-control"] == "public, max-age=3600")
    #expect(first["vary"] == "Accept-Encoding")
    #expect(first["cache-status"] == "tatami; fwd=miss; stored")
    #expect(first["location"] == nil && first["content-location"] == nil)
    // The layout is there under its document's id.
    for (query, own) in [
      ("", "rect=all"), ("&rect=0,0,100,100", "rect=0,0,100,100"),
      ("&indexPath=0-2", "indexPath=0-2"),
      ("&theme=dark&zoom=2", "rect=all&theme=dark&zoom=2"),
      ("&bounds=0,9,9,9&origin=content", "rect=all&bounds=0,9,9,9"),
    ] {
      let drawn = try service.send("GET", target + query)
      let known = try service.send("GET", "\(picture)?\(own)")
      #expect(drawn.status == 200 && drawn.body == known.body, "\(query)")
      #expect(drawn["etag"] == known["etag"])
      #expect(drawn["cache-status"] == "tatami; hit")
    }
    let named = try service.send("GET", "\(target)&engine=\(OfflineLayout.engineRevision)")
    #expect(named["cache-control"] == "public, max-age=31536000, immutable")
    #expect(try service.send("GET", "\(target)&engine=1").problem() == "other-engine")
    #expect(service.service.layouts.cache.figures.entries == 1)
    service.expectNothingHeld()
  }

  @Test func `Its tag spares laying it out again`() throws {
    let target = try Self.target(TestDocument.waterfall)
    let tag = try #require(try TestService().send("GET", target)["etag"])
    let service = TestService()
    let unchanged = try service.send("GET", target, ["If-None-Match: \(tag)"])
    #expect(unchanged.status == 304)
    #expect(unchanged["cache-control"] == "public, max-age=3600")
    #expect(service.service.layouts.cache.figures.entries == 0)
    #expect(try service.send("GET", target, ["If-None-Match: *"]).status == 304)
    #expect(try service.send("GET", target, ["If-Match: \"0\""]).status == 412)
    #expect(try service.send("GET", target, ["If-Match: \(tag)"]).status == 200)
    #expect(try service.send("GET", target, ["If-None-Match: \"0\""]).status == 200)
    let other = try service.send("GET", "\(target)&theme=dark", ["If-None-Match: \(tag)"])
    #expect(other.status == 200)
    service.expectNothingHeld()
  }

  @Test(arguments: [
    "", "?", "?document", "?document=", "?rect=all", "?document=e30&document=e30", "?document=e3",
    "?document=e30*", "?document=%7B%7D", "?document=W10", "?document=IHt9",
    "?document=eJwrAwAAeAB4",
    "?document=H4s", "?document=H4sI", "?document=e30&format=svg",
  ])
  func `What is no document is 400 and names the parameter`(query: String) throws {
    let service = TestService()
    let answer = try service.send("GET", "/v1/pictures\(query)")
    #expect(answer.status == 400)
    #expect(try answer.problem() == "bad-query")
    let name = query.contains("format") ? "format" : "document"
    #expect(try answer.json()["parameter"]?.string == name)
    #expect(answer["content-security-policy"] == nil)
    service.expectNothingHeld()
  }

  @Test func `What other parameters must not be is 400, too`() throws {
    let service = TestService()
    let target = try Self.target(TestDocument.waterfall)
    for query in [
      "rect=1", "theme=red", "zoom=0", "scale=0", "unit=px", "selector=.a", "widths=1", "kind=a",
      "x=1",
      "rect=all&indexPath=0-0",
    ] {
      #expect(try service.send("GET", "\(target)&\(query)").problem() == "bad-query", "\(query)")
    }
    #expect(try service.send("GET", "\(target)&indexPath=0-9").problem() == "no-such-element")
    for method in ["POST", "PUT"] {
      #expect(try service.send(method, target, body: []).status == 405)
    }
  }

  @Test func `A bad document is told as POST tells it`() throws {
    let service = TestService()
    for document in ["{", #"{"a":1}"#, #"{"container":{"width":0,"height":1}}"#] {
      let posted = try service.send("POST", "/v1/layouts?rect=all", text: document)
      for gzip in [true, false] {
        let answer = try service.send("GET", try Self.target(document, gzip: gzip))
        #expect([400, 422].contains(answer.status))
        #expect(answer.status == posted.status)
        #expect(answer.body == posted.body)
        #expect(answer["cache-control"] == "no-store")
      }
    }
    service.expectNothingHeld()
  }

  @Test func `A bomb is 413 before it is whole, and one beyond the free memory is 503`() throws {
    // A few kB of URL inflate to 6 MB of white space.
    let bomb = try Self.target(
      #"{"container":{"width":1,"height":1},"items":0,"layout":{"type":"list"}"#
        + String(repeating: " ", count: 6 << 20) + "}")
    #expect(bomb.utf8.count < 16_384)
    #expect(try TestService().send("GET", bomb).status == 200)
    let small = TestService { $0.maxBodyBytes = 1 << 20 }
    let refused = try small.send("GET", bomb)
    #expect(refused.status == 413)
    #expect(try refused.json()["limit"]?.number == 1_048_576)
    small.expectNothingHeld()
    let full = TestService { $0.maxInflightBytes = 70 << 20 }
    let other = try #require(full.service.inflight.reserve(65 << 20))
    #expect(try full.send("GET", bomb).status == 503)
    #expect(full.service.inflight.count == other.count)
  }

  @Test func `Nothing that is sent traps`() throws {
    let service = TestService { $0.workers = 1 }
    var random = SeededGenerator(seed: 17)
    let whole = try #require(Gzip.compressed(Array(TestDocument.waterfall.utf8)))
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        switch Int.random(in: 0...2, using: &random) {
        case 0:
          bytes[Int.random(in: 0..<bytes.count, using: &random)] =
            UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        default: bytes += bytes.prefix(Int.random(in: 0...40, using: &random))
        }
      }
      var text = Self.text(bytes)
      if Bool.random(using: &random) { text = String(text.shuffled(using: &random)) }
      let answer = try service.send("GET", "/v1/pictures?document=\(text)")
      #expect([200, 400, 413, 422].contains(answer.status), "\(text)")
    }
    service.expectNothingHeld()
  }

  @Test func `Keys, origins and the store hold for pictures as for other GETs`() throws {
    let target = try Self.target(TestDocument.waterfall)
    let closed = TestService { $0.apiKeys = ["key"] }
    #expect(try closed.send("GET", target).status == 401)
    let open = try closed.send("GET", target, ["Authorization: Bearer key"])
    #expect(open.status == 200 && open["cache-control"] == "private, max-age=3600")
    let shared = TestService { $0.corsOrigins = ["https://a.example"] }
    let asked = try shared.send("GET", target, ["Origin: https://a.example"])
    #expect(asked["access-control-allow-origin"] == "https://a.example")
    #expect(try shared.send("OPTIONS", target)["allow"] == "GET, HEAD, OPTIONS")
    // Its URL holds the document: the store need not.
    let store = MemoryStore()
    #expect(try TestService.replica(store).send("GET", target).status == 200)
    #expect(store.values.isEmpty)
  }

  @Test func `A picture is never drawn on the event loop, and one who leaves is not waited for`()
    throws
  {
    let service = TestService { $0.workers = 1 }
    let target = try Self.target(TestDocument.waterfall)
    let gate = service.service.layouts.queue.hold()
    let pending = try service.begin("GET", target)
    #expect(pending.immediate == nil)
    pending.exchange.reply.abandon()
    gate.signal()
    service.expectNothingHeld()
    #expect(service.service.layouts.cache.figures.entries == 0)
    let full = TestService {
      $0.workers = 1
      $0.maxQueue = 0
    }
    let other = full.service.layouts.queue.hold()
    #expect(try full.send("GET", target).status == 503)
    other.signal()
    full.expectNothingHeld()
  }

  @Test func `Over sockets GET and HEAD say the same, and too long a URL is 414`() throws {
    try TestService.serving { client, _ in
      let target = try Self.target(TestDocument.waterfall)
      let got = try client.send("GET", target)
      #expect(got.status == 200 && got.type == "image/svg+xml")
      #expect(String(decoding: got.body, as: UTF8.self).hasSuffix("</svg>"))
      let head = try client.send("HEAD", target)
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.head.contains("Content-Length: \(got.body.count)\r\n"))
      let long = try client.send(
        "GET", "/v1/pictures?document=" + String(repeating: "A", count: 17_000))
      #expect(long.status == 414)
      let metrics = String(decoding: try client.send("GET", "/metrics").body, as: UTF8.self)
      #expect(metrics.contains(#"route="/v1/pictures""#))
    }
  }
}
