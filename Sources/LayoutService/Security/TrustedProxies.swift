import HTTPMessage

/// The proxies whose X-Forwarded-For is trusted (`TATAMI_TRUSTED_PROXIES`).
///
/// Anyone can send the field; only the part that a trusted proxy has appended is reliable. So the
/// connection must come from such a proxy, and the client is the rightmost address that is not such
/// a proxy itself.
public struct TrustedProxies: Sendable {
  private var ranges: [IPAddressRange] = []
  /// Whether the peers of a unix socket are trusted proxies.
  private var trustsUnix = false

  /// The error for a list that cannot be parsed; its description is for the operator.
  public struct Malformed: Error, CustomStringConvertible {
    /// The invalid entry, and what is wrong with it.
    public let description: String
  }

  /// Creates a list that trusts no peer.
  public init() {}

  /// Parses addresses, ranges (`10.0.0.0/8`, `2001:db8::/32`) and the word `unix`.
  ///
  /// - Throws: `Malformed`, for the first entry that is none of these.
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
              "\"\(entry)\" must be an address, a range such as 10.0.0.0/8 or fd00::/8, or unix"
          )
        case .bitsBehindLength:
          throw Malformed(
            description:
              "\"\(entry)\" has address bits set after its length; correct one of the two")
        }
      }
    }
  }

  /// Returns the range of the request's bytes that names the client; nil if the client is the connection's
  /// peer.
  ///
  /// The peer is the client if it is not a trusted proxy, or if the proxy names no client. The addresses of
  /// all X-Forwarded-For fields form one list, which is read from its end: past trusted proxies, to the first
  /// address that is not trusted. An entry that is no address ends the search, and the address found before
  /// it is the client's. The result is an address as it was sent, with or without a port, so it contains only
  /// digits, letters, dots, colons and brackets.
  ///
  /// - Parameter peer: the connection's address, as in `HTTPAccessRecord.remoteAddress`.
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
        // Split at plain commas: a quotation mark from a client must not hide what follows it.
        let comma = bytes[field.value.lowerBound..<end].lastIndex(of: UInt8(ascii: ","))
        let entry = bytes.trimmed((comma.map { $0 + 1 } ?? field.value.lowerBound)..<end)
        end = comma ?? field.value.lowerBound - 1
        // Skip empty list members (RFC 9110 §5.6.1).
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
