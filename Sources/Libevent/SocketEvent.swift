import CLibevent

/// Reports each change of a connected socket once (edge-triggered), until this event is freed.
///
/// One registration serves a connection for its whole life, so a request costs no `epoll_ctl`. A
/// reader must read until a call returns less than it asked for, before it waits for the next report.
package struct SocketEvent {
  private let event: Event

  /// Registers a socket; `action` is called on the base's thread.
  package init(
    base: EventBase, socket: Int32, action: @escaping (Readiness) -> Void
  ) throws(EventError) {
    event = try Event(
      base: base, source: socket, flags: EV_READ | EV_WRITE | EV_CLOSED | EV_PERSIST | EV_ET,
      action: action)
    try event.add()
  }
}
