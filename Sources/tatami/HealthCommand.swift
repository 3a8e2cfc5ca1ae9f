import ArgumentParser
import EventHTTP
import Glibc

/// `tatami health`.
struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "Ask a running service whether it lives: exit status 0 or 1.",
    discussion: "For containers without curl. Without --bind it asks where serve would listen.")

  @Option(help: "Where the service listens: host:port, [::]:port or unix:///path.")
  var bind: String?

  @Option(help: "on or off: whether the service expects a PROXY protocol header.")
  var proxyProtocol: String?

  @Option(help: "Seconds to wait.")
  var timeout = 3.0

  func run() throws {
    let arguments =
      (bind.map { ["--bind", $0] } ?? [])
      + (proxyProtocol.map { ["--proxy-protocol", $0] } ?? [])
    let settings: ServeSettings
    do throws(SettingsReader.Failure) {
      settings = try SettingsReader.read(
        arguments: arguments, environment: ProcessEnvironment.variables, machine: Machine())
    } catch {
      StandardStream.error.writeLine("tatami: \(error.message)")
      throw ExitCode(2)
    }
    guard timeout.isFinite, timeout > 0 else {
      StandardStream.error.writeLine("tatami: --timeout: must be a number of seconds above 0")
      throw ExitCode(2)
    }
    guard let address = ServerAddress(settings.bind) else { throw ExitCode(2) }
    let question = HealthQuestion(
      address, behindProxyHeader: settings.limits.acceptsProxyProtocol, seconds: timeout)
    guard question.isAnswered else {
      StandardStream.error.writeLine("tatami: no healthy service at \(settings.bind)")
      throw ExitCode(1)
    }
  }
}

/// `GET /healthz` by plain sockets.
struct HealthQuestion {
  private let address: ServerAddress
  private let hasProxyHeader: Bool
  private let timeout: timeval

  /// - Parameter hasProxyHeader: whether the service expects a PROXY protocol header first.
  init(_ address: ServerAddress, behindProxyHeader hasProxyHeader: Bool, seconds: Double) {
    self.address = address
    self.hasProxyHeader = hasProxyHeader
    let bounded = min(max(seconds, 0.01), 3_600)
    timeout = timeval(
      tv_sec: Int(bounded), tv_usec: Int((bounded - bounded.rounded(.down)) * 1e6))
  }

  /// Whether the service answers 200 in time.
  var isAnswered: Bool {
    guard let descriptor = connected() else { return false }
    defer { close(descriptor) }
    // UNKNOWN: the connection is nobody else's than its maker's.
    let header = hasProxyHeader ? "PROXY UNKNOWN\r\n" : ""
    let question = Array(
      (header + "GET /healthz HTTP/1.1\r\nHost: tatami\r\nConnection: close\r\n\r\n").utf8)
    guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) == question.count
    else { return false }
    let expected = Array("HTTP/1.1 200".utf8)
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 256)
    while answer.count < expected.count {
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else { return false }
      answer.append(contentsOf: piece[..<count])
    }
    return answer.starts(with: expected)
  }

  private func connected() -> Int32? {
    switch address {
    case .unix(let path): connectedToUnix(path)
    case .tcp(let host, let port): connectedToTCP(Self.reachable(host), port)
    }
  }

  /// Where a service that listens everywhere is found.
  private static func reachable(_ host: String) -> String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::": "::1"
    default: host
    }
  }

  private func connectedToTCP(_ host: String, _ port: Int) -> Int32? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0 else { return nil }
    defer { freeaddrinfo(found) }
    var next = found
    while let info = next?.pointee {
      if let descriptor = socket(info.ai_family, to: info.ai_addr, info.ai_addrlen) {
        return descriptor
      }
      next = info.ai_next
    }
    return nil
  }

  private func connectedToUnix(_ path: String) -> Int32? {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: name.sun_path)
    guard bytes.count < room else { return nil }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        socket(AF_UNIX, to: $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func socket(
    _ family: Int32, to name: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Int32? {
    let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var timeout = timeout
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    guard connect(descriptor, name, length) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
