import HTTPMessage
import Logging
import Synchronization

/// What all loops of a server share.
final class ServerContext: Sendable {
  let handler: any HTTPHandler
  let limits: ServerLimits
  let counters: ServerCounters
  let logger: Logger
  /// The Server field's line; empty for none.
  let serverLine: [UInt8]

  init(
    handler: any HTTPHandler, settings: ServerSettings, counters: ServerCounters, logger: Logger
  ) {
    self.handler = handler
    limits = settings.limits
    self.counters = counters
    self.logger = logger
    let name = settings.serverName
    serverLine = name.isEmpty ? [] : Array("Server: \(name)\r\n".utf8)
  }
}

/// One thread that waits for sockets, and the connections that it serves from begin to end.
///
/// Its buffers serve all of its connections in turn, since one is at work at a time. Everything but
/// `post` belongs to the loop's thread, or to the thread that sets the loop up before it runs.
// @unchecked: the inbox is behind a mutex; all else is touched by one thread at a time, as above.
final class EventLoop: @unchecked Sendable {
  /// What other threads ask of a loop.
  enum Message {
    case answer(PendingReply, HTTPResponse)
    case drain(within: UInt64)
    case catchSignal(Int32, @Sendable () -> Void)
  }

  private struct Inbox {
    var messages: [Message] = []
    var isClosed = false
  }

  /// How long idle connections stay open once draining has begun, in nanoseconds: a request that
  /// was on its way is answered instead of reset.
  static let drainGrace: UInt64 = 250_000_000

  let context: ServerContext
  let base: EventBase

  /// Bytes just read; its count stays what it is.
  var input = [UInt8](repeating: 0, count: 64 * 1024)
  /// The head, and a small body, of the answer being written.
  var output: [UInt8] = []
  /// A streamed body's next piece.
  var piece: [UInt8] = []
  /// The parser's buffer.
  var fields: [HTTPField] = []
  /// The response that handlers fill.
  var response = HTTPResponse()
  /// When the callback at work began, by the monotonic clock.
  var now = Monotonic.now()
  /// The Date and Server lines.
  var fixedLines: FixedLines

  private(set) var isDraining = false
  private var cutCount = 0
  private(set) var connections: [Connection] = []
  private var acceptor: Acceptor?
  private var deferred: [Connection] = []
  private var deferTimer: EventTimer?
  private var graceTimer: EventTimer?
  private var drainTimer: EventTimer?
  private var signals: [SignalEvent] = []
  private var wakeUp: WakeUp?
  private let inbox = Mutex(Inbox())

  init(context: ServerContext) throws(EventError) {
    self.context = context
    fixedLines = FixedLines(serverLine: context.serverLine)
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
      return inbox.messages
    }
    for case .answer(let reply, _) in rest { reply.abandon() }
    deferred = []
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
    inbox.withLock { inbox in
      guard !inbox.isClosed else { return }
      inbox.messages.append(message)
      if inbox.messages.count == 1 { wakeUp?.activate() }
    }
  }

  private func takeMessages() {
    now = Monotonic.now()
    let messages = inbox.withLock { inbox in
      let messages = inbox.messages
      inbox.messages = []
      return messages
    }
    for message in messages {
      switch message {
      case .answer(let reply, let response): reply.deliver(response)
      case .drain(let nanoseconds): drain(within: nanoseconds)
      case .catchSignal(let number, let action): catchSignal(number, action)
      }
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
    connection.place = connections.count
    connections.append(connection)
  }

  /// Forgets a connection that has closed its socket.
  func remove(_ connection: Connection) {
    let place = connection.place
    guard place < connections.count, connections[place] === connection else { return }
    let last = connections.removeLast()
    if last !== connection {
      connections[place] = last
      last.place = place
    }
    acceptor?.descriptorWasFreed()
    stopIfDrained()
  }

  /// Has a connection go on after the others that are ready have had their turn.
  func resumeLater(_ connection: Connection) {
    deferred.append(connection)
    if deferred.count == 1 { deferTimer?.arm(after: 0) }
  }

  private func runDeferred() {
    LoopThread.giveWay()
    now = Monotonic.now()
    let ready = deferred
    deferred = []
    for connection in ready { connection.resume() }
  }

  // MARK: Draining

  private func drain(within nanoseconds: UInt64) {
    guard !isDraining else { return }
    acceptor?.finish()
    isDraining = true
    graceTimer?.arm(after: min(Self.drainGrace, nanoseconds))
    drainTimer?.arm(after: nanoseconds)
    stopIfDrained()
  }

  private func closeIdle() {
    now = Monotonic.now()
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
