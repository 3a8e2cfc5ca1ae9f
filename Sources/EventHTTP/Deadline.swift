/// A connection's deadline, and the time for which its timer is armed.
///
/// The timer is armed again only if it would fire too late, so a request that arrives whole and is
/// answered at once costs no more than a write to memory. A timer that fires too early is armed again.
struct Deadline {
  /// The state of the deadline when the timer fires.
  enum Firing {
    /// The deadline has passed, and is cleared.
    case passed
    /// The deadline comes later, or is not set.
    case early
  }

  /// The deadline in nanoseconds of the monotonic clock; `.max` if it is not set.
  private(set) var time: UInt64 = .max
  private var timerTime: UInt64 = .max

  /// Sets the deadline.
  ///
  /// - Returns: whether the caller must arm the timer for `time`.
  mutating func set(at time: UInt64) -> Bool {
    self.time = time
    guard time < timerTime else { return false }
    timerTime = time
    return true
  }

  /// Removes the deadline.
  mutating func clear() {
    time = .max
  }

  /// Records that the timer has fired, and returns the state of the deadline.
  mutating func timerFired(at now: UInt64) -> Firing {
    timerTime = .max
    guard time <= now else { return .early }
    time = .max
    return .passed
  }
}
