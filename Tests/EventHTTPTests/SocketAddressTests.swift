import Glibc
import HTTPMessage
import Testing

@testable import EventHTTP

/// Whom connections are counted to.
@Suite struct SocketAddressTests {
  private func client(_ text: String) throws -> HTTPClient {
    let family = text.contains(":") ? AF_INET6 : AF_INET
    return SocketAddress.client(try #require(SocketAddress.bytes(text, family: family)))
  }

  @Test func `An IPv6 network is one client, and an IPv4 address that IPv6 maps is itself`() throws
  {
    for (one, other) in [
      ("2001:db8:0:7::1", "2001:db8:0:7:ffff:ffff:ffff:ffff"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ] {
      #expect(try client(one) == client(other), "\(one) \(other)")
    }
    for (one, other) in [
      ("2001:db8:0:7::1", "2001:db8:0:8::1"), ("192.0.2.1", "192.0.2.2"),
      ("::ffff:192.0.2.1", "::ffff:192.0.2.2"), ("127.0.0.1", "::1"),
    ] {
      #expect(try client(one) != client(other), "\(one) \(other)")
    }
  }

  @Test func `The system's form of an address names the same client as its text`() throws {
    let address = try #require(SocketAddress.resolve(host: "192.0.2.1", port: 80).first)
    #expect(try address.client == client("192.0.2.1"))
    let six = try #require(SocketAddress.resolve(host: "2001:db8:0:7::1", port: 80).first)
    #expect(try six.client == client("2001:db8:0:7::2"))
    #expect(SocketAddress(path: "/a")?.client == .unknown)
  }
}
