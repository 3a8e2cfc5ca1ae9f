import HTTPMessage
import LayoutEngine
import LayoutWire

/// One who waits for a layout that is being computed.
struct LayoutWaiter: Sendable {
  var reply: any HTTPReply
  var ask: LayoutAsk
}

/// What workers do: inflate, parse, lay out, answer.
extension LayoutService {
  /// Inflates and hashes a document, and then does with it what is done with any other.
  func inflate(
    _ document: DocumentBox, _ ask: LayoutAsk, expected: LayoutID?, reply: any HTTPReply,
    of client: WorkClient, waited: UInt64
  ) {
    let waiter = LayoutWaiter(reply: reply, ask: ask)
    let inflated: DocumentBox
    let id: LayoutID
    do {
      (inflated, id) = try inflate(document)
      try check(id, ask, expected: expected)
    } catch {
      document.reservation.release()
      fail([waiter], error)
      return
    }
    switch cache.begin(id, { waiter }) {
    case .stored(let layout):
      document.reservation.release()
      var timing = ServerTiming()
      timing.queue = waited
      send(waiter, layout, id, .hit, timing)
    case .joined: queue.advance(id, for: client)
    case .computes: compute(inflated, id, waited: waited)
    }
  }

  private func inflate(_ document: DocumentBox) throws(Problem) -> (DocumentBox, LayoutID) {
    let bytes: [UInt8]
    do {
      bytes = try Gzip.inflated(document.take(), limit: bodyLimit.bytes)
    } catch {
      switch error {
      case .malformed: throw Problem(.badRequest, "the body is not valid gzip")
      case .tooLarge: throw bodyLimit.refusal
      }
    }
    // The compressed bytes are gone, and what was set aside for them is now the text's.
    let more = max(0, bytes.count - document.reservation.count)
    guard document.reservation.grow(by: more) else {
      throw .tooManyInflight
    }
    return (DocumentBox(bytes, document.reservation), LayoutID(hashing: bytes))
  }

  /// Lays a document out, stores it and answers all who wait for it.
  func compute(_ document: DocumentBox, _ id: LayoutID, waited: UInt64) {
    defer { document.reservation.release() }
    if !cache.isWanted(id), cache.giveUp(id) { return }
    var timing = ServerTiming()
    timing.queue = waited
    metrics.record(.queue, waited)
    do {
      guard let layout = try prepare(document, id, &timing) else { return }
      // Let go before the answers are made: the text is gone already.
      document.reservation.release()
      let (waiters, stored) = cache.finish(id, layout)
      // The first one began the computation, the others share it.
      for (place, waiter) in waiters.enumerated() where !waiter.reply.isAbandoned {
        send(waiter, layout, id, place > 0 ? .collapsed : stored, timing)
      }
    } catch {
      document.reservation.release()
      fail(cache.withdraw(id), error)
    }
  }

  /// Parses and lays out; nil where everyone who waited has left.
  ///
  /// Text and document are freed on return.
  private func prepare(
    _ box: DocumentBox, _ id: LayoutID, _ timing: inout ServerTiming
  ) throws(Problem) -> CachedLayout? {
    let start = Ticks.now
    let document: LayoutDocument
    do {
      document = try LayoutDocumentReader.read(
        box.take(), limits: DocumentLimits(maxItems: settings.maxItems))
    } catch {
      throw Problem(error)
    }
    let parsed = Ticks.now
    timing.parse = parsed &- start
    while true {
      do {
        var turns = LookTurns()
        let layout = try PreparedLayout(document) {
          !turns.isDue(at: Ticks.now) || self.cache.isWanted(id)
        }
        timing.layout = Ticks.now &- parsed
        metrics.countLayout(document, parse: timing.parse ?? 0, layout: timing.layout ?? 0)
        return CachedLayout(id, layout)
      } catch {
        guard error.isCancelled else { throw Problem(error) }
        // Someone may have begun to wait just now: then the work goes on from the start.
        if cache.giveUp(id) { return nil }
      }
    }
  }

  /// Answers one who waited.
  func send(
    _ waiter: LayoutWaiter, _ layout: CachedLayout, _ id: LayoutID, _ status: CacheStatus,
    _ timing: ServerTiming
  ) {
    var response = HTTPResponse()
    do {
      try fill(&response, layout, id, waiter.ask, status, timing)
    } catch {
      fill(&response, error, waiter.ask.context)
    }
    waiter.reply.send(response)
  }

  /// Tells all who waited of a problem.
  func fail(_ waiters: [LayoutWaiter], _ problem: Problem) {
    for waiter in waiters where !waiter.reply.isAbandoned {
      var response = HTTPResponse()
      fill(&response, problem, waiter.ask.context)
      waiter.reply.send(response)
    }
  }
}
