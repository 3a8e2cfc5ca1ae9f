/// The durations of the parts of a request's work, in nanoseconds; nil if a part was not done.
struct WorkTimes: Sendable {
  /// Waiting for a worker.
  var queue: UInt64?
  /// Parsing the document.
  var parse: UInt64?
  /// Computing the layout.
  var layout: UInt64?
  /// Finding and writing the requested attributes or changes.
  var query: UInt64?
  /// Waiting for the store.
  var store: UInt64?
  /// CPU time of parsing and laying out.
  var cpu: UInt64 = 0

  /// Adds the times, except for `queue` and `query`, of another layout that the response needs.
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
