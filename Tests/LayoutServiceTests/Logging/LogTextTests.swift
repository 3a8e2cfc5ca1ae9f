import Dispatch
import Foundation
import HTTPMessage
import LayoutAPI
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// What log lines are made of, and that every line gets through.
@Suite struct LogTextTests {
  /// What the text of a byte is, byte by byte.
  private func text(of byte: UInt8, _ format: LogFormat) -> String {
    switch byte {
    case UInt8(ascii: "\\"): "\\\\"
    case UInt8(ascii: "\"") where format == .json: "\\\""
    case 0x20..<0x7F: String(UnicodeScalar(byte))
    default:
      (format == .json ? "\\u00" : "\\x") + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }

  @Test(arguments: [LogFormat.json, .text])
  func `Bytes come into a line as they do one by one`(_ format: LogFormat) {
    var random = SeededGenerator(seed: 41)
    for round in 0..<5_000 {
      // Few of them, else hardly any run would be plain.
      let rare = Int.random(in: 0...2, using: &random)
      var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0x5D..<0x7F, using: &random)
      }
      for _ in 0..<rare where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] =
          UInt8.random(in: .min ... .max, using: &random)
      }
      var line: [UInt8] = []
      line.append(room: LogText.maxBytes * bytes.count) {
        LogText.write(bytes.span, format, to: &$0)
      }
      #expect(
        String(decoding: line, as: UTF8.self) == bytes.map { text(of: $0, format) }.joined(),
        "seed 41, round \(round)")
    }
    for byte in UInt8.min ... .max {
      for place in 0..<9 {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 9)
        bytes[place] = byte
        var line: [UInt8] = []
        line.append(room: 54) { LogText.write(bytes.span, format, to: &$0) }
        #expect(
          String(decoding: line, as: UTF8.self) == bytes.map { text(of: $0, format) }.joined())
      }
    }
  }

  @Test func `Times are those of Foundation, in whatever order they come`() {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    var random = SeededGenerator(seed: 42)
    var time = LogTime()
    var now = 0
    for round in 0..<4_000 {
      // Steps within a second, back by a millisecond, and to any time up to the year 2262.
      switch round % 3 {
      case 0: now += Int.random(in: 0...400_000_000, using: &random)
      case 1: now = max(0, now - 1_000_000)
      default: now = Int.random(in: 0...Int.max - 1_000_000_000, using: &random)
      }
      time.set(now)
      let text = unsafe time.text.span.withUnsafeBufferPointer {
        unsafe String(decoding: $0, as: UTF8.self)
      }
      let milliseconds = now / 1_000_000
      // A Double holds it nearly: within a millisecond, neither end is safe.
      let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.2) / 1_000)
      #expect(text == formatter.string(from: date), "seed 42, round \(round), \(now)")
    }
  }

  /// What is written, and whether the reader takes it.
  private final class Output: Sendable {
    let bytes = Mutex<[UInt8]>([])
    func write(_ more: UnsafeRawBufferPointer) -> Bool {
      bytes.withLock { unsafe $0.append(contentsOf: more) }
      return true
    }
  }

  @Test func `Lines of several threads all come, each once, and each thread's in order`() async {
    let output = Output()
    let buffer = unsafe LogBuffer { unsafe output.write($0) }
    let (threads, lines) = (4, 5_000)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<threads {
        group.addTask {
          for number in 0..<lines {
            buffer.append(at: number) { line, _ in line += Array("\(thread) \(number)\n".utf8) }
            if number % 999 == 0 { buffer.flush() }
          }
        }
      }
    }
    buffer.flush()
    let text = output.bytes.withLock { String(decoding: $0, as: UTF8.self) }
    var seen = [[Int]](repeating: [], count: threads)
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ").compactMap { Int($0) }
      guard parts.count == 2 else {
        Issue.record("torn: \(line)")
        return
      }
      seen[parts[0]].append(parts[1])
    }
    #expect(seen == [[Int]](repeating: Array(0..<lines), count: threads))
    #expect(buffer.dropped == 0)
  }

  @Test(arguments: [
    (
      LogFormat.json,
      #"{"time":"2025-11-21T01:38:45.123Z","level":"warning","message":"log lines were dropped: "#
        + #"they could not be written in time","lines":904}"#
    ),
    (
      .text,
      "2025-11-21T01:38:45.123Z warning log lines were dropped: they could not be written in time "
        + "lines=904"
    ),
  ])
  func `Where lines were dropped, a line says how many`(_ format: LogFormat, _ said: String) {
    let output = Output()
    let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let buffer = unsafe LogBuffer(format: format) {
      begun.signal()
      gate.wait()
      return unsafe output.write($0)
    }
    buffer.append(at: 0) { line, _ in line += Array("first\n".utf8) }
    begun.wait()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1_023) + [UInt8(ascii: "\n")]
    for _ in 0..<5_000 { buffer.append(at: 0) { lines, _ in lines += line } }
    for _ in 0..<4 { gate.signal() }
    buffer.flush()
    for text in ["next\n", "last\n"] {
      buffer.append(at: 1_763_689_125_123_000_000) { line, _ in line += Array(text.utf8) }
    }
    buffer.flush()
    let lines = output.bytes.withLock { String(decoding: $0, as: UTF8.self) }
      .split(separator: "\n")
    #expect(lines.count == 1 + 4_096 + 3)
    #expect(lines.suffix(3) == [Substring(said), "next", "last"])
    #expect(buffer.dropped == 904)
  }

  @Test(arguments: [LogFormat.json, .text])
  func `The longest line has room, and is one line`(_ format: LogFormat) throws {
    // Every byte of it takes the most that a byte can.
    let target = 5..<20_000
    let name = Array("traceparent".utf8)
    let trace = "00-" + String(repeating: "a", count: 32) + "-" + String(repeating: "b", count: 20)
    var bytes = [UInt8](repeating: 0x01, count: target.upperBound)
    let names = bytes.count..<bytes.count + name.count
    bytes += name
    let values = bytes.count..<bytes.count + trace.utf8.count
    bytes += Array(trace.utf8)
    let request = HTTPRequest(
      bytes: bytes, method: .other, target: target, path: target, query: nil, minorVersion: 1,
      fields: [HTTPField(name: names, value: values)], framing: .none, expectsContinue: false,
      keepsAlive: true)
    var response = HTTPResponse(status: HTTPStatus(code: .max))
    let id = try #require(
      RequestID(
        TestRequest.head("GET", "/", ["X-Request-ID: \(String(repeating: "i", count: 64))"])))
    response.note.outcome = .tooLarge
    response.addContext(RequestContext(id: id, allowedOrigin: nil))
    for problem in ProblemKind.allCases {
      response.note.problem = problem
      let output = Output()
      let buffer = unsafe LogBuffer { unsafe output.write($0) }
      AccessLog(buffer, format: format) { .max }.write(
        request, response,
        HTTPAccessRecord(
          bytesSent: .max, duration: 1e10, isComplete: false,
          remoteAddress: String(repeating: "\u{1}", count: 200)))
      buffer.flush()
      let line = output.bytes.withLock { $0 }
      #expect(line.count > 4 * target.count)
      #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
      #expect(line.last == UInt8(ascii: "\n"))
      #expect(line.dropLast().allSatisfy { 0x20..<0x7F ~= $0 })
    }
  }
}
