import HTTPMessage

/// What a connection has still to send of a response, and what is reported of it in the end.
struct OutboundResponse {
  /// What a `send` came to.
  enum Progress {
    /// All bytes that are there have been taken.
    case taken
    /// The client takes nothing more for now.
    case blocked
    /// The connection is lost.
    case lost
  }

  /// The head and a small body, or a streamed body's chunk.
  private var bytes: [UInt8]
  /// A large body, in the handler's own buffer.
  private var body: [UInt8] = []
  /// Makes what comes after `bytes`.
  private var stream: (any HTTPBodyStream)?
  /// Whether the streamed pieces are chunks.
  private let isChunked: Bool
  /// The response, its body and stream taken out.
  let response: HTTPResponse
  /// Bytes sent of the whole response.
  private(set) var sent: Int
  /// Bytes taken since the write deadline was last set.
  var sentSinceDeadline = 0

  private var bytesOffset = 0
  private var bodyOffset = 0

  /// - Parameters:
  ///   - response: what is sent; the body moves out of it where `body` is `.whole`.
  ///   - bytes: the head, and whatever follows it at once.
  ///   - sent: bytes of the head that were sent before.
  ///   - body: what comes after `bytes`.
  ///   - isChunked: whether a streamed body goes out in chunks.
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

  /// Whether a stream goes on after what is there.
  var goesOn: Bool { stream != nil }

  /// Sends until everything is taken or the client takes nothing more.
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

  /// Appends the stream's next piece, if there is a stream; what has been taken makes room.
  ///
  /// - Parameter piece: a buffer to make the piece in.
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

/// What follows a response's head and small body.
enum ResponseBody {
  /// Nothing.
  case none
  /// The response's own bytes.
  case whole
  /// Pieces, made as the client takes them.
  case stream(any HTTPBodyStream)
}
