import CLibevent
package import Glibc

/// Accepts connections from a listening socket, which it owns.
///
/// Wraps `evconnlistener`.
@safe
package final class EventListener {
  private let onAccept: (Int32, UnsafePointer<sockaddr>?) -> Void
  private let onError: (Int32) -> Void
  // Retained, so that the base outlives the libevent listener that `deinit` frees.
  private let base: EventBase
  private var pointer: OpaquePointer?

  /// Starts to accept; the actions are called on the base's thread.
  ///
  /// - Parameters:
  ///   - base: the base.
  ///   - socket: a bound socket that already listens; closed with this object.
  ///   - onAccept: receives a connected, non-blocking socket, and its peer's address, which is
  ///     valid during the call only.
  ///   - onError: receives the error number of a failed `accept`, unless libevent simply tries it again.
  package init(
    base: EventBase, socket: Int32,
    onAccept: @escaping (Int32, UnsafePointer<sockaddr>?) -> Void,
    onError: @escaping (Int32) -> Void
  ) throws(EventError) {
    unsafe self.onAccept = unsafe onAccept
    self.onError = onError
    self.base = base
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let flags = LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC
    unsafe pointer = unsafe evconnlistener_new(
      base.pointer,
      { _, socket, address, _, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<EventListener>.fromOpaque(context).takeUnretainedValue()
          .onAccept(socket, address)
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

  /// Pauses accepting; clients wait in the socket's backlog (`evconnlistener_disable`).
  package func pause() {
    if let pointer = unsafe pointer { _ = unsafe evconnlistener_disable(pointer) }
  }

  /// Resumes accepting (`evconnlistener_enable`).
  package func resume() {
    if let pointer = unsafe pointer { _ = unsafe evconnlistener_enable(pointer) }
  }

  /// Accepts the connections that wait in the backlog now.
  ///
  /// Call this before releasing a listener: closing its socket resets the connections that wait.
  package func acceptPending() {
    guard let pointer = unsafe pointer else { return }
    let listening = unsafe evconnlistener_get_fd(pointer)
    while true {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let number = unsafe withUnsafeMutablePointer(to: &storage) { storage in
        unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let socket = unsafe accept(listening, address, &length)
          guard socket >= 0 else { return errno }
          _ = fcntl(socket, F_SETFL, O_NONBLOCK)
          _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
          unsafe onAccept(socket, address)
          return 0
        }
      }
      if number != 0, number != EINTR, number != ECONNABORTED { return }
    }
  }
}
