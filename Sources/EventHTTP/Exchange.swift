import HTTPMessage

/// A request and its response, from the head's first byte until the response has been taken.
struct Exchange {
  /// The arrival of the head's first byte, by the monotonic clock; 0 between requests.
  var startedAt: UInt64 = 0
  /// The request, if it must outlive the handler's first call.
  var request: HTTPRequest?
  /// The client that the request counts to; nil until it has been determined.
  var client: HTTPClient?
  /// The handle of a response that is made on another thread.
  var reply: PendingReply?
  /// The number of bytes of the status line that were sent ahead of the response.
  var prefixSent = 0
  /// Whether the connection closes after the response.
  var closesAfter = false

  /// Whether a byte of the request has arrived.
  var hasBegun: Bool { startedAt != 0 }
}
