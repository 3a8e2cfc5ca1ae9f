import HTTPMessage
import Synchronization

/// Answers what needs no layout, always on the event loop: health, metrics, and the pages that the
/// program carries with it.
final class OperationsResponder: Sendable {
  private let fields: ResponseHeaderFields
  private let metricsPage: MetricsPage
  private let isPlaygroundOn: Bool
  private let draining = Atomic<Bool>(false)

  init(_ fields: ResponseHeaderFields, _ metricsPage: MetricsPage, isPlaygroundOn: Bool) {
    self.fields = fields
    self.metricsPage = metricsPage
    self.isPlaygroundOn = isPlaygroundOn
    // Compressed now instead of on a loop.
    _ = EmbeddedPage.all
  }

  /// Whether the service is about to stop.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Turns readiness to 503.
  func beginDraining() {
    draining.store(true, ordering: .relaxed)
  }

  /// Answers requests about the process.
  ///
  /// - Throws: `not-found` for all other routes.
  func respond(
    to route: Route, in exchange: RequestExchange, _ response: inout HTTPResponse
  ) throws(Problem) {
    switch route {
    case .health: respondWithHealth(exchange.context, &response)
    case .readiness: try respondWithReadiness(exchange.context, &response)
    case .metrics: respondWithMetrics(in: exchange, &response)
    case .problem(let kind): respondWithProblem(kind, exchange.context, &response)
    case .page(let path): try respondWithPage(at: path, in: exchange, &response)
    default: throw .nothingThere
    }
  }

  /// `/healthz`: the loop turns, so the process lives.
  private func respondWithHealth(_ context: RequestContext, _ response: inout HTTPResponse) {
    write(Self.healthy, "application/json", context, to: &response)
  }

  /// `/readyz`: 503 once the service is about to stop.
  private func respondWithReadiness(
    _ context: RequestContext, _ response: inout HTTPResponse
  ) throws(Problem) {
    guard !isDraining else { throw Problem(.draining, "this instance is about to stop") }
    write(Self.ready, "application/json", context, to: &response)
  }

  /// `/metrics`.
  private func respondWithMetrics(in exchange: RequestExchange, _ response: inout HTTPResponse) {
    let text = metricsPage.text()
    let type = "text/plain; version=0.0.4; charset=utf-8"
    write(text, type, in: exchange, to: &response) { Gzip.compressed(text) }
  }

  /// `/problems/NAME`.
  private func respondWithProblem(
    _ kind: ProblemKind, _ context: RequestContext, _ response: inout HTTPResponse
  ) {
    let text =
      "\(kind.title) (\(kind.status.code) \(kind.rawValue))\n\n\(kind.explanation)\n"
    write(Array(text.utf8), "text/plain; charset=utf-8", context, to: &response)
    response.addLines(Self.browserFields)
  }

  /// A file that the program carries with it.
  private func respondWithPage(
    at path: EmbeddedPath, in exchange: RequestExchange, _ response: inout HTTPResponse
  ) throws(Problem) {
    let page = EmbeddedPage.all[path.index]
    let request = exchange.request
    guard isPlaygroundOn || !page.isPlayground else {
      throw Problem(.notFound, "the playground is turned off")
    }
    try requireMatch(page.tag, request)
    let listed =
      EntityTag.matchesAny(request, in: .ifNoneMatch) ? .strong : page.tag.listing(in: request)
    if let listed {
      response.status = .notModified
      response.addLines(fields.varyByCoding)
      response.addField("ETag") { page.tag.append(isWeak: listed == .weak, to: &$0) }
      response.addLines(fields.noStore)
      response.addContext(exchange.context)
    } else {
      let isCompressed = write(page.bytes, page.mediaType, in: exchange, to: &response) {
        page.compressed
      }
      response.addField("ETag") { page.tag.append(isWeak: isCompressed, to: &$0) }
    }
    response.addLines(Self.browserFields)
  }

  /// Refuses a GET of a page whose If-Match does not name the page's tag.
  private func requireMatch(_ tag: EntityTag, _ request: HTTPRequest) throws(Problem) {
    guard ConditionFields(request).contains(.ifMatch),
      !EntityTag.matchesAny(request, in: .ifMatch), !tag.isMatched(by: request)
    else { return }
    throw .preconditionFailed(isThere: true)
  }

  // MARK: Bodies that are there whole

  private func write(
    _ body: [UInt8], _ mediaType: String, _ context: RequestContext,
    to response: inout HTTPResponse
  ) {
    response.addField("Content-Type", mediaType)
    response.addLines(fields.noStore)
    response.addContext(context)
    response.body.append(contentsOf: body)
  }

  /// Writes a body, compressed where it is long and its client takes that.
  ///
  /// - Parameter compressed: the body as gzip; nil where that is not to be had.
  /// - Returns: whether it is compressed.
  @discardableResult
  private func write(
    _ body: [UInt8], _ mediaType: String, in exchange: RequestExchange,
    to response: inout HTTPResponse, compressed: () -> [UInt8]?
  ) -> Bool {
    response.addField("Content-Type", mediaType)
    response.addLines(fields.varyByCoding)
    response.addLines(fields.noStore)
    response.addContext(exchange.context)
    if body.count > ResponseWriter.uncompressedLimit,
      ContentCoding.acceptsGzip(exchange.request), let compressed = compressed()
    {
      response.addField("Content-Encoding", StaticString("gzip"))
      response.body = compressed
      return true
    }
    response.body.append(contentsOf: body)
    return false
  }

  private static let healthy = Array("{\"status\":\"ok\"}".utf8)
  private static let ready = Array("{\"status\":\"ready\"}".utf8)
  /// What keeps a browser from running or framing anything that is not ours.
  private static let browserFields = Array(
    ("Content-Security-Policy: default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'\r\n"
      + "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n").utf8)
}
