import HTTPMessage

/// The proxies whose X-Forwarded-For is believed (`TATAMI_TRUSTED_PROXIES`).
///
/// Everybody can send the field; only what a known proxy has written at its end is worth anything.
/// So the connection must come from such a proxy, and of the addresses the rightmost one counts that
/// is not such a proxy itself.
public struct TrustedProxies: Sendable {
  private var ranges: [IPAddressRange] = []
  /// Whether the peers of a unix socket are proxies.
  private var trustsUnix = false

  /// Why a list cannot be read; its text is for the operator.
  public struct Malformed: Error, CustomStringConvertible {
    /// What is wrong with which entry.
    public let description: String
  }

  /// Trusts no peer.
  public init() {}

  /// Reads addresses, ranges (`10.0.0.0/8`, `2001:db8::/32`) and the word `unix`.
  ///
  /// - Throws: `Malformed`, with the first entry that is none of these.
  public init(_ entries: [String]) throws(Malformed) {
    for entry in entries {
      if entry == "unix" {
        trustsUnix = true
        continue
      }
      do {
        ranges.append(try IPAddressRange(Array(entry.utf8)))
      } catch {
        switch error {
        case .malformed:
          throw Malformed(
            description:
              "\"\(entry)\" is neither an address, a range such as 10.0.0.0/8 or fd00::/8, nor unix"
          )
        case .bitsBehindLength:
          throw Malformed(
            description: "\"\(entry)\" has bits set behind its length, so one of the two is wrong")
        }
      }
    }
  }

  /// Where the request's bytes name the client; nil if the connection's own address stands,
  /// because it is no proxy's, or the proxy names no client.
  ///
  /// The addresses of all X-Forwarded-For fields are one list, walked from its end: past proxies
  /// that are trusted, to the first address that is not. What is no address ends the walk, and the
  /// address before it stands. What is found is an address with or without a port, as it was sent,
  /// so it holds nothing but digits, letters, dots, colons and brackets.
  ///
  /// - Parameter peer: the connection's address, as `HTTPAccessRecord.remoteAddress`.
  /// - Complexity: O(bytes of the fields).
  func client(of request: HTTPRequest, from peer: String) -> Range<Int>? {
    guard trustsUnix || !ranges.isEmpty, request.value(of: "x-forwarded-for") != nil,
      trusts(peer)
    else { return nil }
    let bytes = request.bytes
    var client: Range<Int>?
    for field in request.fields.reversed()
    where bytes.equalsIgnoringCase("x-forwarded-for", in: field.name) {
      var end = field.value.upperBound
      while end >= field.value.lowerBound {
        // By plain commas: a quotation mark that a client sends must not hide what follows it.
        let comma = bytes[field.value.lowerBound..<end].lastIndex(of: UInt8(ascii: ","))
        let entry = bytes.trimmed((comma.map { $0 + 1 } ?? field.value.lowerBound)..<end)
        end = comma ?? field.value.lowerBound - 1
        // Empty members of lists are passed over (RFC 9110 §5.6.1).
        if entry.isEmpty { continue }
        guard let address = IPAddress(withPort: bytes, in: entry) else { return client }
        client = entry
        guard trusts(address) else { return client }
      }
    }
    return client
  }

  private func trusts(_ peer: String) -> Bool {
    if peer == "unix" { return trustsUnix }
    let bytes = Array(peer.utf8)
    return IPAddress(withPort: bytes, in: 0..<bytes.count).map(trusts) ?? false
  }

  private func trusts(_ address: IPAddress) -> Bool {
    ranges.contains { $0.contains(address) }
  }
}
