import Foundation
import Glibc
import TestSupport
import Testing

/// The time between SIGTERM and the end of accepting connections (`TATAMI_DRAIN_DELAY`).
@Suite(.timeLimit(.minutes(60)), .waits) struct DrainDelayTests {
  /// Sends a request on a connection that stays open, and reads its head and small JSON body.
  private func ask(_ path: String, on descriptor: Int32) throws -> String {
    try LiveClient.write(Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8), descriptor)
    return try LiveClient.readText(upTo: "}", descriptor)
  }

  @Test func `During the delay both listeners serve, are not ready, and close connections`() throws
  {
    let program = try TatamiProgram([
      "--metrics-bind", "127.0.0.1:0", "--log-format", "text", "--drain-delay", "3600",
      "--idle-timeout", "3600", "--header-timeout", "3600",
    ])
    let match = try #require(
      program.firstLines.firstMatch(of: #/metrics at http:\/\/127\.0\.0\.1:([0-9]+)\/metrics/#))
    let operators = LiveClient(port: try #require(Int(match.output.1)))
    // Two connections that have been used and are idle, and one that has not been used.
    let idle = try [program.client.connect(), operators.connect(), program.client.connect()]
    defer { for descriptor in idle { close(descriptor) } }
    for descriptor in idle[..<2] {
      let before = try ask("/readyz", on: descriptor)
      #expect(before.hasPrefix("HTTP/1.1 200 "))
      #expect(!before.contains("Connection: close"))
    }
    program.signal(SIGTERM)
    try program.readLog(upTo: "accepting connections for 3600.0 s")
    while try program.client.send("GET", "/readyz").status != 503 {}

    for descriptor in idle {
      let after = try ask("/readyz", on: descriptor)
      #expect(after.hasPrefix("HTTP/1.1 503 "))
      #expect(after.contains("/problems/draining"))
      #expect(after.contains("Connection: close"))
      // The connection ends behind the answer.
      #expect(try LiveClient.readToEnd(descriptor).isEmpty)
    }
    // New connections are served by both, and closed though their clients would keep them.
    for client in [program.client, operators] {
      #expect(try client.send("GET", "/readyz").status == 503)
      let descriptor = try client.connect()
      defer { close(descriptor) }
      try LiveClient.write(Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8), descriptor)
      let answer = String(decoding: try LiveClient.readToEnd(descriptor), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      #expect(answer.contains("Connection: close"))
    }
    let posted = try program.client.send(
      "POST", "/v1/layouts", body: Array(TestDocument.waterfall.utf8))
    #expect(posted.status == 201)
    let page = String(decoding: try operators.send("GET", "/metrics").body, as: UTF8.self)
    #expect(page.contains("\ntatami_draining 1\n"))
    program.signal(SIGTERM)
    #expect(program.waitForEnd().status == 1)
  }

  @Test func `After the delay only checks are answered, until what is in flight has ended`() throws
  {
    let program = try TatamiProgram([
      "--drain-delay", "0.5", "--body-timeout", "3600", "--shutdown-timeout", "3600",
    ])
    let descriptor = try program.client.connect()
    let body = Array(TestDocument.waterfall.utf8)
    try LiveClient.write(
      Array("POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
        + body[..<10], descriptor)
    #expect(try program.client.send("GET", "/healthz").status == 200)
    program.signal(SIGTERM)
    let start = ContinuousClock.now
    // Not ready long before anything was refused.
    while (try? program.client.send("GET", "/readyz"))?.status != 503 {}
    // A connection that is new as the delay ends, and sends nothing for a quarter of a second, may be closed.
    while (try? program.client.send("GET", "/v1/fonts"))?.status != 503 {}
    #expect(ContinuousClock.now - start >= .seconds(0.4))
    let refused = try program.client.send("GET", "/v1/fonts")
    #expect(refused.status == 503)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("/problems/draining"))
    // A load balancer that finds nobody there would cut what is in flight.
    #expect(try program.client.send("GET", "/readyz").status == 503)
    #expect(try program.client.send("GET", "/healthz").status == 200)
    try LiveClient.write(Array(body[10...]), descriptor)
    let answer = String(decoding: try LiveClient.readToEnd(descriptor), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 201 "))
    // The service waits until the other side has read everything and closes.
    close(descriptor)
    #expect(program.waitForEnd().status == 0)
  }
}
