/// The client to which connections and jobs are attributed.
///
/// This is an IPv4 address, or the first 64 bits of an IPv6 address, because one subscriber has all
/// addresses of such a network.
public struct HTTPClient: Hashable, Sendable {
  /// The address's 128 bits; of an IPv6 address only the first 64, followed by zeros.
  ///
  /// 0 (`::`, which no client has) represents the unknown client.
  private let bits: UInt128

  /// The number of an account; 0 for none.
  public typealias Account = UInt32

  /// The account of the API key that the request was sent with: requests of one address with keys of different accounts
  /// are those of different clients.
  public var account: Account = 0

  /// The client to which connections without an IP address are attributed, such as those on a Unix socket.
  public static let unknown = HTTPClient(bits: 0, isIPv4: true)

  /// Creates the client of an address.
  ///
  /// - Parameters:
  ///   - bits: all 128 bits of an IPv6 address, or an IPv4 address in IPv6-mapped form
  ///     (`::ffff:192.0.2.1`, RFC 4291 §2.5.5.2).
  ///   - isIPv4: whether `bits` is an IPv4 address, all of whose bits are significant.
  public init(bits: UInt128, isIPv4: Bool) {
    self.bits = isIPv4 ? bits : (bits >> 64) << 64
  }

  /// The client as text: an IPv4 address, an IPv6 network of 64 bits, or `unknown`.
  public var text: String {
    if bits == 0 { return "unknown" }
    if bits >> 32 == 0xFFFF {
      return (0..<4).reversed().map { "\(bits >> (8 * UInt128($0)) & 0xFF)" }.joined(separator: ".")
    }
    let groups = (4..<8).reversed().map { String(bits >> (16 * UInt128($0)) & 0xFFFF, radix: 16) }
    return groups.joined(separator: ":") + "::/64"
  }

  /// Creates the client of an IPv4 address, given in host byte order.
  public init(ipv4: UInt32) {
    self.init(bits: 0xFFFF << 32 | UInt128(ipv4), isIPv4: true)
  }

  /// Creates the client of an IPv6 address; an IPv4-mapped address counts as the IPv4 address.
  public init(ipv6 bits: UInt128) {
    self.init(bits: bits, isIPv4: bits >> 32 == 0xFFFF)
  }
}

/// A handler that finds the client of a request that a proxy has forwarded.
public protocol HTTPClientNaming: AnyObject, Sendable {
  /// Returns the client that a proxy names in the request; nil if the client is the connection's own address.
  ///
  /// Called on the request's event loop, but only if clients take turns or their connections are counted.
  ///
  /// - Parameter peer: the connection's address, in the form of `HTTPExchange.remoteAddress`.
  func client(of request: HTTPRequest, from peer: String) -> HTTPClient?
}
