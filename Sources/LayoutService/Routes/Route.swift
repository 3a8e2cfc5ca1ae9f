import HTTPMessage

/// The resources, by path (Contract §1).
enum Route: Sendable {
  case layouts
  case layout(LayoutID)
  case attributes(LayoutID)
  case attributesPicture(LayoutID)
  case sections(LayoutID)
  case targetOffset(LayoutID)
  case health
  case readiness
  case metrics
  case problem(ProblemKind)
  case page(EmbeddedPage)
  /// `OPTIONS *`: the service itself.
  case service
  case unknown

  /// The resource that the request's path names.
  ///
  /// - Complexity: O(path); no allocation for layouts and health.
  init(_ request: borrowing HTTPRequest) {
    if request.pathHasPrefix("/v1/layouts") {
      self = Self.layoutRoute(request)
    } else if request.pathEquals("/healthz") {
      self = .health
    } else if request.pathEquals("/readyz") {
      self = .readiness
    } else if request.pathEquals("/metrics") {
      self = .metrics
    } else if request.pathHasPrefix("/problems/") {
      let name = request.bytes.text(
        in: request.path.lowerBound + "/problems/".utf8.count..<request.path.upperBound)
      self = ProblemKind(rawValue: name).map { .problem($0) } ?? .unknown
    } else if let page = EmbeddedPage.named(in: request) {
      self = .page(page)
    } else {
      self = request.pathEquals("*") ? .service : .unknown
    }
  }

  private static func layoutRoute(_ request: borrowing HTTPRequest) -> Route {
    let idStart = request.path.lowerBound + "/v1/layouts/".utf8.count
    let idEnd = idStart + 64
    if request.pathEquals("/v1/layouts") { return .layouts }
    guard request.pathHasPrefix("/v1/layouts/"), idEnd <= request.path.upperBound,
      let id = LayoutID(request.bytes, in: idStart..<idEnd)
    else { return .unknown }
    let rest = idEnd..<request.path.upperBound
    if rest.isEmpty { return .layout(id) }
    if request.bytes.equals("/attributes", in: rest) { return .attributes(id) }
    if request.bytes.equals("/sections", in: rest) { return .sections(id) }
    if request.bytes.equals("/target-offset", in: rest) { return .targetOffset(id) }
    if request.bytes.equals("/attributes.svg", in: rest) { return .attributesPicture(id) }
    return .unknown
  }

  /// The methods that the resource knows, as Allow lists them.
  var allow: StaticString {
    switch self {
    case .layouts: "POST, QUERY, OPTIONS"
    case .layout: "GET, HEAD, PUT, OPTIONS"
    case .service: "GET, HEAD, POST, PUT, QUERY, OPTIONS"
    default: "GET, HEAD, OPTIONS"
    }
  }

  /// Whether the resource knows the method, OPTIONS aside.
  func knows(_ method: HTTPMethod) -> Bool {
    switch (self, method) {
    case (.layouts, .post), (.layouts, .query), (.layout, .put): true
    case (.layouts, _), (.service, _): false
    case (_, .get), (_, .head): true
    default: false
    }
  }

  /// Whether it is answered without an API key.
  var isOpen: Bool {
    switch self {
    case .health, .readiness: true
    default: false
    }
  }

  /// Its name in metrics: the path with placeholders, so that there are few of them.
  var label: RouteLabel {
    switch self {
    case .layouts: .layouts
    case .layout: .layout
    case .attributes: .attributes
    case .attributesPicture: .attributesPicture
    case .sections: .sections
    case .targetOffset: .targetOffset
    case .health: .health
    case .readiness: .readiness
    case .metrics: .metrics
    case .problem: .problem
    case .page: .page
    case .service, .unknown: .other
    }
  }
}

/// A route's name in metrics.
enum RouteLabel: Int, Sendable, CaseIterable {
  case layouts, layout, attributes, attributesPicture, sections, targetOffset
  case health, readiness, metrics, problem, page, other

  /// The label of the request's route: of layouts by the path's ending alone, since every request
  /// is counted, whatever its id.
  init(_ request: borrowing HTTPRequest) {
    guard request.pathHasPrefix("/v1/layouts/") else {
      self = Route(request).label
      return
    }
    let idEnd = request.path.lowerBound + "/v1/layouts/".utf8.count + 64
    guard idEnd <= request.path.upperBound else {
      self = .other
      return
    }
    let rest = idEnd..<request.path.upperBound
    if request.bytes.equals("/attributes", in: rest) {
      self = .attributes
    } else if rest.isEmpty {
      self = .layout
    } else if request.bytes.equals("/sections", in: rest) {
      self = .sections
    } else if request.bytes.equals("/target-offset", in: rest) {
      self = .targetOffset
    } else {
      self = request.bytes.equals("/attributes.svg", in: rest) ? .attributesPicture : .other
    }
  }

  /// The path with placeholders.
  var text: StaticString {
    switch self {
    case .layouts: "/v1/layouts"
    case .layout: "/v1/layouts/{id}"
    case .attributes: "/v1/layouts/{id}/attributes"
    case .attributesPicture: "/v1/layouts/{id}/attributes.svg"
    case .sections: "/v1/layouts/{id}/sections"
    case .targetOffset: "/v1/layouts/{id}/target-offset"
    case .health: "/healthz"
    case .readiness: "/readyz"
    case .metrics: "/metrics"
    case .problem: "/problems/{name}"
    case .page: "page"
    case .other: "other"
    }
  }
}

extension HTTPRequest {
  /// The name of its route in metrics.
  var routeLabel: RouteLabel { RouteLabel(self) }
}
