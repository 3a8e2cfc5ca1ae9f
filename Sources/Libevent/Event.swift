import CLibevent

/// The changes of an event's socket since the last report; meaningless if the event has no socket.
package struct Readiness {
  /// Bytes have arrived, or the connection has failed.
  package let isReadable: Bool
  /// The send buffer has room again, or the connection has failed.
  package let isWritable: Bool
  /// The peer has shut down its write side: no more bytes follow.
  package let isFinished: Bool
}

/// An event of a base, whose action is called on the base's thread until the event is freed.
///
/// Wraps `struct event`; `SocketEvent`, `EventTimer`, `SignalEvent` and `WakeUp` are built on it.
@safe
final class Event {
  private let action: (Readiness) -> Void
  // Retained, so that the base outlives the libevent event that `deinit` frees.
  private let base: EventBase
  private var pointer: OpaquePointer?

  /// Creates an event that the base does not wait for yet (`event_new`).
  ///
  /// - Parameters:
  ///   - base: the base.
  ///   - source: a socket or a signal's number; -1 for neither.
  ///   - flags: libevent's `EV_…`.
  ///   - action: called for each report.
  init(
    base: EventBase, source: Int32 = -1, flags: Int32 = 0, action: @escaping (Readiness) -> Void
  ) throws(EventError) {
    self.action = action
    self.base = base
    // Not retained: the event is freed before this object is.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pointer = unsafe event_new(
      base.pointer, source, Int16(flags),
      { _, what, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Event>.fromOpaque(context).takeUnretainedValue().report(what)
      }, context)
    guard unsafe pointer != nil else { throw EventError(call: "event_new") }
  }

  deinit {
    if let pointer = unsafe pointer { unsafe event_free(pointer) }
  }

  /// Makes the base wait for the event (`event_add`).
  func add() throws(EventError) {
    guard let pointer = unsafe pointer, unsafe event_add(pointer, nil) == 0 else {
      throw EventError(call: "event_add")
    }
  }

  /// Makes the base report the event after `time`; a time set before is replaced (`event_add`).
  func add(after time: timeval) {
    guard let pointer = unsafe pointer else { return }
    var time = time
    _ = unsafe event_add(pointer, &time)
  }

  /// Makes the base report the event soon; callable from any thread (`event_active`).
  func activate() {
    if let pointer = unsafe pointer { unsafe event_active(pointer, Int32(EV_READ), 0) }
  }

  private func report(_ what: Int16) {
    let what = Int32(what)
    action(
      Readiness(
        isReadable: what & EV_READ != 0, isWritable: what & EV_WRITE != 0,
        isFinished: what & EV_CLOSED != 0))
  }
}
