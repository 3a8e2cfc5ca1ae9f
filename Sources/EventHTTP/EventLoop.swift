import HTTPMessage
import Libevent
import Logging
import Synchronization

/// What all loops of a server share.
final class ServerContext: Sendable {
  let handler: any HTTPHandler
  /// The handler, if it knows the clients that proxies name.
  let naming: (any HTTPClientNaming)?
  let limits: ServerLimits
  let counters: ServerCounters
  let logger: Logger
  /// The Server field's line; empty for none.
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
    /// Close a connection that may give way for one of the loop that asks, a client's, then answer
    /// that loop.
    case makePlace(for: EventLoop, HTTPClient)
    case placeWasSought
  }

  private struct Inbox {
    var messages: [Message] = []
    var isClosed = false
  }

  /// Longest time for uploads, and for connections whose turn had ended, in nanoseconds, before the
  /// sockets are looked at again: a small request waits no longer.
  static let passTime: UInt64 = 500_000
  /// Longest time of all work since the sockets were looked at last, in nanoseconds, before further
  /// requests wait for their clients' turns: longer than some hundred small requests take.
  static let crowdedTime: UInt64 = 8_000_000
  /// Time of work after which a look at the sockets is noticed, in nanoseconds: to notice each would
  /// cost every request a timer.
  private static let noticedTime: UInt64 = 1_000_000

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
  let idle = YieldingConnections()
  /// Those that have sent their last response, and whose clients may still be reading it: they give
  /// way if none is idle.
  let lingering = YieldingConnections()
  /// Those whose requests have begun and are not answered yet: those of the client that has the most
  /// give way to other clients' if none else does.
  let busy = ClientConnections()
  /// How many connections each client has, by the address that they come from.
  private(set) var connectionCounts: [HTTPClient: Int] = [:]
  /// How many could give way when a turn ended last, for the other loops: the idle ones in the upper
  /// half, the lingering ones in the lower.
  ///
  /// The busy ones give way to their own loop's connections alone: the system deals a client's
  /// connections out to the loops evenly.
  let yieldingCounts = Atomic<Int>(0)
  private(set) var acceptor: Acceptor?
  private var turns = ClientTurns()
  private var deferTimer: EventTimer?
  private var isDeferTimerArmed = false
  /// Nanoseconds of work since the sockets were looked at last, as far as that was noticed.
  private var workTime: UInt64 = 0
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
    turns = ClientTurns()
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
    case .drain(let nanoseconds): drain(within: nanoseconds)
    case .catchSignal(let number, let action): catchSignal(number, action)
    case .makePlace(let asking, let client):
      _ = makePlace(for: client)
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
    connectionCounts[connection.peer, default: 0] += 1
    guard connection.holdsPlace else { return }
    idle.append(connection)
    publishYieldingCounts()
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

  /// Counts a connection to the client that a proxy's header names.
  func rename(_ connection: Connection, to client: HTTPClient) {
    leave(connection.peer)
    connection.peer = client
    connectionCounts[client, default: 0] += 1
  }

  // MARK: Turns

  /// Whether requests wait for their clients' turns: because others do, or because so much has been
  /// done since the sockets were looked at last.
  var isCrowded: Bool { turns.count > 0 || workTime >= Self.crowdedTime }

  /// Counts the time that a connection has taken.
  func count(_ time: UInt64, isUpload: Bool) {
    workTime &+= time
    if isUpload { uploadTime &+= time }
    if workTime >= Self.noticedTime { armDeferTimer() }
  }

  /// Has a connection go on when its client's turn comes.
  func resumeLater(_ connection: Connection) {
    turns.append(connection, of: connection.clientAtWork())
    armDeferTimer()
  }

  /// Has `runDeferred` called when the sockets have been looked at again.
  private func armDeferTimer() {
    guard !isDeferTimerArmed else { return }
    isDeferTimerArmed = true
    deferTimer?.arm(after: 0)
  }

  /// Gives those that wait their turns, as many as there is time for.
  private func runDeferred() {
    isDeferTimerArmed = false
    if turns.count > 0 || !messages.isEmpty { LoopThread.giveWay() }
    now = MonotonicClock.now
    uploadTime = 0
    handleMessages()
    now = MonotonicClock.now
    let end = now &+ Self.passTime
    // Those that will wait again have had their turn.
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
