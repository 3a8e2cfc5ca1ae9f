import Dispatch
import HTTPMessage
import LayoutAPI
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// What the widths of one style sheet may cost (Contract §17).
@Suite(.waits) struct SheetCostTests {
  private func posted() throws -> TestService {
    let service = TestService { $0.workers = 1 }
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.waterfall).status == 201)
    return service
  }

  /// The answer to a sheet of eight widths whose versions take so many nanoseconds of CPU each, and how
  /// many were looked up.
  private func answer(
    taking cpu: UInt64, _ outcome: CacheOutcome, of service: TestService
  ) throws -> (answer: TestAnswer, lookups: Int) {
    let layouts = service.service.layouts
    let layout = try #require(layouts.cache.layout(Array(TestDocument.waterfall.utf8).layoutID))
    let reply = TestReply()
    let request = try LayoutRequest.attributes(
      TestRequest.head(
        "GET", "\(layout.id.path)/attributes.css?rect=all&widths=300,301,302,303,304,305,306,307"),
      RequestContext(id: RequestID(number: 0), allowedOrigin: nil), ending: .css)
    let pending = PendingResponse(
      reply, request, service.service.writer, layouts, for: .unknown)
    let time = { JobTime(WorkQueue.Turn(), seconds: 30, memory: layouts.jobMemory) }
    let gate = layouts.queue.hold()
    defer {
      gate.signal()
      service.waitForWork()
    }
    _ = pending.receive(LayoutDelivery(layout: layout, outcome: .hit), in: time())
    // Each version that the sheet waits for comes to it at that cost, before a worker has made it.
    var lookups = 0
    while let version = layouts.cache.state.withLock({ $0.work.keys.first }) {
      lookups += 1
      var times = WorkTimes()
      times.cpu = cpu
      for waiter in layouts.cache.fail(version) {
        _ = waiter.receive(
          LayoutDelivery(layout: layout, outcome: outcome, times: times), in: time())
      }
    }
    return (TestAnswer(try #require(reply.wait())), lookups)
  }

  @Test func `All widths have the CPU of one document`() throws {
    let service = try posted()
    // Five of 190 ms are within a second, and so is what a sixth would take no more.
    let dear = try answer(taking: 190_000_000, .stored, of: service)
    #expect(dear.answer.status == 503)
    #expect(try dear.answer.problem() == "overloaded")
    #expect(dear.answer["retry-after"] == "1")
    #expect(dear.answer.text.contains("request fewer"))
    #expect(dear.lookups == 5)
    // One width alone is laid out, whatever it takes, and then no other.
    #expect(try answer(taking: 5_000_000_000, .stored, of: service).lookups == 1)
    let cheap = try answer(taking: 100_000_000, .stored, of: service)
    #expect(cheap.answer.status == 200 && cheap.lookups == 8)
    // What is cached, or others have laid out, is nothing that this request costs.
    for outcome in [CacheOutcome.hit, .collapsed] {
      let free = try answer(taking: 5_000_000_000, outcome, of: service)
      #expect(free.answer.status == 200 && free.lookups == 8)
    }
    service.expectNothingHeld()
  }

  @Test func `What a width takes of the CPU is known`() throws {
    let service = try posted()
    let layouts = service.service.layouts
    let layout = try #require(layouts.cache.layout(Array(TestDocument.waterfall.utf8).layoutID))
    let cpu = Mutex<UInt64>(0)
    let done = DispatchSemaphore(value: 0)
    let step = LayoutContinuation(
      goesOn: { delivery, _ in
        cpu.withLock { $0 = delivery.times.cpu }
        done.signal()
        return 0
      }, fails: { _ in done.signal() })
    guard case .later = layouts.layout(layout, width: 123, for: .unknown, after: 0, step) else {
      Issue.record("the width is laid out already")
      return
    }
    done.wait()
    #expect(cpu.withLock { $0 } > 0)
    service.expectNothingHeld()
  }
}
