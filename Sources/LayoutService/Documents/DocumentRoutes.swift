import HTTPMessage
import LayoutEngine
import LayoutWire

/// POST, PUT and QUERY: a document arrives.
extension LayoutService {
  /// Checks all that can be checked before the body is read, and makes what takes it.
  func documentSink(
    _ request: HTTPRequest, _ context: RequestContext, manner: LayoutAsk.Manner,
    expected: LayoutID?
  ) throws(Problem) -> DocumentSink {
    try BodyType.check(request, isQuery: manner == .query)
    let isCompressed = try BodyType.isCompressed(request)
    let ask = try documentAsk(request, context, manner: manner)
    let claimed: Int?
    switch request.framing {
    case .none:
      throw Problem(
        .lengthRequired, "the body needs a Content-Length or chunked transfer coding")
    case .length(let length): claimed = length
    case .chunked: claimed = nil
    }
    try bodyLimit.check(claimed ?? 0)
    // Decided again where the body has come; what is known now saves its client sending it.
    if let expected { try check(ask.preconditions, of: ask, expected) }
    // What is claimed is not held: bytes are set aside as they arrive.
    guard inflight.hasRoom(forUpload: max(claimed ?? 0, min(1, inflight.limit))),
      let reservation = inflight.reserve(0)
    else { throw .tooManyInflight }
    return DocumentSink(
      self, ask, expected: expected, isCompressed: isCompressed, claimedLength: claimed,
      reservation: reservation)
  }

  /// Reads what POST, PUT and QUERY ask of the layout beside laying it out.
  func documentAsk(
    _ request: HTTPRequest, _ context: RequestContext, manner: LayoutAsk.Manner
  ) throws(Problem) -> LayoutAsk {
    let parameters = try attributesQuery(request)
    let subject: LayoutAsk.Subject
    if let query = parameters.query {
      subject = .attributes(query, try representation(of: parameters, parameters.format, request))
    } else {
      guard parameters.format ?? .json == .json else {
        throw Problem(.notAcceptable, "without rect or indexPath the answer is JSON")
      }
      if parameters.format == nil { try requireJSON(request) }
      try checkStyle(of: parameters, .json)
      subject = .summary
    }
    return LayoutAsk(
      subject: subject, style: parameters.style, manner: manner,
      variesByAccept: parameters.format == nil,
      acceptsGzip: ContentCoding.acceptsGzip(request),
      queryText: request.query.map { Array(request.bytes[$0]) } ?? [], context: context,
      preconditions: DocumentPreconditions(request))
  }

  /// Decides what becomes of a body that has arrived whole.
  func place(
    _ sink: DocumentSink, _ request: HTTPRequest, _ response: inout HTTPResponse,
    _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    guard !sink.isCompressed else { return try inflateLater(sink, request, exchange) }
    let id = sink.identify()
    try check(id, sink.ask, expected: sink.expected)
    let outcome = cache.begin(id) {
      LayoutWaiter(reply: exchange.makeReply(), ask: sink.ask)
    }
    switch outcome {
    case .stored(let layout):
      sink.remember(as: id)
      return try answer(layout, id, sink.ask, request, &response, exchange)
    case .joined: queue.advance(id, for: workClient(request, exchange))
    case .computes:
      let document = sink.takeDocument()
      let refuse = { @Sendable in self.fail(self.cache.withdraw(id), .lineIsFull) }
      let job = WorkQueue.Job(byteCount: document.byteCount, id: id, drop: refuse) { waited in
        self.compute(
          document, id, JobTime(waited: waited, seconds: self.settings.workTimeout))
      }
      if !queue.submit(job, of: workClient(request, exchange)) { refuse() }
    }
    return .later
  }

  /// Has a compressed body inflated, hashed and laid out by a worker.
  private func inflateLater(
    _ sink: DocumentSink, _ request: HTTPRequest, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    let document = sink.takeDocument()
    let (ask, expected) = (sink.ask, sink.expected)
    let reply = exchange.makeReply()
    let client = workClient(request, exchange)
    let refuse = { @Sendable in self.fail([LayoutWaiter(reply: reply, ask: ask)], .lineIsFull) }
    let job = WorkQueue.Job(byteCount: document.byteCount, drop: refuse) { waited in
      guard !reply.isAbandoned else { return document.reservation.release() }
      self.inflate(document, ask, expected: expected, reply: reply, of: client, waited: waited)
    }
    guard queue.submit(job, of: client) else { throw .lineIsFull }
    return .later
  }

  /// Refuses a document that is not the one that the path names, and one whose preconditions do not
  /// hold.
  func check(_ id: LayoutID, _ ask: LayoutAsk, expected: LayoutID?) throws(Problem) {
    if let expected, expected != id {
      var problem = Problem(.idMismatch, "the SHA-256 of the body is \(id.text)")
      problem.members = [.text("id", id.text)]
      throw problem
    }
    try check(ask.preconditions, of: ask, id)
  }
}

/// The types and codings of bodies (Contract §1).
enum BodyType {
  /// Refuses a body of a type that the method does not take.
  static func check(_ request: HTTPRequest, isQuery: Bool) throws(Problem) {
    // A second one may be a field of its own, or what a proxy made one of two.
    var count = 0
    request.forEachMember(of: "content-type") { _ in count += 1 }
    guard count <= 1 else {
      throw Problem(.unsupportedMediaType, "more than one Content-Type is given")
    }
    guard let value = request.value(of: "content-type"), !value.isEmpty else {
      guard isQuery else { return }
      throw Problem(.badRequest, "QUERY needs a Content-Type: application/json")
    }
    let type = ListMember.token(request.bytes, in: value)
    if isJSON(request.bytes, in: type) { return }
    if !isQuery,
      request.bytes.equalsIgnoringCase("application/x-www-form-urlencoded", in: type)
        || request.bytes.equalsIgnoringCase("text/plain", in: type)
    {
      return
    }
    throw Problem(.unsupportedMediaType, "the body must be application/json")
  }

  /// Whether the body is compressed by gzip; refuses all other codings.
  static func isCompressed(_ request: HTTPRequest) throws(Problem) -> Bool {
    guard let value = request.value(of: "content-encoding"), !value.isEmpty else { return false }
    guard request.count(of: "content-encoding") == 1 else {
      throw Problem(.unsupportedMediaType, "more than one Content-Encoding is given")
    }
    if request.bytes.equalsIgnoringCase("gzip", in: value) { return true }
    if request.bytes.equalsIgnoringCase("x-gzip", in: value) { return true }
    if request.bytes.equalsIgnoringCase("identity", in: value) { return false }
    throw Problem(.unsupportedMediaType, "the only Content-Encoding taken is gzip")
  }

  /// `application/json` or `type/…+json`.
  private static func isJSON(_ bytes: [UInt8], in type: Range<Int>) -> Bool {
    if bytes.equalsIgnoringCase("application/json", in: type) { return true }
    guard type.count > 5, bytes[type].contains(UInt8(ascii: "/")) else { return false }
    return bytes.equalsIgnoringCase("+json", in: type.upperBound - 5..<type.upperBound)
  }
}
