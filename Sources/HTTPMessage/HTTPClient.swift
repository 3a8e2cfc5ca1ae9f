/// The client that connections and jobs are counted to: an IPv4 address, or the 64 bits that an IPv6
/// network begins with, because one subscriber has all addresses of such a network.
public struct HTTPClient: Hashable, Sendable {
  /// The address's bits without those after an IPv6 network's; 0 (`::`, which no client has) for the
  /// unknown.
  private let bits: UInt128

  /// All clients together that come through a unix socket, or have no address.
  public static let unknown = HTTPClient(bits: 0, isIPv4: true)

  /// Creates the client of an address.
  ///
  /// - Parameter bits: all 128 of an IPv6 address, or those of an IPv4 address as IPv6 maps it
  ///   (`::ffff:192.0.2.1`, RFC 4291 §2.5.5.2).
  public init(bits: UInt128, isIPv4: Bool) {
    self.bits = isIPv4 ? bits : (bits >> 64) << 64
  }

  /// Creates the client of an IPv4 address, in host order.
  public init(ipv4: UInt32) {
    self.init(bits: 0xFFFF << 32 | UInt128(ipv4), isIPv4: true)
  }

  /// Creates the client of an IPv6 address; one that IPv6 maps is the IPv4 address itself.
  public init(ipv6 bits: UInt128) {
    self.init(bits: bits, isIPv4: bits >> 32 == 0xFFFF)
  }
}

/// A handler that knows which client a request is of, where a proxy has passed it on.
public protocol HTTPClientNaming: AnyObject, Sendable {
  /// Returns the client that a proxy names in the request; nil if the connection's own address counts.
  ///
  /// Called on the request's own event loop, but not for every request: only where clients take
  /// turns, or their connections are counted.
  ///
  /// - Parameter peer: the connection's address, as `HTTPExchange.remoteAddress`.
  func client(of request: HTTPRequest, from peer: String) -> HTTPClient?
}
