import HTTPMessage
import LayoutAPI

/// A resource, by its path (Contract §1).
enum Route: Sendable {
  case layouts
  case layout(LayoutID)
  case attributes(LayoutID)
  case attributesPicture(LayoutID)
  case attributesSheet(LayoutID)
  case attributesColumns(LayoutID)
  case attributesPacked(LayoutID)
  case sections(LayoutID)
  case targetOffset(LayoutID)
  case indexPath(LayoutID)
  case updates(LayoutID)
  case changes(LayoutID)
  case changesPicture(LayoutID)
  case document(LayoutID)
  /// A picture of a document in the query.
  case pictures
  /// Texts to measure without a layout.
  case texts
  /// The fonts in which text is measured.
  case fonts
  case health
  case readiness
  case metrics
  case problem(ProblemKind)
  case page(EmbeddedPath)
  /// `OPTIONS *`: the service itself.
  case service
  case unknown

  /// Creates the resource that the request's path names.
  ///
  /// - Complexity: O(path); no allocation for layouts and health.
  init(_ request: borrowing HTTPRequest) {
    if request.pathHasPrefix("/v1/layouts") {
      self = Self.layoutRoute(request)
    } else if request.pathEquals("/v1/pictures") {
      self = .pictures
    } else if request.pathEquals("/v1/texts") {
      self = .texts
    } else if request.pathEquals("/v1/fonts") {
      self = .fonts
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
    } else if let path = EmbeddedPath(request) {
      self = .page(path)
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
    if request.bytes.equals("/index-path", in: rest) { return .indexPath(id) }
    if request.bytes.equals("/attributes.svg", in: rest) { return .attributesPicture(id) }
    if request.bytes.equals("/attributes.css", in: rest) { return .attributesSheet(id) }
    if request.bytes.equals("/attributes.columns", in: rest) { return .attributesColumns(id) }
    if request.bytes.equals("/attributes.packed", in: rest) { return .attributesPacked(id) }
    if request.bytes.equals("/changes", in: rest) { return .changes(id) }
    if request.bytes.equals("/changes.svg", in: rest) { return .changesPicture(id) }
    if request.bytes.equals("/updates", in: rest) { return .updates(id) }
    if request.bytes.equals("/document", in: rest) { return .document(id) }
    return .unknown
  }

  /// The methods that the resource supports.
  var methods: RouteMethods {
    if case .service = self { .service } else { label.methods }
  }

  /// Refuses methods that the service does not recognise, and methods that the resource does not support.
  ///
  /// - Parameter allow: the methods that Allow lists; nil lists the resource's own.
  func check(_ method: HTTPMethod, allow: StaticString? = nil) throws(Problem) {
    guard method != .other else {
      throw Problem(.notImplemented, "no resource has this method")
    }
    guard methods.contains(method) else {
      throw .methodNotAllowed("\(method.text)", allow: allow ?? methods.allow)
    }
  }

  /// Whether the resource is available without an API key.
  var isOpen: Bool {
    switch self {
    case .health, .readiness: true
    default: false
    }
  }

  /// The resource's row in the table of resources.
  var label: RouteLabel {
    switch self {
    case .layouts: .layouts
    case .layout: .layout
    case .attributes: .attributes
    case .attributesPicture: .attributesPicture
    case .attributesSheet: .attributesSheet
    case .attributesColumns: .attributesColumns
    case .attributesPacked: .attributesPacked
    case .sections: .sections
    case .targetOffset: .targetOffset
    case .indexPath: .indexPath
    case .updates: .updates
    case .changes: .changes
    case .changesPicture: .changesPicture
    case .document: .document
    case .pictures: .pictures
    case .texts: .texts
    case .fonts: .fonts
    case .health: .health
    case .readiness: .readiness
    case .metrics: .metrics
    case .problem: .problem
    case .page: .page
    case .service, .unknown: .other
    }
  }
}

/// The resources, one row each: a name for metrics and logs, and the methods.
enum RouteLabel: UInt8, Sendable, CaseIterable {
  case layouts, layout, attributes, attributesPicture, attributesSheet, attributesColumns
  case attributesPacked, sections, targetOffset, indexPath, updates, changes, changesPicture,
    document,
    pictures, texts, fonts
  case health, readiness, metrics, problem, page, other

  private var row: (name: StaticString, methods: RouteMethods) {
    switch self {
    case .layouts: ("/v1/layouts", .documents)
    case .layout: ("/v1/layouts/{id}", .layout)
    case .attributes: ("/v1/layouts/{id}/attributes", .reading)
    case .attributesPicture: ("/v1/layouts/{id}/attributes.svg", .reading)
    case .attributesSheet: ("/v1/layouts/{id}/attributes.css", .reading)
    case .attributesColumns: ("/v1/layouts/{id}/attributes.columns", .reading)
    case .attributesPacked: ("/v1/layouts/{id}/attributes.packed", .reading)
    case .sections: ("/v1/layouts/{id}/sections", .reading)
    case .targetOffset: ("/v1/layouts/{id}/target-offset", .reading)
    case .indexPath: ("/v1/layouts/{id}/index-path", .reading)
    case .updates: ("/v1/layouts/{id}/updates", .updates)
    case .changes: ("/v1/layouts/{id}/changes", .reading)
    case .changesPicture: ("/v1/layouts/{id}/changes.svg", .reading)
    case .document: ("/v1/layouts/{id}/document", .reading)
    case .pictures: ("/v1/pictures", .reading)
    case .texts: ("/v1/texts", .updates)
    case .fonts: ("/v1/fonts", .reading)
    case .health: ("/healthz", .reading)
    case .readiness: ("/readyz", .reading)
    case .metrics: ("/metrics", .reading)
    case .problem: ("/problems/{name}", .reading)
    case .page: ("page", .reading)
    case .other: ("other", .reading)
    }
  }

  /// The path with placeholders.
  var name: StaticString { row.name }

  /// The methods that the resource supports.
  var methods: RouteMethods { row.methods }

  /// Returns whether the resource is meant for the method.
  ///
  /// It is meant for all methods that it supports but HEAD and OPTIONS, which few clients send.
  func isMeant(for method: HTTPMethod) -> Bool { method != .head && methods.contains(method) }

  /// The number as which an exchange stores the label, so that a path is parsed only once; never 0.
  var tag: UInt8 { rawValue + 1 }

  /// Creates the label from the number that an exchange stores; `other` if its path was not parsed.
  init(tag: UInt8) {
    self = tag > 0 ? Self(rawValue: tag - 1) ?? .other : .other
  }
}

/// The methods of a resource, which always include OPTIONS.
enum RouteMethods {
  case reading
  /// The methods of a layout: it can be read, uploaded and deleted.
  case layout
  case documents
  case updates
  /// The methods of the service itself, which has no representation.
  case service

  /// The methods as the Allow field lists them.
  var allow: StaticString {
    switch self {
    case .reading: "GET, HEAD, OPTIONS"
    case .layout: "GET, HEAD, PUT, DELETE, OPTIONS"
    case .documents: "POST, QUERY, OPTIONS"
    case .updates: "POST, OPTIONS"
    case .service: "GET, HEAD, POST, PUT, DELETE, QUERY, OPTIONS"
    }
  }

  /// Returns whether the resource supports the method, OPTIONS aside.
  func contains(_ method: HTTPMethod) -> Bool {
    switch (self, method) {
    case (.documents, .post), (.documents, .query), (.updates, .post): true
    case (.layout, .put), (.layout, .delete): true
    case (.documents, _), (.updates, _), (.service, _): false
    case (_, .get), (_, .head): true
    default: false
    }
  }
}
