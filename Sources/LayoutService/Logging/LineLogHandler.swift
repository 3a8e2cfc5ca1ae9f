import HTTPMessage
public import Logging

/// How log lines are written.
public enum LogFormat: Sendable {
  /// For people: time, level, message, `key=value`.
  case text
  /// One JSON object a line.
  case json
}

/// Writes swift-log's messages as lines into a `LogBuffer`.
public struct LineLogHandler: LogHandler {
  private let buffer: LogBuffer
  private let format: LogFormat
  private let wallClock: @Sendable () -> Int

  /// The least level that is written.
  public var logLevel: Logger.Level
  /// What every line of this logger says.
  public var metadata: Logger.Metadata = [:]

  /// Creates a handler.
  ///
  /// - Parameter wallClock: the time, in nanoseconds since 1970.
  public init(
    _ buffer: LogBuffer, format: LogFormat, level: Logger.Level,
    wallClock: @escaping @Sendable () -> Int
  ) {
    self.buffer = buffer
    self.format = format
    logLevel = level
    self.wallClock = wallClock
  }

  /// What every line of this logger says under one key.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Appends one line.
  public func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let message = event.message.description
    let time = wallClock()
    buffer.append { line in
      switch format {
      case .json: appendJSON(time, event.level, message, all, to: &line)
      case .text: appendText(time, event.level, message, all, to: &line)
      }
    }
  }

  private func appendJSON(
    _ time: Int, _ level: Logger.Level, _ message: String,
    _ metadata: [(key: String, value: Logger.Metadata.Value)], to line: inout [UInt8]
  ) {
    line.append("{\"time\":\"")
    LogText.append(time: time, to: &line)
    line.append("\",\"level\":\"")
    LogText.appendJSON(level.rawValue.utf8, to: &line)
    line.append("\",\"message\":\"")
    LogText.appendJSON(message.utf8, to: &line)
    line.append("\"")
    for (key, value) in metadata {
      line.append(",\"")
      LogText.appendJSON(key.utf8, to: &line)
      line.append("\":\"")
      LogText.appendJSON(value.description.utf8, to: &line)
      line.append("\"")
    }
    line.append("}\n")
  }

  private func appendText(
    _ time: Int, _ level: Logger.Level, _ message: String,
    _ metadata: [(key: String, value: Logger.Metadata.Value)], to line: inout [UInt8]
  ) {
    LogText.append(time: time, to: &line)
    line.append(" ")
    LogText.appendPlain(level.rawValue.utf8, to: &line)
    line.append(" ")
    LogText.appendPlain(message.utf8, to: &line)
    for (key, value) in metadata {
      line.append(" ")
      LogText.appendPlain(key.utf8, to: &line)
      line.append("=")
      LogText.appendPlain(value.description.utf8, to: &line)
    }
    line.append("\n")
  }
}
