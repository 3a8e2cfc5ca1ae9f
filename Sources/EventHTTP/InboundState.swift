/// What a connection knows of the bytes that its client has sent.
///
/// Plain values only, and not the bytes themselves: every request changes them, and no call is made
/// meanwhile, so the compiler proves each access exclusive instead of having it checked.
struct InboundState {
  /// Most bytes of a read, and of what is kept of it while a request is at work.
  static let readSize = 64 * 1024
  /// Most bytes of a read where a turn has ended within chunks: some 0.1 ms of the tiniest.
  static let smallReadSize = 4 * 1024

  /// Whether reading may bring something.
  var isReadable = false
  /// Whether the client has shut down its write side.
  var isFinished = false
  /// Whether bytes that were kept may be usable before others arrive.
  var hasUsable = false
  /// Bytes read beyond the head or body at work.
  var surplus = 0
  /// Most bytes of the next read: a body in tiny chunks is read in small pieces, so that nothing
  /// is left over when a turn ends.
  var readLimit = InboundState.readSize
}
