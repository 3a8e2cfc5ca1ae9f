import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// Who waiting jobs are counted to.
@Suite(.waits) struct RequestClientTests {
  private func client(
    _ peer: String, _ fields: [String] = [], trusting proxies: [String] = []
  ) throws -> HTTPClient {
    let request = try TestRequest.head("POST", "/v1/layouts", fields)
    return HTTPClient(of: request, from: peer, trusting: try TrustedProxies(proxies))
  }

  @Test func `Ports and the rest of an IPv6 network make no other client`() throws {
    for (one, other) in [
      ("192.0.2.1:5000", "192.0.2.1:6000"), ("192.0.2.1:5000", "[::ffff:192.0.2.1]:1"),
      ("[2001:db8:0:7::1]:5000", "[2001:db8:0:7:ffff:ffff:ffff:ffff]:1"),
      ("unix", "nowhere"), ("unix", ""),
    ] {
      #expect(try client(one) == client(other), "\(one) \(other)")
    }
    for (one, other) in [
      ("192.0.2.1:5000", "192.0.2.2:5000"), ("192.0.2.1:5000", "[::1]:5000"),
      ("[2001:db8:0:7::1]:5000", "[2001:db8:0:8::1]:5000"), ("unix", "0.0.0.0:1"),
      ("unix", "127.0.0.1:1"), ("127.0.0.1:1", "[::ffff:0:0]:1"),
    ] {
      #expect(try client(one) != client(other), "\(one) \(other)")
    }
  }

  @Test func `A trusted proxy names the client, and nobody else does`() throws {
    let field = ["X-Forwarded-For: 203.0.113.9, 198.51.100.7, 192.0.2.77"]
    let named = try client("198.51.100.7:1")
    #expect(try client("192.0.2.1:5000", field, trusting: ["192.0.2.0/24"]) == named)
    #expect(try client("unix", field, trusting: ["unix", "192.0.2.77"]) == named)
    for trusted in [[], ["192.0.3.0/24"], ["unix"]] {
      #expect(
        try client("192.0.2.1:5000", field, trusting: trusted) == client("192.0.2.1:5000"))
    }
    // Of a network that the proxy names, every address is the same client.
    #expect(
      try client("192.0.2.1:1", ["X-Forwarded-For: 2001:db8::5"], trusting: ["192.0.2.1"])
        == client("[2001:db8::6]:99"))
  }

  @Test func `The service names clients by X-Forwarded-For, from trusted proxies alone`() throws {
    let service = TestService {
      $0.trustedProxies = (try? TrustedProxies(["10.0.0.0/8"])) ?? TrustedProxies()
    }.service
    let named = try TestRequest.head("GET", "/healthz", ["X-Forwarded-For: 192.0.2.7"])
    #expect(try service.client(of: named, from: "10.1.2.3:5") == client("192.0.2.7:1"))
    #expect(service.client(of: named, from: "192.0.2.1:5") == nil)
    let plain = try TestRequest.head("GET", "/healthz", [])
    #expect(service.client(of: plain, from: "10.1.2.3:5") == nil)
  }
}
