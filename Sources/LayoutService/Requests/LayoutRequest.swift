import LayoutAPI
import HTTPMessage
import LayoutEngine
import LayoutWire

/// The part of an HTTP request that is needed once its layout has been looked up or computed.
struct LayoutRequest: Sendable {
  /// The requested information.
  enum Subject: Sendable {
    case summary
    case attributes(LayoutQuery, Representation)
    case sections
    case targetOffset(TargetOffsetQuery)
    case indexPath(PointQuery)
    case changes(ChangesRequest, Representation)
    case document
  }

  /// The kind of method, which decides the response's status and fields.
  enum Operation: Sendable {
    /// GET or HEAD of a resource by id.
    case get
    /// POST or PUT: 201 if the layout is new.
    case store
    /// QUERY: always 200.
    case query
  }

  var subject: Subject
  /// What the response has beside its representation.
  var form = ResponseForm()
  var operation: Operation
  /// Whether the response depends on Accept.
  var variesByAccept: Bool
  var acceptsGzip: Bool
  /// The query for Content-Location: as sent, or that of an update's changes; empty if there is none.
  var queryText: [UInt8] = []
  var context: RequestContext
  /// The preconditions for accepting a document; nil if there are none.
  var preconditions: DocumentPreconditions?
  /// The engine that the request names; nil if it names none.
  var engine: EngineName?
  /// The key under which the response is worth caching, and the key's bytes; nil if it is not worth it.
  var keeping: (key: RequestKey, bytes: [UInt8])?
}

// MARK: Reading requests by id

extension LayoutRequest {
  /// Parses GET `…/attributes`.
  ///
  /// - Parameter ending: the representation that the path's ending names (`…/attributes.svg`); nil
  ///   if `format` and Accept decide.
  static func attributes(
    _ request: HTTPRequest, _ context: RequestContext, ending: Representation?
  ) throws(Problem) -> LayoutRequest {
    let parameters = try AttributesQuery.read(request, ending: ending)
    guard let query = parameters.query else {
      throw Problem(.badQuery, "missing parameter: pass rect or indexPath")
    }
    if ending != nil, parameters.format != nil {
      throw Problem(
        BadQuery(detail: "format is fixed by the path's ending", parameter: "format"))
    }
    let format = ending ?? parameters.format
    return LayoutRequest(
      subject: Subject(
        query, try parameters.representation(format, request, isFixed: ending != nil)),
      form: parameters.form, operation: .get,
      variesByAccept: format == nil, acceptsGzip: ContentCoding.acceptsGzip(request),
      context: context,
      engine: try parameters.engine.checked())
  }

  /// Parses a request for a resource with one representation and no parameter but `engine`.
  static func plain(
    _ subject: Subject, _ request: HTTPRequest, _ context: RequestContext
  ) throws(Problem) -> LayoutRequest {
    let engine: EngineParameter
    do throws(BadQuery) {
      engine = try EngineParameter(only: request)
    } catch {
      throw Problem(error)
    }
    return try json(subject, request, context, engine)
  }

  /// Parses GET `…/target-offset`.
  static func targetOffset(
    _ request: HTTPRequest, _ context: RequestContext
  ) throws(Problem) -> LayoutRequest {
    let query: (query: TargetOffsetQuery, engine: EngineParameter)
    do throws(BadQuery) {
      query = try TargetOffsetQuery.read(request)
    } catch {
      throw Problem(error)
    }
    return try json(.targetOffset(query.query), request, context, query.engine)
  }

  /// Parses GET `…/index-path`.
  static func indexPath(
    _ request: HTTPRequest, _ context: RequestContext
  ) throws(Problem) -> LayoutRequest {
    let (query, engine): (PointQuery, EngineParameter)
    do throws(BadQuery) {
      let parameters = try PointParameters(request)
      (query, engine) = (try parameters.query, parameters.engine)
    } catch {
      throw Problem(error)
    }
    return try json(.indexPath(query), request, context, engine)
  }

  private static func json(
    _ subject: Subject, _ request: HTTPRequest, _ context: RequestContext,
    _ engine: EngineParameter
  ) throws(Problem) -> LayoutRequest {
    try Representation.requireJSON(request)
    return LayoutRequest(
      subject: subject, operation: .get, variesByAccept: true,
      acceptsGzip: ContentCoding.acceptsGzip(request), context: context,
      engine: try engine.checked())
  }
}

extension LayoutRequest.Subject {
  /// Creates the subject of a query for attributes.
  ///
  /// The cells of a style sheet follow the page's own scroll position, so a sheet ignores the query's bounds.
  fileprivate init(_ query: LayoutQuery, _ representation: Representation) {
    var query = query
    if representation == .css { query.bounds = nil }
    self = .attributes(query, representation)
  }
}

// MARK: Reading requests that bring a document

extension LayoutRequest {
  /// Parses a POST's, PUT's or QUERY's request for the layout of its document.
  ///
  /// - Parameter takesFrom: whether the request may ask for the changes from another layout; a PUT may not.
  static func document(
    _ request: HTTPRequest, _ context: RequestContext, _ operation: Operation, takesFrom: Bool
  ) throws(Problem) -> LayoutRequest {
    if takesFrom, hasFrom(request) { return try reload(request, context, operation) }
    let parameters = try AttributesQuery.read(request)
    let subject: Subject
    if let query = parameters.query {
      subject = Subject(query, try parameters.representation(parameters.format, request))
    } else {
      if parameters.format == nil { try Representation.requireJSON(request) }
      subject = try parameters.summary()
    }
    return LayoutRequest(
      subject: subject, form: parameters.form, operation: operation,
      variesByAccept: parameters.format == nil,
      acceptsGzip: ContentCoding.acceptsGzip(request),
      queryText: request.query.map { Array(request.bytes[$0]) } ?? [], context: context,
      preconditions: DocumentPreconditions(request),
      engine: try parameters.engine.checked())
  }

  /// Creates a request from parameters without HTTP (`tatami layout`).
  init(_ parameters: AttributesQuery) throws(Problem) {
    if let query = parameters.query {
      let representation = parameters.format ?? .json
      try parameters.requireStyle(of: representation)
      subject = Subject(query, representation)
    } else {
      subject = try parameters.summary()
    }
    form = parameters.form
    operation = .store
    variesByAccept = false
    acceptsGzip = false
    context = RequestContext(id: RequestID(number: 0), allowedOrigin: nil)
  }
}

extension AttributesQuery {
  fileprivate static func read(
    _ request: HTTPRequest, ending: Representation? = nil
  ) throws(Problem) -> AttributesQuery {
    do throws(BadQuery) {
      return try AttributesQuery(request, ending: ending)
    } catch {
      throw Problem(error)
    }
  }

  /// Returns the representation that `format` or the path names, else the one that Accept prefers.
  fileprivate func representation(
    _ format: Representation?, _ request: HTTPRequest, isFixed: Bool = false
  ) throws(Problem) -> Representation {
    let chosen = format ?? Representation.negotiated(request, offered: Representation.allCases)
    guard let chosen else {
      throw Problem(.notAcceptable, "Accept names none of the types of attributes")
    }
    try requireStyle(of: chosen, isFixed: isFixed)
    return chosen
  }

  /// Returns the subject of a request without `rect` and `indexPath`.
  fileprivate func summary() throws(Problem) -> LayoutRequest.Subject {
    guard format ?? .json == .json else {
      throw Problem(.notAcceptable, "without rect or indexPath the answer is JSON")
    }
    try requireStyle(of: .json)
    return .summary
  }

  /// Refuses parameters that do not fit the representation.
  fileprivate func requireStyle(
    of representation: Representation, isFixed: Bool = false
  ) throws(Problem) {
    do throws(BadQuery) {
      try checkStyle(of: representation, isFixed: isFixed)
    } catch {
      throw Problem(error)
    }
  }
}

extension Representation {
  /// Refuses clients that do not accept JSON.
  static func requireJSON(_ request: HTTPRequest) throws(Problem) {
    guard negotiated(request, offered: [.json]) != nil else {
      throw Problem(.notAcceptable, "this resource is application/json only")
    }
  }
}

extension EngineParameter {
  /// Returns the name, after checking its revision; the layout decides whether its fonts are the right ones.
  ///
  /// - Throws: `other-engine` if the revision is not this engine's.
  func checked() throws(Problem) -> EngineName? {
    guard let name else { return nil }
    guard name.revision == WholeNumber(EngineRevision.current) else {
      throw .otherEngine(than: name, current: .current(fonts: 0))
    }
    return name
  }
}

extension LayoutRequest.Subject {
  /// The requested elements; nil if the subject is not their attributes.
  var selection: LayoutQuery.Selection? {
    if case .attributes(let query, _) = self { query.selection } else { nil }
  }
}
