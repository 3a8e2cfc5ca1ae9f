import Glibc
import HTTPMessage

/// The header in which a proxy names its client ahead of the first request.
///
/// Supports the PROXY protocol's version 1 (a line of text) and version 2 (binary).
///
/// Source: haproxy's `proxy-protocol.txt`, sections 2.1 and 2.2.
struct ProxyHeader: Equatable {
  /// The client's address in the form of `HTTPExchange.remoteAddress`; nil if the proxy names no client.
  ///
  /// A proxy names none in its own health checks, or if the client's address is unknown or neither IPv4
  /// nor IPv6.
  var address: String?
  /// The client of `address`; nil if `address` is nil.
  var client: HTTPClient?
  /// The header's length in bytes.
  var length: Int

  /// The error for bytes that are not a PROXY protocol header.
  struct Malformed: Error {}

  /// Maximum length of a header in bytes, extensions of version 2 included.
  static let limit = 4096

  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]
  private static let word = Array("PROXY ".utf8)
  /// Maximum length of version 1's line in bytes, line end included.
  private static let lineLimit = 107

  /// Parses the header at `range`'s lower bound; nil if more bytes are needed.
  init?(_ bytes: [UInt8], _ range: Range<Int>) throws(Malformed) {
    let input = Array(bytes[range].prefix(Self.limit))
    let isText = input.prefix(Self.word.count) == Self.word.prefix(input.count)
    let isBinary = input.prefix(Self.signature.count) == Self.signature.prefix(input.count)
    guard isText || isBinary else { throw Malformed() }
    let header =
      if isText { try Self.text(input) } else { try Self.binary(input) }
    guard let header else { return nil }
    self = header
  }

  private init(length: Int) {
    self.length = length
  }

  /// - Parameter host: the client's address in network order.
  private init(_ family: Int32, _ host: [UInt8], port: Int, length: Int) {
    let text = SocketAddress.text(family, host)
    address = family == AF_INET6 ? "[\(text)]:\(port)" : "\(text):\(port)"
    client = SocketAddress.client(host)
    self.length = length
  }

  // MARK: Version 1

  private static func text(_ input: [UInt8]) throws(Malformed) -> ProxyHeader? {
    guard let end = input.prefix(lineLimit).firstIndex(of: 0x0A) else {
      if input.count >= lineLimit { throw Malformed() }
      return nil
    }
    guard end > 0, input[end - 1] == 0x0D else { throw Malformed() }
    let parts = String(decoding: input[..<(end - 1)], as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { throw Malformed() }
    if parts[1] == "UNKNOWN" { return ProxyHeader(length: end + 1) }
    guard parts.count == 6, let port = Self.port(parts[4]), Self.port(parts[5]) != nil else {
      throw Malformed()
    }
    let family = parts[1] == "TCP4" ? AF_INET : parts[1] == "TCP6" ? AF_INET6 : -1
    guard let host = SocketAddress.bytes(String(parts[2]), family: family),
      SocketAddress.bytes(String(parts[3]), family: family) != nil
    else { throw Malformed() }
    return ProxyHeader(family, host, port: Int(port), length: end + 1)
  }

  /// Parses a port: digits only, without leading zeros.
  private static func port(_ text: Substring) -> UInt16? {
    let digits = text.utf8
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    return UInt16(text)
  }

  // MARK: Version 2

  private static func binary(_ input: [UInt8]) throws(Malformed) -> ProxyHeader? {
    guard input.count >= 16 else { return nil }
    let rest = Int(input[14]) << 8 | Int(input[15])
    guard input[12] >> 4 == 2, input[12] & 0x0F <= 1, 16 + rest <= limit else { throw Malformed() }
    guard input.count >= 16 + rest else { return nil }
    let length = 16 + rest
    // The proxy's own health check (LOCAL), or an address family other than IPv4 and IPv6.
    guard input[12] & 0x0F == 1, input[13] == 0x11 || input[13] == 0x21 else {
      return ProxyHeader(length: length)
    }
    let size = input[13] == 0x11 ? 4 : 16
    guard rest >= 2 * size + 4 else { throw Malformed() }
    let host = Array(input[16..<(16 + size)])
    let port = Int(input[16 + 2 * size]) << 8 | Int(input[17 + 2 * size])
    return ProxyHeader(
      input[13] == 0x11 ? AF_INET : AF_INET6, host, port: port, length: length)
  }
}
