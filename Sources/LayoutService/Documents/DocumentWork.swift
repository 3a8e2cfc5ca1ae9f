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
    let time = JobTime(waited: waited, seconds: settings.workTimeout)
    let waiter = LayoutWaiter(reply: reply, ask: ask)
    let inflated: DocumentBox
    let id: LayoutID
    do {
      (inflated, id) = try inflate(document, time) { !reply.isAbandoned }
      try check(id, ask, expected: expected)
      if let listing = try listing(of: ask, id) {
        document.reservation.release()
        var response = HTTPResponse()
        fillNotModified(&response, id, listing, ask)
        return reply.send(response)
      }
    } catch {
      document.reservation.release()
      fail([waiter], error)
      return
    }
    switch cache.begin(id, { waiter }) {
    case .stored(let layout):
      document.reservation.release()
      send(waiter, layout, id, .hit, ServerTiming(), time)
    case .joined: queue.advance(id, for: client)
    case .computes: compute(inflated, id, time)
    }
  }

  private func inflate(
    _ document: DocumentBox, _ time: JobTime, isWanted: @escaping () -> Bool
  ) throws(Problem) -> (DocumentBox, LayoutID) {
    let reservation = document.reservation
    let budget = time.budget(memory: reservation, isWanted: isWanted)
    do throws(Gzip.Failure) {
      // What was set aside for the compressed bytes becomes the text's.
      let bytes = try Gzip.inflated(
        document.take(), limit: bodyLimit.bytes, held: reservation.count, budget)
      guard let id = LayoutID(hashing: bytes, budget) else { throw .ended }
      return (DocumentBox(bytes, reservation), id)
    } catch {
      switch error {
      case .malformed: throw Problem(.badRequest, "the body is not valid gzip")
      case .tooLarge: throw bodyLimit.refusal
      case .ended: throw time.problem(of: budget) ?? .ended
      }
    }
  }

  /// Lays a document out, stores it and answers all who wait for it.
  func compute(_ document: DocumentBox, _ id: LayoutID, _ time: JobTime) {
    defer { document.reservation.release() }
    if !cache.isWanted(id), cache.giveUp(id) { return }
    var timing = ServerTiming()
    metrics.record(.queue, time.waited)
    do {
      guard let layout = try prepare(document, id, time, &timing) else { return }
      // Let go before the answers are made: the text is gone already.
      document.reservation.release()
      let (waiters, stored) = cache.finish(id, layout)
      // The first one began the computation, the others share it.
      for (place, waiter) in waiters.enumerated() where !waiter.reply.isAbandoned {
        send(waiter, layout, id, place > 0 ? .collapsed : stored, timing, time)
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
    _ box: DocumentBox, _ id: LayoutID, _ time: JobTime, _ timing: inout ServerTiming
  ) throws(Problem) -> CachedLayout? {
    var text = box.take()
    var document: LayoutDocument?
    while true {
      guard !time.isUp else { throw time.problem }
      // Let go at the end of each pass, the last one's when the layout is the cache's.
      let memory = jobMemory.reserve(0)
      defer { queue.noteHeld(memory?.count ?? 0) }
      let budget = time.budget(memory: memory) { self.cache.isWanted(id) }
      do {
        if let layout = try prepare(&text, &document, budget, &timing) {
          return CachedLayout(id, layout)
        }
      } catch {
        guard budget.isEnded else { throw error }
      }
      if let problem = time.problem(of: budget) { throw problem }
      // Someone may have begun to wait just now: then the work goes on from where it was.
      if cache.giveUp(id) { return nil }
    }
  }

  /// Parses, unless that has been done, and lays out.
  private func prepare(
    _ text: inout [UInt8], _ document: inout LayoutDocument?, _ budget: LayoutBudget,
    _ timing: inout ServerTiming
  ) throws(Problem) -> PreparedLayout? {
    let start = Ticks.now
    if document == nil {
      do {
        document = try LayoutDocumentReader.read(
          text, limits: DocumentLimits(maxItems: settings.maxItems), budget)
        text = []
      } catch {
        throw Problem(error)
      }
      timing.parse = Ticks.now &- start
    }
    guard let document else { return nil }
    let parsed = Ticks.now
    do {
      let layout = try PreparedLayout(document, budget)
      timing.layout = Ticks.now &- parsed
      metrics.countLayout(document, parse: timing.parse ?? 0, layout: timing.layout ?? 0)
      return layout
    } catch {
      throw Problem(error)
    }
  }

  /// Answers one who waited, unless nobody waits any more.
  func send(
    _ waiter: LayoutWaiter, _ layout: CachedLayout, _ id: LayoutID, _ status: CacheStatus,
    _ timing: ServerTiming, _ time: JobTime
  ) {
    let budget = time.budget { !waiter.reply.isAbandoned }
    var timing = timing
    timing.queue = time.waited
    var response = HTTPResponse()
    do throws(Problem) {
      guard !time.isUp else { throw time.problem }
      try fill(&response, layout, id, waiter.ask, status, timing, budget)
    } catch {
      fill(&response, time.problem(of: budget) ?? error, waiter.ask.context)
    }
    queue.noteHeld(response.body.count + (response.heldByteCount ?? 0))
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
