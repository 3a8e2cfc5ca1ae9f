import HTTPMessage
import Libevent
import Logging
import Synchronization

/// The context that all loops of a server share.
final class ServerContext: Sendable {
  let handler: any HTTPHandler
  /// The handler, if it can determine the clients that proxies name; else nil.
  let naming: (any HTTPClientNaming)?
  let limits: ServerLimits
  let counters: ServerCounters
  let logger: Logger
  /// The Server field's line; empty if responses have no Server field.
  let serverField: [UInt8]

  init(
    handler: any HTTPHandler, settings: ServerSettings, counters: ServerCounters, logger: Logger
  ) {
    self.handler = handler
    naming = handler as? any HTTPClientNaming
    limits = settings.limits
    self.counters = counters
    self.logger = logger
    let name = settings.serverName
    serverField = name.isEmpty ? [] : Array("Server: \(name)\r\n".utf8)
  }
}

/// An event loop: one thread that waits for sockets, with the connections that it serves from start to end.
///
/// Its connections use the loop's buffers in turn, because only one connection is processed at a
/// time. A connection swaps a buffer out while using it, so that the compiler proves exclusive
/// access instead of having it checked, which took a tenth of a request's instructions. Any thread may
/// call `post` and read `yieldingCounts`; only the loop's thread, or the thread that sets the loop up
/// before it runs, may use the rest.
// @unchecked: a mutex guards the inbox, and `yieldingCounts` is atomic; one thread at a time uses the rest.
final class EventLoop: @unchecked Sendable {
  /// A message to a loop, from any thread.
  enum Message {
    case respond(PendingReply, HTTPResponse)
    /// Announce the end with each response, and drain after a delay; both times are in nanoseconds.
    case drain(after: UInt64, within: UInt64)
    case catchSignal(Int32, @Sendable () -> Void)
    /// Call a function on the loop's thread.
    case perform(@Sendable () -> Void)
    /// Close a connection to free a place for a client's new connection on another loop, then
    /// answer that loop.
    case makePlace(for: EventLoop, HTTPClient)
    /// The response to `makePlace`: that loop has looked for a connection to close.
    case placeWasSought
  }

  private struct Inbox {
    var messages: [Message] = []
    var isClosed = false
  }

  /// Maximum time that uploads, waiting messages and turns of waiting connections each take before the
  /// sockets are checked again, in nanoseconds.
  ///
  /// A small request waits for each of these no longer than this.
  static let passTime: UInt64 = 500_000
  /// For how long checks are still answered after the last response, in nanoseconds: a proxy may have its end still before it,
  /// and cut it when checks fail.
  static let lastChecksTime: UInt64 = 1_000_000_000
  /// Maximum time of all work between two checks of the sockets, in nanoseconds.
  ///
  /// Beyond it, further requests wait for their clients' turns. A few hundred small requests take less.
  static let crowdedTime: UInt64 = 8_000_000
  /// Work time after which the loop arms a timer to detect the next check of the sockets, in nanoseconds.
  ///
  /// Detecting every check would cost each request a timer.
  private static let noticedTime: UInt64 = 1_000_000

  let context: ServerContext
  let base: EventBase

  /// The bytes just read; the array's count never changes.
  var input = [UInt8](repeating: 0, count: InboundState.readSize)
  /// The head of the response being written, with its body if that is small.
  var output: [UInt8] = []
  /// Scratch buffer: the next piece of a streamed response body.
  var piece: [UInt8] = []
  /// The parser's buffer of header fields.
  var fields: [HTTPField] = []
  /// The response for handlers to fill.
  var response = HTTPResponse()
  /// The start of the current callback, by the monotonic clock.
  var now = MonotonicClock.now
  /// The Date and Server fields.
  let fixedFields: FixedHeaderFields
  /// The end of the last exchange, by the monotonic clock.
  var lastEnd: UInt64 = 0
  /// Nanoseconds spent on uploads since the waiting connections last had their turns.
  var uploadTime: UInt64 = 0
  /// The other loops of the server.
  var siblings: [EventLoop] = []

  /// Whether each response closes its connection, because the loop drains or will do so after a delay.
  private(set) var closesConnections = false
  private(set) var isDraining = false
  /// Whether a delay came before draining, so that somebody checks whether the server is there.
  private(set) var isChecked = false
  /// Whether a connection had carried a request when draining began.
  private var hadRequests = false
  /// Whether the loop stops without another event.
  private var isEnding = false
  /// The nanoseconds that draining may take; set before `delayTimer` is armed.
  private var drainTime: UInt64 = 0
  private var cutCount = 0
  private(set) var connections: [Connection] = []
  /// The connections that wait for a request; they are closed first if a new connection needs a place.
  let idle = EvictableConnections()
  /// The connections whose last response has been sent, and whose clients may still be reading it.
  ///
  /// If no connection is idle, one of them is closed to make space for a new connection.
  let lingering = EvictableConnections()
  /// The connections with a request under way.
  ///
  /// If no idle or lingering connection can be closed for a new one, a connection of the client that has
  /// the most busy ones is closed, if the new one is another client's.
  let busy = ClientConnections()
  /// The number of the loop's connections by client (`Connection.peer`).
  private(set) var connectionCounts: [HTTPClient: Int] = [:]
  /// The number of connections that could be closed for new ones, published to the other loops.
  ///
  /// The upper 32 bits count the idle connections, the lower 32 the lingering ones, both at the end of the
  /// last turn. Busy connections are closed only for connections of their own loop, because
  /// the system distributes a client's connections evenly over the loops.
  let yieldingCounts = Atomic<Int>(0)
  private(set) var acceptor: Acceptor?
  private var turns = ClientTurns()
  private var deferTimer: EventTimer?
  private var isDeferTimerArmed = false
  /// Nanoseconds of work since the last detected check of the sockets.
  private var workTime: UInt64 = 0
  private var delayTimer: EventTimer?
  private var graceTimer: EventTimer?
  private var drainTimer: EventTimer?
  private var lastChecksTimer: EventTimer?
  private var signals: [SignalEvent] = []
  private var wakeUp: WakeUp?
  private let inbox = Mutex(Inbox())
  /// The messages taken out of the inbox; those from `nextMessage` on have not been handled.
  ///
  /// Handled messages are nil, so that a delivered response's memory is freed.
  private var messages: [Message?] = []
  private var nextMessage = 0

  init(context: ServerContext) throws(EventError) {
    self.context = context
    fixedFields = FixedHeaderFields(server: context.serverField)
    base = try EventBase()
    wakeUp = try WakeUp(base: base) { [unowned self] in takeMessages() }
    deferTimer = try EventTimer(base: base) { [unowned self] in runDeferred() }
    delayTimer = try EventTimer(base: base) { [unowned self] in drain() }
    graceTimer = try EventTimer(base: base) { [unowned self] in closeIdle() }
    drainTimer = try EventTimer(base: base) { [unowned self] in closeAll() }
    lastChecksTimer = try EventTimer(base: base) { [unowned self] in base.stop() }
    acceptor = try Acceptor(loop: self)
  }

  /// Accepts connections from a listening socket, which the loop then owns and closes.
  func listen(_ descriptor: Int32) throws(EventError) {
    try acceptor?.listen(descriptor)
  }

  /// Runs until the loop has been drained, then closes everything.
  ///
  /// - Returns: the number of connections that were cut because the time to drain had passed.
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
    turns = ClientTurns()
    siblings = []
    signals = []
    acceptor = nil
    deferTimer = nil
    delayTimer = nil
    graceTimer = nil
    drainTimer = nil
    lastChecksTimer = nil
    return cutCount
  }

  // MARK: From other threads

  /// Posts a message to the loop's thread; the message is dropped if the loop has ended.
  func post(_ message: Message) {
    let wakeUp: WakeUp? = inbox.withLock { inbox in
      guard !inbox.isClosed else { return nil }
      inbox.messages.append(message)
      return inbox.messages.count == 1 ? self.wakeUp : nil
    }
    // Not under the lock, which the loop takes as soon as it is awake.
    wakeUp?.activate()
  }

  private func takeMessages() {
    now = MonotonicClock.now
    let new = inbox.withLock { inbox in
      let messages = inbox.messages
      inbox.messages = []
      return messages
    }
    // If earlier messages still wait, the new ones come after them.
    guard messages.isEmpty else {
      messages += new
      return
    }
    messages = new
    handleMessages()
  }

  /// Handles messages for at most `passTime`: one document may have hundreds of clients waiting for
  /// its layout.
  private func handleMessages() {
    let end = now &+ Self.passTime
    while nextMessage < messages.count {
      guard now < end else {
        armDeferTimer()
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
    case .drain(let delay, let nanoseconds): drain(after: delay, within: nanoseconds)
    case .catchSignal(let number, let action): catchSignal(number, action)
    case .perform(let action): action()
    case .makePlace(let asking, let client):
      _ = makePlace(for: client)
      asking.post(.placeWasSought)
    case .placeWasSought: acceptor?.placeWasSought()
    }
  }

  /// Calls `action` on the loop's thread whenever a signal arrives; only one loop of a process may do so.
  func catchSignal(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    do {
      signals.append(try SignalEvent(base: base, signal: number, action: action))
    } catch {
      context.logger.error("signal \(number) cannot be caught: \(error)")
    }
  }

  // MARK: Connections

  /// Adds a connection to `connections`, and to the idle ones if it has a place.
  func add(_ connection: Connection) {
    connection.index = connections.count
    connections.append(connection)
    connectionCounts[connection.peer, default: 0] += 1
    guard connection.holdsPlace else { return }
    idle.append(connection)
    publishYieldingCounts()
  }

  /// Removes a connection that has closed its socket.
  func remove(_ connection: Connection) {
    let index = connection.index
    guard index < connections.count, connections[index] === connection else { return }
    let last = connections.removeLast()
    if last !== connection {
      connections[index] = last
      last.index = index
    }
    leave(connection.peer)
    publishYieldingCounts()
    if !connection.holdsPlace { acceptor?.surplusEnded(connection) }
    acceptor?.descriptorWasFreed()
    stopIfDrained()
  }

  private func leave(_ client: HTTPClient) {
    guard let count = connectionCounts[client] else { return }
    connectionCounts[client] = count > 1 ? count - 1 : nil
  }

  /// Counts a connection to the client that a PROXY protocol header names, instead of to the proxy.
  func rename(_ connection: Connection, to client: HTTPClient) {
    leave(connection.peer)
    connection.peer = client
    connectionCounts[client, default: 0] += 1
  }

  // MARK: Turns

  /// Whether requests must wait for their clients' turns.
  ///
  /// They must if connections already wait, or after `crowdedTime` of work since the last check of
  /// the sockets.
  var isCrowded: Bool { turns.count > 0 || workTime >= Self.crowdedTime }

  /// Whether a client's request must wait while the loop is crowded: not if only its own connections wait.
  ///
  /// Otherwise a client that keeps many connections busy would be queued for good after one pause of the thread,
  /// and its bodies copied into the connections.
  func mustQueue(_ client: HTTPClient) -> Bool {
    workTime >= Self.crowdedTime || turns.haveOther(than: client)
  }

  /// Adds the nanoseconds that a connection's turn has taken to the times that limit further work.
  func count(_ time: UInt64, isUpload: Bool) {
    workTime &+= time
    if isUpload { uploadTime &+= time }
    if workTime >= Self.noticedTime { armDeferTimer() }
  }

  /// Queues a connection to continue when its client's turn comes.
  func resumeLater(_ connection: Connection) {
    turns.append(connection, of: connection.clientAtWork())
    armDeferTimer()
  }

  /// Arms the timer that calls `runDeferred` after the next check of the sockets.
  private func armDeferTimer() {
    guard !isDeferTimerArmed else { return }
    isDeferTimerArmed = true
    deferTimer?.arm(after: 0)
  }

  /// Handles waiting messages and gives waiting connections their turns, as many as time allows.
  private func runDeferred() {
    isDeferTimerArmed = false
    if turns.count > 0 || !messages.isEmpty { LoopThread.giveWay() }
    now = MonotonicClock.now
    uploadTime = 0
    handleMessages()
    now = MonotonicClock.now
    let end = now &+ Self.passTime
    // A connection that is queued again now has its next turn in the next pass.
    var left = turns.count
    while left > 0, now < end, let connection = turns.popFirst() {
      left -= 1
      connection.resume()
      now = MonotonicClock.now
    }
    workTime = 0
    if turns.count > 0 { armDeferTimer() }
  }

  // MARK: Draining

  private func drain(after delay: UInt64, within nanoseconds: UInt64) {
    guard !closesConnections else { return }
    closesConnections = true
    drainTime = nanoseconds
    isChecked = delay > 0
    if delay > 0 { delayTimer?.arm(after: delay) } else { drain() }
  }

  private func drain() {
    guard !isDraining else { return }
    // A load balancer that checks the server would cut its connections if it stopped listening before they end.
    if isChecked { acceptor?.acceptPending() } else { acceptor?.finish() }
    isDraining = true
    hadRequests = connections.contains { $0.holdsPlace && !($0.isIdle && $0.isFirstHead) }
    let grace = MonotonicClock.nanoseconds(context.limits.drainGrace)
    graceTimer?.arm(after: min(grace, drainTime))
    drainTimer?.arm(after: drainTime)
    stopIfDrained()
  }

  private func closeIdle() {
    now = MonotonicClock.now
    for connection in connections { connection.closeIfIdle() }
  }

  private func closeAll() {
    cutCount += connections.count { $0.holdsPlace && $0.phase != .lingering }
    for connection in connections { connection.abort() }
    if isDraining { base.stop() }
  }

  /// Stops once no connection with a place is left; those without one are only checks.
  private func stopIfDrained() {
    guard isDraining, !isEnding, !connections.contains(where: \.holdsPlace) else { return }
    isEnding = true
    guard isChecked, hadRequests else { return base.stop() }
    lastChecksTimer?.arm(after: Self.lastChecksTime)
  }
}
