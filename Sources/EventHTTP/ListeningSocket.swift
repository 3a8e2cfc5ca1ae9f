import Glibc

/// The listening sockets of one address, one for each event loop.
@safe
struct ListeningSocket {
  /// The address that the sockets listen at, with the port that the system chose if port 0 was requested.
  let address: ServerAddress
  /// The file descriptors, one for each event loop.
  let descriptors: [Int32]
  /// The file of a unix socket; nil if the sockets are TCP's.
  var file: SocketFile?

  private typealias Failure = ServerStartError.Reason

  /// Opens the sockets of every address that `text` names.
  ///
  /// A host name may have several addresses. Addresses that this machine does not have are skipped,
  /// unless it has none of them.
  ///
  /// - Parameters:
  ///   - text: an address in a form of `ServerAddress.init(_:)`.
  ///   - count: the number of sockets for each address, one for each event loop.
  /// - Throws: `ServerStartError`, after closing every socket opened here.
  static func open(_ text: String, count: Int) throws(ServerStartError) -> [ListeningSocket] {
    func failed(_ reason: Failure) -> ServerStartError {
      ServerStartError(address: text, reason: reason)
    }
    guard let address = ServerAddress(text) else { throw failed(.invalidAddress) }
    switch address {
    case .unix(let path):
      do { return [try openUnix(path, count: count)] } catch { throw failed(error) }
    case .tcp(let host, let port):
      var opened: [ListeningSocket] = []
      var failure: Failure?
      for candidate in SocketAddress.resolve(host: host, port: port) {
        do {
          opened.append(try openTCP(candidate, port: port, count: count))
        } catch {
          // Prefer "in use" to a missing address: it explains more.
          if failure?.isMissingAddress != false { failure = error }
          guard error.isMissingAddress else { break }
          continue
        }
        // With port 0, a second address would get a different port.
        if port == 0 { break }
      }
      if let failure, opened.isEmpty || !failure.isMissingAddress {
        for socket in opened { socket.close() }
        throw failed(failure)
      }
      guard !opened.isEmpty else { throw failed(.unknownHost) }
      return opened
    }
  }

  /// Closes the sockets and removes a unix socket's file.
  ///
  /// The caller must not have passed the sockets to listeners, which then own them.
  func close() {
    for descriptor in descriptors { _ = Glibc.close(descriptor) }
    file?.remove()
  }

  // MARK: TCP

  private static func openTCP(
    _ wanted: SocketAddress, port: Int, count: Int
  ) throws(Failure) -> ListeningSocket {
    // With SO_REUSEPORT two processes of one user can share a port without noticing. A first bind
    // without it fails if any process listens there.
    if count > 1, port != 0 {
      _ = Glibc.close(try bound(wanted, sharing: false))
    }
    var descriptors: [Int32] = []
    var address = wanted
    do {
      for _ in 0..<count {
        let descriptor = try bound(address, sharing: count > 1)
        descriptors.append(descriptor)
        if let actual = SocketAddress(boundTo: descriptor) { address = actual }
      }
      for descriptor in descriptors { try listening(descriptor) }
    } catch {
      for descriptor in descriptors { _ = Glibc.close(descriptor) }
      throw error
    }
    let (host, actualPort) = address.hostAndPort ?? ("", port)
    return ListeningSocket(
      address: .tcp(host: host, port: actualPort), descriptors: descriptors)
  }

  private static func bound(_ address: SocketAddress, sharing: Bool) throws(Failure) -> Int32 {
    let descriptor = try opened(address.family)
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    if sharing { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
    // [::] accepts IPv4 clients too, whatever the system's default.
    if address.family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    do {
      try bind(descriptor, address)
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
    return descriptor
  }

  // MARK: Unix

  private static func openUnix(_ path: String, count: Int) throws(Failure) -> ListeningSocket {
    guard let address = SocketAddress(path: path) else { throw .invalidAddress }
    try removeStale(path, address)
    let descriptor = try opened(AF_UNIX)
    var descriptors = [descriptor]
    var file: SocketFile?
    do throws(Failure) {
      try bind(descriptor, address)
      file = try SocketFile(path)
      try listening(descriptor)
      // A unix path has one socket; every loop accepts from it.
      while descriptors.count < count {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw Failure.system(call: "fcntl", number: errno) }
        descriptors.append(copy)
      }
    } catch {
      for descriptor in descriptors { _ = Glibc.close(descriptor) }
      file?.remove()
      throw error
    }
    return ListeningSocket(address: .unix(path: path), descriptors: descriptors, file: file)
  }

  /// Removes a socket file left by a killed process; throws if a process still listens on it.
  private static func removeStale(_ path: String, _ address: SocketAddress) throws(Failure) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
    let descriptor = try opened(AF_UNIX)
    defer { _ = Glibc.close(descriptor) }
    // EAGAIN means a full backlog, so a process listens there too.
    guard address.connect(descriptor) == ECONNREFUSED else { throw .addressInUse }
    _ = unsafe unlink(path)
  }

  // MARK: Calls

  private static func opened(_ family: Int32) throws(Failure) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { throw .system(call: "socket", number: errno) }
    return descriptor
  }

  private static func bind(_ descriptor: Int32, _ address: SocketAddress) throws(Failure) {
    let number = address.bind(descriptor)
    switch number {
    case 0: return
    case EADDRINUSE: throw .addressInUse
    case EACCES, EPERM: throw .permissionDenied
    default: throw .system(call: "bind", number: number)
    }
  }

  private static func listening(_ descriptor: Int32) throws(Failure) {
    guard listen(descriptor, 4096) != 0 else { return }
    throw errno == EADDRINUSE ? .addressInUse : .system(call: "listen", number: errno)
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    _ = unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}

extension ServerStartError.Reason {
  /// Whether the machine lacks the address or its address family.
  fileprivate var isMissingAddress: Bool {
    if case .system(_, let number) = self {
      number == EADDRNOTAVAIL || number == EAFNOSUPPORT
    } else {
      false
    }
  }
}
