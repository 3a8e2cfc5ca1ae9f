import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// Responds to requests about layouts by id: short ones on the event loop, long ones on a worker.
final class LayoutResponder: Sendable {
  /// Responses that are cached as bytes.
  let cache = ResponseCache()
  private let layouts: LayoutRepository
  private let writer: ResponseWriter
  private let proxies: TrustedProxies

  init(
    _ layouts: LayoutRepository, _ writer: ResponseWriter,
    trusting proxies: TrustedProxies
  ) {
    self.layouts = layouts
    self.writer = writer
    self.proxies = proxies
  }

  /// Responds to GET `…/attributes`, from `ResponseCache` if that has the response.
  func respondWithAttributes(
    of id: LayoutID, _ head: HTTPRequest, _ context: RequestContext,
    _ exchange: any HTTPExchange, _ response: inout HTTPResponse
  ) throws(Problem) -> HTTPDisposition {
    let start = MonotonicClock.now
    var place: ResponseCache.Place?
    // Cached bytes have the Cache-Control of URLs without a signature.
    if context.sharedSeconds == nil, let key = RequestKey(head, of: id) {
      switch cache.response(key, to: head, where: { layouts.cache.use(id, at: start) }) {
      case .here(let cached):
        writer.write(cached, context, since: start, to: &response)
        return .respond
      case .worthCaching: place = ResponseCache.Place(cache, key, of: head)
      case .unknown: break
      }
    }
    var request = try LayoutRequest.attributes(head, context, ending: nil)
    request.place = place
    return try respond(to: request, about: id, head, exchange, &response)
  }

  /// Responds to a request about a layout that is cached or may be fetched from the store.
  func respond(
    to request: LayoutRequest, about id: LayoutID, _ head: HTTPRequest,
    _ exchange: any HTTPExchange, _ response: inout HTTPResponse
  ) throws(Problem) -> HTTPDisposition {
    let start = MonotonicClock.now
    let conditions = ConditionFields(head)
    // The layout that If-Match is about may have to be fetched first.
    let waits =
      conditions.contains(.ifMatch) && layouts.store != nil && !layouts.cache.contains(id)
    // A deleted layout is not confirmed to caches, although a 304 needs no layout.
    let isDeleted = layouts.deleted.contains(id)
    if conditions.contains(.ifMatch), !waits { try requireMatch(id, request, head) }
    let isConditional = conditions.contains(.ifNoneMatch)
    if isConditional, !waits, !isDeleted, let listed = request.tag(id).listing(in: head) {
      writer.writeNotModified(id, listed, request, to: &response)
      return .respond
    }
    switch try lookUp(id, for: request, head, exchange, at: start) {
    case .absent: throw .notCached(id)
    case .later: return .later
    case .here(let layout):
      if let listed = try listing(
        of: request, layout, head, conditions, checksMatch: waits || isDeleted)
      {
        writer.writeNotModified(id, listed, request, fonts: layout.fonts, to: &response)
        return .respond
      }
      return try respond(to: request, with: layout, head, exchange, &response, since: start)
    }
  }

  /// Looks up a layout, or fetches it from the store for the request.
  private func lookUp(
    _ id: LayoutID, for request: LayoutRequest, _ head: HTTPRequest,
    _ exchange: any HTTPExchange, at now: UInt64
  ) throws(Problem) -> LayoutRepository.Lookup {
    do throws(LayoutFailure) {
      return try layouts.layout(id, at: now, for: { client(of: head, request.context, exchange) }) {
        pending(request, head, exchange)
      }
    } catch {
      throw Problem(error)
    }
  }

  /// Returns a response to a GET that is sent once its layout has been fetched or computed.
  func pending(
    _ request: LayoutRequest, _ head: HTTPRequest, _ exchange: any HTTPExchange
  ) -> PendingResponse {
    var pending = PendingResponse(
      exchange.makeReply(), request, writer, layouts,
      for: client(of: head, request.context, exchange))
    let conditions = ConditionFields(head)
    if !conditions.isEmpty {
      let head = head.detached()
      pending.condition = { layout throws(Problem) in
        try self.listing(of: request, layout, head, conditions, checksMatch: true)
      }
    }
    return pending
  }

  private func client(
    of head: HTTPRequest, _ context: RequestContext, _ exchange: any HTTPExchange
  ) -> HTTPClient {
    HTTPClient(of: head, from: exchange.remoteAddress, trusting: proxies, account: context.account)
  }

  /// Checks the request's conditions, and returns whether If-None-Match lists the response's entity tag.
  ///
  /// nil if it does not; otherwise whether it lists the tag as strong or as weak (`*` counts as strong).
  ///
  /// - Parameter checksMatch: false if the caller has already checked If-Match and the tags in If-None-Match.
  private func listing(
    of request: LayoutRequest, _ layout: StoredLayout, _ head: HTTPRequest,
    _ conditions: ConditionFields, checksMatch: Bool
  ) throws(Problem) -> EntityTag.Listing? {
    if checksMatch, conditions.contains(.ifMatch) {
      try requireMatch(layout.id, request, head, layout)
    }
    guard conditions.contains(.ifNoneMatch) else { return nil }
    if EntityTag.matchesAny(head, in: .ifNoneMatch) {
      try requireResponse(to: request, layout)
      return .strong
    }
    // If If-Match was checked before, If-None-Match was checked too, unless the tag depends on fonts.
    guard checksMatch || layout.fonts != 0 else { return nil }
    return request.tag(layout.id, fonts: layout.fonts).listing(in: head)
  }

  /// Responds to a request from its layout: on the event loop if that takes little time, else on a worker.
  ///
  /// - Parameter start: the time when the work began; nil if it begins now.
  func respond(
    to request: LayoutRequest, with layout: StoredLayout, _ head: HTTPRequest,
    _ exchange: any HTTPExchange, _ response: inout HTTPResponse, since start: UInt64? = nil
  ) throws(Problem) -> HTTPDisposition {
    let start = start ?? MonotonicClock.now
    let delivery = LayoutDelivery(layout: layout, outcome: .hit)
    if let from = request.from, layouts.store != nil, !layouts.cache.contains(from) {
      return try respondLater(delivery, to: request, from: nil, head, exchange)
    }
    let other = try other(of: request, layout)
    let isWritten = try writeShort(
      request.resource, delivery, for: request, from: other, since: start, to: &response)
    return isWritten
      ? .respond : try respondLater(delivery, to: request, from: other, head, exchange)
  }

  /// Writes a response if that takes little time: if only a few thousand elements are visited, however unevenly the
  /// layout is filled, and what was found is written in 0.2 ms by estimate.
  ///
  /// - Returns: whether the response is written; otherwise a worker must write it, because it might block the event
  ///   loop.
  private func writeShort(
    _ resource: some LayoutResource, _ delivery: LayoutDelivery, for request: LayoutRequest,
    from other: StoredLayout?, since start: UInt64, to response: inout HTTPResponse
  ) throws(Problem) -> Bool {
    var subject = ResponseSubject(delivery.layout.version)
    if let other {
      subject.base = ResponseSubject.Base(short: other.version, to: delivery.layout.version)
    }
    guard !resource.needsWorker(for: subject),
      let found = try resource.find(in: subject, .short)
    else { return false }
    var cost = WritingCost(isCompressed: request.acceptsGzip)
    resource.add(found, in: subject, to: &cost)
    guard cost.isShort else { return false }
    let work = ResponseWork(start: start)
    try writer.write(resource, found, of: subject, delivery, for: request, work, to: &response)
    return true
  }

  /// Has a worker respond to a request from its layout.
  private func respondLater(
    _ delivery: LayoutDelivery, to request: LayoutRequest, from other: StoredLayout?,
    _ head: HTTPRequest, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    var pending = PendingResponse(
      exchange.makeReply(), request, writer, layouts,
      for: client(of: head, request.context, exchange))
    pending.delivery = delivery
    pending.from = other
    try pending.takeTurn()
    return .later
  }

  /// Returns the version from which changes are computed; nil if the request is not for changes.
  private func other(
    of request: LayoutRequest, _ layout: StoredLayout
  ) throws(Problem) -> StoredLayout? {
    guard let from = request.from else { return nil }
    guard from != layout.id else { return layout }
    guard let other = layouts.cache.layout(from) else { throw .notCached(from) }
    return other
  }

  // MARK: Preconditions

  /// Refuses a request with a document if its preconditions are not met.
  ///
  /// The preconditions are checked against the layout if it is cached: they may list the tag of its summary,
  /// or that of the requested response.
  func check(_ request: LayoutRequest, about id: LayoutID) throws(Problem) {
    guard let preconditions = request.preconditions else { return }
    let isStored = layouts.cache.contains(id)
    let fonts = isStored ? fonts(of: id) : 0
    let tags =
      isStored
      ? [SummaryResource().tag(id, fonts: fonts), request.tag(id, fonts: fonts)] : []
    guard preconditions.hold(for: tags) else { throw .preconditionFailed(isThere: isStored) }
  }

  /// Returns the hash of a layout's fonts; 0 if it is not cached, or has no text styles.
  func fonts(of id: LayoutID) -> UInt32 { layouts.cache.layout(id)?.fonts ?? 0 }

  /// Returns whether a QUERY's If-None-Match lists the response's tag as strong or as weak.
  ///
  /// nil if it does not list the tag, or if the request is not a QUERY.
  ///
  /// As for a GET, a listed tag matches even if the layout is not cached; `*` matches only if it is cached
  /// and the response would not be a problem.
  func listing(
    of request: LayoutRequest, about id: LayoutID
  ) throws(Problem) -> EntityTag.Listing? {
    try request.preconditions?.listing(of: request.tag(id, fonts: fonts(of: id))) {
      () throws(Problem) in
      guard layouts.cache.contains(id), let layout = layouts.cache.layout(id) else { return false }
      try requireResponse(to: request, layout)
      return true
    }
  }

  /// Refuses a GET by id if its If-Match does not list the response's tag.
  ///
  /// If the response would be 404 without the condition, it is 404 (RFC 9110 §13.2.1).
  ///
  /// - Parameter layout: the layout; nil if it is to be looked up in the cache.
  private func requireMatch(
    _ id: LayoutID, _ request: LayoutRequest, _ head: HTTPRequest, _ layout: StoredLayout? = nil
  ) throws(Problem) {
    guard layout != nil || layouts.cache.contains(id) else { throw .notCached(id) }
    let fonts = layout?.fonts ?? fonts(of: id)
    let isMatched =
      EntityTag.matchesAny(head, in: .ifMatch)
      || request.tag(id, fonts: fonts).isMatched(by: head)
    guard !isMatched else { return }
    if let layout = layout ?? layouts.cache.layout(id) {
      try requireResponse(to: request, layout)
    }
    throw .preconditionFailed(isThere: true)
  }

  /// Throws the problem that the response would be, such as that a requested element does not exist.
  ///
  /// In a precondition, `*` matches only a response that exists (RFC 9110 §13.1.2).
  private func requireResponse(
    to request: LayoutRequest, _ stored: StoredLayout
  ) throws(Problem) {
    _ = try other(of: request, stored)
    try Self.requireFound(request.resource, stored)
  }

  private static func requireFound(
    _ resource: some LayoutResource, _ stored: StoredLayout
  ) throws(Problem) {
    _ = try resource.find(in: ResponseSubject(stored.version), .short)
  }
}
