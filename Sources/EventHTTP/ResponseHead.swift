import HTTPMessage

/// What a response's head says beside the handler's own fields.
struct ResponseHead {
  /// How the client learns where the body ends.
  enum Framing {
    /// There is no body, and no field says so (204, 304).
    case none
    /// Content-Length.
    case length(Int)
    /// Transfer-Encoding: chunked.
    case chunked
    /// The connection's end (HTTP/1.0).
    case close
  }

  /// Every head begins with these bytes, so they may be sent before the response is known.
  static let prefix = Array("HTTP/1.1 ".utf8)

  var framing: Framing
  /// Whether the connection is closed after the response.
  var closes: Bool
  /// Whether the client needs to read that the connection stays open.
  var announcesKeepAlive: Bool

  /// The most bytes of a head beside the field lines of the handler and the loop.
  private static let room = 256

  /// Appends the head, empty line included; allocates nothing once `output` has grown.
  ///
  /// - Parameter fixedLines: the lines of `FixedHeaderFields`.
  func append(_ response: HTTPResponse, fixedLines: [UInt8], to output: inout [UInt8]) {
    output.append(room: Self.room + fixedLines.count + response.fieldLines.count) { head in
      if response.status == .ok {
        head.write("HTTP/1.1 200 OK\r\n")
      } else {
        head.write(bytesOf: Self.prefix)
        head.write(decimal: response.status.code)
        head.write(" ")
        head.write(response.status.reason)
        head.write("\r\n")
      }
      head.write(bytesOf: fixedLines)
      head.write(bytesOf: response.fieldLines)
      switch framing {
      case .none, .close: break
      case .length(let count):
        head.write("Content-Length: ")
        head.write(decimal: count)
        head.write("\r\n")
      case .chunked: head.write("Transfer-Encoding: chunked\r\n")
      }
      if closes {
        head.write("Connection: close\r\n")
      } else if announcesKeepAlive {
        head.write("Connection: keep-alive\r\n")
      }
      head.write("\r\n")
    }
  }
}
