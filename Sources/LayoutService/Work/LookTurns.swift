/// When a computation looks whether anyone still waits for it.
///
/// It is asked between sections, of which there may be 100,000, or a few that take long each; every
/// look takes the cache's lock. So it looks the first time, every 256th time, and where it has not
/// looked for 5 ms.
struct LookTurns {
  private static let every = 256
  private static let patience: UInt64 = 5_000_000

  /// Asks since the last look, this one included; the first one is due.
  private var asked = LookTurns.every - 1
  private var looked: UInt64 = 0

  /// Whether this ask is one to look at.
  ///
  /// - Parameter now: nanoseconds of a clock that never goes back.
  mutating func isDue(at now: UInt64) -> Bool {
    asked += 1
    guard asked >= Self.every || now &- looked >= Self.patience else { return false }
    asked = 0
    looked = now
    return true
  }
}
