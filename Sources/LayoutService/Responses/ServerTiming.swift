import HTTPMessage

/// Server-Timing (Contract §8).
extension WorkTimes {
  /// Appends the field; nothing where no part was done.
  func addServerTiming(to response: inout HTTPResponse) {
    guard queue != nil || parse != nil || layout != nil || query != nil || store != nil else {
      return
    }
    response.addField("Server-Timing") { line in
      var isFirst = true
      func append(_ name: StaticString, _ duration: UInt64?) {
        guard let duration else { return }
        if !isFirst { line.append(", ") }
        isFirst = false
        line.append(name)
        line.append(milliseconds: duration)
      }
      append("queue;dur=", queue)
      append("parse;dur=", parse)
      append("layout;dur=", layout)
      append("query;dur=", query)
      append("store;dur=", store)
    }
  }
}
