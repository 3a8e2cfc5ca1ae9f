import EventHTTP
import LayoutService
import Logging
import ValkeyStore

/// All settings of `tatami serve`, with the contract's defaults (Contract §9).
struct ServeSettings: Sendable {
  /// The format of log lines; nil means text on a terminal, otherwise JSON.
  var logFormat: LogFormat?
  var logLevel = Logger.Level.info
  var bind = "127.0.0.1:8080"
  /// The address at which `/metrics` alone is also served; nil if there is none.
  var metricsBind: String?
  var limits = ServerLimits()
  /// The time in seconds between SIGTERM and the end of accepting connections.
  var drainDelay = 0.0
  var service = ServiceSettings()
  /// The address of the store that replicas share; nil if there is none.
  var storeAddress: StoreAddress?
  var storePassword: String?
  /// The files that contain secrets.
  var secretFiles = SecretFiles()
  /// The time in seconds for which a request waits for the store.
  var storeTimeout = 0.25
  /// The maximum number of bytes of values that wait to be written to the store.
  var storePendingBytes = 32 << 20

  /// Creates the default settings for a machine.
  init(on machine: Machine = Machine()) {
    service.workers = MemoryShares.workers(machine.processors, memory: machine.memory)
    service.version = ProgramVersion.current
    limits.eventLoops = max(1, machine.processors / 4)
    shareMemory(of: machine)
  }

  /// Reads the files of secrets, and takes their contents.
  ///
  /// - Throws: `SettingsReader.Failure` if a file cannot be read or its contents are invalid.
  mutating func readSecrets() throws(SettingsReader.Failure) {
    let secrets = try secretFiles.read()
    if let keys = secrets.apiKeys { service.apiKeys = keys }
    if let keys = secrets.urlKeys { service.urlKeys = keys }
    if let password = secrets.storePassword { storePassword = password }
  }

  /// The store's settings; nil if there is no store.
  var store: ValkeyStoreSettings? {
    guard let storeAddress else { return nil }
    var settings = ValkeyStoreSettings(address: storeAddress)
    settings.password = storePassword
    settings.lifetime = service.storeLifetime
    settings.timeout = storeTimeout
    settings.maxPendingBytes = storePendingBytes
    return settings
  }
}
