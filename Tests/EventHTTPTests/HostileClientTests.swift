import EventHTTP
import Glibc
import HTTPMessage
import Synchronization
import TestSupport
import Testing

/// Clients that break the rules, dribble, flood, take nothing, or leave.
@Suite(.timeLimit(.minutes(60)), .waits) struct HostileClientTests {
  @Test func `A malformed head gets one response and a close, and no request after it runs`() throws
  {
    try withServer { server in
      for malformed in MalformedRequest.heads {
        let client = try server.connect()
        try client.send(malformed.bytes)
        try? client.get("/smuggled")
        client.finishWriting()
        let answer = try client.readAnswer()
        #expect(answer.status == malformed.status, "\(malformed.name)")
        #expect(answer["connection"] == "close", "\(malformed.name)")
        #expect(answer["content-type"] == "application/problem+json")
        #expect(answer["x-content-type-options"] == "nosniff")
        #expect(try client.isEnded(), "\(malformed.name)")
      }
      #expect(server.handler.received.load(ordering: .relaxed) == 0)
    }
  }

  @Test func `A malformed body gets one answer and a close, and nothing behind it is run`() throws {
    try withServer { server in
      for malformed in MalformedRequest.chunks {
        let client = try server.connect()
        try client.send("POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        try? client.send(malformed.bytes)
        try? client.get("/smuggled")
        client.finishWriting()
        let answer = try client.readAnswer()
        #expect(answer.status == malformed.status, "\(malformed.name)")
        #expect(try client.isEnded(), "\(malformed.name)")
      }
      #expect(server.handler.received.load(ordering: .relaxed) == MalformedRequest.chunks.count)
    }
  }

  @Test func `A head over its limits is refused`() throws {
    try withServer { server in
      let line = String(repeating: "a", count: 20_000)
      for (text, status) in [
        ("GET /\(line)", 414), ("GET / HTTP/1.1\r\nHost: a\r\nX: \(line)", 431),
        ("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 100))\r\n", 431),
      ] {
        let client = try server.connect()
        try client.send(text)
        #expect(try client.readAnswer().status == status)
      }
    }
  }

  @Test func `A slow head is cut off at its deadline`() throws {
    try withServer(limits: { $0.headerTimeout = 0.3 }) { server in
      let client = try server.connect()
      let start = seconds()
      try client.send("GET / HTTP/1.1\r\n")
      // Each byte comes well within the deadline; their sum does not.
      while seconds() - start < 60, (try? client.send("X")) != nil { usleep(20_000) }
      #expect(seconds() - start < 60)
      let answer = try? client.readAnswer()
      #expect(answer == nil || answer?.status == 408)
    }
  }

  /// A client whose first bytes the server has read in so many seconds.
  ///
  /// On a machine that stands still for seconds they may come too late: then there is another.
  private func promptClient(
    of server: TestServer, sending text: String, within time: Double
  ) throws -> TestClient {
    let counters = server.server.counters
    for _ in 0..<20 {
      let before = counters.bytesReceived.load(ordering: .relaxed)
      let start = seconds()
      let client = try server.connect()
      try client.send(text)
      while counters.bytesReceived.load(ordering: .relaxed) == before, seconds() - start < time {
        usleep(500)
      }
      if seconds() - start < time { return client }
    }
    throw TestClientError.timedOut
  }

  @Test func `A head that stops is answered 408`() throws {
    try withServer(limits: { $0.headerTimeout = 0.2 }) { server in
      let client = try promptClient(of: server, sending: "GET / HTTP/1.1\r\nHo", within: 0.2)
      let answer = try client.readAnswer()
      #expect(answer.status == 408)
      #expect(answer["connection"] == "close")
      #expect(answer.text.contains("TATAMI_HEADER_TIMEOUT"))
      #expect(try client.isEnded())
    }
  }

  @Test func `A body that stops arriving is 408`() throws {
    try withServer(limits: { $0.bodyTimeout = 0.2 }) { server in
      for framing in ["Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n5\r\nab"]
      {
        let client = try server.connect()
        try client.send("POST /body HTTP/1.1\r\nHost: a\r\n\(framing)")
        #expect(try client.readAnswer().status == 408)
        #expect(try client.isEnded())
      }
    }
  }

  @Test func `A first head's deadline counts from the connection's begin`() throws {
    // A machine that stands still for seconds needs the longer ones.
    let wasTested = try [0.5, 1, 2, 4, 8, 16].contains { try wasFirstHeadTested($0) }
    #expect(wasTested)
  }

  /// False if a head's first byte came too late to tell anything.
  private func wasFirstHeadTested(_ timeout: Double) throws -> Bool {
    var isInTime = false
    try withServer(limits: { $0.headerTimeout = timeout }) { server in
      let counters = server.server.counters
      let start = seconds()
      let dribbling = try server.connect()
      waitUntil { counters.accepted.load(ordering: .relaxed) >= 1 }
      usleep(UInt32(timeout * 500_000))
      let silent = try server.connect()
      waitUntil { counters.accepted.load(ordering: .relaxed) >= 2 }
      try dribbling.send("G")
      while counters.bytesReceived.load(ordering: .relaxed) < 1, seconds() - start < timeout {
        usleep(500)
      }
      isInTime = seconds() - start < 0.9 * timeout
      guard isInTime else { return }
      // Its own time, had it begun with the byte, would end behind the silent one's.
      #expect(try silent.isEnded())
      #expect(counters.open.load(ordering: .relaxed) <= 1)
      #expect(counters.bytesSent.load(ordering: .relaxed) > 0)
      #expect(try dribbling.readAnswer().status == 408)
    }
    return isInTime
  }

  @Test func `Silent connections are closed without a word`() throws {
    try withServer(limits: { $0.headerTimeout = 0.2 }) { server in
      let silent = try server.connect()
      #expect(try silent.isEnded())
    }
    // Its head has time: a machine that stands still for seconds may bring it late.
    try withServer(limits: {
      $0.headerTimeout = 60
      $0.idleTimeout = 0.2
    }) { server in
      let idle = try server.connect()
      try idle.get("/a")
      #expect(try idle.readAnswer().status == 200)
      #expect(try idle.isEnded())
    }
  }

  @Test func `A client that reads nothing is dropped`() throws {
    try withServer(limits: { $0.writeTimeout = 0.3 }) { server in
      let client = try server.connect(receiveBuffer: 4_096)
      for _ in 0..<20 { try? client.get("/large") }
      let record = try #require(server.handler.records.take())
      #expect(!record.isComplete)
      #expect(record.bytesSent < 4_000_000)
      #expect(record.response.status == .ok)
      _ = try client.readToEnd()
    }
  }

  @Test func `A slow taker gets everything while it takes 64 KiB a deadline`() throws {
    try withServer(limits: { $0.writeTimeout = 1 }) { server in
      for attempt in 1...10 {
        let client = try server.connect(receiveBuffer: 4_096)
        try client.get("/large")
        do {
          let answer = try client.readAnswer()
          #expect(answer.body == TestHandler.largeBody)
          return
        } catch {
          // Where the machine stood still nothing could be taken for too long: then once more.
          guard client.maxGap >= 0.5, attempt < 10 else { throw error }
        }
      }
    }
  }

  @Test func `Pipelined requests are not read while a response is unread`() throws {
    try withServer(limits: { $0.writeTimeout = 0.5 }) { server in
      let client = try server.connect(receiveBuffer: 4_096)
      let requests = Array(
        String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 1_000).utf8)
      try? client.send(requests)
      let record = try #require(server.handler.records.take())
      #expect(!record.isComplete)
      // One answer is at work at a time, and there is room in the kernel for few.
      #expect(server.handler.received.load(ordering: .relaxed) < 10)
    }
  }

  @Test(arguments: [true, false])
  func `A client that leaves is noticed while its answer is made`(byReset: Bool) throws {
    try withServer { server in
      let client = try server.connect()
      try client.get("/later")
      let reply = try #require(server.handler.replies.take())
      #expect(!reply.isAbandoned)
      if byReset { client.reset() } else { client.close() }
      let record = try #require(server.handler.records.take())
      #expect(record.response.status == .clientClosedRequest)
      #expect(!record.isComplete)
      #expect(record.request?.pathText == "/later")
      #expect(reply.isAbandoned)
      reply.send(HTTPResponse())
      let other = try server.connect()
      try other.get("/a")
      #expect(try other.readAnswer().status == 200)
    }
  }

  @Test func `A client that leaves within a body is told of, and its sink is dropped`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
      client.reset()
      let record = try #require(server.handler.records.take())
      #expect([400, 499].contains(record.response.status.code))
      #expect(!record.isComplete || record.response.status == .badRequest)
    }
  }

  @Test func `A body cut short by a shutdown is answered 400`() throws {
    try withServer(limits: { $0.lingerTime = 60 }) { server in
      let client = try server.connect()
      try client.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
      client.finishWriting()
      #expect(try client.readAnswer().status == 400)
      #expect(try client.isEnded())
      // Nothing can follow, so that there is nothing to linger for, which would take a minute.
      let counters = server.server.counters
      let start = seconds()
      while counters.open.load(ordering: .relaxed) > 0, seconds() - start < 30 { usleep(1_000) }
      #expect(counters.open.load(ordering: .relaxed) == 0)
    }
  }

  @Test func `A client that continues to send after its refusal is read for a mebibyte at most`()
    throws
  {
    try withServer { server in
      let client = try server.connect()
      try client.send("GET / HTTP/9.9\r\n\r\n")
      #expect(try client.readAnswer().status == 505)
      let block = [UInt8](repeating: 0, count: 1 << 20)
      var sent = 0
      // The kernel's buffers take some; then the client waits, until the connection is closed.
      while sent < 256, (try? client.send(block)) != nil { sent += 1 }
      #expect(sent < 256)
      #expect(server.server.counters.bytesReceived.load(ordering: .relaxed) < (1 << 20) + 65_536)
    }
  }

  @Test(arguments: ["/large", "/stream"])
  func `The kernel buffers little of a response that is not read`(path: String) throws {
    try withServer(limits: { $0.writeTimeout = 0.5 }) { server in
      let client = try server.connect(receiveBuffer: 4_096)
      try client.get(path)
      let record = try #require(server.handler.records.take())
      #expect(!record.isComplete)
      // Where nothing bounds it, 2.5 MB and more.
      #expect(record.bytesSent < 600_000)
    }
  }

  @Test func `Clients that vanish leave no file open`() async {
    await #expect(processExitsWith: .success) {
      try withServer { server in
        let probe = try server.connect()
        try probe.get("/a")
        _ = try probe.readAnswer()
        let before = openSockets()
        let texts = [
          "", "GET", "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
          "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc",
          "GET /later HTTP/1.1\r\nHost: a\r\n\r\n", "GET /large HTTP/1.1\r\nHost: a\r\n\r\n",
        ]
        for index in 0..<200 {
          let client = try server.connect()
          try client.send(texts[index % texts.count])
          if index % 2 == 0 { client.reset() } else { client.close() }
        }
        // The probe's requests are answered between the others' ends, which all come in time.
        var rounds = 0
        let counters = server.server.counters
        while counters.accepted.load(ordering: .relaxed) < 201 || openSockets() != before {
          rounds += 1
          guard rounds < 100_000 else { exit(2) }
          try probe.get("/a")
          guard try probe.readAnswer().status == 200 else { exit(1) }
        }
        guard counters.open.load(ordering: .relaxed) == 1 else { exit(3) }
      }
      exit(0)
    }
  }

  @Test func `Accepting pauses while no file is left, and continues afterwards`() async {
    await #expect(processExitsWith: .success) {
      let server = try TestServer()
      let probe = try server.connect()
      try probe.get("/a")
      _ = try probe.readAnswer()
      var clients = try (0..<8).map { _ in try server.connect() }
      // Both ends of a connection are files of this process; the clients' are there already.
      var limit = rlimit(rlim_cur: rlim_t(openDescriptors()), rlim_max: 4_096)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      while server.server.counters.pauses.load(ordering: .relaxed) == 0 {
        guard clients.count < 2_000 else { exit(3) }
        guard let client = try? server.connect() else { break }
        clients.append(client)
      }
      for _ in 0..<20 {
        try probe.get("/a")
        guard try probe.readAnswer().status == 200 else { exit(1) }
      }
      // Spinning would use nearly all of each while; other work may fall into some of them.
      var least = Double.infinity
      for _ in 0..<5 {
        let used = processTime()
        usleep(400_000)
        least = min(least, processTime() - used)
      }
      guard least < 0.3 else { exit(2) }
      limit.rlim_cur = 4_096
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      for client in clients {
        try client.get("/a")
        guard try client.readAnswer().status == 200 else { exit(4) }
      }
      exit(0)
    }
  }
}

/// The monotonic clock in seconds.
func seconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Processor seconds that this process has used.
func processTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Files that this process has open.
func openDescriptors() -> Int {
  guard let directory = unsafe opendir("/proc/self/fd") else { return -1 }
  defer { unsafe closedir(directory) }
  var count = 0
  while unsafe readdir(directory) != nil { count += 1 }
  // ".", ".." and the directory's own.
  return count - 3
}

/// How many of the process's files are sockets: libraries open other files at times of their own.
func openSockets() -> Int {
  (0..<Int32(1_024)).count { descriptor in
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
