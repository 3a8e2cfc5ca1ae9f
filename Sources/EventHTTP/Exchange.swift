import HTTPMessage

/// One request and its response: from the head's first byte until the response has been taken.
struct Exchange {
  /// When the head's first byte was there, by the monotonic clock; 0 between requests.
  var startedAt: UInt64 = 0
  /// The request, if it outlives the handler's first call.
  var request: HTTPRequest?
  /// The response that is made on another thread.
  var reply: PendingReply?
  /// Bytes of the status line that were sent ahead of the response.
  var prefixSent = 0
  /// Whether the connection closes after the response.
  var closesAfter = false

  /// Whether a byte of the request has arrived.
  var hasBegun: Bool { startedAt != 0 }
}

/// Bytes that a connection has read and not used yet: part of a head, or what must wait.
struct InboundBytes {
  /// Most bytes of a read.
  static let readSize = 64 * 1024
  /// Most bytes of a read where a turn has ended within chunks: some 0.1 ms of the tiniest.
  static let smallReadSize = 4 * 1024
  /// Capacity that is kept between bursts.
  private static let keptCapacity = 4 * 1024

  var bytes: [UInt8] = []
  /// Whether some of the bytes may be usable before others arrive.
  var mayBeUsed = false
  /// Bytes read beyond the head or body at work.
  var surplus = 0
  /// Most bytes of the next read: a body in tiny chunks is read in small pieces, so that nothing
  /// is left over when a turn ends.
  var readLimit = InboundBytes.readSize

  var isEmpty: Bool { bytes.isEmpty }

  /// Drops the bytes ahead of an index, which have been used.
  mutating func dropFirst(_ used: Int) {
    if used == bytes.count {
      // A rare burst must not hold its buffer for the connection's life.
      bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
    } else {
      bytes.removeSubrange(..<used)
    }
  }

  /// Drops all bytes, and the buffer.
  mutating func dropAll() {
    bytes = []
    mayBeUsed = false
  }
}
