/// A connection's turn: what it may do before other connections have theirs.
struct Turn {
  /// Reads in a row: 128 KiB, which take 0.1 ms to hash.
  static let readBudget = 2
  /// Requests in a row.
  static let requestBudget = 64
  /// Longest turn, in nanoseconds.
  static let time: UInt64 = 200_000

  /// Requests that may still begin.
  var requestsLeft = Turn.requestBudget
  /// When the turn ends, by the monotonic clock.
  private(set) var end: UInt64 = 0
  /// Whether the connection waits for its turn.
  var isAwaited = false
  /// Whether the connection has waited for this turn.
  var isGranted = false

  /// Whether no request has begun in this turn.
  var isUnused: Bool { requestsLeft == Self.requestBudget }

  /// Begins a turn.
  mutating func begin(at now: UInt64) {
    requestsLeft = Self.requestBudget
    end = now &+ Self.time
  }
}
