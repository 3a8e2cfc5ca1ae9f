import EventHTTP
import Glibc
import HTTPMessage
import Synchronization
import TestSupport
import Testing

/// Whose connections give way where there are as many as may be open.
@Suite(.timeLimit(.minutes(60)), .waits) struct ClientShareTests {
  /// What a connection waits for whose request is not answered yet.
  enum Hold: CaseIterable {
    case head, body, answer, untaken
  }

  /// Opens a connection that holds its place, once the server has read what it sent.
  private func hold(
    _ hold: Hold, on server: TestServer, host: UInt32, _ preface: String = "", _ field: String = ""
  ) throws -> TestClient {
    let client = try server.connect(receiveBuffer: 4_096, host: host)
    let request =
      switch hold {
      case .head: "GET /a HTTP/1.1\r\nHo"
      case .body: "POST /body HTTP/1.1\r\nHost: a\r\n\(field)Content-Length: 2\r\n\r\na"
      case .answer: "GET /later HTTP/1.1\r\nHost: a\r\n\(field)\r\n"
      case .untaken: "GET /large HTTP/1.1\r\nHost: a\r\n\(field)\r\n"
      }
    let text = preface + request
    let counters = server.server.counters
    let received = counters.bytesReceived.load(ordering: .relaxed) + text.utf8.count
    try client.send(text)
    waitUntil { counters.bytesReceived.load(ordering: .relaxed) >= received }
    return client
  }

  @Test(arguments: Hold.allCases)
  func `The oldest request of the client with the most is cancelled for another client's`(
    kind: Hold
  ) throws {
    try withServer(limits: { $0.maxConnections = 8 }) { server in
      let few = try (0..<2).map { _ in try hold(.body, on: server, host: 3) }
      let many = try (0..<6).map { _ in try hold(kind, on: server, host: 2) }
      let next = try server.connect()
      try next.get("/b")
      #expect(try next.readAnswer().text == "/b")
      if kind == .untaken {
        #expect(throws: (any Error).self) { try many[0].readAnswer() }
      } else {
        let answer = try many[0].readAnswer()
        #expect(answer.status == 503)
        #expect(answer.text.contains("TATAMI_MAX_CONNECTIONS"))
        #expect(try many[0].isEnded())
      }
      for client in few {
        try client.send("b")
        #expect(try client.readAnswer().text == "ab")
      }
      #expect(server.server.counters.refused.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `A client with as many requests under way as any other cancels none`() throws {
    try withServer(limits: { $0.maxConnections = 4 }) { server in
      let clients = try [2, 2, 3, 3].map { try hold(.body, on: server, host: $0) }
      for host: UInt32 in [2, 3] {
        let next = try server.connect(host: host)
        try next.get("/b")
        #expect(try next.readAnswer().status == 503)
      }
      for client in clients {
        try client.send("b")
        #expect(try client.readAnswer().text == "ab")
      }
    }
  }

  @Test func `Beyond its share a client's new connections close idle ones of its own alone`() throws
  {
    try withServer(limits: { $0.maxConnections = 4 }) { server in
      let idle = try server.connect()
      try idle.get("/a")
      #expect(try idle.readAnswer().text == "/a")
      var many = try (0..<2).map { _ in try hold(.body, on: server, host: 2) }
      let own = try server.connect(host: 2)
      try own.get("/a")
      #expect(try own.readAnswer().text == "/a")
      many.append(try hold(.body, on: server, host: 2))
      #expect(try own.isEnded())
      for _ in 0..<10 {
        let next = try server.connect(host: 2)
        try next.get("/b")
        #expect(try next.readAnswer().status == 503)
      }
      try idle.get("/c")
      #expect(try idle.readAnswer().text == "/c")
    }
  }

  @Test func `Beyond its share a client cancels no request under way either`() throws {
    try withServer(limits: { $0.maxConnections = 90 }) { server in
      let working = try (0..<2).map { _ in try hold(.body, on: server, host: 3) }
      // A quarter is 22; 64 are looked at.
      let idle = [UInt32](repeating: 1, count: 64) + [UInt32](repeating: 2, count: 24)
      let clients = try idle.map { host in
        let client = try server.connect(host: host)
        try client.get("/a")
        #expect(try client.readAnswer().text == "/a")
        return client
      }
      let next = try server.connect(host: 2)
      try next.get("/b")
      #expect(try next.readAnswer().status == 503)
      for client in working {
        try client.send("b")
        #expect(try client.readAnswer().text == "ab")
      }
      #expect(clients.count == 88)
    }
  }

  @Test func `A connection counts to the client that a proxy names`() throws {
    try withServer(limits: { $0.maxConnections = 4 }) { server in
      let clients = try [7, 8, 7, 7].map {
        try hold(.body, on: server, host: 1, "", "X-Client: \($0)\r\n")
      }
      let next = try server.connect()
      try next.get("/b")
      #expect(try next.readAnswer().text == "/b")
      #expect(try clients[0].readAnswer().status == 503)
      for client in clients[1...] {
        try client.send("b")
        #expect(try client.readAnswer().text == "ab")
      }
    }
  }

  @Test func `A connection counts to the client that a PROXY header names`() throws {
    try withServer(limits: {
      $0.maxConnections = 4
      $0.acceptsProxyProtocol = true
    }) { server in
      func header(_ number: Int) -> String { "PROXY TCP4 203.0.113.\(number) 192.0.2.1 1 2\r\n" }
      let clients = try [7, 8, 7, 7].map {
        try hold(.head, on: server, host: 1, header($0))
      }
      let next = try server.connect()
      try next.send(header(9))
      try next.get("/b")
      #expect(try next.readAnswer().text == "/b")
      #expect(try clients[0].readAnswer().status == 503)
      for client in clients[1...] {
        try client.send("st: a\r\n\r\n")
        #expect(try client.readAnswer().text == "/a")
      }
    }
  }

  @Test func `Requests are cancelled for another client's on every loop`() throws {
    try withServer(limits: {
      $0.maxConnections = 40
      $0.eventLoops = 3
    }) { server in
      let many = try (0..<40).map { _ in try hold(.body, on: server, host: 2) }
      // The system spreads them over the loops by their ports.
      for number in 0..<20 {
        let next = try hold(.head, on: server, host: 1)
        try next.send("st: a\r\nX: \(number)\r\n\r\n")
        #expect(try next.readAnswer().text == "/a")
      }
      #expect(many.count == 40)
    }
  }
}
