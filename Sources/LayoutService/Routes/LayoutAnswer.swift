import HTTPMessage
import LayoutEngine
import LayoutWire

/// Answers made from a layout.
extension LayoutService {
  /// Bytes of text beyond which an answer is streamed.
  static let wholeLimit = 256 << 10
  /// Bytes of text beyond which an answer is streamed to clients that take gzip, too: compressing
  /// needs the whole text at once.
  static let compressedLimit = 8 << 20
  /// Bytes of text up to which compression does not pay.
  static let uncompressedLimit = 1 << 10
  /// Bytes of an answer that are counted as held until they have been taken.
  static let countedLimit = 64 << 10

  /// What keeps a picture that is opened by itself from doing anything but being one.
  private static let pictureLines = Array(
    ("Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\n"
      + "X-Content-Type-Options: nosniff\r\n").utf8)

  /// Fills in the answer to what is asked of a layout.
  ///
  /// - Parameters:
  ///   - budget: what the work is counted against; nil where it is short.
  ///   - selection: what the query finds, where that is known already.
  ///   - earlier: when finding it began.
  /// - Throws: `no-such-element`, where too many bytes are in flight, and where the budget ended the
  ///   work; the response is to be filled with the problem then.
  func fill(
    _ response: inout HTTPResponse, _ cached: CachedLayout, _ id: LayoutID, _ ask: LayoutAsk,
    _ status: CacheStatus, _ timing: ServerTiming, _ budget: LayoutBudget? = nil,
    found selection: AttributesSelection? = nil, since earlier: UInt64? = nil
  ) throws(Problem) {
    let start = earlier ?? Ticks.now
    let found = try write(ask, cached, selection, budget, to: &response)
    let isCompressed = compress(&response, ask, budget)
    guard budget?.isEnded != true else { throw .ended }
    let end = Ticks.now
    var timing = timing
    timing.query = end &- start
    metrics.record(.query, found &- start)
    metrics.record(.encode, end &- found)
    try count(&response, cached)
    addFields(&response, cached, id, ask, status, isCompressed: isCompressed)
    keep(response, ask)
    timing.addField(to: &response)
    response.addContext(ask.context)
  }

  /// Fills in an answer that is kept ready.
  func fill(
    _ response: inout HTTPResponse, _ answer: ReadyAnswer, _ context: RequestContext,
    since start: UInt64
  ) {
    response.addLines(answer.lines)
    response.body.append(bytesOf: answer.body)
    var timing = ServerTiming()
    let duration = Ticks.now &- start
    timing.query = duration
    metrics.record(.query, duration)
    timing.addField(to: &response)
    response.addContext(context)
  }

  /// Keeps the answer so far, where that is wanted and it is short.
  private func keep(_ response: HTTPResponse, _ ask: LayoutAsk) {
    guard let keeping = ask.keeping, response.stream == nil,
      let answer = ReadyAnswer(
        key: keeping.bytes, lines: response.fieldLines, body: response.body)
    else { return }
    cache.keep(answer, for: keeping.key)
  }

  /// Fills in a 304, which needs no layout: what the answer would say of itself, without the answer.
  func fillNotModified(
    _ response: inout HTTPResponse, _ id: LayoutID, _ listing: EntityTag.Listing, _ ask: LayoutAsk
  ) {
    response.status = .notModified
    response.addField("ETag") { ask.tag(id).append(isWeak: listing == .weak, to: &$0) }
    switch ask.manner {
    case .get: response.addLines(lines.cacheable)
    case .store, .query:
      response.addLines(lines.noStore)
      response.addField("Content-Location") { line in
        line.append("/v1/layouts/")
        id.append(to: &line)
        ask.appendQueryPath(to: &line)
      }
    }
    response.addLines(ask.variesByAccept ? lines.varyByAccept : lines.varyByCoding)
    response.addContext(ask.context)
  }

  // MARK: The body

  /// Writes the body.
  ///
  /// - Returns: when what was asked for had been found, and its writing began.
  private func write(
    _ ask: LayoutAsk, _ cached: CachedLayout, _ selection: AttributesSelection?,
    _ budget: LayoutBudget?, to response: inout HTTPResponse
  ) throws(Problem) -> UInt64 {
    var found = Ticks.now
    do throws(QueryError) {
      switch ask.subject {
      case .summary: cached.summary.appendJSON(to: &response.body)
      case .sections:
        write(
          SectionsEncoder(id: cached.summary.id, layout: cached.layout), ask, budget, to: &response)
      case .targetOffset(.proposal(let proposal)):
        try cached.layout.targetOffset(proposal).appendJSON(to: &response.body)
      case .targetOffset(.showing(let path, let position)):
        try cached.layout.targetOffset(showing: path, at: position)
          .appendJSON(to: &response.body)
      case .attributes(let query, .json):
        let selection = try selected(query, cached, selection, budget)
        found = Ticks.now
        write(JSONAttributesEncoder(cached.summary, selection), ask, budget, to: &response)
      case .attributes(let query, .columns):
        let selection = try selected(query, cached, selection, budget)
        found = Ticks.now
        write(ColumnsAttributesEncoder(cached.summary, selection), ask, budget, to: &response)
      case .attributes(let query, .packed):
        let selection = try selected(query, cached, selection, budget)
        found = Ticks.now
        write(PackedAttributesEncoder(cached.summary, selection), ask, budget, to: &response)
      case .attributes(let query, .svg):
        write(
          try SVGAttributesEncoder(cached.layout, query, style: ask.style, budget), ask, budget,
          to: &response)
      }
      if budget?.isEnded == true { throw .cancelled }
    } catch {
      throw Problem(error)
    }
    return found
  }

  /// What the query finds, where that is not known already.
  private func selected(
    _ query: LayoutQuery, _ cached: CachedLayout, _ known: AttributesSelection?,
    _ budget: LayoutBudget?
  ) throws(QueryError) -> AttributesSelection {
    if let known { return known }
    return try cached.layout.select(query, budget)
  }

  /// Writes a text whole, or as much of it as is written before it is streamed.
  private func write(
    _ encoder: consuming some PieceEncoder, _ ask: LayoutAsk, _ budget: LayoutBudget?,
    to response: inout HTTPResponse
  ) {
    var encoder = encoder
    guard encoder.encodePieces(into: &response.body, limit: Self.wholeLimit, budget) else {
      return
    }
    if ask.acceptsGzip {
      let rest = Self.compressedLimit - response.body.count
      guard encoder.encodePieces(into: &response.body, limit: rest, budget) else { return }
    }
    response.stream = PieceStream(beginning: response.body, encoder)
    response.body = []
  }

  private func compress(
    _ response: inout HTTPResponse, _ ask: LayoutAsk, _ budget: LayoutBudget?
  ) -> Bool {
    guard ask.acceptsGzip, response.stream == nil,
      response.body.count > Self.uncompressedLimit,
      let compressed = Gzip.compressed(response.body, budget)
    else { return false }
    response.body = compressed
    return true
  }

  /// Counts a large answer as held until it has been taken.
  private func count(_ response: inout HTTPResponse, _ cached: CachedLayout) throws(Problem) {
    let count = response.body.count + (response.heldByteCount ?? 0)
    guard count > Self.countedLimit else { return }
    guard count <= inflight.limit else {
      throw Problem(
        .badRequest,
        "the answer alone would pass the bytes that may be in flight "
          + "(TATAMI_MAX_INFLIGHT_BYTES); ask for less at once")
    }
    guard let reservation = inflight.reserve(count) else { throw .tooManyInflight }
    guard response.stream != nil else {
      response.attachment = reservation
      return
    }
    guard let layout = cached.held(in: inflight) else { throw .tooManyInflight }
    response.attachment = HeldBytes(answer: reservation, layout: layout)
  }

  // MARK: The fields

  private func addFields(
    _ response: inout HTTPResponse, _ cached: CachedLayout, _ id: LayoutID, _ ask: LayoutAsk,
    _ status: CacheStatus, isCompressed: Bool
  ) {
    var representation = Representation.json
    if case .attributes(_, let asked) = ask.subject { representation = asked }
    switch ask.manner {
    case .get:
      response.addLines(lines.hit(representation, variesByAccept: ask.variesByAccept))
    case .store, .query:
      response.addField("Content-Type", representation.mediaType)
      addPlaces(&response, cached, ask, status)
      response.addLines(ask.variesByAccept ? lines.varyByAccept : lines.varyByCoding)
      response.addField("Cache-Status", status.field)
    }
    if representation == .svg { response.addLines(Self.pictureLines) }
    if isCompressed { response.addField("Content-Encoding", StaticString("gzip")) }
    let tag =
      response.status == .created ? ask.withSubject(.summary).tag(id) : ask.tag(id)
    let isWeak = isCompressed && response.status != .created
    response.addField("ETag") { tag.append(isWeak: isWeak, to: &$0) }
  }

  /// Says where what was made or found can be asked for again.
  private func addPlaces(
    _ response: inout HTTPResponse, _ cached: CachedLayout, _ ask: LayoutAsk, _ status: CacheStatus
  ) {
    response.addLines(lines.noStore)
    func appendPath(_ line: inout [UInt8], withQuery: Bool) {
      line.append("/v1/layouts/")
      line.append(contentsOf: cached.summary.id)
      if withQuery { ask.appendQueryPath(to: &line) }
    }
    if ask.manner == .query {
      response.addLines(lines.acceptQuery)
      response.addField("Location") { appendPath(&$0, withQuery: true) }
      response.addField("Content-Location") { appendPath(&$0, withQuery: true) }
      return
    }
    if status != .hit { response.status = .created }
    response.addField("Location") { appendPath(&$0, withQuery: false) }
    if case .attributes = ask.subject {
      response.addField("Content-Location") { appendPath(&$0, withQuery: true) }
    }
  }
}

/// What a streamed answer holds.
private final class HeldBytes: Sendable {
  private let answer: Reservation
  private let layout: Reservation

  init(answer: Reservation, layout: Reservation) {
    self.answer = answer
    self.layout = layout
  }
}

extension LayoutAsk {
  /// Appends what follows the layout's path where the answer can be asked for again.
  fileprivate func appendQueryPath(to line: inout [UInt8]) {
    guard case .attributes = subject else { return }
    line.append("/attributes?")
    line.append(contentsOf: queryText)
  }

  /// The same, asked of something else.
  func withSubject(_ subject: Subject) -> LayoutAsk {
    var ask = self
    ask.subject = subject
    return ask
  }
}
