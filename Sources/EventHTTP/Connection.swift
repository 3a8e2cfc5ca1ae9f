import HTTPMessage
import Libevent
import Logging
import Synchronization

/// A client's connection: reads requests, passes them to the handler in order, writes the responses.
///
/// A state machine on its loop's thread that never blocks. It reads only in phases that need bytes,
/// so a client that does not read its responses cannot send more requests either.
final class Connection: HTTPExchange {
  /// A connection's phase, named by what the connection waits for.
  enum Phase {
    /// A request's head, or the first byte of one.
    case head
    /// A body's next bytes, for the sink or to be dropped.
    case body
    /// Its client's turn; a request whose head has been read is then handled.
    case queued
    /// The handler's response.
    case handling
    /// Space in the send buffer.
    case writing
    /// The end of the client's bytes, after the server has shut down its own write side.
    ///
    /// If the server closed the socket while the client's bytes arrive, the system would reset the
    /// connection, which might destroy the response on its way.
    case lingering
    /// Nothing: the connection is closed.
    case closed
  }

  /// Maximum bytes discarded from a lingering client.
  static let lingerLimit = 1 << 20

  // Strong references in both directions, also in the event's and the timer's actions: unowned
  // references cost more than all of the parsing. Closing the connection removes it from its loop
  // and releases event and timer.
  let loop: EventLoop
  let socket: Socket
  /// The client's address; a PROXY protocol header may replace it.
  var remoteAddress: String
  /// The client of `remoteAddress`; `EventLoop.rename` changes it.
  var peer: HTTPClient
  /// The handler's tag for the current exchange; 0 until the handler sets one.
  private var tag: UInt8 = 0
  /// Whether the PROXY protocol header is still to come.
  var awaitsProxyHeader: Bool
  /// The connection's index in its loop's `connections`.
  var index = 0
  /// Whether the connection has one of the `maxConnections` places; without one, only probes are sure to be served.
  var holdsPlace: Bool
  var yieldingLinks = EvictableConnectionNode()

  var phase = Phase.head
  var slice = TimeSlice()
  var parser: RequestParser
  var inbound = InboundState()
  /// Bytes read but not processed yet: part of a head, or input that must wait.
  var input: [UInt8] = []
  /// Whether no request has been read yet; the first head's deadline counts from the connection's start.
  var isFirstHead = true
  var exchange = Exchange()
  var body = RequestBody()
  /// The current response, if the client has not read all of it at once.
  var outbound: OutboundResponse?
  /// Bytes left to discard before the lingering connection stops reading.
  var lingerLeft = 0

  private var event: SocketEvent?
  private var timer: EventTimer?
  private var deadline = Deadline()

  /// Creates a connection that serves a socket; it owns the socket unless this throws.
  ///
  /// - Parameters:
  ///   - client: the client of `remoteAddress`.
  ///   - holdsPlace: whether the connection has one of the `maxConnections` places.
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
      // A stream's next piece may take as long as any request.
      if readiness.isWritable { if loop.isCrowded { requeue() } else { flush() } }
    case .queued: if socket.hasFailed() { close() }
    case .lingering where lingerLeft == 0: if socket.hasFailed() { close() }
    case .head, .body, .lingering, .closed: break
    }
    // A connection that waits for a turn continues after the others, even if it is ready.
    if !slice.isAwaited { advance() }
  }

  /// Continues the connection when its queued turn comes.
  func resume() {
    slice.isAwaited = false
    slice.isGranted = true
    switch phase {
    case .writing: flush()
    case .queued: handleQueued()
    case .head, .body, .handling, .lingering, .closed: break
    }
    advance()
    slice.isGranted = false
  }

  /// Queues the connection for another turn, unless it is queued already.
  func requeue() {
    guard !slice.isAwaited else { return }
    slice.isAwaited = true
    loop.resumeLater(self)
  }

  /// Runs the current phase until bytes, buffer space or a response are missing, or the turn is over.
  func advance() {
    let isUpload = phase == .body || phase == .lingering
    if isUpload, loop.uploadTime >= EventLoop.passTime {
      requeue()
      return
    }
    slice.begin(at: loop.now)
    takeTurn()
    joinBusy()
    loop.publishYieldingCounts()
    // The end of an answered request is in `lastEnd`; read the clock only in other cases.
    let isUploadStill = isUpload || phase == .body
    let end = phase == .head && !isUploadStill ? loop.lastEnd : MonotonicClock.now
    if end > loop.now { loop.count(end &- loop.now, isUpload: isUploadStill) }
  }

  private func takeTurn() {
    var reads = TimeSlice.readBudget
    while wantsBytes {
      if inbound.hasUsable {
        useInput()
      } else if inbound.isReadable, reads > 0 {
        reads -= 1
        receive()
      } else {
        if inbound.isReadable { requeue() }
        return
      }
      // Usable input is left only if the turn has run out.
      if inbound.hasUsable, wantsBytes {
        requeue()
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

  /// Returns the client that the connection counts to.
  ///
  /// This is the client that a trusted proxy names in the current request, else `peer`.
  ///
  /// - Parameter request: the request under way, if `exchange` does not hold it yet.
  func clientAtWork(_ request: HTTPRequest? = nil) -> HTTPClient {
    if let client = exchange.client { return client }
    guard let naming = loop.context.naming, let request = request ?? exchange.request else {
      return peer
    }
    let client = naming.client(of: request, from: remoteAddress) ?? peer
    exchange.client = client
    return client
  }

  /// Adds the connection to the loop's busy ones, if a request is under way at the end of the turn.
  ///
  /// If the request was answered within the turn, the connection has only moved to the end of the loop's
  /// idle ones.
  private func joinBusy() {
    switch phase {
    case .head: guard hasBegun else { return }
    case .body, .queued, .handling, .writing: break
    case .lingering, .closed: return
    }
    if holdsPlace { loop.busy.add(self, of: clientAtWork()) }
  }

  /// Whether the first byte of a request's head or of a PROXY protocol header has arrived.
  private var hasBegun: Bool { parser.hasBegun || awaitsProxyHeader && !input.isEmpty }

  // MARK: Deadlines

  /// Sets the deadline to a number of seconds from now.
  func setDeadline(after seconds: Double) {
    setDeadline(at: loop.now &+ MonotonicClock.nanoseconds(seconds))
  }

  /// Sets the deadline to a time of the monotonic clock, in nanoseconds.
  func setDeadline(at time: UInt64) {
    guard deadline.set(at: time) else { return }
    timer?.arm(after: time > loop.now ? time - loop.now : 0)
  }

  /// Removes the deadline.
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
          "The request's head did not arrive within \(loop.context.limits.headerTimeout) seconds"
            + " (TATAMI_HEADER_TIMEOUT)."))
    case .body where body.sink != nil:
      refuse(
        HTTPRefusal(
          .requestTimeout,
          "The request's body did not arrive within \(loop.context.limits.bodyTimeout) seconds"
            + " (TATAMI_BODY_TIMEOUT)."))
    case .writing: abort()
    case .head, .body, .lingering: close()
    case .queued, .handling, .closed: break
    }
  }

  // MARK: Ending

  /// Whether no request is being processed and none has begun to arrive.
  var isIdle: Bool { phase == .head && !parser.hasBegun && input.isEmpty }

  /// Whether the connection is idle and no byte of a request waits in the socket.
  var awaitsRequest: Bool { isIdle && !socket.hasUnread() }

  /// Closes the connection if it is idle, but first serves a request that has just arrived.
  ///
  /// If a request has been served, this does not close the connection, because the client may be sending
  /// the next request already. While the loop drains, the response itself closes the connection.
  func closeIfIdle() {
    guard isIdle else { return }
    inbound.isReadable = true
    advance()
    guard isIdle, slice.isUnused else { return }
    if loop.isChecked, !isFirstHead { closeAfterResponse() } else { close() }
  }

  /// Closes the connection after a response: at once, or after lingering if the client may still send.
  ///
  /// It also lingers if the server drains behind a load balancer: a proxy that reads slowly closes the connection once it has the
  /// whole response, of which the system still holds much.
  ///
  /// After `lingerLimit` bytes the connection stops reading, and the client has the rest of
  /// `ServerLimits.lingerTime` to take the response.
  func closeAfterResponse() {
    let awaitsProxy = loop.isChecked && holdsPlace
    guard
      awaitsProxy || inbound.isReadable || !body.isRead || inbound.surplus > 0 || !input.isEmpty
    else {
      close()
      return
    }
    socket.finishWriting()
    dropInput()
    phase = .lingering
    lingerLeft = Self.lingerLimit
    if holdsPlace { loop.lingering.append(self) }
    let limits = loop.context.limits
    setDeadline(after: awaitsProxy ? limits.writeTimeout : limits.lingerTime)
  }

  /// Refuses the request under way and closes, so that another client's connection gets the place.
  func evict() {
    loop.context.counters.refused.add(1, ordering: .relaxed)
    // This is the rest of a body whose request has been answered, so there is nothing to refuse.
    if phase == .body, body.sink == nil { return close() }
    // Within a response, or before HTTP has begun, no refusal can be sent.
    guard phase != .writing, !awaitsProxyHeader else { return abort() }
    refuse(
      HTTPRefusal(
        .serviceUnavailable,
        "The server has \(loop.context.limits.maxConnections) connections with requests under way"
          + " (TATAMI_MAX_CONNECTIONS), and your address has the most requests under way."))
    close()
  }

  /// Closes the connection without waiting, and discards the bytes that the client has not read.
  func abort() {
    guard phase != .closed else { return }
    reportUnfinished()
    end { socket.reset() }
  }

  /// Closes the connection; the kernel continues sending its buffered bytes.
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

  /// Reports the exchange that closing the connection cuts off, if there is one.
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

  /// Reports an ended exchange to the handler.
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
