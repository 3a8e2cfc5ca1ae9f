import HTTPMessage

/// What a response's head says beside the handler's own fields.
struct AnswerHead {
  /// How the body's end is told.
  enum Framing {
    /// There is no body, and nothing is said of one (204, 304).
    case none
    /// Content-Length.
    case length(Int)
    /// Transfer-Encoding: chunked.
    case chunked
    /// The connection's end (HTTP/1.0).
    case close
  }

  /// Every head begins with these bytes, so that they may be sent before the answer is known.
  static let prefix = Array("HTTP/1.1 ".utf8)

  var framing: Framing
  /// Whether the connection is closed behind the answer.
  var closes: Bool
  /// Whether the client must be told that the connection stays open.
  var announcesKeepAlive: Bool

  /// Appends the head, empty line included; allocates nothing once `output` has grown.
  func append(
    _ response: HTTPResponse, fixedLines: inout FixedLines, to output: inout [UInt8]
  ) {
    output.append(contentsOf: Self.prefix)
    output.append(decimal: response.status.code)
    output.append(UInt8(ascii: " "))
    output.append(response.status.reason)
    output.append("\r\n")
    fixedLines.append(to: &output)
    output.append(contentsOf: response.fieldLines)
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

extension [UInt8] {
  /// Appends a text's bytes.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  /// Appends a number that is not negative, in decimal digits.
  mutating func append(decimal number: Int) {
    append(UInt64(clamping: number), radix: 10)
  }

  /// Appends a number in lowercase hexadecimal digits.
  mutating func append(hexadecimal number: Int) {
    append(UInt64(clamping: number), radix: 16)
  }

  private mutating func append(_ number: UInt64, radix: UInt64) {
    var digits: InlineArray<20, UInt8> = .init(repeating: 0)
    var rest = number
    var index = 20
    repeat {
      index -= 1
      let digit = UInt8(rest % radix)
      digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      rest /= radix
    } while rest > 0
    while index < 20 {
      append(digits[index])
      index += 1
    }
  }
}
