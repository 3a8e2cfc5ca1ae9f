import EventHTTP
import Foundation
import Glibc
import HTTPMessage
import Logging
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// What `Tests/Tools/sanitize.sh thread` sees and what it does not: each in a process of its own,
/// which ThreadSanitizer ends with status 66 where it has reported anything.
@Suite(
  .waits,
  .enabled(
    if: ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil, "only under ThreadSanitizer"))
struct ThreadSanitizerTests {
  /// A number that jobs write and event loops answer.
  private final class Number: HTTPHandler {
    /// Raced for on purpose.
    private nonisolated(unsafe) var plain = 0
    private let guarded = Mutex(0)
    private let isGuarded: Bool
    /// Orders nothing: a hand-over by it would hide the race.
    let writes = Atomic<Int>(0)

    init(isGuarded: Bool) {
      self.isGuarded = isGuarded
    }

    func write() {
      if isGuarded { guarded.withLock { $0 += 1 } } else { unsafe plain += 1 }
      writes.add(1, ordering: .relaxed)
    }

    private var number: Int { isGuarded ? guarded.withLock { $0 } : unsafe plain }

    func receive(
      _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
    ) -> HTTPDisposition {
      response.body = Array(String(number).utf8)
      return .respond
    }

    func complete(
      _ request: HTTPRequest, body: any HTTPBodySink, response: inout HTTPResponse,
      exchange: any HTTPExchange
    ) -> HTTPDisposition { .respond }

    func finished(
      _ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord
    ) {}
  }

  /// Has a job write the number again and again while an event loop reads it; ends the process.
  ///
  /// The job takes no other lock meanwhile: one that both threads take by chance, such as a lock of Swift's
  /// runtime, would order them.
  private static func writeOnWorkerReadOnLoop(_ number: Number) throws -> Never {
    let server = HTTPServer(
      handler: number, settings: ServerSettings(addresses: ["127.0.0.1:0"]),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    guard let port = try server.start().first?.port else { exit(1) }
    let queue = WorkQueue(workers: 1, maxWaiting: 1, maxWaitingBytes: 0)
    guard
      queue.submit(
        byteCount: 0,
        { _ in
          while true {
            number.write()
            usleep(100)  // Writes in between would push this one out of the history.
          }
        })
    else { exit(2) }
    waitUntil { number.writes.load(ordering: .relaxed) > 0 }
    for _ in 0..<20 {
      let answer = try LiveClient(port: port).send("GET", "/")
      guard answer.status == 200 else { exit(3) }
    }
    exit(0)
  }

  @Test func `A race between a job and an event loop is reported`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(66), observing: [\.standardErrorContent]
    ) {
      try Self.writeOnWorkerReadOnLoop(Number(isGuarded: false))
    }
    let report = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(report.contains("race"))
  }

  @Test func `What a job and an event loop share under a lock is not reported`() async {
    await #expect(processExitsWith: .success) {
      try Self.writeOnWorkerReadOnLoop(Number(isGuarded: true))
    }
  }

  @Test func `What a lock guards that threads contend for is not reported`() async {
    await #expect(processExitsWith: .success) {
      let number = Number(isGuarded: true)
      let queue = WorkQueue(workers: 1, maxWaiting: 0, maxWaitingBytes: 0)
      let isTaken = queue.submit(byteCount: 0) { _ in
        for _ in 0..<100_000 { number.write() }
      }
      guard isTaken else { exit(1) }
      waitUntil { number.writes.load(ordering: .relaxed) > 0 }
      for _ in 0..<100_000 { number.write() }
      waitUntil { number.writes.load(ordering: .relaxed) == 200_000 }
      exit(0)
    }
  }
}
