import HTTPMessage
import LayoutEngine

/// What is answered without any layout: always on the event loop.
extension LayoutService {
  /// The engine's revision.
  static var engineRevision: Int { EngineRevision.current }

  /// `/healthz`: the loop turns, so the process lives.
  func fillHealth(_ response: inout HTTPResponse, _ context: RequestContext) {
    fill(&response, Self.healthy, "application/json", context)
  }

  /// `/readyz`: 503 once the service is about to stop.
  func fillReadiness(
    _ response: inout HTTPResponse, _ context: RequestContext
  ) throws(Problem) {
    guard !isDraining else { throw Problem(.draining, "this instance is about to stop") }
    fill(&response, Self.ready, "application/json", context)
  }

  /// `/metrics`.
  func fillMetrics(
    _ response: inout HTTPResponse, _ request: HTTPRequest, _ context: RequestContext
  ) {
    let type = "text/plain; version=0.0.4; charset=utf-8"
    let text = metricsText()
    fill(&response, text, type, context, compressedFor: request) { Gzip.compressed(text) }
  }

  /// `/problems/NAME`.
  func fillProblemPage(
    _ response: inout HTTPResponse, _ kind: ProblemKind, _ context: RequestContext
  ) {
    let text =
      "\(kind.title) (\(kind.status.code) \(kind.rawValue))\n\n\(kind.explanation)\n"
    fill(&response, Array(text.utf8), "text/plain; charset=utf-8", context)
    response.addLines(Self.browserLines)
  }

  /// A file that the program carries with it.
  func fillPage(
    _ response: inout HTTPResponse, _ page: EmbeddedPage, _ request: HTTPRequest,
    _ context: RequestContext
  ) throws(Problem) {
    guard settings.isPlaygroundOn || !page.isPlayground else {
      throw Problem(.notFound, "the playground is turned off")
    }
    try requireMatch(page.tag, request)
    let listed =
      EntityTag.matchesAny(request, in: .ifNoneMatch) ? .strong : page.tag.listing(in: request)
    if let listed {
      response.status = .notModified
      response.addLines(lines.varyByCoding)
      response.addField("ETag") { page.tag.append(isWeak: listed == .weak, to: &$0) }
      response.addLines(lines.noStore)
      response.addContext(context)
    } else {
      let isCompressed = fill(
        &response, page.bytes, page.mediaType, context, compressedFor: request
      ) { page.compressed }
      response.addField("ETag") { page.tag.append(isWeak: isCompressed, to: &$0) }
    }
    response.addLines(Self.browserLines)
  }

  /// Fills in a body that is there whole.
  ///
  /// - Parameters:
  ///   - request: where its client takes gzip the body is compressed; nil for small ones.
  ///   - compress: the body as gzip; nil where that is not to be had.
  /// - Returns: whether it is compressed.
  @discardableResult
  private func fill(
    _ response: inout HTTPResponse, _ body: [UInt8], _ mediaType: String,
    _ context: RequestContext, compressedFor request: HTTPRequest? = nil,
    by compress: () -> [UInt8]? = { nil }
  ) -> Bool {
    response.addField("Content-Type", mediaType)
    if request != nil { response.addLines(lines.varyByCoding) }
    response.addLines(lines.noStore)
    response.addContext(context)
    if let request, body.count > Self.uncompressedLimit, ContentCoding.acceptsGzip(request),
      let compressed = compress()
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
  private static let browserLines = Array(
    ("Content-Security-Policy: default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'\r\n"
      + "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n").utf8)
}
