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

  /// Appends the head, empty line included; allocates nothing once `output` has grown.
  func append(
    _ response: HTTPResponse, fixedFields: inout FixedHeaderFields, to output: inout [UInt8]
  ) {
    if response.status == .ok {
      output.append("HTTP/1.1 200 OK\r\n")
    } else {
      output.append(bytesOf: Self.prefix)
      output.append(decimal: response.status.code)
      output.append(" ")
      output.append(response.status.reason)
      output.append("\r\n")
    }
    fixedFields.append(to: &output)
    output.append(bytesOf: response.fieldLines)
    switch framing {
    case .none, .close: break
    case .length(let count):
      output.append("Content-Length: ")
      output.append(decimal: count)
      output.append("\r\n")
    case .chunked: output.append("Transfer-Encoding: chunked\r\n")
    }
    if closes {
      output.append("Connection: close\r\n")
    } else if announcesKeepAlive {
      output.append("Connection: keep-alive\r\n")
    }
    output.append("\r\n")
  }
}
