import HTTPMessage
import LayoutEngine

/// A response that waits for layouts: its own, then the version that its changes are counted from, or those
/// of its sheet's widths, one after the other.
///
/// Whoever has a layout gives it (`receive`), and the work goes on there; all of it has the time of one job.
/// Each width is laid out by a job of its own, so that other clients have their turns between them.
struct PendingResponse: LayoutWaiter {
  let reply: any HTTPReply
  let request: LayoutRequest
  let writer: ResponseWriter
  let layouts: LayoutRepository
  /// Whose turns its jobs take.
  let client: HTTPClient
  /// What the response depends on beside the layout; nil if nothing.
  var condition: Condition?
  /// The layout that is requested; nil if it has not come.
  var delivery: LayoutDelivery?
  /// The version that changes are counted from; nil if it has not come, or is what `delivery` was made of.
  var from: StoredLayout?
  private var widths = SheetWidths()
  /// The time of the job that gave the layout, or of the client's own.
  private var time: JobTime?
  /// Whether the job at work is the client's own.
  private var hasTurn = false

  /// How a request's If-None-Match names the response of a layout; nil if it does not.
  ///
  /// Throws where If-Match does not hold.
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
      } else if let listing = try condition?(given.layout) {
        sendNotModified(given.layout.id, listing)
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

  /// Has the client's own job, in its turn, make the response, whose layout is here.
  ///
  /// - Parameter spent: nanoseconds that the jobs took which this one goes on with.
  func takeTurn(after spent: UInt64 = 0) throws(Problem) {
    let drop = { @Sendable in self.fail(LayoutFailure.queueIsFull) }
    let job = WorkQueue.Job(byteCount: 0, drop: drop) { waited in
      guard self.isWaiting else { return }
      var response = self
      response.hasTurn = true
      response.time = self.layouts.time(of: waited, after: spent)
      self.layouts.queue.noteHeld(response.goOn())
    }
    guard layouts.queue.submit(job, of: client) else { throw Problem(LayoutFailure.queueIsFull) }
  }

  /// Looks up what is missing, and responds if all is here.
  ///
  /// - Returns: the bytes that the response held when it was sent.
  private mutating func goOn() -> Int {
    guard let time else { return 0 }
    do throws(Problem) {
      while let need = try need {
        guard isWaiting else { return 0 }
        guard !time.isUp else { throw Problem(time.failure) }
        switch try lookUp(need, in: time) {
        case .here(let layout): try add(LayoutDelivery(layout: layout, origin: .hit))
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

  /// Makes the response, and sends it.
  ///
  /// - Returns: the bytes that it held then.
  private func respond(in time: JobTime) -> Int {
    guard var delivery else { return 0 }
    let start = MonotonicClock.now
    // Attributes are made as they are written; changes are gathered first.
    var memory: Reservation?
    if case .changes = request.subject { memory = time.memory?.reserve(0) }
    let budget = time.budget(memory: memory) { !reply.isAbandoned }
    delivery.times.queue = time.waited
    var response = HTTPResponse()
    do throws(Problem) {
      guard !time.isUp else { throw Problem(time.failure) }
      let origin = try origin(of: delivery.layout, budget)
      let work = ResponseWork(
        budget: budget, start: start, origin: origin, widths: widths.layouts)
      try writer.write(delivery, for: request, work, to: &response)
    } catch {
      let failure = time.failure(of: budget).map { Problem($0) }
      writer.write(failure ?? error, request.context, to: &response)
    }
    let held = response.body.count + (response.heldByteCount ?? 0)
    reply.send(response)
    return held
  }

  /// Sends a 304.
  func sendNotModified(_ id: LayoutID, _ listing: EntityTag.Listing) {
    var response = HTTPResponse()
    writer.writeNotModified(id, listing, request, to: &response)
    reply.send(response)
  }

  func fail(_ failure: LayoutFailure) { fail(Problem(failure)) }

  /// Sends a problem instead, where anyone still waits.
  func fail(_ problem: Problem) {
    guard isWaiting else { return }
    var response = HTTPResponse()
    writer.write(problem, request.context, to: &response)
    reply.send(response)
  }
}

// MARK: What it needs

extension PendingResponse {
  /// A layout that the response needs beside its own.
  private enum Need {
    /// What changes are counted from.
    case from(LayoutID)
    /// The version of a layout whose container has that width.
    case width(Double, of: StoredLayout)

    /// The layout that is missing if the need cannot be met.
    var id: LayoutID {
      switch self {
      case .from(let id): id
      case .width(_, let layout): layout.id
      }
    }
  }

  /// What is missing next; nil if all is here.
  private var need: Need? {
    get throws(Problem) {
      guard let layout = delivery?.layout else { return nil }
      if case .changes(let changes, _) = request.subject {
        guard origin == nil else { return nil }
        guard changes.from.family == layout.id.family else {
          throw .unrelated(changes.from, layout.id)
        }
        return .from(changes.from)
      }
      let count = widths.layouts.count
      return count < request.sheet.widths.count
        ? .width(request.sheet.widths[count], of: layout) : nil
    }
  }

  /// Looks a missing layout up; if it comes later, the response goes on with it then.
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

  /// Takes what was missing.
  private mutating func add(_ given: LayoutDelivery) throws(Problem) {
    if case .changes = request.subject {
      from = given.layout
      // What was waited for is what the response took.
      if let store = given.times.store { delivery?.times.add(WorkTimes(store: store)) }
      return
    }
    var times = given.times
    if given.origin == .collapsed || given.origin == .hit { times.cpu = 0 }
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
  /// Whether the map of several updates has to be composed first: hundreds may wait for one layout, and
  /// each of them may have maps to be composed.
  private var composes: Bool {
    guard let layout = delivery?.layout, let origin else { return false }
    return writer.lineage.directMap(from: origin, to: layout) == nil
      && writer.lineage.composedMap(from: origin.id, to: layout.id) == nil
  }

  /// The version that changes are counted from, if changes are requested and it is here: what the layout
  /// was made of just now is another one if that was fetched.
  private var origin: StoredLayout? {
    guard case .changes(let changes, _) = request.subject else { return nil }
    if let parent = delivery?.parent, parent.id == changes.from { return parent }
    return from
  }

  /// What changes are counted from; nil if none are requested.
  private func origin(of layout: StoredLayout, _ budget: LayoutBudget) throws(Problem)
    -> ChangesOrigin?
  {
    guard let origin else { return nil }
    do throws(LineageError) {
      return ChangesOrigin(
        layout: origin, map: try writer.lineage.map(from: origin, to: layout, budget))
    } catch {
      switch error {
      case .unrelated: throw .unrelated(origin.id, layout.id)
      case .cancelled: throw .ended
      }
    }
  }
}
