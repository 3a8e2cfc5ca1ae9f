import HTTPMessage
import Logging

/// A log line other than a request's: a line of the logger, or the log's own.
struct LogLine {
  var level: Logger.Level
  var message: String
  /// Keys and values in the order in which they are written.
  var metadata: [(key: String, value: LogValue)]

  /// Appends the line, its line feed included.
  func append(at time: LogTime, _ format: LogFormat, to line: inout [UInt8]) {
    line.append(room: 64) { line in
      if format == .json { line.write("{\"time\":\"") }
      line.write(bytes: time.text.span)
    }
    switch format {
    case .json: appendJSON(to: &line)
    case .text: appendText(to: &line)
    }
  }

  private func appendJSON(to line: inout [UInt8]) {
    line.append("\",\"level\":\"")
    LogText.append(level.rawValue, .json, to: &line)
    line.append("\",\"message\":\"")
    LogText.append(message, .json, to: &line)
    line.append("\"")
    for (key, value) in metadata {
      line.append(",\"")
      LogText.append(key, .json, to: &line)
      line.append("\":")
      switch value {
      case .number(let text): LogText.append(text, .json, to: &line)
      case .text(let text):
        line.append("\"")
        LogText.append(text, .json, to: &line)
        line.append("\"")
      }
    }
    line.append("}\n")
  }

  private func appendText(to line: inout [UInt8]) {
    line.append(" ")
    LogText.append(level.rawValue, .text, to: &line)
    line.append(" ")
    LogText.append(message, .text, to: &line)
    for (key, value) in metadata {
      line.append(" ")
      LogText.append(key, .text, to: &line)
      line.append("=")
      switch value {
      case .number(let text), .text(let text): LogText.append(text, .text, to: &line)
      }
    }
    line.append("\n")
  }
}

/// A value of a log line: JSON has numbers without quotation marks.
enum LogValue {
  /// A finite number, as JSON writes it.
  case number(String)
  case text(String)

  /// Converts a value of swift-log: an `Int` or a finite `Double` is a number, everything else is text.
  init(_ value: Logger.MetadataValue) {
    guard case .stringConvertible(let value) = value else {
      self = .text(value.description)
      return
    }
    switch value {
    case let number as Int: self = .number("\(number)")
    case let number as Double where number.isFinite: self = .number("\(number)")
    default: self = .text(value.description)
    }
  }
}
