import HTTPMessage
import LayoutAPI
import LayoutService
import Logging

extension Bench {
  /// Measures parsing requests, finding cached layouts, and the most frequent routes, without sockets.
  func service() {
    requestParsing()
    cacheLookup()
    routes()
  }

  /// Measures parsing a browser's request head.
  private func requestParsing() {
    let bytes = head(
      "GET", "/v1/layouts/\(String(repeating: "a", count: 64))/attributes?rect=0,0,1,1")
    let reader = HeadReading()
    report.row("parse a request's head") { name in
      let time = measurement.nanoseconds(each: 100_000) { _ in reader.read(bytes) { _ in } }
      return counted(
        Row(name, ("nanoseconds", time), ("bytes", Double(bytes.count))), calls: 1000
      ) { reader.read(bytes) { _ in } }
    }
  }

  /// Measures finding layouts by their ids, among 1,000 stored ones.
  private func cacheLookup() {
    report.row("cache lookup") { name in
      let service = BenchService()
      let ids = (0..<1_000).map { number in
        let text = SampleDocuments.text(layout: #"{"type":"flow"}"#, count: number)
        guard service.post(text) != nil else { fatalError("A sample document is not stored") }
        return LayoutID(hashing: text)
      }
      func look(_ number: Int) {
        // 619 and 1,000 have no common factor: every id is looked up, and never right after its neighbour.
        guard service.holds(ids[number * 619 % ids.count]) else {
          fatalError("A sample layout is not found")
        }
      }
      let time = measurement.nanoseconds(each: 100_000, look)
      return counted(Row(name, ("nanoseconds", time)), calls: 1_000) { look(1) }
    }
  }

  /// Measures the work of the event loop between reading a request and sending its response.
  ///
  /// It measures a service without a store and one with a store: a layout in memory should cost both
  /// equally much.
  private func routes() {
    routes(of: BenchService(), "")
    routes(of: BenchService(store: FullStore()), ", with a store")
  }

  private func routes(of service: BenchService, _ suffix: String) {
    let text = SampleDocuments.text(
      layout: #"{"type":"waterfall","columns":3}"#, items: .numbers, count: 1000)
    guard let path = service.post(text) else {
      fatalError("A sample document is not stored")
    }
    let rect = "\(path)/attributes?rect=0,2000,390,844"
    let cases = [
      ("GET health", ["/healthz"]), ("GET summary, cached", [path]),
      ("GET by rect, the same", [rect]),
      // More targets than the service caches responses for: each response is selected and encoded again.
      ("GET by rect, each another", (0..<8_192).map { "\(rect).\($0)" }),
    ]
    for (label, targets) in cases {
      let heads = targets.map { head("GET", $0) }
      report.row(label + suffix) { name in
        var next = 0
        func ask() {
          next = next + 1 < heads.count ? next + 1 : 0
          service.answer(heads[next])
        }
        let time = measurement.nanoseconds(each: 20_000) { _ in ask() }
        return counted(
          Row(name, ("nanoseconds", time), ("bytes", Double(service.response.body.count))),
          calls: 1000, ask)
      }
    }
  }

  /// Returns the row, with the number of allocations per call if they are counted.
  private func counted(_ row: Row, calls: Int, _ body: () -> Void) -> Row {
    guard let allocations else { return row }
    var row = row
    row.values.append(("allocations", allocations.allocations(each: calls) { _ in body() }))
    return row
  }

  /// Returns a request's head as a browser sends it.
  private func head(_ method: String, _ target: String) -> [UInt8] {
    Array(
      """
      \(method) \(target) HTTP/1.1\r
      Host: localhost:8080\r
      User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r
      Accept: application/json\r
      Accept-Language: en-US,en;q=0.5\r
      Connection: keep-alive\r
      \r\n
      """.utf8)
  }
}

/// Parses heads as a connection does, with one parser and one buffer for fields.
final class HeadReading {
  private var parser = RequestParser()
  private var fields: [HTTPField] = []

  /// Reads a head that must be complete and valid, and calls `body` with it.
  func read(_ bytes: [UInt8], _ body: (HTTPRequest) -> Void) {
    do {
      guard var request = try parser.parse(bytes, 0..<bytes.count, fields: &fields) else {
        fatalError("A sample request is not whole")
      }
      body(request)
      RequestParser.recycle(&request, into: &fields)
    } catch {
      fatalError("A sample request is refused: \(error)")
    }
  }
}

/// A layout service that receives requests without a connection.
final class BenchService {
  private let service: LayoutService
  private let reading = HeadReading()
  private let exchange = BenchExchange()
  /// The last response, whose buffers the next one reuses.
  private(set) var response = HTTPResponse()

  init(store: (any DocumentStore)? = nil) {
    var logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    service = LayoutService(
      settings: ServiceSettings(), environment: ServiceEnvironment(store: store), logger: logger)
  }

  /// Responds to a request that needs no worker.
  func answer(_ bytes: [UInt8]) {
    reading.read(bytes) { request in
      response.reset()
      guard case .respond = service.receive(request, response: &response, exchange: exchange),
        response.status == .ok
      else { fatalError("A sample request is not answered at once") }
    }
  }

  /// Returns whether a layout is in the cache.
  func holds(_ id: LayoutID) -> Bool {
    service.storedLayout(id) != nil
  }

  /// Posts a document and returns its layout's path; nil if the service's response contains none.
  func post(_ document: [UInt8]) -> String? {
    let head = Array(
      "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Length: \(document.count)\r\n\r\n".utf8)
    var location: String?
    reading.read(head) { request in
      response.reset()
      guard
        case .collect(let sink) = service.receive(
          request, response: &response, exchange: exchange)
      else { return }
      unsafe document.withUnsafeBytes { bytes in
        if let refused = unsafe sink.append(bytes) { response = refused }
      }
      switch sink.finish(request, response: &response, exchange: exchange) {
      case .respond: break
      case .later: response = exchange.reply.wait()
      case .collect: return
      }
      location = String(decoding: response.fieldLines, as: UTF8.self)
        .split(whereSeparator: \.isNewline)
        .first { $0.hasPrefix("Location: ") }
        .map { String($0.dropFirst("Location: ".count)) }
    }
    return location
  }
}

/// A store that reports every document as stored, but returns none.
final class FullStore: DocumentStore {
  var health: StoreHealthReport { StoreHealthReport() }

  func fetch(
    _ key: [UInt8], for client: HTTPClient, admits: @escaping @Sendable (Int) -> Bool,
    completion: @escaping @Sendable (FetchResult) -> Void
  ) { completion(.missing) }

  func set(
    _ key: [UInt8], replacing: Bool, tombstone: [UInt8]?,
    value: @escaping @Sendable () -> [UInt8]?,
    completion: @escaping @Sendable (SetResult) -> Void
  ) { completion(.there) }

  func delete(
    _ deletion: StoreDeletion, completion: @escaping @Sendable (StoreError?) -> Void
  ) { completion(nil) }

  func read(
    _ key: [UInt8], in range: Range<Int>, completion: @escaping @Sendable (FetchResult) -> Void
  ) { completion(.found([])) }

  func touch(_ key: [UInt8], completion: @escaping @Sendable (StoreTouch) -> Void) {
    completion(.there)
  }
}
