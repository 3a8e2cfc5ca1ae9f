import Glibc

/// A timer that calls back once each time that it is armed; arming it costs no system call.
package struct EventTimer {
  private let event: Event

  /// Creates a timer that is not armed; `action` is called on the base's thread.
  package init(base: EventBase, action: @escaping () -> Void) throws(EventError) {
    event = try Event(base: base) { _ in action() }
  }

  /// Arms the timer; a time for which it was armed before is replaced.
  ///
  /// - Parameter nanoseconds: the time from now; rounded up to microseconds.
  package func arm(after nanoseconds: UInt64) {
    let microseconds = Int((min(nanoseconds, 1 << 61) + 999) / 1_000)
    event.add(
      after: timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000))
  }
}
