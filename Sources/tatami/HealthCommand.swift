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

  @Option(
    help:
      "The service's URL, instead of --bind: http://host:port, with a path to check another resource."
  )
  var url: String?

  @Option(help: "on or off: whether the service expects a PROXY protocol header.")
  var proxyProtocol: String?

  @Option(help: "Seconds to wait.")
  var timeout = 3.0

  func run() throws {
    guard timeout.isFinite, timeout > 0 else {
      throw Self.invalid(
        "--timeout: must be a finite number of seconds greater than 0 (got \(timeout))")
    }
    let target = try url.map { url in
      guard bind == nil else {
        throw Self.invalid("--bind and --url are both set; set one of them")
      }
      return try Self.target(url)
    }
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
    guard let address = target?.address ?? ServerAddress(settings.bind) else { throw ExitCode(2) }
    // The variable of the service that runs beside the command says nothing about a URL.
    let sendsHeader =
      url == nil || proxyProtocol != nil ? settings.limits.acceptsProxyProtocol : false
    var check = HealthCheck(of: address, sendsProxyHeader: sendsHeader, timeout: timeout)
    if let target { (check.host, check.path) = (target.host, target.path) }
    guard check.succeeds else {
      StandardStream.error.writeLine("tatami: no healthy service at \(url ?? settings.bind)")
      throw ExitCode(1)
    }
  }

  private static func invalid(_ message: String) -> ExitCode {
    StandardStream.error.writeLine("tatami: \(message)")
    return ExitCode(2)
  }

  /// Parses `http://host`, `http://host:port` or either with a path; without a path it is `/healthz`.
  private static func target(
    _ url: String
  ) throws -> (address: ServerAddress, host: String, path: String) {
    let form = "must be http://host:port, with or without a path (got \"\(url.prefix(80))\")"
    let scheme = "http://"
    guard url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), url.hasPrefix(scheme), !url.contains("#")
    else {
      throw invalid("--url: \(form)")
    }
    let rest = url.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest[host.endIndex...]
    let hasPort = host.last != "]" && host.contains(":")
    guard !host.contains("@"), let address = ServerAddress(hasPort ? String(host) : "\(host):80")
    else { throw invalid("--url: \(form)") }
    let isRoot = path.isEmpty || path == "/"
    return (
      address, String(host), isRoot ? "/healthz" : path.hasPrefix("?") ? "/\(path)" : String(path)
    )
  }
}

/// Sends a GET, of `/healthz` unless `path` names another resource, on a connection of its own.
struct HealthCheck {
  /// The Host field's value.
  var host = "tatami"
  /// The path, with a query or without.
  var path = "/healthz"
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
      (header + "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n").utf8)
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
