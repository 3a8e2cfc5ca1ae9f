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

  /// Adds what it took to read and make another layout for the same response.
  mutating func add(_ other: WorkTimes) {
    if let parse = other.parse { self.parse = (self.parse ?? 0) &+ parse }
    if let layout = other.layout { self.layout = (self.layout ?? 0) &+ layout }
  }
}
