import Glibc

/// The result of a call that moves bytes.
enum SocketResult {
  /// The number of bytes moved, at least one.
  case moved(Int)
  /// The socket has nothing to read, or no buffer space, at the moment.
  case wouldBlock
  /// The peer has shut down its write side and everything has been read.
  case finished
  /// The connection is lost.
  case failed
}

/// A connected, non-blocking socket; all reads and writes of a connection go through it.
///
/// No call raises a signal or blocks; EINTR is retried.
struct Socket {
  /// The file descriptor.
  let descriptor: Int32

  /// Reads into the beginning of `buffer` (`recv`).
  func receive(into buffer: inout [UInt8], atMost limit: Int) -> SocketResult {
    let descriptor = descriptor
    return unsafe buffer.withUnsafeMutableBytes { bytes in
      while true {
        let count = unsafe recv(descriptor, bytes.baseAddress, min(limit, bytes.count), 0)
        if count > 0 { return .moved(count) }
        if count == 0 { return .finished }
        if errno != EINTR { return Self.failure() }
      }
    }
  }

  /// Sends the bytes from `offset` on (`send`).
  func send(_ bytes: [UInt8], from offset: Int = 0) -> SocketResult {
    unsafe bytes.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
      while true {
        let count = unsafe Glibc.send(
          descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return .moved(count) }
        if errno != EINTR { return Self.failure() }
      }
    }
  }

  /// Sends two arrays in one call, each from its offset on.
  ///
  /// Uses `sendmsg`, which works like `writev` but raises no signal.
  func send(
    _ first: [UInt8], from firstOffset: Int, _ second: [UInt8], from secondOffset: Int
  ) -> SocketResult {
    unsafe first.withUnsafeBytes { first in
      unsafe second.withUnsafeBytes { second in
        let head = unsafe UnsafeRawBufferPointer(rebasing: first[firstOffset...])
        let body = unsafe UnsafeRawBufferPointer(rebasing: second[secondOffset...])
        return unsafe sendVector(head, body)
      }
    }
  }

  private func sendVector(
    _ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer
  ) -> SocketResult {
    var parts: InlineArray<2, iovec> = unsafe [
      iovec(iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count),
      iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count),
    ]
    var span = unsafe parts.mutableSpan
    return unsafe span.withUnsafeMutableBufferPointer { parts in
      var message = unsafe msghdr()
      unsafe message.msg_iov = parts.baseAddress
      unsafe message.msg_iovlen = 2
      while true {
        let count = unsafe sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
        if count >= 0 { return .moved(count) }
        if errno != EINTR { return Self.failure() }
      }
    }
  }

  private static func failure() -> SocketResult {
    errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
  }

  /// Returns whether unread bytes have arrived.
  func hasUnread() -> Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK)) > 0
  }

  /// Returns whether the connection has been reset (`SO_ERROR`, which this call clears).
  func hasFailed() -> Bool {
    var number: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length)
    return result != 0 || number != 0
  }

  /// Maximum bytes of a response that the kernel buffers before they can be sent.
  ///
  /// Without this limit the kernel buffers up to 4 MB (`tcp_wmem`) for a client that reads nothing.
  /// Bytes in transit do not count, so a fast but distant client is not slowed down.
  static let unsentLimit: Int32 = 131_072

  /// Limits the bytes that the kernel buffers before they can be sent (`TCP_NOTSENT_LOWAT`).
  ///
  /// Has no effect on a unix socket, whose buffer does not grow.
  func boundUnsentBytes() {
    var limit = Self.unsentLimit
    _ = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &limit,
      socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends small responses at once (`TCP_NODELAY`); has no effect on a unix socket.
  func setNoDelay() {
    var on: Int32 = 1
    _ = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Shuts down the write side (`shutdown`), so that the peer reads the end of the bytes.
  func finishWriting() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Closes the socket; the kernel continues sending its buffered bytes (`close`).
  func close() {
    _ = Glibc.close(descriptor)
  }

  /// Closes the socket and discards unsent bytes (`SO_LINGER` of 0), so that a peer that reads
  /// nothing uses no memory.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    close()
  }
}
