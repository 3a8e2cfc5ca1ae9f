import HTTPMessage
import LayoutAPI
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// How often a computation looks whether anyone waits.
@Suite(.waits) struct CheckThrottleTests {
  private static let millisecond: UInt64 = 1_000_000

  @Test func `The first ask looks, and then the first one 2 ms later`() {
    for start in [0, 1, UInt64.max - 3] {
      var poll = CheckThrottle()
      let times = [0, 0, 1, 2 * Self.millisecond - 1, 2 * Self.millisecond, 3 * Self.millisecond]
      let due = times.map { time in poll.isDue(at: start &+ time) }
      #expect(due == [true, false, false, false, true, false])
    }
  }

  /// A client who is seen to wait so many times, and then has left.
  private final class LeavingReply: HTTPReply, Sendable {
    private let patience: Int
    private let count = Atomic<Int>(0)

    init(patience: Int) {
      self.patience = patience
    }

    var looks: Int { count.load(ordering: .relaxed) }
    var isAbandoned: Bool { count.add(1, ordering: .relaxed).newValue > patience }
    func send(_ response: HTTPResponse) {}
  }

  /// Lays sections of one row each out for a client of that patience.
  private func compute(
    sections: Int, patience: Int
  ) throws -> (service: LayoutService, looks: Int) {
    let rows = Array(repeating: #"{"items":1}"#, count: sections).joined(separator: ",")
    let text = Array(
      (#"{"container":{"width":320,"height":480},"layout":{"type":"list"},"#
        + #""sections":[\#(rows)]}"#).utf8)
    let service = TestService().service
    let reply = LeavingReply(patience: patience)
    let id = LayoutID(hashing: text)
    let (_, waiter) = try PendingResponse.posted(to: service, reply)
    let reservation = try #require(service.inflight.reserve(text.count))
    let job = LayoutJob(
      source: LayoutSource(id: id, parent: nil), text: DocumentBytes(text, reservation),
      client: .unknown)
    service.layouts.compute(job, waiter, in: JobTime(WorkQueue.Turn(), seconds: 600))
    return (service, reply.looks)
  }

  @Test func `A layout is given up when its client leaves`() throws {
    // Seen once, before the document is read; such a short one is not looked at while it is read, but
    // of some thousand sections the first look is soon due.
    let (service, _) = try compute(sections: 3_000, patience: 1)
    #expect(service.metrics.layouts[0] == 0)
    #expect(service.layouts.cache.figures.computing == 0)
    #expect(service.layouts.cache.figures.entries == 0)
    #expect(service.inflight.count == 0)
  }

  @Test func `A layout of many sections looks now and then`() throws {
    let (service, looks) = try compute(sections: 100_000, patience: .max)
    #expect(service.metrics.layouts[0] == 1)
    #expect(service.layouts.cache.figures.entries == 1)
    // 500 a second at most, and at least once while reading and while laying out.
    #expect(4..<50_000 ~= looks)
  }
}
