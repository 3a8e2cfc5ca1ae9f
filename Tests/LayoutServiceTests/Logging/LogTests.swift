import Dispatch
import Foundation
import HTTPMessage
import LayoutAPI
import Logging
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// Log lines: one a request, whole, and never another's.
@Suite(.waits) struct LogTests {
  /// Collects what is written.
  private final class Output: Sendable {
    let text = Mutex<[UInt8]>([])

    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
      text.withLock { unsafe $0.append(contentsOf: bytes) }
      return true
    }

    var lines: [String] {
      text.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").map(String.init)
    }
  }

  /// An exchange that has ended.
  private struct Entry {
    var request: HTTPRequest?
    var response: HTTPResponse
    var record: HTTPAccessRecord

    func write(to log: AccessLog) { log.write(request, response, record) }
  }

  /// What a reader of JSON lines finds.
  private struct Line: Decodable {
    var status: Int
    var path: String?
    var remote: String
  }

  /// What it finds of an update.
  private struct UpdateLine: Decodable, Equatable {
    var method = "POST"
    var path: String
    var status: Int
    var cache: String?
    var requestId = "abc"

    init(_ parent: String, _ status: Int, cache: String?) {
      path = parent + "/updates?rect=all"
      self.status = status
      self.cache = cache
    }
  }

  /// 2025-11-21 01:38:45.123 UTC.
  private static let time = 1_763_689_125_123_000_000

  private func entry(
    _ target: String = "/v1/layouts?rect=all", _ fields: [String] = [], status: Int = 200,
    isComplete: Bool = true
  ) throws -> Entry {
    var response = HTTPResponse(status: HTTPStatus(code: status))
    response.addField("Content-Type", StaticString("application/json"))
    response.note.outcome = .collapsed
    let id = try #require(RequestID(TestRequest.head("GET", "/", ["X-Request-ID: abc"])))
    response.addContext(RequestContext(id: id, allowedOrigin: nil))
    let request = try TestRequest.head("POST", target, fields)
    return Entry(
      request: request, response: response,
      record: HTTPAccessRecord(
        bytesSent: 1_234, duration: 0.001_234_5, isComplete: isComplete,
        remoteAddress: "192.0.2.1:5000", tag: Route(request).label.tag))
  }

  private func lines(
    _ format: LogFormat, _ entries: [Entry],
    trusting proxies: TrustedProxies = TrustedProxies()
  ) -> [String] {
    let output = Output()
    let buffer = unsafe LogBuffer { unsafe output.write($0) }
    let log = AccessLog(buffer, format: format, trusting: proxies) { Self.time }
    for entry in entries { entry.write(to: log) }
    buffer.flush()
    return output.lines
  }

  @Test func `A request's line as JSON`() throws {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    let line = try #require(
      lines(.json, [try entry("/v1/layouts", ["traceparent: 00-\(trace)-00f067aa0ba902b7-01"])])
        .first)
    #expect(
      line
        == #"{"time":"2025-11-21T01:38:45.123Z","level":"info","message":"request","#
        + #""method":"POST","path":"/v1/layouts","status":200,"bytes":1234,"ms":1.234,"#
        + #""cache":"collapsed","requestId":"abc","traceId":"\#(trace)","#
        + #""remote":"192.0.2.1:5000"}"#)
  }

  @Test func `An update's line tells its parent, its status, and whether its version was held`()
    throws
  {
    let output = Output()
    let buffer = unsafe LogBuffer { unsafe output.write($0) }
    let log = AccessLog(buffer, format: .json) { Self.time }
    let service = TestService()
    let posted = try service.send("POST", "/v1/layouts", text: TestDocument.list(3))
    let parent = try #require(posted["location"])
    let missing = "/v1/layouts/" + String(repeating: "0", count: 64)
    for path in [parent, parent, missing] {
      let pending = try service.begin(
        "POST", path + "/updates?rect=all", ["X-Request-ID: abc"],
        body: Array(#"{"append":[{"items":1}]}"#.utf8))
      let response = try pending.immediate ?? #require(pending.exchange.reply.wait())
      log.write(
        pending.request, response,
        HTTPAccessRecord(
          bytesSent: 9, duration: 0, isComplete: true, remoteAddress: "unix",
          tag: Route(pending.request).label.tag))
    }
    buffer.flush()
    let lines = try output.lines.map {
      try JSONDecoder().decode(UpdateLine.self, from: Data($0.utf8))
    }
    #expect(
      lines == [
        UpdateLine(parent, 201, cache: "stored"), UpdateLine(parent, 200, cache: "hit"),
        UpdateLine(missing, 404, cache: nil),
      ])
  }

  @Test func `A request's line for people`() throws {
    #expect(
      lines(.text, [try entry(status: 499, isComplete: false)]) == [
        "2025-11-21T01:38:45.123Z info POST /v1/layouts?rect=all 499 1234 B 1.234 ms collapsed abc "
          + "192.0.2.1:5000 incomplete"
      ])
  }

  @Test func `A problem's line names it, and the trace`() throws {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    let service = TestService()
    for (target, name) in [
      ("/v1/layouts/x", "not-found"),
      ("/v1/layouts/\(TestDocument.waterfallID)", "layout-not-cached"),
    ] {
      let pending = try service.begin(
        "GET", target, ["X-Request-ID: abc", "traceparent: 00-\(trace)-00f067aa0ba902b7-01"])
      let entry = Entry(
        request: pending.request, response: try #require(pending.immediate),
        record: HTTPAccessRecord(
          bytesSent: 9, duration: 0, isComplete: false, remoteAddress: "unix",
          tag: Route(pending.request).label.tag))
      #expect(
        lines(.text, [entry]).first?.hasSuffix(
          " GET \(target) 404 9 B 0.000 ms - abc unix \(name) trace=\(trace) incomplete") == true)
      let line = try FixtureValue(Array(try #require(lines(.json, [entry]).first).utf8))
      #expect(line["problem"]?.string == name)
      #expect(line["requestId"]?.string == "abc")
      #expect(line["traceId"]?.string == trace)
    }
  }

  @Test func `Every problem has a number of its own, which a response carries to the log`() {
    #expect(Set(ProblemKind.allCases.map(\.number)).count == ProblemKind.allCases.count)
    for kind in ProblemKind.allCases {
      #expect(ProblemKind(number: kind.number) == kind)
      var note = ResponseNote()
      note.problem = kind
      note.outcome = .hit
      note.requestID = 300..<364
      let read = ResponseNote(tag: note.tag)
      #expect(read.problem == kind)
      #expect(read.outcome == .hit)
      #expect(read.requestID == 300..<364)
    }
    #expect(ProblemKind(number: 0) == nil)
    #expect(ProblemKind(number: 255) == nil)
    #expect(ResponseNote(tag: 0).problem == nil)
  }

  @Test func `No client writes log lines of its own`() throws {
    // The parser refuses control characters; the log does not count on it.
    let bytes = Array("GET /a\n{\"x\":1}\u{1B}[2J\"\\ HTTP/1.1\r\n\r\n".utf8)
    let target = 4..<bytes.count - 13
    var entry = try entry()
    entry.request = HTTPRequest(
      bytes: bytes, method: .get, target: target, path: target, query: nil, minorVersion: 1,
      fields: [], framing: .none, expectsContinue: false, keepsAlive: true)
    entry.record.remoteAddress = "a\nb"
    for format in [LogFormat.json, .text] {
      let lines = lines(format, [entry])
      #expect(lines.count == 1)
      #expect(lines[0].utf8.allSatisfy { 0x20..<0x7F ~= $0 })
    }
    let line = try JSONDecoder().decode(Line.self, from: Data(lines(.json, [entry])[0].utf8))
    #expect(line.path == "/a\n{\"x\":1}\u{1B}[2J\"\\")
    #expect(line.remote == "a\nb")
  }

  @Test func `A line has no signature of its URL`() throws {
    for (target, logged) in [
      ("/a?x=1&sig=s3cret", "/a?x=1&sig=*"), ("/a?sig=s3cret&x=1", "/a?sig=*&x=1"),
      ("/a?sig=s3cret&sig=s3cret&", "/a?sig=*&sig=*&"), ("/a?%73ig=s3cret", "/a?%73ig=*"),
      ("/a?sig=", "/a?sig="), ("/a?sign=1", "/a?sign=1"), ("/sig=1", "/sig=1"),
    ] {
      let entry = try entry(target)
      #expect(lines(.json, [entry])[0].contains("\"path\":\"\(logged)\""))
      #expect(lines(.text, [entry])[0].contains(" POST \(logged) "))
    }
  }

  @Test func `The client that a trusted proxy names is the line's`() throws {
    let entry = try entry(
      "/a", ["X-Forwarded-For: 1.1.1.1, 203.0.113.5, 192.0.2.9"], isComplete: false)
    let proxies = try TrustedProxies(["192.0.2.0/24"])
    let json = try #require(lines(.json, [entry], trusting: proxies).first)
    #expect(json.hasSuffix(#","remote":"203.0.113.5","incomplete":true}"#))
    let text = try #require(lines(.text, [entry], trusting: proxies).first)
    #expect(text.hasSuffix(" 203.0.113.5 incomplete"))
    for others in [[], ["192.0.2.2/31"], ["unix"]] {
      let line = try #require(
        lines(.json, [entry], trusting: try TrustedProxies(others)).first)
      #expect(line.contains(#""remote":"192.0.2.1:5000""#))
    }
  }

  @Test func `No control character comes into the log as an address`() throws {
    let proxies = try TrustedProxies(["192.0.2.1"])
    for value in ["203.0.113.5\n{\"x\":1}", "\u{1B}[2J", "1.1.1.1\r", "203.0.113.5, \0"] {
      // The parser refuses these; the log does not count on it.
      var entry = try entry()
      let bytes = Array("GET /a X-Forwarded-For\(value)".utf8)
      entry.request = HTTPRequest(
        bytes: bytes, method: .get, target: 4..<6, path: 4..<6, query: nil, minorVersion: 1,
        fields: [HTTPField(name: 7..<22, value: 22..<bytes.count)], framing: .none,
        expectsContinue: false, keepsAlive: true)
      for format in [LogFormat.json, .text] {
        let lines = lines(format, [entry], trusting: proxies)
        #expect(lines.count == 1)
        #expect(lines[0].contains("192.0.2.1:5000"))
        #expect(lines[0].utf8.allSatisfy { 0x20..<0x7F ~= $0 })
      }
    }
  }

  @Test func `What had no head is logged, too`() throws {
    var entry = try entry(status: 400)
    entry.request = nil
    let line = try JSONDecoder().decode(Line.self, from: Data(lines(.json, [entry])[0].utf8))
    #expect(line.status == 400)
    #expect(line.path == nil)
  }

  @Test func `The logger's own lines have the same form`() throws {
    let output = Output()
    let buffer = unsafe LogBuffer { unsafe output.write($0) }
    for format in [LogFormat.json, .text] {
      var logger = Logger(label: "tatami") { _ in
        LineLogHandler(buffer, format: format, level: .info) { Self.time }
      }
      logger[metadataKey: "b"] = "2"
      logger.warning("a \"quoted\"\nmessage", metadata: ["a": "1"])
      logger.debug("not written")
    }
    buffer.flush()
    #expect(
      output.lines == [
        #"{"time":"2025-11-21T01:38:45.123Z","level":"warning","#
          + #""message":"a \"quoted\"\u000amessage","a":"1","b":"2"}"#,
        #"2025-11-21T01:38:45.123Z warning a "quoted"\x0amessage a=1 b=2"#,
      ])
  }

  @Test func `A disk that accepts nothing makes no request wait, and lost lines are counted`()
    throws
  {
    let gate = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let buffer = unsafe LogBuffer { _ in
      begun.signal()
      gate.wait()
      return false
    }
    buffer.append(at: 0) { line, _ in line += Array("first\n".utf8) }
    begun.wait()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1_023) + [UInt8(ascii: "\n")]
    for _ in 0..<5_000 { buffer.append(at: 0) { lines, _ in lines += line } }
    // 4 MiB of lines wait; the other 904 are lost.
    #expect(buffer.dropped == 904)
    gate.signal()
    gate.signal()
    buffer.flush()
    #expect(buffer.dropped == 5_001)
  }

  @Test func `A reader that has stopped does not hold the last lines' writer for ever`() throws {
    let gate = DispatchSemaphore(value: 0)
    let buffer = unsafe LogBuffer { _ in
      gate.wait()
      return true
    }
    buffer.append(at: 0) { line, _ in line += Array("first\n".utf8) }
    #expect(!buffer.flush(within: 0.01))
    #expect(!buffer.flush(within: -1))
    gate.signal()
    #expect(buffer.flush(within: 120))
  }

  /// The lines that a service writes at this level.
  private func served(
    _ level: Logger.Level, _ format: LogFormat, _ entry: Entry
  ) -> [String] {
    let output = Output()
    let buffer = unsafe LogBuffer { unsafe output.write($0) }
    let service = LayoutService(
      settings: ServiceSettings(),
      logger: Logger(label: "tatami") { _ in
        LineLogHandler(buffer, format: format, level: level) { Self.time }
      }, accessLog: AccessLog(buffer, format: format) { Self.time })
    service.finished(entry.request, entry.response, entry.record)
    buffer.flush()
    return output.lines
  }

  @Test func `Requests are logged at info, and not above`() throws {
    #expect(served(.info, .json, try entry()).count == 1)
    #expect(served(.notice, .json, try entry()).isEmpty)
  }

  @Test func `Probes and collectors that are answered with success are logged at debug`() throws {
    for path in ["/healthz", "/readyz?a", "/metrics"] {
      for status in [200, 204] {
        let entry = try entry(path, status: status)
        #expect(served(.info, .json, entry).isEmpty)
        let json = try #require(served(.debug, .json, entry).first)
        #expect(json.contains(#""level":"debug","message":"request""#))
        let text = try #require(served(.debug, .text, entry).first)
        #expect(text.hasPrefix("2025-11-21T01:38:45.123Z debug POST \(path) "))
      }
      for status in [401, 405, 499, 503] {
        #expect(served(.info, .json, try entry(path, status: status)).count == 1)
      }
    }
    for path in ["/", "/healthzz", "/v1/layouts", "/nothing"] {
      #expect(served(.info, .json, try entry(path)).count == 1)
    }
  }
}
