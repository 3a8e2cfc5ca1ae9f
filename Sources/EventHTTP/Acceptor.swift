import Glibc
import HTTPMessage
import Logging
import Synchronization

/// Accepts a loop's connections: refuses those beyond the cap, and pauses while no file is left.
final class Acceptor {
  /// How long accepting pauses when the system has no file left, in nanoseconds; a connection that
  /// closes ends the pause.
  static let pauseTime: UInt64 = 250_000_000
  /// Least time between two warnings, in nanoseconds.
  static let warningInterval: UInt64 = 10_000_000_000

  private unowned let loop: EventLoop
  private var listeners: [EventListener] = []
  private var resumeTimer: EventTimer?
  private var isPaused = false
  private var nextWarning: UInt64 = 0

  init(loop: EventLoop) throws(EventError) {
    self.loop = loop
    resumeTimer = try EventTimer(base: loop.base) { [unowned self] in resume() }
  }

  /// Accepts connections of a listening socket, which the acceptor owns from now on.
  func listen(_ descriptor: Int32) throws(EventError) {
    listeners.append(
      try EventListener(
        base: loop.base, socket: descriptor,
        onAccept: { [unowned self] in accept($0, from: $1) },
        onError: { [unowned self] in pause($0) }))
  }

  /// Takes what waits in the backlogs and stops listening.
  func finish() {
    loop.now = Monotonic.now()
    for listener in listeners { listener.acceptPending() }
    listeners = []
  }

  /// Ends a pause: a file may be had again.
  func descriptorWasFreed() {
    if isPaused { resume() }
  }

  private func accept(_ descriptor: Int32, from address: String) {
    loop.now = Monotonic.now()
    let counters = loop.context.counters
    let limit = loop.context.limits.maxConnections
    let open = counters.open.add(1, ordering: .relaxed).newValue
    counters.accepted.add(1, ordering: .relaxed)
    let socket = Socket(descriptor: descriptor)
    guard open <= limit.addingClamped(loop.context.limits.surplusConnections),
      let connection = try? Connection(loop: loop, socket: socket, remoteAddress: address)
    else {
      counters.refused.add(1, ordering: .relaxed)
      counters.open.subtract(1, ordering: .relaxed)
      socket.close()
      return
    }
    loop.add(connection)
    guard open > limit else { return }
    counters.refused.add(1, ordering: .relaxed)
    connection.refuse(
      HTTPRefusal(
        .serviceUnavailable,
        "The server has \(limit) connections open already (TATAMI_MAX_CONNECTIONS)."))
  }

  private func pause(_ number: Int32) {
    guard !isPaused else { return }
    isPaused = true
    loop.context.counters.pauses.add(1, ordering: .relaxed)
    warn(number)
    for listener in listeners { listener.pause() }
    resumeTimer?.arm(after: Self.pauseTime)
  }

  /// Logs why accepting pauses, once in a while: pauses may follow one another closely.
  private func warn(_ number: Int32) {
    let now = Monotonic.now()
    guard now >= nextWarning else { return }
    nextWarning = now &+ Self.warningInterval
    loop.context.logger.warning(
      "accepting pauses: no connection can be opened", metadata: ["error": "\(number)"])
  }

  private func resume() {
    guard isPaused else { return }
    isPaused = false
    for listener in listeners { listener.resume() }
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
