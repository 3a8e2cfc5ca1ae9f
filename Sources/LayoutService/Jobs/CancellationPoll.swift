/// When work looks whether anyone still waits for it, and whether its time is up.
///
/// It is called every fraction of a millisecond; what it looks at takes a lock. So it looks the first
/// time and whenever it has not looked for 2 ms.
struct CancellationPoll {
  private static let interval: UInt64 = 2_000_000

  private var looked: UInt64?

  /// Whether it is time to look.
  ///
  /// - Parameter now: nanoseconds of a clock that never goes back.
  mutating func isDue(at now: UInt64) -> Bool {
    if let looked, now &- looked < Self.interval { return false }
    looked = now
    return true
  }
}
