import HTTPMessage

/// What a connection has still to send of an answer, and what is told of it in the end.
struct Outgoing {
  /// What a `send` came to.
  enum Progress {
    /// Everything that there was has been taken.
    case taken
    /// The client takes nothing more for now.
    case blocked
    /// The connection is lost.
    case lost
  }

  /// The head and a small body, or a streamed body's chunk.
  var bytes: [UInt8] = []
  /// A large body, where the handler made it.
  var body: [UInt8] = []
  /// The maker of what comes after `bytes`.
  var stream: (any HTTPBodyStream)?
  /// Whether the streamed pieces are chunks.
  var isChunked = false
  /// The answer, its body dropped.
  var response = HTTPResponse()
  /// Bytes sent of the whole answer.
  var sent = 0
  /// Bytes taken since the write deadline was last set.
  var sentSinceDeadline = 0

  private var bytesOffset = 0
  private var bodyOffset = 0

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

  /// Appends the stream's next piece, where there is a stream; what has been taken makes room.
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
