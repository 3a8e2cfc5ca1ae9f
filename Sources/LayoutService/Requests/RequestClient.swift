import HTTPMessage

extension WorkClient {
  /// Whom a request's jobs are counted to while they wait, by the rule that the access log follows.
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
    self = address.map { WorkClient(bits: $0.bits, isIPv4: $0.isIPv4) } ?? .unknown
  }
}
