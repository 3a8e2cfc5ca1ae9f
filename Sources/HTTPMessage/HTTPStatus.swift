/// A status code of RFC 9110 §15, or 499 if the client disconnected before its response.
public struct HTTPStatus: Sendable, Hashable {
  /// The three-digit code.
  public let code: Int

  /// Creates a status from its code.
  public init(code: Int) {
    self.code = code
  }

  /// 200.
  public static let ok = HTTPStatus(code: 200)
  /// 201.
  public static let created = HTTPStatus(code: 201)
  /// 204.
  public static let noContent = HTTPStatus(code: 204)
  /// 304.
  public static let notModified = HTTPStatus(code: 304)
  /// 400.
  public static let badRequest = HTTPStatus(code: 400)
  /// 401.
  public static let unauthorized = HTTPStatus(code: 401)
  /// 403.
  public static let forbidden = HTTPStatus(code: 403)
  /// 404.
  public static let notFound = HTTPStatus(code: 404)
  /// 405.
  public static let methodNotAllowed = HTTPStatus(code: 405)
  /// 406.
  public static let notAcceptable = HTTPStatus(code: 406)
  /// 408.
  public static let requestTimeout = HTTPStatus(code: 408)
  /// 409.
  public static let conflict = HTTPStatus(code: 409)
  /// 411.
  public static let lengthRequired = HTTPStatus(code: 411)
  /// 412.
  public static let preconditionFailed = HTTPStatus(code: 412)
  /// 413.
  public static let contentTooLarge = HTTPStatus(code: 413)
  /// 414.
  public static let uriTooLong = HTTPStatus(code: 414)
  /// 415.
  public static let unsupportedMediaType = HTTPStatus(code: 415)
  /// 417.
  public static let expectationFailed = HTTPStatus(code: 417)
  /// 422.
  public static let unprocessableContent = HTTPStatus(code: 422)
  /// 429.
  public static let tooManyRequests = HTTPStatus(code: 429)
  /// 431.
  public static let requestHeaderFieldsTooLarge = HTTPStatus(code: 431)
  /// 499: the client disconnected (nginx's code; never sent, only logged).
  public static let clientClosedRequest = HTTPStatus(code: 499)
  /// 500.
  public static let internalServerError = HTTPStatus(code: 500)
  /// 501.
  public static let notImplemented = HTTPStatus(code: 501)
  /// 503.
  public static let serviceUnavailable = HTTPStatus(code: 503)
  /// 505.
  public static let httpVersionNotSupported = HTTPStatus(code: 505)

  /// RFC 9110's reason phrase, which is also the title of the problem with this status.
  public var reason: StaticString {
    switch code {
    case 100: "Continue"
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 499: "Client Closed Request"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Unknown"
    }
  }
}
