import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// Whose X-Forwarded-For is believed (`TATAMI_TRUSTED_PROXIES`).
@Suite struct TrustedProxiesTests {
  private static let list = [
    "10.0.0.0/8", "192.0.2.7", "2001:db8:1::/48", "::1", "198.51.100.128/25",
  ]

  /// What the request names as its client; nil if the connection's address stands.
  private func client(
    _ fields: [String], from peer: String = "10.1.2.3:5000", trusting list: [String] = Self.list
  ) throws -> String? {
    let request = try TestRequest.head("GET", "/", fields)
    let proxies = try TrustedProxies(list)
    return proxies.client(of: request, from: peer).map { request.bytes.text(in: $0) }
  }

  private func forwarded(_ value: String) throws -> String? {
    try client(["X-Forwarded-For: \(value)"])
  }

  @Test(arguments: [
    ("203.0.113.5", "203.0.113.5"),
    // What the client itself wrote stands to the left.
    ("1.1.1.1, 203.0.113.5", "203.0.113.5"),
    ("203.0.113.5, 10.9.9.9, 192.0.2.7", "203.0.113.5"),
    ("1.1.1.1,203.0.113.5,\t198.51.100.200 , 2001:DB8:1:2::3, ::1", "203.0.113.5"),
    ("203.0.113.5:4711, 10.0.0.1:80", "203.0.113.5:4711"),
    ("2001:db8:2::9, [2001:db8:1::9]:443", "2001:db8:2::9"),
    ("[2001:db8:2::9]:1, [::1]", "[2001:db8:2::9]:1"),
    // An IPv4 address is the same one where IPv6 maps it.
    ("203.0.113.5, ::ffff:10.0.0.1, ::FFFF:a00:1", "203.0.113.5"),
    // Neighbours of what is trusted are not.
    ("10.0.0.1, 192.0.2.8", "192.0.2.8"), ("10.0.0.1, 198.51.100.127", "198.51.100.127"),
    ("10.0.0.1, 11.0.0.0", "11.0.0.0"), ("10.0.0.1, 2001:db8:2::", "2001:db8:2::"),
    // Where all are proxies, the one that is farthest off is the client.
    ("10.0.0.3, 10.0.0.2, 10.0.0.1", "10.0.0.3"),
    // Empty members are none (RFC 9110 §5.6.1).
    (", 203.0.113.5,, 10.0.0.1,", "203.0.113.5"),
  ])
  func `The rightmost address that is no trusted proxy's is the client's`(
    _ value: String, _ expected: String
  ) throws {
    #expect(try forwarded(value) == expected)
  }

  @Test(arguments: [
    "unknown", "_hidden", "example.com", "10.0.0.256", "10.0.0", "10.0.0.1.2", "010.0.0.1",
    "10.0.0.1:", "10.0.0.1:65536", "10.0.0.1:x", "10.0.0.1 10.0.0.2", "[10.0.0.1]", "[::1",
    "[::1]443", "::1]", "fe80::1%eth0", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":::",
    "12345::", "g::", ":1", "1:", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3.4:5", "\"10.0.0.1\"",
    "10.0.0.1\u{7F}", "-1.0.0.1", "+1.0.0.1", "1e1.0.0.1", "0x0a.0.0.1",
  ])
  func `An invalid address ends the walk, and the addresses before it remain valid`(
    _ entry: String
  ) throws {
    // A DEL and the like never come out of the parser: put where a request's bytes would be.
    func client(_ value: String) throws -> String? {
      let bytes = Array("X-Forwarded-For\(value)".utf8)
      let request = HTTPRequest(
        bytes: bytes, method: .get, target: 0..<0, path: 0..<0, query: nil, minorVersion: 1,
        fields: [HTTPField(name: 0..<15, value: 15..<bytes.count)], framing: .none,
        expectsContinue: false, keepsAlive: true)
      return try TrustedProxies(Self.list).client(of: request, from: "10.1.2.3:5000")
        .map { bytes.text(in: $0) }
    }
    #expect(try client(entry) == nil)
    #expect(try client("203.0.113.5, \(entry)") == nil)
    #expect(try client("203.0.113.5, \(entry), 10.0.0.2, 10.0.0.1") == "10.0.0.2")
    #expect(try client("\(entry), 203.0.113.5, 10.0.0.1") == "203.0.113.5")
  }

  @Test func `Several fields are one list`() throws {
    let fields = ["X-Forwarded-For: 1.1.1.1, 203.0.113.5", "x-forwarded-for: 10.0.0.2"]
    #expect(try client(fields) == "203.0.113.5")
    #expect(try client(fields.reversed()) == "203.0.113.5")
    #expect(try client(["X-Forwarded-For: 203.0.113.5", "X-Forwarded-For:"]) == "203.0.113.5")
    #expect(try client(["X-Forwarded-For: 203.0.113.5", "X-Forwarded-For: no"]) == nil)
    #expect(try client(["Forwarded: for=203.0.113.5", "X-Forwarded: 203.0.113.5"]) == nil)
    // A quotation mark hides nothing.
    #expect(try client(["X-Forwarded-For: \"1.1.1.1, 203.0.113.5"]) == "203.0.113.5")
  }

  @Test func `Only trusted proxies may name the client's address`() throws {
    let fields = ["X-Forwarded-For: 203.0.113.5"]
    for peer in [
      "10.0.0.0:1", "10.255.255.255:65535", "192.0.2.7:80", "[::1]:5", "[2001:db8:1:ffff::]:1",
      "[::ffff:10.0.0.1]:1",
    ] {
      #expect(try client(fields, from: peer) == "203.0.113.5", "\(peer)")
    }
    for peer in [
      "11.0.0.0:1", "192.0.2.6:80", "[::2]:5", "[2001:db8:2::]:1", "[::a00:1]:1", "unix", "",
      "localhost:1",
    ] {
      #expect(try client(fields, from: peer) == nil, "\(peer)")
    }
    #expect(try client(fields, from: "unix", trusting: ["unix"]) == "203.0.113.5")
    #expect(try client(fields, trusting: ["unix"]) == nil)
    #expect(try client(fields, trusting: []) == nil)
    // The address families are kept apart, unless the range says how they are mapped.
    #expect(try client(fields, trusting: ["::/0"]) == nil)
    #expect(try client(fields, from: "[::1]:1", trusting: ["0.0.0.0/0"]) == nil)
    #expect(try client(fields, trusting: ["0.0.0.0/0"]) == "203.0.113.5")
    #expect(try client(fields, trusting: ["::ffff:10.0.0.0/104"]) == "203.0.113.5")
  }

  @Test(arguments: [
    "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.0/8/8", "/8", "10.0.0/8",
    "10.1.0.0/8", "2001:db8::/129", "2001:db8::1/64", "[::1]", "10.0.0.1:80", "Unix",
    "unix:///run/x", "proxy.example.com", "*", "10.0.0.1-10.0.0.9",
  ])
  func `A list with anything else in it is refused, naming the entry`(_ entry: String) throws {
    let error = try #require(throws: TrustedProxies.Malformed.self) {
      try TrustedProxies(["10.0.0.0/8", entry, "unix"])
    }
    #expect(error.description.contains("\"\(entry)\""))
  }

  /// The texts are RFC 5952's and RFC 4291's; the numbers are theirs by hand.
  @Test(arguments: [
    ("::", 0, 0), ("::1", 0, 1), ("1::", 0x0001_0000_0000_0000, 0),
    ("2001:db8::1", 0x2001_0db8_0000_0000, 1),
    ("2001:db8:0:0:1:0:0:1", 0x2001_0db8_0000_0000, 0x0001_0000_0000_0001),
    ("2001:0DB8::aaaa:1", 0x2001_0db8_0000_0000, 0xaaaa_0001),
    ("1:2:3:4:5:6:7:8", 0x0001_0002_0003_0004, 0x0005_0006_0007_0008),
    ("1:2:3:4:5:6:7::", 0x0001_0002_0003_0004, 0x0005_0006_0007_0000),
    ("::2:3:4:5:6:7:8", 0x0000_0002_0003_0004, 0x0005_0006_0007_0008),
    ("::13.1.68.3", 0, 0x0d01_4403), ("::FFFF:129.144.52.38", 0, 0xffff_8190_3426),
    ("129.144.52.38", 0, 0xffff_8190_3426), ("0:0:0:0:0:0:13.1.68.3", 0, 0x0d01_4403),
    ("64:ff9b::192.0.2.33", 0x0064_ff9b_0000_0000, 0xc000_0221), ("0.0.0.0", 0, 0xffff_0000_0000),
    ("255.255.255.255", 0, 0xffff_ffff_ffff),
  ])
  func `Addresses are read bit by bit`(_ text: String, _ high: UInt64, _ low: UInt64) throws {
    let bytes = Array("x\(text)y".utf8)
    let address = try #require(IPAddress(bytes, in: 1..<bytes.count - 1))
    #expect(address.bits == UInt128(high) << 64 | UInt128(low))
  }

  @Test func `Addresses are read as the system reads them, and so is everything that is none`() {
    var random = SeededGenerator(seed: 20_251_122)
    let letters = Array("0123456789abcdef::::...%g ".utf8)
    var read = 0
    for _ in 0..<200_000 {
      let count = Int.random(in: 2...11, using: &random)
      let bytes = (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)]
      }
      let bits = IPAddress(bytes, in: 0..<count)?.bits
      #expect(bits == SystemAddress.bits(bytes), "\(String(decoding: bytes, as: UTF8.self))")
      if bits != nil { read += 1 }
    }
    #expect(read > 1_000)
  }
}
