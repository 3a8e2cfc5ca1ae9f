/// The reason for refusing a message: a status, and a sentence for the client.
public struct HTTPRefusal: Error, Sendable, Hashable {
  /// The status: 400, 414, 417, 431 or 505 from the parser; 400, 408, 500 or 503 from the server.
  public var status: HTTPStatus
  /// The reason; it names the limit, and the setting that raises it if there is one.
  public var detail: String

  /// Creates a refusal.
  public init(_ status: HTTPStatus, _ detail: String) {
    self.status = status
    self.detail = detail
  }
}

/// The limits of a request's head.
public struct HTTPHeadLimits: Sendable, Hashable {
  /// The maximum number of bytes in the request line, the fields and the empty line.
  public var headerBytes: Int
  /// The maximum number of field lines.
  public var headerCount: Int

  /// Creates limits; the defaults are the contract's.
  public init(headerBytes: Int = 16 * 1024, headerCount: Int = 100) {
    self.headerBytes = headerBytes
    self.headerCount = headerCount
  }
}
