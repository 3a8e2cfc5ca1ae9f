import HTTPMessage
import LayoutEngine

/// A response that waits for its layout.
struct PendingResponse: LayoutWaiter {
  let reply: any HTTPReply
  let request: LayoutRequest
  let writer: ResponseWriter
  /// The version that changes are counted from, where that is here already.
  var from: StoredLayout?

  var isWaiting: Bool { !reply.isAbandoned }

  func receive(_ delivery: LayoutDelivery, in time: JobTime) -> Int {
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
      let work = ResponseWork(budget: budget, origin: origin)
      try writer.write(delivery, for: request, work, to: &response)
    } catch {
      let failure = time.failure(of: budget).map { Problem($0) }
      writer.write(failure ?? error, request.context, to: &response)
    }
    let held = response.body.count + (response.heldByteCount ?? 0)
    reply.send(response)
    return held
  }

  /// What changes are counted from; nil where none are requested.
  private func origin(
    of delivery: LayoutDelivery, _ budget: LayoutBudget
  ) throws(Problem) -> ChangesOrigin? {
    guard case .changes(let changes, _) = request.subject else { return nil }
    guard let old = delivery.parent ?? from else { throw .notCached(changes.from) }
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
