import EventHTTP
import LayoutService
import Logging

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

  /// The defaults on a machine.
  init(on machine: Machine = Machine()) {
    service.workers = MemoryShares.workers(machine.processors, memory: machine.memory)
    service.version = Tatami.version
    limits.eventLoops = max(1, machine.processors / 4)
    shareMemory(of: machine)
  }
}
