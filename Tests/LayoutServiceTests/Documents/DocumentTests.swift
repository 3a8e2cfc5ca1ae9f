import Dispatch
import Glibc
import HTTPMessage
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// Bodies on their way in (Contract §1 and §7).
@Suite(.waits) struct DocumentTests {
  @Test(arguments: [
    nil, "application/json", "APPLICATION/JSON; charset=utf-8", "application/geo+json",
    "application/x-www-form-urlencoded", "text/plain;charset=UTF-8", "",
  ])
  func `POST and PUT take JSON under many names`(_ type: String?) throws {
    let fields = type.map { ["Content-Type: \($0)"] } ?? []
    let service = TestService()
    let posted = try service.send("POST", "/v1/layouts", fields, text: TestDocument.waterfall)
    #expect(posted.status == 201)
    let put = try service.send(
      "PUT", "/v1/layouts/\(TestDocument.waterfallID)", fields, text: TestDocument.waterfall)
    #expect(put.status == 200)
  }

  @Test(arguments: ["text/html", "application/xml", "image/png", "application", "+json", "json"])
  func `Other types are 415`(_ type: String) throws {
    for method in ["POST", "QUERY"] {
      let answer = try TestService().send(
        method, "/v1/layouts", ["Content-Type: \(type)"], text: TestDocument.waterfall)
      #expect(answer.status == 415)
      #expect(try answer.problem() == "unsupported-media-type")
    }
  }

  @Test(arguments: [
    ["Content-Type: application/json", "Content-Type: text/html"],
    ["Content-Type: application/json", "Content-Type: application/json"],
    ["Content-Type: application/json", "content-type: text/html", "CONTENT-TYPE: text/plain"],
    ["Content-Type: ", "Content-Type: application/json", "Content-Type: text/html"],
    ["Content-Type: application/json, text/html"], ["Content-Type: text/html, application/x+json"],
    ["Content-Type: application/json;charset=utf-8, text/html"],
  ])
  func `More types than one are 415`(_ fields: [String]) throws {
    for method in ["POST", "QUERY"] {
      let answer = try TestService().send(
        method, "/v1/layouts", fields, text: TestDocument.waterfall)
      #expect(try answer.problem() == "unsupported-media-type")
      #expect(try answer.json()["detail"]?.string == "more than one Content-Type is given")
    }
    // A comma within quotation marks parts nothing.
    let quoted = ["Content-Type: application/json;profile=\"a, b\""]
    #expect(
      try TestService().send("QUERY", "/v1/layouts", quoted, text: TestDocument.waterfall).status
        == 200)
  }

  @Test func `QUERY is stricter about types`() throws {
    let service = TestService()
    let document = TestDocument.waterfall
    let missing = try service.send("QUERY", "/v1/layouts", text: document)
    #expect(missing.status == 400)
    for type in ["text/plain", "application/x-www-form-urlencoded"] {
      let answer = try service.send(
        "QUERY", "/v1/layouts", ["Content-Type: \(type)"], text: document)
      #expect(answer.status == 415)
    }
    let plus = try service.send(
      "QUERY", "/v1/layouts", ["Content-Type: application/x+json"], text: document)
    #expect(plus.status == 200)
  }

  @Test func `A body's method needs a length or chunks`() throws {
    let service = TestService()
    for (method, path) in [
      ("POST", "/v1/layouts"), ("PUT", "/v1/layouts/\(TestDocument.waterfallID)"),
    ] {
      let answer = try service.send(method, path)
      #expect(answer.status == 411)
      #expect(try answer.problem() == "length-required")
    }
    let chunked = try service.begin(
      "POST", "/v1/layouts", body: Array(TestDocument.waterfall.utf8), isChunked: true)
    #expect(try chunked.answer().status == 201)
    #expect(try service.send("POST", "/v1/layouts", body: []).problem() == "malformed-json")
  }

  @Test func `Malformed JSON is told with offset, line and column`() throws {
    let answer = try TestService().send("POST", "/v1/layouts", text: "{\n  \"a\": ]\n}")
    #expect(answer.status == 400)
    #expect(try answer.problem() == "malformed-json")
    let json = try answer.json()
    #expect(json["offset"]?.number == 9)
    #expect(json["line"]?.number == 2)
    #expect(json["column"]?.number == 8)
  }

  @Test func `All errors of a document are told with their pointers`() throws {
    let document =
      #"{"container":{"width":-1,"height":480},"layout":{"type":"list","rowHight":3},"items":[1,-2]}"#
    let answer = try TestService().send("POST", "/v1/layouts", text: document)
    #expect(answer.status == 422)
    #expect(try answer.problem() == "invalid-layout")
    let errors = try #require(try answer.json()["errors"]).elements
    let pointers = errors.compactMap { $0["pointer"]?.string }
    #expect(pointers.contains("/container/width"))
    #expect(pointers.contains("/layout/rowHight"))
    #expect(errors.allSatisfy { $0["detail"]?.string?.isEmpty == false })
  }

  @Test func `What cannot be laid out is told with its pointer`() throws {
    let document =
      #"{"container":{"width":320,"height":480},"#
      + #""layout":{"type":"waterfall","sectionInset":{"left":200,"right":200}},"items":3}"#
    let answer = try TestService().send("POST", "/v1/layouts", text: document)
    #expect(answer.status == 422)
    #expect(try answer.problem() == "invalid-layout")
    let pointer = try #require(try answer.json()["errors"]).elements.first?["pointer"]?.string
    #expect(pointer?.hasPrefix("/layout") == true)
  }

  @Test func `A document over the item limit is refused`() throws {
    let service = TestService { $0.maxItems = 10 }
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.list(10)).status == 201)
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.list(11)).status == 422)
  }

  @Test func `A body over the limit is refused, by its length or as it arrives`() throws {
    let service = TestService { $0.maxBodyBytes = 100_000 }
    let body = Array(repeating: UInt8(ascii: " "), count: 100_001)
    let request = try TestRequest.head("POST", "/v1/layouts", ["Content-Length: 100001"])
    var response = HTTPResponse()
    guard
      case .respond = service.service.receive(
        request, response: &response, exchange: TestExchange())
    else {
      Issue.record("the body was asked for")
      return
    }
    let refused = TestAnswer(response)
    #expect(refused.status == 413)
    #expect(try refused.problem() == "content-too-large")
    #expect(try refused.json()["limit"]?.number == 100_000)
    #expect(try refused.json()["setting"]?.string == "TATAMI_MAX_BODY_BYTES")

    let chunked = try service.begin("POST", "/v1/layouts", body: body, isChunked: true).answer()
    #expect(chunked.status == 413)
    #expect(try chunked.problem() == "content-too-large")
    let fits = try service.send("POST", "/v1/layouts", body: Array(body.dropLast()))
    #expect(try fits.problem() == "malformed-json")
    #expect(service.service.inflight.count == 0)
  }

  @Test func `Beyond the bytes in flight requests are refused before their body`() throws {
    let service = TestService { $0.maxInflightBytes = 200_000 }
    let request = try TestRequest.head("POST", "/v1/layouts", ["Content-Length: 150000"])
    var response = HTTPResponse()
    do {
      let first = service.service.receive(
        request, response: &response, exchange: TestExchange())
      guard case .collect(let sink) = first else {
        Issue.record("the first body must be asked for")
        return
      }
      let piece = [UInt8](repeating: 32, count: 150_000)
      #expect(sink.append(piece) == nil)
      let second = try service.send("POST", "/v1/layouts", body: piece)
      #expect(second.status == 503)
      #expect(try second.problem() == "overloaded")
      #expect(second["retry-after"] == "1")
      // Health is answered all the same.
      #expect(try service.send("GET", "/healthz").status == 200)
    }
    #expect(service.service.inflight.count == 0)
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.list(1)).status == 201)
  }

  @Test func `A streamed answer's layout is counted while it is held, once`() throws {
    // 100,000 items in three columns are held in 1.7 MB, and their frames in 10 MB of text.
    let heights = String(repeating: "1,", count: 99_999) + "1"
    func wall(_ width: Int) -> String {
      #"{"container":{"width":\#(width),"height":844},"layout":{"type":"waterfall","columns":3},"#
        + #""items":[\#(heights)]}"#
    }
    let service = TestService { $0.maxInflightBytes = 3_400_000 }
    let inflight = service.service.inflight
    let id = try #require(
      try service.send("POST", "/v1/layouts", text: wall(390)).json()["id"]?.string)
    do {
      let target = "/v1/layouts/\(id)/attributes?rect=all"
      let first = try #require(try service.begin("GET", target).exchange.reply.wait())
      let alone = inflight.count
      #expect(alone >= 1_700_000)
      let second = try #require(try service.begin("GET", target).exchange.reply.wait())
      #expect(inflight.count - alone < 1_000_000)
      #expect([first.status, second.status] == [.ok, .ok])
      // Another layout does not fit beside it.
      let other = try service.send("POST", "/v1/layouts?rect=all", text: wall(391))
      #expect(try other.problem() == "overloaded")
    }
    // The workers let go of what they have sent a moment after it arrives.
    let deadline = MonotonicClock.now + 20_000_000_000
    waitUntil { inflight.count == 0 || MonotonicClock.now >= deadline }
    #expect(inflight.count == 0)
    #expect(try service.send("POST", "/v1/layouts?rect=all", text: wall(391)).status == 200)
  }

  @Test func `A body that the bytes in flight never have room for is refused for good`() throws {
    let service = TestService {
      $0.maxBodyBytes = 1_000_000
      $0.maxInflightBytes = 100_000
    }
    let body = Array(repeating: UInt8(ascii: " "), count: 100_001)
    let gzip = ["Content-Encoding: gzip"]
    let compressed = try #require(Gzip.compressed(body))
    for answer in [
      try service.send("POST", "/v1/layouts", body: body),
      try service.begin("POST", "/v1/layouts", body: body, isChunked: true).answer(),
      try service.send("POST", "/v1/layouts", gzip, body: compressed),
    ] {
      #expect(answer.status == 413)
      #expect(try answer.problem() == "content-too-large")
      #expect(try answer.json()["limit"]?.number == 100_000)
      #expect(try answer.json()["setting"]?.string == "TATAMI_MAX_INFLIGHT_BYTES")
      #expect(answer["retry-after"] == nil)
    }
    // The largest that fit: whole, in chunks, and what a compressed one holds with itself.
    let fits = Array(body.dropLast())
    let packed = try #require(Gzip.compressed(fits))
    for answer in [
      try service.send("POST", "/v1/layouts", body: fits),
      try service.begin("POST", "/v1/layouts", body: fits, isChunked: true).answer(),
      try service.send("POST", "/v1/layouts", gzip, body: packed),
    ] {
      #expect(try answer.problem() == "malformed-json")
    }
    #expect(service.service.inflight.count == 0)
    let nothing = TestService { $0.maxInflightBytes = 0 }
    #expect(try nothing.send("POST", "/v1/layouts", body: [32]).status == 413)
    #expect(
      try nothing.begin("POST", "/v1/layouts", body: [32], isChunked: true).answer().status == 413)
  }

  @Test func `A full queue is 503, and queued requests get their responses later`() throws {
    let service = TestService {
      $0.workers = 1
      $0.maxQueue = 1
    }
    let gate = service.service.layouts.queue.hold()
    let waiting = try service.begin(
      "POST", "/v1/layouts", body: Array(TestDocument.waterfall.utf8))
    let same = try service.begin(
      "POST", "/v1/layouts?rect=all", body: Array(TestDocument.waterfall.utf8))
    let refused = try service.send("POST", "/v1/layouts", text: TestDocument.list(2))
    #expect(refused.status == 503)
    #expect(try refused.problem() == "overloaded")
    #expect(refused["retry-after"] == "1")
    #expect(try service.send("GET", "/healthz").status == 200)
    gate.signal()
    let first = try waiting.answer()
    #expect(first.status == 201)
    #expect(first["cache-status"] == "tatami; fwd=miss; stored")
    // One of several identical requests shared the computation, with a query of its own.
    let second = try same.answer()
    #expect(second.status == 201)
    #expect(second["cache-status"] == "tatami; fwd=miss; collapsed")
    #expect(try second.items() == [0, 1, 2, 3])
  }

  @Test func `Work whose clients have left is not started`() throws {
    let service = TestService { $0.workers = 1 }
    let gate = service.service.layouts.queue.hold()
    let left = try service.begin(
      "POST", "/v1/layouts", body: Array(TestDocument.waterfall.utf8))
    left.exchange.reply.abandon()
    let stays = try service.begin("POST", "/v1/layouts", body: Array(TestDocument.list(3).utf8))
    gate.signal()
    #expect(try stays.answer().status == 201)
    #expect(!left.exchange.reply.isAnswered)
    #expect(service.service.metrics.layouts[0] == 1)
    #expect(service.service.layouts.cache.figures.computing == 0)
    #expect(service.service.layouts.cache.figures.entries == 1)
  }

  @Test func `Compressed bodies are inflated, and named by what they inflate to`() throws {
    let service = TestService()
    let document = Array(TestDocument.waterfall.utf8)
    let compressed = try #require(Gzip.compressed(document))
    let gzip = ["Content-Encoding: gzip"]
    let posted = try service.send("POST", "/v1/layouts?rect=all", gzip, body: compressed)
    #expect(posted.status == 201)
    #expect(posted["location"] == "/v1/layouts/\(TestDocument.waterfallID)")
    #expect(try posted.items() == [0, 1, 2, 3])
    let again = try service.send(
      "PUT", "/v1/layouts/\(TestDocument.waterfallID)", gzip, body: compressed)
    #expect(again.status == 200)
    #expect(again["cache-status"] == "tatami; hit")
    let wrong = try service.send(
      "PUT", "/v1/layouts/\(String(repeating: "0", count: 64))", gzip,
      body: compressed)
    #expect(try wrong.problem() == "id-mismatch")
    #expect(service.service.inflight.count == 0)
  }

  @Test func `Several gzip members are one body`() throws {
    let document = Array(TestDocument.waterfall.utf8)
    let first = try #require(Gzip.compressed(Array(document[..<40])))
    let second = try #require(Gzip.compressed(Array(document[40...])))
    #expect(try Gzip.inflated(first + second, limit: 1_000) == document)
  }

  @Test func `A body of many empty gzip members costs each no more than a small buffer`() throws {
    let empty = try #require(Gzip.compressed([]))
    let document = Array(TestDocument.waterfall.utf8)
    let members = (0..<1_000).flatMap { _ in empty } + (try #require(Gzip.compressed(document)))
    #expect(try Gzip.inflated(members, limit: 1_000) == document)
    let tooMany = (0...Gzip.maxMembers).flatMap { _ in empty }
    #expect(throws: Gzip.Failure.malformed) { try Gzip.inflated(tooMany, limit: 1_000) }
    // Counted is what the last one says, which is all, and not room for the rest with each.
    var counted: [Int] = []
    let budget = LayoutBudget(takeMemory: {
      counted.append($0)
      return true
    })
    #expect(try Gzip.inflated(members, limit: 64 << 20, budget) == document)
    #expect(counted.first == document.count)
    #expect(counted.reduce(0, +) <= document.count + GzipInflater.textPiece)
  }

  @Test func `Broken, strange and exploding codings are refused`() throws {
    let service = TestService { $0.maxBodyBytes = 100_000 }
    let gzip = ["Content-Encoding: gzip"]
    let bomb = try #require(Gzip.compressed([UInt8](repeating: 32, count: 50_000_000)))
    #expect(bomb.count < 1_000_000)
    let small = try #require(Gzip.compressed([UInt8](repeating: 32, count: 100_001)))
    #expect(try service.send("POST", "/v1/layouts", gzip, body: small).status == 413)
    let large = TestService { $0.maxBodyBytes = 1_000_000 }
    let refused = try large.send("POST", "/v1/layouts", gzip, body: bomb)
    #expect(refused.status == 413)
    let good = try #require(Gzip.compressed(Array(TestDocument.waterfall.utf8)))
    for broken in [
      [], Array("not gzip".utf8), Array(good.dropLast()), good + [1, 2, 3],
      good[..<10] + [0xFF] + good[11...],
    ] {
      let answer = try service.send("POST", "/v1/layouts", gzip, body: broken)
      #expect(answer.status == 400, "\(broken.prefix(20))")
      #expect(try answer.problem() == "bad-request")
    }
    for coding in ["br", "deflate", "gzip, gzip"] {
      let answer = try service.send(
        "POST", "/v1/layouts", ["Content-Encoding: \(coding)"], text: TestDocument.waterfall)
      #expect(answer.status == 415)
      #expect(answer["accept-encoding"] == "gzip")
    }
    let identity = ["Content-Encoding: identity"]
    #expect(
      try service.send("POST", "/v1/layouts", identity, text: TestDocument.waterfall).status == 201)
    #expect(service.service.inflight.count == 0)
  }

  @Test func `An answer that alone passes the bytes in flight is refused for good`() throws {
    let service = TestService { $0.maxInflightBytes = 150_000 }
    let answer = try service.send(
      "POST", "/v1/layouts?rect=all", text: TestDocument.list(2_000))
    #expect(answer.status == 400)
    #expect(try answer.problem() == "bad-request")
    #expect(service.service.inflight.count == 0)
  }
}
