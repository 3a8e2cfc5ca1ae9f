import HTTPMessage
import LayoutEngine
import LayoutWire

/// Answers requests about layouts by id: short ones on the event loop, long ones on a worker.
final class LayoutResponder: Sendable {
  /// The maximum number of elements and sections that one query visits on the event loop.
  static let shortSearch = 4_000
  /// The maximum number of elements of each of two versions that are compared on the event loop.
  ///
  /// Finding an element by its kind may visit all others.
  static let shortChanges = 40

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

  /// Answers GET `…/attributes`, with cached bytes if the request is frequent.
  func respondWithAttributes(
    of id: LayoutID, _ head: HTTPRequest, _ context: RequestContext,
    _ exchange: any HTTPExchange, _ response: inout HTTPResponse
  ) throws(Problem) -> HTTPDisposition {
    let start = MonotonicClock.now
    let key = RequestKey(head, of: id)
    var keeping: RequestKey?
    if let key {
      switch writer.cache.response(key, to: head, where: { layouts.cache.use(id, at: start) }) {
      case .here(let cached):
        writer.write(cached, context, since: start, to: &response)
        return .respond
      case .worthKeeping: keeping = key
      case .unknown: break
      }
    }
    var request = try LayoutRequest.attributes(head, context, ending: nil)
    if let keeping { request.keeping = (keeping, RequestKey.bytes(of: head)) }
    return try respond(to: request, about: id, head, exchange, &response)
  }

  /// Answers a request about a layout that is cached, or can be fetched from the store.
  func respond(
    to request: LayoutRequest, about id: LayoutID, _ head: HTTPRequest,
    _ exchange: any HTTPExchange, _ response: inout HTTPResponse
  ) throws(Problem) -> HTTPDisposition {
    let start = MonotonicClock.now
    let conditions = ConditionFields(head)
    // The layout that If-Match is about may have to be fetched first.
    let waits =
      conditions.contains(.ifMatch) && layouts.store != nil && !layouts.cache.contains(id)
    if conditions.contains(.ifMatch), !waits { try requireMatch(id, request, head) }
    let isConditional = conditions.contains(.ifNoneMatch)
    if isConditional, !waits, let listed = request.tag(id).listing(in: head) {
      writer.writeNotModified(id, listed, request, to: &response)
      return .respond
    }
    switch try lookUp(id, for: request, head, exchange, at: start) {
    case .absent: throw .notCached(id)
    case .later: return .later
    case .here(let layout):
      if let listed = try listing(of: request, layout, head, conditions, checksMatch: waits) {
        writer.writeNotModified(id, listed, request, to: &response)
        return .respond
      }
      return try respond(to: request, with: layout, head, exchange, &response, since: start)
    }
  }

  /// Looks a layout up, or fetches it for the request.
  private func lookUp(
    _ id: LayoutID, for request: LayoutRequest, _ head: HTTPRequest,
    _ exchange: any HTTPExchange, at now: UInt64
  ) throws(Problem) -> LayoutRepository.Lookup {
    do throws(LayoutFailure) {
      return try layouts.layout(id, at: now, for: { client(of: head, exchange) }) {
        pending(request, head, exchange)
      }
    } catch {
      throw Problem(error)
    }
  }

  /// Returns the response to a GET whose layout comes later.
  func pending(
    _ request: LayoutRequest, _ head: HTTPRequest, _ exchange: any HTTPExchange
  ) -> PendingResponse {
    var pending = PendingResponse(
      exchange.makeReply(), request, writer, layouts, for: client(of: head, exchange))
    let conditions = ConditionFields(head)
    if !conditions.isEmpty {
      let head = head.detached()
      pending.condition = { layout throws(Problem) in
        try self.listing(of: request, layout, head, conditions, checksMatch: true)
      }
    }
    return pending
  }

  private func client(of head: HTTPRequest, _ exchange: any HTTPExchange) -> HTTPClient {
    HTTPClient(of: head, from: exchange.remoteAddress, trusting: proxies)
  }

  /// Returns the form in which If-None-Match lists the response about a layout; nil if it does not.
  ///
  /// - Parameter checksMatch: whether If-Match has still to be checked.
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
    // If If-Match was checked before, If-None-Match was checked too.
    return checksMatch ? request.tag(layout.id).listing(in: head) : nil
  }

  /// Answers from a layout that is available.
  ///
  /// - Parameter start: the time when the work began; nil if it begins now.
  func respond(
    to request: LayoutRequest, with layout: StoredLayout, _ head: HTTPRequest,
    _ exchange: any HTTPExchange, _ response: inout HTTPResponse, since start: UInt64? = nil
  ) throws(Problem) -> HTTPDisposition {
    let start = start ?? MonotonicClock.now
    let delivery = LayoutDelivery(layout: layout, outcome: .hit)
    if case .changes(let changes, _) = request.subject, layouts.store != nil,
      !layouts.cache.contains(changes.from)
    {
      return try respondLater(delivery, to: request, from: nil, head, exchange)
    }
    let other = try other(of: request, layout)
    switch try effort(of: request, layout, other) {
    case .short(var work):
      work.start = start
      try writer.write(delivery, for: request, work, to: &response)
      return .respond
    case .long: return try respondLater(delivery, to: request, from: other, head, exchange)
    }
  }

  /// Has a worker answer from a layout that is available.
  private func respondLater(
    _ delivery: LayoutDelivery, to request: LayoutRequest, from other: StoredLayout?,
    _ head: HTTPRequest, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    var pending = PendingResponse(
      exchange.makeReply(), request, writer, layouts, for: client(of: head, exchange))
    pending.delivery = delivery
    pending.from = other
    try pending.takeTurn()
    return .later
  }

  /// Returns the version from which changes are computed; nil if none are requested.
  private func other(
    of request: LayoutRequest, _ layout: StoredLayout
  ) throws(Problem) -> StoredLayout? {
    guard case .changes(let changes, _) = request.subject else { return nil }
    guard let other = layouts.cache.layout(changes.from) else { throw .notCached(changes.from) }
    guard other.id.family == layout.id.family else { throw .unrelated(other.id, layout.id) }
    return other
  }

  // MARK: Preconditions

  /// Refuses a document whose preconditions do not hold.
  ///
  /// Preconditions are about the cached layout. Its tags are those of its summary and of the requested
  /// response.
  func check(_ request: LayoutRequest, about id: LayoutID) throws(Problem) {
    guard let preconditions = request.preconditions else { return }
    let isStored = layouts.cache.contains(id)
    let tags = isStored ? [request.tag(id, of: .summary), request.tag(id)] : []
    guard preconditions.hold(for: tags) else { throw .preconditionFailed(isThere: isStored) }
  }

  /// Returns the form in which a QUERY's If-None-Match lists the response's tag; nil if it does not.
  ///
  /// As for a GET, a listed tag needs no cached layout, and `*` matches only an existing response.
  func listing(
    of request: LayoutRequest, about id: LayoutID
  ) throws(Problem) -> EntityTag.Listing? {
    try request.preconditions?.listing(of: request.tag(id)) { () throws(Problem) in
      guard layouts.cache.contains(id), let layout = layouts.cache.layout(id) else { return false }
      try requireResponse(to: request, layout)
      return true
    }
  }

  /// Refuses a GET by id whose If-Match does not list the response's tag.
  ///
  /// A response that would be 404 stays 404 (RFC 9110 §13.2.1).
  ///
  /// - Parameter layout: the layout, if the caller has it.
  private func requireMatch(
    _ id: LayoutID, _ request: LayoutRequest, _ head: HTTPRequest, _ layout: StoredLayout? = nil
  ) throws(Problem) {
    guard layout != nil || layouts.cache.contains(id) else { throw .notCached(id) }
    let isMatched =
      EntityTag.matchesAny(head, in: .ifMatch) || request.tag(id).isMatched(by: head)
    guard !isMatched else { return }
    if let layout = layout ?? layouts.cache.layout(id) {
      try requireResponse(to: request, layout)
    }
    throw .preconditionFailed(isThere: true)
  }

  /// Throws the problem of the response if a requested element or section does not exist.
  ///
  /// `*` matches only an existing response (RFC 9110 §13.1.2).
  private func requireResponse(
    to request: LayoutRequest, _ stored: StoredLayout
  ) throws(Problem) {
    _ = try other(of: request, stored)
    let layout = stored.layout
    do throws(QueryError) {
      switch request.subject {
      case .summary, .sections, .changes, .document: break
      case .attributes(let query, _): _ = try layout.select(query, effort: Self.shortSearch)
      case .targetOffset(.proposal(let proposal)): _ = try layout.targetOffset(proposal)
      case .targetOffset(.showing(let path, let position)):
        _ = try layout.targetOffset(showing: path, at: position)
      }
    } catch {
      throw Problem(error, selecting: request.subject.selection)
    }
  }

  // MARK: Effort

  /// The estimated time to find and write a response.
  private enum Effort {
    /// Short enough for the event loop; with the results found so far.
    case short(ResponseWork)
    /// So long that it might block the event loop.
    case long
  }

  /// Estimates the cost of a response, and finds its elements if that is cheap.
  ///
  /// However unevenly a layout is filled, the event loop visits a few thousand elements at most, and writes
  /// for at most 0.2 ms.
  private func effort(
    of request: LayoutRequest, _ stored: StoredLayout, _ other: StoredLayout?
  ) throws(Problem) -> Effort {
    let layout = stored.layout
    var cost = WritingCost(isCompressed: request.acceptsGzip)
    switch request.subject {
    case .summary, .targetOffset: return .short(ResponseWork())
    case .sections:
      cost.addSections(layout.sectionCount)
      return cost.isShort ? .short(ResponseWork()) : .long
    case .document:
      cost.addDocument(sections: layout.sectionCount, byteCount: stored.byteCount)
      return cost.isShort ? .short(ResponseWork()) : .long
    case .changes(_, let representation):
      guard let other, layout.hasElements(atMost: Self.shortChanges),
        other.layout.hasElements(atMost: Self.shortChanges),
        let map = writer.lineage.directMap(from: other, to: stored),
        map.runCount <= Self.shortSearch
      else { return .long }
      cost.addChanges(
        of: 2 * Self.shortChanges, byteCount: stored.byteCount + other.byteCount,
        as: representation)
      guard cost.isShort else { return .long }
      return .short(ResponseWork(base: ChangesBase(layout: other, map: map)))
    case .attributes(let query, let representation):
      guard request.sheet.widths.isEmpty else { return .long }
      do throws(QueryError) {
        guard let selection = try layout.select(query, effort: Self.shortSearch) else {
          return .long
        }
        cost.add(selection, as: representation, hasOnlyCells: stored.hasOnlyCells)
        switch representation {
        case .json, .columns, .packed: break
        case .svg:
          let sections = SVGAttributesEncoder.drawnSections(of: selection, query, layout)
          cost.addDrawnSections(sections.count)
        case .css:
          cost.addRules(selection, selectorBytes: request.sheet.style.selector.text.utf8.count)
        }
        return cost.isShort ? .short(ResponseWork(selection: selection)) : .long
      } catch {
        throw Problem(error, selecting: query.selection)
      }
    }
  }
}
