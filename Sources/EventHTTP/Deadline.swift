/// When a connection's wait ends, beside the time for which its timer is armed.
///
/// The timer is armed anew only where it would fire too late, so a request that comes whole and is
/// answered at once costs no more than a store. A timer that fires too early is armed again.
struct Deadline {
  /// What a timer that fires finds.
  enum Firing {
    /// The deadline has passed, and is cleared.
    case passed
    /// The deadline comes later, or there is none.
    case early
  }

  /// By the monotonic clock; `.max` for none.
  private(set) var time: UInt64 = .max
  private var timerTime: UInt64 = .max

  /// Sets the deadline.
  ///
  /// - Returns: whether the timer must be armed for it.
  mutating func set(at time: UInt64) -> Bool {
    self.time = time
    guard time < timerTime else { return false }
    timerTime = time
    return true
  }

  /// Takes the deadline away.
  mutating func clear() {
    time = .max
  }

  /// Notes that the timer has fired.
  mutating func timerFired(at now: UInt64) -> Firing {
    timerTime = .max
    guard time <= now else { return .early }
    time = .max
    return .passed
  }
}
