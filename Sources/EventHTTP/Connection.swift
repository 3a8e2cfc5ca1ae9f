import HTTPMessage
import Libevent
import Logging
import Synchronization

/// One client's connection: reads requests, has them handled in order, writes the responses.
///
/// A state machine that lives on its loop's thread and never blocks. It reads only in the phases
/// that want bytes, so a client that takes no responses is not read from either.
final class Connection: HTTPExchange {
  /// What the connection waits for.
  enum Phase {
    /// A request's head, or the first byte of one.
    case head
    /// A body's next bytes, for the sink or to be dropped.
    case body
    /// Its client's turn, to have the request handled whose head has been read.
    case queued
    /// The handler's response.
    case handling
    /// Room in the send buffer.
    case writing
    /// The client's end of the connection, after ours: closing while its bytes come in would reset
    /// the connection and might destroy the response on its way.
    case lingering
    /// Nothing any more.
    case closed
  }

  /// Most bytes that are dropped of a client that lingers.
  static let lingerLimit = 1 << 20

  // Strong both ways, and so are the event's and the timer's actions: unowned references cost more
  // than all of the parsing. Closing the connection takes it out of its loop and drops both.
  let loop: EventLoop
  let socket: Socket
  /// The client's address; a proxy's header may replace it.
  var remoteAddress: String
  /// The client of that address; `EventLoop.rename` changes it.
  var peer: HTTPClient
  /// The handler's number for the exchange at work; 0 until it sets one.
  private var tag: UInt8 = 0
  /// Whether the proxy's header is still to come.
  var awaitsProxyHeader: Bool
  /// The connection's index in its loop.
  var index = 0
  /// Whether it holds one of the places that the cap allows; one beyond them may only ask whether
  /// the server lives.
  var holdsPlace: Bool
  var yieldingLinks = YieldingLinks()

  var phase = Phase.head
  var turn = Turn()
  var parser: RequestParser
  var inbound = InboundState()
  /// Bytes read and not used yet: part of a head, or what must wait.
  var input: [UInt8] = []
  /// Whether no request has been read yet: its head's deadline counts from the connection's begin.
  var isFirstHead = true
  var exchange = Exchange()
  var body = RequestBody()
  /// The response at work, if the client has not taken it at once.
  var outbound: OutboundResponse?
  /// Bytes that may still be dropped while lingering; then nothing more is read.
  var lingerLeft = 0

  private var event: SocketEvent?
  private var timer: EventTimer?
  private var deadline = Deadline()

  /// Serves a connected socket, which the connection owns unless this throws.
  ///
  /// - Parameters:
  ///   - client: the client of `remoteAddress`.
  ///   - holdsPlace: whether it has been given one of the places that the cap allows.
  init(
    loop: EventLoop, socket: Socket, remoteAddress: String, client: HTTPClient, holdsPlace: Bool
  ) throws(EventError) {
    self.loop = loop
    self.socket = socket
    self.remoteAddress = remoteAddress
    peer = client
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

  func setTag(_ tag: UInt8) { self.tag = tag }

  func makeReply() -> any HTTPReply {
    let reply = PendingReply(loop: loop, connection: self)
    exchange.reply = reply
    return reply
  }

  // MARK: Events

  private func socketChanged(_ readiness: Readiness) {
    loop.now = MonotonicClock.now
    if readiness.isReadable || readiness.isFinished { inbound.isReadable = true }
    if readiness.isFinished { inbound.isFinished = true }
    switch phase {
    case .handling: noticeLeaving()
    case .writing:
      // What a stream writes next may take as long as any request.
      if readiness.isWritable { if loop.isCrowded { yield() } else { flush() } }
    case .queued: if socket.hasFailed() { close() }
    case .lingering where lingerLeft == 0: if socket.hasFailed() { close() }
    case .head, .body, .lingering, .closed: break
    }
    // A connection that waits for a turn goes on after the others, ready or not.
    if !turn.isAwaited { advance() }
  }

  /// Goes on after other connections have had their turn.
  func resume() {
    turn.isAwaited = false
    turn.isGranted = true
    switch phase {
    case .writing: flush()
    case .queued: handleQueued()
    case .head, .body, .handling, .lingering, .closed: break
    }
    advance()
    turn.isGranted = false
  }

  /// Waits for a turn after the other connections'.
  func yield() {
    guard !turn.isAwaited else { return }
    turn.isAwaited = true
    loop.resumeLater(self)
  }

  /// Does what the phase wants until bytes, room or a response are missing, or the turn is over.
  func advance() {
    let isUpload = phase == .body || phase == .lingering
    if isUpload, loop.uploadTime >= EventLoop.passTime {
      yield()
      return
    }
    turn.begin(at: loop.now)
    takeTurn()
    joinBusy()
    loop.publishYieldingCounts()
    // An answered request has its end; the clock is read for the others alone.
    let isUploadStill = isUpload || phase == .body
    let end = phase == .head && !isUploadStill ? loop.lastEnd : MonotonicClock.now
    if end > loop.now { loop.count(end &- loop.now, isUpload: isUploadStill) }
  }

  private func takeTurn() {
    var reads = Turn.readBudget
    while wantsBytes {
      if inbound.hasUsable {
        useInput()
      } else if inbound.isReadable, reads > 0 {
        reads -= 1
        receive()
      } else {
        if inbound.isReadable { yield() }
        return
      }
      // What is left over could have been used, had there been time.
      if inbound.hasUsable, wantsBytes {
        yield()
        return
      }
    }
  }

  private var wantsBytes: Bool {
    switch phase {
    case .head, .body: true
    case .lingering: lingerLeft > 0
    case .queued, .handling, .writing, .closed: false
    }
  }

  // MARK: Clients

  /// The client that the connection is counted to: the one that a trusted proxy names in the request
  /// at work, else the peer's.
  func clientAtWork() -> HTTPClient {
    if let client = exchange.client { return client }
    guard let naming = loop.context.naming, let request = exchange.request else { return peer }
    let client = naming.client(of: request, from: remoteAddress) ?? peer
    exchange.client = client
    return client
  }

  /// Joins its client's connections whose requests are under way.
  ///
  /// A request that was answered within the turn has only moved its connection to the idle ones' end.
  private func joinBusy() {
    switch phase {
    case .head: guard hasBegun else { return }
    case .body, .queued, .handling, .writing: break
    case .lingering, .closed: return
    }
    if holdsPlace { loop.busy.add(self, of: clientAtWork()) }
  }

  /// Whether a byte has arrived of what the connection waits for, a head or a proxy's header.
  private var hasBegun: Bool { parser.hasBegun || awaitsProxyHeader && !input.isEmpty }

  // MARK: Deadlines

  /// Sets the deadline, a time from now in seconds.
  func setDeadline(after seconds: Double) {
    setDeadline(at: loop.now &+ MonotonicClock.nanoseconds(seconds))
  }

  /// Sets the deadline.
  func setDeadline(at time: UInt64) {
    guard deadline.set(at: time) else { return }
    timer?.arm(after: time > loop.now ? time - loop.now : 0)
  }

  /// Waits as long as it takes.
  func clearDeadline() {
    deadline.clear()
  }

  private func timerFired() {
    loop.now = MonotonicClock.now
    switch deadline.timerFired(at: loop.now) {
    case .early:
      if deadline.time != .max { setDeadline(at: deadline.time) }
    case .passed:
      expire()
      advance()
    }
  }

  private func expire() {
    switch phase {
    case .head where parser.hasBegun:
      refuse(
        HTTPRefusal(
          .requestTimeout,
          "The head did not arrive in \(loop.context.limits.headerTimeout) seconds"
            + " (TATAMI_HEADER_TIMEOUT)."))
    case .body where body.sink != nil:
      refuse(
        HTTPRefusal(
          .requestTimeout,
          "The body did not arrive in \(loop.context.limits.bodyTimeout) seconds"
            + " (TATAMI_BODY_TIMEOUT)."))
    case .writing: cut()
    case .head, .body, .lingering: close()
    case .queued, .handling, .closed: break
    }
  }

  // MARK: Ending

  /// Whether no request is at work and none has begun.
  var isIdle: Bool { phase == .head && !parser.hasBegun && input.isEmpty }

  /// Whether no request is at work, none has begun, and none has just arrived.
  var awaitsRequest: Bool { isIdle && !socket.hasUnread() }

  /// Closes the connection if it is idle, but serves a request that has just arrived.
  ///
  /// A connection that has served one stays: its client does not know that it would be closed, and
  /// may be sending the next request. While the loop drains, its response has closed it.
  func closeIfIdle() {
    guard isIdle else { return }
    inbound.isReadable = true
    advance()
    if isIdle, turn.isUnused { close() }
  }

  /// Closes after a response: at once, or when a client that may still be sending has ended.
  ///
  /// A client that does not end soon is not read any more, and has the rest of the time to take the
  /// response.
  func closeAfterResponse() {
    guard inbound.isReadable || !body.isRead || inbound.surplus > 0 || !input.isEmpty else {
      close()
      return
    }
    socket.finishWriting()
    dropInput()
    phase = .lingering
    lingerLeft = Self.lingerLimit
    if holdsPlace { loop.lingering.append(self) }
    setDeadline(after: loop.context.limits.lingerTime)
  }

  /// Refuses the request under way and closes, so that another client's connection has the place.
  func giveWay() {
    loop.context.counters.refused.add(1, ordering: .relaxed)
    // The rest of a body whose request has been answered.
    if phase == .body, body.sink == nil { return close() }
    // Within an answer, or ahead of HTTP, nothing can be said.
    guard phase != .writing, !awaitsProxyHeader else { return cut() }
    refuse(
      HTTPRefusal(
        .serviceUnavailable,
        "The server has \(loop.context.limits.maxConnections) connections at work"
          + " (TATAMI_MAX_CONNECTIONS), and most requests under way are your address's."))
    close()
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
    exchange.reply = nil
    exchange.request = nil
    body.sink = nil
    outbound = nil
    dropInput()
    unsafe yieldingLinks.list?.remove(self)
    if holdsPlace { loop.context.counters.leavePlace() }
    loop.context.counters.open.subtract(1, ordering: .relaxed)
    closeSocket()
    loop.remove(self)
  }

  private func dropInput() {
    input = []
    inbound.hasUsable = false
  }

  /// Reports the exchange that the connection's end cuts off.
  private func reportUnfinished() {
    exchange.reply?.abandon()
    if let outbound {
      report(outbound.response, to: exchange.request, sent: outbound.sent, isComplete: false)
    } else if phase == .queued || phase == .handling || phase == .body && body.sink != nil {
      report(
        HTTPResponse(status: .clientClosedRequest), to: exchange.request,
        sent: exchange.prefixSent, isComplete: false)
    }
  }

  /// Reports an exchange that has ended to the handler.
  func report(_ response: HTTPResponse, to request: HTTPRequest?, sent: Int, isComplete: Bool) {
    let end = MonotonicClock.now
    loop.lastEnd = end
    let start = exchange.hasBegun ? exchange.startedAt : end
    loop.context.handler.finished(
      request, response,
      HTTPAccessRecord(
        bytesSent: sent, duration: Double(end &- start) / 1e9, isComplete: isComplete,
        remoteAddress: remoteAddress, tag: tag))
    tag = 0
  }
}
