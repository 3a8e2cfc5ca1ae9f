/// A response: status, field lines and body.
///
/// The value can be filled repeatedly without allocating (`reset` keeps its buffers).
public struct HTTPResponse: Sendable {
  /// The status code and its reason phrase.
  public var status: HTTPStatus
  /// The field lines as sent, each `Name: value\r\n`.
  ///
  /// The server itself adds Date, Server, Content-Length or Transfer-Encoding, and Connection.
  public private(set) var fieldLines: [UInt8] = []
  /// The body's bytes; empty if there is a stream or no body.
  public var body: [UInt8] = []
  /// The generator of the body's pieces, which replaces `body`; nil if `body` is the whole body.
  public var stream: (any HTTPBodyStream)?
  /// Whether the connection must be closed after this response.
  public var closesConnection = false
  /// An object that the handler needs until the response has been passed to the socket.
  ///
  /// The server then releases it, and also if it drops the response.
  public var attachment: (any AnyObject & Sendable)?
  /// A number that only the handler interprets; `HTTPHandler.finished` receives it with the response.
  public var tag: UInt64 = 0

  /// Creates a response without fields and body.
  public init(status: HTTPStatus = .ok) {
    self.status = status
  }

  /// Empties the response and keeps its buffers' capacity.
  public mutating func reset() {
    status = .ok
    fieldLines.removeAll(keepingCapacity: true)
    body.removeAll(keepingCapacity: true)
    stream = nil
    closesConnection = false
    attachment = nil
    tag = 0
  }

  /// Appends whole field lines, each `Name: value\r\n`.
  ///
  /// The caller must ensure that they contain no control characters except the CR LF at each line's end.
  public mutating func addLines(_ lines: [UInt8]) {
    fieldLines.append(bytesOf: lines)
  }

  /// Appends the whole field lines that `write` writes, at most `room` bytes.
  ///
  /// The caller must ensure that they contain no control characters except the CR LF at each line's end.
  package mutating func addLines(room: Int, writing write: (inout ByteWriter) -> Void) {
    fieldLines.append(room: room, write)
  }

  /// Appends a field line.
  ///
  /// Spaces replace control characters in the value, so that a value can never begin another field or
  /// another response.
  public mutating func addField(_ name: StaticString, _ value: String) {
    addField(name) { $0.append(contentsOf: value.utf8) }
  }

  /// Appends a field line with a constant value.
  public mutating func addField(_ name: StaticString, _ value: StaticString) {
    addField(name) { $0.append(value) }
  }

  /// Appends a field line whose value `write` appends.
  ///
  /// Spaces replace control characters in the value.
  public mutating func addField(_ name: StaticString, writing write: (inout [UInt8]) -> Void) {
    fieldLines.append(name)
    fieldLines.append(": ")
    let start = fieldLines.count
    write(&fieldLines)
    var index = fieldLines.endOfPlainText(in: start..<fieldLines.count)
    while index < fieldLines.count {
      if fieldLines[index] < 0x20 || fieldLines[index] == 0x7F {
        fieldLines[index] = UInt8(ascii: " ")
      }
      index += 1
    }
    fieldLines.append("\r\n")
  }
}
