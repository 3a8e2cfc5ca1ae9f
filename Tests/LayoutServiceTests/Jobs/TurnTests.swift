import Dispatch
import Glibc
import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// Clients take turns, and no address takes every place (`WorkQueue`, and requests that wait in it).
@Suite(.timeLimit(.minutes(60)), .waits) struct TurnTests {
  private func client(_ address: String) throws -> HTTPClient {
    try HTTPClient(address: address)
  }

  @Test func `Waiting jobs take turns by client, each client's in their order`() throws {
    let queue = WorkQueue(workers: 1, maxWaiting: 100, maxWaitingBytes: 100)
    let gate = queue.hold()
    let order = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    for (address, count) in [("10.0.0.1", 5), ("10.0.0.2", 2), ("10.0.0.3", 1)] {
      for number in 1...count {
        let job = WorkQueue.Job(byteCount: 1, drop: { Issue.record() }) { _ in
          order.withLock { $0.append("\(address.suffix(1))\(number)") }
          done.signal()
        }
        #expect(queue.submit(job, of: try client(address)))
      }
    }
    gate.signal()
    for _ in 0..<8 { #expect(done.wait(timeout: .now() + 120) == .success) }
    #expect(order.withLock { $0 } == ["11", "21", "31", "12", "22", "13", "14", "15"])
  }

  @Test func `In a full line the newest job of whoever has most gives way, but not for as many`()
    throws
  {
    let queue = WorkQueue(workers: 1, maxWaiting: 6, maxWaitingBytes: 60)
    let gate = queue.hold()
    let ran = Mutex<[String]>([])
    let dropped = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    func submit(_ name: String, _ byteCount: Int = 10) throws -> Bool {
      let job = WorkQueue.Job(
        byteCount: byteCount, drop: { dropped.withLock { $0.append(name) } }
      ) { _ in
        ran.withLock { $0.append(name) }
        done.signal()
      }
      return queue.submit(job, of: try client("10.0.0.\(name.utf8.first ?? 0)"))
    }
    for number in 1...6 { #expect(try submit("a\(number)")) }
    #expect(try !submit("a7"))
    #expect(try submit("b1"))
    #expect(try submit("b2"))
    #expect(try submit("b3"))
    #expect(dropped.withLock { $0 } == ["a6", "a5", "a4"])
    // Three each: the place would only change hands.
    #expect(try !submit("b4"))
    #expect(try !submit("a4"))
    #expect(try submit("c1"))
    #expect(try submit("c2"))
    #expect(try !submit("c3"))
    for name in ["d1", "e1", "f1"] { #expect(try submit(name)) }
    // One each: whoever waits already is not told to come again for someone who has just come.
    #expect(try !submit("g1", 0))
    #expect(queue.depth == (2, 6))
    let gone = dropped.withLock { $0 }
    #expect(Set(gone[3..<5]) == ["a3", "b3"])
    #expect(Set(gone[5...]) == ["a2", "b2", "c2"])
    gate.signal()
    for _ in 0..<6 { #expect(done.wait(timeout: .now() + 120) == .success) }
    #expect(ran.withLock { $0 } == ["a1", "b1", "c1", "d1", "e1", "f1"])
  }

  @Test func `What gives way makes room for bytes, too, or stays`() throws {
    let queue = WorkQueue(workers: 1, maxWaiting: 10, maxWaitingBytes: 100)
    let gate = queue.hold()
    let dropped = Mutex(0)
    func submit(_ address: String, _ byteCount: Int) throws -> Bool {
      let job = WorkQueue.Job(
        byteCount: byteCount, drop: { dropped.withLock { $0 += 1 } }, run: { _ in })
      return queue.submit(job, of: try client(address))
    }
    for _ in 0..<3 { #expect(try submit("10.0.0.1", 33)) }
    #expect(try !submit("10.0.0.2", 35))
    #expect(dropped.withLock { $0 } == 0)
    #expect(try submit("10.0.0.2", 34))
    #expect(dropped.withLock { $0 } == 1)
    #expect(queue.depth == (2, 3))
    gate.signal()
  }

  @Test func `Jobs of idle clients are tried beside busy workers, one at a time`() throws {
    let queue = WorkQueue(workers: 1, maxWaiting: 10, maxWaitingBytes: 0)
    let order = Mutex<[String]>([])
    let begun = DispatchSemaphore(value: 0)
    /// Submits a job that runs until it is signalled.
    func submit(_ name: String) throws -> DispatchSemaphore {
      let end = DispatchSemaphore(value: 0)
      let job = WorkQueue.Job(byteCount: 0, drop: { Issue.record() }) { turn in
        order.withLock { $0.append(turn.isLent ? "(\(name))" : name) }
        begun.signal()
        end.wait()
      }
      #expect(queue.submit(job, of: try client("10.0.0.\(name.utf8.first ?? 0)")))
      return end
    }
    let a1 = try submit("a1")
    begun.wait()
    // Its client is busy: it is not tried.
    let a2 = try submit("a2")
    let b1 = try submit("b1")
    begun.wait()
    // The place is taken.
    let c1 = try submit("c1")
    let b2 = try submit("b2")
    #expect(queue.depth == (2, 3))
    #expect(order.withLock { $0 } == ["a1", "(b1)"])
    b1.signal()
    begun.wait()
    #expect(order.withLock { $0.last } == "(c1)")
    // The client of b1 has nothing running any more, so its next job has the place after c1.
    c1.signal()
    begun.wait()
    #expect(order.withLock { $0.last } == "(b2)")
    // The worker takes the job whose client was busy, or the place does.
    a1.signal()
    begun.wait()
    #expect(Set(order.withLock { $0[4...] }).isSubset(of: ["a2", "(a2)"]))
    for end in [a2, b2] { end.signal() }
    waitUntil { queue.depth == (0, 0) }
  }

  @Test
  func `A job that leaves the spare place delays nobody, and has its client's next turn`()
    throws
  {
    let queue = WorkQueue(workers: 1, maxWaiting: 10, maxWaitingBytes: 0)
    let gate = DispatchSemaphore(value: 0)
    let order = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    #expect(
      queue.submit(byteCount: 0) { _ in
        begun.signal()
        gate.wait()
      })
    begun.wait()
    /// Submits a job that resumes on a worker if it is tried.
    func submit(_ name: String, isLong: Bool) throws {
      let client = try client("10.0.0.\(name.utf8.first ?? 0)")
      @Sendable func run(_ turn: WorkQueue.Turn) {
        order.withLock { $0.append(turn.isLent ? "(\(name))" : name) }
        if turn.isLent, isLong { return queue.resume(of: client, run) }
        done.signal()
      }
      #expect(queue.submit(WorkQueue.Job(byteCount: 0, drop: {}, run: run), of: client))
    }
    for name in ["a1", "b1", "c1"] {
      try submit(name, isLong: true)
      waitUntil { order.withLock { $0.last } == "(\(name))" && queue.depth.running == 1 }
    }
    // Three clients have long jobs that wait, and one of them sends a short job, too.
    try submit("c2", isLong: false)
    try submit("d1", isLong: false)
    #expect(done.wait(timeout: .now() + 120) == .success)
    gate.signal()
    for _ in 0..<4 { #expect(done.wait(timeout: .now() + 120) == .success) }
    let all = order.withLock { $0 }
    #expect(all.prefix(7) == ["(a1)", "(b1)", "(c1)", "(d1)", "a1", "b1", "c1"])
    #expect(["c2", "(c2)"].contains(all.last))
  }

  @Test func `A job that several clients wait for has the turn of a client with nothing running`()
    throws
  {
    let queue = WorkQueue(workers: 1, maxWaiting: 10, maxWaitingBytes: 0)
    let gate = queue.hold()
    let idle = try client("10.0.0.1")
    let job = WorkQueue.Job(byteCount: 0, drop: {}, run: { _ in })
    #expect(queue.submit(job, of: idle))
    // The unknown client's job holds the worker; it has none that waits.
    #expect(queue.minWaiting(of: .unknown, or: [idle]) == idle)
    #expect(queue.minWaiting(of: idle, or: [.unknown, try client("10.0.0.2")]) != idle)
    gate.signal()
    waitUntil { queue.depth == (0, 0) }
  }

  // MARK: Requests

  /// One worker, a line of four, and a proxy that is trusted.
  private func service() -> TestService {
    TestService {
      $0.workers = 1
      $0.maxQueue = 4
      $0.trustedProxies = (try? TrustedProxies(["192.0.2.1"])) ?? TrustedProxies()
    }
  }

  private func from(_ address: String) -> [String] { ["X-Forwarded-For: \(address)"] }

  @Test func `Requests take turns by the address that a trusted proxy names`() throws {
    for (peer, takesTurns) in [("192.0.2.1:5000", true), ("192.0.2.9:5000", false)] {
      let service = service()
      let gate = service.service.layouts.queue.hold()
      let posts = try [("10.0.0.1", 1), ("10.0.0.1", 2), ("10.0.0.1", 3), ("10.0.0.2", 4)].map {
        address, rows in
        try service.begin(
          "POST", "/v1/layouts", from(address), body: Array(TestDocument.list(rows).utf8),
          from: peer)
      }
      gate.signal()
      for post in posts { #expect(try post.answer().status == 201) }
      let places = posts.map(\.exchange.reply.order)
      #expect(places[0] < places[1] && places[1] < places[2])
      #expect(takesTurns ? places[3] < places[1] : places[2] < places[3])
    }
  }

  @Test
  func `One address cannot fill the queue: a job that is removed is 503, and retains nothing`()
    throws
  {
    let service = service()
    let large = try service.send("POST", "/v1/layouts", text: TestDocument.list(300))
    let path = try #require(large["location"]) + "/attributes.svg?rect=all"
    let gate = service.service.layouts.queue.hold()
    let gzip = from("10.0.0.1") + ["Content-Encoding: gzip"]
    let greedy = [
      try service.begin(
        "POST", "/v1/layouts", from("10.0.0.1"), body: Array(TestDocument.list(1).utf8)),
      try service.begin("GET", path, from("10.0.0.1") + ["Accept-Encoding: gzip"]),
      try service.begin(
        "POST", "/v1/layouts", gzip, body: Gzip.compressed(Array(TestDocument.list(2).utf8))),
      try service.begin(
        "POST", "/v1/layouts", from("10.0.0.1"), body: Array(TestDocument.list(3).utf8)),
    ]
    let refused = try service.send(
      "POST", "/v1/layouts", from("10.0.0.1"), text: TestDocument.list(4))
    #expect(try refused.problem() == "overloaded")
    // The newest one computes, the one before inflates, the one before that is a long GET.
    let same = try service.begin(
      "POST", "/v1/layouts", from("10.0.0.1"), body: Array(TestDocument.list(3).utf8))
    var others: [TestService.Pending] = []
    for rows in 11...12 {
      others.append(
        try service.begin(
          "POST", "/v1/layouts", from("10.0.0.2"), body: Array(TestDocument.list(rows).utf8)))
    }
    for dropped in [greedy[3], same, greedy[2]] {
      let answer = try dropped.answer()
      #expect(answer.status == 503)
      #expect(try answer.problem() == "overloaded")
      #expect(answer["retry-after"] == "1")
    }
    #expect(!greedy[1].exchange.reply.isAnswered)
    // Two each: neither takes a place of the other's.
    for address in ["10.0.0.1", "10.0.0.2"] {
      let refused = try service.send(
        "POST", "/v1/layouts", from(address), text: TestDocument.list(13))
      #expect(refused.status == 503)
    }
    gate.signal()
    for pending in others + [greedy[0]] { #expect(try pending.answer().status == 201) }
    #expect(try greedy[1].answer().status == 200)
    #expect(service.service.layouts.cache.figures.computing == 0)
    #expect(service.service.inflight.count == 0)
    // What was dropped can be sent again.
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.list(3)).status == 201)
  }

  @Test func `A long GET gives way, too`() throws {
    let service = service()
    let large = try service.send("POST", "/v1/layouts", text: TestDocument.list(300))
    let path = try #require(large["location"]) + "/attributes.svg?rect=all"
    let gate = service.service.layouts.queue.hold()
    func get(_ address: String) throws -> TestService.Pending {
      try service.begin("GET", path, from(address) + ["Accept-Encoding: gzip"])
    }
    let greedy = try (0..<4).map { _ in try get("10.0.0.1") }
    let other = try get("10.0.0.2")
    #expect(try greedy[3].answer().problem() == "overloaded")
    gate.signal()
    for pending in greedy[..<3] + [other] { #expect(try pending.answer().status == 200) }
    #expect(other.exchange.reply.order < greedy[1].exchange.reply.order)
  }

  @Test(arguments: [false, true])
  func `A client that shares the last job of a greedy one does not wait for the others`(
    isCompressed: Bool
  ) throws {
    let service = TestService {
      $0.workers = 1
      $0.trustedProxies = (try? TrustedProxies(["192.0.2.1"])) ?? TrustedProxies()
    }
    let gate = service.service.layouts.queue.hold()
    let greedy = try (1...20).map { rows in
      try service.begin(
        "POST", "/v1/layouts", from("10.0.0.1"), body: Array(TestDocument.list(rows).utf8))
    }
    let document = Array(TestDocument.list(20).utf8)
    let other = try service.begin(
      "POST", "/v1/layouts",
      from("10.0.0.2") + (isCompressed ? ["Content-Encoding: gzip"] : []),
      body: isCompressed ? #require(Gzip.compressed(document)) : document)
    gate.signal()
    #expect(try other.answer()["cache-status"] == "tatami; fwd=miss; collapsed")
    for pending in greedy { #expect(try pending.answer().status == 201) }
    let place = other.exchange.reply.order
    #expect(place < greedy[isCompressed ? 3 : 2].exchange.reply.order)
    // It is one computation all the same.
    #expect(service.service.metrics.layouts[0] == 20)
  }
}
