import ArgumentParser
import EventHTTP
import Glibc
import LayoutService
import Logging

/// `tatami serve`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve layouts over HTTP; --help lists every setting.")

  @Argument(parsing: .captureForPassthrough, help: "Settings, as --help lists them.")
  var settings: [String] = []

  func run() throws {
    if settings.contains("--help") || settings.contains("-h") {
      StandardStream.output.writeLine(SettingsReader.help)
      return
    }
    if settings.contains("--version") {
      StandardStream.output.writeLine(Tatami.configuration.version)
      return
    }
    let read: ServeSettings
    do throws(SettingsReader.Failure) {
      read = try SettingsReader.read(
        arguments: settings, environment: ProcessEnvironment.variables,
        cores: ProcessEnvironment.cores)
    } catch {
      StandardStream.error.writeLine("tatami: \(error.message)")
      throw ExitCode(2)
    }
    let status = Serving(read).run()
    guard status == 0 else { throw ExitCode(status) }
  }
}

/// A service from its start to its end.
///
/// A type of its own, so that its closures belong to no actor: they run on the event loops.
final class Serving: Sendable {
  private let settings: ServeSettings
  private let log: LogBuffer
  private let logger: Logger
  private let server: HTTPServer
  private let metricsServer: HTTPServer?
  private let service: LayoutService
  private let shutdown = Shutdown()

  init(_ settings: ServeSettings) {
    self.settings = settings
    let clock = ProcessEnvironment.wallClock
    let log = LogBuffer { StandardStream.error.write($0) }
    let format: LogFormat =
      settings.logFormat ?? (StandardStream.error.isTerminal ? .text : .json)
    let logger = Logger(label: "tatami") { _ in
      LineLogHandler(log, format: format, level: settings.logLevel, wallClock: clock)
    }
    let counters = ServerFigures()
    service = LayoutService(
      settings: settings.service,
      surroundings: ServiceSurroundings(
        wallClock: clock, asWorker: WorkerThread.run,
        giveMemoryBack: ProcessEnvironment.giveMemoryBack,
        connections: { counters.figures }, droppedLogLines: { log.dropped },
        process: { ProcessEnvironment.figures }),
      logger: logger,
      accessLog: AccessLog(
        log, format: format, trusting: settings.service.trustedProxies, wallClock: clock))
    server = HTTPServer(
      handler: service,
      settings: ServerSettings(addresses: [settings.bind], limits: settings.limits),
      logger: logger)
    counters.watch(server.counters)
    var metricsLimits = settings.limits
    metricsLimits.eventLoops = 1
    // Who collects metrics does not come through the proxy.
    metricsLimits.acceptsProxyProtocol = false
    metricsServer = settings.metricsBind.map { [service] address in
      HTTPServer(
        handler: MetricsHandler(service),
        settings: ServerSettings(addresses: [address], limits: metricsLimits), logger: logger)
    }
    self.log = log
    self.logger = logger
  }

  /// Serves until a signal ends it.
  ///
  /// - Returns: the process's exit status.
  func run() -> Int32 {
    defer { log.flush() }
    server.onSignal(SIGTERM) { [self] in end("SIGTERM") }
    server.onSignal(SIGINT) { [self] in end("SIGINT") }
    server.onSignal(SIGHUP) { [logger] in logger.notice("SIGHUP is ignored") }
    warn()
    do throws(ServerStartError) {
      if let metricsServer {
        for address in try metricsServer.start() {
          logger.notice("metrics at \(Self.url(address))/metrics")
        }
      }
      for address in try server.start() {
        logger.notice(
          "listening at \(Self.url(address))",
          metadata: ["version": "\(Tatami.version)", "workers": "\(settings.service.workers)"])
      }
    } catch {
      StandardStream.error.writeLine("tatami: \(error)")
      return 1
    }
    server.waitUntilStopped()
    logger.notice("stopped")
    return 0
  }

  /// Tells of settings that contradict each other.
  private func warn() {
    let (body, inflight) = (settings.service.maxBodyBytes, settings.service.maxInflightBytes)
    guard body > inflight else { return }
    logger.warning(
      "TATAMI_MAX_BODY_BYTES is above TATAMI_MAX_INFLIGHT_BYTES, which no body can pass, either",
      metadata: ["maxBodyBytes": "\(body)", "maxInflightBytes": "\(inflight)"])
  }

  /// `/readyz` turns 503, accepting stops, what is in flight is answered; the second time, nothing
  /// is waited for.
  private func end(_ signal: String) {
    guard shutdown.begin() else {
      log.flush()
      _exit(1)
    }
    logger.notice("\(signal): answering what is in flight, then stopping")
    service.beginDraining()
    metricsServer?.drain(timeout: settings.limits.shutdownTimeout)
    server.drain(timeout: settings.limits.shutdownTimeout) { [logger] cut in
      if cut > 0 { logger.warning("\(cut) connections were cut at the shutdown timeout") }
    }
  }

  private static func url(_ address: ServerAddress) -> String {
    switch address {
    case .tcp: "http://\(address)"
    case .unix: "\(address)"
    }
  }
}
