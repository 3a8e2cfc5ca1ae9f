import HTTPMessage
import LayoutEngine

/// A response that waits for its layout.
struct PendingResponse: LayoutWaiter {
  let reply: any HTTPReply
  let request: LayoutRequest
  let writer: ResponseWriter
  /// The version that changes are counted from, where that is here already.
  var from: StoredLayout?
  /// Where that version is looked up else; nil where it is not.
  var lookup: FromLookup?
  /// How the layouts of a style sheet's widths are looked up; nil where none are requested.
  var widthLookup: PendingSheet.Lookup?
  /// Those layouts.
  var widths: [StoredLayout] = []
  /// What the response depends on beside the layout; nil where nothing.
  var condition: Condition?

  /// Looks a version up that changes are counted from, for a waiter.
  typealias FromLookup =
    @Sendable (LayoutID, _ waiter: any LayoutWaiter) throws(LayoutFailure) ->
    LayoutRepository.Lookup
  /// How a request's If-None-Match names the response of a layout; nil where it does not.
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
      let work = ResponseWork(budget: budget, origin: origin, widths: widths)
      try writer.write(delivery, for: request, work, to: &response)
    } catch {
      let failure = time.failure(of: budget).map { Problem($0) }
      writer.write(failure ?? error, request.context, to: &response)
    }
    let held = response.body.count + (response.heldByteCount ?? 0)
    reply.send(response)
    return held
  }

  /// The version that changes are counted from, where it is here: what the layout was made of just now
  /// is another one where it was fetched.
  private func origin(of changes: ChangesRequest, _ delivery: LayoutDelivery) -> StoredLayout? {
    if let parent = delivery.parent, parent.id == changes.from { return parent }
    return from
  }

  /// What changes are counted from; nil where none are requested.
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
    return counted(from: other.layout).response.respond(delivery, in: time)
  }

  func fail(_ failure: LayoutFailure) { response.fail(failure) }
}
