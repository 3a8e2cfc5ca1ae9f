import EventHTTP
import HTTPMessage
import TestSupport
import Testing

/// The PROXY protocol; the headers are those of haproxy's `proxy-protocol.txt` or made by its
/// section 2.2 by hand.
@Suite(.timeLimit(.minutes(60)), .waits) struct ProxyProtocolTests {
  private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 81, 85, 73, 84, 10]
  private static let headers: [(header: [UInt8], address: String?)] = [
    (Array("PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n".utf8), "192.0.2.1:56324"),
    (Array("PROXY TCP6 2001:DB8:0::1 ::1 5 80\r\n".utf8), "[2001:db8::1]:5"),
    (Array("PROXY UNKNOWN ffff:f...f:ffff 65535 65535\r\n".utf8), nil),
    (Array("PROXY UNKNOWN\r\n".utf8), nil),
    (
      signature + [0x21, 0x11, 0, 12, 192, 0, 2, 1, 198, 51, 100, 7, 0xDC, 0x04, 1, 187],
      "192.0.2.1:56324"
    ),
    // With an extension of three bytes behind the addresses.
    (
      signature + [0x21, 0x11, 0, 15, 192, 0, 2, 1, 198, 51, 100, 7, 0xDC, 0x04, 1, 187, 4, 0, 0],
      "192.0.2.1:56324"
    ),
    (
      signature + [0x21, 0x21, 0, 36, 0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11)
        + [1] + [UInt8](repeating: 0, count: 15) + [1, 0, 5, 0, 80], "[2001:db8::1]:5"
    ),
    (signature + [0x20, 0, 0, 0], nil),
    (signature + [0x21, 0x31, 0, 2, 1, 2], nil),
  ]

  @Test(arguments: headers.indices)
  func `The header names the client, however it is cut`(index: Int) throws {
    let (header, address) = Self.headers[index]
    try withServer(limits: { $0.acceptsProxyProtocol = true }) { server in
      for isCut in [false, true] {
        let client = try server.connect()
        let bytes = header + Array("GET /a HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        if isCut { for byte in bytes { try client.send([byte]) } } else { try client.send(bytes) }
        #expect(try client.readAnswer().text == "/a")
        let record = try #require(server.handler.records.take())
        if let address {
          #expect(record.remoteAddress == address)
        } else {
          #expect(record.remoteAddress.hasPrefix("127.0.0.1:"))
        }
        // It stands before the first request alone.
        try client.get("/b")
        #expect(try client.readAnswer().text == "/b")
        _ = server.handler.records.take()
      }
    }
  }

  @Test(
    arguments: [
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "PROXY TCP4 192.0.2.1 198.51.100.7 56324\r\n",
      "PROXY TCP4 192.0.2.256 198.51.100.7 1 2\r\n",
      "PROXY TCP4 192.0.2.1 198.51.100.7 1 65536\r\n",
      "PROXY TCP4 192.0.2.1 198.51.100.7 +1 2\r\n", "PROXY TCP4 192.0.2.1 198.51.100.7 1 +2\r\n",
      "PROXY TCP4 192.0.2.1 198.51.100.7 -0 2\r\n", "PROXY TCP4 192.0.2.1 198.51.100.7 01 2\r\n",
      "PROXY TCP4 192.0.2.1 198.51.100.7  2\r\n", "PROXY TCP4 192.0.2.1 nowhere 1 2\r\n",
      "PROXY TCP5 192.0.2.1 198.51.100.7 1 2\r\n", "PROXY TCP6 192.0.2.1 ::1 1 2\r\n",
      "PROXY \r\n", "PROXY TCP4 192.0.2.1 198.51.100.7 1 2\n",
      "PROXY UNKNOWN \(String(repeating: "a", count: 120))",
      "\r\n\r\n\0\r\nQUIT\n\u{31}\u{11}\0\0", "\r\n\r\n\0\r\nQUIT\n\u{22}\u{11}\0\0",
      "\r\n\r\n\0\r\nQUIT\n\u{21}\u{11}\0\u{04}\u{01}\u{02}\u{03}\u{04}",
      "\r\n\r\n\0\r\nQUIT\n\u{21}\u{11}\u{7F}\u{7F}",
    ])
  func `A connection without a header is closed without a word`(text: String) throws {
    try withServer(limits: { $0.acceptsProxyProtocol = true }) { server in
      let client = try server.connect()
      try client.send(text)
      #expect(try client.isEnded())
    }
  }

  @Test func `The header is refused where it is not expected`() throws {
    try withServer { server in
      let client = try server.connect()
      try client.send("PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n\r\n")
      #expect(try client.readAnswer().status == 400)
    }
  }
}
