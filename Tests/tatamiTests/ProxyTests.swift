import Foundation
import TestSupport
import Testing

@testable import LayoutService

/// The program behind proxies, by its log.
@Suite(.timeLimit(.minutes(60)), .waits) struct ProxyTests {
  /// The addresses that were logged, by the requests' ids.
  private func remotes(_ log: String) throws -> [String: String] {
    var remotes: [String: String] = [:]
    for line in log.split(separator: "\n") where line.contains("\"requestId\"") {
      let json = try FixtureValue(Array(line.utf8))
      let id = try #require(json["requestId"]?.string)
      remotes[id] = json["remote"]?.string
    }
    return remotes
  }

  /// Sends a request, and what stands ahead of it, and reads the answer's first line.
  private func send(_ ahead: String, _ id: String, to client: LiveClient) throws -> String {
    let descriptor = try client.connect()
    defer { close(descriptor) }
    let request =
      "\(ahead)GET /docs HTTP/1.1\r\nHost: a\r\nX-Request-ID: \(id)\r\nConnection: close\r\n"
      + "X-Forwarded-For: 203.0.113.5, 203.0.113.6, 198.51.100.7\r\n\r\n"
    try LiveClient.write(Array(request.utf8), descriptor)
    let answer = String(decoding: try LiveClient.readToEnd(descriptor), as: UTF8.self)
    return String(answer.prefix { $0 != "\r\n" })
  }

  @Test func `X-Forwarded-For is believed of trusted proxies alone`() throws {
    for (setting, expected) in [
      ("127.0.0.0/8", "198.51.100.7"), ("127.0.0.1,198.51.100.0/24", "203.0.113.6"),
      ("10.0.0.0/8,::1,unix", nil),
    ] {
      let program = try TatamiProgram(
        ["--log-format", "json"], environment: ["TATAMI_TRUSTED_PROXIES": setting])
      #expect(try send("", "one", to: program.client) == "HTTP/1.1 200 OK")
      try program.readLog(upTo: "\"requestId\":\"one\"")
      program.signal(SIGTERM)
      let remote = try #require(try remotes(program.waitForEnd().log)["one"])
      if let expected {
        #expect(remote == expected)
      } else {
        #expect(remote.hasPrefix("127.0.0.1:"))
      }
    }
  }

  @Test func `The PROXY protocol names the client, and health and metrics are still answered`()
    throws
  {
    let program = try TatamiProgram([
      "--log-format", "json", "--proxy-protocol", "on", "--metrics-bind", "127.0.0.1:0",
      "--trusted-proxies", "192.0.2.1",
    ])
    let header = "PROXY TCP4 192.0.2.2 198.51.100.1 56324 80\r\n"
    #expect(try send(header, "direct", to: program.client) == "HTTP/1.1 200 OK")
    // The address that the header names may be a proxy's, too.
    let proxied = "PROXY TCP4 192.0.2.1 198.51.100.1 56324 80\r\n"
    #expect(try send(proxied, "proxied", to: program.client) == "HTTP/1.1 200 OK")
    #expect(try send("", "none", to: program.client) == "")

    let match = try #require(
      program.firstLines.firstMatch(of: #/metrics at http:\/\/127\.0\.0\.1:([0-9]+)\/metrics/#))
    let operators = LiveClient(port: try #require(Int(match.output.1)))
    for path in ["/metrics", "/healthz", "/readyz"] {
      #expect(try operators.send("GET", path).status == 200)
    }
    let address = "127.0.0.1:\(program.client.port)"
    // Where it must succeed there is time for a machine that stands still for seconds.
    for (arguments, environment, status) in [
      ([], [:], 1), (["--proxy-protocol", "on", "--timeout", "60"], [:], 0),
      (["--timeout", "60"], ["TATAMI_PROXY_PROTOCOL": "on"], 0),
      (["--proxy-protocol", "maybe"], [:], 2),
    ] as [([String], [String: String], Int32)] {
      let run = try TatamiProgram.run(
        ["health", "--bind", address] + arguments, environment: environment)
      #expect(run.status == status, "\(arguments) \(environment)")
    }
    for id in ["direct", "proxied"] { try program.readLog(upTo: "\"requestId\":\"\(id)\"") }
    program.signal(SIGTERM)
    let (status, log) = program.waitForEnd()
    #expect(status == 0)
    let remotes = try remotes(log)
    #expect(remotes["direct"] == "192.0.2.2:56324")
    #expect(remotes["proxied"] == "198.51.100.7")
    #expect(remotes["none"] == nil)
  }

  @Test func `A body limit above the bytes in flight is warned of, and what passes them is 413`()
    throws
  {
    let program = try TatamiProgram(["--log-format", "json", "--max-inflight-bytes", "1MiB"])
    let warnings = program.firstLines.split(separator: "\n").filter {
      $0.contains("\"level\":\"warning\"") && $0.contains("TATAMI_MAX_BODY_BYTES")
        && $0.contains("TATAMI_MAX_INFLIGHT_BYTES")
    }
    #expect(warnings.count == 1)
    let body = [UInt8](repeating: 32, count: (1 << 20) + 1)
    let descriptor = try program.client.connect()
    defer { close(descriptor) }
    // The head alone is refused.
    try LiveClient.write(
      Array("POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n".utf8),
      descriptor)
    var piece = [UInt8](repeating: 0, count: 12)
    unsafe #expect(recv(descriptor, &piece, piece.count, 0) == piece.count)
    #expect(String(decoding: piece, as: UTF8.self) == "HTTP/1.1 413")
    let silent = try TatamiProgram()
    #expect(!silent.firstLines.contains("TATAMI_MAX_INFLIGHT_BYTES"))
  }
}
