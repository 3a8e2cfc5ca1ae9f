import HTTPMessage

/// One request on its way through the service, on its event loop.
struct RequestExchange {
  /// The head; its bytes are the loop's.
  let request: HTTPRequest
  /// Makes the reply where the response comes later.
  let connection: any HTTPExchange
  let context: RequestContext

  /// Whom the request's jobs are counted to while they wait, by the rule that the access log follows.
  func client(trusting proxies: TrustedProxies) -> WorkClient {
    let address: IPAddress?
    let peer = connection.remoteAddress
    if let named = proxies.client(of: request, from: peer) {
      address = IPAddress(withPort: request.bytes, in: named)
    } else {
      let bytes = Array(peer.utf8)
      address = IPAddress(withPort: bytes, in: 0..<bytes.count)
    }
    return address.map(WorkClient.init) ?? .unknown
  }
}

extension WorkClient {
  /// The client of an address.
  init(_ address: IPAddress) {
    self.init(bits: address.bits, isIPv4: address.isIPv4)
  }
}
