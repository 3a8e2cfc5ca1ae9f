import Dispatch
import Glibc
import Libevent
import Synchronization
import Testing

/// The events of a base that runs on the test's own thread until one of them stops it.
@Suite(.timeLimit(.minutes(60))) struct EventTests {
  @Test func `Timers fire once each, in the order of their times`() throws {
    let base = try EventBase()
    var fired: [String] = []
    func timer(_ name: String, stops: Bool) throws -> EventTimer {
      try EventTimer(base: base) {
        fired.append(name)
        if stops { base.stop() }
      }
    }
    let early = try timer("early", stops: false)
    let late = try timer("late", stops: true)
    let latest = try timer("latest", stops: false)
    let never = try timer("never", stops: false)
    // Armed first, and due in an hour, it holds up neither of the others.
    latest.arm(after: 3_600_000_000_000)
    early.arm(after: 1)
    late.arm(after: 1_000_000)
    base.run()
    #expect(fired == ["early", "late"])
    withExtendedLifetime((latest, never)) {}
  }

  @Test func `A timer that is armed again forgets its first time`() throws {
    let base = try EventBase()
    var fired: [String] = []
    let moved = try EventTimer(base: base) { fired.append("moved") }
    let last = try EventTimer(base: base) {
      fired.append("last")
      base.stop()
    }
    moved.arm(after: 1)
    moved.arm(after: 60_000_000_000)
    last.arm(after: 5_000_000)
    base.run()
    #expect(fired == ["last"])
  }

  @Test func `Calls of another thread wake the base`() throws {
    let base = try EventBase()
    let woken = Atomic<Int>(0)
    let wakeUp = try WakeUp(base: base) {
      woken.add(1, ordering: .relaxed)
      base.stop()
    }
    // Both before the base runs: they count as one.
    wakeUp.activate()
    wakeUp.activate()
    base.run()
    #expect(woken.load(ordering: .relaxed) == 1)
    // Any thread may wake a base.
    nonisolated(unsafe) let shared = wakeUp
    DispatchQueue.global().async { unsafe shared.activate() }
    base.run()
    #expect(woken.load(ordering: .relaxed) == 2)
  }

  @Test func `A socket's change is reported once, and its peer's end`() throws {
    var pair: [Int32] = [0, 0]
    try unsafe #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { for descriptor in pair { close(descriptor) } }
    let base = try EventBase()
    var reports: [Readiness] = []
    let event = try SocketEvent(base: base, socket: pair[0]) {
      reports.append($0)
      base.stop()
    }
    base.run()
    #expect(reports.last?.isWritable == true)
    #expect(reports.last?.isReadable == false)
    try unsafe #require(send(pair[1], "x", 1, 0) == 1)
    base.run()
    #expect(reports.last?.isReadable == true)
    #expect(reports.last?.isFinished == false)
    // The byte is still there, and is not reported again: only the timer ends this run.
    let timer = try EventTimer(base: base) { base.stop() }
    timer.arm(after: 1_000_000)
    base.run()
    #expect(reports.count == 2)
    shutdown(pair[1], Int32(SHUT_WR))
    base.run()
    #expect(reports.last?.isFinished == true)
    withExtendedLifetime(event) {}
  }

  @Test func `A freed event is not reported`() throws {
    let base = try EventBase()
    var fired: [String] = []
    var freed: EventTimer? = try EventTimer(base: base) { fired.append("freed") }
    let last = try EventTimer(base: base) {
      fired.append("last")
      base.stop()
    }
    freed?.arm(after: 1)
    freed = nil
    last.arm(after: 1_000_000)
    base.run()
    #expect(fired == ["last"])
  }
}
