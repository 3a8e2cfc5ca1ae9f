import LayoutService

/// Checks that an entry of a setting's list can match what a client sends.
///
/// Tatami refuses any other entry at startup, because it would lock out its owner without an explanation.
enum ListEntry {
  /// Checks that a key can follow `Authorization: Bearer`.
  ///
  /// - Throws: `SettingError`, which does not repeat the key.
  static func checkKey(_ key: String, number: Int) throws(SettingError) {
    guard key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw SettingError(
        description:
          "key \(number) contains a space, a control character (perhaps a line feed at its end) or "
          + "a character that is not ASCII, which no client can send")
    }
  }

  /// Checks that a key that signs URLs is long enough, and has no character that is lost when it is copied.
  ///
  /// - Throws: `SettingError`, which does not repeat the key.
  static func checkURLKey(_ key: String, number: Int) throws(SettingError) {
    try checkKey(key, number: number)
    guard key.utf8.count >= URLKeys.minKeyLength else {
      throw SettingError(
        description:
          "key \(number) must have at least \(URLKeys.minKeyLength) characters (got "
          + "\(key.utf8.count)); openssl rand -hex 32 makes one")
    }
  }

  /// Checks that an origin has the form that browsers send (RFC 6454 §6.2), or is `*` or `null`.
  ///
  /// The form is `scheme://host` or `scheme://host:port`, in lowercase, without the scheme's default port.
  static func checkOrigin(_ origin: String) throws(SettingError) {
    if origin == "*" || origin == "null" { return }
    guard let reason = fault(in: origin) else { return }
    throw SettingError(
      description: "\"\(origin.prefix(80))\" is not an origin that browsers send: \(reason)")
  }

  private static func fault(in origin: String) -> String? {
    guard let colon = origin.firstRange(of: "://") else {
      return "it has no scheme, as in https://"
    }
    let scheme = origin[..<colon.lowerBound]
    let rest = origin[colon.upperBound...]
    guard isScheme(scheme) else { return "its scheme is invalid or not in lowercase" }
    guard !rest.contains(where: { "/?#@".contains($0) }) else {
      return "it must not have a slash at the end, a path, a query, a fragment or a user"
    }
    let (host, port) = parts(of: rest)
    guard !rest.contains("*") else { return "* means all origins and must be the whole entry" }
    guard isHost(host) else { return "its host is invalid or not in lowercase ASCII" }
    guard let port else { return nil }
    guard let number = UInt16(port), number > 0, String(number) == port else {
      return "its port must be a number from 1 to 65535"
    }
    let own = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21][String(scheme)]
    return own == Int(number) ? "browsers omit the scheme's default port" : nil
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else {
      return false
    }
    return text.utf8.allSatisfy { isLowercaseOrDigit($0) || "+-.".utf8.contains($0) }
  }

  /// Returns the host, and the port if there is a colon; an IPv6 address is in brackets.
  private static func parts(of rest: Substring) -> (host: Substring, port: Substring?) {
    let from = rest.lastIndex(of: "]") ?? rest.startIndex
    guard let colon = rest[from...].firstIndex(of: ":") else { return (rest, nil) }
    return (rest[..<colon], rest[rest.index(after: colon)...])
  }

  private static func isHost(_ text: Substring) -> Bool {
    if text.hasPrefix("["), text.hasSuffix("]"), text.count > 2 {
      return text.dropFirst().dropLast().utf8.allSatisfy {
        isLowercaseOrDigit($0) || ":.".utf8.contains($0)
      }
    }
    return !text.isEmpty
      && text.utf8.allSatisfy { isLowercaseOrDigit($0) || "-._".utf8.contains($0) }
  }

  private static func isLowercaseOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
