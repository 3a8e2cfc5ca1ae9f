/// A connection's turn: how much it may do before other connections have theirs.
struct TimeSlice {
  /// Maximum reads of a turn: 128 KiB, which take 0.1 ms to hash.
  static let readBudget = 2
  /// Maximum requests of a turn.
  static let requestBudget = 64
  /// Maximum time of a turn, in nanoseconds.
  static let time: UInt64 = 200_000

  /// The number of requests that may still begin in this turn.
  var requestsLeft = TimeSlice.requestBudget
  /// The end of the turn, in nanoseconds of the monotonic clock.
  private(set) var end: UInt64 = 0
  /// Whether the connection is waiting for a turn.
  var isAwaited = false
  /// Whether the current turn is one that the connection has waited for in the queue.
  var isGranted = false

  /// Whether no request has begun in this turn.
  var isUnused: Bool { requestsLeft == Self.requestBudget }

  /// Begins a turn.
  mutating func begin(at now: UInt64) {
    requestsLeft = Self.requestBudget
    end = now &+ Self.time
  }
}
