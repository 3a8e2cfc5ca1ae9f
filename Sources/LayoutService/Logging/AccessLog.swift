import HTTPMessage
import LayoutAPI
import Logging

/// Writes one line per request.
///
/// The line contains the client and its request, the status, bytes, milliseconds, the cache's part
/// in the response, the request's id, its trace, and the name of the problem that was reported.
///
/// The line is written directly into the buffer's bytes, in the form of the logger's own lines:
/// through swift-log's metadata it would cost as much as the request itself.
public struct AccessLog: Sendable {
  /// The data that a line has in addition to its request, response and record.
  private struct Context {
    let level: StaticString
    let time: InlineArray<24, UInt8>
    /// The range of the request's bytes that names the client, if a proxy has sent it.
    let client: Range<Int>?
    /// The range of the trace's id in the request's bytes.
    let trace: Range<Int>?
    let note: ResponseNote
  }

  /// Maximum bytes of a line's names, numbers and punctuation, without text from clients.
  private static let room = 512

  private let buffer: LogBuffer
  private let format: LogFormat
  private let proxies: TrustedProxies
  private let wallClock: @Sendable () -> Int

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - buffer: the buffer that lines are written to.
  ///   - format: the form of the lines.
  ///   - proxies: the proxies whose X-Forwarded-For names the client.
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

  /// Returns the level of an exchange's line.
  ///
  /// It is `info`, but `debug` for successful responses to probes and to collectors of metrics, which
  /// are frequent and say nothing.
  static func level(of status: HTTPStatus, _ route: RouteLabel) -> Logger.Level {
    switch route {
    case .health, .readiness, .metrics: 200..<300 ~= status.code ? .debug : .info
    default: .info
    }
  }

  /// Writes the line of an ended exchange.
  ///
  /// - Parameter request: nil if no head could be read.
  func write(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord,
    level: Logger.Level = .info
  ) {
    let note = response.note
    var client: Range<Int>?
    var trace: Range<Int>?
    var outside = record.remoteAddress.utf8.count + note.requestID.count
    if let request {
      client = proxies.client(of: request, from: record.remoteAddress)
      trace = TraceContext.traceID(request)
      // Everything else from the request is part of its head.
      outside += request.head.count
    }
    buffer.append(at: wallClock()) { line, time in
      let context = Context(
        level: level.word, time: time.text, client: client, trace: trace, note: note)
      line.append(room: Self.room + LogText.maxBytes * outside) { line in
        switch format {
        case .json: Self.writeJSON(request, response, record, context, to: &line)
        case .text: Self.writeText(request, response, record, context, to: &line)
        }
      }
    }
  }

  private static func writeJSON(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord,
    _ context: Context, to line: inout ByteWriter
  ) {
    line.write("{\"time\":\"")
    line.write(bytes: context.time.span)
    line.write("\",\"level\":\"")
    line.write(context.level)
    line.write("\",\"message\":\"request\"")
    if let request {
      line.write(",\"method\":\"")
      LogText.write(request.bytes.span.extracting(method(request)), .json, to: &line)
      line.write("\",\"path\":\"")
      writeTarget(of: request, .json, to: &line)
      line.write("\"")
    }
    line.write(",\"status\":")
    line.write(decimal: response.status.code)
    line.write(",\"bytes\":")
    line.write(decimal: record.bytesSent)
    line.write(",\"ms\":")
    line.write(milliseconds: nanoseconds(record.duration))
    if let outcome = context.note.outcome {
      line.write(",\"cache\":\"")
      line.write(outcome.cacheWord)
      line.write("\"")
    }
    if let problem = context.note.problem {
      line.write(",\"problem\":\"")
      let name = problem.rawValue.utf8
      line.write(bytes: name.span)
      line.write("\"")
    }
    let id = context.note.requestID
    if !id.isEmpty {
      line.write(",\"requestId\":\"")
      LogText.write(response.fieldLines.span.extracting(id), .json, to: &line)
      line.write("\"")
    }
    if let request, let trace = context.trace {
      line.write(",\"traceId\":\"")
      LogText.write(request.bytes.span.extracting(trace), .json, to: &line)
      line.write("\"")
    }
    line.write(",\"remote\":\"")
    writeRemote(request, record, context, .json, to: &line)
    line.write(record.isComplete ? "\"}\n" : "\",\"incomplete\":true}\n")
  }

  private static func writeText(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord,
    _ context: Context, to line: inout ByteWriter
  ) {
    line.write(bytes: context.time.span)
    line.write(" ")
    line.write(context.level)
    line.write(" ")
    if let request {
      LogText.write(request.bytes.span.extracting(method(request)), .text, to: &line)
      line.write(" ")
      writeTarget(of: request, .text, to: &line)
      line.write(" ")
    } else {
      line.write("- ")
    }
    line.write(decimal: response.status.code)
    line.write(" ")
    line.write(decimal: record.bytesSent)
    line.write(" B ")
    line.write(milliseconds: nanoseconds(record.duration))
    line.write(" ms ")
    line.write(context.note.outcome?.cacheWord ?? "-")
    line.write(" ")
    let id = context.note.requestID
    if id.isEmpty { line.write("-") }
    LogText.write(response.fieldLines.span.extracting(id), .text, to: &line)
    line.write(" ")
    writeRemote(request, record, context, .text, to: &line)
    if let problem = context.note.problem {
      line.write(" ")
      let name = problem.rawValue.utf8
      line.write(bytes: name.span)
    }
    if let request, let trace = context.trace {
      line.write(" trace=")
      LogText.write(request.bytes.span.extracting(trace), .text, to: &line)
    }
    line.write(record.isComplete ? "\n" : " incomplete\n")
  }

  /// Writes the target, with an asterisk in place of each signature, because the log's readers must not be able
  /// to send the request again.
  private static func writeTarget(
    of request: HTTPRequest, _ format: LogFormat, to line: inout ByteWriter
  ) {
    var start = request.target.lowerBound
    if request.query != nil {
      for parameter in request.queryString
      where PercentEncoding.equals(request.bytes, in: parameter.name, "sig")
        && !parameter.value.isEmpty
      {
        LogText.write(
          request.bytes.span.extracting(start..<parameter.value.lowerBound), format, to: &line)
        line.write("*")
        start = parameter.value.upperBound
      }
    }
    LogText.write(
      request.bytes.span.extracting(start..<request.target.upperBound), format, to: &line)
  }

  private static func writeRemote(
    _ request: HTTPRequest?, _ record: HTTPAccessRecord, _ context: Context, _ format: LogFormat,
    to line: inout ByteWriter
  ) {
    if let request, let client = context.client {
      LogText.write(request.bytes.span.extracting(client), format, to: &line)
    } else {
      let address = record.remoteAddress.utf8
      LogText.write(address.span, format, to: &line)
    }
  }

  /// Returns the range of the method in the request's bytes.
  private static func method(_ request: HTTPRequest) -> Range<Int> {
    request.head.lowerBound..<max(request.head.lowerBound, request.target.lowerBound - 1)
  }

  private static func nanoseconds(_ seconds: Double) -> UInt64 {
    UInt64(exactly: (max(0, seconds) * 1e9).rounded()) ?? 0
  }
}

extension Logger.Level {
  /// The level's name, without a copy.
  fileprivate var word: StaticString {
    switch self {
    case .trace: "trace"
    case .debug: "debug"
    case .info: "info"
    case .notice: "notice"
    case .warning: "warning"
    case .error: "error"
    case .critical: "critical"
    }
  }
}

/// The `traceparent` field (W3C Trace Context): `00-` trace id `-` parent id `-` flags.
enum TraceContext {
  /// Returns the range of the trace id's 32 digits; nil if the field is missing or malformed.
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
