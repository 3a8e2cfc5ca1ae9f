import HTTPMessage

/// The pages that only the metrics listener serves: what this process is, what it caches and what it does.
enum DebugEndpoint: CaseIterable {
  case version
  case layouts
  case jobs

  /// The page's path.
  var path: StaticString {
    switch self {
    case .version: "/version"
    case .layouts: "/debug/layouts"
    case .jobs: "/debug/jobs"
    }
  }

  /// Creates the page that the request's path names; nil if it names none.
  init?(_ request: HTTPRequest) {
    guard let page = Self.allCases.first(where: { request.pathEquals($0.path) }) else { return nil }
    self = page
  }
}
