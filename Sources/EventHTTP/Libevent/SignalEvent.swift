import CLibevent
import Glibc

/// Calls back for each arrival of a signal.
///
/// Wraps `evsignal_new`.
@safe
final class SignalEvent {
  private let action: () -> Void
  // Outlives the event, which is freed first.
  private let base: EventBase
  private var pointer: OpaquePointer?

  /// Catches a signal from now on; `action` is called on the base's thread.
  ///
  /// Only one base of a process may catch signals.
  init(base: EventBase, signal: Int32, action: @escaping () -> Void) throws(EventError) {
    self.action = action
    self.base = base
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pointer = unsafe event_new(
      base.pointer, signal, Int16(EV_SIGNAL | EV_PERSIST),
      { _, _, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<SignalEvent>.fromOpaque(context).takeUnretainedValue().action()
      }, context)
    guard let pointer = unsafe pointer else { throw EventError(call: "event_new") }
    guard unsafe event_add(pointer, nil) == 0 else { throw EventError(call: "event_add") }
    Self.unblock(signal)
  }

  /// Lets the signal through to this thread: a process inherits the signals that its parent's thread
  /// blocked, and one that is blocked for ever cannot be caught.
  private static func unblock(_ signal: Int32) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  deinit {
    if let pointer = unsafe pointer { unsafe event_free(pointer) }
  }
}
