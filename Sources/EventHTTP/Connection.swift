import HTTPMessage
import Libevent
import Logging
import Synchronization

/// One client's connection: reads requests, has them answered in order, writes the answers.
///
/// A state machine that lives on its loop's thread and never blocks. It reads only in the phases
/// that want bytes, so that a client who does not take answers is not read from either.
final class Connection: HTTPExchange {
  /// What the connection waits for.
  enum Phase {
    /// A request's head, or the first byte of one.
    case head
    /// A body's next bytes, for the sink or to be dropped.
    case body
    /// The handler's answer.
    case handling
    /// Room in the send buffer.
    case writing
    /// The client's end of the connection, after ours: closing while its bytes come in would reset
    /// the connection and might destroy the answer on its way.
    case lingering
    /// Nothing any more.
    case closed
  }

  /// Reads in a row before other connections have their turn: 128 KiB, which take 0.1 ms to hash.
  static let readBudget = 2
  /// Requests in a row before other connections have their turn.
  static let requestBudget = 64
  /// Time after which a connection that has more for its loop to do waits for its turn, in
  /// nanoseconds.
  static let turnTime: UInt64 = 200_000
  /// Longest lingering, in nanoseconds, counted from the answer's end.
  static let lingerTime: UInt64 = 2_000_000_000
  /// Most bytes that are dropped of a client that lingers.
  static let lingerLimit = 1 << 20

  // Strong both ways, and so are the event's and the timer's actions: unowned references cost more
  // than all of the parsing. Closing the connection takes it out of its loop and drops both.
  let loop: EventLoop
  let socket: Socket
  /// The client's address; a proxy's header may replace it.
  var remoteAddress: String
  /// The handler's number for the exchange at work.
  var tag: UInt8 = 0
  /// Whether the proxy's header is still to come.
  var awaitsProxyHeader: Bool
  /// Where the loop keeps the connection.
  var place = 0
  /// Whether it holds one of the places that the cap allows; one beyond them may only ask whether
  /// the server lives.
  var holdsPlace: Bool
  /// Where it stands among the loop's connections that may give way, and its neighbours there.
  unowned(unsafe) var idleList: IdleConnections?
  unowned(unsafe) var previousIdle: Connection?
  unowned(unsafe) var nextIdle: Connection?

  var phase = Phase.head
  var parser: RequestParser
  /// Bytes read but not used yet, where a head is cut or the connection must not go on reading.
  var input: [UInt8] = []
  /// Whether `input` may hold something that can be used without further bytes.
  var hasInput = false
  /// Whether reading may bring something.
  var isReadable = false
  /// Whether the client has shut down its write side.
  var isPeerFinished = false
  /// Requests that may still begin before others have their turn.
  var requestsLeft = Connection.requestBudget
  /// When the turn at work ends.
  var turnEnd: UInt64 = 0
  /// Whether the connection waits for its turn.
  var isDeferred = false
  /// Most bytes of the next read: a body in tiny chunks is read in small pieces, of which nothing
  /// is left over when a turn ends.
  var readLimit = Connection.readSize

  // The exchange at work.

  /// Whether no request has been read yet: its head's deadline counts from the connection's begin.
  var isFirstHead = true
  /// When the head's first byte was there; 0 between requests.
  var startedAt: UInt64 = 0
  /// The request, where it outlives the handler's first call.
  var request: HTTPRequest?
  var sink: (any HTTPBodySink)?
  var unread = UnreadBody.none
  /// Whether the client waits for `100 Continue`, which has not been sent.
  var awaitsContinue = false
  /// Bytes read that lie behind the head or body at work.
  var surplus = 0
  var reply: PendingReply?
  /// Bytes of the answer's first line that were sent ahead of it.
  var prefixSent = 0
  var closesAfter = false
  /// Bytes that may still be dropped while lingering; then nothing more is read.
  var lingerLeft = 0
  var outgoing: Outgoing?

  private var event: SocketEvent?
  private var timer: EventTimer?
  private var deadline: UInt64 = .max
  private var timerTime: UInt64 = .max

  /// Serves a connected socket, which the connection owns unless this throws.
  ///
  /// - Parameter holdsPlace: whether it has been given one of the places that the cap allows.
  init(
    loop: EventLoop, socket: Socket, remoteAddress: String, holdsPlace: Bool
  ) throws(EventError) {
    self.loop = loop
    self.socket = socket
    self.remoteAddress = remoteAddress
    self.holdsPlace = holdsPlace
    let limits = loop.context.limits
    awaitsProxyHeader = limits.acceptsProxyProtocol
    parser = RequestParser(
      limits: HTTPHeadLimits(headerBytes: limits.headerBytes, headerCount: limits.headerCount))
    socket.setNoDelay()
    timer = try EventTimer(base: loop.base) { [self] in timerFired() }
    do {
      event = try SocketEvent(base: loop.base, socket: socket.descriptor) { [self] in
        socketChanged($0)
      }
    } catch {
      timer = nil
      throw error
    }
    setDeadline(after: limits.headerTimeout)
  }

  func makeReply() -> any HTTPReply {
    let reply = PendingReply(loop: loop, connection: self)
    self.reply = reply
    return reply
  }

  // MARK: Events

  private func socketChanged(_ readiness: Readiness) {
    loop.now = MonotonicClock.now
    if readiness.isReadable || readiness.isFinished { isReadable = true }
    if readiness.isFinished { isPeerFinished = true }
    switch phase {
    case .handling: noticeLeaving()
    case .writing: if readiness.isWritable { flush() }
    case .lingering where lingerLeft == 0: if socket.hasFailed() { close() }
    case .head, .body, .lingering, .closed: break
    }
    // One that waits for a turn goes on behind the others, ready or not.
    if !isDeferred { advance() }
  }

  /// Goes on after other connections have had their turn.
  func resume() {
    isDeferred = false
    if phase == .writing { flush() }
    advance()
  }

  /// Waits for a turn after the other connections'.
  func yield() {
    guard !isDeferred else { return }
    isDeferred = true
    loop.resumeLater(self)
  }

  /// Does what the phase wants until bytes, room or an answer are missing, or the turn is over.
  func advance() {
    let isUpload = phase == .body || phase == .lingering
    if isUpload, loop.uploadTime >= EventLoop.passTime {
      yield()
      return
    }
    requestsLeft = Self.requestBudget
    turnEnd = loop.now &+ Self.turnTime
    takeTurn()
    // A request that was answered within the turn has only moved its connection to the end.
    if phase == .head ? parser.hasBegun : phase != .lingering { unsafe idleList?.remove(self) }
    loop.publishIdleCount()
    if isUpload || phase == .body { loop.uploadTime &+= MonotonicClock.now &- loop.now }
  }

  private func takeTurn() {
    var reads = Self.readBudget
    while wantsBytes {
      if hasInput {
        useInput()
      } else if isReadable, reads > 0 {
        reads -= 1
        receive()
      } else {
        if isReadable { yield() }
        return
      }
      // What is left over could have been used, had there been time.
      if hasInput, wantsBytes {
        yield()
        return
      }
    }
  }

  private var wantsBytes: Bool {
    switch phase {
    case .head, .body: true
    case .lingering: lingerLeft > 0
    case .handling, .writing, .closed: false
    }
  }

  // MARK: Deadlines

  /// Sets the deadline, a time from now in seconds.
  func setDeadline(after seconds: Double) {
    setDeadline(at: loop.now &+ MonotonicClock.nanoseconds(seconds))
  }

  /// Sets the deadline.
  ///
  /// The timer is touched only where it would fire too late, so that a request that comes whole and
  /// is answered at once costs no more than this store.
  func setDeadline(at time: UInt64) {
    deadline = time
    guard time < timerTime else { return }
    timerTime = time
    timer?.arm(after: time > loop.now ? time - loop.now : 0)
  }

  /// Waits as long as it takes.
  func clearDeadline() {
    deadline = .max
  }

  private func timerFired() {
    loop.now = MonotonicClock.now
    timerTime = .max
    guard deadline <= loop.now else {
      if deadline != .max { setDeadline(at: deadline) }
      return
    }
    deadline = .max
    expire()
    advance()
  }

  private func expire() {
    switch phase {
    case .head where parser.hasBegun:
      refuse(
        HTTPRefusal(
          .requestTimeout,
          "The head did not arrive in \(loop.context.limits.headerTimeout) seconds"
            + " (TATAMI_HEADER_TIMEOUT)."))
    case .body where sink != nil:
      refuse(
        HTTPRefusal(
          .requestTimeout,
          "The body did not arrive in \(loop.context.limits.bodyTimeout) seconds"
            + " (TATAMI_BODY_TIMEOUT)."))
    case .writing: cut()
    case .head, .body, .lingering: close()
    case .handling, .closed: break
    }
  }

  // MARK: Ending

  /// Whether no request is at work and none has begun.
  var isIdle: Bool { phase == .head && !parser.hasBegun && input.isEmpty }

  /// Closes the connection where it is idle, but answers what has just arrived.
  ///
  /// One that has answered stays: its client was not told that it would be closed, and may be sending
  /// the next request. While the loop drains its answer has closed it.
  func closeIfIdle() {
    guard isIdle else { return }
    isReadable = true
    advance()
    if isIdle, requestsLeft == Self.requestBudget { close() }
  }

  /// Closes behind an answer: at once, or where the client may still be sending, when it has ended.
  ///
  /// A client that does not end soon is not read any more, and has the rest of the time to take the
  /// answer.
  func closeBehindAnswer() {
    guard isReadable || unread != .none || surplus > 0 || !input.isEmpty else {
      close()
      return
    }
    socket.finishWriting()
    input = []
    hasInput = false
    phase = .lingering
    lingerLeft = Self.lingerLimit
    if holdsPlace { loop.lingering.append(self) }
    setDeadline(at: loop.now &+ Self.lingerTime)
  }

  /// Closes without waiting for anything, and drops what the client has not taken.
  func cut() {
    guard phase != .closed else { return }
    reportUnfinished()
    end { socket.reset() }
  }

  /// Closes; the kernel goes on sending what it holds.
  func close() {
    guard phase != .closed else { return }
    reportUnfinished()
    end { socket.close() }
  }

  private func end(_ closeSocket: () -> Void) {
    phase = .closed
    event = nil
    timer = nil
    reply = nil
    sink = nil
    outgoing = nil
    request = nil
    input = []
    hasInput = false
    unsafe idleList?.remove(self)
    if holdsPlace { loop.context.counters.leavePlace() }
    loop.context.counters.open.subtract(1, ordering: .relaxed)
    closeSocket()
    loop.remove(self)
  }

  /// Tells of the exchange that the connection's end cuts off.
  private func reportUnfinished() {
    reply?.abandon()
    if let outgoing {
      report(outgoing.response, to: request, sent: outgoing.sent, isComplete: false)
    } else if phase == .handling || phase == .body && sink != nil {
      report(
        HTTPResponse(status: .clientClosedRequest), to: request, sent: prefixSent,
        isComplete: false)
    }
  }

  /// Tells the handler that an exchange has ended.
  func report(_ response: HTTPResponse, to request: HTTPRequest?, sent: Int, isComplete: Bool) {
    let end = MonotonicClock.now
    loop.lastEnd = end
    let start = startedAt == 0 ? end : startedAt
    loop.context.handler.finished(
      request, response,
      HTTPAccessRecord(
        bytesSent: sent, duration: Double(end &- start) / 1e9, isComplete: isComplete,
        remoteAddress: remoteAddress, tag: tag))
    tag = 0
  }
}
