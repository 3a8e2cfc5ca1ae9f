import Glibc
import HTTPMessage

/// A socket address in the form that the system's calls take.
@safe
package struct SocketAddress {
  private var storage = sockaddr_storage()
  private var length = socklen_t(0)

  /// The system's address family: `AF_INET`, `AF_INET6` or `AF_UNIX`.
  package var family: Int32 { Int32(storage.ss_family) }

  /// Creates the address of a unix socket; nil if the path is too long or contains a zero byte.
  package init?(path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.count < capacity, !path.contains(0) else { return nil }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    unsafe withUnsafeMutableBytes(of: &storage) { storage in
      unsafe withUnsafeBytes(of: &address) { unsafe storage.copyMemory(from: $0) }
    }
    length = socklen_t(MemoryLayout<sockaddr_un>.size)
  }

  /// Returns the addresses of a host in the resolver's order (`getaddrinfo`); empty for an unknown host.
  ///
  /// Blocks until the resolver has answered.
  package static func resolve(host: String, port: Int) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = unsafe list
    while let info = unsafe entry {
      if let address = unsafe info.pointee.ai_addr {
        unsafe addresses.append(SocketAddress(copying: address, length: info.pointee.ai_addrlen))
      }
      unsafe entry = unsafe info.pointee.ai_next
    }
    return addresses
  }

  /// Creates the address that a socket is bound to (`getsockname`); nil if the call fails.
  init?(boundTo socket: Int32) {
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket, $0, &size)
      }
    }
    guard result == 0 else { return nil }
    length = size
  }

  private init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
    let count = min(Int(length), MemoryLayout<sockaddr_storage>.size)
    unsafe withUnsafeMutableBytes(of: &storage) { storage in
      unsafe storage.copyMemory(from: UnsafeRawBufferPointer(start: address, count: count))
    }
    self.length = socklen_t(count)
  }

  /// Connects a socket to the address (`connect`).
  ///
  /// - Returns: 0 on success, else the error number.
  package func connect(_ socket: Int32) -> Int32 {
    unsafe withPointer { unsafe Glibc.connect(socket, $0, $1) == 0 ? 0 : errno }
  }

  /// Binds a socket to the address (`bind`).
  ///
  /// - Returns: 0 on success, else the error number.
  func bind(_ socket: Int32) -> Int32 {
    unsafe withPointer { unsafe Glibc.bind(socket, $0, $1) == 0 ? 0 : errno }
  }

  /// Calls `body` with the address as the system's `sockaddr`.
  private func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
  {
    unsafe withUnsafePointer(to: storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
    }
  }

  /// The host as text, and the port; nil if the address is a unix socket's.
  var hostAndPort: (host: String, port: Int)? {
    unsafe withPointer { address, _ in unsafe Self.hostAndPort(address) }
  }

  /// Returns the address as text: `"192.0.2.1:5000"`, `"[2001:db8::1]:5000"` or `"unix"`.
  static func text(_ address: UnsafePointer<sockaddr>?) -> String {
    guard let address = unsafe address, let (host, port) = unsafe hostAndPort(address) else {
      return "unix"
    }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The client to which connections from this address count.
  var client: HTTPClient { unsafe withPointer { address, _ in unsafe Self.client(address) } }

  /// Returns the client to which connections from an address count.
  static func client(_ address: UnsafePointer<sockaddr>?) -> HTTPClient {
    guard let address = unsafe address else { return .unknown }
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        HTTPClient(ipv4: UInt32(bigEndian: unsafe address.pointee.sin_addr.s_addr))
      }
    case AF_INET6:
      return unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        unsafe withUnsafeBytes(of: address.pointee.sin6_addr) { client(unsafe Array($0)) }
      }
    default: return .unknown
    }
  }

  /// Returns the client of an address in network order: 4 bytes of `AF_INET` or 16 of `AF_INET6`.
  static func client(_ host: [UInt8]) -> HTTPClient {
    let bits = host.reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
    return host.count == 4
      ? HTTPClient(ipv4: UInt32(truncatingIfNeeded: bits)) : HTTPClient(ipv6: bits)
  }

  private static func hostAndPort(_ address: UnsafePointer<sockaddr>) -> (String, Int)? {
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        var host = unsafe address.pointee.sin_addr
        let port = unsafe UInt16(bigEndian: address.pointee.sin_port)
        return unsafe (text(AF_INET, &host), Int(port))
      }
    case AF_INET6:
      unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        var host = unsafe address.pointee.sin6_addr
        let port = unsafe UInt16(bigEndian: address.pointee.sin6_port)
        return unsafe (text(AF_INET6, &host), Int(port))
      }
    default: nil
    }
  }

  /// Returns the text of an address in network order, 4 bytes of `AF_INET` or 16 of `AF_INET6`
  /// (`inet_ntop`).
  static func text(_ family: Int32, _ host: [UInt8]) -> String {
    unsafe host.withUnsafeBytes { host in
      guard let start = host.baseAddress else { return "" }
      return unsafe text(family, start)
    }
  }

  /// Parses an address into network order (`inet_pton`): 4 bytes of `AF_INET` or 16 of `AF_INET6`;
  /// nil if the text is no address of that family.
  static func bytes(_ host: String, family: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
    let isAddress = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe inet_pton(family, host, bytes.baseAddress) == 1
    }
    return isAddress ? bytes : nil
  }

  private static func text(_ family: Int32, _ host: UnsafeRawPointer) -> String {
    var buffer = [UInt8](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    _ = unsafe buffer.withUnsafeMutableBytes { buffer in
      unsafe inet_ntop(
        family, host, buffer.assumingMemoryBound(to: CChar.self).baseAddress,
        socklen_t(buffer.count))
    }
    return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
  }
}
