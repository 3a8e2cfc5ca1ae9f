import CLibevent
import Glibc

/// Accepts connections of a listening socket, which it owns.
///
/// Wraps `evconnlistener`.
@safe
final class EventListener {
  private let onAccept: (Int32, String) -> Void
  private let onError: (Int32) -> Void
  // Outlives the event, which is freed first.
  private let base: EventBase
  private var pointer: OpaquePointer?

  /// Begins to accept; the actions are called on the base's thread.
  ///
  /// - Parameters:
  ///   - base: the base.
  ///   - socket: a bound socket that listens already; closed with this object.
  ///   - onAccept: takes a connected socket, which is non-blocking, and its peer's address.
  ///   - onError: takes the error number of an `accept` that no retry will mend by itself.
  init(
    base: EventBase, socket: Int32, onAccept: @escaping (Int32, String) -> Void,
    onError: @escaping (Int32) -> Void
  ) throws(EventError) {
    self.onAccept = onAccept
    self.onError = onError
    self.base = base
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let flags = LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC
    unsafe pointer = unsafe evconnlistener_new(
      base.pointer,
      { _, socket, address, _, context in
        guard let context = unsafe context else { return }
        let text = unsafe SocketAddress.text(address)
        unsafe Unmanaged<EventListener>.fromOpaque(context).takeUnretainedValue()
          .onAccept(socket, text)
      }, context, UInt32(flags), 0, socket)
    guard let pointer = unsafe pointer else { throw EventError(call: "evconnlistener_new") }
    unsafe evconnlistener_set_error_cb(pointer) { _, context in
      let number = errno
      guard let context = unsafe context else { return }
      unsafe Unmanaged<EventListener>.fromOpaque(context).takeUnretainedValue().onError(number)
    }
  }

  deinit {
    if let pointer = unsafe pointer { unsafe evconnlistener_free(pointer) }
  }

  /// Stops accepting for a while; clients wait in the socket's backlog (`evconnlistener_disable`).
  func pause() {
    if let pointer = unsafe pointer { _ = unsafe evconnlistener_disable(pointer) }
  }

  /// Accepts again (`evconnlistener_enable`).
  func resume() {
    if let pointer = unsafe pointer { _ = unsafe evconnlistener_enable(pointer) }
  }

  /// Accepts what waits in the backlog now.
  ///
  /// Closing a listener resets what it has not accepted.
  func acceptPending() {
    guard let pointer = unsafe pointer else { return }
    let listening = unsafe evconnlistener_get_fd(pointer)
    while true {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let (socket, text) = unsafe withUnsafeMutablePointer(to: &storage) { storage in
        unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let socket = unsafe accept(listening, address, &length)
          return unsafe (socket, socket < 0 ? "" : SocketAddress.text(address))
        }
      }
      if socket >= 0 {
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        onAccept(socket, text)
      } else if errno != EINTR, errno != ECONNABORTED {
        return
      }
    }
  }
}
