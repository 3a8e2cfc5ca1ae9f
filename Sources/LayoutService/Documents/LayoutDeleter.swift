import HTTPMessage
import LayoutAPI

/// Responds to DELETE of a layout, and drops the layouts that other replicas have deleted (Contract §20).
final class LayoutDeleter: Sendable {
  private let layouts: LayoutRepository
  private let digests: DigestCache
  private let responder: LayoutResponder
  private let writer: ResponseWriter
  private let proxies: TrustedProxies
  /// Whether layouts can be deleted: only if API keys are set, because anyone could delete them otherwise.
  private let isAllowed: Bool

  init(
    _ settings: ServiceSettings, _ layouts: LayoutRepository, _ digests: DigestCache,
    _ responder: LayoutResponder, _ writer: ResponseWriter
  ) {
    isAllowed = !settings.apiKeys.isEmpty
    proxies = settings.trustedProxies
    self.layouts = layouts
    self.digests = digests
    self.responder = responder
    self.writer = writer
  }

  /// Returns the reader of the deletions of other replicas; nil if there are none.
  func log(_ settings: ServiceSettings) -> DeletionLog? {
    guard isAllowed, let store = layouts.store else { return nil }
    // Half the time that a deletion may take, so that a read has the other half.
    return DeletionLog(store, every: Double(settings.storeTouch) / 2) { ids in
      // No client waits for this job.
      self.layouts.queue.resume(of: .unknown) { _ in
        for id in ids { self.drop(id) }
      }
    }
  }

  /// Checks the request, and has a worker delete the layout.
  ///
  /// The store deletes the text first. So no fetch that begins after the layout is dropped here finds it.
  func respond(
    _ id: LayoutID, _ head: HTTPRequest, _ context: RequestContext, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    guard isAllowed else {
      throw Problem(.forbidden, "DELETE needs API keys: start the service with TATAMI_API_KEYS")
    }
    for parameter in head.queryString {
      throw Problem(QueryParameter(parameter, of: head).refusal(known: ""))
    }
    let conditions = LayoutRequest(
      resource: SummaryResource(), operation: .store, variesByAccept: false, acceptsGzip: false,
      context: context, preconditions: DocumentPreconditions(head))
    try responder.check(conditions, about: id)
    let reply = exchange.makeReply()
    let client = HTTPClient(
      of: head, from: exchange.remoteAddress, trusting: proxies, account: context.account)
    let drop = { @Sendable in self.fail(Problem(LayoutFailure.queueIsFull), context, reply) }
    let job = WorkQueue.Job(byteCount: 0, drop: drop) { _ in
      self.delete(id, for: client, context, reply)
    }
    guard layouts.queue.submit(job, of: client) else { throw .queueIsFull }
    return .later
  }

  /// Deletes a layout; called on a worker.
  private func delete(
    _ id: LayoutID, for client: HTTPClient, _ context: RequestContext, _ reply: any HTTPReply
  ) {
    guard let store = layouts.store else {
      drop(id)
      return succeed(context, reply)
    }
    store.delete(id) { outage in
      self.layouts.queue.resume(of: client) { _ in
        self.drop(id)
        guard let outage else { return self.succeed(context, reply) }
        let problem = Problem.overloaded(
          "the layout is deleted on this replica, but the document store did not confirm its deletion"
            + " (\(outage.rawValue)): send DELETE again after Retry-After")
        self.fail(problem, context, reply)
      }
    }
  }

  /// Removes everything that this replica has of a layout; called on a worker.
  private func drop(_ id: LayoutID) {
    layouts.deleted.insert(id)
    for waiter in layouts.cache.remove(id) where waiter.isWaiting {
      waiter.fail(.notCached(id, layouts.store == nil ? nil : .missed))
    }
    responder.cache.remove(about: id)
    digests.remove(id)
  }

  private func succeed(_ context: RequestContext, _ reply: any HTTPReply) {
    var response = HTTPResponse()
    writer.writeDeleted(context, to: &response)
    reply.send(response)
  }

  private func fail(_ problem: Problem, _ context: RequestContext, _ reply: any HTTPReply) {
    guard !reply.isAbandoned else { return }
    var response = HTTPResponse()
    writer.write(problem, context, to: &response)
    reply.send(response)
  }
}
