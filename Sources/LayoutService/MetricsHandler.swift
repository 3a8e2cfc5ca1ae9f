public import HTTPMessage

/// Serves `/metrics`, `/healthz` and `/readyz` of a service on a port of their own (`TATAMI_METRICS_BIND`),
/// without API keys, and the pages for operators that no other port has: `/version`, `/debug/layouts` and
/// `/debug/jobs`.
public final class MetricsHandler: HTTPHandler {
  private let service: LayoutService

  /// Creates the handler of a service.
  public init(_ service: LayoutService) {
    self.service = service
  }

  /// Responds to the request at once, or for a page of operators a moment later.
  public func receive(
    _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition {
    service.respondToOperator(request, &response, exchange)
  }

  /// Returns whether the request is for `/healthz` or `/readyz`.
  public func isProbe(_ request: HTTPRequest) -> Bool { service.isProbe(request) }

  /// Returns the problem document with which the server itself refuses a request.
  public func refusal(_ status: HTTPStatus, detail: String) -> HTTPResponse {
    service.refusal(status, detail: detail)
  }

  /// Does nothing: these requests are neither counted nor logged.
  public func finished(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord
  ) {}
}
