import Foundation
import Glibc
import TestSupport
import Testing

/// The port that metrics can have to themselves.
@Suite(.timeLimit(.minutes(60)), .waits) struct MetricsPortTests {
  /// Who asks for metrics at their own port.
  private func operators(of program: TatamiProgram) throws -> LiveClient {
    let match = try #require(
      program.firstLines.firstMatch(of: #/metrics at http:\/\/127\.0\.0\.1:([0-9]+)\/metrics/#))
    return LiveClient(port: try #require(Int(match.output.1)))
  }

  @Test func `Metrics can have a port of their own`() throws {
    let program = try TatamiProgram(
      ["--metrics-bind", "127.0.0.1:0", "--log-format", "text"],
      environment: ["TATAMI_API_KEYS": "k"])
    let operators = try operators(of: program)
    #expect(try operators.send("GET", "/metrics").status == 200)
    #expect(try operators.send("GET", "/v1/layouts").status == 404)
    #expect(try program.client.send("GET", "/metrics").status == 401)
    program.signal(SIGINT)
    #expect(program.waitForEnd().status == 0)
  }

  @Test func `The metrics' own port is waited for, too, as long as there is time`() throws {
    let (answer, log) = try endAmidRequest(isFinished: true)
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(!log.contains("1 connections were cut"))
    // The log's last lines have a quarter of a second where the time is over: a machine that stands
    // still for seconds may lose them.
    let isTold = try (0..<5).contains { _ in
      let (answer, log) = try endAmidRequest(isFinished: false)
      #expect(!answer.contains("HTTP/1.1 200"))
      return log.contains("1 connections were cut")
    }
    #expect(isTold)
  }

  /// Ends a program while half of a request is there.
  ///
  /// - Parameter isFinished: whether the other half comes; else there is little time for it.
  /// - Returns: what came before the connection was ended, or reset, and what was logged.
  private func endAmidRequest(isFinished: Bool) throws -> (answer: String, log: String) {
    let program = try TatamiProgram([
      "--metrics-bind", "127.0.0.1:0", "--log-format", "text", "--header-timeout", "60",
      "--shutdown-timeout", isFinished ? "60" : "1",
    ])
    let operators = try operators(of: program)
    let descriptor = try operators.connect()
    defer { close(descriptor) }
    try LiveClient.write(Array("GET /metrics HTTP/1.1\r\n".utf8), descriptor)
    // The half of a request is there once one behind it has been answered.
    #expect(try operators.send("GET", "/healthz").status == 200)
    program.signal(SIGTERM)
    while (try? program.client.send("GET", "/healthz")) != nil {}
    if isFinished { try LiveClient.write(Array("Host: a\r\n\r\n".utf8), descriptor) }
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = LiveClient.receive(&piece, descriptor)
      guard count > 0 else {
        #expect(count == 0 || errno == ECONNRESET)
        break
      }
      answer += piece[..<count]
    }
    let (status, log) = program.waitForEnd()
    #expect(status == 0)
    return (String(decoding: answer, as: UTF8.self), log)
  }
}
