package import HTTPMessage

/// The kinds of problem that are reported to clients (Contract §7).
///
/// The raw value is the name in `/problems/NAME`.
package enum ProblemKind: String, Sendable, CaseIterable {
  case malformedJSON = "malformed-json"
  case badQuery = "bad-query"
  case badRequest = "bad-request"
  case unauthorized
  case forbidden
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
  case tooManyRequests = "too-many-requests"
  case overloaded = "overloaded"
  case draining = "draining"
  case internalError = "internal"

  /// The kind's position among all kinds, from 1.
  package var number: UInt8 { UInt8(clamping: 1 + (Self.allCases.firstIndex(of: self) ?? 0)) }

  /// Creates the kind at a position; nil if there is none.
  package init?(number: UInt8) {
    guard 1...Self.allCases.count ~= Int(number) else { return nil }
    self = Self.allCases[Int(number) - 1]
  }

  /// The status of the response.
  package var status: HTTPStatus {
    switch self {
    case .malformedJSON, .badQuery, .badRequest: .badRequest
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
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
    case .tooManyRequests: .tooManyRequests
    case .overloaded, .draining: .serviceUnavailable
    case .internalError: .internalServerError
    }
  }

  /// Creates the kind that reports a refusal by the server itself.
  package init(refusal status: HTTPStatus) {
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
  package var title: String {
    switch self {
    case .malformedJSON: "Malformed JSON"
    case .badQuery: "Invalid query parameter"
    case .unauthorized: "API key required"
    case .notFound: "No such resource"
    case .layoutNotCached: "Layout not cached"
    case .otherEngine: "Different engine revision"
    case .noSuchElement: "No such element"
    case .invalidLayout: "Invalid layout document"
    case .idMismatch: "Id does not match the body"
    case .invalidUpdate: "Invalid update"
    case .unrelatedLayouts: "Unrelated layouts"
    case .overloaded: "Service overloaded"
    case .draining: "Service shutting down"
    case .internalError: "Internal error"
    default: "\(status.reason)"
    }
  }

  /// The meaning of the problem and the remedy, for `/problems/NAME`.
  package var explanation: String {
    switch self {
    case .malformedJSON, .badQuery, .badRequest, .invalidLayout, .idMismatch, .invalidUpdate,
      .contentTooLarge, .unsupportedMediaType, .lengthRequired:
      bodyExplanation
    case .unauthorized, .forbidden, .notFound, .layoutNotCached, .otherEngine, .noSuchElement,
      .unrelatedLayouts, .methodNotAllowed, .notAcceptable, .preconditionFailed:
      resourceExplanation
    default: serverExplanation
    }
  }

  private var bodyExplanation: String {
    switch self {
    case .malformedJSON:
      """
      The request's body is not JSON as RFC 8259 defines it: it has a syntax error, a duplicate name \
      in one object, text after the end, or bytes that are not UTF-8. "offset" counts bytes from 0, \
      "line" and "column" count from 1. Correct the text at that position and send it again.
      """
    case .badQuery:
      """
      A parameter after the "?" is unknown, duplicated, malformed, or not allowed with another \
      parameter. Numbers are written as in JSON and must be finite; widths and heights must not be \
      negative. "detail" names the parameter.
      """
    case .badRequest:
      """
      The HTTP message itself is malformed or ambiguous, its content coding is broken, or the answer \
      alone would exceed the limit of bytes in flight. "detail" says which. If the response is too \
      large, request a smaller rectangle.
      """
    case .invalidLayout:
      """
      The body is JSON, but it is not a layout document, or the document cannot be laid out. \
      "errors" lists up to 20 reasons, each with the JSON pointer (RFC 6901) of the invalid value.
      """
    case .invalidUpdate:
      """
      The body is JSON, but it is not an update, or the update cannot be applied to the layout: an \
      index path does not exist, or two operations concern one item or one position. "errors" lists up \
      to 20 reasons, each with the JSON pointer (RFC 6901) of the invalid value. Nothing was stored.
      """
    case .idMismatch:
      """
      The id in the path is not the SHA-256 of the body. "id" is the SHA-256 of the body that the \
      service received. Hash exactly the bytes that you send, before any content coding.
      """
    case .contentTooLarge:
      """
      The body, counted after inflation, exceeds the service's limit. "limit" is the limit in bytes, \
      and "setting" names the setting that raises it.
      """
    case .unsupportedMediaType:
      """
      This resource does not accept the body's type or content coding. POST and PUT accept JSON \
      under application/json, any +json type, application/x-www-form-urlencoded, text/plain or no \
      type; QUERY accepts application/json or a +json type. A request must not have more than one \
      type. The only content coding is gzip.
      """
    default:
      """
      A request with this method has a body, so it needs a Content-Length or the chunked transfer \
      coding.
      """
    }
  }

  private var resourceExplanation: String {
    switch self {
    case .unauthorized:
      """
      This service requires an API key. Send one as "Authorization: Bearer KEY". Only /healthz and \
      /readyz need no key.
      """
    case .forbidden:
      """
      The service refuses this request, and "detail" says why. DELETE needs a service with API keys \
      (TATAMI_API_KEYS). A signed URL must be sent exactly as it was signed, before it expires: have it \
      signed again.
      """
    case .notFound: "No resource has this path. /openapi.yaml lists all paths."
    case .layoutNotCached:
      """
      The service has not received this layout yet, or has evicted it; "missing" is its id. PUT the \
      document to /v1/layouts/{id}. If you requested attributes, send the same query, with "format" \
      in place of a path's ending, and the PUT answers it at once. Otherwise send no query, and \
      repeat your request. To restore a version, apply the same update to the same layout again, or \
      upload the first document and then apply all updates since, in order.
      """
    case .otherEngine:
      """
      "engine" in the query names an engine revision other than the service's; "engine" in this response \
      is the service's revision. Two revisions may place elements differently: discard the elements \
      that you show, and request all of them again with this revision.
      """
    case .unrelatedLayouts:
      """
      The service cannot match the elements of the two versions: too many updates lie between them, or the \
      service no longer stores some of these updates. Show the layout as a new one: GET its attributes.
      """
    case .noSuchElement:
      """
      The layout has no element at that index path, no element of that kind there, or no orthogonal \
      section with that number. "detail" names it.
      """
    case .methodNotAllowed:
      "The resource does not support the method. The Allow field lists the methods that it supports."
    case .preconditionFailed:
      """
      If-Match does not name the resource's current entity tag, or the layout is not cached; or a \
      PUT's If-None-Match matches the layout, which is already cached. Nothing was done. GET the \
      layout for its tag, or send the request without the condition: an id always names the same \
      document.
      """
    default:
      """
      This resource cannot answer in any of the types that the Accept field names. Attributes are \
      available as application/json, application/vnd.tatami.columns+json, \
      application/vnd.tatami.packed, image/svg+xml and text/css; everything else as application/json.
      """
    }
  }

  private var serverExplanation: String {
    switch self {
    case .requestTimeout:
      """
      The request did not arrive completely before its deadline. Deadlines are totals: \
      TATAMI_HEADER_TIMEOUT for the head, TATAMI_BODY_TIMEOUT for the body.
      """
    case .uriTooLong:
      "The request line exceeds the service's limit. TATAMI_MAX_HEADER_BYTES raises the limit."
    case .expectationFailed: "The Expect field has a value other than 100-continue."
    case .headerFieldsTooLarge:
      """
      The request's head has too many bytes or too many fields. TATAMI_MAX_HEADER_BYTES and \
      TATAMI_MAX_HEADERS raise the limits.
      """
    case .notImplemented: "No resource of the service supports the method."
    case .versionNotSupported: "The service supports only HTTP/1.1 and HTTP/1.0."
    case .tooManyRequests:
      """
      The clients with your API key have used what the operator allows them in a minute \
      (TATAMI_KEY_LIMITS): "detail" says whether requests or processor time. Send the request again after \
      the number of seconds in Retry-After.
      """
    case .overloaded:
      """
      The queue of waiting jobs is full, too many bytes are in flight or reserved by jobs, or the job \
      took longer than TATAMI_WORK_TIMEOUT. Send the request again after the number of seconds in \
      Retry-After.
      """
    case .draining:
      "This instance is shutting down. Send the request again; another instance may serve it."
    default:
      """
      The service failed unexpectedly, and your request is not the reason. The operator's log contains \
      the request's id, which the answer repeats in X-Request-ID.
      """
    }
  }
}
