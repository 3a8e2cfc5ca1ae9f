import ArgumentParser
import Dispatch
import EventHTTP
import Glibc
import LayoutService
import Logging
import ValkeyStore

/// The command `tatami serve`, which runs the service.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve layouts over HTTP; --help lists every setting.")

  @Argument(parsing: .captureForPassthrough, help: "Settings, as listed by --help.")
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
    let machine = Machine.current
    let read: ServeSettings
    do throws(SettingsReader.Failure) {
      read = try SettingsReader.complete(
        arguments: settings.filter { $0 != Self.check },
        environment: ProcessEnvironment.variables, machine: machine)
    } catch {
      StandardStream.error.writeLine("tatami: \(error.message)")
      throw ExitCode(2)
    }
    if settings.contains(Self.check) { return try Self.report(read, on: machine) }
    let log = ServeLog(read)
    guard let files = FileBudget(of: read) else {
      log.fail("the limit of open files (RLIMIT_NOFILE) leaves none for connections; raise it")
      throw ExitCode(1)
    }
    Heap.keepLittle()
    // Dispatch opens files with its first work. Make it do so now, before connections take all of them.
    OpenFiles.openDispatchFiles()
    let serving: Serving
    do throws(ValkeyStore.StartError) {
      serving = try Serving(read, on: machine, files: files, log)
    } catch {
      log.fail("\(error)")
      throw ExitCode(1)
    }
    let status = serving.run()
    guard status == 0 else { throw ExitCode(status) }
  }

  /// The flag that ends the command once the settings have been read.
  private static let check = "--check"

  /// Prints the warnings that the start would log, and that the settings are valid.
  ///
  /// - Throws: `ExitCode(2)` if fonts are missing or compressed: the service would start, but refuse their families.
  private static func report(_ settings: ServeSettings, on machine: Machine) throws {
    for sentence in settings.warnings(on: machine) {
      StandardStream.error.writeLine("tatami: warning: \(sentence)")
    }
    guard settings.missingFonts.isEmpty, settings.compressedFonts.isEmpty else {
      throw ExitCode(2)
    }
    StandardStream.output.writeLine(
      "the settings are valid; the service would listen at \(settings.bind)")
  }
}

/// A running service, from its start to its exit.
///
/// It is a separate type so that its closures are isolated to no actor: they run on the event loops.
final class Serving: Sendable {
  private let settings: ServeSettings
  private let machine: Machine
  private let files: FileBudget
  private let openFiles: OpenFiles
  private let counters: ServerFigures
  private let log: LogBuffer
  private let logger: Logger
  private let server: HTTPServer
  private let metricsServer: HTTPServer?
  private let service: LayoutService
  private let store: ValkeyStore?
  private let shutdown = Shutdown()
  private let reloads = DispatchQueue(label: "tatami.reload")
  /// Who wants to hear that the service is ready; nil if nobody does.
  private let manager = ServiceManager(ProcessEnvironment.variables)

  /// The most and the least time for writing the log's last lines, in seconds.
  ///
  /// In between, the shutdown's deadline determines the time.
  private static let lastLines = (most: 5.0, least: 0.25)

  init(
    _ settings: ServeSettings, on machine: Machine, files: FileBudget, _ log: ServeLog
  ) throws(ValkeyStore.StartError) {
    var settings = settings
    settings.limits.surplusConnections = files.surplus
    self.settings = settings
    self.machine = machine
    self.files = files
    let (clock, buffer, logger) = (ProcessEnvironment.wallClock, log.buffer, log.logger)
    let counters = ServerFigures()
    let openFiles = OpenFiles()
    store = try Self.store(settings, logger)
    service = LayoutService(
      settings: settings.service,
      environment: ServiceEnvironment(
        wallClock: clock, asWorker: WorkerThread.run,
        inSparePlace: SpareThread().perform,
        giveMemoryBack: Heap.giveBack,
        connections: {
          var figures = counters.figures
          figures.most = files.connections
          return figures
        }, droppedLogLines: { buffer.dropped },
        process: {
          var figures = ProcessEnvironment.figures
          figures.openFiles = openFiles.count(connections: counters.openConnections)
          figures.maxFiles = FileLimit.current
          return figures
        }, store: store),
      logger: logger,
      accessLog: AccessLog(
        buffer, format: log.format, trusting: settings.service.trustedProxies, wallClock: clock))
    var limits = settings.limits
    limits.maxConnections = files.connections
    server = HTTPServer(
      handler: service, settings: ServerSettings(addresses: [settings.bind], limits: limits),
      logger: logger)
    var metricsLimits = limits
    metricsLimits.eventLoops = 1
    metricsLimits.maxConnections = files.metricsConnections
    metricsLimits.surplusConnections = files.metricsSurplus
    // Metrics are collected directly, not through the proxy.
    metricsLimits.acceptsProxyProtocol = false
    metricsServer = settings.metricsBind.map { [service] address in
      HTTPServer(
        handler: MetricsHandler(service),
        settings: ServerSettings(addresses: [address], limits: metricsLimits), logger: logger)
    }
    counters.watch(server.counters, others: metricsServer.map { [$0.counters] } ?? [])
    self.counters = counters
    self.openFiles = openFiles
    self.log = buffer
    self.logger = logger
  }

  /// Starts the store that the settings name; returns nil if they name none.
  ///
  /// Values are compressed with a worker's low priority, but on threads that workers do not occupy.
  private static func store(
    _ settings: ServeSettings, _ logger: Logger
  ) throws(ValkeyStore.StartError) -> ValkeyStore? {
    guard let own = settings.store else { return nil }
    logger.notice("using the store at \(own.address)")
    // Dispatch has one pool of threads per quality of service. Workers may occupy the default pool for
    // as long as jobs wait; meanwhile nothing would be stored.
    let values = DispatchQueue.global(qos: .userInitiated)
    return try ValkeyStore(own, logger: logger) { values.async(execute: $0) }
  }

  /// Serves until a signal ends the process.
  ///
  /// - Returns: the process's exit status.
  func run() -> Int32 {
    defer { writeLastLines() }
    server.onSignal(SIGTERM) { [self] in end("SIGTERM") }
    server.onSignal(SIGINT) { [self] in end("SIGINT") }
    // Not on the event loop, which reading a file would hold up.
    server.onSignal(SIGHUP) { [self] in reloads.async { self.readSecretsAgain() } }
    logLimits()
    var startedMetrics: HTTPServer?
    do throws(ServerStartError) {
      if let metricsServer {
        for address in try metricsServer.start() {
          logger.notice("metrics at \(Self.url(address))/metrics")
        }
        startedMetrics = metricsServer
      }
      for address in try server.start() {
        logger.notice(
          "listening at \(Self.url(address))",
          metadata: [
            "version": "\(ProgramVersion.current)",
            "workers": .stringConvertible(settings.service.workers),
          ])
      }
      openFiles.countOthers(connections: counters.openConnections)
      manager?.notify(.ready)
      manager?.watch(server)
    } catch {
      logger.critical("\(error)")
      startedMetrics?.drain(timeout: 0)
      startedMetrics?.waitUntilStopped()
      store?.stop(within: 0)
      return 1
    }
    server.waitUntilStopped()
    startedMetrics?.waitUntilStopped()
    // All responses have been sent, so no request waits for the store any more.
    store?.stop(within: 0)
    logger.notice("stopped")
    return 0
  }

  /// Logs the machine's limits, and warns about settings that exceed them or contradict each other.
  private func logLimits() {
    let service = settings.service
    logger.notice(
      "limits",
      metadata: [
        "processors": .stringConvertible(machine.processors),
        "memory": .stringConvertible(machine.memory),
        "files": .stringConvertible(files.limit),
        "connections": .stringConvertible(files.connections),
        "workers": .stringConvertible(service.workers),
        "cacheBytes": .stringConvertible(service.cacheBytes),
        "maxInflightBytes": .stringConvertible(service.maxInflightBytes),
        "maxBodyBytes": .stringConvertible(service.maxBodyBytes),
        "maxItems": .stringConvertible(service.maxItems),
      ])
    for sentence in settings.warnings(on: machine) { logger.warning("\(sentence)") }
    if files.connections < settings.limits.maxConnections {
      logger.warning(
        "TATAMI_MAX_CONNECTIONS exceeds what the limit of open files (RLIMIT_NOFILE) allows",
        metadata: [
          "files": .stringConvertible(files.limit),
          "connections": .stringConvertible(files.connections),
          "maxConnections": .stringConvertible(settings.limits.maxConnections),
        ])
    }
  }

  /// Reads the files of secrets again; if one of them is invalid, all secrets stay as they are.
  ///
  /// No connection is closed: requests that follow need one of the new keys, or a signature by one, and further connections to the
  /// store use the new password.
  private func readSecretsAgain() {
    let files = settings.secretFiles
    guard !files.isEmpty else {
      logger.notice(
        "SIGHUP: no file to read again; set TATAMI_API_KEYS_FILE or TATAMI_URL_KEYS_FILE to replace keys"
      )
      return
    }
    do throws(SettingsReader.Failure) {
      let secrets = try files.read()
      if let keys = secrets.apiKeys {
        service.setAPIKeys(keys)
        logger.notice(
          "SIGHUP: TATAMI_API_KEYS_FILE was read again",
          metadata: ["keys": .stringConvertible(keys.count)])
      }
      if let keys = secrets.urlKeys {
        service.setURLKeys(keys)
        logger.notice(
          "SIGHUP: TATAMI_URL_KEYS_FILE was read again",
          metadata: ["keys": .stringConvertible(keys.count)])
      }
      if let password = secrets.storePassword {
        store?.setPassword(password)
        logger.notice(
          "SIGHUP: TATAMI_STORE_PASSWORD_FILE was read again; further connections use it")
      }
    } catch {
      logger.error("SIGHUP: all secrets stay as they were: \(error.message)")
    }
  }

  /// Begins the shutdown: `/readyz` responds with 503, and each response closes its connection.
  ///
  /// After the drain delay no connections are accepted any more, and requests in flight are answered.
  ///
  /// A second signal ends the process at once.
  private func end(_ signal: String) {
    let delay = settings.drainDelay
    guard shutdown.begin(within: delay + settings.limits.shutdownTimeout) else {
      log.flush(within: Self.lastLines.least)
      _exit(1)
    }
    let first = delay > 0 ? "accepting connections for \(delay) s, then " : ""
    logger.notice("\(signal): \(first)serving the requests in flight, then stopping")
    manager?.notify(.stopping)
    service.beginDraining()
    for server in [metricsServer, server].compactMap(\.self) {
      server.drain(after: delay, timeout: settings.limits.shutdownTimeout) { [logger] cut in
        if cut > 0 { logger.warning("\(cut) connections were cut at the shutdown timeout") }
      }
    }
  }

  /// Writes the log's last lines in the time that is left, even if nothing reads the log any more.
  private func writeLastLines() {
    let (most, least) = Self.lastLines
    log.flush(within: max(least, min(most, (shutdown.secondsLeft ?? most) - least)))
  }

  private static func url(_ address: ServerAddress) -> String {
    switch address {
    case .tcp: "http://\(address)"
    case .unix: "\(address)"
    }
  }
}
