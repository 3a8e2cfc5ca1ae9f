import HTTPMessage

/// One request and its response: from the head's first byte until the response has been taken.
struct Exchange {
  /// When the head's first byte was there, by the monotonic clock; 0 between requests.
  var startedAt: UInt64 = 0
  /// The request, if it outlives the handler's first call.
  var request: HTTPRequest?
  /// The client that it is counted to, once that has been found out.
  var client: HTTPClient?
  /// The response that is made on another thread.
  var reply: PendingReply?
  /// Bytes of the status line that were sent ahead of the response.
  var prefixSent = 0
  /// Whether the connection closes after the response.
  var closesAfter = false

  /// Whether a byte of the request has arrived.
  var hasBegun: Bool { startedAt != 0 }
}
