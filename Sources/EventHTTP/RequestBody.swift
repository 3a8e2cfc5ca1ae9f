import HTTPMessage

/// What is left to read of a request's body.
enum UnreadBody {
  /// Longest body that is read only to be dropped, so that the connection can go on.
  static let droppedLimit = 64 * 1024

  /// Nothing.
  case none
  /// So many bytes, at least one.
  case length(Int)
  /// Chunks; beside the decoder, the bytes dropped so far.
  case chunked(ChunkedDecoder, dropped: Int)

  /// The whole body of a request whose head has just been read.
  init(_ framing: HTTPBodyFraming) {
    switch framing {
    case .none, .length(0): self = .none
    case .length(let count): self = .length(count)
    case .chunked: self = .chunked(ChunkedDecoder(), dropped: 0)
    }
  }

  /// Whether nothing is left.
  var isEmpty: Bool {
    if case .none = self { true } else { false }
  }

  /// Whether the length alone makes the body too long to be dropped.
  var isTooLongToDrop: Bool {
    if case .length(let count) = self { count > Self.droppedLimit } else { false }
  }
}

/// The body of the request at work: what is left to read, and where it goes.
struct RequestBody {
  /// What is left to read.
  var unread = UnreadBody.none
  /// What takes the body; without it the body is dropped.
  var sink: (any HTTPBodySink)?
  /// Whether the client waits for `100 Continue`, which has not been sent.
  var awaitsContinue = false

  /// Whether the body has been read whole.
  var isRead: Bool { unread.isEmpty }
}
