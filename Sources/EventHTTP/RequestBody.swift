import HTTPMessage

/// What is left to read of a request's body.
enum UnreadBody {
  /// Nothing.
  case none
  /// So many bytes, at least one.
  case length(Int)
  /// Chunks; beside the decoder, the bytes dropped so far.
  case chunked(ChunkedDecoder, dropped: Int)
}

/// The body of the request at work: what is left to read, and where it goes.
struct RequestBody {
  /// Longest body that is read only to be dropped, so that the connection can go on.
  static let droppedLimit = 64 * 1024

  /// What is left to read.
  var unread = UnreadBody.none
  /// What takes the body; without it the body is dropped.
  var sink: (any HTTPBodySink)?
  /// Whether the client waits for `100 Continue`, which has not been sent.
  var awaitsContinue = false

  /// Whether the body has been read whole.
  var isRead: Bool {
    if case .none = unread { true } else { false }
  }

  /// Whether the body's length alone makes it too long to be dropped.
  var isTooLongToDrop: Bool {
    if case .length(let count) = unread { count > Self.droppedLimit } else { false }
  }

  /// Begins the body of a request whose head has just been read.
  ///
  /// - Parameter hasArrived: whether bytes follow the head already.
  mutating func begin(_ request: HTTPRequest, hasArrived: Bool) {
    switch request.framing {
    case .none, .length(0): unread = .none
    case .length(let count): unread = .length(count)
    case .chunked: unread = .chunked(ChunkedDecoder(), dropped: 0)
    }
    awaitsContinue = request.expectsContinue && !hasArrived && !isRead
  }

  /// Takes the sink out, which is called then: it must not be called from within its own place.
  mutating func takeSink() -> (any HTTPBodySink)? {
    let sink = sink
    self.sink = nil
    return sink
  }
}
