import HTTPMessage
import LayoutAPI
import LayoutEngine

/// A response that waits for layouts, one after the other.
///
/// First it waits for its own layout, then for the version from which changes are computed, or for the
/// layouts of its sheet's widths. The worker that has finished a layout passes it to `receive`, and continues
/// the response. A separate job computes the layout of each width, so that other clients have turns between
/// them; all widths together have the time of one job.
struct PendingResponse: LayoutWaiter {
  let reply: any HTTPReply
  let request: LayoutRequest
  let writer: ResponseWriter
  let layouts: LayoutRepository
  /// The client in whose turns the jobs run.
  let client: HTTPClient
  /// The request's conditions on the response; nil if there are none.
  var condition: Condition?
  /// The requested layout; nil until it is available.
  var delivery: LayoutDelivery?
  /// The version from which changes are computed.
  ///
  /// nil until it is available, and if it is the parent in `delivery`.
  var from: StoredLayout?
  private var widths = SheetWidths()
  /// The time of the job that provided the layout, or of the client's own job.
  private var time: JobTime?
  /// Whether the current job is the client's own.
  private var hasTurn = false

  /// Returns the form in which a request's If-None-Match lists the response about a layout; nil if it does
  /// not.
  ///
  /// Throws if If-Match does not hold.
  typealias Condition = @Sendable (StoredLayout) throws(Problem) -> EntityTag.Listing?

  init(
    _ reply: any HTTPReply, _ request: LayoutRequest, _ writer: ResponseWriter,
    _ layouts: LayoutRepository, for client: HTTPClient
  ) {
    self.reply = reply
    self.request = request
    self.writer = writer
    self.layouts = layouts
    self.client = client
  }

  var isWaiting: Bool { !reply.isAbandoned }

  func receive(_ given: LayoutDelivery, in time: JobTime) -> Int {
    var response = self
    response.hasTurn = false
    do throws(Problem) {
      if response.delivery != nil {
        try response.add(given)
        // Widths have the time of one job together; what changes are counted from has its own.
        if request.from != nil { response.time = time }
      } else if let listing = try condition?(given.layout) {
        sendNotModified(given.layout.id, listing, fonts: given.layout.fonts)
        return 0
      } else {
        response.delivery = given
        response.time = time
      }
    } catch {
      fail(error)
      return 0
    }
    return response.goOn()
  }

  /// Submits a job of the client's own that continues the response.
  ///
  /// The response must have its own layout (`delivery`).
  ///
  /// - Parameter spent: nanoseconds already spent by the jobs that this job continues.
  func takeTurn(after spent: UInt64 = 0) throws(Problem) {
    let drop = { @Sendable in self.fail(LayoutFailure.queueIsFull) }
    let job = WorkQueue.Job(kind: .answer, byteCount: 0, drop: drop) { turn in
      self.goOn(inOwnTurn: turn, after: spent)
    }
    guard layouts.queue.submit(job, of: client) else { throw Problem(LayoutFailure.queueIsFull) }
  }

  /// Continues the response in a job of the client's own.
  private func goOn(inOwnTurn turn: WorkQueue.Turn, after spent: UInt64) {
    guard isWaiting else { return }
    var response = self
    response.hasTurn = true
    response.time = layouts.time(of: turn, after: spent)
    layouts.queue.noteHeld(response.goOn())
  }

  /// Looks up the missing layouts, and responds if all are available.
  ///
  /// - Returns: the bytes that the response took when it was sent.
  private mutating func goOn() -> Int {
    guard let time else { return 0 }
    do throws(Problem) {
      while let need {
        guard isWaiting else { return 0 }
        guard !time.isUp else { throw Problem(time.failure) }
        switch try lookUp(need, in: time) {
        case .here(let layout): try add(LayoutDelivery(layout: layout, outcome: .hit))
        case .later: return 0
        case .absent: throw .notCached(need.id)
        }
      }
      guard hasTurn || !composes else {
        try takeTurn(after: time.spent)
        return 0
      }
    } catch {
      fail(error)
      return 0
    }
    return respond(in: time)
  }

  /// Composes the response, and sends it.
  ///
  /// - Returns: the bytes that the response took when it was sent.
  private func respond(in time: JobTime) -> Int {
    guard var delivery else { return 0 }
    let start = MonotonicClock.now
    // Attributes are computed as they are written; changes are collected first, so their memory counts.
    var memory: Reservation?
    if request.from != nil { memory = time.memory?.reserve(0) }
    let budget = time.budget(memory: memory) { !reply.isAbandoned }
    delivery.times.queue = time.waited
    var response = HTTPResponse()
    do throws(Problem) {
      guard !time.isUp else { throw Problem(time.failure) }
      let subject = ResponseSubject(
        delivery.layout.version, from: try base(of: delivery.layout, budget),
        widths: widths.layouts.map { $0.version })
      let work = ResponseWork(budget: budget, start: start, widths: widths.layouts)
      try writer.write(
        request.resource, of: subject, delivery, for: request, work, to: &response)
    } catch {
      if time.endsSlice(budget) {
        layouts.queue.resume(of: client) { self.goOn(inOwnTurn: $0, after: time.spent) }
        return 0
      }
      let failure = time.failure(of: budget).map { Problem($0) }
      writer.write(failure ?? error, request.context, to: &response)
    }
    let held = response.body.count + (response.heldByteCount ?? 0)
    reply.send(response)
    return held
  }

  /// Sends a 304.
  ///
  /// - Parameter fonts: the hash of the layout's fonts; 0 if it has no text styles.
  func sendNotModified(_ id: LayoutID, _ listing: EntityTag.Listing, fonts: UInt32 = 0) {
    var response = HTTPResponse()
    writer.writeNotModified(id, listing, request, fonts: fonts, to: &response)
    reply.send(response)
  }

  func fail(_ failure: LayoutFailure) { fail(Problem(failure)) }

  /// Sends a problem instead, if anyone still waits.
  func fail(_ problem: Problem) {
    guard isWaiting else { return }
    var response = HTTPResponse()
    writer.write(problem, request.context, to: &response)
    reply.send(response)
  }
}

// MARK: Needed layouts

extension PendingResponse {
  /// A layout that the response needs beside its own.
  private enum Need {
    /// The version from which changes are computed.
    case from(LayoutID)
    /// The version of a layout with another container width.
    case width(Double, of: StoredLayout)

    /// The id to report as not cached if the need cannot be met.
    var id: LayoutID {
      switch self {
      case .from(let id): id
      case .width(_, let layout): layout.id
      }
    }
  }

  /// The next missing layout; nil if all are available.
  private var need: Need? {
    guard let layout = delivery?.layout else { return nil }
    switch request.resource.needs {
    case .nothing: return nil
    case .version(let from): return base == nil ? .from(from) : nil
    case .widths(let all):
      let count = widths.layouts.count
      return count < all.count ? .width(all[count], of: layout) : nil
    }
  }

  /// Looks a missing layout up; if it comes later, the response continues then.
  private mutating func lookUp(
    _ need: Need, in time: JobTime
  ) throws(Problem) -> LayoutRepository.Lookup {
    do throws(LayoutFailure) {
      switch need {
      case .from(let id):
        let (response, client) = (self, client)
        return try layouts.layout(id, at: MonotonicClock.now, for: { client }) { response }
      case .width(let width, let layout):
        try widths.hold(layout, in: time.memory)
        guard widths.hasRoom(beside: delivery?.times.cpu ?? 0) else { throw .widthsTooDear }
        return layouts.layout(layout, width: width, for: client, after: time.spent, self)
      }
    } catch {
      throw Problem(error)
    }
  }

  /// Adds a layout that was missing.
  private mutating func add(_ given: LayoutDelivery) throws(Problem) {
    if request.from != nil {
      from = given.layout
      // The response waited for the store too.
      if let store = given.times.store { delivery?.times.add(WorkTimes(store: store)) }
      return
    }
    var times = given.times
    if given.outcome == .collapsed || given.outcome == .hit { times.cpu = 0 }
    delivery?.times.add(times)
    do throws(LayoutFailure) {
      try widths.add(given.layout, cpu: times.cpu, in: time?.memory)
    } catch {
      throw Problem(error)
    }
  }
}

// MARK: Changes

extension PendingResponse {
  /// Whether a map of several updates, or of two documents, must be made first.
  ///
  /// Hundreds of responses may wait for one layout, and each may need a map, so it is composed in the
  /// client's own turn.
  private var composes: Bool {
    guard let layout = delivery?.layout, let base else { return false }
    return layouts.maps.foundMap(from: base, to: layout) == nil
  }

  /// The version from which changes are computed; nil if none are requested, or until it is available.
  ///
  /// It is the parent in `delivery` if the layout was derived from it, or the layout itself. If the layout was
  /// fetched, that parent may be another version.
  private var base: StoredLayout? {
    guard let from = request.from else { return nil }
    if let parent = delivery?.parent, parent.id == from { return parent }
    if let layout = delivery?.layout, layout.id == from { return layout }
    return self.from
  }

  /// Returns the base of the changes; nil if none are requested.
  private func base(of layout: StoredLayout, _ budget: LayoutBudget) throws(Problem)
    -> ResponseSubject.Base?
  {
    guard let base else { return nil }
    do throws(LineageError) {
      return ResponseSubject.Base(
        base.version, try layouts.maps.map(from: base, to: layout, budget))
    } catch {
      switch error {
      case .unrelated: throw .unrelated(base.id, layout.id)
      case .cancelled: throw .ended
      }
    }
  }
}
