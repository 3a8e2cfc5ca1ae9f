/// The store's address, in the form of `TATAMI_STORE`.
///
/// The forms are `redis://[user@]host[:6379]`, which may also be written `valkey://`, and
/// `unix:///path`.
public struct StoreAddress: Sendable, Equatable, CustomStringConvertible {
  enum Place: Sendable, Equatable {
    case tcp(host: String, port: Int)
    case unix(path: String)
  }

  /// The error for an invalid address; never repeats the text, which may contain a password.
  public struct Malformed: Error {
    /// The form to use instead.
    public let description: String
  }

  let place: Place
  /// The user for `AUTH`; nil if it is the store's default user.
  let user: String?

  /// Parses an address.
  ///
  /// - Throws: `Malformed` if the text has none of the forms, for example with TLS, a password or a
  ///   database number other than 0.
  public init(_ text: String) throws(Malformed) {
    guard let colon = text.firstRange(of: "://") else { throw Self.malformed }
    let rest = text[colon.upperBound...]
    switch text[..<colon.lowerBound].lowercased() {
    case "redis", "valkey":
      (place, user) = try Self.server(rest)
    case "unix":
      guard rest.hasPrefix("/"), rest.utf8.count < 108, !rest.utf8.contains(0) else {
        throw Malformed(
          description: "unix:// must be followed by an absolute path of less than 108 bytes")
      }
      place = .unix(path: String(rest))
      user = nil
    case "rediss", "valkeys":
      throw Malformed(
        description: "TLS is not supported: terminate it at a proxy, as Examples/haproxy-store.cfg "
          + "does, and set the proxy's address, as redis://")
    default: throw Self.malformed
    }
  }

  /// The address in a form that may be logged: it contains no password.
  public var description: String {
    switch place {
    case .unix(let path): return "unix://\(path)"
    case .tcp(let host, let port):
      let name = host.contains(":") ? "[\(host)]" : host
      return "redis://\(user.map { "\($0)@" } ?? "")\(name):\(port)"
    }
  }

  private static let malformed = Malformed(
    description: "must be redis://[user@]host[:port], valkey:// or unix:///path")

  /// Parses `[user@]host[:port]`, optionally followed by `/` or `/0`.
  private static func server(_ text: Substring) throws(Malformed) -> (Place, String?) {
    var rest = text
    var user: String?
    if let at = rest.lastIndex(of: "@") {
      let info = rest[..<at]
      guard !info.contains(":") else {
        throw Malformed(
          description: "must not contain a password, which process lists and logs would show; "
            + "set TATAMI_STORE_PASSWORD")
      }
      guard let name = decoded(info), !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 }) else {
        throw malformed
      }
      user = name
      rest = rest[rest.index(after: at)...]
    }
    if let slash = rest.firstIndex(where: { "/?#".contains($0) }) {
      guard ["/", "/0"].contains(rest[slash...]) else {
        throw Malformed(
          description: "must not contain a database number other than 0, or a query; "
            + "use TATAMI_STORE_PREFIX to separate deployments")
      }
      rest = rest[..<slash]
    }
    let (host, port) = try hostAndPort(rest)
    return (.tcp(host: host, port: port), user)
  }

  private static func hostAndPort(_ text: Substring) throws(Malformed) -> (String, Int) {
    let from = text.lastIndex(of: "]") ?? text.startIndex
    let colon = text[from...].lastIndex(of: ":")
    var host = text[..<(colon ?? text.endIndex)]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw Malformed(description: "an IPv6 address must be in brackets: redis://[::1]:6379")
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x5B && $0 != 0x5D })
    else { throw malformed }
    guard let colon else { return (String(host), 6379) }
    let digits = text[text.index(after: colon)...]
    guard let port = UInt16(digits), port > 0, String(port) == digits else { throw malformed }
    return (String(host), Int(port))
  }

  /// Decodes a percent-encoded text (RFC 3986); nil if the encoding is invalid.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
