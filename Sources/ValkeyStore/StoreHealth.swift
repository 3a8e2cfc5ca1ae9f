/// How a connection to the store fares: connected is not up, and after each failure the next attempt
/// comes later.
///
/// A value: times come from its caller.
struct StoreHealth: Equatable {
  enum Phase: Equatable {
    /// No connection; the next attempt is due at a time.
    case waiting(until: UInt64)
    /// An attempt is under way, up to the answer to `PING`.
    case connecting
    /// `PING` was answered.
    case up
  }

  /// The first wait for the next attempt, and the longest, in nanoseconds.
  static let shortestWait: UInt64 = 250_000_000
  static let longestWait: UInt64 = 5_000_000_000

  private(set) var phase = Phase.waiting(until: 0)
  /// Attempts that ended with an answer to `PING`, and without one.
  private(set) var connects = 0
  private(set) var failedConnects = 0
  private var wait = shortestWait

  var isUp: Bool { phase == .up }

  /// Whether an attempt is due.
  func isDue(at now: UInt64) -> Bool {
    guard case .waiting(let time) = phase else { return false }
    return time <= now
  }

  /// An attempt begins.
  mutating func attempt() {
    phase = .connecting
  }

  /// `PING` has been answered.
  mutating func answered() {
    phase = .up
    connects += 1
    wait = Self.shortestWait
  }

  /// The connection, or the attempt, has failed.
  ///
  /// - Parameter chance: 0 to 1, at random: replicas must not come back all at once.
  mutating func failed(at now: UInt64, chance: Double) {
    if phase == .connecting { failedConnects += 1 }
    phase = .waiting(until: now &+ UInt64(Double(wait) * (0.8 + 0.4 * chance)))
    wait = min(wait * 2, Self.longestWait)
  }
}
