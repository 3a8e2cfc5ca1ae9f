import ArgumentParser
import EventHTTP
import Glibc

/// The command `tatami health`, which checks whether a running service is healthy.
struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "Check whether a running service is healthy: exit status 0 if it is, else 1.",
    discussion: "For containers without curl. --bind defaults to the address of serve.")

  @Option(help: "The service's address: host:port, [::]:port or unix:///path.")
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
      StandardStream.error.writeLine(
        "tatami: --timeout: must be a finite number of seconds greater than 0 (got \(timeout))")
      throw ExitCode(2)
    }
    guard let address = ServerAddress(settings.bind) else { throw ExitCode(2) }
    let check = HealthCheck(
      of: address, sendsProxyHeader: settings.limits.acceptsProxyProtocol, timeout: timeout)
    guard check.succeeds else {
      StandardStream.error.writeLine("tatami: no healthy service at \(settings.bind)")
      throw ExitCode(1)
    }
  }
}

/// Sends `GET /healthz` on a connection of its own.
struct HealthCheck {
  private let address: ServerAddress
  private let sendsProxyHeader: Bool
  private let timeout: timeval

  /// Creates a check, which `succeeds` performs.
  ///
  /// - Parameters:
  ///   - address: the address at which the service listens.
  ///   - sendsProxyHeader: whether the service expects a PROXY protocol header first.
  ///   - timeout: the time limit of each system call, in seconds; clamped to 0.01 to 3,600.
  init(of address: ServerAddress, sendsProxyHeader: Bool, timeout: Double) {
    self.address = Self.reachable(address)
    self.sendsProxyHeader = sendsProxyHeader
    let seconds = min(max(timeout, 0.01), 3_600)
    self.timeout = timeval(
      tv_sec: Int(seconds), tv_usec: Int((seconds - seconds.rounded(.down)) * 1e6))
  }

  /// Whether the service responds with 200 in time; each access sends a request and waits.
  var succeeds: Bool {
    guard let socket = connected() else { return false }
    defer { close(socket) }
    // UNKNOWN means that the connection is the proxy's own, not a client's.
    let header = sendsProxyHeader ? "PROXY UNKNOWN\r\n" : ""
    let request = Array(
      (header + "GET /healthz HTTP/1.1\r\nHost: tatami\r\nConnection: close\r\n\r\n").utf8)
    guard unsafe send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else { return false }
    let expected = Array("HTTP/1.1 200".utf8)
    var response: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 256)
    while response.count < expected.count {
      let count = unsafe recv(socket, &piece, piece.count, 0)
      guard count > 0 else { return false }
      response.append(contentsOf: piece[..<count])
    }
    return response.starts(with: expected)
  }

  /// Returns the loopback address if a service listens on all addresses; otherwise its own address.
  private static func reachable(_ address: ServerAddress) -> ServerAddress {
    switch address {
    case .tcp("0.0.0.0", let port): .tcp(host: "127.0.0.1", port: port)
    case .tcp("::", let port): .tcp(host: "::1", port: port)
    default: address
    }
  }

  private func connected() -> Int32? {
    for candidate in address.socketAddresses {
      if let socket = connected(to: candidate) { return socket }
    }
    return nil
  }

  private func connected(to address: SocketAddress) -> Int32? {
    let socket = Glibc.socket(
      address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    var timeout = timeout
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    guard address.connect(socket) == 0 else {
      close(socket)
      return nil
    }
    return socket
  }
}
