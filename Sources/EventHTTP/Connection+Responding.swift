import HTTPMessage
import Synchronization

extension Connection {
  /// Maximum bytes of a body that is copied after the head, so that both are sent as one array.
  static let copiedLimit = 16 * 1024
  /// The number of bytes sent after which the write deadline restarts.
  static let deadlineBytes = 64 * 1024

  // MARK: The handler

  /// Calls the handler with a request whose head has been read, and does what the handler decides.
  func handle(_ request: HTTPRequest) {
    let unread = UnreadBody(request.framing)
    body.unread = unread
    body.awaitsContinue = request.expectsContinue && inbound.surplus == 0 && !unread.isEmpty
    let disposition = withResponse { response in
      let disposition = loop.context.handler.receive(request, response: &response, exchange: self)
      if case .respond = disposition { respond(&response, to: request) }
      return disposition
    }
    switch disposition {
    case .respond: break
    case .collect(let sink):
      exchange.request = request.detached()
      collect(into: sink)
    case .later:
      exchange.request = request.detached()
      awaitReply()
    }
  }

  /// Calls the sink with the request whose body has been read, and does what the sink decides.
  func complete(_ sink: any HTTPBodySink) {
    guard let request = exchange.request else {
      close()
      return
    }
    let disposition = withResponse { response in
      let disposition = sink.finish(request, response: &response, exchange: self)
      if case .respond = disposition { respond(&response, to: request) }
      return disposition
    }
    switch disposition {
    case .respond: break
    case .later: awaitReply()
    case .collect:
      refuse(HTTPRefusal(.internalServerError, "The request could not be completed."))
    }
  }

  /// Empties the loop's response and calls `body` with it; filling a reused response allocates nothing.
  private func withResponse(
    _ body: (inout HTTPResponse) -> HTTPDisposition
  ) -> HTTPDisposition {
    var response = HTTPResponse()
    swap(&response, &loop.response)
    response.reset()
    let disposition = body(&response)
    // Release the attachment and the stream, which belong to this response only.
    response.attachment = nil
    response.stream = nil
    // Release a rare large buffer instead of keeping it for the loop's life.
    if response.body.capacity <= 4 * Self.copiedLimit { swap(&response, &loop.response) }
    return disposition
  }

  private func awaitReply() {
    guard exchange.reply != nil else {
      refuse(HTTPRefusal(.internalServerError, "The request could not be answered."))
      return
    }
    phase = .handling
    clearDeadline()
    noticeLeaving()
  }

  private func dropReply() {
    exchange.reply?.abandon()
    exchange.reply = nil
  }

  /// Sends the response that arrived through `reply`, unless the connection no longer waits for it.
  func deliver(_ response: HTTPResponse, of reply: PendingReply) {
    guard exchange.reply === reply, phase == .handling else { return }
    exchange.reply = nil
    var response = response
    respond(&response, to: exchange.request)
    advance()
  }

  /// Closes the connection if the client has left while its response is being made.
  ///
  /// A client that has shut down its write side may still read, or may be gone: the FIN that arrives
  /// does not say which. To find out, the bytes with which every response begins are sent ahead: if the
  /// client is gone, its system resets the connection.
  func noticeLeaving() {
    if socket.hasFailed() {
      close()
    } else if inbound.isFinished, exchange.prefixSent == 0 {
      switch socket.send(ResponseHead.prefix) {
      case .moved(let count):
        exchange.prefixSent = count
        loop.context.counters.bytesSent.add(count, ordering: .relaxed)
      case .wouldBlock: break
      case .finished, .failed: close()
      }
    }
  }

  // MARK: Responding

  /// Sends a refusal by the server itself, then closes the connection.
  func refuse(_ refusal: HTTPRefusal) {
    body.sink = nil
    var response = loop.context.handler.refusal(refusal.status, detail: refusal.detail)
    response.status = refusal.status
    response.closesConnection = true
    // The bytes that follow may not be a request.
    inbound.surplus = max(inbound.surplus, 1)
    respond(&response, to: exchange.request)
  }

  /// Sends a response; bytes that the client does not read at once are sent later.
  func respond(_ response: inout HTTPResponse, to request: HTTPRequest?) {
    dropReply()
    let stream = response.stream
    let isVersion1 = request?.minorVersion != 0
    exchange.closesAfter =
      response.closesConnection || loop.closesConnections || request?.keepsAlive != true
      || body.awaitsContinue || body.unread.isTooLongToDrop || !holdsPlace
      || stream != nil && !isVersion1
    let hasBody = request?.method != .head && Self.mayHaveBody(response.status)
    let head = ResponseHead(
      framing: Self.framing(of: response, isVersion1: isVersion1), closes: exchange.closesAfter,
      announcesKeepAlive: !isVersion1)
    var output: [UInt8] = []
    swap(&output, &loop.output)
    defer { swap(&output, &loop.output) }
    output.removeAll(keepingCapacity: true)
    head.append(response, fixedLines: loop.fixedFields.lines(), to: &output)

    guard hasBody else {
      if !sendWhole(output, response, to: request) {
        keepSending(output, &response, to: request, body: .none)
      }
      return
    }
    if let stream {
      keepSending(output, &response, to: request, body: .stream(stream))
    } else if response.body.count > Self.copiedLimit {
      keepSending(output, &response, to: request, body: .whole)
    } else {
      output.append(bytesOf: response.body)
      if !sendWhole(output, response, to: request) {
        keepSending(output, &response, to: request, body: .none)
      }
    }
  }

  private static func mayHaveBody(_ status: HTTPStatus) -> Bool {
    status.code >= 200 && status.code != 204 && status.code != 304
  }

  private static func framing(
    of response: HTTPResponse, isVersion1: Bool
  ) -> ResponseHead.Framing {
    guard mayHaveBody(response.status) else { return .none }
    guard response.stream == nil else { return isVersion1 ? .chunked : .close }
    return .length(response.body.count)
  }

  /// Sends `output`, which is a response's head and small body, in one call.
  ///
  /// - Returns: true if the exchange has ended, because all bytes were taken or the connection is lost;
  ///   false if bytes are left to send.
  private func sendWhole(
    _ output: [UInt8], _ response: HTTPResponse, to request: HTTPRequest?
  ) -> Bool {
    switch socket.send(output, from: exchange.prefixSent) {
    case .moved(let count):
      loop.context.counters.bytesSent.add(count, ordering: .relaxed)
      guard exchange.prefixSent + count == output.count else {
        exchange.prefixSent += count
        return false
      }
      report(response, to: request, sent: output.count, isComplete: true)
      finishExchange()
      return true
    case .wouldBlock: return false
    case .finished, .failed:
      report(response, to: request, sent: exchange.prefixSent, isComplete: false)
      phase = .head
      close()
      return true
    }
  }

  /// Stores the unsent bytes of `output` and the `body` after them, and sends them as the client reads them.
  private func keepSending(
    _ output: [UInt8], _ response: inout HTTPResponse, to request: HTTPRequest?, body: ResponseBody
  ) {
    var outbound = OutboundResponse(
      &response, bytes: Array(output[exchange.prefixSent...]), sent: exchange.prefixSent,
      body: body, isChunked: request?.minorVersion != 0)
    outbound.makeNext(in: &loop.piece)
    self.outbound = outbound
    if exchange.request == nil { exchange.request = request?.detached() }
    phase = .writing
    setDeadline(after: loop.context.limits.writeTimeout)
    flush()
  }

  func sendContinue() {
    switch socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) {
    case .moved(let count) where count == 25:
      loop.context.counters.bytesSent.add(count, ordering: .relaxed)
    // Between two responses the send buffer contains only bytes of the last response that the
    // client has not read. A client that leaves no space for 25 bytes is not waiting for them.
    default: close()
    }
  }

  /// Sends as much of the current response as the client reads.
  ///
  /// Makes further pieces of a streamed body only until the turn's time is up, because some pieces take
  /// a hundred times as long as others.
  func flush() {
    let end = loop.now &+ TimeSlice.time
    while phase == .writing, var outbound = takeOutbound() {
      let sentBefore = outbound.sent
      let progress = outbound.send(to: socket)
      loop.context.counters.bytesSent.add(outbound.sent - sentBefore, ordering: .relaxed)
      if outbound.sentSinceDeadline >= Self.deadlineBytes {
        outbound.sentSinceDeadline = 0
        setDeadline(after: loop.context.limits.writeTimeout)
      }
      switch progress {
      case .taken where outbound.goesOn:
        let hasTime = MonotonicClock.now < end
        if hasTime { outbound.makeNext(in: &loop.piece) } else { requeue() }
        self.outbound = outbound
        guard hasTime else { return }
      case .taken:
        report(outbound.response, to: exchange.request, sent: outbound.sent, isComplete: true)
        finishExchange()
      case .blocked:
        self.outbound = outbound
        return
      case .lost:
        self.outbound = outbound
        close()
      }
    }
  }

  /// Moves the current response out of its property, so that changing it copies no buffers.
  private func takeOutbound() -> OutboundResponse? {
    let outbound = outbound
    self.outbound = nil
    return outbound
  }

  /// Ends an exchange whose response has been sent whole.
  private func finishExchange() {
    phase = .head
    exchange.request = nil
    exchange.client = nil
    exchange.prefixSent = 0
    body.awaitsContinue = false
    // A response that began before the drain has not announced that it closes the connection.
    if exchange.closesAfter || loop.isDraining && loop.isChecked {
      exchange.startedAt = 0
      closeAfterResponse()
    } else if !body.isRead {
      body.sink = nil
      phase = .body
      setDeadline(after: loop.context.limits.bodyTimeout)
    } else {
      awaitRequest()
    }
  }

  /// Waits for the next request's head; while draining, only for a request that is already on its way.
  func awaitRequest() {
    exchange.startedAt = 0
    phase = .head
    isFirstHead = false
    loop.idle.append(self)
    let limits = loop.context.limits
    setDeadline(after: loop.isDraining ? limits.drainGrace : limits.idleTimeout)
  }
}
