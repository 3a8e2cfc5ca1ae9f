import Dispatch
import Glibc
import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// Style sheets over HTTP (Contract §17).
@Suite(.waits) struct SheetTests {
  private let id = "/v1/layouts/\(TestDocument.waterfallID)"
  private var sheet: String { "\(id)/attributes.css?rect=all" }

  private func posted(
    _ document: String = TestDocument.waterfall,
    _ change: (inout ServiceSettings) -> Void = { _ in }
  ) throws -> TestService {
    let service = TestService(change)
    #expect(try service.send("POST", "/v1/layouts", text: document).status == 201)
    return service
  }

  /// The id of the version whose container has another width, by the update that clients send.
  private func version(_ width: String) -> LayoutID {
    .child(
      of: Array(TestDocument.waterfall.utf8).layoutID,
      update: Array("{\"container\":{\"width\":\(width)}}".utf8))
  }

  // MARK: As a representation

  @Test func `The path, the parameter and Accept ask for the same sheet`() throws {
    let service = try posted()
    let attributes = "\(id)/attributes?rect=all"
    let byPath = try service.send("GET", sheet, ["Accept: application/json"])
    let byFormat = try service.send("GET", "\(attributes)&format=css", ["Accept: image/png"])
    // What browsers send for <link rel="stylesheet">.
    let byAccept = try service.send("GET", attributes, ["Accept: text/css,*/*;q=0.1"])
    for answer in [byPath, byFormat, byAccept] {
      #expect(answer.status == 200)
      #expect(answer["content-type"] == "text/css")
      #expect(answer["x-content-type-options"] == "nosniff")
      #expect(answer["cache-control"] == "public, max-age=3600")
      #expect(answer["cache-status"] == "tatami; hit")
      #expect(answer["etag"] == byPath["etag"] && answer["etag"] != nil)
      #expect(answer.body == byPath.body)
    }
    #expect(byPath.text.hasPrefix(".tatami{position:relative;width:390px;height:"))
    #expect(byPath.text.contains(".tatami>:nth-child(2){left:133.3333px;top:0;width:123.3333px;"))
    #expect(byPath["vary"] == "Accept-Encoding")
    #expect(byFormat["vary"] == "Accept-Encoding")
    #expect(byAccept["vary"] == "Accept-Encoding, Accept")
    let named = try service.send("GET", "\(sheet)&engine=\(OfflineLayout.engineRevision)")
    #expect(named["cache-control"] == "public, max-age=31536000, immutable")
  }

  @Test func `Each of its parameters makes another answer with a tag of its own`() throws {
    let service = try posted()
    let queries = [
      "", "&selector=.wall", "&selector=%23wall", "&unit=percent", "&widths=390", "&widths=390,700",
      "&widths=390,701", "&unit=percent&widths=390,700",
    ]
    let answers = try queries.map { try service.send("GET", "\(sheet)\($0)") }
    #expect(answers.allSatisfy { $0.status == 200 })
    #expect(Set(answers.map { $0["etag"] }).count == queries.count)
    // The width that it has anyway makes the same rules.
    #expect(Set(answers.map(\.body)).count == queries.count - 1)
    #expect(answers[2].text.hasPrefix("#wall{"))
    for (query, answer) in zip(queries, answers) {
      let tag = try #require(answer["etag"])
      let again = try service.send("GET", "\(sheet)\(query)", ["If-None-Match: \(tag)"])
      #expect(again.status == 304 && again.body.isEmpty && again["etag"] == tag)
    }
    // What is the default is the same answer.
    #expect(try service.send("GET", "\(sheet)&unit=px")["etag"] == answers[0]["etag"])
  }

  @Test(arguments: [
    ("selector=", "selector"), ("selector=.a%20b", "selector"),
    ("selector=%3C/style%3E", "selector"),
    ("selector=.1", "selector"), ("selector=.a&selector=.a", "selector"), ("unit=", "unit"),
    ("unit=em", "unit"), ("unit=px&unit=px", "unit"), ("widths=", "widths"), ("widths=0", "widths"),
    ("widths=-1", "widths"), ("widths=2,1", "widths"), ("widths=1,1", "widths"),
    ("widths=1,2,", "widths"), ("widths=1,2,3,4,5,6,7,8,9", "widths"), ("widths=1e999", "widths"),
    ("widths=NaN", "widths"), ("widths=1;2", "widths"), ("widths=1&widths=2", "widths"),
    ("origin=section", "origin"),
  ])
  func `What they must not be is 400 and names the parameter`(query: String, name: String) throws {
    let service = try posted()
    let answer = try service.send("GET", "\(sheet)&\(query)")
    #expect(answer.status == 400)
    #expect(try answer.problem() == "bad-query")
    #expect(try answer.json()["parameter"]?.string == name)
    service.expectNothingHeld()
  }

  @Test func `Other formats do not know them`() throws {
    let service = try posted()
    for query in ["selector=.tatami", "unit=px", "widths=390"] {
      for format in ["json", "columns", "packed", "svg"] {
        let answer = try service.send("GET", "\(id)/attributes?rect=all&format=\(format)&\(query)")
        #expect(try answer.problem() == "bad-query")
      }
      for target in [
        "\(id)/attributes?rect=all&\(query)", "\(id)/attributes.svg?rect=all&\(query)",
        "\(id)?\(query)",
        "\(id)/sections?\(query)",
      ] {
        #expect(try service.send("GET", target).status == 400, "\(target)")
      }
      #expect(
        try service.send("POST", "/v1/layouts?\(query)", text: TestDocument.waterfall).status == 400
      )
    }
    for query in ["theme=dark", "zoom=2", "scale=2", "format=css"] {
      #expect(try service.send("GET", "\(sheet)&\(query)").status == 400)
    }
    #expect(try service.send("GET", "\(id)/attributes.css").problem() == "bad-query")
    #expect(try service.send("GET", "\(id)/attributes.css?indexPath=0-0").problem() == "bad-query")
    #expect(try service.send("GET", "\(id)/changes?rect=all&format=css&from=x").status == 400)
  }

  @Test func `POST, PUT and QUERY answer with a sheet, too`() throws {
    let service = TestService()
    let query = "rect=all&format=css&unit=percent&widths=390,800"
    let created = try service.send("POST", "/v1/layouts?\(query)", text: TestDocument.waterfall)
    #expect(created.status == 201)
    #expect(created["content-type"] == "text/css")
    #expect(created["content-location"] == "\(id)/attributes?\(query)")
    #expect(created.text.contains("@media (min-width:800px){.tatami::before{height:"))
    let put = try service.send("PUT", "\(id)?\(query)", text: TestDocument.waterfall)
    #expect(put.status == 200)
    let asked = try service.send(
      "QUERY", "/v1/layouts?\(query)", ["Content-Type: application/json"],
      text: TestDocument.waterfall)
    let got = try service.send("GET", try #require(created["content-location"]))
    for answer in [put, asked, got] { #expect(answer.body == created.body) }
    let compressed = try service.send(
      "PUT", "\(id)?\(query)", ["Content-Encoding: gzip"],
      body: Gzip.compressed(Array(TestDocument.waterfall.utf8)))
    #expect(compressed.body == created.body)
    service.expectNothingHeld()
  }

  // MARK: Widths

  @Test func `A sheet of widths holds what each version's sheet says, and the versions are kept`()
    throws
  {
    let service = try posted()
    let sheet = try service.send("GET", "\(sheet)&widths=200.5,390,768")
    #expect(sheet.status == 200)
    #expect(sheet["cache-status"] == "tatami; hit")
    var expected = ""
    for (place, width) in ["200.5", "390", "768"].enumerated() {
      // Its id is worked out as any client does; the layout's own width needs no version.
      let path = width == "390" ? id : version(width).path
      let one = try service.send("GET", "\(path)/attributes.css?rect=all")
      #expect(one.status == 200, "\(width)")
      #expect(one["cache-status"] == "tatami; hit")
      #expect(one.text.hasPrefix(".tatami{position:relative;width:\(width)px;height:"))
      guard place > 0 else {
        expected = one.text
        continue
      }
      let rules = one.text.split(separator: "\n").filter { !$0.contains(">*") }.joined()
        .replacing("position:relative;", with: "")
      expected += "@media (min-width:\(width)px){\(rules)}\n"
    }
    #expect(sheet.text == expected)
    #expect(service.service.layouts.cache.figures.entries == 3)
    #expect(try service.send("GET", version("390").path).status == 404)
    // By the update itself nothing is made anew.
    let update = try service.send(
      "POST", "\(id)/updates", text: #"{"container":{"width":768}}"#)
    #expect(update.status == 200)
    #expect(try update.json()["id"]?.string == version("768").text)
    service.expectNothingHeld()
  }

  @Test func `Widths are never laid out on the event loop, and each is laid out once`() throws {
    let service = try posted { $0.workers = 1 }
    let gate = service.service.layouts.queue.hold()
    let pending = try (0..<3).map { _ in try service.begin("GET", "\(sheet)&widths=100,200,300") }
    for one in pending {
      #expect(one.immediate == nil)
      #expect(!one.exchange.reply.isAnswered)
    }
    gate.signal()
    let answers = try pending.map { try $0.answer() }
    #expect(answers.allSatisfy { $0.status == 200 && $0.body == answers[0].body })
    #expect(answers[0]["server-timing"]?.contains("layout;dur=") == true)
    #expect(service.service.layouts.cache.figures.entries == 4)
    // Held or not, a worker makes it.
    #expect(try service.begin("GET", "\(sheet)&widths=100,200").immediate == nil)
    service.expectNothingHeld()
  }

  @Test func `A sheet in percent, which takes a second layout, is written by a worker`() throws {
    let service = try posted()
    #expect(try service.begin("GET", sheet).immediate != nil)
    let percent = try service.begin("GET", "\(sheet)&unit=percent")
    #expect(percent.immediate == nil)
    #expect(try percent.answer().text.contains("width:calc(33.3333% - 6.6667px)"))
    // The second layout is cached nowhere.
    #expect(service.service.layouts.cache.figures.entries == 1)
    service.expectNothingHeld()
  }

  @Test func `A width without room is 422, as its version would be`() throws {
    let document =
      #"{"container":{"width":390,"height":844},"layout":{"type":"waterfall","columns":3,"#
      + #""spacing":10},"items":3}"#
    let service = try posted(document)
    let path = Array(document.utf8).layoutID.path
    let answer = try service.send("GET", "\(path)/attributes.css?rect=all&widths=10,390")
    let update = try service.send("POST", "\(path)/updates", text: #"{"container":{"width":10}}"#)
    #expect(update.status == 422)
    #expect(answer.status == 422)
    #expect(try answer.problem() == "invalid-layout")
    #expect(answer.body == update.body)
    service.expectNothingHeld()
  }

  @Test func `All widths have the time of one job`() throws {
    let service = try posted {
      $0.workers = 1
      $0.workTimeout = 10
    }
    let layouts = service.service.layouts
    let layout = try #require(layouts.cache.layout(Array(TestDocument.waterfall.utf8).layoutID))
    let reply = TestReply()
    let request = try LayoutRequest.attributes(
      TestRequest.head("GET", "\(layout.id.path)/attributes.css?rect=all&widths=300,301"),
      RequestContext(id: RequestID(number: 0), allowedOrigin: nil), ending: .css)
    let pending = PendingResponse(
      reply, request, service.service.writer, layouts, for: .unknown)
    let gate = layouts.queue.hold()
    // The sheet's time is over before a worker takes the first width.
    let time = JobTime(
      WorkQueue.Turn(waited: 9_950_000_000), seconds: 10, memory: layouts.jobMemory)
    let start = MonotonicClock.now
    _ = pending.receive(LayoutDelivery(layout: layout, outcome: .hit), in: time)
    // The width's job starts its clock within this call, so its deadline is at most this much later.
    let delay = MonotonicClock.now - start
    waitUntil { time.isUp }
    usleep(UInt32(delay / 1_000) + 1)
    gate.signal()
    let answer = TestAnswer(try #require(reply.wait()))
    #expect(answer.status == 503)
    #expect(answer.text.contains("TATAMI_WORK_TIMEOUT"))
    #expect(layouts.cache.figures.entries == 1)
    service.expectNothingHeld()
  }

  @Test func `A client who leaves ends the work on its widths`() throws {
    let service = try posted { $0.workers = 1 }
    let gate = service.service.layouts.queue.hold()
    let pending = try service.begin("GET", "\(sheet)&widths=100,200,300")
    pending.exchange.reply.abandon()
    gate.signal()
    service.expectNothingHeld()
    #expect(service.service.layouts.cache.figures.entries == 1)
    #expect(!pending.exchange.reply.isAnswered)
  }

  @Test func `Without a cache, and for layouts too large for it, widths are answered all the same`()
    throws
  {
    let query = "rect=all&format=css&widths=200,390,768"
    let kept = try TestService().send(
      "POST", "/v1/layouts?\(query)", text: TestDocument.waterfall)
    for bytes in [0, 4_000] {
      let service = TestService { $0.cacheBytes = bytes }
      let answer = try service.send("POST", "/v1/layouts?\(query)", text: TestDocument.waterfall)
      #expect(answer.status == 201)
      #expect(answer.body == kept.body)
      service.expectNothingHeld()
    }
  }

  @Test func `A full queue is 503`() throws {
    let service = try posted {
      $0.workers = 1
      $0.maxQueue = 0
    }
    let answer = try service.send("GET", "\(sheet)&widths=100")
    #expect(answer.status == 503)
    #expect(try answer.problem() == "overloaded")
    service.expectNothingHeld()
  }

  @Test func `What GETs make is not written to the store, and a layout may be fetched for it`()
    throws
  {
    let store = MemoryStore()
    _ = try TestService.replica(store).send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let keys = store.values.keys.sorted()
    let other = TestService.replica(store)
    let fetched = try other.send("GET", "\(sheet)&widths=100,200")
    #expect(fetched.status == 200)
    #expect(fetched["cache-status"] == "tatami-store; hit, tatami; fwd=miss; stored")
    #expect(fetched.body == (try posted().send("GET", "\(sheet)&widths=100,200")).body)
    #expect(store.values.keys.sorted() == keys)
    other.expectNothingHeld()
  }

  @Test func `Large sheets are compressed or streamed, and hold all their layouts until taken`()
    throws
  {
    let document = TestDocument.list(20_000)
    let service = try posted(document)
    let target = "\(Array(document.utf8).layoutID.path)/attributes.css?rect=all&widths=300,600"
    let streamed = try service.send("GET", target)
    #expect(streamed.isStreamed)
    #expect(streamed.text.contains(".tatami>:nth-child(20000){left:0;top:879956px;width:600px;"))
    let compressed = try service.send("GET", target, ["Accept-Encoding: gzip"])
    #expect(compressed["content-encoding"] == "gzip")
    #expect(try Gzip.inflated(compressed.body, limit: 1 << 26) == streamed.body)
    let pending = try service.begin("GET", target)
    do {
      let reply = try #require(pending.exchange.reply.wait())
      #expect(reply.stream != nil)
      let layouts = service.service.layouts.cache
      let sizes = ["300", "600"].compactMap { width in
        layouts.layout(
          .child(
            of: Array(document.utf8).layoutID,
            update: Array("{\"container\":{\"width\":\(width)}}".utf8)))?.byteCount
      }
      #expect(sizes.count == 2)
      #expect(service.service.inflight.count >= sizes.reduce(0, +))
    }
  }

  @Test func `Over sockets GET and HEAD say the same`() throws {
    try TestService.serving { client, service in
      _ = try client.send("POST", "/v1/layouts", body: Array(TestDocument.waterfall.utf8))
      let target = "\(sheet)&selector=.wall&unit=percent&widths=320,640,1280,1920"
      let got = try client.send("GET", target)
      #expect(got.status == 200)
      #expect(got.type == "text/css")
      let text = String(decoding: got.body, as: UTF8.self)
      #expect(text.matches(of: #/@media \(min-width:(640|1280|1920)px\)/#).count == 3)
      #expect(text.matches(of: #/\.wall>:nth-child\(4\)/#).count == 4)
      let head = try client.send("HEAD", target)
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.head.contains("Content-Length: \(got.body.count)\r\n"))
      let small = try client.send("GET", target, ["Accept-Encoding: gzip"])
      #expect(small.head.contains("Content-Encoding: gzip"))
      #expect(try Gzip.inflated(small.body, limit: 1 << 20) == got.body)
      #expect(service.layouts.cache.figures.entries == 5)
    }
  }
}
