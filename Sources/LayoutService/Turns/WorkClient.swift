/// Who jobs and fetches are counted to while they wait: an IPv4 address, or the 64 bits that a network of
/// IPv6 begins with, since whoever has one address of it has them all.
public struct WorkClient: Hashable, Sendable {
  /// The address's bits, those after an IPv6 network's left out; 0 (`::`, which no client has) for the
  /// unknown.
  private let bits: UInt128

  /// All clients that come through a unix socket, or have no address, together.
  public static let unknown = WorkClient(bits: 0, isIPv4: true)

  /// The client of an address.
  ///
  /// - Parameter bits: all 128 of an IPv6 address, or an IPv4 address's.
  package init(bits: UInt128, isIPv4: Bool) {
    self.bits = isIPv4 ? bits : (bits >> 64) << 64
  }
}
