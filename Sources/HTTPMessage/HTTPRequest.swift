/// A request's head: the bytes as they arrived, and the ranges of its parts.
///
/// The bytes are shared with the connection's read buffer instead of copied, so creating a request
/// allocates nothing. Use `detached()` for a copy that outlives the handler's call.
public struct HTTPRequest: Sendable {
  /// The buffer that contains the head.
  ///
  /// All ranges refer to it.
  public var bytes: [UInt8]
  /// The range of the head in `bytes`: from the method's first byte to the end of the empty line.
  public var head: Range<Int>
  /// The method.
  public var method: HTTPMethod
  /// The request target as sent.
  public var target: Range<Int>
  /// The target's path, still percent-encoded; begins with `/`, or is `*`.
  public var path: Range<Int>
  /// The target's part after the `?`, still percent-encoded; nil if there is no `?`.
  public var query: Range<Int>?
  /// 1 for HTTP/1.1, 0 for HTTP/1.0.
  public var minorVersion: Int
  /// The fields in the order sent.
  public var fields: [HTTPField]
  /// The framing of the body.
  public var framing: HTTPBodyFraming
  /// Whether the client expects `100 Continue` before it sends the body.
  public var expectsContinue: Bool
  /// Whether the connection may stay open after the response.
  public var keepsAlive: Bool

  /// Creates a head from its parts; if `head` is nil, all of `bytes` is the head.
  public init(
    bytes: [UInt8], method: HTTPMethod, target: Range<Int>, path: Range<Int>, query: Range<Int>?,
    minorVersion: Int, fields: [HTTPField], framing: HTTPBodyFraming, expectsContinue: Bool,
    keepsAlive: Bool, head: Range<Int>? = nil
  ) {
    self.bytes = bytes
    self.head = head ?? 0..<bytes.count
    self.method = method
    self.target = target
    self.path = path
    self.query = query
    self.minorVersion = minorVersion
    self.fields = fields
    self.framing = framing
    self.expectsContinue = expectsContinue
    self.keepsAlive = keepsAlive
  }
}

/// The ranges of one field's name and value in the request's bytes.
public struct HTTPField: Sendable, Hashable {
  /// The name as sent.
  public var name: Range<Int>
  /// The value, without surrounding white space.
  public var value: Range<Int>

  /// Creates a field from its ranges.
  public init(name: Range<Int>, value: Range<Int>) {
    self.name = name
    self.value = value
  }
}

/// The framing of a request's body (RFC 9112 §6).
public enum HTTPBodyFraming: Sendable, Hashable {
  /// No body: neither Content-Length nor Transfer-Encoding is present.
  case none
  /// Content-Length, in bytes.
  case length(Int)
  /// Transfer-Encoding: chunked.
  case chunked
}
