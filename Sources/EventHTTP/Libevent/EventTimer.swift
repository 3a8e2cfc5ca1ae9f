import CLibevent

/// Calls back once after a time.
///
/// Wraps `evtimer_new`; arming costs no system call.
@safe
final class EventTimer {
  private let action: () -> Void
  // Outlives the event, which is freed first.
  private let base: EventBase
  private var pointer: OpaquePointer?

  /// Makes a timer that is not armed; `action` is called on the base's thread.
  init(base: EventBase, action: @escaping () -> Void) throws(EventError) {
    self.action = action
    self.base = base
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pointer = unsafe event_new(
      base.pointer, -1, 0,
      { _, _, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<EventTimer>.fromOpaque(context).takeUnretainedValue().action()
      }, context)
    guard unsafe pointer != nil else { throw EventError(call: "event_new") }
  }

  deinit {
    if let pointer = unsafe pointer { unsafe event_free(pointer) }
  }

  /// Arms the timer, instead of what it was armed for before (`event_add`).
  ///
  /// - Parameter nanoseconds: from now; rounded up to microseconds.
  func arm(after nanoseconds: UInt64) {
    guard let pointer = unsafe pointer else { return }
    let microseconds = Int((min(nanoseconds, 1 << 61) + 999) / 1_000)
    var time = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
    _ = unsafe event_add(pointer, &time)
  }
}
