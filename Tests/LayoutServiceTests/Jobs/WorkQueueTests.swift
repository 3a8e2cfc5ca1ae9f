import Dispatch
import Glibc
import HTTPMessage
import LayoutAPI
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// The admission limit and the waiting line.
@Suite(.waits) struct WorkQueueTests {
  /// A gate that jobs wait at, so that a test decides when they end.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)

    func wait() {
      begun.signal()
      semaphore.wait()
    }
    func open(_ count: Int) { for _ in 0..<count { semaphore.signal() } }
  }

  @Test func `Beyond the workers jobs wait, beyond the line they are refused`() {
    let queue = WorkQueue(workers: 2, maxWaiting: 3, maxWaitingBytes: 100)
    let gate = Gate()
    let done = DispatchSemaphore(value: 0)
    let order = Mutex<[Int]>([])
    var taken: [Bool] = []
    for number in 0..<6 {
      taken.append(
        queue.submit(byteCount: 1) { _ in
          gate.wait()
          order.withLock { $0.append(number) }
          done.signal()
        })
    }
    #expect(taken == [true, true, true, true, true, false])
    gate.begun.wait()
    gate.begun.wait()
    #expect(queue.depth == (2, 3))
    gate.open(5)
    for _ in 0..<5 { #expect(done.wait(timeout: .now() + 120) == .success) }
    #expect(Set(order.withLock { $0 }) == [0, 1, 2, 3, 4])
  }

  @Test func `Running and waiting jobs are listed until they end, the oldest first`() throws {
    let queue = WorkQueue(workers: 1, maxWaiting: 142, maxWaitingBytes: 10_000)
    #expect(queue.jobs(most: 100).running.isEmpty)
    let gate = Gate()
    let client = HTTPClient(ipv4: 0xCB00_7105)
    let id = LayoutID(hashing: [1])
    #expect(
      queue.submit(
        WorkQueue.Job(kind: .picture, byteCount: 7, id: id, drop: {}) { _ in gate.wait() },
        of: client))
    gate.begun.wait()
    let done = DispatchSemaphore(value: 0)
    for number in 0..<500 {
      // The client is busy, so none of its jobs is tried in the spare place.
      let job = WorkQueue.Job(kind: .texts, byteCount: 1, drop: {}) { _ in done.signal() }
      #expect(queue.submit(job, of: client) == (number < 142), "\(number)")
    }
    queue.resume(of: client) { _ in done.signal() }
    let jobs = queue.jobs(most: 100)
    let running = try #require(jobs.running.first)
    #expect(jobs.running.count == 1)
    #expect(running.kind == .picture && running.id == id && running.byteCount == 7)
    #expect(running.client.text == "203.0.113.5")
    #expect(try #require(running.began) >= running.since)
    #expect(jobs.waiting.count == 100)
    #expect(jobs.waiting.allSatisfy { $0.began == nil })
    #expect(jobs.waiting.map(\.since) == jobs.waiting.map(\.since).sorted())
    let all = queue.jobs(most: 1_000)
    #expect(all.waiting.count == 143)
    #expect(all.waiting.count { $0.kind == .resumed && $0.client == client } == 1)
    gate.open(1)
    for _ in 0..<143 { #expect(done.wait(timeout: .now() + 120) == .success) }
    waitUntil { queue.depth == (0, 0) }
    #expect(queue.jobs(most: 100).running.isEmpty)
    #expect(queue.jobs(most: 100).waiting.isEmpty)
  }

  @Test func `Clients are told as addresses or networks`() {
    #expect(HTTPClient.unknown.text == "unknown")
    #expect(HTTPClient(ipv4: 0xC000_0201).text == "192.0.2.1")
    let address: UInt128 = 0x2001_0DB8_0000_00FF << 64 | 1
    #expect(HTTPClient(ipv6: address).text == "2001:db8:0:ff::/64")
  }

  @Test func `The line is bounded by bytes, too`() {
    let queue = WorkQueue(workers: 1, maxWaiting: 100, maxWaitingBytes: 10)
    let gate = Gate()
    #expect(queue.submit(byteCount: 1_000) { _ in gate.wait() })
    gate.begun.wait()
    #expect(queue.submit(byteCount: 6) { _ in })
    #expect(!queue.submit(byteCount: 5) { _ in })
    #expect(queue.submit(byteCount: 4) { _ in })
    let done = DispatchSemaphore(value: 0)
    #expect(queue.submit(byteCount: 0) { _ in done.signal() })
    gate.open(1)
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(queue.submit(byteCount: 10) { _ in done.signal() })
    #expect(done.wait(timeout: .now() + 120) == .success)
  }

  @Test func `Jobs are run in the order in which they came, and told how long they waited`() {
    let queue = WorkQueue(workers: 1, maxWaiting: 1_000, maxWaitingBytes: 1 << 20)
    let gate = Gate()
    #expect(queue.submit(byteCount: 0) { _ in gate.wait() })
    let order = Mutex<[Int]>([])
    let waits = Mutex<[UInt64]>([])
    let done = DispatchSemaphore(value: 0)
    let first = MonotonicClock.now
    for number in 0..<500 {
      #expect(
        queue.submit(byteCount: 0) { turn in
          order.withLock { $0.append(number) }
          waits.withLock { $0.append(turn.waited) }
          if number == 499 { done.signal() }
        })
    }
    let last = MonotonicClock.now
    // A wait that is seen.
    usleep(10_000)
    let opened = MonotonicClock.now
    gate.open(1)
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(order.withLock { $0 } == Array(0..<500))
    // The last one, which came between the two times, waited for all the others.
    let waited = waits.withLock { $0.last ?? 0 }
    #expect(waited >= opened - last)
    #expect(waited <= MonotonicClock.now - first)
  }

  // One is fewer than Dispatch would use anywhere.
  @Test func `Never do more jobs run at once than there are workers`() {
    let queue = WorkQueue(workers: 1, maxWaiting: 1_000, maxWaitingBytes: 1 << 20)
    let running = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<300 {
      #expect(
        queue.submit(byteCount: 0) { _ in
          let now = running.add(1, ordering: .sequentiallyConsistent).newValue
          _ = most.max(now, ordering: .sequentiallyConsistent)
          var sum = 0
          for number in 0..<2_000 { sum &+= number }
          running.subtract(sum == 0 ? 0 : 1, ordering: .sequentiallyConsistent)
          done.signal()
        })
    }
    for _ in 0..<300 { #expect(done.wait(timeout: .now() + 120) == .success) }
    #expect(1 == most.load(ordering: .sequentiallyConsistent))
  }
}

/// Work that goes on with what was admitted before.
@Suite struct ResumedWorkTests {
  @Test func `It has its turn before its client's other jobs, and none of another client's`() throws
  {
    let queue = WorkQueue(workers: 1, maxWaiting: 3, maxWaitingBytes: 3)
    let (greedy, other) = (try HTTPClient(address: "10.0.0.1"), try HTTPClient(address: "10.0.0.2"))
    let order = Mutex<[String]>([])
    let dropped = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    @Sendable func note(_ name: String) {
      order.withLock { $0.append(name) }
      done.signal()
    }
    func submit(_ name: String, of client: HTTPClient) -> Bool {
      let drop = { @Sendable in dropped.withLock { $0.append(name) } }
      return queue.submit(
        WorkQueue.Job(byteCount: 1, drop: drop, run: { _ in note(name) }), of: client)
    }
    let gate = queue.hold()
    for number in 1...3 { #expect(submit("job \(number)", of: greedy)) }
    for number in 1...3 {
      // Work that goes on comes one by one.
      queue.resume(of: greedy) { _ in
        note("resumed \(number)")
        queue.resume(of: greedy) { _ in note("resumed \(number + 3)") }
      }
    }
    // What was resumed takes no place, and does not give way.
    #expect(submit("other", of: other))
    #expect(dropped.withLock { $0 } == ["job 3"])
    #expect(queue.depth == (2, 6))
    gate.signal()
    for _ in 0..<9 { #expect(done.wait(timeout: .now() + 120) == .success) }
    #expect(
      order.withLock { $0 } == [
        "resumed 1", "other", "resumed 2", "resumed 3", "resumed 4", "resumed 5", "resumed 6",
        "job 1", "job 2",
      ])
  }

  @Test(arguments: [false, true])
  func `Whoever waits for it has it in turn`(isResumed: Bool) throws {
    let queue = WorkQueue(workers: 1, maxWaiting: 9, maxWaitingBytes: 0)
    let (greedy, other) = (try HTTPClient(address: "10.0.0.1"), try HTTPClient(address: "10.0.0.2"))
    let id = LayoutID(hashing: [1])
    let order = Mutex<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    let gate = queue.hold()
    for number in 1...4 {
      let run = { @Sendable (_: WorkQueue.Turn) in
        order.withLock { $0.append(number) }
        done.signal()
      }
      if isResumed {
        queue.resume(number == 4 ? id : nil, of: greedy, run)
      } else {
        let job = WorkQueue.Job(byteCount: 0, id: number == 4 ? id : nil, drop: {}, run: run)
        #expect(queue.submit(job, of: greedy))
      }
    }
    queue.advance(id, for: other)
    gate.signal()
    for _ in 1...4 { #expect(done.wait(timeout: .now() + 120) == .success) }
    #expect(order.withLock { $0 } == [1, 4, 2, 3])
  }

  @Test func `It is never refused, and has its turn first`() {
    let queue = WorkQueue(workers: 1, maxWaiting: 1, maxWaitingBytes: 0)
    let order = Mutex<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    @Sendable func note(_ number: Int) {
      order.withLock { $0.append(number) }
      done.signal()
    }
    queue.resume(of: .unknown) { _ in note(0) }
    #expect(done.wait(timeout: .now() + 120) == .success)
    let gate = queue.hold()
    #expect(queue.submit(byteCount: 0) { _ in note(4) })
    #expect(!queue.submit(byteCount: 0) { _ in note(5) })
    for number in 1...3 { queue.resume(of: .unknown) { _ in note(number) } }
    #expect(queue.depth == (2, 4))
    gate.signal()
    for _ in 1...4 { #expect(done.wait(timeout: .now() + 120) == .success) }
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
    while queue.depth != (0, 0) {}
  }
}

/// Memory that jobs leave behind.
@Suite(.waits) struct GivingMemoryBackTests {
  @Test func `Memory is given back a second after large jobs, once for all of them`() {
    let isShown = (0..<10).contains { _ in expectsMemoryBackOnce() }
    #expect(isShown)
  }

  /// Expects that memory is given back once, a second after the first of the jobs.
  ///
  /// - Returns: false if the others took so long, on a machine that stands still for seconds, that
  ///   some may have come after it: then nothing is shown.
  private func expectsMemoryBackOnce() -> Bool {
    let times = Mutex<[UInt64]>([])
    let given = DispatchSemaphore(value: 0)
    let large = WorkQueue(
      workers: 1, maxWaiting: 10, maxWaitingBytes: 1 << 30,
      giveMemoryBack: {
        times.withLock { $0.append(MonotonicClock.now) }
        given.signal()
      })
    let small = WorkQueue(
      workers: 1, maxWaiting: 10, maxWaitingBytes: 1 << 30, giveMemoryBack: { Issue.record() })
    // The first one waits, so that all run in a row and none begins a second after another.
    let gate = DispatchSemaphore(value: 0)
    for number in 0..<5 {
      #expect(large.submit(byteCount: 1 << 20) { _ in if number == 0 { gate.wait() } })
      #expect(small.submit(byteCount: 1 << 10) { _ in })
    }
    let start = MonotonicClock.now
    gate.signal()
    waitUntil { large.depth == (0, 0) }
    guard MonotonicClock.now - start < 900_000_000 else { return false }
    #expect(given.wait(timeout: .now() + 120) == .success)
    let again = MonotonicClock.now
    #expect(large.submit(byteCount: 1 << 20) { _ in })
    #expect(given.wait(timeout: .now() + 120) == .success)
    // Had the five given it back once each, the second time would be one of theirs.
    let all = times.withLock { $0 }
    #expect(all.count == 2)
    #expect(all[0] - start >= 900_000_000 && all[1] - again >= 900_000_000)
    return true
  }
}

extension GivingMemoryBackTests {
  @Test(arguments: [false, true])
  func `A small document that took much memory has it given back`(isCompressed: Bool) throws {
    let given = DispatchSemaphore(value: 0)
    let service = TestService(
      environment: ServiceEnvironment(giveMemoryBack: { given.signal() }))
    // Under 1 MiB, beyond which a body is large by itself.
    let items = (0..<500_000).map { String($0 % 7 + 1) }.joined(separator: ",")
    let text =
      #"{"container":{"width":9},"items":[\#(items)],"layout":{"type":"waterfall","columnSpacing":0}}"#
    let body = isCompressed ? try #require(Gzip.compressed(Array(text.utf8))) : Array(text.utf8)
    let fields = isCompressed ? ["Content-Encoding: gzip"] : []
    #expect(try service.send("POST", "/v1/layouts", fields, body: body).status == 201)
    #expect(given.wait(timeout: .now() + 120) == .success)
    // Its answer holds much, too.
    let path = "/v1/layouts/\(LayoutID(hashing: Array(text.utf8)).text)/attributes?rect=all"
    #expect(try service.send("GET", path, ["Accept-Encoding: gzip"]).status == 200)
    #expect(given.wait(timeout: .now() + 120) == .success)
  }
}

/// Bytes in flight.
@Suite struct InflightBytesTests {
  @Test func `Reservations are let go with their objects`() {
    let bytes = InflightBytes(limit: 100)
    do {
      let first = bytes.reserve(60)
      #expect(first != nil)
      #expect(bytes.count == 60)
      #expect(bytes.reserve(41) == nil)
      #expect(bytes.hasRoom(forUpload: 35))
      #expect(!bytes.hasRoom(forUpload: 41))
      #expect(first?.grow(by: 40) == true)
      #expect(first?.grow(by: 1) == false)
      #expect(bytes.count == 100)
    }
    #expect(bytes.count == 0)
  }

  @Test func `Large jobs leave a sixteenth to small ones`() {
    let bytes = InflightBytes(ofJobs: 64 << 20)
    let large = bytes.reserve(40 << 20)
    let other = bytes.reserve(0)
    #expect(other?.grow(by: 20 << 20) == true)
    #expect(large?.grow(by: 1) == false)
    #expect(bytes.reserve(512 << 10 + 1) == nil)
    let small = bytes.reserve(512 << 10)
    #expect(small?.grow(by: 1) == false)
    let rest = (0..<7).map { _ in bytes.reserve(512 << 10) }
    #expect(rest.allSatisfy { $0 != nil })
    #expect(bytes.count == 64 << 20)
    #expect(bytes.reserve(1) == nil)
  }
}
