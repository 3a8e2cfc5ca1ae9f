import HTTPMessage
import LayoutEngine

/// What is asked of layouts by id.
extension LayoutService {
  /// Elements found by a query that are answered on the event loop; more go to the workers.
  static let shortAnswer = 1_000
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
      subject: .attributes(query, try representation(format, request)),
      theme: parameters.theme, manner: .get,
      variesByAccept: format == nil, acceptsGzip: ContentCoding.acceptsGzip(request),
      context: context)
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
    _ format: Representation?, _ request: HTTPRequest
  ) throws(Problem) -> Representation {
    if let format { return format }
    guard let chosen = Representation.negotiated(request, offered: Representation.allCases) else {
      throw Problem(.notAcceptable, "Accept names no type in which attributes are answered")
    }
    return chosen
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
    if request.value(of: "if-none-match") != nil {
      let tag = ask.tag(id)
      let listed =
        EntityTag.matchesAny(request) && cache.contains(id) ? .strong : tag.listing(in: request)
      if let listed {
        fillNotModified(&response, tag, isWeak: listed == .weak, ask)
        return .respond
      }
    }
    guard let layout = cache.layout(id) else {
      throw Problem(
        .layoutNotCached,
        "PUT the document to /v1/layouts/\(id.text) with the same query to have it answered")
    }
    return try answer(layout, id, ask, &response, exchange)
  }

  /// Answers from a layout that is there.
  func answer(
    _ layout: CachedLayout, _ id: LayoutID, _ ask: LayoutAsk, _ response: inout HTTPResponse,
    _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    guard isLong(ask, layout.layout) else {
      try fill(&response, layout, id, ask, .hit, ServerTiming())
      return .respond
    }
    let reply = exchange.makeReply()
    let isTaken = queue.submit(byteCount: 0) { waited in
      guard !reply.isAbandoned else { return }
      var timing = ServerTiming()
      timing.queue = waited
      self.send(LayoutWaiter(reply: reply, ask: ask), layout, id, .hit, timing)
    }
    guard isTaken else { throw .overloaded("the line of waiting work is full") }
    return .later
  }

  /// Whether finding and writing the answer may hold the event loop up.
  private func isLong(_ ask: LayoutAsk, _ layout: PreparedLayout) -> Bool {
    switch ask.subject {
    case .summary, .targetOffset: false
    case .sections: layout.sectionCount > Self.shortSections
    case .attributes(let query, _):
      Self.estimate(query.selection, layout) > Double(Self.shortAnswer)
    }
  }

  /// About how many elements a selection finds, items taken as spread evenly over the content.
  private static func estimate(
    _ selection: LayoutQuery.Selection, _ layout: PreparedLayout
  ) -> Double {
    let all = Double(layout.itemCount + layout.sectionCount)
    guard all > Double(shortAnswer) else { return all }
    switch selection {
    case .indexPaths(let paths, _): return Double(paths.count)
    case .all: return all
    case .rect(let rect):
      let size = layout.contentSize
      let width = min(rect.maxX, size.width) - max(rect.minX, 0)
      let height = min(rect.maxY, size.height) - max(rect.minY, 0)
      guard width > 0, height > 0, size.width > 0, size.height > 0 else { return 0 }
      return all * (width / size.width) * (height / size.height)
    }
  }
}
