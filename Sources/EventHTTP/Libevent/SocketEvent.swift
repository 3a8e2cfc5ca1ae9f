import CLibevent

/// What has become of a socket since the last report.
struct SocketReadiness {
  /// Bytes have arrived, or the connection has failed.
  let isReadable: Bool
  /// The send buffer has room again, or the connection has failed.
  let isWritable: Bool
  /// The peer has shut its write side down: nothing follows what has arrived.
  let isFinished: Bool
}

/// Reports changes of a connected socket, each once (edge-triggered), until it is freed.
///
/// Wraps `event_new`. One registration serves a connection for life, so that a request costs no
/// `epoll_ctl`. A reader must read until a call falls short before it waits for the next report.
@safe
final class SocketEvent {
  private let action: (SocketReadiness) -> Void
  // Outlives the event, which is freed first.
  private let base: EventBase
  private var pointer: OpaquePointer?

  /// Registers a socket; `action` is called on the base's thread.
  init(
    base: EventBase, socket: Int32, action: @escaping (SocketReadiness) -> Void
  ) throws(EventError) {
    self.action = action
    self.base = base
    let flags = EV_READ | EV_WRITE | EV_CLOSED | EV_PERSIST | EV_ET
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pointer = unsafe event_new(
      base.pointer, socket, Int16(flags),
      { _, what, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<SocketEvent>.fromOpaque(context).takeUnretainedValue().report(what)
      }, context)
    guard let pointer = unsafe pointer else { throw EventError(call: "event_new") }
    guard unsafe event_add(pointer, nil) == 0 else { throw EventError(call: "event_add") }
  }

  deinit {
    if let pointer = unsafe pointer { unsafe event_free(pointer) }
  }

  private func report(_ what: Int16) {
    let what = Int32(what)
    action(
      SocketReadiness(
        isReadable: what & EV_READ != 0, isWritable: what & EV_WRITE != 0,
        isFinished: what & EV_CLOSED != 0))
  }
}
