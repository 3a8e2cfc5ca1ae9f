import Foundation
import Glibc
import TestSupport
import Testing

@testable import LayoutService

/// The pages that only the metrics listener serves.
@Suite(.timeLimit(.minutes(60)), .waits) struct OperatorPagesTests {
  /// A program with a metrics listener, and a client of that listener.
  private func start(
    _ arguments: [String] = []
  ) throws -> (program: TatamiProgram, operators: LiveClient) {
    let program = try TatamiProgram(
      ["--metrics-bind", "127.0.0.1:0", "--log-format", "text"] + arguments)
    let match = try #require(
      program.firstLines.firstMatch(of: #/metrics at http:\/\/127\.0\.0\.1:([0-9]+)\/metrics/#))
    return (program, LiveClient(port: try #require(Int(match.output.1))))
  }

  private func json(_ client: LiveClient, _ path: String) throws -> FixtureValue {
    let answer = try client.send("GET", path)
    #expect(answer.status == 200)
    #expect(answer.type == "application/json")
    #expect(answer.head.contains("Cache-Control: no-store"))
    return try FixtureValue(answer.body)
  }

  @Test func `Only the metrics listener tells version, layouts and jobs`() throws {
    let (program, operators) = try start()
    for path in ["/version", "/debug/layouts", "/debug/jobs"] {
      #expect(try program.client.send("GET", path).status == 404)
      #expect(try operators.send("GET", path).status == 200)
      let head = try operators.send("HEAD", path)
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      let posted = try operators.send("POST", path)
      #expect(posted.status == 405)
      #expect(posted.head.contains("Allow: GET, HEAD\r\n"))
    }
    #expect(try operators.send("GET", "/debug").status == 404)
    #expect(try operators.send("GET", "/v1/fonts").status == 404)
    let before = Date().timeIntervalSince1970
    let version = try json(operators, "/version")
    let told = try TatamiProgram.run(["--version"]).output
    #expect(
      told
        == "tatami \(version["version"]?.string ?? ""), engine revision \(version["engine"]?.string ?? "")\n"
    )
    let form = ISO8601DateFormatter()
    form.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let started = try #require(form.date(from: version["startedAt"]?.string ?? ""))
    #expect(started.timeIntervalSince1970 < before)
    #expect((version["uptimeSeconds"]?.number ?? 0) > 0)
  }

  @Test func `The cached layouts are listed, the largest first, with their uses`() throws {
    let (program, operators) = try start()
    #expect(try json(operators, "/debug/layouts")["layouts"]?.elements.isEmpty == true)
    var ids: [Int: String] = [:]
    for items in 1...120 {
      let posted = try program.client.send(
        "POST", "/v1/layouts", body: Array(Self.waterfall(items: items * 10, width: 390).utf8))
      #expect(posted.status == 201)
      ids[items * 10] = try FixtureValue(posted.body)["id"]?.string
    }
    let used = try #require(ids[1_200])
    for _ in 0..<3 {
      #expect(
        try program.client.send("GET", "/v1/layouts/\(used)/attributes?rect=all").status == 200)
    }
    let page = try json(operators, "/debug/layouts")
    #expect(page["count"]?.number == 120)
    let layouts = try #require(page["layouts"]).elements
    #expect(layouts.count == 100)
    #expect(layouts.first?["id"]?.string == used)
    #expect(layouts.first?["hits"]?.number == 3)
    #expect(layouts.dropFirst().allSatisfy { $0["hits"]?.number == 0 })
    let bytes = layouts.compactMap { $0["bytes"]?.number }
    #expect(bytes == bytes.sorted(by: >))
    for layout in layouts {
      let items = try #require(layout["items"]?.number)
      #expect(ids[Int(items)] == layout["id"]?.string)
    }
    #expect((page["bytes"]?.number ?? 0) > bytes.reduce(0, +))
  }

  @Test func `What runs and what waits is listed while all workers are busy`() throws {
    let (program, operators) = try start(["--workers", "1", "--work-timeout", "300"])
    var width = 1_000
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    // Until both have been seen: a fast machine may have computed everything by the time it is asked.
    while true {
      for _ in 0..<4 {
        width += 1
        let body = Array(Self.waterfall(items: 60_000, width: width).utf8)
        let socket = try program.client.connect()
        sockets.append(socket)
        try LiveClient.write(
          Array(
            "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
            + body, socket)
      }
      let page = try json(operators, "/debug/jobs")
      #expect(page["workers"]?.number == 1)
      guard let running = page["running"]?.elements.first,
        let waiting = page["waiting"]?.elements.first
      else { continue }
      #expect((page["waitingCount"]?.number ?? 0) >= 1)
      for job in [running, waiting] {
        #expect(job["kind"]?.string == "layout")
        #expect(job["client"]?.string == "127.0.0.1")
        #expect(job["id"]?.string?.count == 64)
        #expect((job["bytes"]?.number ?? 0) > 60_000)
        #expect((job["waitedSeconds"]?.number ?? -1) >= 0)
      }
      #expect((running["runsSeconds"]?.number ?? -1) >= 0)
      #expect(waiting["runsSeconds"] == nil)
      break
    }
  }

  private static func waterfall(items: Int, width: Int) -> String {
    let sizes = (0..<items).map { "\(40 + $0 * 7_919 % 300)" }.joined(separator: ",")
    return #"{"container":{"width":\#(width),"height":844},"layout":{"type":"waterfall","#
      + #""columns":3},"items":[\#(sizes)]}"#
  }
}
