import EventHTTP
import Glibc
import HTTPMessage
import Synchronization
import TestSupport
import Testing

/// Where a server listens, and how it stops.
@Suite(.timeLimit(.minutes(60)), .waits) struct ListeningTests {
  /// Seconds in which a drained connection ends by itself, or its test fails: more than tests wait.
  private static let drainTimeout = Double(2 * LiveClient.patience)

  @Test(
    arguments: [
      ("127.0.0.1:80", ServerAddress.tcp(host: "127.0.0.1", port: 80)),
      ("localhost:0", .tcp(host: "localhost", port: 0)),
      ("[::]:65535", .tcp(host: "::", port: 65_535)),
      ("unix:///tmp/a b", .unix(path: "/tmp/a b")),
    ])
  func `Addresses are read, and written as they are read`(text: String, address: ServerAddress) {
    #expect(ServerAddress(text) == address)
    #expect(address.description == text)
  }

  @Test(
    arguments: [
      "", "8080", ":8080", "a:", "a:b", "a:65536", "a:-1", "a:+1", "::1:80", "[::1]", "[::1:80",
      "unix://a", "unix://", "unix:///",
    ])
  func `What is no address is not read`(text: String) {
    #expect(ServerAddress(text) == nil)
  }

  @Test func `A port in use is told`() throws {
    try withServer { first in
      for loops in [1, 2] {
        let error = #expect(throws: ServerStartError.self) {
          try TestServer(first.addresses[0].description) { $0.eventLoops = loops }
        }
        #expect(error?.reason == .addressInUse)
        #expect("\(error as Any)".contains(first.addresses[0].description))
      }
    }
  }

  @Test(arguments: ["nonsense", "a.invalid:80", "unix:///dev/null"])
  func `An address that cannot be had is told`(text: String) {
    #expect(throws: ServerStartError.self) { try TestServer(text) }
  }

  @Test(arguments: [
    ("unix:///nonexistent/tatami.sock", "bind: No such file or directory"),
    ("unix:///dev/null/tatami.sock", "bind: Not a directory"),
    ("192.0.2.1:0", "bind: Cannot assign requested address"),
  ])
  func `What the system says is told in its words`(text: String, reason: String) {
    let error = #expect(throws: ServerStartError.self) { try TestServer(text) }
    #expect(error?.description == "cannot listen at \(text): \(reason)")
  }

  @Test func `Several loops share a port, and each answers`() throws {
    try withServer(limits: { $0.eventLoops = 3 }) { server in
      let clients = try (0..<20).map { _ in try server.connect() }
      for client in clients { try client.get("/a") }
      for client in clients { #expect(try client.readAnswer().status == 200) }
    }
  }

  @Test func `A unix socket serves, is removed in the end, and a stale one is replaced`() throws {
    let path = "/tmp/tatami-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
    let address = "unix://\(path)"
    // A killed process leaves its socket's file.
    let stale = try TestServer(address) { $0.eventLoops = 2 }
    unsafe #expect(link(path, path + ".kept") == 0)
    stale.stop()
    unsafe #expect(access(path, F_OK) != 0)
    unsafe #expect(rename(path + ".kept", path) == 0)

    try withServer(address) { server in
      let client = try server.connect()
      try client.get("/a")
      #expect(try client.readAnswer().text == "/a")
      #expect(server.handler.records.take()?.remoteAddress == "unix")
      let error = #expect(throws: ServerStartError.self) { try TestServer(address) }
      #expect(error?.reason == .addressInUse)
      try client.get("/later")
      _ = server.handler.replies.take()
      client.close()
      #expect(server.handler.records.take()?.response.status == .clientClosedRequest)
    }
    unsafe #expect(access(path, F_OK) != 0)
  }

  @Test func `A process that takes a unix socket's path over keeps it when the old one ends`()
    throws
  {
    let path = "/tmp/tatami-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
    let old = try TestServer("unix://\(path)") { $0.eventLoops = 2 }
    let client = try old.connect()
    try client.get("/later")
    let reply = try #require(old.handler.replies.take())
    let cut = Mailbox<Int>()
    old.server.drain(timeout: Self.drainTimeout) { cut.put($0) }
    // Nobody listens any more once both loops have begun to drain; until then the path is in use.
    var new: TestServer?
    while new == nil {
      do {
        new = try TestServer("unix://\(path)")
      } catch let error as ServerStartError where error.reason == .addressInUse {
        sched_yield()
      }
    }
    let server = try #require(new)
    reply.send(HTTPResponse(status: .created))
    #expect(try client.readAnswer().status == 201)
    #expect(cut.take() == 0)
    old.server.waitUntilStopped()
    // The old one has ended; whoever comes now finds the new one.
    let later = try server.connect()
    try later.get("/a")
    #expect(try later.readAnswer().text == "/a")
    server.stop()
    unsafe #expect(access(path, F_OK) != 0)
  }

  @Test func `Draining answers what is in flight, closes what is idle, and accepts no more`() throws
  {
    let server = try TestServer()
    let idle = try server.connect()
    try idle.get("/a")
    _ = try idle.readAnswer()
    let waiting = try server.connect()
    try waiting.get("/later")
    let reply = try #require(server.handler.replies.take())
    let sending = try server.connect()
    try sending.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab")
    // Answered by the same loop after what was sent before.
    try idle.get("/b")
    _ = try idle.readAnswer()

    let cut = Mailbox<Int>()
    server.server.drain(timeout: Self.drainTimeout) { cut.put($0) }
    #expect(server.server.isDraining)
    #expect(try idle.isEnded())
    #expect(throws: TestClientError.self) { try server.connect() }
    try sending.send("cd")
    let sent = try sending.readAnswer()
    #expect(sent.text == "abcd")
    #expect(sent["connection"] == "close")
    #expect(try sending.isEnded())
    reply.send(HTTPResponse(status: .created))
    let answer = try waiting.readAnswer()
    #expect(answer.status == 201)
    #expect(answer["connection"] == "close")
    #expect(try waiting.isEnded())
    #expect(cut.take() == 0)
    server.server.waitUntilStopped()
    #expect(server.server.counters.open.load(ordering: .relaxed) == 0)
  }

  @Test func `A long answer that is taken while draining is the connection's last`() throws {
    let server = try TestServer()
    let client = try server.connect(receiveBuffer: 4_096)
    try client.get("/large")
    let idle = try server.connect()
    try idle.get("/a")
    _ = try idle.readAnswer()
    let cut = Mailbox<Int>()
    // Longer than a mailbox waits: a connection that does not close by itself fails the test.
    server.server.drain(timeout: Self.drainTimeout) { cut.put($0) }
    // The time in which idle connections are closed has passed.
    #expect(try idle.isEnded())
    #expect(try client.readAnswer().body == TestHandler.largeBody)
    #expect(try client.isEnded())
    #expect(cut.take() == 0)
  }

  @Test func `A request that comes just after draining began is answered`() throws {
    let server = try TestServer { $0.drainGrace = 60 }
    let client = try server.connect()
    try client.get("/a")
    _ = try client.readAnswer()
    let cut = Mailbox<Int>()
    server.server.drain(timeout: Self.drainTimeout) { cut.put($0) }
    try client.get("/b")
    let answer = try client.readAnswer()
    #expect(answer.text == "/b")
    #expect(answer["connection"] == "close")
    #expect(cut.take() == 0)
  }

  @Test func `What is not answered when the time to drain is over is cut`() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.get("/later")
    let reply = try #require(server.handler.replies.take())
    #expect(server.stop(timeout: 0.2) == 1)
    #expect(try client.isEnded())
    #expect(reply.isAbandoned)
    reply.send(HTTPResponse())
    #expect(server.handler.records.take()?.isComplete == false)
  }

  @Test func `Signals are caught on a loop`() async {
    await #expect(processExitsWith: .success) {
      let server = try TestServer()
      let caught = Mailbox<Int32>()
      server.server.onSignal(SIGTERM) { caught.put(SIGTERM) }
      server.server.onSignal(SIGHUP) { caught.put(SIGHUP) }
      let client = try server.connect()
      try client.get("/a")
      _ = try client.readAnswer()
      kill(getpid(), SIGTERM)
      guard caught.take() == SIGTERM else { exit(1) }
      kill(getpid(), SIGHUP)
      guard caught.take() == SIGHUP else { exit(2) }
      exit(0)
    }
  }
}
