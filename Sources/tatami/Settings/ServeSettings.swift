import EventHTTP
import LayoutService
import Logging
import ValkeyStore

/// All settings of `tatami serve`, with the contract's defaults (Contract §9).
struct ServeSettings: Sendable {
  /// How log lines are written; nil: text on a terminal, else JSON.
  var logFormat: LogFormat?
  var logLevel = Logger.Level.info
  var bind = "127.0.0.1:8080"
  /// Where `/metrics` alone is served, too; nil for nowhere.
  var metricsBind: String?
  var limits = ServerLimits()
  var service = ServiceSettings()
  /// Where documents are kept for all replicas; nil for nowhere.
  var storeAddress: StoreAddress?
  var storePassword: String?
  /// Seconds.
  var storeTimeout = 0.25
  /// Of values that wait to be written to the store.
  var storePendingBytes = 32 << 20

  /// The defaults on a machine.
  init(on machine: Machine = Machine()) {
    service.workers = MemoryShares.workers(machine.processors, memory: machine.memory)
    service.version = ProgramVersion.current
    limits.eventLoops = max(1, machine.processors / 4)
    shareMemory(of: machine)
  }

  /// The store's settings; nil without one.
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
