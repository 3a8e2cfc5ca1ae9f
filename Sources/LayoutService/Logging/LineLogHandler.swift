public import Logging

/// The format of log lines.
public enum LogFormat: Sendable {
  /// For people: time, level, message, `key=value`.
  case text
  /// One JSON object per line.
  case json
}

/// Writes swift-log's messages as lines into a `LogBuffer`.
public struct LineLogHandler: LogHandler {
  private let buffer: LogBuffer
  private let format: LogFormat
  private let wallClock: @Sendable () -> Int

  /// The lowest level that is written.
  public var logLevel: Logger.Level
  /// The metadata of every line of this logger.
  public var metadata: Logger.Metadata = [:]

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - buffer: the buffer that lines are written to.
  ///   - format: the form of the lines.
  ///   - level: the lowest level that is logged.
  ///   - wallClock: the time, in nanoseconds since 1970.
  public init(
    _ buffer: LogBuffer, format: LogFormat, level: Logger.Level,
    wallClock: @escaping @Sendable () -> Int
  ) {
    self.buffer = buffer
    self.format = format
    logLevel = level
    self.wallClock = wallClock
  }

  /// The metadata of every line of this logger under one key.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Appends one line.
  public func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let text = LogLine(
      level: event.level, message: event.message.description,
      metadata: all.map { ($0.key, LogValue($0.value)) })
    buffer.append(at: wallClock()) { line, time in text.append(at: time, format, to: &line) }
  }
}
