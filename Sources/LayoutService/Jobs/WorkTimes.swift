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
  /// CPU time of parsing and laying out.
  var cpu: UInt64 = 0

  /// Adds what another layout took that the same response needs.
  mutating func add(_ other: WorkTimes) {
    func sum(_ first: UInt64?, _ second: UInt64?) -> UInt64? {
      first == nil && second == nil ? nil : (first ?? 0) &+ (second ?? 0)
    }
    parse = sum(parse, other.parse)
    layout = sum(layout, other.layout)
    store = sum(store, other.store)
    cpu = cpu &+ other.cpu
  }
}
