import HTTPMessage
import LayoutEngine
import LayoutWire

/// What is asked of layouts by id.
extension LayoutService {
  /// Elements found by a query that are answered on the event loop; more go to the workers.
  static let shortAnswer = 1_000
  /// Bytes of ids in an answer that is written on the event loop.
  static let shortIDs = 64 << 10
  /// Elements and sections that are looked at on the event loop for one query.
  static let shortSearch = 4_000
  /// Sections that are summed up on the event loop.
  static let shortSections = 1_000

  /// Reads what GET `…/attributes` asks.
  func attributesAsk(
    _ request: HTTPRequest, _ context: RequestContext, picture: Bool
  ) throws(Problem) -> LayoutAsk {
    let parameters = try attributesQuery(request)
    guard let query = parameters.query else {
      throw Problem(.badQuery, "rect or indexPath is needed")
    }
    if picture, parameters.format != nil {
      throw Problem(.badQuery, "format is fixed by the path's ending")
    }
    let format = picture ? .svg : parameters.format
    return LayoutAsk(
      subject: .attributes(query, try representation(of: parameters, format, request)),
      style: parameters.style, manner: .get,
      variesByAccept: format == nil, acceptsGzip: ContentCoding.acceptsGzip(request),
      context: context)
  }

  /// Answers GET `…/attributes`: by the same bytes as before, where it has been asked often.
  func answerAttributes(
    of id: LayoutID, _ request: HTTPRequest, _ context: RequestContext,
    _ response: inout HTTPResponse, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    let start = Ticks.now
    let key = AnswerKey(request, of: id)
    let finding = key.map { cache.ready($0, in: request, of: id) } ?? .unknown
    if case .found(let answer) = finding {
      fill(&response, answer, context, since: start)
      return .respond
    }
    var ask = try attributesAsk(request, context, picture: false)
    if let key, case .wanted = finding { ask.keeping = (key, AnswerKey.bytes(of: request)) }
    return try answerByID(id, ask, request, &response, exchange)
  }

  /// Reads a request for what has no parameters and only one representation.
  func plainAsk(
    _ subject: LayoutAsk.Subject, _ request: HTTPRequest, _ context: RequestContext
  ) throws(Problem) -> LayoutAsk {
    do {
      try UnknownParameter.refuseAll(request)
    } catch {
      throw Problem(error)
    }
    return try jsonAsk(subject, request, context)
  }

  /// Reads what GET `…/target-offset` asks.
  func targetOffsetAsk(
    _ request: HTTPRequest, _ context: RequestContext
  ) throws(Problem) -> LayoutAsk {
    let query: TargetOffsetQuery
    do {
      query = try TargetOffsetQuery(request)
    } catch {
      throw Problem(error)
    }
    return try jsonAsk(.targetOffset(query), request, context)
  }

  private func jsonAsk(
    _ subject: LayoutAsk.Subject, _ request: HTTPRequest, _ context: RequestContext
  ) throws(Problem) -> LayoutAsk {
    try requireJSON(request)
    return LayoutAsk(
      subject: subject, manner: .get, variesByAccept: true,
      acceptsGzip: ContentCoding.acceptsGzip(request), context: context)
  }

  /// Reads the query of attributes.
  func attributesQuery(_ request: HTTPRequest) throws(Problem) -> AttributesQuery {
    do {
      return try AttributesQuery(request)
    } catch {
      throw Problem(error)
    }
  }

  /// The representation that `format` names, else the one that Accept prefers.
  func representation(
    of parameters: AttributesQuery, _ format: Representation?, _ request: HTTPRequest
  ) throws(Problem) -> Representation {
    let chosen = format ?? Representation.negotiated(request, offered: Representation.allCases)
    guard let chosen else {
      throw Problem(.notAcceptable, "Accept names no type in which attributes are answered")
    }
    try checkStyle(of: parameters, chosen)
    return chosen
  }

  /// Refuses a style of what is no picture.
  func checkStyle(
    of parameters: AttributesQuery, _ representation: Representation
  ) throws(Problem) {
    do {
      try parameters.checkStyle(of: representation)
    } catch {
      throw Problem(error)
    }
  }

  /// Refuses clients that don't take JSON.
  func requireJSON(_ request: HTTPRequest) throws(Problem) {
    guard Representation.negotiated(request, offered: [.json]) != nil else {
      throw Problem(.notAcceptable, "this is answered as application/json only")
    }
  }

  /// Answers a GET from the cache: on the loop what is short, by the workers what is not.
  func answerByID(
    _ id: LayoutID, _ ask: LayoutAsk, _ request: HTTPRequest, _ response: inout HTTPResponse,
    _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    let conditions = ConditionFields(request)
    if conditions.contains(.ifMatch) { try requireMatch(id, ask, request) }
    let isConditional = conditions.contains(.ifNoneMatch)
    if isConditional, let listed = ask.tag(id).listing(in: request) {
      fillNotModified(&response, id, listed, ask)
      return .respond
    }
    guard let layout = cache.layout(id) else {
      throw .notCached(id)
    }
    if isConditional, EntityTag.matchesAny(request, in: .ifNoneMatch) {
      try requireAnswer(to: ask, layout.layout)
      fillNotModified(&response, id, .strong, ask)
      return .respond
    }
    return try answer(layout, id, ask, request, &response, exchange)
  }

  /// Throws what the answer would be where there is no such element or section: `*` matches only
  /// what there is (RFC 9110 §13.1.2).
  func requireAnswer(to ask: LayoutAsk, _ layout: PreparedLayout) throws(Problem) {
    do throws(QueryError) {
      switch ask.subject {
      case .summary, .sections: break
      case .attributes(let query, _): _ = try layout.select(query, effort: Self.shortSearch)
      case .targetOffset(.proposal(let proposal)): _ = try layout.targetOffset(proposal)
      case .targetOffset(.showing(let path, let position)):
        _ = try layout.targetOffset(showing: path, at: position)
      }
    } catch {
      throw Problem(error)
    }
  }

  /// Answers from a layout that is there.
  func answer(
    _ layout: CachedLayout, _ id: LayoutID, _ ask: LayoutAsk, _ request: HTTPRequest,
    _ response: inout HTTPResponse, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    let start = Ticks.now
    switch try effort(of: ask, layout.layout) {
    case .short(let selection):
      try fill(
        &response, layout, id, ask, .hit, ServerTiming(), found: selection, since: start)
      return .respond
    case .long:
      let reply = exchange.makeReply()
      let waiter = LayoutWaiter(reply: reply, ask: ask)
      let job = WorkQueue.Job(byteCount: 0, drop: { self.fail([waiter], .lineIsFull) }) { waited in
        guard !reply.isAbandoned else { return }
        let time = JobTime(waited: waited, seconds: self.settings.workTimeout)
        self.send(waiter, layout, id, .hit, ServerTiming(), time)
      }
      guard queue.submit(job, of: workClient(request, exchange)) else { throw .lineIsFull }
      return .later
    }
  }

  /// How long finding and writing an answer takes.
  private enum Effort {
    /// So short that the event loop does it; with what the query finds, where there is one.
    case short(AttributesSelection?)
    /// So long that it might hold the event loop up.
    case long
  }

  /// Finds out by doing it: however unevenly a layout is filled, the loop looks at a few thousand
  /// elements at most.
  private func effort(of ask: LayoutAsk, _ layout: PreparedLayout) throws(Problem) -> Effort {
    switch ask.subject {
    case .summary, .targetOffset: return .short(nil)
    case .sections: return layout.sectionCount > Self.shortSections ? .long : .short(nil)
    case .attributes(let query, let representation):
      do {
        guard let selection = try layout.select(query, effort: Self.shortSearch),
          selection.count <= Self.shortAnswer, selection.idByteCount <= Self.shortIDs
        else { return .long }
        if representation == .svg {
          let sections = SVGAttributesEncoder.drawnSections(of: selection, query, layout)
          guard sections.count <= Self.shortSections else { return .long }
        }
        return .short(selection)
      } catch {
        throw Problem(error)
      }
    }
  }
}
