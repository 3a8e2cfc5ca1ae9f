import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// The service behind real sockets, in this process.
@Suite(.timeLimit(.minutes(60)), .waits) struct LiveServiceTests {
  @Test func `Pipelined requests are answered in order, whoever works on them`() throws {
    try TestService.serving { client, _ in
      let document = TestDocument.waterfall
      let id = TestDocument.waterfallID
      let descriptor = try client.connect()
      defer { close(descriptor) }
      // The second is known only once a worker has done the first.
      let requests =
        "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(document.utf8.count)\r\n\r\n"
        + document + "GET /v1/layouts/\(id) HTTP/1.1\r\nHost: a\r\n\r\n"
        + "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      try LiveClient.write(Array(requests.utf8), descriptor)
      let text = String(decoding: try LiveClient.readToEnd(descriptor), as: UTF8.self)
      let statuses = text.matches(of: #/HTTP\/1\.1 ([0-9]+) /#).map { String($0.output.1) }
      #expect(statuses == ["201", "200", "200"])
      #expect(text.hasSuffix("{\"status\":\"ok\"}"))
    }
  }

  @Test func `Many identical documents at once are computed once`() throws {
    try TestService.serving { client, service in
      let body = Array(TestDocument.list(200_000).utf8)
      let statuses = Mutex<[Int]>([])
      DispatchQueue.concurrentPerform(iterations: 16) { _ in
        let status = try? client.send("POST", "/v1/layouts?indexPath=0-7", body: body).status
        statuses.withLock { $0.append(status ?? 0) }
      }
      let all = statuses.withLock { $0 }
      #expect(all.count == 16)
      #expect(all.allSatisfy { $0 == 200 || $0 == 201 })
      #expect(service.metrics.layouts[0] == 1)
    }
  }

  @Test func `A greedy address is told 503 at once where another's request takes its place`() throws
  {
    try TestService.serving({
      $0.workers = 1
      $0.maxQueue = 3
      $0.trustedProxies = (try? TrustedProxies(["127.0.0.0/8"])) ?? TrustedProxies()
    }) { client, service in
      let gate = service.layouts.queue.hold()
      /// Posts a document and waits until it stands in the line.
      func post(_ rows: Int, from address: String) throws -> Int32 {
        let descriptor = try client.connect()
        let body = TestDocument.list(rows)
        let computing = service.layouts.cache.figures.misses
        try LiveClient.write(
          Array(
            ("POST /v1/layouts HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(address)\r\n"
              + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8),
          descriptor)
        while service.layouts.cache.figures.misses == computing {}
        return descriptor
      }
      func answer(_ descriptor: Int32) throws -> String {
        defer { close(descriptor) }
        return String(decoding: try LiveClient.readToEnd(descriptor), as: UTF8.self)
      }
      let greedy = try (1...3).map { try post($0, from: "203.0.113.7") }
      let other = try post(4, from: "198.51.100.7")
      let dropped = try answer(greedy[2])
      #expect(dropped.hasPrefix("HTTP/1.1 503 "))
      #expect(dropped.contains("Retry-After: 1\r\n"))
      #expect(dropped.contains("/problems/overloaded"))
      gate.signal()
      for descriptor in [other, greedy[0], greedy[1]] {
        #expect(try answer(descriptor).hasPrefix("HTTP/1.1 201 "))
      }
      #expect(service.inflight.count == 0)
    }
  }

  @Test func `A client that expects 100 Continue is spared a body whose PUT would be refused`()
    throws
  {
    try TestService.serving { client, _ in
      let path = "/v1/layouts/\(TestDocument.waterfallID)"
      let body = Array(TestDocument.waterfall.utf8)
      func begin() throws -> Int32 {
        let descriptor = try client.connect()
        try LiveClient.write(
          Array(
            ("PUT \(path) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nIf-None-Match: *\r\n"
              + "Connection: close\r\nContent-Length: \(body.count)\r\n\r\n").utf8), descriptor)
        return descriptor
      }
      let first = try begin()
      var line = [UInt8](repeating: 0, count: 25)
      unsafe #expect(recv(first, &line, line.count, Int32(MSG_WAITALL)) == line.count)
      #expect(String(decoding: line, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
      try LiveClient.write(body, first)
      #expect(String(decoding: try LiveClient.readToEnd(first), as: UTF8.self).contains(" 201 "))
      close(first)
      let second = try begin()
      let answer = String(decoding: try LiveClient.readToEnd(second), as: UTF8.self)
      close(second)
      #expect(answer.hasPrefix("HTTP/1.1 412 Precondition Failed\r\n"))
      #expect(answer.contains("/problems/precondition-failed"))
    }
  }

  @Test func `A large answer arrives whole, in chunks`() throws {
    try TestService.serving { client, _ in
      let body = Array(TestDocument.list(30_000).utf8)
      let answer = try client.send("POST", "/v1/layouts?rect=all", body: body)
      #expect(answer.status == 201)
      #expect(answer.head.lowercased().contains("transfer-encoding: chunked"))
      let attributes = try #require(try FixtureValue(answer.body)["attributes"]).elements
      #expect(attributes.count == 30_000)
      #expect(attributes.last?["frame"]?["y"]?.number == 1_319_956)
    }
  }

  @Test func `Clients that leave while their layouts are made cost nothing that stays`() throws {
    try TestService.serving { client, service in
      for number in 0..<50 {
        let body = TestDocument.list(100_000 + number)
        let descriptor = try client.connect()
        try LiveClient.write(
          Array(
            ("POST /v1/layouts?rect=all HTTP/1.1\r\nHost: a\r\n"
              + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8), descriptor)
        close(descriptor)
      }
      // Behind all of them in the line of work.
      let last = try client.send("POST", "/v1/layouts", body: Array(TestDocument.list(5).utf8))
      #expect(last.status == 201)
      // Asked until the other worker is done, too; the suite's time limit bounds it.
      while service.layouts.queue.depth != (0, 0) {}
      // The last response may still be on its way to its loop, which drops it.
      while service.inflight.count > 0 {}
      #expect(service.layouts.cache.figures.computing == 0)
    }
  }

  @Test func `Compressed answers and bodies go both ways`() throws {
    try TestService.serving { client, _ in
      let document = Array(TestDocument.list(500).utf8)
      let body = try #require(Gzip.compressed(document))
      let answer = try client.send(
        "POST", "/v1/layouts?rect=all", ["Content-Encoding: gzip", "Accept-Encoding: gzip"],
        body: body)
      #expect(answer.status == 201)
      let text = try Gzip.inflated(answer.body, limit: 1 << 24)
      #expect(try FixtureValue(text)["attributes"]?.elements.count == 500)
    }
  }
}
