import EventHTTP
import HTTPMessage
import Synchronization
import TestSupport
import Testing

/// Who gets a place where there are as many connections as may be open.
@Suite(.timeLimit(.minutes(60)), .waits) struct ConnectionPlaceTests {
  /// Clients whose answers are being made.
  private func busyClients(_ count: Int, of server: TestServer) throws -> [TestClient] {
    try (0..<count).map { _ in
      let client = try server.connect()
      try client.get("/later", "Connection: close")
      return client
    }
  }

  @Test func `At the cap the connection that has been idle longest is closed for a new one`() throws
  {
    try withServer(limits: { $0.maxConnections = 3 }) { server in
      let clients = try (0..<3).map { _ in try server.connect() }
      for number in [0, 1, 2, 0] {
        try clients[number].get("/a")
        #expect(try clients[number].readAnswer().status == 200)
      }
      let next = try server.connect()
      try next.get("/b")
      #expect(try next.readAnswer().text == "/b")
      #expect(try clients[1].isEnded())
      for client in [clients[0], clients[2], next] {
        try client.get("/c")
        #expect(try client.readAnswer().text == "/c")
      }
      let counters = server.server.counters
      #expect(counters.open.load(ordering: .relaxed) == 3)
      #expect(counters.refused.load(ordering: .relaxed) == 0)
    }
  }

  @Test func `A connection that has sent nothing gives way, one at work does not`() throws {
    try withServer(limits: { $0.maxConnections = 2 }) { server in
      let working = try server.connect()
      try working.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na")
      while server.handler.work.load(ordering: .relaxed) == 0 {}
      let silent = try server.connect()
      let next = try server.connect()
      try next.get("/b")
      #expect(try next.readAnswer().text == "/b")
      #expect(try silent.isEnded())
      try working.send("b")
      #expect(try working.readAnswer().text == "ab")
    }
  }

  @Test func `A connection whose client may still read its refusal is evicted last`() throws {
    try withServer(limits: {
      $0.maxConnections = 2
      $0.lingerTime = 60
    }) { server in
      let refused = try server.connect()
      try refused.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n")
      try refused.send([UInt8](repeating: 97, count: 2_000))
      // It lingers once its answer has been told of.
      #expect(try #require(server.handler.records.take()).response.status == .contentTooLarge)
      let idle = try server.connect()
      try idle.get("/a")
      #expect(try idle.readAnswer().text == "/a")

      let next = try server.connect()
      try next.get("/b")
      #expect(try next.readAnswer().text == "/b")
      #expect(try idle.isEnded())
      // What it goes on sending is still read: else a reset would take the answer along.
      for _ in 0..<20 { try refused.send([UInt8](repeating: 97, count: 10_000)) }
      try next.get("/c")
      #expect(try next.readAnswer().text == "/c")
      #expect(try refused.readAnswer().status == 413)

      // Where none is idle it gives way after all.
      try next.get("/later")
      _ = server.handler.replies.take()
      let last = try server.connect()
      try last.get("/d")
      #expect(try last.readAnswer().text == "/d")
      #expect(server.server.counters.open.load(ordering: .relaxed) == 2)
    }
  }

  @Test func `An idle connection is evicted for one of another loop`() throws {
    try withServer(limits: {
      $0.maxConnections = 1
      $0.eventLoops = 4
    }) { server in
      var last: TestClient?
      // The system spreads them over the loops by their ports.
      for number in 0..<40 {
        let client = try server.connect()
        try client.get("/\(number)")
        #expect(try client.readAnswer().text == "/\(number)")
        if let last { #expect(try last.isEnded()) }
        last = client
      }
      #expect(server.server.counters.refused.load(ordering: .relaxed) == 0)
    }
  }

  @Test func `Beyond the cap only probes get responses, until a connection closes`() throws {
    try withServer(limits: { $0.maxConnections = 2 }) { server in
      let clients = try busyClients(2, of: server)
      let replies = [server.handler.replies.take(), server.handler.replies.take()]
      for (path, status) in [("/a", 503), ("/healthz", 200), ("/later", 503), ("/healthz", 200)] {
        let surplus = try server.connect()
        try surplus.get(path)
        let answer = try surplus.readAnswer()
        #expect(answer.status == status)
        #expect(answer["connection"] == "close")
        #expect(answer.text.contains("TATAMI_MAX_CONNECTIONS") == (status == 503))
        #expect(try surplus.isEnded())
      }
      #expect(server.server.counters.refused.load(ordering: .relaxed) == 2)

      for reply in replies { reply?.send(HTTPResponse(status: .created)) }
      for client in clients {
        #expect(try client.readAnswer().status == 201)
        #expect(try client.isEnded())
      }
      let next = try server.connect()
      for _ in 0..<2 {
        try next.get("/a")
        #expect(try next.readAnswer().status == 200)
      }
    }
  }

  @Test(arguments: [1, 3])
  func `Probes get responses however many connections are beyond the cap`(loops: Int) throws {
    try withServer(limits: {
      $0.maxConnections = 2
      $0.eventLoops = loops
    }) { server in
      let clients = try busyClients(2, of: server)
      let replies = [server.handler.replies.take(), server.handler.replies.take()]
      // Heads that have begun, and come no further.
      var crowd: [TestClient] = []
      for _ in 0..<300 {
        crowd.append(try server.connect())
        try? crowd.last?.send("GET /healthz HTTP/1.1\r\n")
      }
      for _ in 0..<20 {
        let probe = try server.connect()
        try probe.get("/healthz")
        #expect(try probe.readAnswer().status == 200)
      }
      #expect(server.server.counters.open.load(ordering: .relaxed) <= 2 + 64)
      for reply in replies { reply?.send(HTTPResponse()) }
      for client in clients { #expect(try client.readAnswer().status == 200) }
    }
  }
}
