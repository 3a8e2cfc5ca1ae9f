package import HTTPMessage
package import LayoutEngine
package import LayoutWire

/// The problem document that a client receives for a failed request (RFC 9457, Contract §7).
///
/// It never contains internals: information for the operator goes into the log.
package struct Problem: Error, Sendable {
  package var kind: ProblemKind
  /// The title in place of the kind's; nil if that fits.
  package var title: StaticString?
  /// A sentence about this occurrence.
  package var detail: String
  /// The reasons and their locations, in the order of the layout document or update.
  package var errors: [PointedError] = []
  /// Further members of the problem document.
  package var members: [ProblemDocument.Member] = []
  /// The methods that the resource supports, for 405.
  package var allow: StaticString?
  /// The limit that the request exceeds, for 429.
  package var rateLimit: RateLimit?
  /// The store's part in the failure; nil if the store was not needed.
  package var store: StoreStatus?

  package init(_ kind: ProblemKind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }
}

extension Problem {
  /// A limit of what clients may use in a minute.
  package struct RateLimit: Sendable {
    /// What is limited: a name of letters.
    package var resource: String
    package var limit: Double
    /// The seconds after which a request is admitted again.
    package var seconds: Int

    package init(resource: String, limit: Double, seconds: Int) {
      (self.resource, self.limit, self.seconds) = (resource, limit, seconds)
    }
  }

  /// 429 for a key that has used up a limit.
  package static func tooManyRequests(_ limit: RateLimit) -> Problem {
    let isWhole = limit.limit == limit.limit.rounded()
    let number = isWhole ? "\(Int(limit.limit))" : "\(limit.limit)"
    let amount = limit.resource == "cpu" ? "\(number) s of processor time" : "\(number) requests"
    var problem = Problem(
      .tooManyRequests,
      "this API key may use \(amount) a minute (TATAMI_KEY_LIMITS): repeat the request in \(limit.seconds) s"
    )
    problem.rateLimit = limit
    return problem
  }
}

// MARK: Conversion from errors

extension Problem {
  package init(_ error: BadQuery) {
    self.init(.badQuery, error.detail)
    if let parameter = error.parameter { members = [.text("parameter", parameter)] }
  }

  package init(_ failure: LayoutFailure) {
    switch failure {
    case .document(let error): self.init(error)
    case .layout(let error): self.init(error)
    case .updateText(.invalid(let reasons)): self = .invalidUpdate(reasons)
    case .updateText(let error): self.init(error)
    case .update(.update(let error)): self = .invalidUpdate(PointedError.list(error))
    case .update(.document(let error)): self.init(error)
    case .notCached(let id, let store):
      self = .notCached(id)
      self.store = store
    case .tooLarge(let limit):
      self = .bodyTooLarge(limit: limit.bytes, setting: limit.setting)
    case .timedOut(let seconds):
      self = .overloaded(
        "the layout timed out after \(seconds) s, time in the queue included (TATAMI_WORK_TIMEOUT)")
    case .storeTimedOut:
      self = .overloaded(
        "the document store did not answer in time, twice (TATAMI_STORE_TIMEOUT): repeat the request"
      )
      store = .bypassed(.timeout)
    case .widthsTooDear:
      self = .overloaded(
        "laying out the widths takes more than \(SheetRequest.maxSeconds) s of CPU: repeat the"
          + " request, which continues from the widths that are cached by then, or request fewer")
    case .outOfMemory: self = .tooManyInflight
    case .queueIsFull: self = .queueIsFull
    case .tooManyFetches: self = .overloaded("too many requests wait for the document store")
    }
  }

  package init(_ error: DocumentError) {
    switch error {
    case .malformed(let malformed):
      // Compare bytes, as everywhere that texts are cut or searched: finding character boundaries
      // would add tables and code to tatami.wasm.
      let isEmpty =
        malformed.offset == 0
        && malformed.reason.utf8.reversed()
          .starts(with: "found the end of the text".utf8.reversed())
      let reason = malformed.reason + (isEmpty ? ": the body is empty" : "")
      self.init(.malformedJSON, "line \(malformed.line), column \(malformed.column): \(reason)")
      errors = [PointedError(pointer: malformed.pointer, detail: reason)]
      members = [
        .number("offset", malformed.offset), .number("line", malformed.line),
        .number("column", malformed.column),
      ]
    case .invalid(let reasons):
      self = .invalidLayout(reasons)
    case .cancelled: self = .ended
    }
  }

  package init(_ error: LayoutError) {
    self = error.isCancelled ? .ended : .invalidLayout(PointedError.list(error))
  }

  /// - Parameter selection: the elements that the query selects, for a hint; nil if it selects none.
  package init(_ error: QueryError, selecting selection: LayoutQuery.Selection? = nil) {
    switch error {
    case .noSuchElement(let path, let kind):
      let place = path.askedSection.map { "\($0)-\(path.askedItem)" } ?? "\(path.askedItem)"
      let what = kind.map { "no element of kind \"\($0)\"" } ?? "no item"
      let hint = path.section == nil ? Self.hint(atItem: path.askedItem, of: selection) : ""
      self.init(.noSuchElement, "the layout has \(what) at \(place)\(hint)")
    case .noSuchSection(let section, orthogonal: true):
      self.init(.noSuchElement, "section \(section) has no orthogonal scrolling")
    case .noSuchSection(let section, orthogonal: false):
      self.init(.noSuchElement, "the layout has no section \(section)")
    case .scrollsWithContent(let section):
      self.init(
        BadQuery(
          detail: "section must be one that scrolls by itself (got \(section)): leave it out to "
            + "scroll the content", parameter: "section"))
    case .positionAcross(let section, let axis):
      let words =
        axis == .vertical
        ? "top, centeredVertically or bottom" : "left, centeredHorizontally or right"
      self.init(
        BadQuery(
          detail: "position must be \(words), along which section \(section) scrolls",
          parameter: "position"))
    case .needsHeight:
      let reason = "needs \"height\": a target offset is where a container of this height can rest"
      self = .invalidLayout([PointedError(pointer: "/container", detail: reason)])
    case .noItem(let point):
      self.init(.noSuchElement, "the layout has no item at the point \(point.x),\(point.y)")
    case .cancelled: self = .ended
    }
  }

  /// Returns a hint at the index path that was probably meant, for clients that sent only an item's number,
  /// or a comma for the hyphen.
  private static func hint(atItem item: WholeNumber, of selection: LayoutQuery.Selection?) -> String
  {
    if case .indexPaths(let paths, _)? = selection, paths.count == 2,
      paths.allSatisfy({ $0.section == nil })
    {
      let (section, item) = (paths[0].askedItem, paths[1].askedItem)
      return "; item \(item) of section \(section) is \(section)-\(item)"
    }
    return "; item \(item) of section 0 is 0-\(item)"
  }

  /// The same problem of a request for texts, which is no layout document.
  package var ofTexts: Problem {
    var problem = self
    if kind == .invalidLayout { problem.title = "Invalid request for texts" }
    return problem
  }

  /// The problem of work that its budget ended; `JobTime.failure(of:)` returns the reason.
  package static var ended: Problem { .overloaded("the work was cancelled") }

  private static func invalidLayout(_ reasons: [PointedError]) -> Problem {
    var problem = Problem(.invalidLayout, "invalid layout document")
    problem.add(reasons, of: "the document")
    return problem
  }

  private static func invalidUpdate(_ reasons: [PointedError]) -> Problem {
    var problem = Problem(.invalidUpdate, "the update cannot be applied")
    problem.add(reasons, of: "the update")
    return problem
  }

  /// Adds the reasons; the first one becomes the detail.
  private mutating func add(_ reasons: [PointedError], of body: String) {
    errors = reasons
    guard let first = reasons.first else { return }
    detail = "\(first.pointer.isEmpty ? body : first.pointer): \(first.detail)"
    if reasons.count > 1 { detail += " (and \(reasons.count - 1) more)" }
  }

  /// 503: the work queue or the bytes in flight are at their limit.
  package static func overloaded(_ detail: String) -> Problem { Problem(.overloaded, detail) }

  /// 503 because no more work may wait.
  package static var queueIsFull: Problem {
    .overloaded("the work queue is full (TATAMI_MAX_QUEUE)")
  }

  /// 404 for a path that names no resource.
  package static var nothingThere: Problem { Problem(.notFound, "no resource has this path") }

  /// 404 for a layout that is not cached, or no longer cached; the response adds the remedy.
  package static func notCached(_ id: LayoutID) -> Problem {
    var problem = Problem(
      .layoutNotCached,
      "the layout is not cached (any more): PUT its document to /v1/layouts/\(id.text)")
    problem.members = [.text("missing", id.text)]
    return problem
  }

  /// 404 for a request that names an engine revision other than this service's.
  package static func otherEngine(than name: EngineName, current: EngineName) -> Problem {
    var problem = Problem(
      .otherEngine,
      "this is revision \(current.text) of the engine, not \(name.text); request everything again with "
        + "engine=\(current.text)")
    problem.members = [
      current.fonts == 0
        ? .number("engine", EngineRevision.current) : .text("engine", current.text)
    ]
    return problem
  }

  /// 409 for two layouts whose elements cannot be matched.
  package static func unrelated(_ from: LayoutID, _ id: LayoutID) -> Problem {
    Problem(
      .unrelatedLayouts,
      "no chain of updates from \(from.text) to \(id.text) is cached, or it is too long"
    )
  }

  /// 503 because the limit `TATAMI_MAX_INFLIGHT_BYTES` is reached.
  package static var tooManyInflight: Problem {
    .overloaded("too many bytes of requests and responses are in flight; retry after Retry-After")
  }

  /// 413, with the limit and the setting that raises it.
  package static func bodyTooLarge(limit: Int, setting: StaticString) -> Problem {
    var problem = Problem(
      .contentTooLarge, "the body is longer than \(limit) bytes; \(setting) raises the limit")
    problem.members = [.number("limit", limit), .text("setting", "\(setting)")]
    return problem
  }

  /// 405, with the methods that the resource supports.
  package static func methodNotAllowed(_ method: String, allow: StaticString) -> Problem {
    var problem = Problem(.methodNotAllowed, "\(method) is not allowed here; allowed: \(allow)")
    problem.allow = allow
    return problem
  }
}

// MARK: As a response

extension Problem {
  /// Fills in the status, the fields and the body.
  ///
  /// - Parameter remedy: the rest of the detail.
  package func fill(_ response: inout HTTPResponse, remedy: String = "") {
    response.status = kind.status
    response.addField("Content-Type", StaticString("application/problem+json"))
    response.addField("X-Content-Type-Options", StaticString("nosniff"))
    if let allow { response.addField("Allow", allow) }
    switch kind {
    case .unauthorized: response.addField("WWW-Authenticate", StaticString("Bearer"))
    case .overloaded, .draining: response.addField("Retry-After", StaticString("1"))
    case .tooManyRequests:
      guard let rateLimit else { break }
      let (resource, seconds) = (rateLimit.resource, rateLimit.seconds)
      let quota = Int(rateLimit.limit.rounded(.up))
      response.addField("Retry-After") { $0.append(contentsOf: "\(seconds)".utf8) }
      response.addField("RateLimit-Policy") {
        $0.append(contentsOf: "\"\(resource)\";q=\(quota);w=60".utf8)
      }
      response.addField("RateLimit") {
        $0.append(contentsOf: "\"\(resource)\";r=0;t=\(seconds)".utf8)
      }
    case .unsupportedMediaType:
      // Whichever was wrong, the two fields say what is accepted (RFC 9110 §15.5.16).
      response.addField("Accept", StaticString("application/json"))
      response.addField("Accept-Encoding", StaticString("gzip"))
    default: break
    }
    let document = ProblemDocument(
      type: "/problems/\(kind.rawValue)", title: title.map { "\($0)" } ?? kind.title,
      status: kind.status.code,
      detail: detail + remedy, errors: errors, members: members)
    document.appendJSON(to: &response.body)
  }
}
