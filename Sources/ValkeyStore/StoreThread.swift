import Glibc
import HTTPMessage
import LayoutAPI
import Libevent
import Logging
import Synchronization

/// The thread that talks to the store: one base, two connections, and an inbox for other threads.
///
/// Everything but `post`, `healthReport` and `waitUntilStopped` belongs to this thread, or to the
/// thread that creates the object before it runs.
// @unchecked: mutexes guard the inbox and the report; one thread at a time uses everything else.
final class StoreThread: @unchecked Sendable {
  typealias Message = @Sendable (StoreThread) -> Void

  private struct Inbox {
    var messages: [Message] = []
    /// The fetches, which are taken before the messages.
    var fetches = FairQueue<StoreFetch>()
    var isClosed = false

    var isEmpty: Bool { messages.isEmpty && fetches.count == 0 }
  }

  /// Maximum number of calls that wait in any one of these: the reader, the writer, the inbox's fetches,
  /// the inbox's messages.
  ///
  /// Further calls are refused as `busy`.
  static let maxCalls = 1_024
  /// Minimum time between two log lines of one kind, in nanoseconds.
  private static let quietTime: UInt64 = 60_000_000_000
  /// Errors after which a connection is useless as it is.
  private static let fatalCodes: Set<Substring> = [
    "NOAUTH", "WRONGPASS", "READONLY", "LOADING", "MASTERDOWN",
  ]
  private static let knownCodes: Set<Substring> = fatalCodes.union([
    "OOM", "MOVED", "NOPERM", "MISCONF", "WRONGTYPE", "CLUSTERDOWN",
  ])

  let settings: ValkeyStoreSettings
  /// The password for the next connections; nil if there is none.
  var password: String?
  /// The settings' timeout in nanoseconds; tests alone change it, on the thread, for one call.
  var timeout: UInt64
  let base: EventBase
  let logger: Logger
  /// Runs a closure that makes a value, on another thread.
  let runsValues: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// The start of the current callback, by the monotonic clock.
  private(set) var now = MonotonicClock.now
  private(set) var reader: StoreReader?
  private(set) var writer: StoreWriter?
  /// Whether shutdown has begun: new calls are refused, and nothing is connected.
  private(set) var isStopping = false
  private var stopTime = UInt64.max

  private var timer: EventTimer?
  private var timerTime = UInt64.max
  private let inbox = Mutex(Inbox())
  /// Guarded by the inbox's mutex once the thread runs.
  private var wakeUp: WakeUp?
  private let health = Mutex(StoreHealthReport())
  private let stopped = Gate()
  private var upLinks: Set<String> = []
  /// The time of the last log line of each kind.
  private var logged: [String: UInt64] = [:]

  init(
    _ settings: ValkeyStoreSettings, logger: Logger,
    runsValues: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) throws(EventError) {
    self.settings = settings
    password = settings.password
    self.logger = logger
    self.runsValues = runsValues
    timeout = MonotonicClock.nanoseconds(settings.timeout)
    base = try EventBase()
    timer = try EventTimer(base: base) { [unowned self] in
      timerTime = .max
      refreshClock()
      tick()
    }
    wakeUp = try WakeUp(base: base) { [unowned self] in takeMessages() }
    reader = StoreReader(thread: self)
    writer = StoreWriter(thread: self)
  }

  /// Runs the base on a new thread until the store is stopped.
  func start() throws(EventError) {
    // Make the first attempts to connect.
    wake(at: now)
    try LoopThread.start { [self] in
      Self.blockPipeSignal()
      base.run()
      end()
      stopped.open()
    }
  }

  /// Blocks SIGPIPE, because hiredis writes without `MSG_NOSIGNAL`.
  ///
  /// Otherwise a write to a connection that the store has closed would end the process.
  private static func blockPipeSignal() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  // MARK: From other threads

  /// Posts a message to the thread.
  ///
  /// - Parameters:
  ///   - isCall: whether the message counts against `maxCalls`.
  ///   - share: the divisor of `maxCalls` that limits this kind of message.
  /// - Returns: nil if the message was accepted, else the reason.
  @discardableResult
  func post(isCall: Bool = false, share: Int = 1, _ message: @escaping Message) -> StoreError? {
    var wakeUp: WakeUp?
    let outage: StoreError? = inbox.withLock { inbox in
      guard !inbox.isClosed else { return .down }
      guard !isCall || inbox.messages.count < Self.maxCalls / share else { return .busy }
      if inbox.isEmpty { wakeUp = self.wakeUp }
      inbox.messages.append(message)
      return nil
    }
    // Not under the lock, which the thread takes as soon as it is awake.
    wakeUp?.activate()
    return outage
  }

  /// Posts a fetch to the thread.
  ///
  /// If the inbox has the maximum number of fetches, the newest fetch of the client with the most
  /// ends as `busy`; this is the new fetch, unless its client has fewer.
  func post(_ fetch: StoreFetch) {
    var wakeUp: WakeUp?
    let refused: (fetch: StoreFetch, outage: StoreError)? = inbox.withLock { inbox in
      guard !inbox.isClosed else { return (fetch, .down) }
      var other: StoreFetch?
      if inbox.fetches.count >= Self.maxCalls {
        guard inbox.fetches.givingWay(to: fetch.client) != nil else { return (fetch, .busy) }
        other = inbox.fetches.popGivingWay()
      }
      if inbox.isEmpty { wakeUp = self.wakeUp }
      _ = inbox.fetches.append(fetch, of: fetch.client)
      return other.map { ($0, .busy) }
    }
    wakeUp?.activate()
    if let refused { refused.fetch.completion(.unavailable(refused.outage)) }
  }

  /// The state of the connections.
  var healthReport: StoreHealthReport { health.withLock { $0 } }

  /// Blocks until the thread has ended.
  func waitUntilStopped() {
    stopped.wait()
  }

  // MARK: Turns

  func refreshClock() {
    now = MonotonicClock.now
  }

  /// Ensures that `tick` is called by `time`.
  func wake(at time: UInt64) {
    guard time < timerTime else { return }
    timerTime = time
    let nanoseconds = time > now ? time - now : 0
    timer?.arm(after: nanoseconds)
  }

  private func takeMessages() {
    refreshClock()
    var taken = inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox
    }
    while let (fetch, _) = taken.fetches.popFirst() {
      if let reader { reader.begin(fetch) } else { fetch.completion(.unavailable(.down)) }
    }
    for message in taken.messages { message(self) }
    flush()
  }

  private func tick() {
    let next = min(reader?.tick() ?? .max, writer?.tick() ?? .max)
    flush()
    if stopTime <= now { base.stop() }
    wake(at: min(next, stopTime))
  }

  private func flush() {
    reader?.link.flush()
    writer?.link.flush()
  }

  // MARK: Shutdown

  /// Starts shutdown: refuses new calls, and lets waiting ones finish within `seconds`.
  func beginStop(within seconds: Double) {
    guard !isStopping else { return }
    isStopping = true
    stopTime = now &+ MonotonicClock.nanoseconds(seconds)
    wake(at: stopTime)
    callEnded()
  }

  /// Handles the end of a call: during shutdown, the base stops after the last one.
  func callEnded() {
    if isStopping, reader?.isIdle ?? true, writer?.isIdle ?? true { base.stop() }
  }

  private func end() {
    isStopping = true
    reader?.link.end()
    writer?.link.end()
    var rest = inbox.withLock { inbox in
      defer { inbox = Inbox(isClosed: true) }
      wakeUp = nil
      return inbox
    }
    // Every waiting call ends as `down`.
    while let (fetch, _) = rest.fetches.popFirst() { fetch.completion(.unavailable(.down)) }
    for message in rest.messages { message(self) }
    timer = nil
    reader = nil
    writer = nil
  }

  // MARK: Reports

  /// Returns a connection by its name.
  func link(_ name: String) -> ReconnectingConnection? {
    [reader?.link, writer?.link].compactMap(\.self).first { $0.name == name }
  }

  /// Changes the report on the store's health.
  func report(_ change: (inout StoreHealthReport) -> Void) {
    health.withLock { change(&$0) }
  }

  /// Records that a connection came up or went down.
  func linkChanged(_ link: ReconnectingConnection, reason: String? = nil) {
    let wasUp = upLinks.count == 2
    if reason == nil { upLinks.insert(link.name) } else { upLinks.remove(link.name) }
    let isUp = upLinks.count == 2
    report { report in
      report.isUp = isUp
      report.connects = (reader?.link.health.connects ?? 0) + (writer?.link.health.connects ?? 0)
      report.failedConnects =
        (reader?.link.health.failedConnects ?? 0) + (writer?.link.health.failedConnects ?? 0)
    }
    if isUp != wasUp, isUp { log(.notice, "up", "connected to the store") }
    guard let reason, !isStopping else { return }
    log(
      .warning, "lost \(link.name)",
      "the connection to the store (\(link.name)) is down: \(reason)")
  }

  /// Handles an error with which the store answered a command.
  func refused(_ text: String, by link: ReconnectingConnection) {
    let code = errorCode(text)
    let sort = Self.knownCodes.contains(code) ? String(code) : "error"
    switch code {
    case "OOM":
      log(
        .warning, sort,
        "the store is full and does not evict (got \(text)); set maxmemory-policy allkeys-lru"
      )
    case "MOVED", "CLUSTERDOWN":
      log(
        .warning, sort, "the store is part of a cluster (got \(text)); put a proxy in front of it")
    default: log(.warning, sort, "error from the store: \(text)")
    }
    if Self.fatalCodes.contains(code) { link.close(.down, text) }
  }

  /// Logs a line, unless one of its kind was logged less than `quietTime` ago.
  private func log(_ level: Logger.Level, _ sort: String, _ text: String) {
    if let last = logged[sort], now &- last < Self.quietTime { return }
    logged[sort] = now
    logger.log(level: level, "\(text)")
  }
}
