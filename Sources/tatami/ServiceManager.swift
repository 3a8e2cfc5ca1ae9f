import EventHTTP
import Glibc
import Libevent
import Synchronization

/// The service manager that has started the process, as systemd does with `Type=notify` (sd_notify(3)).
///
/// It hears when the service listens, when it begins to stop, and, if it asks for it, that all event loops still run. A
/// message that cannot be sent is lost: the service does not depend on it.
struct ServiceManager: Sendable {
  /// What the manager hears.
  enum State: String {
    case ready = "READY=1"
    case stopping = "STOPPING=1"
    case alive = "WATCHDOG=1"
  }

  /// The path of the manager's socket; one that begins with `@` is an abstract name.
  private let path: String
  /// The seconds within which the manager wants to hear that the service is alive; nil if it does not.
  private let watchdog: Double?

  /// Creates the manager that the environment names; nil if it names none.
  init?(_ variables: [String: String]) {
    guard let path = variables["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
      2...Self.maxPathLength ~= path.utf8.count
    else { return nil }
    self.path = path
    // Another process's watchdog, if a shell has started this one.
    let isOwn = variables["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    watchdog = isOwn ? variables["WATCHDOG_USEC"].flatMap(Double.init).map { $0 / 1e6 } : nil
  }

  /// The bytes of a path that fit into an address, with the 0 behind them.
  private static let maxPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Tells the manager a state, without waiting.
  func notify(_ state: State) {
    let descriptor = socket(
      AF_UNIX,
      Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    // An abstract name ends where the address does.
    let length = MemoryLayout<sa_family_t>.size + bytes.count
    let text = Array(state.rawValue.utf8)
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(
          descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
      }
    }
  }

  /// Tells the manager three times in the time that it waits that all event loops of a server have come round.
  ///
  /// A loop that hangs ends the messages, and the manager restarts the service.
  func watch(_ server: HTTPServer) {
    guard let watchdog, watchdog > 0 else { return }
    let pause = useconds_t(min(max(watchdog / 3 * 1e6, 1_000), 1e9))
    let round = Round()
    // Not one of Dispatch's threads, all of which may be busy. Without a thread, the manager restarts the service.
    try? LoopThread.start {
      while true {
        // One question at a time: a loop that hangs collects none.
        if !round.isOpen.exchange(true, ordering: .relaxed) {
          server.afterEveryLoop {
            notify(.alive)
            round.isOpen.store(false, ordering: .relaxed)
          }
        }
        usleep(pause)
      }
    }
  }

  /// A question to all event loops that is on its way.
  private final class Round: Sendable {
    let isOpen = Atomic(false)
  }
}
