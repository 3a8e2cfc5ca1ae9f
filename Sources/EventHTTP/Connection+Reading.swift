import HTTPMessage
import Logging
import Synchronization

/// What is left to read of a request's body.
enum UnreadBody: Equatable {
  /// Nothing.
  case none
  /// So many bytes, one at least.
  case length(Int)
  /// Chunks; beside the decoder, the bytes dropped so far.
  case chunked(ChunkedDecoder, dropped: Int)

  static func == (left: UnreadBody, right: UnreadBody) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.length(let left), .length(let right)): left == right
    default: false
    }
  }
}

extension Connection {
  /// Most bytes of a read.
  static let readSize = 64 * 1024
  /// Most bytes of a read where a turn has ended within chunks: some 0.1 ms of the tiniest.
  static let smallReadSize = 4 * 1024
  /// Chunks between two looks at the clock.
  static let chunksPerLook = 64
  /// Longest body that is read only to be dropped, so that the connection can go on.
  static let droppedLimit = 64 * 1024

  /// Reads once, and uses what came.
  func receive() {
    switch socket.receive(into: &loop.input, atMost: readLimit) {
    case .moved(let count):
      loop.context.counters.bytesReceived.add(count, ordering: .relaxed)
      // A short read means that the socket is empty: the next bytes are reported. Behind a
      // shutdown no report comes, so reading goes on to its end.
      isReadable = count == readLimit || isPeerFinished
      guard phase != .lingering else {
        lingerLeft = max(0, lingerLeft - count)
        return
      }
      if input.isEmpty {
        let used = use(loop.input, 0..<count)
        if used < count, phase != .lingering, phase != .closed {
          input.append(contentsOf: loop.input[used..<count])
        }
      } else {
        input.append(contentsOf: loop.input[..<count])
        useInput()
      }
      // A reset may have been reported together with these bytes. An answer's `send` meets it; a
      // request that is not whole must read on to meet it.
      if isWithinRequest { isReadable = true }
    case .wouldBlock: isReadable = false
    case .finished: finishReading()
    case .failed: close()
    }
  }

  private var isWithinRequest: Bool {
    phase == .body || phase == .head && parser.hasBegun
  }

  /// Uses what an earlier read has left.
  func useInput() {
    hasInput = false
    let count = input.count
    let used = use(input, 0..<count)
    guard phase != .lingering, phase != .closed else { return }
    if used == count {
      // A rare burst must not hold its buffer for the connection's life.
      input.removeAll(keepingCapacity: input.capacity <= 4096)
    } else {
      input.removeSubrange(..<used)
    }
  }

  /// Uses bytes as long as the phase wants any.
  ///
  /// - Returns: the index of the first byte that must be kept.
  private func use(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      switch phase {
      case .head where awaitsProxyHeader:
        guard let end = useProxyHeader(bytes, index..<range.upperBound) else { return index }
        index = end
      case .head:
        guard requestsLeft > 0, loop.lastEnd < turnEnd else {
          hasInput = true
          return index
        }
        guard let end = useHead(bytes, index..<range.upperBound) else { return index }
        index = end
      case .body:
        index = useBody(bytes, index..<range.upperBound)
        if hasInput { return index }
      case .handling, .writing:
        hasInput = true
        return index
      case .lingering, .closed: return index
      }
    }
    return index
  }

  /// The client has shut down its write side, and everything that it sent has been used.
  private func finishReading() {
    isReadable = false
    isPeerFinished = true
    switch phase {
    case .head where parser.hasBegun:
      refuse(HTTPRefusal(.badRequest, "The connection ended within a request's head."))
    case .body where sink != nil:
      refuse(HTTPRefusal(.badRequest, "The connection ended within a request's body."))
    case .head, .body, .lingering: close()
    case .handling, .writing, .closed: break
    }
  }

  /// Reads the header that a proxy sends ahead of the first request.
  ///
  /// - Returns: the index behind it; nil where bytes are missing or it is none.
  private func useProxyHeader(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    do throws(ProxyHeader.Malformed) {
      guard let header = try ProxyHeader(bytes, range) else { return nil }
      awaitsProxyHeader = false
      if let address = header.address { remoteAddress = address }
      return range.lowerBound + header.length
    } catch {
      // Whoever this is, it is not the proxy: there is nobody to be told in HTTP.
      loop.context.logger.debug(
        "a connection does not begin with a PROXY protocol header",
        metadata: ["remote": "\(remoteAddress)"])
      close()
      return nil
    }
  }

  // MARK: Head

  /// Reads a head and has it handled.
  ///
  /// - Returns: the index behind it; nil where bytes are missing or it was refused.
  private func useHead(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let isNew = startedAt == 0
    if isNew { startedAt = loop.now }
    do throws(HTTPRefusal) {
      guard var request = try parser.parse(bytes, range, fields: &loop.fields) else {
        if isNew, !isFirstHead { setDeadline(after: loop.context.limits.headerTimeout) }
        return nil
      }
      let end = request.head.upperBound
      requestsLeft -= 1
      surplus = range.upperBound - end
      if holdsPlace || isServedBeyondCap(request) { handle(request) }
      RequestParser.recycle(&request, into: &loop.fields)
      return end
    } catch {
      surplus = range.count
      refuse(error)
      return nil
    }
  }

  /// Whether a connection beyond the cap has found a place, or asks whether the server lives; else
  /// it is refused.
  private func isServedBeyondCap(_ request: HTTPRequest) -> Bool {
    if loop.findPlace(for: self) || loop.context.handler.isProbe(request) { return true }
    loop.context.counters.refused.add(1, ordering: .relaxed)
    refuse(
      HTTPRefusal(
        .serviceUnavailable,
        "The server has \(loop.context.limits.maxConnections) connections at work already"
          + " (TATAMI_MAX_CONNECTIONS)."))
    return false
  }

  /// Begins to read the body into a sink.
  func collect(into sink: any HTTPBodySink) {
    self.sink = sink
    phase = .body
    setDeadline(after: loop.context.limits.bodyTimeout)
    if awaitsContinue {
      awaitsContinue = false
      sendContinue()
    }
    if unread == .none { completeBody() }
  }

  // MARK: Body

  /// Takes bytes of the body.
  ///
  /// - Returns: the index behind what was taken.
  private func useBody(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    switch unread {
    case .none:
      completeBody()
      return range.lowerBound
    case .length(let remaining):
      let taken = range.lowerBound..<range.lowerBound + min(remaining, range.count)
      unread = taken.count == remaining ? .none : .length(remaining - taken.count)
      surplus = range.upperBound - taken.upperBound
      guard give(bytes, taken) else { return taken.upperBound }
      if unread == .none { completeBody() }
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
    var looks = Self.chunksPerLook
    do throws(HTTPRefusal) {
      while true {
        switch try decoder.next(bytes, index..<range.upperBound) {
        case .data(let data):
          index = data.upperBound
          surplus = range.upperBound - index
          if sink == nil {
            dropped += data.count
            guard dropped <= Self.droppedLimit else {
              closeBehindAnswer()
              return index
            }
          } else if !give(bytes, data) {
            return index
          }
          looks -= 1
          guard looks == 0, index < range.upperBound else { continue }
          looks = Self.chunksPerLook
          guard MonotonicClock.now >= turnEnd else { continue }
          unread = .chunked(decoder, dropped: dropped)
          readLimit = Self.smallReadSize
          hasInput = true
          return index
        case .needsMore:
          unread = .chunked(decoder, dropped: dropped)
          return range.upperBound
        case .end(let end):
          unread = .none
          surplus = range.upperBound - end
          completeBody()
          return end
        }
      }
    } catch {
      if sink == nil { closeBehindAnswer() } else { refuse(error) }
      return range.upperBound
    }
  }

  /// Gives bytes to the sink, where there is one; false where it refused them.
  private func give(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard let sink else { return true }
    let refusal = unsafe bytes.withUnsafeBytes { bytes in
      unsafe sink.append(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    guard var refusal else { return true }
    refusal.closesConnection = true
    self.sink = nil
    answer(&refusal, to: request)
    return false
  }

  /// The body has been read: has the request completed, or waits for the next one.
  private func completeBody() {
    readLimit = Self.readSize
    guard let sink else {
      awaitRequest()
      return
    }
    self.sink = nil
    complete(sink)
  }
}
