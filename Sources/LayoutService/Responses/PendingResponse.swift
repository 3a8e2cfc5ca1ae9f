import HTTPMessage
import LayoutEngine

/// A response that waits for its layout.
struct PendingResponse: LayoutWaiter {
  let reply: any HTTPReply
  let request: LayoutRequest
  let writer: ResponseWriter
  /// The version that changes are counted from, where that is here already.
  var from: StoredLayout?
  /// Where that version is looked up else; nil if it is not.
  var lookup: FromLookup?
  /// How the layouts of a style sheet's widths are looked up; nil if none are requested.
  var widthLookup: PendingSheet.Lookup?
  /// Those layouts.
  var widths: [StoredLayout] = []
  /// Has the response made by a job of its client's own, in its turn; nil if it never needs one.
  var turn: Turn?
  /// Whether the job that gives the layout is the client's own.
  var hasTurn = false
  /// What the response depends on beside the layout; nil if nothing.
  var condition: Condition?

  /// Looks a version up that changes are counted from, for a waiter.
  typealias FromLookup =
    @Sendable (LayoutID, _ waiter: any LayoutWaiter) throws(LayoutFailure) ->
    LayoutRepository.Lookup
  /// Submits a job that makes a response.
  ///
  /// - Parameters:
  ///   - spent: nanoseconds that the jobs took which this one goes on with.
  ///   - run: returns the bytes that the response held when it was sent.
  ///   - drop: called instead if the job gives way to another client's.
  /// - Returns: false if the queue is full: neither closure is called.
  typealias Turn =
    @Sendable (
      _ spent: UInt64, _ run: @escaping @Sendable (JobTime) -> Int,
      _ drop: @escaping @Sendable () -> Void
    ) -> Bool
  /// How a request's If-None-Match names the response of a layout; nil if it does not.
  ///
  /// Throws where If-Match does not hold.
  typealias Condition = @Sendable (StoredLayout) throws(Problem) -> EntityTag.Listing?

  var isWaiting: Bool { !reply.isAbandoned }

  func receive(_ delivery: LayoutDelivery, in time: JobTime) -> Int {
    do throws(Problem) {
      if let listing = try condition?(delivery.layout) {
        sendNotModified(delivery.layout.id, listing)
        return 0
      }
      if let from = try fromToComeLater(delivery) { return from.isHere(in: time) }
    } catch {
      fail(error)
      return 0
    }
    if let sheet = PendingSheet(self, delivery, in: time) { return sheet.goOn() }
    return respond(delivery, in: time)
  }

  /// What changes are counted from, where it is to be looked up first.
  private func fromToComeLater(_ delivery: LayoutDelivery) throws(Problem) -> PendingChanges? {
    guard case .changes(let changes, _) = request.subject, let lookup,
      origin(of: changes, delivery) == nil
    else { return nil }
    guard changes.from.family == delivery.layout.id.family else {
      throw .unrelated(changes.from, delivery.layout.id)
    }
    let waiter = PendingChanges(response: self, delivery: delivery)
    do throws(LayoutFailure) {
      switch try lookup(changes.from, waiter) {
      case .here(let layout): return waiter.counted(from: layout)
      case .later: return waiter
      case .absent: throw .notCached(changes.from)
      }
    } catch {
      throw Problem(error)
    }
  }

  /// Makes the response, and sends it.
  ///
  /// - Returns: the bytes that it held then.
  func respond(_ delivery: LayoutDelivery, in time: JobTime) -> Int {
    if let turn, !hasTurn, composes(delivery) { return respond(delivery, after: time, turn) }
    let start = MonotonicClock.now
    // Attributes are made as they are written; changes are gathered first.
    var memory: Reservation?
    if case .changes = request.subject { memory = time.memory?.reserve(0) }
    let budget = time.budget(memory: memory) { !reply.isAbandoned }
    var delivery = delivery
    delivery.times.queue = time.waited
    var response = HTTPResponse()
    do throws(Problem) {
      guard !time.isUp else { throw Problem(time.failure) }
      let origin = try origin(of: delivery, budget)
      let work = ResponseWork(budget: budget, start: start, origin: origin, widths: widths)
      try writer.write(delivery, for: request, work, to: &response)
    } catch {
      let failure = time.failure(of: budget).map { Problem($0) }
      writer.write(failure ?? error, request.context, to: &response)
    }
    let held = response.body.count + (response.heldByteCount ?? 0)
    reply.send(response)
    return held
  }

  /// Whether the map of several updates has to be composed first.
  private func composes(_ delivery: LayoutDelivery) -> Bool {
    guard case .changes(let changes, _) = request.subject,
      let old = origin(of: changes, delivery)
    else { return false }
    return writer.lineage.directMap(from: old, to: delivery.layout) == nil
      && writer.lineage.composedMap(from: old.id, to: delivery.layout.id) == nil
  }

  /// Makes the response in a job of its client's own: hundreds may wait for one layout, and each of them
  /// may have maps to be composed.
  private func respond(
    _ delivery: LayoutDelivery, after time: JobTime, _ turn: Turn
  ) -> Int {
    var own = self
    own.hasTurn = true
    let response = own
    let run = { @Sendable (time: JobTime) in
      response.isWaiting ? response.respond(delivery, in: time) : 0
    }
    if !turn(time.spent, run, { response.fail(LayoutFailure.queueIsFull) }) {
      fail(LayoutFailure.queueIsFull)
    }
    return 0
  }

  /// The version that changes are counted from, where it is here: what the layout was made of just now
  /// is another one where it was fetched.
  private func origin(of changes: ChangesRequest, _ delivery: LayoutDelivery) -> StoredLayout? {
    if let parent = delivery.parent, parent.id == changes.from { return parent }
    return from
  }

  /// What changes are counted from; nil if none are requested.
  private func origin(
    of delivery: LayoutDelivery, _ budget: LayoutBudget
  ) throws(Problem) -> ChangesOrigin? {
    guard case .changes(let changes, _) = request.subject else { return nil }
    guard let old = origin(of: changes, delivery) else { throw .notCached(changes.from) }
    do throws(LineageError) {
      return ChangesOrigin(
        layout: old, map: try writer.lineage.map(from: old, to: delivery.layout, budget))
    } catch {
      switch error {
      case .unrelated: throw .unrelated(old.id, delivery.layout.id)
      case .cancelled: throw .ended
      }
    }
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

/// A response about changes whose one version is here, and which waits for the other one.
struct PendingChanges: LayoutWaiter {
  fileprivate var response: PendingResponse
  fileprivate let delivery: LayoutDelivery

  var isWaiting: Bool { response.isWaiting }

  fileprivate func counted(from layout: StoredLayout) -> PendingChanges {
    var changes = self
    changes.response.from = layout
    return changes
  }

  /// The same, given by a job of another layout's.
  fileprivate var withoutTurn: PendingChanges {
    var changes = self
    changes.response.hasTurn = false
    return changes
  }

  /// Responds, if the other version is here.
  fileprivate func isHere(in time: JobTime) -> Int {
    response.from == nil ? 0 : response.respond(delivery, in: time)
  }

  func receive(_ other: LayoutDelivery, in time: JobTime) -> Int {
    var delivery = delivery
    // What was waited for is what the response took.
    if let store = other.times.store {
      delivery.times.store = (delivery.times.store ?? 0) &+ store
    }
    return counted(from: other.layout).withoutTurn.response.respond(delivery, in: time)
  }

  func fail(_ failure: LayoutFailure) { response.fail(failure) }
}
