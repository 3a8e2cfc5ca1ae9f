import HTTPMessage
import LayoutWire

/// An IPv4 or IPv6 address.
///
/// An IPv4 address is stored as its IPv6 mapping (`::ffff:192.0.2.1`, RFC 4291 §2.5.5.2), which is
/// also how a socket for both families reports it.
struct IPAddress: Hashable, Sendable {
  /// The address as a number: its first bit is the highest.
  let bits: UInt128

  /// The number of leading bits of an IPv4-mapped IPv6 address that precede the 32 bits of the IPv4 address.
  static let mappedLength = 96

  /// Whether this is an IPv4 address, mapped or not.
  var isIPv4: Bool { bits >> 32 == 0xFFFF }

  /// Parses `192.0.2.1` or `2001:db8::1` (RFC 4291 §2.2); nil if the text is anything else.
  ///
  /// - Complexity: O(1); no allocation.
  init?(_ bytes: [UInt8], in range: Range<Int>) {
    // The longest address has eight groups, the last two written as an IPv4 address.
    guard range.count <= 45, range.lowerBound >= 0, range.upperBound <= bytes.count else {
      return nil
    }
    if let ipv4 = Self.ipv4(bytes, range) {
      bits = 0xFFFF << 32 | UInt128(ipv4)
    } else if let ipv6 = Self.ipv6(bytes, range) {
      bits = ipv6
    } else {
      return nil
    }
  }

  /// Parses an address with an optional port; nil if the text is anything else.
  ///
  /// The forms are `192.0.2.1:5000`, `[2001:db8::1]:5000`, `[2001:db8::1]`, and the address alone.
  init?(withPort bytes: [UInt8], in range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count, let first = range.first else {
      return nil
    }
    var host = range
    var port = range.upperBound..<range.upperBound
    if bytes[first] == UInt8(ascii: "[") {
      guard let close = bytes[range].firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = first + 1..<close
      port = close + 1..<range.upperBound
      // Only IPv6 addresses have brackets.
      guard bytes[host].contains(UInt8(ascii: ":")) else { return nil }
    } else if let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")),
      bytes[colon + 1..<range.upperBound].allSatisfy({ $0 != UInt8(ascii: ":") })
    {
      host = first..<colon
      port = colon..<range.upperBound
    }
    guard port.isEmpty || Self.isPort(bytes, port) else { return nil }
    self.init(bytes, in: host)
  }

  /// Returns whether the bytes are a colon and a number from 0 to 65535.
  private static func isPort(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard let first = range.first, bytes[first] == UInt8(ascii: ":") else { return false }
    return NumberText.index(bytes, in: first + 1..<range.upperBound).map { $0 <= 65_535 } ?? false
  }

  /// Parses four numbers up to 255, without leading zeros, which some programs read as octal.
  private static func ipv4(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32? {
    var value: UInt32 = 0
    var start = range.lowerBound
    for place in 0..<4 {
      var end = start
      while end < range.upperBound, bytes[end] != UInt8(ascii: ".") { end += 1 }
      guard end == range.upperBound || place < 3,
        let part = NumberText.index(bytes, in: start..<end), part <= 255
      else { return nil }
      value = value << 8 | UInt32(part)
      guard place < 3 else { return value }
      guard end < range.upperBound else { return nil }
      start = end + 1
    }
    return nil
  }

  /// Parses eight groups of up to four hexadecimal digits.
  ///
  /// Groups of zeros may be written as `::` once, and the last two groups as an IPv4 address.
  private static func ipv6(_ bytes: [UInt8], _ range: Range<Int>) -> UInt128? {
    var groups = 0
    var bits: UInt128 = 0
    /// The number of groups before the `::`; nil if there is none.
    var gap: Int?
    var index = range.lowerBound
    if range.count >= 2, bytes.hasPrefix("::", in: range) {
      gap = 0
      index += 2
    }
    while index < range.upperBound {
      var end = index
      while end < range.upperBound, bytes[end] != UInt8(ascii: ":") { end += 1 }
      if end == range.upperBound, let ipv4 = Self.ipv4(bytes, index..<end) {
        bits = bits << 32 | UInt128(ipv4)
        groups += 2
      } else {
        guard let group = group(bytes, index..<end) else { return nil }
        bits = bits << 16 | UInt128(group)
        groups += 1
      }
      guard groups <= 8 else { return nil }
      guard end < range.upperBound else { break }
      index = end + 1
      guard index < range.upperBound else { return nil }
      if bytes[index] == UInt8(ascii: ":") {
        guard gap == nil else { return nil }
        gap = groups
        index += 1
      }
    }
    guard let gap else { return groups == 8 ? bits : nil }
    guard groups < 8 else { return nil }
    // The groups after the gap stay at the end, the others move to the front.
    let after = (groups - gap) * 16
    let high = bits >> after
    return high << (128 - gap * 16) | bits & ~(~0 << after)
  }

  private static func group(_ bytes: [UInt8], _ range: Range<Int>) -> UInt16? {
    guard 1...4 ~= range.count else { return nil }
    var value: UInt16 = 0
    for byte in bytes[range] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

/// A range of addresses, which share their first bits.
struct IPAddressRange: Hashable, Sendable {
  private let first: IPAddress
  /// The number of shared bits, of 128.
  private let length: Int

  /// The reason why a text is not a range.
  enum Failure: Error {
    /// The text is neither an address nor an address, a slash and a length.
    case malformed
    /// The address has bits set after its first `length` bits, so another length or another address was
    /// meant.
    case bitsBehindLength
  }

  /// Parses an address, or a range such as `10.0.0.0/8` or `2001:db8::/32`.
  init(_ bytes: [UInt8]) throws(Failure) {
    let slash = bytes.firstIndex(of: UInt8(ascii: "/"))
    let host = 0..<(slash ?? bytes.count)
    guard let address = IPAddress(bytes, in: host) else { throw .malformed }
    let isShort = !bytes[host].contains(UInt8(ascii: ":"))
    var length = 128
    if let slash {
      guard let text = NumberText.index(bytes, in: slash + 1..<bytes.count),
        text <= (isShort ? 32 : 128)
      else { throw .malformed }
      length = text + (isShort ? IPAddress.mappedLength : 0)
    }
    guard address.bits & ~Self.mask(length) == 0 else { throw .bitsBehindLength }
    first = address
    self.length = length
  }

  /// Returns whether the address is in the range; an IPv4 address is never in a range of IPv6 addresses.
  func contains(_ address: IPAddress) -> Bool {
    guard address.isIPv4 == first.isIPv4 || length >= IPAddress.mappedLength else { return false }
    return address.bits & Self.mask(length) == first.bits
  }

  /// Returns a mask with the first `length` bits set.
  private static func mask(_ length: Int) -> UInt128 {
    ~0 << (128 - length)
  }
}
