import HTTPMessage
import LayoutAPI
import Synchronization

/// Responds to requests that need no layout, always on the event loop: health, metrics and embedded files.
final class HealthHandler: Sendable {
  private let fields: ResponseHeaderFields
  private let metricsPage: MetricsPage
  private let isPlaygroundOn: Bool
  private let draining = Atomic<Bool>(false)

  init(_ fields: ResponseHeaderFields, _ metricsPage: MetricsPage, isPlaygroundOn: Bool) {
    self.fields = fields
    self.metricsPage = metricsPage
    self.isPlaygroundOn = isPlaygroundOn
    // Compress the files now instead of on a loop.
    _ = EmbeddedPage.all
  }

  /// Whether the service is about to stop.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Makes `/readyz` respond with 503.
  func beginDraining() {
    draining.store(true, ordering: .relaxed)
  }

  /// Responds to requests for health, readiness, metrics, explanations of problems and embedded files.
  ///
  /// - Throws: `not-found` for all other routes.
  func respond(
    to route: Route, _ request: HTTPRequest, _ context: RequestContext,
    _ response: inout HTTPResponse
  ) throws(Problem) {
    switch route {
    case .health: respondWithHealth(context, &response)
    case .readiness: try respondWithReadiness(context, &response)
    case .metrics: respondWithMetrics(request, context, &response)
    case .problem(let kind): respondWithProblem(kind, context, &response)
    case .page(let path): try respondWithPage(at: path, request, context, &response)
    default: throw .nothingThere
    }
  }

  /// Responds to `/healthz`: a loop that answers shows that the process is alive.
  private func respondWithHealth(_ context: RequestContext, _ response: inout HTTPResponse) {
    write(Self.healthy, "application/json", context, to: &response)
  }

  /// Responds to `/readyz`: 503 once the service is about to stop.
  private func respondWithReadiness(
    _ context: RequestContext, _ response: inout HTTPResponse
  ) throws(Problem) {
    guard !isDraining else { throw Problem(.draining, "this instance is shutting down") }
    write(Self.ready, "application/json", context, to: &response)
  }

  /// Responds to `/metrics`.
  private func respondWithMetrics(
    _ request: HTTPRequest, _ context: RequestContext, _ response: inout HTTPResponse
  ) {
    let text = metricsPage.text(isDraining: isDraining)
    let body = CodedBody(text, for: request) { Gzip.compressed(text) }
    write(
      body, "text/plain; version=0.0.4; charset=utf-8", fields.noStore, context, to: &response)
  }

  /// Responds to `/problems/NAME`.
  private func respondWithProblem(
    _ kind: ProblemKind, _ context: RequestContext, _ response: inout HTTPResponse
  ) {
    let text =
      "\(kind.title) (\(kind.status.code) \(kind.rawValue))\n\n\(kind.explanation)\n"
    write(Array(text.utf8), "text/plain; charset=utf-8", context, to: &response)
    response.addLines(Self.browserFields)
  }

  /// Responds with an embedded file.
  private func respondWithPage(
    at path: EmbeddedPath, _ request: HTTPRequest, _ context: RequestContext,
    _ response: inout HTTPResponse
  ) throws(Problem) {
    let page = EmbeddedPage.all[path.index]
    guard isPlaygroundOn || !page.isPlayground else {
      throw Problem(.notFound, "the playground is disabled (TATAMI_PLAYGROUND)")
    }
    guard !page.bytes.isEmpty else {
      throw Problem(
        .notFound,
        "this build does not include \(page.path): run `make wasm`, then build and start the service again"
      )
    }
    let listed = try page.tag.listing(for: request)
    let isNamed = request.query.map { request.bytes[$0].elementsEqual(page.version) } ?? false
    let control = isNamed ? fields.immutable : fields.revalidated
    if let listed {
      response.status = .notModified
      response.addLines(fields.varyByCoding)
      response.addField("ETag") { page.tag.append(isWeak: listed == .weak, to: &$0) }
      response.addLines(control)
      response.addContext(context)
    } else {
      let body = CodedBody(page.bytes, for: request, brotli: page.brotli) { page.gzip }
      write(body, page.mediaType, control, context, to: &response)
      response.addField("ETag") { page.tag.append(isWeak: body.coding != nil, to: &$0) }
    }
    response.addLines(Self.browserFields)
  }

  // MARK: Complete bodies

  private func write(
    _ body: [UInt8], _ mediaType: String, _ context: RequestContext,
    to response: inout HTTPResponse
  ) {
    response.addField("Content-Type", mediaType)
    response.addLines(fields.noStore)
    response.addContext(context)
    response.body.append(contentsOf: body)
  }

  /// Writes a body in the coding that the client accepts.
  ///
  /// - Parameter control: the Cache-Control field.
  private func write(
    _ body: CodedBody, _ mediaType: String, _ control: [UInt8], _ context: RequestContext,
    to response: inout HTTPResponse
  ) {
    response.addField("Content-Type", mediaType)
    response.addLines(fields.varyByCoding)
    response.addLines(control)
    response.addContext(context)
    if let coding = body.coding { response.addField("Content-Encoding", coding.rawValue) }
    response.body = body.bytes
  }

  private static let healthy = Array("{\"status\":\"ok\"}".utf8)
  private static let ready = Array("{\"status\":\"ready\"}".utf8)
  /// Keeps browsers from running or framing foreign content; WebAssembly may be compiled.
  private static let browserFields = Array(
    ("Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
      + "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
      + "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n").utf8)
}

/// A body as its client receives it: compressed if it is long and the client accepts a coding.
private struct CodedBody {
  let bytes: [UInt8]
  /// How the bytes are compressed; nil if they are not.
  let coding: ContentCoding?

  /// Chooses the coding that the client prefers; brotli if it likes both equally.
  ///
  /// - Parameters:
  ///   - brotli: the body as brotli; nil if there is none.
  ///   - gzip: returns the body as gzip; nil if there is none.
  init(
    _ plain: [UInt8], for request: HTTPRequest, brotli: [UInt8]? = nil, gzip: () -> [UInt8]?
  ) {
    let weights =
      plain.count > ResponseWriter.minCompressedBytes
      ? ContentCoding.weights(request) : (gzip: 0, brotli: 0)
    if let brotli, weights.brotli > 0, weights.brotli >= weights.gzip {
      (bytes, coding) = (brotli, .brotli)
    } else if weights.gzip > 0, let gzip = gzip() {
      (bytes, coding) = (gzip, .gzip)
    } else {
      (bytes, coding) = (plain, nil)
    }
  }
}
