import HTTPMessage

/// The web pages that may read responses (`TATAMI_CORS_ORIGINS`; the Fetch standard's CORS protocol).
struct CORSPolicy: Sendable {
  private let origins: [[UInt8]]
  private let allowsAny: Bool

  /// Whether no page of another origin may read responses.
  var isOff: Bool { origins.isEmpty && !allowsAny }
  /// Whether responses differ by Origin, so that caches must store them separately.
  var variesByOrigin: Bool { !origins.isEmpty && !allowsAny }

  init(origins: [String]) {
    allowsAny = origins.contains("*")
    self.origins = origins.filter { $0 != "*" }.map { Array($0.utf8) }
  }

  private static let any = [UInt8(ascii: "*")]

  /// Returns the value of Access-Control-Allow-Origin for this request; nil if the field is omitted.
  ///
  /// If any page may read responses, all responses have the field, also those to requests without
  /// Origin: a cache may serve them to a page later.
  func allowedOrigin(_ request: HTTPRequest) -> [UInt8]? {
    if allowsAny { return Self.any }
    guard !isOff, let origin = request.value(of: "origin") else { return nil }
    return origins.first { request.bytes[origin].elementsEqual($0) }
  }

  /// Returns whether the request is a preflight: it only asks which requests a page may send.
  static func isPreflight(_ request: HTTPRequest) -> Bool {
    request.method == .options && request.value(of: "origin") != nil
      && request.value(of: "access-control-request-method") != nil
  }

  /// Appends the fields that let the page read the response and its header fields.
  static func addFields(allowing origin: [UInt8], to response: inout HTTPResponse) {
    response.addField("Access-Control-Allow-Origin") { $0.append(contentsOf: origin) }
    response.addField(
      "Access-Control-Expose-Headers",
      StaticString(
        """
        ETag, Location, Content-Location, Cache-Status, Server-Timing, Tatami-Engine, \
        X-Request-ID, Retry-After, RateLimit, RateLimit-Policy
        """))
  }

  /// Appends the fields of the response to a preflight.
  static func addPreflightFields(allow: StaticString, to response: inout HTTPResponse) {
    response.addField("Access-Control-Allow-Methods", allow)
    response.addField(
      "Access-Control-Allow-Headers",
      StaticString(
        """
        Authorization, Content-Type, Content-Encoding, If-Match, If-None-Match, X-Request-ID, \
        traceparent, tracestate
        """))
    response.addField("Access-Control-Max-Age", StaticString("7200"))
  }
}
