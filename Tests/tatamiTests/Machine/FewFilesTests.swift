import EventHTTP
import Foundation
import Glibc
import TestSupport
import Testing

@testable import tatami

/// The service where it may open few files.
@Suite(.timeLimit(.minutes(60)), .waits) struct FewFilesTests {
  @Test func `No share of files is more than there is`() throws {
    for open in [3, 8, 40] {
      for loops in [1, 2, 16] {
        for hasMetrics in [false, true] {
          func budget(_ limit: Int) -> FileBudget? {
            FileBudget(
              limit: limit, open: open, loops: loops, hasMetrics: hasMetrics, wanted: 4_096)
          }
          let least = try #require((1..<400).first { budget($0) != nil })
          for limit in least..<least + 400 {
            let budget = try #require(budget(limit))
            #expect(budget.connections > 0)
            #expect((budget.metricsConnections > 0) == hasMetrics)
            let held =
              open + FileBudget.dispatchFiles + budget.connections + budget.surplus
              + budget.metricsConnections + budget.metricsSurplus
            // An epoll, an event, two for signals and a listener a loop; one kept for Dispatch.
            #expect(held + (loops + (hasMetrics ? 1 : 0)) * 5 + 1 < limit)
          }
          let enough = FileBudget.enough(
            open: open, loops: loops, hasMetrics: hasMetrics, wanted: 4_096)
          #expect(budget(enough)?.connections == 4_096)
          #expect(budget(enough)?.surplus == ServerLimits().surplusConnections)
          #expect(budget(.max)?.connections == 4_096)
        }
      }
    }
  }

  @Test func `A store's files are no connections'`() throws {
    func connections(_ limit: Int, hasStore: Bool) -> Int? {
      FileBudget(
        limit: limit, open: 8, loops: 1, hasMetrics: false, hasStore: hasStore, wanted: 4_096
      ).map { $0.connections + $0.surplus }
    }
    for limit in 60..<200 {
      #expect(
        connections(limit, hasStore: true) == connections(limit, hasStore: false).map { $0 - 12 })
    }
    let enough = FileBudget.enough(
      open: 8, loops: 1, hasMetrics: false, hasStore: true, wanted: 4_096)
    #expect(connections(enough, hasStore: true) == 4_096 + ServerLimits().surplusConnections)
  }

  @Test func `Open files are counted without listing them`() async {
    await #expect(processExitsWith: .success) {
      var held: [Int32] = []
      for _ in 0..<200 { held.append(dup(0)) }
      let files = OpenFiles()
      // The test's own process may open one in between.
      var (counted, listed) = (0, 0)
      for _ in 0..<10 where counted == 0 || counted != listed + 50 {
        files.countOthers(connections: 200)
        guard let now = OpenFiles.listed, now >= 200 else { exit(1) }
        // Where the system does not tell: what there was, and the connections since.
        (counted, listed) = (files.count(connections: 250, known: nil), now)
      }
      guard counted == listed + 50 else { exit(2) }
      // Linux 6.2 and later tell.
      if let known = OpenFiles.known, known != listed { exit(3) }
      exit(0)
    }
  }

  /// The program under a limit of open files, at a unix socket.
  private final class Limited {
    let path = "/tmp/tatami-test-\(UUID()).sock"
    let process = Process()
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter limit: files; at `error` nothing is logged, which opens none of Dispatch's.
    init(limit: Int, _ arguments: [String] = []) throws {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments =
        [
          "-c", "ulimit -n \(limit) && exec \"$@\"", "sh", TatamiProgram.executable.path(),
          "serve", "--bind", "unix://\(path)", "--event-loops", "1", "--header-timeout", "60",
          // Clients that never finish their requests are cut after it.
          "--shutdown-timeout", "0.5",
        ]
        + arguments
      var environment = ProcessInfo.processInfo.environment
        .filter { ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }
      environment["TATAMI_LOG_LEVEL"] = "error"
      environment["PATH"] = "/usr/bin:/bin"
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.terminationHandler = { [ended] _ in ended.signal() }
      try process.run()
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
      unsafe unlink(path)
    }

    /// A connected socket; nil if nobody listens.
    func connect() throws -> Int32? {
      do {
        return try LiveClient.connect(toSocketAt: path)
      } catch LiveClient.Failure.call("connect", _) {
        return nil
      }
    }

    /// Ends it by SIGTERM; its exit status.
    func end() -> Int32? {
      kill(process.processIdentifier, SIGTERM)
      guard ended.wait(timeout: .now() + 60) == .success else { return nil }
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : nil
    }
  }

  @Test(arguments: [24, 64, 256])
  func `Clients that use up all open files do not kill it`(_ limit: Int) throws {
    let program = try Limited(limit: limit)
    var clients: [Int32] = []
    defer { for client in clients { close(client) } }
    while clients.isEmpty {
      try #require(program.process.isRunning)
      if let client = try program.connect() { clients.append(client) }
    }
    // One that is idle would give way to the next: each has begun a request.
    try LiveClient.write(Array("P".utf8), clients[0])
    while clients.count < limit + 20 {
      let client = try #require(try program.connect())
      clients.append(client)
      // Whoever is closed already cannot be written to.
      _ = unsafe send(client, "P", 1, Int32(MSG_NOSIGNAL))
    }
    // Whoever is refused comes after all who are let in.
    clients.append(try #require(try program.connect()))
    try LiveClient.write(
      Array("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8),
      clients[clients.count - 1])
    let refused = try LiveClient.readToEnd(clients[clients.count - 1])
    #expect(refused.isEmpty || String(decoding: refused, as: UTF8.self).contains(" 503 "))
    let files = try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(program.process.processIdentifier)/fd")
    #expect(files.count < limit)

    // Large enough that memory is given back later, by a timer.
    let body =
      #"{"container":{"width":390,"height":844},"layout":{"type":"list"},"items":600001"#
      + String(repeating: " ", count: 1_200_000) + "}"
    let head = "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    for round in 0..<3 {
      let text = round == 0 ? String((head + body).dropFirst()) : head + body
      try LiveClient.write(Array(text.utf8), clients[0])
      let answer = try LiveClient.readText(upTo: "\"itemCount\":600001}", clients[0])
      #expect(answer.hasPrefix("HTTP/1.1 20\(round == 0 ? 1 : 0) "))
    }
    try LiveClient.write(Array("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n".utf8), clients[0])
    let page = try LiveClient.readText(upTo: "tatami_build_info{", clients[0])
    #expect(page.contains("\ntatami_accept_pauses_total 0\n"))
    #expect(program.end() == 0)
  }

  @Test func `Without a file for a connection it says so and does not start`() throws {
    let run = try TatamiProgram.run(
      ["serve"], behind: ["/bin/sh", "-c", "ulimit -n 12 && exec \"$@\"", "sh"])
    #expect(run.status == 1)
    #expect(run.error.contains("RLIMIT_NOFILE"))
  }

  @Test func `A cap by the limit of files is said at the start`() throws {
    let behind = ["/bin/sh", "-c", "ulimit -n 64 && exec \"$@\"", "sh"]
    let program = try TatamiProgram(["--log-format", "json", "--event-loops", "1"], behind: behind)
    let line = program.firstLines.split(separator: "\n").first { $0.contains("RLIMIT_NOFILE") }
    #expect(line?.contains("\"level\":\"warning\"") == true)
    #expect(line?.contains("\"files\":64") == true)
    let few = try TatamiProgram(["--max-connections", "5", "--event-loops", "1"], behind: behind)
    #expect(!few.firstLines.contains("RLIMIT_NOFILE"))
  }
}
