import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// The budget of a response, and when its work began.
struct ResponseWork {
  /// The budget of the work; nil if the work is short.
  var budget: LayoutBudget?
  /// The time when the work began; nil if it begins now.
  var start: UInt64?
  /// The layouts of the widths of a style sheet; empty if none are requested.
  var widths: [StoredLayout] = []
}

/// Writes the fields and bodies of responses, for layouts and for problems.
final class ResponseWriter: Sendable {
  /// The bytes of text beyond which a body is streamed to clients that do not accept gzip.
  static let wholeLimit = 256 << 10
  /// The bytes of text beyond which a body is streamed to clients that accept gzip, uncompressed.
  ///
  /// Up to this length, the whole text is encoded at once, because compression needs it. Compressing longer
  /// ones would take an event loop 3.5 ms per MB, and writing them takes 0.9 (Contract §5).
  static let maxCompressedBytes = 8 << 20
  /// The bytes of text up to which compression does not pay.
  static let minCompressedBytes = 1 << 10
  /// The bytes of a body beyond which it counts as in flight until it has been sent.
  static let countedLimit = 64 << 10

  let fields: ResponseHeaderFields
  let inflight: InflightBytes
  let metrics: ServiceMetrics

  /// - Parameter inflight: counts large responses until they have been sent.
  init(fields: ResponseHeaderFields, inflight: InflightBytes, metrics: ServiceMetrics) {
    self.fields = fields
    self.inflight = inflight
    self.metrics = metrics
  }

  /// Finds what a request asks for, and writes the response.
  ///
  /// - Throws: `no-such-element`; a problem if too many bytes are in flight, or if the budget ended the work.
  ///   The caller then fills the response with the problem.
  func write(
    _ resource: some LayoutResource, of subject: ResponseSubject, _ delivery: LayoutDelivery,
    for request: LayoutRequest, _ work: ResponseWork, to response: inout HTTPResponse
  ) throws(Problem) {
    var work = work
    work.start = work.start ?? MonotonicClock.now
    try Self.checkFonts(of: request, delivery.layout)
    guard let found = try resource.find(in: subject, .whole(work.budget)) else { throw .ended }
    try write(resource, found, of: subject, delivery, for: request, work, to: &response)
  }

  /// Writes the response to a request about a layout, from what was found in it.
  ///
  /// - Throws: as the method that finds it.
  func write<Resource: LayoutResource>(
    _ resource: Resource, _ found: Resource.Found, of subject: ResponseSubject,
    _ delivery: LayoutDelivery, for request: LayoutRequest, _ work: ResponseWork,
    to response: inout HTTPResponse
  ) throws(Problem) {
    let isFound = MonotonicClock.now
    let start = work.start ?? isFound
    try Self.checkFonts(of: request, delivery.layout)
    var body = ResponseBody(response.body, acceptsGzip: request.acceptsGzip)
    response.body = []
    try resource.write(found, of: subject, to: &body, work.budget)
    response.body = body.bytes
    response.stream = body.stream
    let isCompressed = compress(&response, request, work.budget)
    guard work.budget?.isEnded != true else { throw .ended }
    let end = MonotonicClock.now
    var times = delivery.times
    times.query = end &- start
    metrics.record(.query, isFound &- start)
    metrics.record(.encode, end &- isFound)
    try count(&response, delivery.layout, work.widths)
    addFields(of: delivery, request, isCompressed: isCompressed, to: &response)
    // Cache only responses to hits: after a fetch from the store, the next response has another Cache-Status.
    if delivery.outcome == .hit, delivery.store == nil { request.place?.insert(response) }
    times.addServerTiming(to: &response)
    response.addContext(request.context)
  }

  /// Refuses a request that names an engine with other fonts than the layout's.
  private static func checkFonts(
    of request: LayoutRequest, _ layout: StoredLayout
  ) throws(Problem) {
    guard let engine = request.engine, engine.fonts != 0, engine.fonts != layout.fonts else {
      return
    }
    throw .otherEngine(than: engine, current: .current(fonts: layout.fonts))
  }

  /// Writes a response that is cached as bytes.
  ///
  /// - Parameter start: the time when its work began.
  func write(
    _ cached: CachedResponse, _ context: RequestContext, since start: UInt64,
    to response: inout HTTPResponse
  ) {
    response.addLines(cached.lines)
    response.body.append(bytesOf: cached.body)
    var times = WorkTimes()
    let duration = MonotonicClock.now &- start
    times.query = duration
    metrics.record(.query, duration)
    times.addServerTiming(to: &response)
    response.note.outcome = .hit
    response.addContext(context)
  }

  /// Writes a 304, which has the fields of the response without its body, and needs no layout.
  ///
  /// - Parameter fonts: the hash of the layout's fonts; 0 if it has no text styles.
  func writeNotModified(
    _ id: LayoutID, _ listing: EntityTag.Listing, _ request: LayoutRequest, fonts: UInt32 = 0,
    to response: inout HTTPResponse
  ) {
    response.status = .notModified
    response.addField("ETag") {
      request.tag(id, fonts: fonts).append(isWeak: listing == .weak, to: &$0)
    }
    switch request.operation {
    case .get:
      response.addLines(
        cacheControl(request, namesEngine: request.engine == .current(fonts: fonts)))
    case .store, .query:
      response.addLines(fields.noStore)
      response.addField("Content-Location") { line in
        line.append("/v1/layouts/")
        id.append(to: &line)
        request.appendQueryPath(to: &line)
      }
    }
    response.addLines(request.variesByAccept ? fields.varyByAccept : fields.varyByCoding)
    response.addLines(fields.engineLine(fonts: fonts))
    response.addContext(request.context)
  }

  /// Writes a complete body that is not about a layout, compressed if it is long; a 304 if the client has it.
  ///
  /// - Parameter tag: the body's tag; nil if the response must not be stored.
  /// - Throws: 412 if If-Match names other tags.
  func write(
    _ body: [UInt8], _ mediaType: String, tag: EntityTag?, for request: HTTPRequest,
    _ context: RequestContext, to response: inout HTTPResponse
  ) throws(Problem) {
    let listed = try tag?.listing(for: request)
    let acceptsGzip = ContentCoding.acceptsGzip(request)
    var isCompressed = false
    if listed != nil {
      response.status = .notModified
    } else {
      let compressed =
        acceptsGzip && body.count > Self.minCompressedBytes ? Gzip.compressed(body) : nil
      isCompressed = compressed != nil
      response.body = compressed ?? body
      response.addField("Content-Type", mediaType)
    }
    if let tag {
      response.addField("ETag") { tag.append(isWeak: isCompressed || listed == .weak, to: &$0) }
    }
    response.addLines(tag == nil ? fields.noStore : fields.revalidated)
    response.addLines(fields.varyByCoding)
    if isCompressed { response.addField("Content-Encoding", StaticString("gzip")) }
    response.addContext(context)
  }

  /// Writes the response to OPTIONS: the methods of a resource.
  func writeOptions(
    of route: Route, isPreflight: Bool, _ context: RequestContext, to response: inout HTTPResponse
  ) {
    response.status = .noContent
    response.addField("Allow", route.methods.allow)
    if case .layouts = route { response.addLines(fields.acceptQuery) }
    response.addLines(fields.noStore)
    if isPreflight {
      response.addLines(fields.varyPreflight)
      if context.allowedOrigin != nil {
        CORSPolicy.addPreflightFields(allow: route.methods.allow, to: &response)
      }
    }
    response.addContext(context)
  }

  /// Writes the response to DELETE: 204, without a body.
  func writeDeleted(_ context: RequestContext, to response: inout HTTPResponse) {
    response.status = .noContent
    response.addLines(fields.noStore)
    response.addContext(context)
  }

  /// Writes a problem document, in place of anything written before.
  func write(_ problem: Problem, _ context: RequestContext, to response: inout HTTPResponse) {
    metrics.countRejection(problem.kind)
    response.reset()
    problem.fill(
      &response, remedy: problem.kind == .layoutNotCached ? context.resource.uploadAdvice : "")
    response.addLines(fields.noStore)
    if problem.kind == .otherEngine { response.addLines(fields.engine) }
    if let store = problem.store {
      response.addField("Cache-Status") { CacheOutcome.passed.append(store, to: &$0) }
    }
    response.note.problem = problem.kind
    response.addContext(context)
  }

  // MARK: Fields

  /// Returns Cache-Control of a GET by id, or of a picture or style sheet that shared caches may keep.
  private func cacheControl(_ request: LayoutRequest, namesEngine: Bool) -> [UInt8] {
    switch request.resource.representation {
    case .svg, .css:
      guard let seconds = request.context.sharedSeconds else { break }
      return fields.sharedCacheControl(namesEngine: namesEngine, atMost: seconds)
    case .json, .columns, .packed: break
    }
    return fields.cacheControl(namesEngine: namesEngine)
  }

  private func addFields(
    of delivery: LayoutDelivery, _ request: LayoutRequest, isCompressed: Bool,
    to response: inout HTTPResponse
  ) {
    let representation = request.resource.representation
    let layout = delivery.layout
    let namesEngine = request.engine == .current(fonts: layout.fonts)
    switch request.operation {
    case .get
    where delivery.outcome == .hit && delivery.store == nil && request.context.sharedSeconds == nil:
      response.addLines(
        fields.hit(
          representation, variesByAccept: request.variesByAccept, namesEngine: namesEngine,
          fonts: layout.fonts))
    case .get:
      response.addField("Content-Type", representation.mediaType)
      response.addLines(cacheControl(request, namesEngine: namesEngine))
      addStatus(of: delivery, request, to: &response)
    case .store, .query:
      response.addField("Content-Type", representation.mediaType)
      addLocations(of: delivery, request, to: &response)
      addStatus(of: delivery, request, to: &response)
    }
    response.note.outcome = delivery.outcome
    switch representation {
    case .svg: response.addLines(Self.pictureFields)
    case .css: response.addField("X-Content-Type-Options", StaticString("nosniff"))
    case .json, .columns, .packed: break
    }
    if isCompressed { response.addField("Content-Encoding", StaticString("gzip")) }
    let isCreated = response.status == .created
    let tag =
      isCreated
      ? SummaryResource().tag(layout.id, fonts: layout.fonts)
      : request.tag(layout.id, fonts: layout.fonts)
    let isWeak = isCompressed && !isCreated
    response.addField("ETag") { tag.append(isWeak: isWeak, to: &$0) }
  }

  /// Appends Vary, Cache-Status and Tatami-Engine.
  private func addStatus(
    of delivery: LayoutDelivery, _ request: LayoutRequest, to response: inout HTTPResponse
  ) {
    response.addLines(request.variesByAccept ? fields.varyByAccept : fields.varyByCoding)
    response.addField("Cache-Status") { line in
      if let store = delivery.store {
        delivery.outcome.append(store, to: &line)
      } else {
        line.append(delivery.outcome.cacheStatus)
      }
    }
    response.addLines(fields.engineLine(fonts: delivery.layout.fonts))
  }

  /// Appends the locations at which the result can be requested again.
  private func addLocations(
    of delivery: LayoutDelivery, _ request: LayoutRequest, to response: inout HTTPResponse
  ) {
    response.addLines(fields.noStore)
    func appendPath(_ line: inout [UInt8], withQuery: Bool) {
      line.append("/v1/layouts/")
      line.append(contentsOf: delivery.layout.summary.id)
      if withQuery { request.appendQueryPath(to: &line) }
    }
    if request.operation == .query {
      response.addLines(fields.acceptQuery)
      response.addField("Location") { appendPath(&$0, withQuery: true) }
      response.addField("Content-Location") { appendPath(&$0, withQuery: true) }
      return
    }
    if delivery.outcome != .hit { response.status = .created }
    response.addField("Location") { appendPath(&$0, withQuery: false) }
    if request.hasLocation {
      response.addField("Content-Location") { appendPath(&$0, withQuery: true) }
    }
  }

  /// Fields that keep a picture, if it is opened by itself, from loading or running anything.
  private static let pictureFields = Array(
    ("Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\n"
      + "X-Content-Type-Options: nosniff\r\n").utf8)
}

extension LayoutRequest {
  /// Whether the result can be requested again at a location of its own.
  fileprivate var hasLocation: Bool { type(of: resource).contentLocation != nil }

  /// Appends the path after `/v1/layouts/{id}`, with the query, at which the result can be requested again.
  fileprivate func appendQueryPath(to line: inout [UInt8]) {
    guard let path = type(of: resource).contentLocation else { return }
    line.append(path)
    line.append(contentsOf: queryText)
  }
}
