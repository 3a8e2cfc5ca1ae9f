import HTTPMessage

extension HTTPClient {
  /// Creates the client to whom a request's waiting jobs count; the access log determines it by the same
  /// rule.
  ///
  /// - Parameters:
  ///   - peer: the connection's address, as in `HTTPExchange.remoteAddress`.
  ///   - account: that of the request's API key.
  init(
    of request: HTTPRequest, from peer: String, trusting proxies: TrustedProxies,
    account: Account = 0
  ) {
    if let named = HTTPClient(namedIn: request, from: peer, by: proxies) {
      self = named
    } else {
      let bytes = Array(peer.utf8)
      self = HTTPClient(bytes, in: 0..<bytes.count)
    }
    self.account = account
  }

  /// Creates the client that a trusted proxy names in the request; nil if there is none.
  init?(namedIn request: HTTPRequest, from peer: String, by proxies: TrustedProxies) {
    guard let named = proxies.client(of: request, from: peer) else { return nil }
    self.init(request.bytes, in: named)
  }

  private init(_ bytes: [UInt8], in range: Range<Int>) {
    let address = IPAddress(withPort: bytes, in: range)
    self = address.map { HTTPClient(bits: $0.bits, isIPv4: $0.isIPv4) } ?? .unknown
  }
}
