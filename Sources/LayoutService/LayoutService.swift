public import HTTPMessage
package import LayoutAPI
package import LayoutEngine
public import Logging

/// The application: receives a request, dispatches it to its handler, and writes the response (Contract).
///
/// It maps requests to responses without sockets and files of its own. Short responses are written
/// on the event loop, long ones by workers.
public final class LayoutService: HTTPHandler, HTTPClientNaming {
  let metrics = ServiceMetrics()
  let inflight: InflightBytes
  let layouts: LayoutRepository
  let documents: DocumentReceiver
  let writer: ResponseWriter
  private let pictures: PictureReceiver
  private let texts: TextsReceiver
  private let deleter: LayoutDeleter
  /// The reader of other replicas' deletions; nil without a store or API keys.
  let deletionReader: DeletionLog?
  let responder: LayoutResponder
  private let operations: HealthHandler
  private let operatorPages: DebugEndpointHandler
  private let cors: CORSPolicy
  private let keys: APIKeys
  private let accounts: KeyAccounts
  private let urlKeys: CurrentURLKeys
  private let sharesSignedPictures: Bool
  private let wallClock: @Sendable () -> Int
  private let proxies: TrustedProxies
  private let requestIDs = RequestIDSource()
  /// The logger's level, stored because reading it copies the logger's handler.
  private let logLevel: Logger.Level
  private let accessLog: AccessLog?

  /// Creates a service with an empty cache.
  ///
  /// - Parameters:
  ///   - settings: the settings of the service.
  ///   - environment: the clock, the store and whatever else the process provides.
  ///   - logger: receives everything but the access log.
  ///   - accessLog: receives a line for each request; nil writes none.
  public init(
    settings: ServiceSettings, environment: ServiceEnvironment = ServiceEnvironment(),
    logger: Logger, accessLog: AccessLog? = nil
  ) {
    logLevel = logger.logLevel
    self.accessLog = accessLog
    accounts = KeyAccounts(settings.keyLimits)
    keys = APIKeys(settings.apiKeys, accounts)
    urlKeys = CurrentURLKeys(settings.urlKeys)
    sharesSignedPictures = settings.sharesSignedPictures
    wallClock = environment.wallClock
    proxies = settings.trustedProxies
    cors = CORSPolicy(origins: settings.corsOrigins)
    let fields = ResponseHeaderFields(settings, cors)
    inflight = InflightBytes(limit: settings.maxInflightBytes)
    let (inflight, metrics) = (inflight, metrics)
    let texts = TextService(settings) { logger.warning("\($0)") }
    let store = environment.store.map { store in
      RemoteDocuments(
        store, settings, inflight, wallClock: environment.wallClock,
        asWorker: environment.asWorker, note: metrics.store.count)
    }
    layouts = LayoutRepository(
      settings: settings, queue: WorkQueue(settings, environment, accounts), texts: texts,
      store: store,
      note: metrics.count)
    writer = ResponseWriter(fields: fields, inflight: inflight, metrics: metrics)
    responder = LayoutResponder(layouts, writer, trusting: settings.trustedProxies)
    documents = DocumentReceiver(settings, layouts, responder, writer)
    pictures = PictureReceiver(settings, layouts, responder, inflight)
    self.texts = TextsReceiver(settings, texts, layouts, writer)
    deleter = LayoutDeleter(settings, layouts, documents.digests, responder, writer)
    deletionReader = deleter.log(settings)
    deletionReader?.begin()
    let page = MetricsPage(
      metrics: metrics, layouts: layouts, documents: documents, settings: settings,
      accounts: accounts, environment: environment)
    operatorPages = DebugEndpointHandler(layouts, settings, environment, fields)
    operations = HealthHandler(fields, page, isPlaygroundOn: settings.isPlaygroundOn)
  }

  /// Whether the service is about to stop; `/readyz` then responds with 503.
  public var isDraining: Bool { operations.isDraining }

  /// Makes `/readyz` respond with 503; all other requests are still served.
  public func beginDraining() { operations.beginDraining() }

  /// Replaces the API keys for the requests that follow; ignored if the service has none, or `keys` is empty.
  public func setAPIKeys(_ keys: [String]) { self.keys.replace(with: keys) }

  /// Replaces the keys that sign URLs, for the requests that follow; ignored if the service has none, or `keys` is
  /// empty.
  public func setURLKeys(_ keys: [String]) { urlKeys.replace(with: keys) }

  /// Returns the cached layout of an id and marks it as most recently used; nil if it is not cached.
  ///
  /// - Complexity: O(1), under one short lock.
  package func storedLayout(_ id: LayoutID) -> PreparedLayout? {
    layouts.cache.layout(id)?.layout
  }

  // MARK: HTTPHandler

  /// Responds to the request, receives its body, or passes it to the workers.
  public func receive(
    _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition {
    let route = Route(request)
    exchange.setTag(route.label.tag)
    var context = context(of: request)
    context.resource = route.label
    do throws(Problem) {
      return try respond(to: route, request, context, exchange, &response)
    } catch {
      writer.write(error, context, to: &response)
      return .respond
    }
  }

  /// Whether the request is for `/healthz` or `/readyz`.
  public func isProbe(_ request: HTTPRequest) -> Bool { Route(request).isOpen }

  /// Returns the client that a trusted proxy names in X-Forwarded-For; nil if no trusted proxy names one.
  public func client(of request: HTTPRequest, from peer: String) -> HTTPClient? {
    HTTPClient(namedIn: request, from: peer, by: proxies)
  }

  /// Returns the problem document with which the server itself refuses a request.
  public func refusal(_ status: HTTPStatus, detail: String) -> HTTPResponse {
    let context = RequestContext(id: requestIDs.make(), allowedOrigin: nil)
    var response = HTTPResponse()
    let kind =
      status == .serviceUnavailable && isDraining ? .draining : ProblemKind(refusal: status)
    writer.write(Problem(kind, detail), context, to: &response)
    return response
  }

  /// Counts and logs an ended exchange.
  public func finished(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord
  ) {
    let route = RouteLabel(tag: record.tag)
    metrics.count(
      route, request?.method ?? .other, response.status, duration: record.duration)
    let level = AccessLog.level(of: response.status, route)
    guard logLevel <= level else { return }
    accessLog?.write(request, response, record, level: level)
  }

  // MARK: From request to handler

  private func context(of request: HTTPRequest) -> RequestContext {
    RequestContext(
      id: RequestID(request) ?? requestIDs.make(),
      allowedOrigin: cors.isOff ? nil : cors.allowedOrigin(request))
  }

  /// Checks the API key or the URL's signature, then responds to the request.
  private func respond(
    to route: Route, _ request: HTTPRequest, _ context: RequestContext,
    _ exchange: any HTTPExchange, _ response: inout HTTPResponse
  ) throws(Problem) -> HTTPDisposition {
    var context = context
    let isPreflight = !cors.isOff && CORSPolicy.isPreflight(request)
    if !isPreflight {
      if let signed = try SignedURL(request, by: urlKeys.keys, now: wallClock) {
        if sharesSignedPictures, signed.isPicture(of: route) {
          context.sharedSeconds = signed.secondsLeft
        }
        return try answer(route, signed.request, context, exchange, &response)
      }
      if !keys.isEmpty, !route.isOpen {
        guard let account = keys.account(of: request) else {
          throw Problem(.unauthorized, "missing or unknown API key: send Authorization: Bearer KEY")
        }
        try accounts.admit(account)
        context.account = account
      }
    }
    return try answer(route, request, isPreflight: isPreflight, context, exchange, &response)
  }

  /// Checks the path and the method, then responds to the request.
  private func answer(
    _ route: Route, _ request: HTTPRequest, isPreflight: Bool = false, _ context: RequestContext,
    _ exchange: any HTTPExchange, _ response: inout HTTPResponse
  ) throws(Problem) -> HTTPDisposition {
    if case .unknown = route, !isPreflight { throw UnknownPath.problem(request) }
    if request.method == .options {
      writer.writeOptions(of: route, isPreflight: isPreflight, context, to: &response)
      return .respond
    }
    try route.check(request.method)
    return try dispatch(route, request, context, exchange, &response)
  }

  /// Passes the request to its handler.
  private func dispatch(
    _ route: Route, _ request: HTTPRequest, _ context: RequestContext,
    _ exchange: any HTTPExchange, _ response: inout HTTPResponse
  ) throws(Problem) -> HTTPDisposition {
    switch route {
    case .attributes(let id):
      return try responder.respondWithAttributes(of: id, request, context, exchange, &response)
    case .attributesPicture(let id):
      let picture = try LayoutRequest.attributes(request, context, ending: .svg)
      return try responder.respond(to: picture, about: id, request, exchange, &response)
    case .attributesSheet(let id):
      let sheet = try LayoutRequest.attributes(request, context, ending: .css)
      return try responder.respond(to: sheet, about: id, request, exchange, &response)
    case .attributesColumns(let id):
      let columns = try LayoutRequest.attributes(request, context, ending: .columns)
      return try responder.respond(to: columns, about: id, request, exchange, &response)
    case .attributesPacked(let id):
      let packed = try LayoutRequest.attributes(request, context, ending: .packed)
      return try responder.respond(to: packed, about: id, request, exchange, &response)
    case .layouts:
      let operation: LayoutRequest.Operation = request.method == .query ? .query : .store
      let document = try DocumentRequest(request, context, operation)
      return .collect(try documents.sink(for: document))
    case .layout(let id) where request.method == .put:
      let document = try DocumentRequest(request, context, .store, expected: id)
      return .collect(try documents.sink(for: document))
    case .layout(let id) where request.method == .delete:
      return try deleter.respond(id, request, context, exchange)
    case .layout(let id):
      let summary = try LayoutRequest.plain(SummaryResource(), request, context)
      return try responder.respond(to: summary, about: id, request, exchange, &response)
    case .sections(let id):
      let sections = try LayoutRequest.plain(SectionsResource(), request, context)
      return try responder.respond(to: sections, about: id, request, exchange, &response)
    case .targetOffset(let id):
      let offset = try LayoutRequest.targetOffset(request, context)
      return try responder.respond(to: offset, about: id, request, exchange, &response)
    case .indexPath(let id):
      let item = try LayoutRequest.indexPath(request, context)
      return try responder.respond(to: item, about: id, request, exchange, &response)
    case .updates(let id):
      let update = try DocumentRequest(request, context, .store, updating: id)
      return .collect(try documents.sink(for: update))
    case .changes(let id), .changesPicture(let id):
      let changes = try LayoutRequest.changes(
        request, context, isPicture: route.label == .changesPicture)
      return try responder.respond(to: changes, about: id, request, exchange, &response)
    case .document(let id):
      let document = try LayoutRequest.plain(DocumentResource(), request, context)
      return try responder.respond(to: document, about: id, request, exchange, &response)
    case .texts: return .collect(try texts.sink(for: request, context))
    case .fonts: return try texts.respondWithFonts(to: request, context, exchange)
    case .pictures: return try pictures.respond(to: request, context, exchange)
    case .health, .readiness, .metrics, .problem, .page, .service, .unknown:
      try operations.respond(to: route, request, context, &response)
      return .respond
    }
  }

  /// Responds to requests for the operator's endpoints only.
  func respondToOperator(
    _ request: HTTPRequest, _ response: inout HTTPResponse, _ exchange: any HTTPExchange
  ) -> HTTPDisposition {
    let context = context(of: request)
    do throws(Problem) {
      if let page = DebugEndpoint(request) {
        try Route.metrics.check(request.method, allow: "GET, HEAD")
        operatorPages.send(page, context, to: exchange)
        return .later
      }
      let route = Route(request)
      guard [.health, .readiness, .metrics].contains(route.label) else { throw .nothingThere }
      try route.check(request.method, allow: "GET, HEAD")
      try operations.respond(to: route, request, context, &response)
    } catch {
      writer.write(error, context, to: &response)
    }
    return .respond
  }
}
