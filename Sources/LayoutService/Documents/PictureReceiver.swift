import HTTPMessage
import LayoutAPI

/// Responds to GETs of pictures whose documents are in their queries (Contract §18).
///
/// Everything but reading the parameters is done on a worker: a few kilobytes may inflate to megabytes, and
/// take as long to lay out as any document.
final class PictureReceiver: Sendable {
  private let layouts: LayoutRepository
  private let responder: LayoutResponder
  private let inflight: InflightBytes
  private let bodyLimit: BodyLimit
  private let proxies: TrustedProxies

  init(
    _ settings: ServiceSettings, _ layouts: LayoutRepository, _ responder: LayoutResponder,
    _ inflight: InflightBytes
  ) {
    self.layouts = layouts
    self.responder = responder
    self.inflight = inflight
    bodyLimit = BodyLimit(settings)
    proxies = settings.trustedProxies
  }

  /// A requested picture.
  private struct Pending: Sendable {
    let request: PictureRequest
    let document: DocumentBytes
    let response: PendingResponse
    let client: HTTPClient
    /// The request's head, if If-None-Match is its only condition, because that needs no layout; else nil.
    let condition: HTTPRequest?
  }

  /// Has a worker respond to the request.
  func respond(
    to head: HTTPRequest, _ context: RequestContext, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    let request = try PictureRequest(head, context)
    guard let reservation = inflight.reserve(request.document.count) else {
      throw .tooManyInflight
    }
    let isTagged = ConditionFields(head) == .ifNoneMatch
    let pending = Pending(
      request: request, document: DocumentBytes(request.document, reservation),
      response: responder.pending(request.layout, head, exchange),
      client: HTTPClient(
        of: head, from: exchange.remoteAddress, trusting: proxies, account: context.account),
      condition: isTagged ? head.detached() : nil)
    let drop = { @Sendable in
      pending.document.release()
      pending.response.fail(LayoutFailure.queueIsFull)
    }
    let count = pending.document.byteCount
    let job = WorkQueue.Job(kind: .picture, byteCount: count, drop: drop) { turn in
      self.layOut(pending, in: self.layouts.time(of: turn))
    }
    guard layouts.queue.submit(job, of: pending.client) else { throw .queueIsFull }
    return .later
  }

  /// Inflates and hashes the document, and then computes its layout like that of an uploaded document.
  ///
  /// The document is not written to the store, since its URL contains it.
  private func layOut(_ pending: Pending, in time: JobTime) {
    guard pending.response.isWaiting else { return pending.document.release() }
    do throws(Problem) {
      guard let (text, id) = try text(of: pending, time) else {
        return layouts.queue.resume(of: pending.client) { turn in
          self.layOut(pending, in: self.layouts.time(of: turn, after: time.spent))
        }
      }
      if let listing = pending.condition.flatMap({ pending.request.layout.tag(id).listing(in: $0) })
      {
        text.release()
        return pending.response.sendNotModified(id, listing)
      }
      let source = LayoutSource(id: id, parent: nil, keeps: false)
      let job = LayoutJob(source: source, text: text, client: pending.client)
      layouts.compute(job, pending.response, in: time)
    } catch {
      pending.document.release()
      pending.response.fail(error)
    }
  }

  /// Returns the document's text and its id; returns nil, and leaves the document as it was, if the job must
  /// leave the spare place.
  private func text(
    of pending: Pending, _ time: JobTime
  ) throws(Problem) -> (DocumentBytes, LayoutID)? {
    let document = pending.document
    let reservation = document.reservation
    let budget = time.budget(memory: reservation) { pending.response.isWaiting }
    let bytes = document.take().joined()
    do throws(Gzip.Failure) {
      let text =
        pending.request.isCompressed
        ? try Gzip.inflated(bytes, limit: bodyLimit.bytes, held: reservation.count, budget) : bytes
      guard text.count <= bodyLimit.bytes else { throw .tooLarge }
      guard let id = LayoutID(hashing: text, of: nil, budget) else { throw .ended }
      return (DocumentBytes(text, reservation), id)
    } catch {
      switch error {
      case .malformed:
        throw Problem(BadQuery(detail: "document is not valid gzip", parameter: "document"))
      case .tooLarge: throw bodyLimit.refusal
      case .ended:
        guard time.endsSlice(budget) else {
          throw time.failure(of: budget).map { Problem($0) } ?? .ended
        }
        document.putBack(bytes)
        reservation.shrink(to: bytes.count)
        return nil
      }
    }
  }
}
