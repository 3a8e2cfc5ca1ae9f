import HTTPMessage
import Logging

/// Writes one line a request: the client and its request, the status, bytes, milliseconds, what the cache
/// did, the request's id, its trace, and the name of the problem that was reported.
///
/// The line is built straight into the buffer's bytes, in the same form as the logger's own lines:
/// through swift-log's metadata it would cost as much as the request itself.
public struct AccessLog: Sendable {
  /// An exchange that has ended.
  struct Entry: Sendable {
    /// The request; nil where no head could be read.
    var request: HTTPRequest?
    var response: HTTPResponse
    var record: HTTPAccessRecord
  }

  private let buffer: LogBuffer
  private let format: LogFormat
  private let proxies: TrustedProxies
  private let wallClock: @Sendable () -> Int

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - proxies: whose X-Forwarded-For names the client.
  ///   - wallClock: the time, in nanoseconds since 1970.
  public init(
    _ buffer: LogBuffer, format: LogFormat, trusting proxies: TrustedProxies = TrustedProxies(),
    wallClock: @escaping @Sendable () -> Int
  ) {
    self.buffer = buffer
    self.format = format
    self.proxies = proxies
    self.wallClock = wallClock
  }

  /// The level of an exchange's line: `info`, but `debug` where a probe or a collector of metrics was
  /// answered with success, which happens all the time and says nothing.
  static func level(of status: HTTPStatus, _ route: RouteLabel) -> Logger.Level {
    switch route {
    case .health, .readiness, .metrics: 200..<300 ~= status.code ? .debug : .info
    default: .info
    }
  }

  /// Writes the line of an exchange that has ended.
  func write(_ entry: Entry, level: Logger.Level = .info) {
    let time = wallClock()
    var entry = entry
    if let request = entry.request,
      let client = proxies.client(of: request, from: entry.record.remoteAddress)
    {
      entry.record.remoteAddress = request.bytes.text(in: client)
    }
    buffer.append { [entry] line in
      switch format {
      case .json: appendJSON(entry, level, time, to: &line)
      case .text: appendText(entry, level, time, to: &line)
      }
    }
  }

  private func appendJSON(
    _ entry: Entry, _ level: Logger.Level, _ time: Int, to line: inout [UInt8]
  ) {
    line.append("{\"time\":\"")
    LogText.append(time: time, to: &line)
    line.append("\",\"level\":\"")
    LogText.appendJSON(level.rawValue.utf8, to: &line)
    line.append("\",\"message\":\"request\"")
    if let request = entry.request {
      line.append(",\"method\":\"")
      LogText.appendJSON(Self.method(request), to: &line)
      line.append("\",\"path\":\"")
      LogText.appendJSON(request.bytes[request.target], to: &line)
      line.append("\"")
    }
    line.append(",\"status\":")
    line.append(decimal: entry.response.status.code)
    line.append(",\"bytes\":")
    line.append(decimal: entry.record.bytesSent)
    line.append(",\"ms\":")
    line.append(milliseconds: Self.nanoseconds(entry.record.duration))
    if let origin = entry.response.note.origin {
      line.append(",\"cache\":\"")
      line.append(origin.cacheWord)
      line.append("\"")
    }
    if let problem = entry.response.note.problem {
      line.append(",\"problem\":\"")
      line.append(contentsOf: problem.rawValue.utf8)
      line.append("\"")
    }
    let id = entry.response.note.requestID
    if !id.isEmpty {
      line.append(",\"requestId\":\"")
      LogText.appendJSON(entry.response.fieldLines[id], to: &line)
      line.append("\"")
    }
    if let trace = entry.request.flatMap(TraceContext.traceID), let request = entry.request {
      line.append(",\"traceId\":\"")
      LogText.appendJSON(request.bytes[trace], to: &line)
      line.append("\"")
    }
    line.append(",\"remote\":\"")
    LogText.appendJSON(entry.record.remoteAddress.utf8, to: &line)
    line.append(entry.record.isComplete ? "\"}\n" : "\",\"incomplete\":true}\n")
  }

  private func appendText(
    _ entry: Entry, _ level: Logger.Level, _ time: Int, to line: inout [UInt8]
  ) {
    LogText.append(time: time, to: &line)
    line.append(" ")
    LogText.appendPlain(level.rawValue.utf8, to: &line)
    line.append(" ")
    if let request = entry.request {
      LogText.appendPlain(Self.method(request), to: &line)
      line.append(" ")
      LogText.appendPlain(request.bytes[request.target], to: &line)
      line.append(" ")
    } else {
      line.append("- ")
    }
    line.append(decimal: entry.response.status.code)
    line.append(" ")
    line.append(decimal: entry.record.bytesSent)
    line.append(" B ")
    line.append(milliseconds: Self.nanoseconds(entry.record.duration))
    line.append(" ms ")
    line.append(entry.response.note.origin?.cacheWord ?? "-")
    line.append(" ")
    let id = entry.response.note.requestID
    if id.isEmpty { line.append("-") }
    LogText.appendPlain(entry.response.fieldLines[id], to: &line)
    line.append(" ")
    LogText.appendPlain(entry.record.remoteAddress.utf8, to: &line)
    if let problem = entry.response.note.problem {
      line.append(" ")
      line.append(contentsOf: problem.rawValue.utf8)
    }
    if let request = entry.request, let trace = TraceContext.traceID(request) {
      line.append(" trace=")
      LogText.appendPlain(request.bytes[trace], to: &line)
    }
    line.append(entry.record.isComplete ? "\n" : " incomplete\n")
  }

  /// The method's bytes as sent.
  private static func method(_ request: HTTPRequest) -> ArraySlice<UInt8> {
    let end = max(request.head.lowerBound, request.target.lowerBound - 1)
    return request.bytes[request.head.lowerBound..<end]
  }

  private static func nanoseconds(_ seconds: Double) -> UInt64 {
    UInt64(exactly: (max(0, seconds) * 1e9).rounded()) ?? 0
  }
}

/// The `traceparent` field (W3C Trace Context): `00-` trace id `-` parent id `-` flags.
enum TraceContext {
  /// Where the trace id's 32 digits lie; nil without a well-formed field.
  static func traceID(_ request: HTTPRequest) -> Range<Int>? {
    guard let value = request.value(of: "traceparent"), value.count >= 55 else { return nil }
    let digits = value.lowerBound + 3..<value.lowerBound + 35
    guard request.bytes[digits.lowerBound - 1] == UInt8(ascii: "-"),
      request.bytes[digits.upperBound] == UInt8(ascii: "-"),
      HexText.word(request.bytes, at: digits.lowerBound) != nil,
      HexText.word(request.bytes, at: digits.lowerBound + 16) != nil
    else { return nil }
    return digits
  }
}
