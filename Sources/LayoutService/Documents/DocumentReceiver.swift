import HTTPMessage
import LayoutAPI

/// Receives documents and updates on the event loop, and responds when they have arrived.
final class DocumentReceiver: Sendable {
  /// The maximum bytes of a body.
  let bodyLimit: BodyLimit
  /// Counts the bytes of all bodies.
  let inflight: InflightBytes
  /// Counts the buffer space of uploads that is not filled yet.
  ///
  /// Counted separately, because the system provides no memory for it before it is filled.
  let speculativeBytes: InflightBytes
  /// The remembered documents and their hashes.
  let digests = DigestCache()
  let writer: ResponseWriter
  private let layouts: LayoutRepository
  let responder: LayoutResponder
  private let proxies: TrustedProxies

  init(
    _ settings: ServiceSettings, _ layouts: LayoutRepository,
    _ responder: LayoutResponder, _ writer: ResponseWriter
  ) {
    bodyLimit = BodyLimit(settings)
    inflight = writer.inflight
    speculativeBytes = InflightBytes(limit: settings.maxInflightBytes)
    proxies = settings.trustedProxies
    self.layouts = layouts
    self.responder = responder
    self.writer = writer
  }

  /// Returns a sink for the body, or refuses the request before its body arrives.
  func sink(for request: DocumentRequest) throws(Problem) -> DocumentSink {
    let claimed = request.claimedLength ?? 0
    try bodyLimit.check(claimed)
    // Decided again when the body has arrived; an early refusal spares the client the upload.
    if let expected = request.expected { try responder.check(request.layout, about: expected) }
    // The claimed length takes no memory: bytes are reserved as they arrive.
    guard inflight.hasRoom(forUpload: max(claimed, min(1, inflight.limit))),
      let reservation = inflight.reserve(0)
    else { throw .tooManyInflight }
    return DocumentSink(request, reservation, self)
  }

  /// Responds to a document that has arrived completely and is not compressed.
  func respond(
    to sink: DocumentSink, _ head: HTTPRequest, _ exchange: any HTTPExchange,
    _ response: inout HTTPResponse
  ) throws(Problem) -> HTTPDisposition {
    let id = sink.identify()
    let base = try check(sink.request, id)
    let request = sink.request.layout
    if let listing = try responder.listing(of: request, about: id) {
      writer.writeNotModified(
        id, listing, request, fonts: responder.fonts(of: id), to: &response)
      return .respond
    }
    let lookup = layouts.layout(
      sink.request.source(id), for: { client(of: head, sink.request.layout.context, exchange) },
      waiter: {
        var pending = PendingResponse(
          exchange.makeReply(), request, writer, layouts,
          for: client(of: head, sink.request.layout.context, exchange))
        pending.from = base
        return pending
      },
      document: { sink.takeDocument() })
    switch lookup {
    case .here(let layout):
      sink.remember(as: id)
      return try responder.respond(to: request, with: layout, head, exchange, &response)
    case .later: return .later
    case .absent: throw .notCached(id)
    }
  }

  /// Has a worker inflate and hash a compressed document, and compute its layout.
  func inflateLater(
    _ sink: DocumentSink, _ head: HTTPRequest, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    let document = sink.takeDocument()
    let request = sink.request
    let client = client(of: head, sink.request.layout.context, exchange)
    let waiter = PendingResponse(
      exchange.makeReply(), request.layout, writer, layouts, for: client)
    let drop = { @Sendable in
      document.release()
      waiter.fail(LayoutFailure.queueIsFull)
    }
    let job = WorkQueue.Job(kind: .inflate, byteCount: document.byteCount, drop: drop) { turn in
      self.inflate(document, request, for: client, waiter, in: self.layouts.time(of: turn))
    }
    guard layouts.queue.submit(job, of: client) else { throw .queueIsFull }
    return .later
  }

  /// Inflates and hashes a document on a worker, and computes its layout like any other's.
  func inflate(
    _ document: DocumentBytes, _ request: DocumentRequest, for client: HTTPClient,
    _ waiter: PendingResponse, in time: JobTime
  ) {
    guard waiter.isWaiting else { return document.release() }
    do throws(Problem) {
      guard
        let (inflated, id) = try inflate(
          document, of: request.parent, time, isWanted: { waiter.isWaiting })
      else {
        return layouts.queue.resume(of: client) { turn in
          let time = self.layouts.time(of: turn, after: time.spent)
          self.inflate(document, request, for: client, waiter, in: time)
        }
      }
      var pending = waiter
      pending.from = try check(request, id)
      if let listing = try responder.listing(of: request.layout, about: id) {
        document.release()
        return waiter.sendNotModified(id, listing, fonts: responder.fonts(of: id))
      }
      let job = LayoutJob(source: request.source(id), text: inflated, client: client)
      layouts.compute(job, pending, in: time)
    } catch {
      document.release()
      waiter.fail(error)
    }
  }

  private func client(
    of head: HTTPRequest, _ context: RequestContext, _ exchange: any HTTPExchange
  ) -> HTTPClient {
    HTTPClient(of: head, from: exchange.remoteAddress, trusting: proxies, account: context.account)
  }

  /// Refuses a document that is not the one in the path, whose preconditions do not hold, or that is to be compared
  /// with a layout which is certainly not available.
  ///
  /// - Returns: the layout that the document is to be compared with, so that the document's own cannot evict it; nil
  ///   if there is none, or if it is not cached but may be in the store.
  private func check(_ request: DocumentRequest, _ id: LayoutID) throws(Problem) -> StoredLayout? {
    try request.check(id)
    try responder.check(request.layout, about: id)
    guard request.parent == nil, let from = request.layout.from, from != id else { return nil }
    if layouts.cache.contains(from), let base = layouts.cache.layout(from) { return base }
    guard layouts.store != nil else { throw .notCached(from) }
    return nil
  }

  /// Inflates and hashes a document; returns nil, and leaves the document as it was, if the job must leave the
  /// spare place.
  private func inflate(
    _ document: DocumentBytes, of parent: LayoutID?, _ time: JobTime, isWanted: @escaping () -> Bool
  ) throws(Problem) -> (DocumentBytes, LayoutID)? {
    let reservation = document.reservation
    let budget = time.budget(memory: reservation, isWanted: isWanted)
    var body = document.take()
    let isJoined = body.join(budget)
    let compressed = body.joined()
    do throws(Gzip.Failure) {
      guard isJoined else { throw .ended }
      // The reservation for the compressed bytes is reused for the text, unless the store gets those bytes.
      let store = parent == nil ? layouts.store : nil
      let isKept = store?.takesMember(of: compressed.count, for: .max) ?? false
      let held = reservation.count - (isKept ? compressed.count : 0)
      let inflated = try Gzip.inflate(
        compressed, limit: bodyLimit.bytes, held: held, budget)
      let text = inflated.text
      guard let id = LayoutID(hashing: text, of: parent, budget) else { throw .ended }
      let isMember =
        inflated.memberCount == 1
        && store?.takesMember(of: compressed.count, for: text.count) ?? false
      return (DocumentBytes(text, reservation, member: isMember ? compressed : nil), id)
    } catch {
      switch error {
      case .malformed: throw Problem(.badRequest, "the body is not valid gzip")
      case .tooLarge: throw bodyLimit.refusal
      case .ended:
        guard time.endsSlice(budget) else {
          throw time.failure(of: budget).map { Problem($0) } ?? .ended
        }
        document.putBack(compressed)
        reservation.shrink(to: compressed.count)
        return nil
      }
    }
  }
}
