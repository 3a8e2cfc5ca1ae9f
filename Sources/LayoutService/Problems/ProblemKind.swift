import HTTPMessage

/// The kinds of problem that are reported to clients (Contract §7).
///
/// The raw value is the name in `/problems/NAME`.
enum ProblemKind: String, Sendable, CaseIterable {
  case malformedJSON = "malformed-json"
  case badQuery = "bad-query"
  case badRequest = "bad-request"
  case unauthorized = "unauthorized"
  case notFound = "not-found"
  case layoutNotCached = "layout-not-cached"
  case otherEngine = "other-engine"
  case noSuchElement = "no-such-element"
  case methodNotAllowed = "method-not-allowed"
  case notAcceptable = "not-acceptable"
  case requestTimeout = "request-timeout"
  case lengthRequired = "length-required"
  case preconditionFailed = "precondition-failed"
  case contentTooLarge = "content-too-large"
  case uriTooLong = "uri-too-long"
  case unsupportedMediaType = "unsupported-media-type"
  case expectationFailed = "expectation-failed"
  case headerFieldsTooLarge = "request-header-fields-too-large"
  case notImplemented = "not-implemented"
  case versionNotSupported = "http-version-not-supported"
  case invalidLayout = "invalid-layout"
  case idMismatch = "id-mismatch"
  case invalidUpdate = "invalid-update"
  case unrelatedLayouts = "unrelated-layouts"
  case overloaded = "overloaded"
  case draining = "draining"
  case internalError = "internal"

  /// The kind's position among all kinds, from 1.
  var number: UInt8 { UInt8(clamping: 1 + (Self.allCases.firstIndex(of: self) ?? 0)) }

  /// Creates the kind at a position; nil if there is none.
  init?(number: UInt8) {
    guard 1...Self.allCases.count ~= Int(number) else { return nil }
    self = Self.allCases[Int(number) - 1]
  }

  /// The status of the response.
  var status: HTTPStatus {
    switch self {
    case .malformedJSON, .badQuery, .badRequest: .badRequest
    case .unauthorized: .unauthorized
    case .notFound, .layoutNotCached, .otherEngine, .noSuchElement: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .notAcceptable: .notAcceptable
    case .requestTimeout: .requestTimeout
    case .lengthRequired: .lengthRequired
    case .preconditionFailed: .preconditionFailed
    case .contentTooLarge: .contentTooLarge
    case .uriTooLong: .uriTooLong
    case .unsupportedMediaType: .unsupportedMediaType
    case .expectationFailed: .expectationFailed
    case .headerFieldsTooLarge: .requestHeaderFieldsTooLarge
    case .notImplemented: .notImplemented
    case .versionNotSupported: .httpVersionNotSupported
    case .invalidLayout, .idMismatch, .invalidUpdate: .unprocessableContent
    case .unrelatedLayouts: .conflict
    case .overloaded, .draining: .serviceUnavailable
    case .internalError: .internalServerError
    }
  }

  /// Creates the kind that reports a refusal by the server itself.
  init(refusal status: HTTPStatus) {
    let named = Self.allCases.first { $0.isNamedAfterStatus && $0.status == status }
    self =
      switch status {
      case .serviceUnavailable: .overloaded
      case .internalServerError: .internalError
      default: named ?? .badRequest
      }
  }

  /// Whether the kind says no more than its status.
  private var isNamedAfterStatus: Bool {
    switch self {
    case .malformedJSON, .badQuery, .badRequest, .notFound, .layoutNotCached, .otherEngine,
      .noSuchElement, .invalidLayout, .idMismatch, .invalidUpdate, .unrelatedLayouts, .overloaded,
      .draining,
      .internalError, .unauthorized:
      false
    default: true
    }
  }

  /// A short summary that is equal for all occurrences (RFC 9457 §3.1.3).
  var title: String {
    switch self {
    case .malformedJSON: "The text is not JSON"
    case .badQuery: "A query parameter cannot be read"
    case .unauthorized: "An API key is needed"
    case .notFound: "There is nothing here"
    case .layoutNotCached: "The layout is not in the cache"
    case .otherEngine: "This is another revision of the engine"
    case .noSuchElement: "The layout has no such element"
    case .invalidLayout: "The document is no layout"
    case .idMismatch: "The body is not the document that the id names"
    case .invalidUpdate: "The update cannot be applied"
    case .unrelatedLayouts: "The layouts have too little in common"
    case .overloaded: "The service has more work than it can take"
    case .draining: "The service is shutting down"
    case .internalError: "Something went wrong in the service"
    default: "\(status.reason)"
    }
  }

  /// The meaning of the problem and the remedy, for `/problems/NAME`.
  var explanation: String {
    switch self {
    case .malformedJSON, .badQuery, .badRequest, .invalidLayout, .idMismatch, .invalidUpdate,
      .contentTooLarge, .unsupportedMediaType, .lengthRequired:
      bodyExplanation
    case .unauthorized, .notFound, .layoutNotCached, .otherEngine, .noSuchElement,
      .unrelatedLayouts,
      .methodNotAllowed, .notAcceptable, .preconditionFailed:
      resourceExplanation
    default: serverExplanation
    }
  }

  private var bodyExplanation: String {
    switch self {
    case .malformedJSON:
      """
      The request's body is not JSON as RFC 8259 defines it: a syntax error, a name given twice in \
      one object, text after the end, or bytes that are not UTF-8. "offset" counts bytes from 0, \
      "line" and "column" from 1. Mend the text at that place and send it again.
      """
    case .badQuery:
      """
      A parameter after the "?" is unknown, given twice, malformed, or does not go with another \
      one. Numbers are written as in JSON and must be finite; widths and heights must not be \
      negative. "detail" names the parameter.
      """
    case .badRequest:
      """
      The HTTP message itself is malformed or ambiguous, its content coding is broken, or its \
      answer would be larger than the service may hold at once. "detail" says which. Ask for a \
      smaller rectangle in the last case.
      """
    case .invalidLayout:
      """
      The body is JSON, but not a layout document, or one that cannot be laid out. "errors" lists \
      up to 20 reasons, each with the JSON pointer (RFC 6901) of the value it is about.
      """
    case .invalidUpdate:
      """
      The body is JSON, but no update, or one that the layout does not allow: an index path that is \
      not there, two operations on one item or one place. "errors" lists up to 20 reasons, each with \
      the JSON pointer (RFC 6901) of the value it is about. Nothing was stored.
      """
    case .idMismatch:
      """
      The id in the path is not the SHA-256 of the body that was sent. "id" is the body's. Hash \
      exactly the bytes that are sent, before any content coding.
      """
    case .contentTooLarge:
      """
      The body is longer than the service takes, counted after inflation. "limit" is the limit in \
      bytes and "setting" the setting that raises it.
      """
    case .unsupportedMediaType:
      """
      The body's type or content coding is not one that this resource takes. POST and PUT take \
      JSON under application/json, any +json type, application/x-www-form-urlencoded, text/plain \
      or no type; QUERY takes application/json or a +json type. No request has more than one type. \
      The only content coding is gzip.
      """
    default:
      """
      A request with this method has a body, so it needs a Content-Length, or chunked transfer \
      coding.
      """
    }
  }

  private var resourceExplanation: String {
    switch self {
    case .unauthorized:
      """
      This service is set up with API keys. Send one of them as "Authorization: Bearer KEY". Only \
      /healthz and /readyz are open.
      """
    case .notFound: "No resource has this path. See /openapi.yaml for those there are."
    case .layoutNotCached:
      """
      The service has not seen this layout yet, or has given it up to make room; "missing" is its id. \
      PUT the document to /v1/layouts/{id} with the same query: that stores it and answers at once. A \
      version that an update made comes back by the same update of the same layout, or by the first \
      document and all updates since, in order.
      """
    case .otherEngine:
      """
      "engine" in the query names another revision of the engine than the one that answers; "engine" in \
      this answer is its own. Two revisions may place elements differently: drop what you show, and \
      request all of it again with this revision.
      """
    case .unrelatedLayouts:
      """
      The service does not know which elements of one layout are which of the other: they come from \
      two documents, too many updates lie between them, or it has forgotten some. Show the layout as \
      a new one: GET its attributes.
      """
    case .noSuchElement:
      """
      The layout has no element at that index path, none of that kind there, or no section of that \
      number that scrolls by itself. "detail" names it.
      """
    case .methodNotAllowed:
      "The resource does not know the method. The Allow field lists those that it knows."
    case .preconditionFailed:
      """
      If-Match names no tag of what is there now, or nothing is there; or a PUT's If-None-Match fits \
      the layout that is stored already. Nothing was done. GET the layout for its tag, or send the \
      request without the condition: an id names the same document for ever.
      """
    default:
      """
      None of the types that the Accept field names is one in which this resource can answer. \
      Attributes come as application/json, application/vnd.tatami.columns+json, \
      application/vnd.tatami.packed, image/svg+xml and text/css; everything else as application/json.
      """
    }
  }

  private var serverExplanation: String {
    switch self {
    case .requestTimeout:
      """
      The request did not arrive whole within its deadline. Deadlines are totals: TATAMI_HEADER_TIMEOUT \
      for the head, TATAMI_BODY_TIMEOUT for the body.
      """
    case .uriTooLong:
      "The request line is longer than the service reads. TATAMI_MAX_HEADER_BYTES raises the limit."
    case .expectationFailed: "The Expect field asks for something other than 100-continue."
    case .headerFieldsTooLarge:
      """
      The request's head has too many bytes or too many fields. TATAMI_MAX_HEADER_BYTES and \
      TATAMI_MAX_HEADERS raise the limits.
      """
    case .notImplemented: "The service knows neither the method nor any resource that has it."
    case .versionNotSupported: "The service speaks HTTP/1.1 and HTTP/1.0."
    case .overloaded:
      """
      The queue of waiting work is full, too many bytes are in flight or held by work, or the work \
      took longer than TATAMI_WORK_TIMEOUT. Send the request again after the seconds that \
      Retry-After says.
      """
    case .draining:
      "This instance is about to stop. Send the request again; another instance may take it."
    default:
      """
      The service failed in a way that it should not. Nothing about your request explains it; the \
      operator's log has the request's id, which the answer's X-Request-ID repeats.
      """
    }
  }
}
