/// How long the parts of a request's work took, in nanoseconds; nil for parts that were not done.
struct WorkTimes: Sendable {
  /// Waiting for a worker.
  var queue: UInt64?
  /// Reading the document.
  var parse: UInt64?
  /// Laying it out.
  var layout: UInt64?
  /// Finding and writing what was requested.
  var query: UInt64?
  /// Waiting for the store of documents.
  var store: UInt64?
}
