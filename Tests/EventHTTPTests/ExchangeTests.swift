import EventHTTP
import Glibc
import HTTPMessage
import Synchronization
import TestSupport
import Testing

/// One client and a server: what HTTP/1.1 says of requests, answers and connections.
@Suite(.timeLimit(.minutes(60)), .waits) struct ExchangeTests {
  @Test func `A connection carries one request after another`() throws {
    try withServer { server in
      let client = try server.connect()
      for index in 0..<3 {
        try client.get("/\(index)?a=b")
        let answer = try client.readAnswer()
        #expect(answer.status == 200)
        #expect(answer.text == "/\(index)?a=b")
        #expect(answer["content-length"] == "6")
        #expect(answer["content-type"] == "text/plain")
        #expect(answer["connection"] == nil)
        #expect(answer["server"] == "tatami")
        #expect(answer["date"]?.count == 29)
      }
      #expect(server.server.counters.accepted.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `Pipelined requests are answered in order`() throws {
    try withServer { server in
      let client = try server.connect()
      let count = 1_000
      let text = (0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
      try client.send(text)
      for index in 0..<count { #expect(try client.readAnswer().text == "/\(index)") }
    }
  }

  @Test func `A request behind one whose answer takes its time waits for it`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.get("/later")
      try client.get("/next")
      let reply = try #require(server.handler.replies.take())
      #expect(server.handler.received.load(ordering: .relaxed) == 1)
      var response = HTTPResponse(status: .created)
      response.body = Array("late".utf8)
      reply.send(response)
      reply.send(HTTPResponse(status: .internalServerError))
      let answer = try client.readAnswer()
      #expect(answer.status == 201)
      #expect(answer.text == "late")
      #expect(try client.readAnswer().text == "/next")
    }
  }

  @Test func `Answers from other threads reach their own clients in order`() throws {
    try withServer(limits: { $0.eventLoops = 2 }) { server in
      let clients = try (0..<16).map { _ in try server.connect() }
      for (number, client) in clients.enumerated() {
        for index in 0..<50 { try client.get("/hop?\(number).\(index)") }
      }
      // Some leave while their answers are on the way.
      for number in stride(from: 0, to: 16, by: 4) { clients[number].reset() }
      for (number, client) in clients.enumerated() where number % 4 != 0 {
        for index in 0..<50 {
          #expect(try client.readAnswer().text == "/hop?\(number).\(index)")
        }
      }
    }
  }

  @Test func `Heads and bodies may come byte by byte`() throws {
    try withServer { server in
      let client = try server.connect()
      let text =
        "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
        + "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nde"
      for byte in text.utf8 { try client.send([byte]) }
      #expect(try client.readAnswer().text == "abc")
      #expect(try client.readAnswer().text == "de")
    }
  }

  @Test func `HEAD has the length of GET and no body`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.send("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = try client.readAnswer(toHead: true)
      #expect(head["content-length"] == "4")
      try client.send("HEAD /large HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.readAnswer(toHead: true)["content-length"] == "4000000")
      try client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.readAnswer(toHead: true)["transfer-encoding"] == "chunked")
      try client.get("/next")
      #expect(try client.readAnswer().text == "/next")
    }
  }

  @Test func `204 has neither body nor length`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.get("/empty")
      let answer = try client.readAnswer()
      #expect(answer.status == 204)
      #expect(answer["content-length"] == nil)
      try client.get("/next")
      #expect(try client.readAnswer().text == "/next")
    }
  }

  @Test func `Connection close is told and done`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.get("/a", "Connection: close")
      #expect(try client.readAnswer()["connection"] == "close")
      #expect(try client.isEnded())
      // The server has let go of it, and does not wait for the client's end.
      #expect(server.server.counters.open.load(ordering: .relaxed) == 0)
    }
  }

  @Test func `HTTP 1.0 closes, or stays where it is asked to`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(try client.readAnswer()["connection"] == "keep-alive")
      try client.send("GET /b HTTP/1.0\r\n\r\n")
      let answer = try client.readAnswer()
      #expect(answer.text == "/b")
      #expect(answer["connection"] == "close")
      #expect(try client.isEnded())
    }
  }

  @Test func `Large bodies come whole both ways`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.get("/large")
      #expect(try client.readAnswer().body == TestHandler.largeBody)
      let bytes = Array(TestHandler.largeBody[..<1_500_000])
      try client.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: \(bytes.count)\r\n\r\n")
      try client.send(bytes)
      #expect(try client.readAnswer().body == bytes)
    }
  }

  @Test func `What an answer holds is let go once it has been sent`() throws {
    try withServer { server in
      let client = try server.connect()
      for method in ["GET", "HEAD"] {
        try client.send("\(method) /held HTTP/1.1\r\nHost: a\r\n\r\n")
        // The test's own record of the exchange holds it, too.
        _ = try #require(server.handler.records.take())
        #expect(server.handler.released.take() == true)
      }
    }
  }

  @Test func `A streamed body is chunked, and ends with the connection in HTTP 1.0`() throws {
    try withServer { server in
      var expected: [UInt8] = []
      for index in 0..<160 {
        expected += [UInt8](repeating: UInt8(ascii: "a") + UInt8(index % 26), count: 65_536)
      }
      let client = try server.connect()
      try client.get("/stream")
      let chunked = try client.readAnswer()
      #expect(chunked["transfer-encoding"] == "chunked")
      #expect(chunked["content-length"] == nil)
      #expect(chunked.body == expected)
      try client.send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let plain = try client.readAnswer()
      #expect(plain["transfer-encoding"] == nil)
      #expect(plain["connection"] == "close")
      #expect(plain.body == expected)
    }
  }

  @Test func `An empty piece does not end a streamed body`() throws {
    try withServer { server in
      var expected: [UInt8] = []
      for index in stride(from: 1, to: 30, by: 3) {
        expected += [UInt8](repeating: UInt8(ascii: "a") + UInt8(index % 26), count: 65_536)
      }
      let client = try server.connect()
      for _ in 0..<2 {
        try client.get("/sparse")
        let chunked = try client.readAnswer()
        #expect(chunked["transfer-encoding"] == "chunked")
        #expect(chunked.body == expected)
      }
      try client.send("GET /sparse HTTP/1.0\r\n\r\n")
      #expect(try client.readAnswer().body == expected)
    }
  }

  @Test func `A stream writes no more than its client reads`() throws {
    try withServer { server in
      let client = try server.connect(receiveBuffer: 4_096)
      try client.get("/stream")
      let stream = try #require(server.handler.streams.take())
      #expect(try client.receive())
      // The kernel's buffers hold some pieces, 4 MB of them at most; all are 10 MB.
      let made = stream.made.load(ordering: .relaxed)
      #expect(made < 160)
      #expect(try client.readAnswer().body.count == 160 * 65_536)
      #expect(stream.made.load(ordering: .relaxed) == 160)
    }
  }

  @Test func `A client that waits is told to go on`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.send(
        "POST /body HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
      #expect(try client.readAnswer().status == 100)
      try client.send("abc")
      #expect(try client.readAnswer().text == "abc")
      try client.get("/next")
      #expect(try client.readAnswer().text == "/next")
    }
  }

  @Test func `A client that waits in vain gets the answer at once`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.send(
        "POST /ignore HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
      let answer = try client.readAnswer()
      #expect(answer.status == 200)
      #expect(answer["connection"] == "close")
      client.finishWriting()
      #expect(try client.isEnded())
    }
  }

  @Test func `A short body that nobody wanted is stepped over`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.send(
        "POST /ignore HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n01234567890123456789")
      #expect(try client.readAnswer().text == "/ignore")
      try client.send(
        "POST /ignore HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"
      )
      #expect(try client.readAnswer().text == "/ignore")
      try client.get("/next")
      #expect(try client.readAnswer().text == "/next")
    }
  }

  @Test func `A long body that nobody wanted closes the connection, and the answer arrives`() throws
  {
    try withServer(limits: { $0.lingerTime = 60 }) { server in
      let client = try server.connect()
      let count = 3_000_000
      try client.send("POST /ignore HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
      try client.send([UInt8](repeating: 0, count: count))
      client.finishWriting()
      let answer = try client.readAnswer()
      #expect(answer.status == 200)
      #expect(answer["connection"] == "close")
      #expect(try client.isEnded())
    }
  }

  @Test(arguments: ["Content-Length: 2000000", "Transfer-Encoding: chunked"])
  func `A sink's refusal is sent, and the connection is closed`(framing: String) throws {
    try withServer(limits: { $0.lingerTime = 60 }) { server in
      let client = try server.connect()
      try client.send("POST /small HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
      let isChunked = framing.hasSuffix("chunked")
      if isChunked { try client.send("1e8480\r\n") }
      try client.send([UInt8](repeating: 0, count: 2_000_000))
      client.finishWriting()
      let answer = try client.readAnswer()
      #expect(answer.status == 413)
      #expect(answer["connection"] == "close")
      #expect(try client.isEnded())
    }
  }

  @Test(arguments: ["/a", "/later", "/body"])
  func `A client that has shut down its write side gets its answer`(path: String) throws {
    try withServer { server in
      let client = try server.connect()
      try client.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
      client.finishWriting()
      if path == "/later" {
        let reply = try #require(server.handler.replies.take())
        // What is sent ahead to learn whether the client is there is the answer's first line.
        reply.send(HTTPResponse())
      }
      #expect(try client.readAnswer().status == 200)
      #expect(try client.isEnded())
    }
  }

  @Test func `Every exchange is told of`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.get("/abc")
      _ = try client.readAnswer()
      let record = try #require(server.handler.records.take())
      #expect(record.request?.pathText == "/abc")
      #expect(record.response.status == .ok)
      #expect(record.bytesSent > 4)
      #expect(record.duration > 0)
      #expect(record.isComplete)
      #expect(record.remoteAddress.hasPrefix("127.0.0.1:"))
      #expect(record.tag == 4)
      try client.send("POST /laterbody HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
      try #require(server.handler.replies.take()).send(HTTPResponse(status: .created))
      _ = try client.readAnswer()
      let later = try #require(server.handler.records.take())
      #expect(later.request?.pathText == "/laterbody")
      #expect(later.response.status == .created)
      #expect(later.tag == 10)
      try client.send("GET /abc HTTP/1.1\r\n\r\n")
      let refused = try #require(server.handler.records.take())
      #expect(refused.response.status == .badRequest)
      #expect(refused.tag == 0)
    }
  }
}
