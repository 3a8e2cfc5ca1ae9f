import HTTPMessage

/// Who jobs are counted to while they wait: an IPv4 address, or the 64 bits that a network of IPv6
/// begins with, since whoever has one address of it has them all.
struct WorkClient: Hashable, Sendable {
  /// The address's bits, those behind an IPv6 network's left out; 0 (`::`, which nobody has) for the
  /// unknown.
  private let bits: UInt128

  /// Whoever comes through a unix socket, or has no address: all of them together.
  static let unknown = WorkClient(bits: 0)

  private init(bits: UInt128) {
    self.bits = bits
  }

  init(_ address: IPAddress) {
    bits = address.isIPv4 ? address.bits : (address.bits >> 64) << 64
  }

  /// The client of a request, by the rule that the access log follows.
  ///
  /// - Parameter peer: the connection's address, as `HTTPExchange.remoteAddress`.
  init(of request: HTTPRequest, from peer: String, trusting proxies: TrustedProxies) {
    let address: IPAddress?
    if let named = proxies.client(of: request, from: peer) {
      address = IPAddress(withPort: request.bytes, in: named)
    } else {
      let bytes = Array(peer.utf8)
      address = IPAddress(withPort: bytes, in: 0..<bytes.count)
    }
    self = address.map(WorkClient.init) ?? .unknown
  }
}

extension LayoutService {
  /// Who a request's jobs are counted to.
  func workClient(_ request: HTTPRequest, _ exchange: any HTTPExchange) -> WorkClient {
    WorkClient(of: request, from: exchange.remoteAddress, trusting: settings.trustedProxies)
  }
}
