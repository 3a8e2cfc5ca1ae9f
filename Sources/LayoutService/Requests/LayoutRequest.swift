import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// The fields of an HTTP request that are needed once its layout has been looked up or computed.
struct LayoutRequest: Sendable {
  /// The kind of method, which decides the response's status and fields.
  enum Operation: Sendable {
    /// GET or HEAD of a resource by id.
    case get
    /// POST or PUT: 201 if the layout is new.
    case store
    /// QUERY: always 200.
    case query
  }

  var resource: any LayoutResource
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
  /// Where the response is worth caching; nil if it is not worth it.
  var place: ResponseCache.Place?
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
    let read = try AttributesRequest(request, ending: ending)
    return LayoutRequest(
      resource: read.resource, operation: .get, variesByAccept: read.variesByAccept,
      acceptsGzip: ContentCoding.acceptsGzip(request), context: context,
      engine: try read.engine.checked())
  }

  /// Parses a request for a resource with one representation and no parameter but `engine`.
  static func plain(
    _ resource: some LayoutResource, _ request: HTTPRequest, _ context: RequestContext
  ) throws(Problem) -> LayoutRequest {
    let engine: EngineParameter
    do throws(BadQuery) {
      engine = try EngineParameter(only: request)
    } catch {
      throw Problem(error)
    }
    return try json(resource, request, context, engine)
  }

  /// Parses GET `…/target-offset`.
  static func targetOffset(
    _ request: HTTPRequest, _ context: RequestContext
  ) throws(Problem) -> LayoutRequest {
    let read: (query: TargetOffsetQuery, engine: EngineParameter)
    do throws(BadQuery) {
      read = try TargetOffsetQuery.read(request)
    } catch {
      throw Problem(error)
    }
    return try json(TargetOffsetResource(read.query), request, context, read.engine)
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
    return try json(IndexPathResource(query), request, context, engine)
  }

  /// Parses GET `…/changes`, or `…/changes.svg`.
  static func changes(
    _ request: HTTPRequest, _ context: RequestContext, isPicture: Bool
  ) throws(Problem) -> LayoutRequest {
    let read = try ChangesRequest(request, isPicture: isPicture)
    return LayoutRequest(
      resource: read.resource(from: nil), operation: .get, variesByAccept: read.variesByAccept,
      acceptsGzip: ContentCoding.acceptsGzip(request), context: context,
      engine: try read.engine.checked())
  }

  private static func json(
    _ resource: some LayoutResource, _ request: HTTPRequest, _ context: RequestContext,
    _ engine: EngineParameter
  ) throws(Problem) -> LayoutRequest {
    try Representation.requireJSON(request)
    return LayoutRequest(
      resource: resource, operation: .get, variesByAccept: true,
      acceptsGzip: ContentCoding.acceptsGzip(request), context: context,
      engine: try engine.checked())
  }
}

// MARK: Reading requests that bring a document or an update

extension LayoutRequest {
  /// Parses a POST's, PUT's or QUERY's request for the layout of its document.
  ///
  /// - Parameter takesFrom: whether the request may ask for the changes from another layout; a PUT may not.
  static func document(
    _ request: HTTPRequest, _ context: RequestContext, _ operation: Operation, takesFrom: Bool
  ) throws(Problem) -> LayoutRequest {
    if takesFrom, hasFrom(request) {
      let read = try ChangesRequest(document: request)
      return try upload(
        read.resource(from: nil), request, context, operation, read.variesByAccept, read.engine)
    }
    let read = try AttributesRequest(document: request)
    return try upload(
      read.resource, request, context, operation, read.variesByAccept, read.engine)
  }

  /// Parses an update's request for the version that it creates: its changes, or its summary.
  static func update(
    _ request: HTTPRequest, _ context: RequestContext, of parent: LayoutID
  ) throws(Problem) -> LayoutRequest {
    let read = try ChangesRequest(update: request)
    var upload = try upload(
      read.resource(from: parent), request, context, .store, read.variesByAccept, read.engine)
    upload.queryText = queryText(of: request, from: parent)
    return upload
  }

  private static func upload(
    _ resource: any LayoutResource, _ request: HTTPRequest, _ context: RequestContext,
    _ operation: Operation, _ variesByAccept: Bool, _ engine: EngineParameter
  ) throws(Problem) -> LayoutRequest {
    LayoutRequest(
      resource: resource, operation: operation, variesByAccept: variesByAccept,
      acceptsGzip: ContentCoding.acceptsGzip(request),
      queryText: request.query.map { Array(request.bytes[$0]) } ?? [], context: context,
      preconditions: DocumentPreconditions(request), engine: try engine.checked())
  }

  /// Whether a request that brings a document asks for the changes from another layout.
  private static func hasFrom(_ request: HTTPRequest) -> Bool {
    for parameter in request.queryString
    where QueryParameter(parameter, of: request).isNamed("from") { return true }
    return false
  }

  /// Returns the query of an update with the parameter `from`, which the query of its changes has.
  private static func queryText(of request: HTTPRequest, from parent: LayoutID) -> [UInt8] {
    guard let query = request.query else { return [] }
    var text: [UInt8] = []
    text.append("from=")
    parent.append(to: &text)
    text.append("&")
    return text + request.bytes[query]
  }

  /// Creates a request from parameters without HTTP (`tatami layout`).
  init(_ parameters: AttributesQuery) throws(Problem) {
    resource = try AttributesRequest(parameters).resource
    operation = .store
    variesByAccept = false
    acceptsGzip = false
    context = RequestContext(id: RequestID(number: 0), allowedOrigin: nil)
  }
}

// MARK: Resources

extension AttributesRequest {
  /// The resource that the request asks for.
  var resource: any LayoutResource {
    guard let query else { return SummaryResource() }
    return switch representation {
    case .json, .columns, .packed: AttributesResource(query, representation, form)
    case .svg: PictureResource(query, form)
    case .css: SheetResource(query, form)
    }
  }
}

extension ChangesRequest {
  /// Returns the resource that the request asks for.
  ///
  /// - Parameter parent: the layout that the request updates; nil if it names the version that the view shows.
  func resource(from parent: LayoutID?) -> any LayoutResource {
    guard let query, let from = from ?? parent else { return SummaryResource() }
    return switch representation {
    case .json, .columns, .packed, .css: ChangesResource(from: from, query, representation, form)
    case .svg: ChangesPictureResource(from: from, query, form)
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

extension LayoutRequest {
  /// The version from which the requested changes are computed; nil if none are requested.
  var from: LayoutID? {
    if case .version(let from) = resource.needs { from } else { nil }
  }

  /// Returns the tag of this request's response about the layout with that id.
  ///
  /// - Parameter fonts: the hash of the layout's fonts; 0 if it has no text styles.
  func tag(_ id: LayoutID, fonts: UInt32 = 0) -> EntityTag { resource.tag(id, fonts: fonts) }
}
