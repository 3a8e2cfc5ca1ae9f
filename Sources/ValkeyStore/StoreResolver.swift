import Glibc
import Libevent

/// Where a connection goes: an address that no one has to be asked about.
enum StoreEndpoint: Sendable, Equatable {
  /// An address in figures, as `192.0.2.1` or `2001:db8::1`.
  case tcp(address: String, port: Int)
  case unix(path: String)
}

/// Finds the addresses of a host, on a thread of its own where the resolver has to be asked, which
/// may take as long as it likes.
enum StoreResolver {
  /// The addresses of a host that is an address itself; nil for a name.
  static func figures(of host: String) -> [String]? {
    let found = addresses(of: host, flags: AI_NUMERICHOST)
    return found.isEmpty ? nil : found
  }

  /// Asks the resolver (`getaddrinfo`).
  ///
  /// - Parameter completion: gets the addresses in the resolver's order, none for an unknown name,
  ///   on another thread.
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

  /// An address in figures (`getnameinfo`).
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
