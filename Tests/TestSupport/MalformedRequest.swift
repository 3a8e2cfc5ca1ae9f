/// A request that must be refused, and how.
package struct MalformedRequest: Sendable, CustomStringConvertible {
  package var name: String
  package var text: String
  package var status: Int

  init(_ name: String, _ status: Int, _ text: String) {
    self.name = name
    self.status = status
    self.text = text
  }

  package var description: String { name }

  /// The bytes; U+0080 to U+00FF stand for single bytes.
  package var bytes: [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  /// Those whose head is refused.
  ///
  /// The statuses are RFC 9112's and RFC 9110's, or 400 where these only permit to refuse.
  package static let heads: [MalformedRequest] = requestLines + fields + framing

  private static let requestLines = [
    MalformedRequest("no method", 400, " / HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a method that is no token", 400, "GE(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("two spaces", 400, "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a tab for a space", 400, "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a space at the end", 400, "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
    MalformedRequest("a space in the target", 400, "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("no version", 400, "GET /\r\nHost: a\r\n\r\n"),
    MalformedRequest("a version in lower case", 400, "GET / http/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a version of one number", 400, "GET / HTTP/1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a version of two digits", 400, "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
    MalformedRequest("version 2.0", 505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
    MalformedRequest("version 0.9", 505, "GET / HTTP/0.9\r\nHost: a\r\n\r\n"),
    MalformedRequest("HTTP/2's preface", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    MalformedRequest("TLS", 400, "\u{16}\u{03}\u{01}\u{00}\u{a5}\u{01}\u{00}\u{00}"),
    MalformedRequest("a relative target", 400, "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("another scheme", 400, "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("no authority", 400, "GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("user information", 400, "GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("an authority", 400, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a star that is not for OPTIONS", 400, "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a fragment", 400, "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a fragment before a mark", 400, "GET /a#b?c HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a fragment behind a query", 400, "GET /a?b#c HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a fragment of a host", 400, "GET http://a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest(
      "a fragment of a URI", 400, "GET http://a/b?c#d HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a fragment of the server", 400, "OPTIONS *# HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("a byte over 127", 400, "GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("NUL in the target", 400, "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("DEL in the target", 400, "GET /\u{7f} HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("two empty lines before", 400, "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("bare LF before", 400, "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    MalformedRequest("bare LF", 400, "GET / HTTP/1.1\nHost: a\n\n"),
    MalformedRequest("bare CR", 400, "GET / HTTP/1.1\rHost: a\r\n\r\n"),
  ]

  private static let fields = [
    MalformedRequest("space before the colon", 400, "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
    MalformedRequest("tab before the colon", 400, "GET / HTTP/1.1\r\nHost: a\r\nX\t: a\r\n\r\n"),
    MalformedRequest("no colon", 400, "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n"),
    MalformedRequest("no name", 400, "GET / HTTP/1.1\r\nHost: a\r\n: a\r\n\r\n"),
    MalformedRequest("a name that is no token", 400, "GET / HTTP/1.1\r\nHost: a\r\nX@: a\r\n\r\n"),
    MalformedRequest("a folded line", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n"),
    MalformedRequest("a line folded by a tab", 400, "GET / HTTP/1.1\r\nHost: a\r\n\tb\r\n\r\n"),
    MalformedRequest("space before the first field", 400, "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    MalformedRequest("NUL in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"),
    MalformedRequest("bare CR in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n"),
    MalformedRequest("bare LF in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\nY: b\r\n\r\n"),
    MalformedRequest("escape in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: \u{1b}\r\n\r\n"),
    MalformedRequest("bare CR at the end", 400, "GET / HTTP/1.1\r\nHost: a\r\n\rX"),
    MalformedRequest("no Host", 400, "GET / HTTP/1.1\r\n\r\n"),
    MalformedRequest("two Hosts", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
    MalformedRequest("an empty Host", 400, "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
    MalformedRequest("a list of Hosts", 400, "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
    MalformedRequest("a Host with a path", 400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    MalformedRequest("a Host with a user", 400, "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
    MalformedRequest("a Host with a bad port", 400, "GET / HTTP/1.1\r\nHost: a:8x\r\n\r\n"),
    MalformedRequest("a Host with an open bracket", 400, "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
    MalformedRequest(
      "another expectation", 417, "GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n"),
  ]

  private static let framing = [
    post("two lengths that differ", "Content-Length: 3\r\nContent-Length: 4"),
    post("two lengths that agree", "Content-Length: 3\r\nContent-Length: 3"),
    post("a list of lengths", "Content-Length: 3, 3"),
    post("a positive length", "Content-Length: +3"),
    post("a negative length", "Content-Length: -3"),
    post("an empty length", "Content-Length:"),
    post("a hexadecimal length", "Content-Length: 0x3"),
    post("a fractional length", "Content-Length: 3.0"),
    post("a length with a space", "Content-Length: 3 3"),
    post("a length and chunks", "Content-Length: 3\r\nTransfer-Encoding: chunked"),
    post("chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 3"),
    post("two codings", "Transfer-Encoding: gzip, chunked"),
    post("chunked twice", "Transfer-Encoding: chunked, chunked"),
    post("two coding fields", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
    post("another coding", "Transfer-Encoding: identity"),
    post("a coding in quotes", "Transfer-Encoding: \"chunked\""),
    post("a coding with a vertical tab", "Transfer-Encoding: \u{0b}chunked"),
    post("a coding with a parameter", "Transfer-Encoding: chunked;a=b"),
    post("an empty coding", "Transfer-Encoding:"),
    MalformedRequest(
      "chunks in HTTP/1.0", 400,
      "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
  ]

  private static func post(_ name: String, _ lines: String) -> MalformedRequest {
    MalformedRequest(
      name, 400, "POST /body HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n0\r\n\r\n")
  }

  /// Chunked bodies that must be refused; without their head.
  package static let chunks: [MalformedRequest] = [
    MalformedRequest("no size", 400, "\r\nabc\r\n0\r\n\r\n"),
    MalformedRequest("a size that is no number", 400, "x\r\nabc\r\n0\r\n\r\n"),
    MalformedRequest("a signed size", 400, "+3\r\nabc\r\n0\r\n\r\n"),
    MalformedRequest("a size with 0x", 400, "0x3\r\nabc\r\n0\r\n\r\n"),
    MalformedRequest("a space before the size", 400, " 3\r\nabc\r\n0\r\n\r\n"),
    MalformedRequest("a space behind the size", 400, "3 \r\nabc\r\n0\r\n\r\n"),
    MalformedRequest("a size of 17 digits", 400, "00000000000000003\r\nabc\r\n0\r\n\r\n"),
    MalformedRequest("bare LF behind the size", 400, "3\nabc\r\n0\r\n\r\n"),
    MalformedRequest("bare CR behind the size", 400, "3\rabc\r\n0\r\n\r\n"),
    MalformedRequest("data that is too long", 400, "3\r\nabcd\r\n0\r\n\r\n"),
    MalformedRequest("data without CR LF", 400, "3\r\nabc0\r\n\r\n"),
    MalformedRequest("data with bare LF", 400, "3\r\nabc\n0\r\n\r\n"),
    MalformedRequest("NUL in an extension", 400, "3;a=\0\r\nabc\r\n0\r\n\r\n"),
    MalformedRequest("bare LF in an extension", 400, "3;a\nabc\r\n0\r\n\r\n"),
    MalformedRequest("an endless size", 400, String(repeating: "0", count: 100_000)),
    MalformedRequest(
      "an endless extension", 400, "3;" + String(repeating: "a", count: 100_000)),
    MalformedRequest("a trailer without a colon", 400, "0\r\nabc\r\n\r\n"),
    MalformedRequest("a folded trailer", 400, "0\r\na: b\r\n c\r\n\r\n"),
    MalformedRequest(
      "an endless trailer", 431, "0\r\na: " + String(repeating: "a", count: 100_000)),
  ]
}
