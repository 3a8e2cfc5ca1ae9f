/// The application that a server runs: what becomes of each request.
///
/// Every call is made on the request's own event loop and must return at once. A request goes
/// through `receive` when its head has been read; if that asked for the body, the sink that takes
/// it decides what becomes of the request when the last byte has arrived. An object, since another
/// value behind the protocol would be copied for each call.
public protocol HTTPHandler: AnyObject, Sendable {
  /// Decides what becomes of a request whose head has been read.
  ///
  /// - Parameters:
  ///   - request: the head; its bytes are the loop's, so what outlives the call must be copied out
  ///     (`HTTPRequest.detached()`).
  ///   - response: an empty response to fill before `.respond` is returned. It is reused from
  ///     request to request, so filling it allocates nothing once its buffers have grown.
  ///   - exchange: makes the handle by which a response is given later.
  func receive(
    _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition

  /// Whether the request only asks whether the server lives: a few connections beyond the cap may
  /// send such requests. All others are refused there, by 503.
  func isProbe(_ request: HTTPRequest) -> Bool

  /// Makes the response to what the server refuses by itself: a malformed head, a limit or a deadline
  /// that was passed, one connection too many. The server closes the connection after it.
  ///
  /// - Parameters:
  ///   - status: as `HTTPRefusal.status`.
  ///   - detail: why, in a sentence for the client.
  func refusal(_ status: HTTPStatus, detail: String) -> HTTPResponse

  /// Reports an exchange that has ended: its response was taken whole, or its client left.
  ///
  /// - Parameters:
  ///   - request: the request, of which the same holds as in `receive`; nil if no head could be
  ///     read.
  ///   - response: the response; its body may have been dropped already. Its status is 499 if
  ///     the client left before a response was there.
  ///   - record: what else is known. The parts are given one by one, since to put them together
  ///     would copy each, which a handler that only counts does not need.
  func finished(_ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord)
}

extension HTTPHandler {
  /// False: every request beyond the cap is refused.
  public func isProbe(_ request: HTTPRequest) -> Bool { false }

  /// A problem document (RFC 9457) of no type of its own.
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

/// What a handler wants done with a request.
public enum HTTPDisposition {
  /// The response has been filled: send it. A body that has not been read is drained if it is
  /// short, else the connection is closed after the response.
  case respond
  /// Read the body into the sink (after `100 Continue` if the client waits for it), then call
  /// its `finish`.
  case collect(any HTTPBodySink)
  /// The response comes through the exchange's `HTTPReply`.
  case later
}

/// Takes a request's body as it arrives.
///
/// Used on one event loop only.
public protocol HTTPBodySink: AnyObject {
  /// Takes the next bytes of the decoded (unchunked) body.
  ///
  /// - Returns: nil to go on, or the response that refuses the body (413, 503): it is sent, and the
  ///   connection is closed.
  func append(_ bytes: UnsafeRawBufferPointer) -> HTTPResponse?

  /// Decides what becomes of the request, whose body has come whole; as `HTTPHandler.receive`.
  ///
  /// - Returns: `.respond` or `.later`.
  func finish(
    _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition
}

/// One request and its response, on the request's connection.
public protocol HTTPExchange: AnyObject {
  /// Makes the handle by which any thread responds. Called at most once an
  /// exchange, before `.later` is returned.
  func makeReply() -> any HTTPReply
  /// The client's address as text: `"192.0.2.1:5000"`, `"[2001:db8::1]:5000"` or `"unix"`.
  var remoteAddress: String { get }
  /// Sets a number of the handler's own, which comes back in the exchange's `HTTPAccessRecord`; 0
  /// comes back where none is set.
  ///
  /// A function, since a variable that is set through a protocol costs a check for exclusive access
  /// each time.
  func setTag(_ tag: UInt8)
}

/// Responds to one exchange from any thread, once.
///
/// Without a response the client waits for ever.
public protocol HTTPReply: AnyObject, Sendable {
  /// Whether the client has left, so that a response would be dropped.
  var isAbandoned: Bool { get }
  /// Hands the response to the connection's own event loop. A response to an abandoned exchange is
  /// dropped; a second response is ignored.
  func send(_ response: HTTPResponse)
}

/// A body that is made piece by piece as the client takes it.
///
/// Used on one event loop at a time.
public protocol HTTPBodyStream: AnyObject, Sendable {
  /// Appends the next piece (64 KiB or so) to `output`.
  ///
  /// - Returns: false once the body's last byte has been appended.
  func writeNext(to output: inout [UInt8]) -> Bool
}

/// What is known of an exchange that has ended, for logs and metrics.
public struct HTTPAccessRecord: Sendable {
  /// Bytes handed to the socket for this response, head included.
  public var bytesSent: Int
  /// From the head's first byte to the response's last, in seconds.
  public var duration: Double
  /// Whether the client took the whole response.
  public var isComplete: Bool
  /// The client's address, as `HTTPExchange.remoteAddress`.
  public var remoteAddress: String
  /// The exchange's tag; 0 if no head could be read.
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
