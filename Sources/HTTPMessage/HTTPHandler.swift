/// The application that a server runs: it decides how to respond to each request.
///
/// Every call is made on the request's event loop and must return at once. A request goes through
/// `receive` when its head has been read; if `receive` requests the body, the sink that collects it
/// decides how to respond when the last byte has arrived. The protocol is limited to classes, because
/// a structure that conforms to it would be copied for each call.
public protocol HTTPHandler: AnyObject, Sendable {
  /// Decides how to respond to a request whose head has been read.
  ///
  /// - Parameters:
  ///   - request: the head. Its bytes belong to the event loop: to use the request after the call, copy
  ///     it (`HTTPRequest.detached()`).
  ///   - response: an empty response to fill before `.respond` is returned. It is reused from request
  ///     to request, so filling it allocates nothing once its buffers have grown.
  ///   - exchange: creates the handle for a response that is sent later.
  func receive(
    _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition

  /// Returns whether the request only probes the server's health.
  ///
  /// The server accepts a few connections beyond its limit for probes only, and refuses any other request
  /// on them with 503.
  func isProbe(_ request: HTTPRequest) -> Bool

  /// Creates the response for a request that the server itself refuses.
  ///
  /// The reason is a malformed head, an exceeded limit or deadline, or one connection too many. The server
  /// closes the connection afterwards.
  ///
  /// - Parameters:
  ///   - status: the status, as in `HTTPRefusal.status`.
  ///   - detail: the reason, as a sentence for the client.
  func refusal(_ status: HTTPStatus, detail: String) -> HTTPResponse

  /// Reports an exchange that has ended: the whole response was passed to the socket, or the connection was lost.
  ///
  /// - Parameters:
  ///   - request: the request, whose bytes belong to the event loop, as in `receive`; nil if no head could
  ///     be read.
  ///   - response: the response, whose body may already have been dropped. Its status is 499 if the
  ///     client disconnected before the response was ready.
  ///   - record: further facts about the exchange. They are passed separately, because a record that
  ///     included the request and the response would copy both, even for a handler that only counts.
  func finished(_ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord)
}

extension HTTPHandler {
  /// Returns false: no request is a probe, so a connection beyond the limit is served only if a place is freed for it.
  public func isProbe(_ request: HTTPRequest) -> Bool { false }

  /// Returns a problem document (RFC 9457) with the type `about:blank`.
  public func refusal(_ status: HTTPStatus, detail: String) -> HTTPResponse {
    var response = HTTPResponse(status: status)
    response.addField("Content-Type", StaticString("application/problem+json"))
    response.addField("X-Content-Type-Options", StaticString("nosniff"))
    response.addField("Cache-Control", StaticString("no-store"))
    let text =
      "{\"type\":\"about:blank\",\"title\":\"\(status.reason)\",\"status\":\(status.code),"
      + "\"detail\":\"\(detail.filter { $0 != "\"" && $0 != "\\" })\"}"
    response.body = Array(text.utf8)
    return response
  }
}

/// A handler's decision about a request.
public enum HTTPDisposition {
  /// The response has been filled: send it. An unread body is drained if it is short; otherwise the
  /// connection is closed after the response.
  case respond
  /// Read the body into the sink (after `100 Continue` if the client expects it), then call its `finish`.
  case collect(any HTTPBodySink)
  /// The response will be sent through the exchange's `HTTPReply`.
  case later
}

/// Receives a request's body as it arrives.
///
/// Used on one event loop only.
public protocol HTTPBodySink: AnyObject {
  /// Receives the next bytes of the decoded (unchunked) body.
  ///
  /// - Returns: nil to continue, or a response that refuses the body (413, 503): the server sends it
  ///   and closes the connection.
  func append(_ bytes: UnsafeRawBufferPointer) -> HTTPResponse?

  /// Decides how to respond, once the body is complete; see `HTTPHandler.receive`.
  ///
  /// - Returns: `.respond` or `.later`.
  func finish(
    _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition
}

/// One request and its response, on the request's connection.
public protocol HTTPExchange: AnyObject {
  /// Creates the handle with which any thread can respond.
  ///
  /// Called at most once per exchange, before `.later` is returned.
  func makeReply() -> any HTTPReply
  /// The client's address as text: `"192.0.2.1:5000"`, `"[2001:db8::1]:5000"` or `"unix"`.
  var remoteAddress: String { get }
  /// Sets the tag, a number that only the handler interprets; 0 until it is set.
  ///
  /// `HTTPHandler.finished` receives it in the exchange's `HTTPAccessRecord`.
  ///
  /// This is a function because setting a variable through a protocol costs a check for exclusive
  /// access each time.
  func setTag(_ tag: UInt8)
}

/// Responds to one exchange from any thread, once.
///
/// The caller must send a response; otherwise the client waits forever.
public protocol HTTPReply: AnyObject, Sendable {
  /// Whether the client has disconnected, so that a response would be dropped.
  var isAbandoned: Bool { get }
  /// Passes the response to the connection's event loop.
  ///
  /// A response to an abandoned exchange is dropped; a second response is ignored.
  func send(_ response: HTTPResponse)
}

/// A body that is generated piece by piece as the client receives it.
///
/// Used on one event loop at a time.
public protocol HTTPBodyStream: AnyObject, Sendable {
  /// Appends the next piece (about 64 KiB) to `output`.
  ///
  /// - Returns: false if the body's last byte has been appended; otherwise true.
  func writeNext(to output: inout [UInt8]) -> Bool
}

/// The facts about an exchange that has ended, for logs and metrics.
public struct HTTPAccessRecord: Sendable {
  /// The number of bytes passed to the socket for this response, including the head.
  public var bytesSent: Int
  /// The time from the first byte of the request's head to the last byte of the response, in seconds.
  public var duration: Double
  /// Whether the whole response was passed to the socket; the client may not have received all of it.
  public var isComplete: Bool
  /// The client's address, in the form of `HTTPExchange.remoteAddress`.
  public var remoteAddress: String
  /// The tag that the handler set with `HTTPExchange.setTag`; 0 if no head could be read.
  public var tag: UInt8

  /// Creates a record.
  public init(
    bytesSent: Int, duration: Double, isComplete: Bool, remoteAddress: String, tag: UInt8 = 0
  ) {
    self.tag = tag
    self.bytesSent = bytesSent
    self.duration = duration
    self.isComplete = isComplete
    self.remoteAddress = remoteAddress
  }
}
