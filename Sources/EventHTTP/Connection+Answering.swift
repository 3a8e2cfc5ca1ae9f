import HTTPMessage
import Synchronization

extension Connection {
  /// Bodies up to this size are copied behind their head and sent as one run of bytes.
  static let copiedLimit = 16 * 1024
  /// Bytes that restart the write deadline.
  static let deadlineBytes = 64 * 1024

  // MARK: The handler

  /// Has the handler decide what becomes of a request whose head has been read.
  func handle(_ request: HTTPRequest) {
    switch request.framing {
    case .none, .length(0): unread = .none
    case .length(let count): unread = .length(count)
    case .chunked: unread = .chunked(ChunkedDecoder(), dropped: 0)
    }
    awaitsContinue = request.expectsContinue && surplus == 0 && unread != .none
    let disposition = withResponse { response in
      let disposition = loop.context.handler.receive(request, response: &response, exchange: self)
      if case .respond = disposition { answer(&response, to: request) }
      return disposition
    }
    switch disposition {
    case .respond: break
    case .collect(let sink):
      self.request = request.detached()
      collect(into: sink)
    case .later:
      self.request = request.detached()
      awaitReply()
    }
  }

  /// Has the sink decide what becomes of a request whose body has been read.
  func complete(_ sink: any HTTPBodySink) {
    guard let request else {
      close()
      return
    }
    let disposition = withResponse { response in
      let disposition = sink.finish(request, response: &response, exchange: self)
      if case .respond = disposition { answer(&response, to: request) }
      return disposition
    }
    switch disposition {
    case .respond: break
    case .later: awaitReply()
    case .collect:
      refuse(HTTPRefusal(.internalServerError, "The request could not be completed."))
    }
  }

  /// Lends the loop's response, emptied, so that filling it allocates nothing.
  private func withResponse(
    _ body: (inout HTTPResponse) -> HTTPDisposition
  ) -> HTTPDisposition {
    var response = HTTPResponse()
    swap(&response, &loop.response)
    response.reset()
    let disposition = body(&response)
    // What the answer held is the answer's alone, and lives no longer.
    response.attachment = nil
    response.stream = nil
    // A rare large answer must not hold its buffer for the loop's life.
    if response.body.capacity <= 4 * Self.copiedLimit { swap(&response, &loop.response) }
    return disposition
  }

  private func awaitReply() {
    guard reply != nil else {
      refuse(HTTPRefusal(.internalServerError, "The request could not be answered."))
      return
    }
    phase = .handling
    clearDeadline()
    noticeLeaving()
  }

  private func dropReply() {
    reply?.abandon()
    reply = nil
  }

  /// Takes the answer that a handler gave later.
  func deliver(_ response: HTTPResponse, of reply: PendingReply) {
    guard self.reply === reply, phase == .handling else { return }
    self.reply = nil
    var response = response
    answer(&response, to: request)
    advance()
  }

  /// Finds out whether the client has left while its answer is being made.
  ///
  /// A client that has shut down its write side may still read, or may be gone: both send the same
  /// FIN. The first bytes of every answer's status line are sent ahead to learn which; a client
  /// that is gone answers them by a reset.
  func noticeLeaving() {
    if socket.hasFailed() {
      close()
    } else if isPeerFinished, prefixSent == 0 {
      switch socket.send(AnswerHead.prefix) {
      case .moved(let count):
        prefixSent = count
        loop.context.counters.bytesSent.add(count, ordering: .relaxed)
      case .wouldBlock: break
      case .finished, .failed: close()
      }
    }
  }

  // MARK: Answering

  /// Answers what the server refuses by itself, and closes the connection behind it.
  func refuse(_ refusal: HTTPRefusal) {
    sink = nil
    var response = loop.context.handler.refusal(refusal.status, detail: refusal.detail)
    response.status = refusal.status
    response.closesConnection = true
    // What follows in the stream is not known to be a request.
    surplus = max(surplus, 1)
    answer(&response, to: request)
  }

  /// Sends an answer; what the client does not take at once goes out as it does.
  func answer(_ response: inout HTTPResponse, to request: HTTPRequest?) {
    dropReply()
    let stream = response.stream
    let isVersion1 = request?.minorVersion != 0
    closesAfter =
      response.closesConnection || loop.isDraining || request?.keepsAlive != true
      || awaitsContinue || isTooLongToDrop || !holdsPlace || stream != nil && !isVersion1
    let hasBody =
      request?.method != .head && response.status.code >= 200 && response.status.code != 204
      && response.status.code != 304
    let head = AnswerHead(
      framing: framing(of: response, isVersion1: isVersion1), closes: closesAfter,
      announcesKeepAlive: !isVersion1)
    loop.output.removeAll(keepingCapacity: true)
    head.append(response, fixedLines: &loop.fixedLines, to: &loop.output)

    let isCopied = stream != nil || !hasBody || response.body.count <= Self.copiedLimit
    if hasBody, stream == nil, isCopied { loop.output.append(bytesOf: response.body) }
    if isCopied, stream == nil || !hasBody, sendWhole(response, to: request) { return }
    keepSending(&response, to: request, body: hasBody && !isCopied, stream: hasBody ? stream : nil)
  }

  private var isTooLongToDrop: Bool {
    if case .length(let count) = unread { count > Self.droppedLimit } else { false }
  }

  private func framing(of response: HTTPResponse, isVersion1: Bool) -> AnswerHead.Framing {
    switch response.status.code {
    case ..<200, 204, 304: .none
    default:
      if response.stream == nil {
        .length(response.body.count)
      } else {
        isVersion1 ? .chunked : .close
      }
    }
  }

  /// Sends the loop's output; true where it was taken whole or the connection is lost.
  private func sendWhole(_ response: HTTPResponse, to request: HTTPRequest?) -> Bool {
    switch socket.send(loop.output, from: prefixSent) {
    case .moved(let count):
      loop.context.counters.bytesSent.add(count, ordering: .relaxed)
      guard prefixSent + count == loop.output.count else {
        prefixSent += count
        return false
      }
      report(response, to: request, sent: loop.output.count, isComplete: true)
      finishExchange()
      return true
    case .wouldBlock: return false
    case .finished, .failed:
      report(response, to: request, sent: prefixSent, isComplete: false)
      phase = .head
      close()
      return true
    }
  }

  /// Keeps what is left of the loop's output, and what follows it, to be sent as the client takes it.
  private func keepSending(
    _ response: inout HTTPResponse, to request: HTTPRequest?, body: Bool,
    stream: (any HTTPBodyStream)?
  ) {
    var outgoing = Outgoing()
    outgoing.bytes = Array(loop.output[prefixSent...])
    if body { swap(&outgoing.body, &response.body) }
    outgoing.stream = stream
    outgoing.isChunked = request?.minorVersion != 0
    outgoing.sent = prefixSent
    response.stream = nil
    outgoing.response = response
    outgoing.response.body = []
    self.outgoing = outgoing
    if self.request == nil { self.request = request?.detached() }
    phase = .writing
    setDeadline(after: loop.context.limits.writeTimeout)
    self.outgoing?.makeNext(in: &loop.piece)
    flush()
  }

  func sendContinue() {
    switch socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) {
    case .moved(let count) where count == 25:
      loop.context.counters.bytesSent.add(count, ordering: .relaxed)
    // Between two answers the send buffer is empty but for what the client has not taken of the
    // last; one that leaves no room for 25 bytes is not waiting for them.
    default: close()
    }
  }

  /// Sends what the client takes of the answer at work.
  ///
  /// The pieces of a streamed body are made until the turn's time is up, one at least: some take a
  /// hundred times as long as others.
  func flush() {
    let end = loop.now &+ Self.turnTime
    while phase == .writing, var outgoing = take() {
      let sentBefore = outgoing.sent
      let progress = outgoing.send(to: socket)
      loop.context.counters.bytesSent.add(outgoing.sent - sentBefore, ordering: .relaxed)
      if outgoing.sentSinceDeadline >= Self.deadlineBytes {
        outgoing.sentSinceDeadline = 0
        setDeadline(after: loop.context.limits.writeTimeout)
      }
      switch progress {
      case .taken where outgoing.stream != nil:
        let hasTime = MonotonicClock.now < end
        if hasTime { outgoing.makeNext(in: &loop.piece) } else { yield() }
        self.outgoing = outgoing
        guard hasTime else { return }
      case .taken:
        report(outgoing.response, to: request, sent: outgoing.sent, isComplete: true)
        finishExchange()
      case .blocked:
        self.outgoing = outgoing
        return
      case .lost:
        self.outgoing = outgoing
        close()
      }
    }
  }

  /// Takes the answer at work out of its place, so that its buffers are not copied when it changes.
  private func take() -> Outgoing? {
    let outgoing = outgoing
    self.outgoing = nil
    return outgoing
  }

  /// The answer has been taken whole.
  private func finishExchange() {
    phase = .head
    request = nil
    prefixSent = 0
    awaitsContinue = false
    if closesAfter {
      startedAt = 0
      closeBehindAnswer()
    } else if unread != .none {
      sink = nil
      phase = .body
      setDeadline(after: loop.context.limits.bodyTimeout)
    } else {
      awaitRequest()
    }
  }

  /// Waits for the next request's head: while draining, only for one that is on its way already.
  func awaitRequest() {
    startedAt = 0
    phase = .head
    isFirstHead = false
    loop.idle.append(self)
    if loop.isDraining {
      setDeadline(at: loop.now &+ EventLoop.drainGrace)
    } else {
      setDeadline(after: loop.context.limits.idleTimeout)
    }
  }
}
