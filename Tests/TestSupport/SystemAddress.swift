import Glibc

/// Addresses as the system's `inet_pton` reads them.
package enum SystemAddress {
  /// The bits, IPv4 mapped into IPv6; nil if the text is no address.
  package static func bits(_ text: [UInt8]) -> UInt128? {
    let text = String(decoding: text, as: UTF8.self)
    if let ipv4 = bits(text, AF_INET, 4) { return 0xFFFF << 32 | ipv4 }
    return bits(text, AF_INET6, 16)
  }

  private static func bits(_ text: String, _ family: Int32, _ count: Int) -> UInt128? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe inet_pton(family, text, &bytes) == 1 else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }
}
