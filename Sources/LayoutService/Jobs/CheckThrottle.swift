/// Limits checks for waiting requests and the deadline to one every 2 ms.
///
/// Work calls `isDue` every fraction of a millisecond, but the check takes a lock. So a check is due at the
/// first call, and whenever the last check is at least 2 ms ago.
struct CheckThrottle {
  private static let interval: UInt64 = 2_000_000

  private var looked: UInt64?

  /// Returns whether a check is due, and if so counts it as done.
  ///
  /// - Parameter now: nanoseconds of a clock that never goes back.
  mutating func isDue(at now: UInt64) -> Bool {
    if let looked, now &- looked < Self.interval { return false }
    looked = now
    return true
  }
}
