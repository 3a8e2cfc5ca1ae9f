import HTTPMessage

/// The parts of a response's head that the connection decides, not the handler.
struct ResponseHead {
  /// How the client finds the end of the body.
  enum Framing {
    /// The response has no body, and no field about it (204, 304).
    case none
    /// Content-Length gives the body's length in bytes.
    case length(Int)
    /// The body is sent with `Transfer-Encoding: chunked`.
    case chunked
    /// The end of the connection ends the body (HTTP/1.0).
    case close
  }

  /// The first bytes of every head; they may be sent before the response exists.
  static let prefix = Array("HTTP/1.1 ".utf8)

  var framing: Framing
  /// Whether the connection is closed after the response.
  var closes: Bool
  /// Whether the head must announce that the connection stays open.
  var announcesKeepAlive: Bool

  /// Maximum size in bytes of a head without the handler's and the loop's field lines.
  private static let room = 256

  /// Appends the head with its empty line; allocates nothing if `output` has the capacity.
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
