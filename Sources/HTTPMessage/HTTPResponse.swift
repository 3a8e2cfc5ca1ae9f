/// A response: status, field lines and body.
///
/// A value that can be filled again and again without allocating (`reset` keeps its buffers).
public struct HTTPResponse: Sendable {
  /// The status code and its reason phrase.
  public var status: HTTPStatus
  /// The field lines as they go onto the wire, each `Name: value\r\n`.
  ///
  /// The server itself adds Date, Server, Content-Length or Transfer-Encoding, and Connection.
  public private(set) var fieldLines: [UInt8] = []
  /// The body's bytes; empty for a stream and for no body.
  public var body: [UInt8] = []
  /// Makes the body piece by piece; `body` is ignored then.
  public var stream: (any HTTPBodyStream)?
  /// Whether the connection must be closed after this response.
  public var closesConnection = false
  /// An object of the handler's that lives as long as the response: released once the response has
  /// been taken, or dropped.
  public var attachment: (any AnyObject & Sendable)?
  /// A number of the handler's own, which comes back with the response in `finished`.
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

  /// Appends whole field lines, each `Name: value\r\n`, known to hold no control characters within.
  public mutating func addLines(_ lines: [UInt8]) {
    fieldLines.append(bytesOf: lines)
  }

  /// Appends whole field lines that `write` writes, `room` bytes at most, known to hold no control
  /// characters within.
  package mutating func addLines(room: Int, writing write: (inout ByteWriter) -> Void) {
    fieldLines.append(room: room, write)
  }

  /// Appends a field line.
  ///
  /// Control characters in the value are replaced by spaces, so that a value can never begin
  /// another field or another response.
  public mutating func addField(_ name: StaticString, _ value: String) {
    addField(name) { $0.append(contentsOf: value.utf8) }
  }

  /// Appends a field line whose value is known at compile time.
  public mutating func addField(_ name: StaticString, _ value: StaticString) {
    addField(name) { $0.append(value) }
  }

  /// Appends a field line whose value `write` appends.
  ///
  /// Control characters in what was written are replaced by spaces.
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
