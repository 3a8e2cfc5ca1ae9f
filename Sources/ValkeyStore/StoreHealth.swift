/// The health of a connection to the store.
///
/// A connection is up only after `PING` has been answered. With each failure in a row, the wait before
/// the next attempt doubles, up to `maxWait`. This is a value without a clock: its caller supplies
/// the times.
struct StoreHealth: Equatable {
  enum Phase: Equatable {
    /// No connection; the next attempt is due at this time of the monotonic clock.
    case waiting(until: UInt64)
    /// An attempt to connect is under way; it lasts until `PING` is answered.
    case connecting
    /// `PING` was answered.
    case up
  }

  /// The wait after the first failure in a row, in nanoseconds; chance changes it by a fifth at most.
  static let minWait: UInt64 = 250_000_000
  /// The longest wait after a failure, in nanoseconds; chance changes it by a fifth at most.
  static let maxWait: UInt64 = 5_000_000_000

  private(set) var phase = Phase.waiting(until: 0)
  /// The number of attempts that ended with a response to `PING`.
  private(set) var connects = 0
  /// The number of attempts that ended without a response to `PING`.
  private(set) var failedConnects = 0
  private var wait = minWait

  var isUp: Bool { phase == .up }

  /// Whether an attempt is due.
  func isDue(at now: UInt64) -> Bool {
    guard case .waiting(let time) = phase else { return false }
    return time <= now
  }

  /// Records that an attempt begins.
  mutating func attempt() {
    phase = .connecting
  }

  /// Records that `PING` has been answered.
  mutating func answered() {
    phase = .up
    connects += 1
    wait = Self.minWait
  }

  /// Records that the connection, or the attempt, has failed.
  ///
  /// - Parameter chance: a random number from 0 to 1, so that replicas do not all reconnect at once.
  mutating func failed(at now: UInt64, chance: Double) {
    if phase == .connecting { failedConnects += 1 }
    phase = .waiting(until: now &+ UInt64(Double(wait) * (0.8 + 0.4 * chance)))
    wait = min(wait * 2, Self.maxWait)
  }
}
