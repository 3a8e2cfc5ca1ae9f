import HTTPMessage
import Logging
import TestSupport
import Testing

@testable import LayoutService

/// A service that is asked without sockets.
struct TestService {
  let service: LayoutService

  /// Creates a service.
  init(
    accessLog: AccessLog? = nil, environment: ServiceEnvironment = ServiceEnvironment(),
    _ change: (inout ServiceSettings) -> Void = { _ in }
  ) {
    var settings = ServiceSettings()
    settings.workers = 2
    // Unless a test is about it, a machine that stands still for seconds must not use it up.
    settings.workTimeout = 300
    change(&settings)
    service = LayoutService(
      settings: settings, environment: environment,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, accessLog: accessLog)
  }

  /// What has been sent and is not answered yet.
  struct Pending {
    let exchange: TestExchange
    let request: HTTPRequest
    /// The answer, where it was given at once.
    var immediate: HTTPResponse?

    /// Waits for the answer.
    func answer() throws -> TestAnswer {
      if let immediate { return TestAnswer(immediate) }
      return TestAnswer(try #require(exchange.reply.wait()))
    }
  }

  /// Sends a request and waits for its answer.
  ///
  /// - Parameters:
  ///   - fields: field lines such as `"Accept: */*"`.
  ///   - body: nil for none; else sent with its length.
  func send(
    _ method: String, _ target: String, _ fields: [String] = [], body: [UInt8]? = nil
  ) throws -> TestAnswer {
    try begin(method, target, fields, body: body).answer()
  }

  /// Sends a request with a text for its body.
  func send(
    _ method: String, _ target: String, _ fields: [String] = [], text: String
  ) throws -> TestAnswer {
    try send(method, target, fields, body: Array(text.utf8))
  }

  /// Sends a request; its answer may come later.
  ///
  /// - Parameter address: the connection's, as `HTTPExchange.remoteAddress`.
  func begin(
    _ method: String, _ target: String, _ fields: [String] = [], body: [UInt8]? = nil,
    isChunked: Bool = false, from address: String = "192.0.2.1:5000"
  ) throws -> Pending {
    var lines = fields
    if let body, !isChunked { lines.append("Content-Length: \(body.count)") }
    if isChunked { lines.append("Transfer-Encoding: chunked") }
    let request = try TestRequest.head(method, target, lines)
    let exchange = TestExchange(from: address)
    var response = HTTPResponse()
    switch service.receive(request, response: &response, exchange: exchange) {
    case .respond:
      return Pending(exchange: exchange, request: request, immediate: response)
    case .later: return Pending(exchange: exchange, request: request)
    case .collect(let sink):
      if let refusal = Self.feed(body ?? [], to: sink) {
        return Pending(exchange: exchange, request: request, immediate: refusal)
      }
      switch sink.finish(request, response: &response, exchange: exchange) {
      case .respond: return Pending(exchange: exchange, request: request, immediate: response)
      case .later: return Pending(exchange: exchange, request: request)
      case .collect: throw Unexpected(what: "the sink asked for the body again")
      }
    }
  }

  /// Gives a sink the bytes as a connection would: in pieces.
  private static func feed(_ body: [UInt8], to sink: any HTTPBodySink) -> HTTPResponse? {
    var start = 0
    while start < body.count {
      let end = min(start + 60_000, body.count)
      if let refusal = sink.append(Array(body[start..<end])) { return refusal }
      start = end
    }
    return nil
  }

  struct Unexpected: Error {
    var what: String
  }
}

extension TestAnswer {
  /// The body as JSON.
  func json() throws -> FixtureValue { try FixtureValue(body) }

  /// The items' numbers in `attributes`, in their order.
  func items() throws -> [Int] {
    let attributes = try #require(try json()["attributes"])
    return attributes.elements.compactMap { attributes in
      guard let item = attributes["indexPath"]?.elements.last?.number else { return nil }
      return Int(item)
    }
  }

  /// The problem's name.
  func problem() throws -> String {
    #expect(self["content-type"] == "application/problem+json")
    #expect(self["cache-control"] == "no-store")
    #expect(self["x-content-type-options"] == "nosniff")
    let json = try json()
    #expect(json["status"]?.number == Double(status))
    #expect(json["title"]?.string?.isEmpty == false)
    let type = try #require(json["type"]?.string)
    #expect(type.hasPrefix("/problems/"))
    return String(type.dropFirst("/problems/".count))
  }
}

extension PendingResponse {
  /// A POST's that waits for its layout.
  static func posted(
    to service: LayoutService, _ reply: any HTTPReply
  ) throws -> (DocumentRequest, PendingResponse) {
    let request = try DocumentRequest(
      TestRequest.head("POST", "/v1/layouts", ["Content-Length: 1"]),
      RequestContext(id: RequestID(number: 0), allowedOrigin: nil), .store)
    return (
      request,
      PendingResponse(reply, request.layout, service.writer, service.layouts, for: .unknown)
    )
  }
}

extension HTTPBodySink {
  /// Gives the sink bytes, as a connection does.
  func append(_ bytes: [UInt8]) -> HTTPResponse? {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }
}
