import HTTPMessage

/// How long the parts of a request's work took, in nanoseconds, for Server-Timing
/// (Contract §8); nil for parts that were not done.
struct ServerTiming: Sendable {
  /// Waiting for a worker.
  var queue: UInt64?
  /// Reading the document.
  var parse: UInt64?
  /// Laying it out.
  var layout: UInt64?
  /// Finding and writing what was asked for.
  var query: UInt64?

  /// Appends the field; nothing where no part was done.
  func addField(to response: inout HTTPResponse) {
    guard queue != nil || parse != nil || layout != nil || query != nil else { return }
    response.addField("Server-Timing") { line in
      var isFirst = true
      func append(_ name: StaticString, _ duration: UInt64?) {
        guard let duration else { return }
        if !isFirst { line.append(", ") }
        isFirst = false
        line.append(name)
        LogText.append(milliseconds: duration, to: &line)
      }
      append("queue;dur=", queue)
      append("parse;dur=", parse)
      append("layout;dur=", layout)
      append("query;dur=", query)
    }
  }
}
