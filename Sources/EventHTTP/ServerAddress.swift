import Glibc

/// An address at which a server listens or should listen.
public enum ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// A host name or address (IPv6 without brackets) and a port.
  case tcp(host: String, port: Int)
  /// A unix socket's path.
  case unix(path: String)

  /// Parses `host:port`, `[ipv6]:port` or `unix:///path`; nil if the text has another form.
  public init?(_ text: String) {
    if text.hasPrefix("unix://") {
      let path = String(text.dropFirst("unix://".count))
      guard path.hasPrefix("/"), path.count > 1 else { return nil }
      self = .unix(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }),
      let port = Int(digits), port <= 65_535
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("[") {
      guard host.hasSuffix("]") else { return nil }
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self = .tcp(host: String(host), port: port)
  }

  /// The socket addresses of a host name, or the single address of a unix socket's path.
  ///
  /// Empty if the host is unknown or the path is too long. Blocks until the resolver has answered.
  package var socketAddresses: [SocketAddress] {
    switch self {
    case .tcp(let host, let port): SocketAddress.resolve(host: host, port: port)
    case .unix(let path): SocketAddress(path: path).map { [$0] } ?? []
    }
  }

  /// The port; nil if the address is a unix socket's path.
  public var port: Int? {
    if case .tcp(_, let port) = self { port } else { nil }
  }

  /// The address in the form that `init(_:)` parses.
  public var description: String {
    switch self {
    case .tcp(let host, let port):
      host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix://\(path)"
    }
  }
}

/// The error of a server that could not start; its description is for the operator.
public struct ServerStartError: Error, Sendable, CustomStringConvertible {
  /// The cause of the failure.
  public enum Reason: Error, Sendable, Hashable {
    /// The address has none of the three forms, or its path is too long.
    case invalidAddress
    /// The host name has no address.
    case unknownHost
    /// Something already listens at the address.
    case addressInUse
    /// The system does not allow this user to listen at the address.
    case permissionDenied
    /// The file at the unix socket's path is not a socket.
    case notASocket
    /// The named system call failed with this error number, for none of the reasons above.
    case system(call: String, number: Int32)
  }

  /// The address, as it was configured.
  public var address: String
  /// The cause of the failure.
  public var reason: Reason

  /// A sentence that names the address and the cause.
  public var description: String {
    switch reason {
    case .invalidAddress:
      "cannot listen at \(address): an address must be host:port, [ipv6]:port or unix:///path"
    case .unknownHost: "cannot listen at \(address): the host name has no address"
    case .addressInUse: "cannot listen at \(address): the address is already in use"
    case .permissionDenied: "cannot listen at \(address): permission denied"
    case .notASocket: "cannot listen at \(address): the file at the path is not a socket"
    case .system(let call, let number):
      unsafe "cannot listen at \(address): \(call): \(String(cString: strerror(number)))"
    }
  }
}
