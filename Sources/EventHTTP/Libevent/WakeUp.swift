import CLibevent

/// Wakes a base from any thread.
///
/// Wraps `event_active`.
@safe
final class WakeUp {
  private let action: () -> Void
  // Outlives the event, which is freed first.
  private let base: EventBase
  private var pointer: OpaquePointer?

  /// Makes a wake-up; `action` is called on the base's thread.
  init(base: EventBase, action: @escaping () -> Void) throws(EventError) {
    self.action = action
    self.base = base
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pointer = unsafe event_new(
      base.pointer, -1, Int16(EV_PERSIST),
      { _, _, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<WakeUp>.fromOpaque(context).takeUnretainedValue().action()
      }, context)
    guard unsafe pointer != nil else { throw EventError(call: "event_new") }
  }

  deinit {
    if let pointer = unsafe pointer { unsafe event_free(pointer) }
  }

  /// Has the action called soon; calls before that happens count as one.
  func activate() {
    if let pointer = unsafe pointer { unsafe event_active(pointer, Int32(EV_READ), 0) }
  }
}
