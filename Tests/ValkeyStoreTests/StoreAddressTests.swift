import LayoutAPI
import Testing

@testable import ValkeyStore

/// What `TATAMI_STORE` may say.
@Suite struct StoreAddressTests {
  @Test(arguments: [
    ("redis://localhost", "localhost", 6379), ("valkey://store", "store", 6379),
    ("redis://10.0.0.1:7000", "10.0.0.1", 7000), ("REDIS://a.example:1", "a.example", 1),
    ("redis://[::1]", "::1", 6379), ("redis://[2001:db8::1]:65535", "2001:db8::1", 65_535),
    ("redis://store:6379/", "store", 6379), ("redis://store:6379/0", "store", 6379),
  ])
  func `A server's address is read`(_ text: String, _ host: String, _ port: Int) throws {
    let address = try StoreAddress(text)
    #expect(address.place == .tcp(host: host, port: port))
    #expect(address.user == nil)
  }

  @Test func `A user stands before the host`() throws {
    let address = try StoreAddress("redis://tatami@store:1")
    #expect(address.place == .tcp(host: "store", port: 1))
    #expect(address.user == "tatami")
    #expect(try StoreAddress("valkey://a%40b@store").user == "a@b")
  }

  @Test func `A unix socket's path is read`() throws {
    let address = try StoreAddress("unix:///run/valkey.sock")
    #expect(address.place == .unix(path: "/run/valkey.sock"))
    #expect(throws: StoreAddress.Malformed.self) {
      try StoreAddress("unix:///" + String(repeating: "a", count: 107))
    }
    _ = try StoreAddress("unix:///" + String(repeating: "a", count: 106))
  }

  @Test(arguments: ["rediss://store", "REDISS://store:6380", "valkeys://store"])
  func `TLS is refused, and what to do is told`(_ text: String) throws {
    let error = try #require(throws: StoreAddress.Malformed.self) { try StoreAddress(text) }
    #expect(error.description.contains("TLS"))
    #expect(error.description.contains("haproxy-store.cfg"))
  }

  @Test(arguments: [
    "redis://:s3cret@store", "redis://user:s3cret@store", "redis://user:s3@cret@store",
    "valkey://:s3cret@store:6379/0",
  ])
  func `A password is refused, and not repeated`(_ text: String) throws {
    let error = try #require(throws: StoreAddress.Malformed.self) { try StoreAddress(text) }
    #expect(error.description.contains("TATAMI_STORE_PASSWORD"))
    #expect(!error.description.contains("s3"))
  }

  @Test(arguments: [
    "", "store", "store:6379", "http://store", "redis:store", "redis:///", "redis://",
    "redis://:6379", "redis://store:", "redis://store:0", "redis://store:65536",
    "redis://store:+1", "redis://store:06379", "redis://::1", "redis://[::1", "redis://[]",
    "redis://store/1", "redis://store/0/1", "redis://store?db=1", "redis://store#1",
    "redis://@store", "redis://a%4@store", "redis://a%ff@store", "redis://a%0ab@store",
    "redis://sto re", "redis://störe", "unix://run/valkey.sock", "unix://", "redis://store\n",
  ])
  func `Anything else is refused`(_ text: String) {
    #expect(throws: StoreAddress.Malformed.self) { try StoreAddress(text) }
  }
}
