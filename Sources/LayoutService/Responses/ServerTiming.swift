import HTTPMessage

/// Writes Server-Timing (Contract §8).
extension WorkTimes {
  /// Appends the Server-Timing field, if at least one part of the work was timed.
  func addServerTiming(to response: inout HTTPResponse) {
    guard queue != nil || parse != nil || layout != nil || query != nil || store != nil else {
      return
    }
    response.addLines(room: Self.room) { line in
      line.write("Server-Timing: ")
      var isFirst = true
      func write(_ name: StaticString, _ duration: UInt64?) {
        guard let duration else { return }
        if !isFirst { line.write(", ") }
        isFirst = false
        line.write(name)
        line.write(milliseconds: duration)
      }
      write("queue;dur=", queue)
      write("parse;dur=", parse)
      write("layout;dur=", layout)
      write("query;dur=", query)
      write("store;dur=", store)
      line.write("\r\n")
    }
  }

  /// The maximum bytes of the line: five names of up to eleven bytes, five numbers, and the text around them.
  private static let room = 20 + 5 * (2 + 11 + 24)
}
