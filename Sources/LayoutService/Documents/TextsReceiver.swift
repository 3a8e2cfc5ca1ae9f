import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire
import Synchronization

/// Responds to requests to measure texts without a layout, and requests for the list of fonts.
///
/// Both are answered by workers: measuring takes microseconds for each text, and the first list of fonts
/// reads all of them.
final class TextsReceiver: Sendable {
  let bodyLimit: BodyLimit
  let inflight: InflightBytes
  let writer: ResponseWriter
  private let texts: TextService
  private let layouts: LayoutRepository
  private let proxies: TrustedProxies
  /// The list of fonts once it has been requested.
  private let fonts = Mutex<[UInt8]?>(nil)

  init(
    _ settings: ServiceSettings, _ texts: TextService, _ layouts: LayoutRepository,
    _ writer: ResponseWriter
  ) {
    bodyLimit = BodyLimit(settings)
    inflight = writer.inflight
    self.writer = writer
    self.texts = texts
    self.layouts = layouts
    proxies = settings.trustedProxies
  }

  /// Returns a sink for the texts, or refuses the request before they arrive.
  func sink(for head: HTTPRequest, _ context: RequestContext) throws(Problem) -> TextsSink {
    try BodyType.check(head, isQuery: false)
    let isCompressed = try BodyType.isCompressed(head)
    try checkParameters(head)
    var claimed: Int?
    switch head.framing {
    case .none:
      throw Problem(
        .lengthRequired, "the body needs a Content-Length or chunked transfer coding")
    case .length(let length): claimed = length
    case .chunked: break
    }
    try bodyLimit.check(claimed ?? 0)
    guard inflight.hasRoom(forUpload: max(claimed ?? 0, min(1, inflight.limit))),
      let reservation = inflight.reserve(0)
    else { throw .tooManyInflight }
    return TextsSink(
      context, reservation, claimedLength: claimed, isCompressed: isCompressed, self)
  }

  /// Has a worker measure texts that have arrived.
  ///
  /// - Parameter isCompressed: whether the body is compressed with gzip.
  func measureLater(
    _ text: DocumentBytes, isCompressed: Bool, _ context: RequestContext, _ head: HTTPRequest,
    _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    try submit(head, context, exchange, byteCount: text.byteCount, release: { text.release() }) {
      budget throws(Problem) in
      TextsResponse.Body(bytes: try self.measured(text, isCompressed: isCompressed, budget))
    }
    return .later
  }

  /// Submits a job that responds with the list of fonts, which a client may revalidate by its entity tag.
  func respondWithFonts(
    to head: HTTPRequest, _ context: RequestContext, _ exchange: any HTTPExchange
  ) throws(Problem) -> HTTPDisposition {
    let request: FontsRequest
    do throws(BadQuery) {
      request = try FontsRequest(head)
    } catch {
      throw Problem(error)
    }
    try submit(head, context, exchange, byteCount: 0, release: {}) {
      budget throws(Problem) in
      let list = try self.list(request, budget)
      return TextsResponse.Body(
        bytes: list, mediaType: request.mediaType, tag: EntityTag(ofContent: list))
    }
    return .later
  }

  private func list(
    _ request: FontsRequest, _ budget: LayoutBudget
  ) throws(Problem) -> [UInt8] {
    if request.isWholeList, let known = fonts.withLock({ $0 }) { return known }
    let list = try request.list(texts, budget)
    if request.isWholeList { fonts.withLock { $0 = list } }
    return list
  }

  private func checkParameters(_ head: HTTPRequest) throws(Problem) {
    for parameter in head.queryString {
      let name = QueryParameter(parameter, of: head)
      throw Problem(name.refusal(known: "none"))
    }
  }

  /// Submits a job that makes a response's body, and sends it.
  ///
  /// - Parameters:
  ///   - release: frees what `make` reads; called once, at the end.
  ///   - make: called again if the job had to leave the spare place.
  private func submit(
    _ head: HTTPRequest, _ context: RequestContext, _ exchange: any HTTPExchange, byteCount: Int,
    release: @escaping @Sendable () -> Void,
    _ make: @escaping @Sendable (LayoutBudget) throws(Problem) -> TextsResponse.Body
  ) throws(Problem) {
    let client = HTTPClient(
      of: head, from: exchange.remoteAddress, trusting: proxies, account: context.account)
    let answer = TextsResponse(exchange.makeReply(), context, writer, head)
    let drop = { @Sendable in
      release()
      answer.send(.queueIsFull)
    }
    @Sendable func run(_ time: JobTime) {
      guard answer.isWaiting else { return release() }
      let memory = time.memory?.reserve(0)
      let budget = time.budget(memory: memory) { answer.isWaiting }
      do throws(Problem) {
        let body = try make(budget)
        release()
        answer.send(body)
      } catch {
        if time.endsSlice(budget) {
          return layouts.queue.resume(of: client) { turn in
            run(self.layouts.time(of: turn, after: time.spent))
          }
        }
        release()
        answer.send(time.failure(of: budget).map { Problem($0) } ?? error)
      }
    }
    let job = WorkQueue.Job(kind: .texts, byteCount: byteCount, drop: drop) { turn in
      run(self.layouts.time(of: turn))
    }
    guard layouts.queue.submit(job, of: client) else {
      release()
      throw .queueIsFull
    }
  }

  /// Returns the response to a request to measure texts; leaves the request's bytes as they were if it throws.
  private func measured(
    _ text: DocumentBytes, isCompressed: Bool, _ budget: LayoutBudget
  ) throws(Problem) -> [UInt8] {
    var pieces = text.take()
    let isJoined = pieces.join(budget)
    let body = pieces.joined()
    text.putBack(body)
    guard isJoined else { throw .ended }
    let json = isCompressed ? try inflated(body, budget) : body
    let document: TextsDocument
    do throws(DocumentError) {
      document = try TextsDocument.read(json, budget)
    } catch {
      throw Problem(error).ofTexts
    }
    do throws(LayoutError) {
      return try TextsMeasurement(document, texts, budget).json()
    } catch {
      throw Problem(error).ofTexts
    }
  }
}

extension TextsReceiver {
  private func inflated(
    _ body: [UInt8], _ budget: LayoutBudget
  ) throws(Problem) -> [UInt8] {
    do throws(Gzip.Failure) {
      return try Gzip.inflate(body, limit: bodyLimit.bytes, held: 0, budget).text
    } catch {
      switch error {
      case .malformed: throw Problem(.badRequest, "the body is not valid gzip")
      case .tooLarge: throw bodyLimit.refusal
      case .ended: throw .ended
      }
    }
  }
}

/// The response to a request about texts or fonts.
private struct TextsResponse: Sendable {
  private let reply: any HTTPReply
  private let context: RequestContext
  private let writer: ResponseWriter
  private let head: HTTPRequest

  /// A complete body, with the tag by which a client may revalidate it; nil if it must not be stored.
  struct Body {
    var bytes: [UInt8]
    var mediaType = "application/json"
    var tag: EntityTag?
  }

  init(
    _ reply: any HTTPReply, _ context: RequestContext, _ writer: ResponseWriter,
    _ head: HTTPRequest
  ) {
    self.reply = reply
    self.context = context
    self.writer = writer
    self.head = head
  }

  var isWaiting: Bool { !reply.isAbandoned }

  func send(_ problem: Problem) {
    var response = HTTPResponse()
    writer.write(problem, context, to: &response)
    reply.send(response)
  }

  func send(_ body: Body) {
    var response = HTTPResponse()
    do throws(Problem) {
      try writer.write(
        body.bytes, body.mediaType, tag: body.tag, for: head, context, to: &response)
    } catch {
      writer.write(error, context, to: &response)
    }
    reply.send(response)
  }
}
