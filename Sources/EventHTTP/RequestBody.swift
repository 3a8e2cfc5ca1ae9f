import HTTPMessage

/// The unread rest of a request's body.
enum UnreadBody {
  /// Maximum length in bytes of a body that is read and dropped so that the connection can be reused.
  static let droppedLimit = 64 * 1024

  /// Nothing.
  case none
  /// A number of bytes, at least one.
  case length(Int)
  /// Chunks: the decoder's state, and the number of bytes dropped so far.
  case chunked(ChunkedDecoder, dropped: Int)

  /// Creates the state for a request whose head has just been read: its whole body is unread.
  init(_ framing: HTTPBodyFraming) {
    switch framing {
    case .none, .length(0): self = .none
    case .length(let count): self = .length(count)
    case .chunked: self = .chunked(ChunkedDecoder(), dropped: 0)
    }
  }

  /// Whether nothing is left to read.
  var isEmpty: Bool {
    if case .none = self { true } else { false }
  }

  /// Whether the declared length makes the body too long to drop.
  var isTooLongToDrop: Bool {
    if case .length(let count) = self { count > Self.droppedLimit } else { false }
  }
}

/// The current request's body: the unread part, and the sink that receives it.
struct RequestBody {
  /// The part that has not been read.
  var unread = UnreadBody.none
  /// The sink that receives the body; nil if the body is dropped.
  var sink: (any HTTPBodySink)?
  /// Whether the client waits for a `100 Continue` that has not been sent.
  var awaitsContinue = false

  /// Whether the whole body has been read.
  var isRead: Bool { unread.isEmpty }
}
