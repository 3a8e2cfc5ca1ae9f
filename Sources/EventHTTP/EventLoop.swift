import HTTPMessage
import Libevent
import Logging
import Synchronization

/// What all loops of a server share.
final class ServerContext: Sendable {
  let handler: any HTTPHandler
  let limits: ServerLimits
  let counters: ServerCounters
  let logger: Logger
  /// The Server field's line; empty for none.
  let serverField: [UInt8]

  init(
    handler: any HTTPHandler, settings: ServerSettings, counters: ServerCounters, logger: Logger
  ) {
    self.handler = handler
    limits = settings.limits
    self.counters = counters
    self.logger = logger
    let name = settings.serverName
    serverField = name.isEmpty ? [] : Array("Server: \(name)\r\n".utf8)
  }
}

/// One thread that waits for sockets, and the connections that it serves from begin to end.
///
/// Its buffers serve all of its connections in turn, since one is at work at a time: it swaps them out
/// while it uses them, so that the compiler proves each access exclusive instead of having it checked,
/// which took a tenth of a request's instructions. Everything but `post` belongs to the loop's thread,
/// or to the thread that sets the loop up before it runs.
// @unchecked: a mutex guards the inbox; all else is touched by one thread at a time, as above.
final class EventLoop: @unchecked Sendable {
  /// What other threads ask of a loop.
  enum Message {
    case respond(PendingReply, HTTPResponse)
    case drain(within: UInt64)
    case catchSignal(Int32, @Sendable () -> Void)
    /// Close the longest idle connection for one of the loop that asks, then answer that loop.
    case makePlace(for: EventLoop)
    case placeWasSought
  }

  private struct Inbox {
    var messages: [Message] = []
    var isClosed = false
  }

  /// Longest time for uploads, and for connections whose turn had ended, in nanoseconds, before the
  /// sockets are looked at again: a small request waits no longer.
  static let passTime: UInt64 = 500_000

  let context: ServerContext
  let base: EventBase

  /// Bytes just read; its count stays what it is.
  var input = [UInt8](repeating: 0, count: InboundState.readSize)
  /// The head, and a small body, of the response being written.
  var output: [UInt8] = []
  /// A streamed body's next piece.
  var piece: [UInt8] = []
  /// The parser's buffer.
  var fields: [HTTPField] = []
  /// The response that handlers fill.
  var response = HTTPResponse()
  /// When the callback at work began, by the monotonic clock.
  var now = MonotonicClock.now
  /// The Date and Server fields.
  let fixedFields: FixedHeaderFields
  /// When the last exchange ended, by the monotonic clock.
  var lastEnd: UInt64 = 0
  /// Nanoseconds that uploads have taken since the connections that waited had their turn.
  var uploadTime: UInt64 = 0
  /// The other loops of the server.
  var siblings: [EventLoop] = []

  private(set) var isDraining = false
  private var cutCount = 0
  private(set) var connections: [Connection] = []
  /// The connections that wait for a request: another may take their places.
  let idle = IdleConnections()
  /// Those that have sent their last response, and whose clients may still be reading it: they give
  /// way if none is idle.
  let lingering = IdleConnections()
  /// How many could give way when a turn ended last, for the other loops: the idle ones in the upper
  /// half, the lingering ones in the lower.
  private let yieldingCounts = Atomic<Int>(0)
  private var acceptor: Acceptor?
  /// The connections that wait for their turn, from `nextDeferred` on.
  private var deferred: [Connection] = []
  private var nextDeferred = 0
  private var deferTimer: EventTimer?
  private var graceTimer: EventTimer?
  private var drainTimer: EventTimer?
  private var signals: [SignalEvent] = []
  private var wakeUp: WakeUp?
  private let inbox = Mutex(Inbox())
  /// The messages taken out of the inbox that wait for their turn, from `nextMessage` on; those
  /// before are nil, so that what a response holds is freed when it has been delivered.
  private var messages: [Message?] = []
  private var nextMessage = 0

  init(context: ServerContext) throws(EventError) {
    self.context = context
    fixedFields = FixedHeaderFields(server: context.serverField)
    base = try EventBase()
    wakeUp = try WakeUp(base: base) { [unowned self] in takeMessages() }
    deferTimer = try EventTimer(base: base) { [unowned self] in runDeferred() }
    graceTimer = try EventTimer(base: base) { [unowned self] in closeIdle() }
    drainTimer = try EventTimer(base: base) { [unowned self] in closeAll() }
    acceptor = try Acceptor(loop: self)
  }

  /// Accepts connections of a listening socket, which the loop closes in the end.
  func listen(_ descriptor: Int32) throws(EventError) {
    try acceptor?.listen(descriptor)
  }

  /// Runs until the loop has been drained, then closes everything.
  ///
  /// - Returns: how many connections were cut because their time to drain had passed.
  func run() -> Int {
    base.run()
    closeAll()
    let rest = inbox.withLock { inbox in
      inbox.isClosed = true
      wakeUp = nil
      return messages[nextMessage...].compactMap(\.self) + inbox.messages
    }
    messages = []
    for case .respond(let reply, _) in rest { reply.abandon() }
    deferred = []
    siblings = []
    signals = []
    acceptor = nil
    deferTimer = nil
    graceTimer = nil
    drainTimer = nil
    return cutCount
  }

  // MARK: From other threads

  /// Hands a message to the loop's thread; it is dropped once the loop has ended.
  func post(_ message: Message) {
    let wakeUp: WakeUp? = inbox.withLock { inbox in
      guard !inbox.isClosed else { return nil }
      inbox.messages.append(message)
      return inbox.messages.count == 1 ? self.wakeUp : nil
    }
    // Not under the lock, which the loop wants as soon as it is awake.
    wakeUp?.activate()
  }

  private func takeMessages() {
    now = MonotonicClock.now
    let new = inbox.withLock { inbox in
      let messages = inbox.messages
      inbox.messages = []
      return messages
    }
    // Where some wait already these come after them.
    guard messages.isEmpty else {
      messages += new
      return
    }
    messages = new
    handleMessages()
  }

  /// Handles messages, as many as there is time for: one document may have hundreds of clients who
  /// wait for its layout.
  private func handleMessages() {
    let end = now &+ Self.passTime
    while nextMessage < messages.count {
      guard now < end else {
        deferTimer?.arm(after: 0)
        return
      }
      if let message = messages[nextMessage].take() { handle(message) }
      nextMessage += 1
      if nextMessage * 2 > messages.count {
        messages.removeFirst(nextMessage)
        nextMessage = 0
      }
      if !messages.isEmpty { now = MonotonicClock.now }
    }
    messages = []
    nextMessage = 0
  }

  private func handle(_ message: Message) {
    switch message {
    case .respond(let reply, let response): reply.deliver(response)
    case .drain(let nanoseconds): drain(within: nanoseconds)
    case .catchSignal(let number, let action): catchSignal(number, action)
    case .makePlace(let asking):
      _ = closeLongestIdle() || closeLongestLingering()
      asking.post(.placeWasSought)
    case .placeWasSought: acceptor?.placeWasSought()
    }
  }

  /// Catches a signal on this loop's base; one loop of a process may do so.
  func catchSignal(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    do {
      signals.append(try SignalEvent(base: base, signal: number, action: action))
    } catch {
      context.logger.error("signal \(number) cannot be caught: \(error)")
    }
  }

  // MARK: Connections

  /// Serves a connected socket.
  func add(_ connection: Connection) {
    connection.index = connections.count
    connections.append(connection)
    guard connection.holdsPlace else { return }
    idle.append(connection)
    publishIdleCount()
  }

  /// Forgets a connection that has closed its socket.
  func remove(_ connection: Connection) {
    let index = connection.index
    guard index < connections.count, connections[index] === connection else { return }
    let last = connections.removeLast()
    if last !== connection {
      connections[index] = last
      last.index = index
    }
    publishIdleCount()
    if !connection.holdsPlace { acceptor?.surplusEnded(connection) }
    acceptor?.descriptorWasFreed()
    stopIfDrained()
  }

  // MARK: Turns

  /// Has a connection go on after the others that are ready have had their turn.
  func resumeLater(_ connection: Connection) {
    deferred.append(connection)
    if deferred.count - nextDeferred == 1 { deferTimer?.arm(after: 0) }
  }

  /// Gives those that wait their turn, in order, as many as there is time for.
  private func runDeferred() {
    LoopThread.giveWay()
    now = MonotonicClock.now
    uploadTime = 0
    handleMessages()
    now = MonotonicClock.now
    let end = now &+ Self.passTime
    // Those that will wait again have had their turn.
    let count = deferred.count
    while nextDeferred < count, now < end {
      nextDeferred += 1
      deferred[nextDeferred - 1].resume()
      now = MonotonicClock.now
    }
    if nextDeferred * 2 > deferred.count {
      deferred.removeFirst(nextDeferred)
      nextDeferred = 0
    }
    if nextDeferred < deferred.count { deferTimer?.arm(after: 0) }
  }

  // MARK: Places

  /// Publishes to the other loops how many connections could give way: at a turn's end, so that a
  /// connection that is served within its turn counts all the time.
  func publishIdleCount() {
    yieldingCounts.store(idle.count << 32 | lingering.count, ordering: .relaxed)
  }

  /// Closes the connection that has been idle longest, so that another may have its place.
  ///
  /// - Returns: whether there was one. Those whose request has just arrived are served instead, some
  ///   of them at a time.
  func closeLongestIdle() -> Bool {
    now = MonotonicClock.now
    defer { publishIdleCount() }
    for _ in 0..<8 {
      guard let connection = idle.first else { return false }
      connection.closeIfIdle()
      if connection.phase == .closed { return true }
      if !connection.isIdle { idle.remove(connection) }
    }
    return false
  }

  /// Closes the connection that has lingered longest: its client may lose the rest of its response.
  ///
  /// - Returns: whether there was one.
  func closeLongestLingering() -> Bool {
    guard let connection = lingering.first else { return false }
    connection.close()
    return true
  }

  /// Whether another loop has an idle connection.
  var hasIdleSibling: Bool {
    siblings.contains { $0.yieldingCounts.load(ordering: .relaxed) >> 32 > 0 }
  }

  /// Asks the loop with the most idle connections to close one, else that with the most lingering
  /// ones; false where none has any.
  ///
  /// The answer is the acceptor's `placeWasSought`.
  func askForPlace() -> Bool {
    guard !isDraining else { return false }
    var most = 0
    var asked: EventLoop?
    for sibling in siblings {
      let count = sibling.yieldingCounts.load(ordering: .relaxed)
      if count > most { (most, asked) = (count, sibling) }
    }
    asked?.post(.makePlace(for: self))
    return asked != nil
  }

  /// Gives a connection beyond the cap a place, if there is one by now.
  func findPlace(for connection: Connection) -> Bool {
    guard context.counters.takePlace(of: context.limits.maxConnections) else { return false }
    acceptor?.surplusEnded(connection)
    connection.holdsPlace = true
    return true
  }

  // MARK: Draining

  private func drain(within nanoseconds: UInt64) {
    guard !isDraining else { return }
    acceptor?.finish()
    isDraining = true
    let grace = MonotonicClock.nanoseconds(context.limits.drainGrace)
    graceTimer?.arm(after: min(grace, nanoseconds))
    drainTimer?.arm(after: nanoseconds)
    stopIfDrained()
  }

  private func closeIdle() {
    now = MonotonicClock.now
    for connection in connections { connection.closeIfIdle() }
  }

  private func closeAll() {
    cutCount += connections.count
    for connection in connections { connection.cut() }
    if isDraining { base.stop() }
  }

  private func stopIfDrained() {
    if isDraining, connections.isEmpty { base.stop() }
  }
}
