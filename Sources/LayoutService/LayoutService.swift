public import HTTPMessage
package import LayoutEngine
public import Logging
import Synchronization

/// The application: what becomes of each request (Contract).
///
/// A function of requests, without sockets, clocks and files of its own: it answers on the event
/// loop what is short, and gives what is long to its workers.
public final class LayoutService: HTTPHandler {
  let settings: ServiceSettings
  let surroundings: ServiceSurroundings
  let cache: LayoutCache<LayoutWaiter>
  let knownDocuments = KnownDocuments()
  let queue: WorkQueue
  let inflight: InflightBytes
  /// What jobs hold beside their bodies: twice what bodies and answers may.
  let jobMemory: InflightBytes
  /// Buffer space of uploads that has not been filled yet, counted apart: the system gives no memory
  /// for it before.
  let roomAhead: InflightBytes
  let bodyLimit: BodyLimit
  let metrics = ServiceMetrics()
  let cors: CORSPolicy
  let lines: ReadyLines
  let logger: Logger
  /// The logger's, which costs a copy of its handler to ask.
  private let logLevel: Logger.Level
  private let keys: APIKeys
  private let requestIDs = RequestIDSource()
  private let accessLog: AccessLog?
  private let draining = Atomic<Bool>(false)

  /// Creates a service with an empty cache.
  ///
  /// - Parameter accessLog: gets a line for each request; nil writes none.
  public init(
    settings: ServiceSettings, surroundings: ServiceSurroundings = ServiceSurroundings(),
    logger: Logger, accessLog: AccessLog? = nil
  ) {
    self.settings = settings
    self.surroundings = surroundings
    self.logger = logger
    logLevel = logger.logLevel
    self.accessLog = accessLog
    cache = LayoutCache(budget: settings.cacheBytes) { !$0.reply.isAbandoned }
    queue = WorkQueue(
      workers: settings.workers, maxWaiting: settings.maxQueue,
      maxWaitingBytes: settings.maxInflightBytes, asWorker: surroundings.asWorker,
      giveMemoryBack: surroundings.giveMemoryBack)
    inflight = InflightBytes(limit: settings.maxInflightBytes)
    jobMemory = InflightBytes(
      limit: settings.maxInflightBytes.multipliedReportingOverflow(by: 2).overflow
        ? .max : 2 * settings.maxInflightBytes)
    roomAhead = InflightBytes(limit: settings.maxInflightBytes)
    bodyLimit = BodyLimit(settings)
    keys = APIKeys(settings.apiKeys)
    // Compressed now instead of on a loop.
    _ = EmbeddedPage.all
    cors = CORSPolicy(origins: settings.corsOrigins)
    lines = ReadyLines(
      maxAge: settings.maxAge, isPrivate: !settings.apiKeys.isEmpty,
      variesByOrigin: cors.variesByOrigin)
  }

  /// Whether the service is about to stop: `/readyz` says so from then on.
  public var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Turns `/readyz` to 503; everything else is still answered.
  public func beginDraining() {
    draining.store(true, ordering: .relaxed)
  }

  /// The stored layout of an id, which thereby becomes the one most recently used; nil where none
  /// is stored.
  ///
  /// - Complexity: O(1), under one short lock.
  package func storedLayout(_ id: LayoutID) -> PreparedLayout? {
    cache.layout(id)?.layout
  }

  // MARK: HTTPHandler

  /// Answers the request, asks for its body, or gives it to the workers.
  public func receive(
    _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition {
    let context = context(of: request)
    do {
      return try route(request, context, &response, exchange)
    } catch {
      fill(&response, error, context)
      return .respond
    }
  }

  /// Takes a document that has arrived whole.
  public func complete(
    _ request: HTTPRequest, body: any HTTPBodySink, response: inout HTTPResponse,
    exchange: any HTTPExchange
  ) -> HTTPDisposition {
    guard let sink = body as? DocumentSink else {
      fill(&response, Problem(.internalError, "the body was lost"), context(of: request))
      return .respond
    }
    do {
      return try place(sink, request, &response, exchange)
    } catch {
      fill(&response, error, sink.ask.context)
      return .respond
    }
  }

  /// Whether the request asks for `/healthz` or `/readyz`.
  public func isProbe(_ request: HTTPRequest) -> Bool { Route(request).isOpen }

  /// Makes the problem document of what the server refuses by itself.
  public func refusal(_ status: HTTPStatus, detail: String) -> HTTPResponse {
    let context = RequestContext(id: requestIDs.make(), allowedOrigin: nil)
    var response = HTTPResponse()
    fill(&response, Problem(ProblemKind(refusal: status), detail), context)
    return response
  }

  /// Counts and logs an exchange that has ended.
  public func finished(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord
  ) {
    let route = request?.routeLabel ?? .other
    metrics.count(
      route, request?.method ?? .other, response.status, duration: record.duration)
    let level = AccessLog.level(of: response.status, route)
    guard logLevel <= level else { return }
    accessLog?.write(
      AccessLog.Entry(request: request, response: response, record: record), level: level)
  }

  // MARK: Before the routes

  private func context(of request: HTTPRequest) -> RequestContext {
    RequestContext(
      id: RequestID(request) ?? requestIDs.make(),
      allowedOrigin: cors.isOff ? nil : cors.allowedOrigin(request))
  }

  private func route(
    _ request: HTTPRequest, _ context: RequestContext, _ response: inout HTTPResponse,
    _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    let route = Route(request)
    if request.method == .options {
      guard cors.isOff || !CORSPolicy.isPreflight(request) else {
        return options(of: route, isPreflight: true, context, &response)
      }
    }
    if !keys.isEmpty, !route.isOpen, !keys.open(request) {
      throw Problem(.unauthorized, "Authorization: Bearer KEY with a known key is needed")
    }
    if case .unknown = route { throw Problem(.notFound, "there is nothing at this path") }
    if request.method == .options {
      return options(of: route, isPreflight: false, context, &response)
    }
    try check(request.method, of: route, allow: route.allow)
    return try answer(route, request, context, &response, exchange)
  }

  /// Refuses methods that are not known by name, and those that the resource does not know.
  private func check(
    _ method: HTTPMethod, of route: Route, allow: StaticString
  ) throws(Problem) {
    guard method != .other else {
      throw Problem(.notImplemented, "no resource here has this method")
    }
    guard route.knows(method) else { throw .methodNotAllowed("\(method.text)", allow: allow) }
  }

  private func answer(
    _ route: Route, _ request: HTTPRequest, _ context: RequestContext,
    _ response: inout HTTPResponse, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    switch route {
    case .attributes(let id):
      return try answerAttributes(of: id, request, context, &response, exchange)
    case .attributesPicture(let id):
      let ask = try attributesAsk(request, context, picture: true)
      return try answerByID(id, ask, request, &response, exchange)
    case .layout(let id) where request.method == .put:
      return .collect(try documentSink(request, context, manner: .store, expected: id))
    case .layouts:
      let manner: LayoutAsk.Manner = request.method == .query ? .query : .store
      return .collect(try documentSink(request, context, manner: manner, expected: nil))
    case .layout(let id):
      let ask = try plainAsk(.summary, request, context)
      return try answerByID(id, ask, request, &response, exchange)
    case .sections(let id):
      let ask = try plainAsk(.sections, request, context)
      return try answerByID(id, ask, request, &response, exchange)
    case .targetOffset(let id):
      let ask = try targetOffsetAsk(request, context)
      return try answerByID(id, ask, request, &response, exchange)
    case .health: fillHealth(&response, context)
    case .readiness: try fillReadiness(&response, context)
    case .metrics: fillMetrics(&response, request, context)
    case .problem(let kind): fillProblemPage(&response, kind, context)
    case .page(let page): try fillPage(&response, page, request, context)
    case .service, .unknown: throw Problem(.notFound, "there is nothing at this path")
    }
    return .respond
  }

  private func options(
    of route: Route, isPreflight: Bool, _ context: RequestContext, _ response: inout HTTPResponse
  ) -> HTTPDisposition {
    response.status = .noContent
    response.addField("Allow", route.allow)
    if case .layouts = route { response.addLines(lines.acceptQuery) }
    response.addLines(lines.noStore)
    if isPreflight {
      response.addLines(lines.varyPreflight)
      if context.allowedOrigin != nil {
        CORSPolicy.addPreflightFields(allow: route.allow, to: &response)
      }
    }
    response.addContext(context)
    return .respond
  }

  /// Answers the operator's endpoints alone.
  func answerOperator(_ request: HTTPRequest, _ response: inout HTTPResponse) {
    let context = context(of: request)
    do throws(Problem) {
      let route = Route(request)
      guard [.health, .readiness, .metrics].contains(route.label) else {
        throw Problem(.notFound, "there is nothing at this path")
      }
      try check(request.method, of: route, allow: "GET, HEAD")
      switch route {
      case .health: fillHealth(&response, context)
      case .readiness: try fillReadiness(&response, context)
      default: fillMetrics(&response, request, context)
      }
    } catch {
      fill(&response, error, context)
    }
  }

  /// Fills in the problem document.
  func fill(_ response: inout HTTPResponse, _ problem: Problem, _ context: RequestContext) {
    metrics.countRejection(problem.kind)
    response.reset()
    problem.fill(&response)
    response.addLines(lines.noStore)
    response.addContext(context)
  }
}

/// Field lines that are the same in every answer, made once.
struct ReadyLines: Sendable {
  /// Cache-Control of GETs by id.
  let cacheable: [UInt8]
  /// Cache-Control of everything else.
  let noStore = Array("Cache-Control: no-store\r\n".utf8)
  /// Accept-Query of `/v1/layouts` (RFC 10008).
  let acceptQuery = Array("Accept-Query: \"application/json\"\r\n".utf8)
  /// Vary of answers whose form `format` names.
  let varyByCoding: [UInt8]
  /// Vary of answers whose form Accept chooses.
  let varyByAccept: [UInt8]
  /// All fixed lines of the commonest answer, a GET found in the cache; see `hit`.
  private let hits: [[UInt8]]
  /// Vary of preflights.
  let varyPreflight = Array(
    "Vary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers\r\n".utf8)

  init(maxAge: Int, isPrivate: Bool, variesByOrigin: Bool) {
    let origin = variesByOrigin ? ", Origin" : ""
    cacheable = Array(
      "Cache-Control: \(isPrivate ? "private" : "public"), max-age=\(maxAge)\r\n".utf8)
    varyByCoding = Array("Vary: Accept-Encoding\(origin)\r\n".utf8)
    varyByAccept = Array("Vary: Accept-Encoding, Accept\(origin)\r\n".utf8)
    var hits: [[UInt8]] = []
    for representation in Representation.allCases {
      for vary in [varyByCoding, varyByAccept] {
        let type = Array("Content-Type: \(representation.mediaType)\r\n".utf8)
        let status = Array("Cache-Status: \(CacheStatus.hit.field)\r\n".utf8)
        hits.append(type + cacheable + vary + status)
      }
    }
    self.hits = hits
  }

  /// Content-Type, Cache-Control, Vary and Cache-Status of a GET found in the cache.
  func hit(_ representation: Representation, variesByAccept: Bool) -> [UInt8] {
    hits[Int(representation.rawValue) * 2 + (variesByAccept ? 1 : 0)]
  }
}
