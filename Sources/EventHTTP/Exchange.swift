import HTTPMessage

/// A request and its response, from the head's first byte until the response has been sent.
struct Exchange {
  /// The arrival of the head's first byte, by the monotonic clock; 0 between requests.
  var startedAt: UInt64 = 0
  /// The request, if it must outlive the handler's first call.
  var request: HTTPRequest?
  /// The client that the request counts to; nil until it has been determined.
  var client: HTTPClient?
  /// The handle through which the handler responds later; nil if there is none.
  var reply: PendingReply?
  /// The number of the response's bytes that `noticeLeaving` and an incomplete `sendWhole` have sent.
  var prefixSent = 0
  /// Whether the connection closes after the response.
  var closesAfter = false

  /// Whether a byte of the request has arrived.
  var hasBegun: Bool { startedAt != 0 }
}
