import Glibc
import Libevent

/// An endpoint to connect to, without a name to resolve.
enum StoreEndpoint: Sendable, Equatable {
  /// A numeric address, such as `192.0.2.1` or `2001:db8::1`.
  case tcp(address: String, port: Int)
  case unix(path: String)
}

/// Resolves a host's addresses.
///
/// The resolver runs on a thread of its own, because it may block for any time.
enum StoreResolver {
  /// Returns the addresses of a host that is a numeric address; nil if it is a name.
  static func figures(of host: String) -> [String]? {
    let found = addresses(of: host, flags: AI_NUMERICHOST)
    return found.isEmpty ? nil : found
  }

  /// Resolves a host name (`getaddrinfo`).
  ///
  /// - Parameter completion: receives the addresses in the resolver's order, on another thread; no address
  ///   if the name is unknown; no address, before this call returns, if no thread can be started.
  static func resolve(_ host: String, completion: @escaping @Sendable ([String]) -> Void) {
    do {
      try LoopThread.start { completion(addresses(of: host, flags: 0)) }
    } catch {
      completion([])
    }
  }

  private static func addresses(of host: String, flags: Int32) -> [String] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = flags
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [String] = []
    var entry = unsafe list
    while let info = unsafe entry {
      if let text = unsafe text(of: info.pointee), !addresses.contains(text) {
        addresses.append(text)
      }
      unsafe entry = unsafe info.pointee.ai_next
    }
    return addresses
  }

  /// Returns the numeric form of an address (`getnameinfo`); nil if the call fails.
  private static func text(of info: addrinfo) -> String? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let result = unsafe buffer.withUnsafeMutableBytes { buffer in
      unsafe getnameinfo(
        info.ai_addr, info.ai_addrlen, buffer.assumingMemoryBound(to: CChar.self).baseAddress,
        socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
    }
    return result == 0 ? String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self) : nil
  }
}
