import HTTPMessage
import Logging

/// Writes one line a request: who asked for what, the status, bytes, milliseconds, what the cache
/// did, and the request's id.
///
/// The line is built straight into the buffer's bytes, in the same form as the logger's own lines:
/// through swift-log's metadata it would cost as much as the request itself.
public struct AccessLog: Sendable {
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
  /// answered with success, which happens all the time and tells nothing.
  static func level(_ record: HTTPAccessRecord, _ route: RouteLabel) -> Logger.Level {
    switch route {
    case .health, .readiness, .metrics:
      200..<300 ~= record.response.status.code ? .debug : .info
    default: .info
    }
  }

  /// Writes the line of an exchange that has ended.
  func write(_ record: HTTPAccessRecord, level: Logger.Level = .info) {
    let time = wallClock()
    var record = record
    if let request = record.request,
      let client = proxies.client(of: request, from: record.remoteAddress)
    {
      record.remoteAddress = request.bytes.text(in: client)
    }
    buffer.append { [record] line in
      switch format {
      case .json: appendJSON(record, level, time, to: &line)
      case .text: appendText(record, level, time, to: &line)
      }
    }
  }

  private func appendJSON(
    _ record: HTTPAccessRecord, _ level: Logger.Level, _ time: Int, to line: inout [UInt8]
  ) {
    LogText.append("{\"time\":\"", to: &line)
    LogText.append(time: time, to: &line)
    LogText.append("\",\"level\":\"", to: &line)
    LogText.appendJSON(level.rawValue.utf8, to: &line)
    LogText.append("\",\"message\":\"request\"", to: &line)
    if let request = record.request {
      LogText.append(",\"method\":\"", to: &line)
      LogText.appendJSON(Self.method(request), to: &line)
      LogText.append("\",\"path\":\"", to: &line)
      LogText.appendJSON(request.bytes[request.target], to: &line)
      LogText.append("\"", to: &line)
    }
    LogText.append(",\"status\":", to: &line)
    LogText.append(record.response.status.code, to: &line)
    LogText.append(",\"bytes\":", to: &line)
    LogText.append(record.bytesSent, to: &line)
    LogText.append(",\"ms\":", to: &line)
    LogText.append(milliseconds: Self.nanoseconds(record.duration), to: &line)
    if let cache = Self.cache(record.response) {
      LogText.append(",\"cache\":\"", to: &line)
      LogText.append(cache, to: &line)
      LogText.append("\"", to: &line)
    }
    if let id = record.response.value(of: "X-Request-ID") {
      LogText.append(",\"requestId\":\"", to: &line)
      LogText.appendJSON(record.response.fieldLines[id], to: &line)
      LogText.append("\"", to: &line)
    }
    if let trace = record.request.flatMap(TraceContext.traceID), let request = record.request {
      LogText.append(",\"traceId\":\"", to: &line)
      LogText.appendJSON(request.bytes[trace], to: &line)
      LogText.append("\"", to: &line)
    }
    LogText.append(",\"remote\":\"", to: &line)
    LogText.appendJSON(record.remoteAddress.utf8, to: &line)
    LogText.append(record.isComplete ? "\"}\n" : "\",\"incomplete\":true}\n", to: &line)
  }

  private func appendText(
    _ record: HTTPAccessRecord, _ level: Logger.Level, _ time: Int, to line: inout [UInt8]
  ) {
    LogText.append(time: time, to: &line)
    LogText.append(" ", to: &line)
    LogText.appendPlain(level.rawValue.utf8, to: &line)
    LogText.append(" ", to: &line)
    if let request = record.request {
      LogText.appendPlain(Self.method(request), to: &line)
      LogText.append(" ", to: &line)
      LogText.appendPlain(request.bytes[request.target], to: &line)
      LogText.append(" ", to: &line)
    } else {
      LogText.append("- ", to: &line)
    }
    LogText.append(record.response.status.code, to: &line)
    LogText.append(" ", to: &line)
    LogText.append(record.bytesSent, to: &line)
    LogText.append(" B ", to: &line)
    LogText.append(milliseconds: Self.nanoseconds(record.duration), to: &line)
    LogText.append(" ms ", to: &line)
    LogText.append(Self.cache(record.response) ?? "-", to: &line)
    LogText.append(" ", to: &line)
    if let id = record.response.value(of: "X-Request-ID") {
      LogText.appendPlain(record.response.fieldLines[id], to: &line)
    } else {
      LogText.append("-", to: &line)
    }
    LogText.append(" ", to: &line)
    LogText.appendPlain(record.remoteAddress.utf8, to: &line)
    LogText.append(record.isComplete ? "\n" : " incomplete\n", to: &line)
  }

  /// The method's bytes as sent.
  private static func method(_ request: HTTPRequest) -> ArraySlice<UInt8> {
    let end = max(request.head.lowerBound, request.target.lowerBound - 1)
    return request.bytes[request.head.lowerBound..<end]
  }

  /// What Cache-Status says; nil where no cache was asked.
  private static func cache(_ response: HTTPResponse) -> StaticString? {
    guard let value = response.value(of: "Cache-Status") else { return nil }
    return CacheStatus.allCases.first { response.fieldLines.equals($0.field, in: value) }?.name
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
