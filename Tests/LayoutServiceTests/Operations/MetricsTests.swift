import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// `/metrics`, read by the rules of Prometheus' text format 0.0.4.
@Suite(.waits) struct MetricsTests {
  /// The samples of a page: name with labels, and value.
  private func samples(_ text: String) throws -> [String: Double] {
    var samples: [String: Double] = [:]
    var types: [String: String] = [:]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("# TYPE ") {
        let words = line.split(separator: " ")
        #expect(words.count == 4)
        #expect(types.updateValue(String(words[3]), forKey: String(words[2])) == nil, "\(line)")
        continue
      }
      if line.hasPrefix("# HELP ") { continue }
      let match = try #require(
        line.wholeMatch(
          of: #/([a-z_]+)(\{[a-z_]+="[^"\\\n]*"(?:,[a-z_]+="[^"\\\n]*")*\})? (-?[0-9.e+-]+)/#),
        "\(line)")
      let family = String(match.output.1).replacing(#/_(bucket|sum|count)$/#, with: "")
      #expect(types[String(match.output.1)] != nil || types[family] == "histogram", "\(line)")
      let name = String(match.output.1) + (match.output.2.map(String.init) ?? "")
      #expect(samples.updateValue(try #require(Double(match.output.3)), forKey: name) == nil)
    }
    return samples
  }

  private func count(_ service: TestService, _ answer: TestAnswer, _ method: String, _ path: String)
    throws
  {
    let request = try TestRequest.head(method, path)
    service.service.finished(
      request, HTTPResponse(status: HTTPStatus(code: answer.status)),
      HTTPAccessRecord(
        bytesSent: 1, duration: 0.0003, isComplete: true, remoteAddress: "unix",
        tag: Route(request).label.tag))
  }

  @Test func `What happened is counted`() throws {
    var environment = ServiceEnvironment()
    environment.connections = {
      var figures = ConnectionFigures()
      figures.open = 3
      figures.accepted = 17
      figures.most = 4_000
      return figures
    }
    environment.process = {
      var figures = ProcessFigures()
      figures.residentBytes = 12_345
      figures.cpuSeconds = 1.5
      figures.maxFiles = 20_000
      return figures
    }
    let service = TestService(environment: environment)
    let path = "/v1/layouts/\(TestDocument.waterfallID)/attributes?rect=all"
    for _ in 0..<2 {
      let posted = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
      try count(service, posted, "POST", "/v1/layouts")
    }
    try count(service, try service.send("GET", path), "GET", path)
    try count(service, try service.send("GET", "\(path)&a"), "GET", "\(path)&a")
    let page = try service.send("GET", "/metrics")
    #expect(page["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
    let samples = try samples(page.text)
    func requests(_ route: String, _ method: String, _ status: Int) -> Double? {
      samples[
        "tatami_requests_total{route=\"\(route)\",method=\"\(method)\",status=\"\(status)\"}"]
    }
    #expect(requests("/v1/layouts", "POST", 201) == 1)
    #expect(requests("/v1/layouts", "POST", 200) == 1)
    #expect(requests("/v1/layouts/{id}/attributes", "GET", 200) == 1)
    #expect(requests("/v1/layouts/{id}/attributes", "GET", 400) == 1)
    let duration = "tatami_request_duration_seconds"
    #expect(samples["\(duration)_count{route=\"/v1/layouts\",method=\"POST\"}"] == 2)
    #expect(
      samples["\(duration)_bucket{route=\"/v1/layouts\",method=\"POST\",le=\"0.00025\"}"] == 0)
    #expect(samples["\(duration)_bucket{route=\"/v1/layouts\",method=\"POST\",le=\"0.0005\"}"] == 2)
    #expect(samples["\(duration)_bucket{route=\"/v1/layouts\",method=\"POST\",le=\"+Inf\"}"] == 2)
    #expect(
      abs((samples["\(duration)_sum{route=\"/v1/layouts\",method=\"POST\"}"] ?? 0) - 0.0006) < 1e-9)
    #expect(samples["tatami_problems_total{name=\"bad-query\"}"] == 1)
    #expect(samples["tatami_cache_hits_total"] == 2)
    #expect(samples["tatami_cache_misses_total"] == 1)
    #expect(samples["tatami_cache_entries"] == 1)
    #expect(samples["tatami_layouts_computed_total"] == 1)
    #expect(samples["tatami_items_laid_out_total{layout=\"waterfall\"}"] == 4)
    #expect(samples["tatami_items_laid_out_total{layout=\"flow\"}"] == 0)
    #expect(samples["tatami_work_duration_seconds_count{span=\"layout\"}"] == 1)
    #expect(samples["tatami_connections_open"] == 3)
    #expect(samples["tatami_connections_accepted_total"] == 17)
    #expect(samples["process_resident_memory_bytes"] == 12_345)
    #expect(samples["process_cpu_seconds_total"] == 1.5)
    #expect(samples["process_max_fds"] == 20_000)
    #expect(samples["tatami_connections_max"] == 4_000)
    #expect(
      samples[
        "tatami_build_info{version=\"0\",engine_revision=\"\(OfflineLayout.engineRevision)\"}"] == 1
    )
  }

  @Test func `A GET and a PUT of a layout have durations of their own`() throws {
    let service = TestService()
    let path = "/v1/layouts/\(TestDocument.waterfallID)"
    let answer = try service.send("PUT", path, text: TestDocument.waterfall)
    #expect(answer.status == 201)
    func durations() throws -> [String: Double] {
      try samples(try service.send("GET", "/metrics").text).filter {
        $0.key.hasPrefix("tatami_request_duration_seconds_count{route=\"/v1/layouts/{id}\",")
      }
    }
    func name(_ method: String) -> String {
      "tatami_request_duration_seconds_count{route=\"/v1/layouts/{id}\",method=\"\(method)\"}"
    }
    // What the route is for begins with 0; HEAD and OPTIONS are there once they have been used.
    #expect(try durations() == [name("GET"): 0, name("PUT"): 0])
    try count(service, answer, "PUT", path)
    try count(service, answer, "HEAD", path)
    #expect(try durations() == [name("GET"): 0, name("PUT"): 1, name("HEAD"): 1])
  }

  @Test func `Limits are gauges beside what they bound, and draining is one`() throws {
    let service = TestService {
      $0.cacheBytes = 1_000_001
      $0.maxInflightBytes = 1_000_002
      $0.maxBodyBytes = 1_000_003
      $0.maxItems = 1_000_004
      $0.maxQueue = 105
      $0.workTimeout = 2.5
    }
    let samples = try samples(try service.send("GET", "/metrics").text)
    #expect(samples["tatami_cache_max_bytes"] == 1_000_001)
    #expect(samples["tatami_inflight_max_bytes"] == 1_000_002)
    #expect(samples["tatami_body_max_bytes"] == 1_000_003)
    #expect(samples["tatami_document_max_items"] == 1_000_004)
    #expect(samples["tatami_jobs_max_waiting"] == 105)
    #expect(samples["tatami_work_max_seconds"] == 2.5)
    #expect(samples["tatami_draining"] == 0)
    service.service.beginDraining()
    #expect(try self.samples(try service.send("GET", "/metrics").text)["tatami_draining"] == 1)
  }

  @Test func `Requests are counted under their route`() throws {
    let id = TestDocument.waterfallID
    for path in [
      "/v1/layouts", "/v1/layouts/\(id)", "/v1/layouts/\(id)/attributes?rect=all",
      "/v1/layouts/\(id)/attributes.svg", "/v1/layouts/\(id)/attributes.css",
      "/v1/layouts/\(id)/attributes.columns", "/v1/layouts/\(id)/attributes.packed",
      "/v1/pictures?document=e30", "/v1/layouts/\(id)/changes.svg", "/v1/layouts/\(id)/sections",
      "/v1/layouts/\(id)/target-offset", "/v1/layouts/\(id)/index-path",
      "/v1/layouts/\(id)/updates",
      "/v1/layouts/\(id)/changes", "/v1/layouts/\(id)/document", "/v1/layouts/\(id)/nothing",
      "/v1/layouts/abc", "/healthz",
      "/readyz", "/metrics", "/problems/bad-query", "/problems/x", "/", "/docs", "/nothing",
    ] {
      let label = Route(try TestRequest.head("GET", path)).label
      #expect(RouteLabel(tag: label.tag) == label, "\(path)")
    }
  }

  @Test func `Every route, method and status has a counter of its own`() {
    var indexes: Set<Int> = []
    for route in RouteLabel.allCases {
      for method in ServiceMetrics.methods.indices {
        for status in ServiceMetrics.statuses.indices {
          indexes.insert(ServiceMetrics.index(route, method: method, status: status))
        }
      }
    }
    let count =
      RouteLabel.allCases.count * ServiceMetrics.methods.count * ServiceMetrics.statuses.count
    #expect(indexes.count == count)
    #expect(indexes.max() ?? 0 < ServiceMetrics.requestCounters)
    #expect(Histogram.bounds == Histogram.bounds.sorted())
    #expect(Histogram.boundTexts.count == Histogram.bounds.count)
    for (bound, text) in zip(Histogram.bounds, Histogram.boundTexts) {
      #expect(Double("\(text)").map { ($0 * 1e9).rounded() } == Double(bound))
    }
  }

  @Test func `The operator's port answers metrics and health without a key, and nothing else`()
    throws
  {
    let service = TestService { $0.apiKeys = ["k"] }
    let handler = MetricsHandler(service.service)
    func ask(_ method: String, _ path: String) throws -> TestAnswer {
      var response = HTTPResponse()
      let request = try TestRequest.head(method, path)
      guard
        case .respond = handler.receive(request, response: &response, exchange: TestExchange())
      else { throw TestService.Unexpected(what: "an answer later") }
      return TestAnswer(response)
    }
    #expect(try ask("GET", "/metrics").status == 200)
    #expect(try ask("GET", "/healthz").status == 200)
    #expect(try ask("GET", "/readyz").status == 200)
    #expect(try ask("GET", "/").status == 404)
    #expect(try ask("GET", "/v1/layouts/\(TestDocument.waterfallID)").status == 404)
    #expect(try ask("POST", "/metrics").status == 405)
  }
}
