import HTTPMessage
import Logging
import Synchronization

extension Connection {
  /// The number of a body's chunks that are decoded before the clock is read again.
  static let chunksPerCheck = 64

  /// Reads once from the socket, and processes the bytes read.
  func receive() {
    var bytes: [UInt8] = []
    swap(&bytes, &loop.input)
    let result = socket.receive(into: &bytes, atMost: inbound.readLimit)
    swap(&bytes, &loop.input)
    switch result {
    case .moved(let count):
      loop.context.counters.bytesReceived.add(count, ordering: .relaxed)
      // A short read means that the socket is empty, and that libevent will report further bytes.
      // After a shutdown it reports nothing more, so the connection keeps reading until the end.
      inbound.isReadable = count == inbound.readLimit || inbound.isFinished
      guard phase != .lingering else {
        lingerLeft = max(0, lingerLeft - count)
        return
      }
      if input.isEmpty {
        let used = use(loop.input, 0..<count)
        if used < count, phase != .lingering, phase != .closed {
          keep(loop.input[used..<count])
        }
      } else {
        keep(loop.input[..<count])
        useInput()
      }
      // A reset may have been reported together with these bytes. If a response follows, its `send`
      // notices the reset; an incomplete request must read again to notice it.
      if isWithinRequest { inbound.isReadable = true }
    case .wouldBlock: inbound.isReadable = false
    case .finished: finishReading()
    case .failed: close()
    }
  }

  /// Appends bytes to `input`, where they wait until they can be processed.
  private func keep(_ more: ArraySlice<UInt8>) {
    var kept: [UInt8] = []
    swap(&kept, &input)
    kept.append(contentsOf: more)
    swap(&kept, &input)
  }

  private var isWithinRequest: Bool {
    phase == .body || phase == .head && parser.hasBegun
  }

  /// Processes `input`: the bytes left over from earlier reads.
  func useInput() {
    inbound.hasUsable = false
    let count = input.count
    let used = use(input, 0..<count)
    guard phase != .lingering, phase != .closed else { return }
    var kept: [UInt8] = []
    swap(&kept, &input)
    if used == count {
      // Release a large buffer after a rare burst instead of keeping it for the connection's life.
      kept.removeAll(keepingCapacity: kept.capacity <= 4096)
    } else {
      kept.removeSubrange(..<used)
    }
    swap(&kept, &input)
  }

  /// Processes the bytes of a range, until the phase accepts no more.
  ///
  /// - Returns: the index of the first byte that was not processed; the range's end if there is none.
  private func use(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      switch phase {
      case .head where awaitsProxyHeader:
        guard let end = useProxyHeader(bytes, index..<range.upperBound) else { return index }
        index = end
      case .head:
        guard slice.requestsLeft > 0, loop.lastEnd < slice.end else {
          inbound.hasUsable = true
          return index
        }
        guard let end = useHead(bytes, index..<range.upperBound) else { return index }
        index = end
      case .body:
        index = useBody(bytes, index..<range.upperBound)
        if inbound.hasUsable { return index }
      case .queued, .handling, .writing:
        inbound.hasUsable = true
        return index
      case .lingering, .closed: return index
      }
    }
    return index
  }

  /// Handles the end of the client's bytes: it has shut down its write side, and everything has been read.
  private func finishReading() {
    inbound.isReadable = false
    inbound.isFinished = true
    switch phase {
    case .head where parser.hasBegun:
      refuse(HTTPRefusal(.badRequest, "The connection ended before the end of the request's head."))
    case .body where body.sink != nil:
      refuse(HTTPRefusal(.badRequest, "The connection ended before the end of the request's body."))
    case .head, .body, .lingering: close()
    case .queued, .handling, .writing, .closed: break
    }
  }

  /// Parses the header that a proxy sends ahead of the first request.
  ///
  /// - Returns: the index after the header; nil if more bytes are needed or the header is malformed.
  private func useProxyHeader(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    do throws(ProxyHeader.Malformed) {
      guard let header = try ProxyHeader(bytes, range) else { return nil }
      awaitsProxyHeader = false
      if let address = header.address, let client = header.client {
        remoteAddress = address
        loop.rename(self, to: client)
      }
      if holdsPlace { loop.idle.append(self) }
      return range.lowerBound + header.length
    } catch {
      // The peer is not the proxy and may not speak HTTP, so it gets no response.
      loop.context.logger.debug(
        "closed a connection that does not begin with a PROXY protocol header",
        metadata: ["remote": "\(remoteAddress)"])
      close()
      return nil
    }
  }

  // MARK: Head

  /// Parses a request's head and passes the request to the handler.
  ///
  /// - Returns: the index after the head; nil if more bytes are needed or the head was refused.
  private func useHead(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let isNew = !exchange.hasBegun
    if isNew { exchange.startedAt = loop.now }
    do throws(HTTPRefusal) {
      guard var request = try parse(bytes, range) else {
        if isNew, !isFirstHead { setDeadline(after: loop.context.limits.headerTimeout) }
        return nil
      }
      let end = request.head.upperBound
      slice.requestsLeft -= 1
      inbound.surplus = range.upperBound - end
      if holdsPlace || isServedBeyondCap(request) { begin(request) }
      var fields: [HTTPField] = []
      RequestParser.recycle(&request, into: &fields)
      swap(&fields, &loop.fields)
      return end
    } catch {
      inbound.surplus = range.count
      refuse(error)
      return nil
    }
  }

  /// Parses a head into the loop's buffer of fields; nil if more bytes are needed.
  private func parse(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(HTTPRefusal) -> HTTPRequest? {
    var parser = parser
    var fields: [HTTPField] = []
    swap(&fields, &loop.fields)
    defer {
      swap(&fields, &loop.fields)
      self.parser = parser
    }
    return try parser.parse(bytes, range, fields: &fields)
  }

  /// Returns whether this connection's request is served although the connection has no place.
  ///
  /// The request is served if it is a probe, or if the connection can now get one of the
  /// `maxConnections` places; otherwise it is refused.
  private func isServedBeyondCap(_ request: HTTPRequest) -> Bool {
    let context = loop.context
    if loop.findPlace(for: self) || context.handler.isProbe(request) { return true }
    guard !loop.isDraining else {
      refuse(HTTPRefusal(.serviceUnavailable, "The server is shutting down."))
      return false
    }
    let client = context.naming?.client(of: request, from: remoteAddress) ?? peer
    if loop.makePlace(for: client), loop.findPlace(for: self) { return true }
    context.counters.refused.add(1, ordering: .relaxed)
    refuse(
      HTTPRefusal(
        .serviceUnavailable,
        "The server already has \(context.limits.maxConnections) connections with requests"
          + " under way (TATAMI_MAX_CONNECTIONS)."))
    return false
  }

  /// Handles a request at once, or queues it for its client's turn while the loop is crowded.
  ///
  /// A probe is never queued.
  private func begin(_ request: HTTPRequest) {
    guard loop.isCrowded, !slice.isGranted, !loop.context.handler.isProbe(request),
      loop.mustQueue(clientAtWork(request))
    else {
      handle(request)
      return
    }
    exchange.request = request.detached()
    phase = .queued
    clearDeadline()
    requeue()
  }

  /// Handles the queued request now that its client has a turn.
  func handleQueued() {
    guard let request = exchange.request else { return close() }
    phase = .head
    exchange.request = nil
    // The client may open another connection as soon as it has the response, so this one counts as idle
    // before that.
    if holdsPlace { loop.idle.append(self) }
    loop.publishYieldingCounts()
    handle(request)
    // A reset may have been reported while the request was queued; the next read notices it.
    if phase == .body { inbound.isReadable = true }
  }

  /// Starts to read the body into a sink.
  func collect(into sink: any HTTPBodySink) {
    body.sink = sink
    phase = .body
    setDeadline(after: loop.context.limits.bodyTimeout)
    if body.awaitsContinue {
      body.awaitsContinue = false
      sendContinue()
    }
    if body.isRead { completeBody() }
  }

  // MARK: Body

  /// Processes the bytes of a range that belong to the body.
  ///
  /// - Returns: the index of the first byte that was not processed.
  private func useBody(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    switch body.unread {
    case .none:
      completeBody()
      return range.lowerBound
    case .length(let remaining):
      let taken = range.lowerBound..<range.lowerBound + min(remaining, range.count)
      body.unread = taken.count == remaining ? .none : .length(remaining - taken.count)
      inbound.surplus = range.upperBound - taken.upperBound
      guard give(bytes, taken) else { return taken.upperBound }
      if body.isRead { completeBody() }
      return taken.upperBound
    case .chunked(let decoder, let dropped):
      return useChunks(bytes, range, decoder, dropped: dropped)
    }
  }

  private func useChunks(
    _ bytes: [UInt8], _ range: Range<Int>, _ decoder: ChunkedDecoder, dropped: Int
  ) -> Int {
    var decoder = decoder
    var dropped = dropped
    var index = range.lowerBound
    var looks = Self.chunksPerCheck
    do throws(HTTPRefusal) {
      while true {
        switch try decoder.next(bytes, index..<range.upperBound) {
        case .data(let data):
          index = data.upperBound
          inbound.surplus = range.upperBound - index
          if body.sink == nil {
            dropped += data.count
            guard dropped <= UnreadBody.droppedLimit else {
              closeAfterResponse()
              return index
            }
          } else if !give(bytes, data) {
            return index
          }
          looks -= 1
          guard looks == 0, index < range.upperBound else { continue }
          looks = Self.chunksPerCheck
          guard MonotonicClock.now >= slice.end else { continue }
          body.unread = .chunked(decoder, dropped: dropped)
          inbound.readLimit = InboundState.smallReadSize
          inbound.hasUsable = true
          return index
        case .needsMore:
          body.unread = .chunked(decoder, dropped: dropped)
          return range.upperBound
        case .end(let end):
          body.unread = .none
          inbound.surplus = range.upperBound - end
          completeBody()
          return end
        }
      }
    } catch {
      if body.sink == nil { closeAfterResponse() } else { refuse(error) }
      return range.upperBound
    }
  }

  /// Passes the body's next bytes to the sink, if any.
  ///
  /// - Returns: false if the sink refused the bytes; its refusal has then been sent.
  private func give(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard let sink = body.sink else { return true }
    // The sink must not store the pointer: by its protocol the bytes are valid during the call only.
    let refusal = unsafe bytes.withUnsafeBytes { bytes in
      unsafe sink.append(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    guard var refusal else { return true }
    refusal.closesConnection = true
    body.sink = nil
    respond(&refusal, to: exchange.request)
    return false
  }

  /// Handles the end of the body: calls the sink, or waits for the next request if the body was dropped.
  private func completeBody() {
    inbound.readLimit = InboundState.readSize
    guard let sink = body.sink else {
      awaitRequest()
      return
    }
    body.sink = nil
    complete(sink)
  }
}
