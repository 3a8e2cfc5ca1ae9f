import HTTPMessage

/// The unsent rest of a response, and the data to report when the response ends.
struct OutboundResponse {
  /// The result of sending.
  enum Progress {
    /// The socket has accepted all bytes made so far.
    case taken
    /// The socket accepts no more bytes at the moment.
    case blocked
    /// The connection is lost.
    case lost
  }

  /// The head with a small body or a stream's first piece; later the stream's further pieces.
  private var bytes: [UInt8]
  /// A large body, in the handler's own buffer.
  private var body: [UInt8] = []
  /// The stream that makes the pieces after `bytes`; nil if the response has none, or it has ended.
  private var stream: (any HTTPBodyStream)?
  /// Whether the streamed pieces are sent as chunks (`Transfer-Encoding: chunked`).
  private let isChunked: Bool
  /// The response without its body and its stream.
  let response: HTTPResponse
  /// The number of bytes of the whole response sent so far.
  private(set) var sent: Int
  /// The number of bytes taken since the write deadline was last set.
  var sentSinceDeadline = 0

  private var bytesOffset = 0
  private var bodyOffset = 0

  /// - Parameters:
  ///   - response: the response to send; its body moves out of it if `body` is `.whole`.
  ///   - bytes: the unsent bytes of the head, and of a small body.
  ///   - sent: the number of bytes already sent.
  ///   - body: the body that follows `bytes`.
  ///   - isChunked: whether a streamed body is sent in chunks.
  init(
    _ response: inout HTTPResponse, bytes: [UInt8], sent: Int, body: ResponseBody, isChunked: Bool
  ) {
    self.bytes = bytes
    self.sent = sent
    self.isChunked = isChunked
    switch body {
    case .none: break
    case .whole: swap(&self.body, &response.body)
    case .stream(let stream): self.stream = stream
    }
    response.stream = nil
    var reported = response
    reported.body = []
    self.response = reported
  }

  /// Whether a stream continues after the bytes made so far.
  var goesOn: Bool { stream != nil }

  /// Sends until the socket has accepted all bytes, or accepts no more for now.
  mutating func send(to socket: Socket) -> Progress {
    while bytesOffset < bytes.count || bodyOffset < body.count {
      let result =
        bodyOffset < body.count
        ? socket.send(bytes, from: bytesOffset, body, from: bodyOffset)
        : socket.send(bytes, from: bytesOffset)
      switch result {
      case .moved(let count):
        sent += count
        sentSinceDeadline += count
        let head = min(count, bytes.count - bytesOffset)
        bytesOffset += head
        bodyOffset += count - head
      case .wouldBlock: return .blocked
      case .finished, .failed: return .lost
      }
    }
    return .taken
  }

  /// Appends the stream's next piece to the bytes to send, if there is a stream.
  ///
  /// - Parameter piece: a buffer for the stream to write the piece to, which calls may share.
  mutating func makeNext(in piece: inout [UInt8]) {
    guard let stream else { return }
    if bytesOffset == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      bytesOffset = 0
    }
    piece.removeAll(keepingCapacity: true)
    let goesOn = stream.writeNext(to: &piece)
    if isChunked {
      // An empty chunk would end the body.
      if !piece.isEmpty {
        bytes.append(hexadecimal: piece.count)
        bytes.append("\r\n")
        bytes.append(bytesOf: piece)
        bytes.append("\r\n")
      }
      if !goesOn { bytes.append("0\r\n\r\n") }
    } else {
      bytes.append(bytesOf: piece)
    }
    if !goesOn { self.stream = nil }
  }
}

/// The part of a response that is not sent in one array with the head: a large or streamed body.
enum ResponseBody {
  /// Nothing: the body is small, or there is none.
  case none
  /// All bytes of `HTTPResponse.body`.
  case whole
  /// Pieces, made as the client reads them.
  case stream(any HTTPBodyStream)
}
