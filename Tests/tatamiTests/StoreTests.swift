import Foundation
import LayoutAPI
import TestSupport
import Testing

/// Two of the programs that share a real store.
@Suite(
  .timeLimit(.minutes(60)), .waits,
  .enabled(if: RealStore.isWanted, "redis-server is not installed: apt-get install redis-server"))
struct StoreTests {
  private static let body = Array(TestDocument.waterfall.utf8)

  /// A program whose store answers.
  ///
  /// - Parameter timeout: seconds for the store, of which a machine that stands still for seconds takes
  ///   some.
  private static func program(
    _ store: String, _ arguments: [String] = [], _ environment: [String: String] = [:],
    timeout: Int = 20
  ) throws -> TatamiProgram {
    let program = try TatamiProgram(
      ["--store", store, "--store-timeout", "\(timeout)"] + arguments, environment: environment)
    try waitForStore(of: program)
    return program
  }

  private static func waitForStore(of program: TatamiProgram) throws {
    while try !metrics(program).contains("\ntatami_store_up 1\n") {}
  }

  private static func metrics(_ program: TatamiProgram) throws -> String {
    String(decoding: try program.client.send("GET", "/metrics").body, as: UTF8.self)
  }

  private static func cacheStatus(_ answer: LiveClient.Answer) -> String {
    String(answer.head.firstMatch(of: #/\r\nCache-Status: ([^\r]*)/#)?.output.1 ?? "")
  }

  private static func id(_ answer: LiveClient.Answer) throws -> String {
    try #require(try FixtureValue(answer.body)["id"]?.string)
  }

  @Test func `What is posted to one is found by the other`() throws {
    let store = try RealStore()
    // Over TCP and over its unix socket: one store.
    let one = try Self.program(store.address)
    let other = try Self.program(store.socketAddress)
    let posted = try one.client.send("POST", "/v1/layouts?rect=0,0,390,844", body: Self.body)
    #expect(posted.status == 201)
    #expect(
      Self.cacheStatus(posted) == "tatami-store; fwd=miss; stored, tatami; fwd=miss; stored")
    let id = try Self.id(posted)
    #expect(try store.ask("STRLEN", "tatami:d1:\(id)") == ":\(Self.body.count)")

    let target = "/v1/layouts/\(id)/attributes?rect=0,0,390,844"
    let found = try other.client.send("GET", target)
    #expect(found.status == 200)
    #expect(Self.cacheStatus(found) == "tatami-store; hit, tatami; fwd=miss; stored")
    #expect(found.body == (try one.client.send("GET", target).body))
    #expect(Self.cacheStatus(try other.client.send("GET", target)) == "tatami; hit")

    let unknown = "/v1/layouts/\(String(repeating: "0", count: 64))"
    #expect(try other.client.send("GET", unknown).status == 404)
    for program in [one, other] {
      program.signal(SIGTERM)
      #expect(program.waitForEnd().status == 0)
    }
  }

  @Test func `What one deletes the other forgets, and both take it again`() throws {
    let store = try RealStore()
    let arguments = ["--store-touch", "1"]
    let key = ["Authorization: Bearer key"]
    func isUp(_ program: TatamiProgram) throws -> Bool {
      String(decoding: try program.client.send("GET", "/metrics", key).body, as: UTF8.self)
        .contains("\ntatami_store_up 1\n")
    }
    let programs = try (0..<2).map { _ in
      try TatamiProgram(
        ["--store", store.address, "--store-timeout", "20"] + arguments,
        environment: ["TATAMI_API_KEYS": "key"])
    }
    for program in programs { while try !isUp(program) {} }
    let (one, other) = (programs[0].client, programs[1].client)
    let id = try Self.id(try one.send("POST", "/v1/layouts", key, body: Self.body))
    let path = "/v1/layouts/\(id)"
    #expect(try other.send("GET", path, key).status == 200)
    #expect(try one.send("DELETE", path).status == 401)
    let deleted = try one.send("DELETE", path, key)
    #expect(deleted.status == 204)
    #expect(try one.send("GET", path, key).status == 404)
    #expect(try store.ask("EXISTS", "tatami:d1:\(id)") == ":0")
    #expect(try store.ask("EXISTS", "tatami:x1:\(id)") == ":1")
    // The other one learns of it within the second, however busy the machine is in the end.
    while try other.send("GET", path, key).status != 404 {}
    #expect(try other.send("POST", "/v1/layouts", key, body: Self.body).status == 201)
    #expect(try store.ask("EXISTS", "tatami:x1:\(id)") == ":0")
    for client in [one, other] { #expect(try client.send("GET", path, key).status == 200) }
    for program in programs {
      program.signal(SIGTERM)
      #expect(program.waitForEnd().status == 0)
    }
  }

  @Test func `A long document comes back from the store, compressed there`() throws {
    let store = try RealStore(["--requirepass", "s3cret"])
    let secret = ["TATAMI_STORE_PASSWORD": "s3cret"]
    let arguments = [
      "--store-prefix", "blue:", "--store-ttl", "1000", "--work-timeout", "300",
    ]
    let one = try Self.program(store.address, arguments, secret)
    let other = try Self.program(store.address, arguments, secret)
    let items = (0..<60_000).map { "\(100 + $0 * 7_919 % 1_000)" }.joined(separator: ",")
    let document = """
      {"container":{"width":390,"height":844},"layout":{"type":"waterfall","columns":3},\
      "items":[\(items)]}
      """
    let posted = try one.client.send("POST", "/v1/layouts", body: Array(document.utf8))
    #expect(posted.status == 201)
    // Slow machines may take longer to compress it than anyone waits; then it is kept later, or when it
    // comes again.
    let id = try Self.id(posted)
    let target = "/v1/layouts/\(id)/attributes?rect=0,27000,390,844"
    var found = try other.client.send("GET", target)
    while found.status != 200 {
      _ = try one.client.send("POST", "/v1/layouts", body: Array(document.utf8))
      found = try other.client.send("GET", target)
    }
    #expect(found.body == (try one.client.send("GET", target).body))
    // Another prefix is another deployment.
    let green = try Self.program(store.address, ["--store-prefix", "green:"], secret)
    #expect(try green.client.send("GET", target).status == 404)
    #expect(!one.firstLines.contains("s3cret"))
  }

  @Test func `A value longer than any stored one is 413, and requested once per GET`() throws {
    let store = try RealStore(["--proto-max-bulk-len", "1gb"])
    let program = try Self.program(store.address)
    // A byte more than a body may have, and than any store takes in one command.
    for (digit, count) in [("1", 64 << 20), ("2", 512 << 20)] {
      let id = String(repeating: digit, count: 64)
      let key = "tatami:d1:\(id)"
      #expect(try store.ask("SETRANGE", key, "\(count)", " ") == ":\(count + 1)")
      let commands = try store.info("commandstats").matches(of: #/cmdstat_strlen:calls=(\d+)/#)
      let before = commands.first.flatMap { Int($0.output.1) } ?? 0
      let answer = try program.client.send("GET", "/v1/layouts/\(id)")
      #expect(answer.status == 413)
      #expect(String(decoding: answer.body, as: UTF8.self).contains("content-too-large"))
      // One as a document, and one as an update.
      #expect(
        try store.info("commandstats").contains("cmdstat_strlen:calls=\(before + 2),"))
      #expect(try store.ask("DEL", key) == ":1")
    }
  }

  @Test func `Documents are stored while all workers compute for another client`() throws {
    let store = try RealStore()
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let program = try Self.program(
      store.address,
      ["--workers", "\(cores)", "--trusted-proxies", "127.0.0.1", "--work-timeout", "300"])
    let items = (0..<60_000).map { #"{"columnSpan":\#(1 + $0 * 7_919 % 20),"height":3}"# }
      .joined(separator: ",")
    let greedy = try (1...8 * cores).map { number in
      let body = """
        {"container":{"width":\(number)000,"height":844},"layout":{"type":"waterfall","columns":64},\
        "items":[\(items)]}
        """
      let descriptor = try program.client.connect()
      let head = """
        POST /v1/layouts HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.1\r\n\
        Cache-Control: no-store\r\nContent-Length: \(body.utf8.count)\r\n\r\n
        """
      try LiveClient.write(Array((head + body).utf8), descriptor)
      return descriptor
    }
    defer { for descriptor in greedy { close(descriptor) } }
    func waitingJobs() throws -> Int {
      let line = try Self.metrics(program).firstMatch(of: #/\ntatami_jobs_waiting (\d+)\n/#)
      return try #require(line.flatMap { Int($0.output.1) })
    }
    while try waitingJobs() < cores {}
    let posted = try program.client.send(
      "POST", "/v1/layouts", ["X-Forwarded-For: 10.0.0.2"], body: Self.body)
    // Workers have been busy all the time.
    #expect(try waitingJobs() > 0)
    #expect(
      Self.cacheStatus(posted) == "tatami-store; fwd=miss; stored, tatami; fwd=miss; stored")
  }

  @Test func `A store that hangs makes a GET wait at its client, and costs nothing else an error`()
    throws
  {
    let store = try RealStore()
    let program = try Self.program(store.address, timeout: 5)
    // A machine that stands still for seconds may lose the connections now: they must be there when the
    // store stops.
    var posted = try program.client.send("POST", "/v1/layouts", body: Self.body)
    while Self.cacheStatus(posted).contains("bypass") {
      posted = try program.client.send("POST", "/v1/layouts", body: Self.body)
    }
    let target = "/v1/layouts/\(try Self.id(posted))"
    let unknown = "/v1/layouts/\(String(repeating: "0", count: 64))"
    try Self.waitForStore(of: program)

    store.signal(SIGSTOP)
    #expect(try program.client.send("GET", target).status == 200)
    let missing = try program.client.send("GET", unknown)
    #expect(missing.status == 503)
    #expect(missing.head.contains("\r\nRetry-After: 1\r\n"))
    #expect(Self.cacheStatus(missing).contains("tatami-store; fwd=bypass; detail=timeout"))
    let other = Array(TestDocument.waterfall.replacing("390", with: "391").utf8)
    let kept = try program.client.send("POST", "/v1/layouts", body: other)
    #expect(kept.status == 201)
    #expect(Self.cacheStatus(kept).contains("tatami-store; fwd=bypass; detail=timeout"))
    // Both connections have ended: nobody waits any more.
    while try Self.metrics(program).contains("\ntatami_store_up 1\n") {}
    // Once an attempt to connect has failed, the store is down.
    var later = try program.client.send("GET", unknown)
    while later.status == 503 { later = try program.client.send("GET", unknown) }
    #expect(later.status == 404)
    #expect(Self.cacheStatus(later).contains("detail=down"))

    store.end()
    let another = Array(TestDocument.waterfall.replacing("390", with: "392").utf8)
    let bypassed = try program.client.send("POST", "/v1/layouts", body: another)
    #expect(bypassed.status == 201)
    #expect(Self.cacheStatus(bypassed).contains("detail=down"))
    #expect(try program.client.send("GET", "/readyz").status == 200)
    #expect(
      try TatamiProgram.run(
        ["health", "--bind", "127.0.0.1:\(program.client.port)", "--timeout", "60"]
      ).status == 0)

    try store.start()
    try Self.waitForStore(of: program)
    var asked = Self.cacheStatus(try program.client.send("GET", unknown))
    while asked.contains("bypass") {
      asked = Self.cacheStatus(try program.client.send("GET", unknown))
    }
    #expect(asked == "tatami-store; fwd=miss, tatami; fwd=miss")
    program.signal(SIGTERM)
    let (status, log) = program.waitForEnd()
    #expect(status == 0)
    #expect(log.contains("the connection to the store"))
  }

  @Test func `A store takes no more files than are kept back for it`() throws {
    func files(_ program: TatamiProgram) throws -> Int {
      // A connection has been made and ended: everything is open that ever is.
      #expect(try program.client.send("GET", "/healthz").status == 200)
      return try FileManager.default.contentsOfDirectory(
        atPath: "/proc/\(program.processID)/fd"
      ).count
    }
    let store = try RealStore()
    let own = try files(try Self.program(store.address)) - files(try TatamiProgram())
    // Beside these a host's name may be looked up, for each connection.
    #expect((4...6).contains(own), "\(own)")
  }

  @Test func `The end waits for the store as its last answer does`() throws {
    let store = try RealStore()
    let program = try Self.program(store.address, ["--shutdown-timeout", "60"], timeout: 60)
    store.signal(SIGSTOP)
    let descriptor = try program.client.connect()
    defer { close(descriptor) }
    try LiveClient.write(
      Array(
        "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.body.count)\r\n\r\n".utf8)
        + Self.body, descriptor)
    // It waits for the store, which the metrics tell.
    while try !Self.metrics(program).contains("\ntatami_store_pending 1\n") {}
    program.signal(SIGTERM)
    while (try? program.client.send("GET", "/healthz")) != nil {}
    store.signal(SIGCONT)
    let answer = String(decoding: try LiveClient.readToEnd(descriptor), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 201 "))
    #expect(answer.contains("tatami-store; fwd=miss; stored"))
    #expect(program.waitForEnd().status == 0)
  }
}
