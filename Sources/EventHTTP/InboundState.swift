/// The state of the bytes that a connection has received from its client.
///
/// Contains plain values only, not the bytes themselves. No function is called while a value changes, so
/// the compiler proves exclusive access instead of having it checked for every request.
struct InboundState {
  /// Maximum bytes of a read, and of the input stored while a request is being answered.
  static let readSize = 64 * 1024
  /// Maximum bytes of a read after a turn has ended within a chunked body.
  ///
  /// The smallest chunks take about 0.1 ms for that many bytes.
  static let smallReadSize = 4 * 1024

  /// Whether a read of the socket may return bytes, the end of the client's bytes, or an error.
  var isReadable = false
  /// Whether the client has shut down its write side.
  var isFinished = false
  /// Whether bytes in `Connection.input` may be processed before more arrive.
  var hasUsable = false
  /// The number of bytes read beyond the current head or body.
  var surplus = 0
  /// Maximum bytes of the next read.
  ///
  /// A body in tiny chunks is read in small pieces, so that nothing is left over when a turn ends.
  var readLimit = InboundState.readSize
}
