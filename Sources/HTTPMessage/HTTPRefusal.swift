/// Why a message is refused: the status it gets, and a sentence for the client.
public struct HTTPRefusal: Error, Sendable, Hashable {
  /// The parser's are 400, 414, 417, 431 and 505; the server's own 400, 408, 500 and 503.
  public var status: HTTPStatus
  /// Why; names the limit and the setting that raises it where there is one.
  public var detail: String

  /// Creates a refusal.
  public init(_ status: HTTPStatus, _ detail: String) {
    self.status = status
    self.detail = detail
  }
}

/// What a request's head may cost.
public struct HTTPHeadLimits: Sendable, Hashable {
  /// Bytes of the request line, the fields and the empty line, inclusive.
  public var headerBytes: Int
  /// Field lines, inclusive.
  public var headerCount: Int

  /// Creates limits; the defaults are the contract's.
  public init(headerBytes: Int = 16 * 1024, headerCount: Int = 100) {
    self.headerBytes = headerBytes
    self.headerCount = headerCount
  }
}
