import Dispatch
import LayoutAPI
import Synchronization
import TestSupport

@testable import ValkeyStore

/// A store beside a scripted one, whose values are made when a test says so, and whose next replies can
/// be made to wait.
final class HeldValues: Sendable {
  let scripted: ScriptedStore
  let store: ValkeyStore
  private let makers: MakerList
  private let gate: DispatchSemaphore

  init(_ configure: (inout ValkeyStoreSettings) -> Void) throws {
    let gate = DispatchSemaphore(value: 0)
    let makers = MakerList()
    let scripted = try ScriptedStore {
      if $0.arguments.first == "stall" { gate.wait() }
      return .honest
    }
    var settings = ValkeyStoreSettings(address: try StoreAddress(scripted.address))
    configure(&settings)
    let store = try ValkeyStore(settings, logger: TestLog().logger) { make in
      makers.all.withLock { $0.append(make) }
    }
    store.waitUntilUp()
    (self.gate, self.makers, self.scripted, self.store) = (gate, makers, scripted, store)
  }

  /// How many values were to be made so far.
  var count: Int { makers.all.withLock { $0.count } }

  /// Makes all values so far.
  func make() {
    for make in makers.all.withLock({ $0 }) { make() }
  }

  /// Replies wait from here on, and the connection is not read, until `goOn`.
  func stall() {
    store.touch("stall")
    waitUntil { scripted.commands.contains(where: { $0.arguments.first == "stall" }) }
  }

  func goOn() {
    gate.signal()
  }

  private final class MakerList: Sendable {
    let all = Mutex<[@Sendable () -> Void]>([])
  }
}
