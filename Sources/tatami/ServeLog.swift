import LayoutService
import Logging

/// The log of `tatami serve`: its buffer, its format and the logger that writes to it.
struct ServeLog: Sendable {
  let buffer: LogBuffer
  let format: LogFormat
  let logger: Logger

  /// Creates the log that the settings describe, on standard error.
  init(_ settings: ServeSettings) {
    let clock = ProcessEnvironment.wallClock
    let format: LogFormat =
      settings.logFormat ?? (StandardStream.error.isTerminal ? .text : .json)
    let buffer = unsafe LogBuffer(format: format) { unsafe StandardStream.error.write($0) }
    self.buffer = buffer
    self.format = format
    logger = Logger(label: "tatami") { _ in
      LineLogHandler(buffer, format: format, level: settings.logLevel, wallClock: clock)
    }
  }

  /// Logs why the process ends before it has served, and waits at most 5 seconds for the line.
  func fail(_ reason: String) {
    logger.critical("\(reason)")
    buffer.flush(within: 5)
  }
}
