import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// Every job ends: when its time is up, when nobody waits any more, when its memory finds no room.
@Suite(.waits) struct WorkTimeoutTests {
  /// Photos of different shapes: 10 ms of work and more.
  private static let many: String = {
    let pairs = (0..<250_000).map { "[\($0 % 90 + 1),\($0 % 70 + 1)]" }
    return #"{"container":{"width":390,"height":844},"layout":{"type":"justified"},"items":["#
      + pairs.joined(separator: ",") + "]}"
  }()

  /// A client who is seen to wait so many times, and then has left.
  private final class LeavingReply: HTTPReply, Sendable {
    private let patience: Int
    private let looks = Atomic<Int>(0)
    private let answered = Atomic<Bool>(false)

    init(patience: Int) { self.patience = patience }

    var isAnswered: Bool { answered.load(ordering: .relaxed) }
    var lookCount: Int { looks.load(ordering: .relaxed) }
    var isAbandoned: Bool { looks.add(1, ordering: .relaxed).newValue > patience }
    func send(_ response: HTTPResponse) { answered.store(true, ordering: .relaxed) }
  }

  /// Lays them out, and says by what id.
  private func store(_ service: TestService) throws -> (id: LayoutID, layout: StoredLayout) {
    let posted = try service.send("POST", "/v1/layouts", text: Self.many)
    #expect(posted.status == 201)
    let id = LayoutID(hashing: Array(Self.many.utf8))
    return (id, try #require(service.service.layouts.cache.layout(id)))
  }

  private func expectTimeout(_ answer: TestAnswer) throws {
    #expect(answer.status == 503)
    #expect(try answer.problem() == "overloaded")
    #expect(answer["retry-after"] == "1")
    #expect(answer.text.contains("TATAMI_WORK_TIMEOUT"))
  }

  @Test func `A document that exceeds its deadline is 503, and leaves nothing behind`() throws {
    let service = TestService { $0.workTimeout = 0.002 }
    try expectTimeout(try service.send("POST", "/v1/layouts", text: Self.many))
    #expect(service.service.layouts.cache.figures.entries == 0)
    #expect(service.service.layouts.cache.figures.computing == 0)
    #expect(service.service.metrics.layouts[0] == 0)
    #expect(service.service.inflight.count == 0)
  }

  @Test func `A long GET that takes longer than its time is 503`() throws {
    let service = TestService()
    let (id, layout) = try store(service)
    let reply = TestReply()
    let request = try LayoutRequest.attributes(
      TestRequest.head("GET", "/v1/layouts/\(id.text)/attributes?rect=all&format=packed"),
      RequestContext(id: RequestID(number: 0), allowedOrigin: nil), ending: nil)
    let pending = PendingResponse(
      reply, request, service.service.writer, service.service.layouts, for: .unknown)
    _ = pending.receive(
      LayoutDelivery(layout: layout, outcome: .hit),
      in: JobTime(WorkQueue.Turn(waited: 2_000_000_000), seconds: 1))
    try expectTimeout(TestAnswer(try #require(reply.wait())))
  }

  @Test func `Work in the middle of one section ends when its client leaves`() throws {
    let service = TestService().service
    let text = Array(Self.many.utf8)
    let id = LayoutID(hashing: text)
    // Two looks see the client wait: one before the work, one in it.
    let reply = LeavingReply(patience: 2)
    let (_, waiter) = try PendingResponse.posted(to: service, reply)
    let reservation = try #require(service.inflight.reserve(text.count))
    let job = LayoutJob(
      source: LayoutSource(id: id, parent: nil), text: DocumentBytes(text, reservation),
      client: .unknown)
    service.layouts.compute(job, waiter, in: JobTime(WorkQueue.Turn(), seconds: 600))
    #expect(service.metrics.layouts[0] == 0)
    #expect(service.layouts.cache.figures.computing == 0)
    #expect(service.inflight.count == 0)
    #expect(!reply.isAnswered)
  }

  @Test(arguments: [1, 4])
  func `Inflating and hashing a body end when its client leaves`(patience: Int) throws {
    let service = TestService().service
    let body = try #require(Gzip.compressed([UInt8](repeating: 32, count: 60 << 20)))
    let reply = LeavingReply(patience: patience)
    let (request, waiter) = try PendingResponse.posted(to: service, reply)
    let reservation = try #require(service.inflight.reserve(body.count))
    service.documents.inflate(
      DocumentBytes(body, reservation), request, for: .unknown, waiter,
      in: JobTime(WorkQueue.Turn(), seconds: 600))
    // The look that finds it gone, and the one before it is told of the end.
    #expect(reply.lookCount == patience + 2)
    #expect(!reply.isAnswered)
    #expect(service.inflight.count == 0)
    #expect(service.layouts.cache.figures.computing == 0)
  }

  @Test func `A body whose text finds no room is 503 before it is inflated`() throws {
    let service = TestService { $0.maxInflightBytes = 70 << 20 }
    let other = try #require(service.service.inflight.reserve(20 << 20))
    let body = try #require(Gzip.compressed([UInt8](repeating: 32, count: 60 << 20)))
    let answer = try service.send(
      "POST", "/v1/layouts", ["Content-Encoding: gzip"], body: body)
    #expect(answer.status == 503)
    #expect(try answer.problem() == "overloaded")
    #expect(service.service.inflight.count == other.count)
  }

  @Test(arguments: ["json", "columns", "packed", "svg", "css"])
  func `Writing a long response ends when its client leaves`(format: String) throws {
    let service = TestService()
    let (id, layout) = try store(service)
    let request = try LayoutRequest.attributes(
      TestRequest.head(
        "GET", "/v1/layouts/\(id.text)/attributes?rect=all&format=\(format)"),
      RequestContext(id: RequestID(number: 0), allowedOrigin: nil), ending: nil)
    // Everything is found without looking at it: the looks are those of writing.
    let reply = LeavingReply(patience: 1)
    let pending = PendingResponse(
      reply, request, service.service.writer, service.service.layouts, for: .unknown)
    _ = pending.receive(
      LayoutDelivery(layout: layout, outcome: .hit), in: JobTime(WorkQueue.Turn(), seconds: 600))
    // Seen to wait once, and given up at the next look, not some hundred looks later.
    #expect((1...2).contains(reply.lookCount))
  }

  @Test func `The memory of jobs has a ceiling`() throws {
    // 200,000 numbers are 400 kB of text, 400 kB of items, and megabytes of places in columns.
    let text =
      #"{"container":{"width":390,"height":844},"layout":{"type":"waterfall"},"items":["#
      + (0..<200_000).map { "\($0 % 9)" }.joined(separator: ",") + "]}"
    let tight = TestService { $0.maxInflightBytes = 500_000 }
    let refused = try tight.send("POST", "/v1/layouts", text: text)
    #expect(refused.status == 503)
    #expect(try refused.problem() == "overloaded")
    #expect(tight.service.inflight.count == 0)
    #expect(tight.service.layouts.jobMemory.count == 0)
    let wide = TestService { $0.maxInflightBytes = 8_000_000 }
    #expect(try wide.send("POST", "/v1/layouts", text: text).status == 201)
    #expect(wide.service.inflight.count == 0)
    #expect(wide.service.layouts.jobMemory.count == 0)
  }

  @Test func `A stream counts its stored selection`() throws {
    // Runs of one item each, in as many sections that a strip meets: those are held.
    let sections = (0..<20_000).map { #"{"items":[\#($0 % 7),9]}"# }.joined(separator: ",")
    let text =
      #"{"container":{"width":390,"height":844},"layout":{"type":"list","#
      + #""headerReferenceSize":{"height":3},"footerReferenceSize":{"height":3}},"sections":["#
      + sections + "]}"
    let service = TestService()
    let id = try #require(try service.send("POST", "/v1/layouts", text: text).json()["id"]?.string)
    let stored = try #require(
      service.service.layouts.cache.layout(LayoutID(hashing: Array(text.utf8))))
    let selection = try stored.layout.select(LayoutQuery(.all))
    #expect(selection.byteCount > 900_000)
    let reply = try #require(
      try service.begin("GET", "/v1/layouts/\(id)/attributes?rect=all").exchange.reply.wait())
    #expect(reply.stream != nil)
    #expect(
      service.service.inflight.count >= stored.layout.byteCount + selection.byteCount)
    _ = consume reply
  }
}
