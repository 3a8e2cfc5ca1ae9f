import HTTPMessage
import LayoutAPI
import LayoutEngine

/// The service's counters; counting takes no lock, only a few atomic additions per request or duration.
final class ServiceMetrics: Sendable {
  /// The methods that are counted separately.
  static let methods: [HTTPMethod] = [.get, .head, .post, .put, .query, .options, .other]
  /// The statuses that are counted separately; the last one, 0, counts all others.
  static let statuses = [
    200, 201, 204, 304, 400, 401, 404, 405, 406, 408, 409, 411, 412, 413, 414, 415, 417, 422, 429,
    431, 499, 500, 501, 503, 505, 0,
  ]
  /// The parts of work that are timed.
  enum Span: Int, CaseIterable {
    case queue, parse, layout, query, encode
  }

  /// The number of counters in `requests`, which has space for all routes, methods and statuses.
  static let requestCounters = 8_192

  /// Requests by route, method and status.
  let requests = CounterTable<8_192>()
  /// Durations by route and method.
  private let durations: [Histogram] = RouteLabel.allCases.flatMap { _ in
    methods.map { _ in Histogram() }
  }
  /// Durations by part of work.
  let spans: [Histogram] = Span.allCases.map { _ in Histogram() }
  /// Items of documents that were laid out, by layout type: those of `SectionLayout.names`, in that order.
  let items = CounterTable<16>()
  /// Layouts computed.
  let layouts = CounterTable<1>()
  /// Updates applied, by the operations that they have (`UpdateOperation`).
  let updates = CounterTable<16>()
  /// Items placed one by one for updates, not those that stayed in place or were placed by a rule.
  let updateItemsPlaced = CounterTable<1>()
  /// Problems by kind.
  let problems = CounterTable<32>()
  /// Counters of the work with the store of documents.
  let store = StoreMetrics()

  /// Returns the index of the counter of a route, method and status.
  static func index(_ route: RouteLabel, method: Int, status: Int) -> Int {
    (Int(route.rawValue) * methods.count + method) * statuses.count + status
  }

  /// Returns the durations of a route's requests with a method, given by its index in `methods`.
  func durations(_ route: RouteLabel, method: Int) -> Histogram {
    durations[Int(route.rawValue) * Self.methods.count + method]
  }

  /// Counts an ended exchange.
  ///
  /// - Parameter duration: the seconds from the head's first byte to the response's last.
  func count(
    _ route: RouteLabel, _ method: HTTPMethod, _ status: HTTPStatus, duration: Double
  ) {
    let place = Self.statuses.firstIndex(of: status.code) ?? Self.statuses.count - 1
    let method = Self.methodIndex(method)
    requests.add(at: Self.index(route, method: method, status: place))
    let nanoseconds = (max(0, duration) * 1e9).rounded()
    durations(route, method: method).record(UInt64(exactly: nanoseconds) ?? .max)
  }

  /// Counts a problem that was reported.
  func countRejection(_ kind: ProblemKind) {
    problems.add(at: Int(kind.number) - 1)
  }

  /// Records the duration of a part of work, in nanoseconds.
  func record(_ span: Span, _ nanoseconds: UInt64) {
    spans[span.rawValue].record(nanoseconds)
  }

  /// Counts an event of a layout's computation.
  func count(_ event: LayoutEvent) {
    switch event {
    case .began(let waited): record(.queue, waited)
    case .computed(let product, let times):
      layouts.add(at: 0)
      record(.parse, times.parse ?? 0)
      record(.layout, times.layout ?? 0)
      count(product)
    }
  }

  private func count(_ product: LayoutComputation.Product) {
    switch product {
    case .layout(_, let document): countItems(of: document)
    case .version(let version, let update, of: _):
      updateItemsPlaced.add(version.placedItemCount, at: 0)
      for (place, operation) in UpdateOperation.allCases.enumerated()
      where operation.stands(in: update) {
        updates.add(at: place)
      }
    }
  }

  private func countItems(of document: LayoutDocument) {
    let shared = document.layout.flatMap { Self.layoutIndex($0, document.container) }
    for section in document.sections {
      let own = section.layout.flatMap { Self.layoutIndex($0, document.container) }
      if let index = own ?? shared { items.add(section.items.count, at: index) }
    }
  }

  private static func methodIndex(_ method: HTTPMethod) -> Int {
    switch method {
    case .get: 0
    case .head: 1
    case .post: 2
    case .put: 3
    case .query: 4
    case .options: 5
    default: 6
    }
  }

  private static func layoutIndex(_ variants: LayoutVariants, _ container: Container) -> Int? {
    let chosen = variants.variants.first { $0.condition.holds(for: container) }
    return chosen.flatMap { SectionLayout.names.firstIndex(of: $0.layout.name) }
  }
}
