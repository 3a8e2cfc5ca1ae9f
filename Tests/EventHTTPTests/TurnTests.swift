import Dispatch
import EventHTTP
import HTTPMessage
import Synchronization
import TestSupport
import Testing

/// How long a connection keeps its loop from the others.
@Suite(.timeLimit(.minutes(60)), .waits) struct TurnTests {
  /// Has everything arrive while the loop is blocked, then tells how much work was done before a
  /// request that came last was handled: the loop notes it, since this thread may be late.
  ///
  /// - Parameters:
  ///   - target: what comes last, `/b` or `/healthz`, with a field that names its client.
  private func workBeforeLast(
    _ server: TestServer, _ target: String = "/b", of client: Int = 0, arriving: () throws -> Void
  ) throws -> Int {
    let blocker = try server.connect()
    let last = try server.connect()
    try last.get("/a")
    _ = try last.readAnswer()
    try blocker.get("/block")
    #expect(server.handler.blocked.take() == true)
    do {
      defer { server.handler.gate.signal() }
      try arriving()
      if client > 0 { try last.get(target, "X-Client: \(client)") } else { try last.get(target) }
    }
    #expect(try last.readAnswer().text == target)
    return server.handler.workBeforeB.load(ordering: .relaxed)
  }

  @Test func `Uploads in tiny chunks leave the loop to others, and arrive whole`() throws {
    try withServer { server in
      let uploads = try (0..<10).map { _ in try server.connect() }
      for upload in uploads {
        try upload.send("POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      }
      while server.handler.received.load(ordering: .relaxed) < uploads.count {}
      let letters = (0..<10_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
      let chunks = letters.flatMap { Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8) }
      let work = try workBeforeLast(server) {
        for upload in uploads { try upload.send(chunks) }
      }
      // Of 100,000 chunks that had arrived before.
      #expect(work < 90_000)
      for upload in uploads { try upload.send("0\r\n\r\n") }
      for upload in uploads { #expect(try upload.readAnswer().body == letters) }
      #expect(server.handler.work.load(ordering: .relaxed) == 100_000)
    }
  }

  @Test func `Slow pipelined requests leave the loop to others`() throws {
    try withServer { server in
      let client = try server.connect()
      let work = try workBeforeLast(server) {
        try client.send(String(repeating: "GET /effort HTTP/1.1\r\nHost: a\r\n\r\n", count: 40))
      }
      #expect(work < 35)
      for _ in 0..<40 { #expect(try client.readAnswer().status == 200) }
    }
  }

  @Test(arguments: ["/effort", "/toil"])
  func `A probe gets its response between other requests, however many came before it`(
    target: String
  ) throws {
    try withServer { server in
      let clients = try (0..<40).map { _ in try server.connect() }
      let work = try workBeforeLast(server, "/healthz") {
        for client in clients { try client.get(target) }
      }
      // Of 40, or 160: what had been done when requests began to wait for turns.
      #expect(work < 20)
      for client in clients { #expect(try client.readAnswer().status == 200) }
    }
  }

  @Test(arguments: [true, false])
  func `A client of many connections has one turn in a round`(isNamed: Bool) throws {
    try withServer { server in
      let clients = try (0..<40).map { _ in try server.connect(host: isNamed ? 1 : 2) }
      let work = try workBeforeLast(server, of: isNamed ? 2 : 0) {
        for client in clients { try client.get("/effort", isNamed ? "X-Client: 1" : "X-Other: 1") }
      }
      // As above, and a turn or two.
      #expect(work < 20)
      for client in clients { #expect(try client.readAnswer().status == 200) }
    }
  }

  @Test func `A request that waits for its turn brings its body, and what is piped behind it`()
    throws
  {
    try withServer { server in
      let crowd = try (0..<20).map { _ in try server.connect() }
      let (client, gone) = (try server.connect(), try server.connect())
      _ = try workBeforeLast(server, "/healthz") {
        for client in crowd { try client.get("/effort") }
        try client.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
        try client.get("/c")
        try gone.get("/effort")
        gone.reset()
      }
      #expect(try client.readAnswer().text == "ab")
      #expect(try client.readAnswer().text == "/c")
      for client in crowd { #expect(try client.readAnswer().status == 200) }
      let next = try server.connect()
      try next.get("/d")
      #expect(try next.readAnswer().text == "/d")
    }
  }

  @Test func `Slow streamed pieces leave the loop to others`() throws {
    try withServer { server in
      let clients = try (0..<10).map { _ in try server.connect() }
      let work = try workBeforeLast(server) {
        for client in clients { try client.get("/toil") }
      }
      // Of 40: the first piece of each, and some more of those that came first.
      #expect(work < 25)
      for client in clients { #expect(try client.readAnswer().text == "aaaa") }
    }
  }

  /// So many clients, and the replies that they wait for.
  private func pending(
    _ count: Int, on server: TestServer
  ) throws -> (clients: [TestClient], replies: [any HTTPReply]) {
    let clients = try (0..<count).map { _ in try server.connect() }
    let replies = try clients.map { client in
      try client.get("/later")
      return try #require(server.handler.replies.take())
    }
    return (clients, replies)
  }

  @Test func `Responses that arrive together leave the loop to others`() throws {
    try withServer { server in
      let (clients, replies) = try pending(40, on: server)
      let work = try workBeforeLast(server) {
        for reply in replies {
          var response = HTTPResponse()
          response.stream = ToilStream(server.handler, pieces: 1)
          reply.send(response)
        }
      }
      #expect(work < 25)
      for client in clients { #expect(try client.readAnswer().text == "a") }
    }
  }

  @Test func `A response is freed when it has been taken, while others wait for their turn`() throws
  {
    try withServer { server in
      let (clients, replies) = try pending(40, on: server)
      let counts = StreamCounts()
      _ = try workBeforeLast(server) {
        for reply in replies {
          var response = HTTPResponse()
          response.stream = CountedStream(server.handler, counts)
          reply.send(response)
        }
      }
      for client in clients { #expect(try client.readAnswer().text == "a") }
      // The last one is delivered some 40 passes of the loop after the first.
      #expect(counts.whenLastWritten.load(ordering: .relaxed) < 10)
    }
  }
}

/// How many streams there are.
private final class StreamCounts: Sendable {
  let alive = Atomic<Int>(0)
  /// How many there were when one was written last.
  let whenLastWritten = Atomic<Int>(.max)
}

/// One letter, which takes a millisecond.
private final class CountedStream: HTTPBodyStream {
  private let handler: TestHandler
  private let counts: StreamCounts

  init(_ handler: TestHandler, _ counts: StreamCounts) {
    self.handler = handler
    self.counts = counts
    counts.alive.add(1, ordering: .relaxed)
  }

  func writeNext(to output: inout [UInt8]) -> Bool {
    handler.toil()
    output.append(UInt8(ascii: "a"))
    counts.whenLastWritten.store(counts.alive.load(ordering: .relaxed), ordering: .relaxed)
    return false
  }

  deinit {
    counts.alive.subtract(1, ordering: .relaxed)
  }
}
