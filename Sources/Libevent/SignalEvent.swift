import CLibevent
import Glibc

/// Calls back for each arrival of a signal.
package struct SignalEvent {
  private let event: Event

  /// Starts to catch a signal; `action` is called on the base's thread.
  ///
  /// Only one base of a process may catch signals.
  package init(base: EventBase, signal: Int32, action: @escaping () -> Void) throws(EventError) {
    event = try Event(base: base, source: signal, flags: EV_SIGNAL | EV_PERSIST) { _ in action() }
    try event.add()
    Self.unblock(signal)
  }

  /// Unblocks the signal for this thread.
  ///
  /// A process inherits the signals that its parent's thread blocked, and a signal that stays
  /// blocked cannot be caught.
  private static func unblock(_ signal: Int32) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
