import HTTPMessage
import Synchronization
import Testing

@testable import LayoutService

/// How often a computation looks whether anyone waits.
@Suite struct LookTurnsTests {
  private static let millisecond: UInt64 = 1_000_000

  @Test func `The first ask looks, and then every 256th`() {
    for start in [0, 1, UInt64.max] {
      var turns = LookTurns()
      let looks = (0..<100_000).filter { _ in turns.isDue(at: start) }
      #expect(looks == Array(stride(from: 0, to: 100_000, by: 256)))
    }
  }

  @Test func `Where asks are rare, time makes them look`() {
    var turns = LookTurns()
    // Asks at 0, 2, 4 … ms; a look at 0, and then at every first one 5 ms later: 6, 12, 18 ….
    let looks = (0..<20).filter { ask in turns.isDue(at: UInt64(ask) * 2 * Self.millisecond) }
    #expect(looks == [0, 3, 6, 9, 12, 15, 18])
    // Exactly 5 ms are enough, and a nanosecond less is not.
    turns = LookTurns()
    let times = [0, 5 * Self.millisecond - 1, 5 * Self.millisecond, 5 * Self.millisecond + 1]
    let due = times.map { time in turns.isDue(at: 7 + time) }
    #expect(due == [true, false, true, false])
  }

  @Test func `A look begins the count and the time anew`() {
    var turns = LookTurns()
    var looks: [Int] = []
    // 100 asks at once, 6 ms of silence, then asks without end.
    for ask in 0..<700 {
      let now = ask < 100 ? 0 : 6 * Self.millisecond
      if turns.isDue(at: now) { looks.append(ask) }
    }
    #expect(looks == [0, 100, 356, 612])
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
    let ask = try service.documentAsk(
      TestService.request("POST", "/v1/layouts"),
      RequestContext(id: RequestID(number: 0), allowedOrigin: nil), manner: .store)
    guard case .computes = service.cache.begin(id, { LayoutWaiter(reply: reply, ask: ask) }) else {
      Issue.record("the layout is stored already")
      return (service, 0)
    }
    let reservation = try #require(service.inflight.reserve(text.count))
    service.compute(DocumentBox(text, reservation), id, waited: 0)
    return (service, reply.looks)
  }

  @Test func `A layout of few sections is given up when its client leaves`() throws {
    // Seen once before the document is read; of three sections the 256th ask never comes.
    let (service, _) = try compute(sections: 3, patience: 1)
    #expect(service.metrics.layouts[0] == 0)
    #expect(service.cache.figures.computing == 0)
    #expect(service.cache.figures.entries == 0)
    #expect(service.inflight.count == 0)
  }

  @Test func `A layout of many sections looks a few hundred times`() throws {
    let (service, looks) = try compute(sections: 100_000, patience: .max)
    #expect(service.metrics.layouts[0] == 1)
    #expect(service.cache.figures.entries == 1)
    // 391 by number; those by time are 200 a second at most.
    #expect(390..<20_000 ~= looks)
  }
}
