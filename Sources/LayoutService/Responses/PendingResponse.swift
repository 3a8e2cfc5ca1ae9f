import HTTPMessage
import LayoutEngine

/// A response that waits for its layout.
struct PendingResponse: LayoutWaiter {
  let reply: any HTTPReply
  let request: LayoutRequest
  let writer: ResponseWriter

  var isWaiting: Bool { !reply.isAbandoned }

  func receive(_ delivery: LayoutDelivery, in time: JobTime) -> Int {
    let budget = time.budget { !reply.isAbandoned }
    var delivery = delivery
    delivery.times.queue = time.waited
    var response = HTTPResponse()
    do throws(Problem) {
      guard !time.isUp else { throw Problem(time.failure) }
      try writer.write(delivery, for: request, ResponseWork(budget: budget), to: &response)
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
