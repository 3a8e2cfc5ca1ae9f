import LayoutAPI
import HTTPMessage
import LayoutEngine

/// A request for changes, from a view that shows another version (Contract §12).
struct ChangesRequest: Sendable {
  /// The version that the view shows.
  var from: LayoutID
  var query: ChangesQuery
}

extension LayoutRequest {
  /// The representations of changes.
  private static let changesRepresentations: [Representation] = [.json, .columns]

  /// Parses GET `…/changes`, or `…/changes.svg`.
  static func changes(
    _ request: HTTPRequest, _ context: RequestContext, isPicture: Bool
  ) throws(Problem) -> LayoutRequest {
    let parameters = try ChangesParameters.read(request, hasFrom: true, isPicture: isPicture)
    guard let from = parameters.from else {
      throw Problem(.badQuery, "missing parameter: pass from")
    }
    guard let query = parameters.query else {
      throw Problem(.badQuery, "missing parameter: pass rect or bounds")
    }
    return LayoutRequest(
      subject: .changes(
        ChangesRequest(from: from, query: query), try representation(parameters, request)),
      form: parameters.form, operation: .get,
      variesByAccept: parameters.format == nil,
      acceptsGzip: ContentCoding.acceptsGzip(request), context: context,
      engine: try parameters.engine.checked())
  }

  /// Whether a request that brings a document asks for the changes from another layout.
  static func hasFrom(_ request: HTTPRequest) -> Bool {
    for parameter in request.queryString
    where QueryParameter(parameter, of: request).isNamed("from") { return true }
    return false
  }

  /// Parses a POST's or QUERY's request for the changes that lead from another layout to that of its document.
  static func reload(
    _ request: HTTPRequest, _ context: RequestContext, _ operation: Operation
  ) throws(Problem) -> LayoutRequest {
    let parameters = try ChangesParameters.read(request, hasFrom: true)
    guard let from = parameters.from, let query = parameters.query else {
      throw Problem(.badQuery, "missing parameter: from needs rect or bounds")
    }
    return LayoutRequest(
      subject: .changes(
        ChangesRequest(from: from, query: query), try representation(parameters, request)),
      form: parameters.form, operation: operation,
      variesByAccept: parameters.format == nil,
      acceptsGzip: ContentCoding.acceptsGzip(request),
      queryText: request.query.map { Array(request.bytes[$0]) } ?? [], context: context,
      preconditions: DocumentPreconditions(request),
      engine: try parameters.engine.checked())
  }

  /// Parses an update's request for the version that it creates: its changes, or its summary.
  static func update(
    _ request: HTTPRequest, _ context: RequestContext, of parent: LayoutID
  ) throws(Problem) -> LayoutRequest {
    let parameters = try ChangesParameters.read(request, hasFrom: false)
    let subject: Subject
    if let query = parameters.query {
      subject = .changes(
        ChangesRequest(from: parent, query: query), try representation(parameters, request))
    } else {
      if parameters.format == nil { try Representation.requireJSON(request) }
      guard parameters.format ?? .json == .json else {
        throw Problem(.notAcceptable, "without rect or bounds the answer is JSON")
      }
      subject = .summary
    }
    return LayoutRequest(
      subject: subject, form: parameters.form, operation: .store,
      variesByAccept: parameters.format == nil,
      acceptsGzip: ContentCoding.acceptsGzip(request),
      queryText: queryText(of: request, from: parent), context: context,
      preconditions: DocumentPreconditions(request),
      engine: try parameters.engine.checked())
  }

  /// Returns the query of an update with the parameter `from`, which the query of its changes has.
  private static func queryText(of request: HTTPRequest, from parent: LayoutID) -> [UInt8] {
    guard let query = request.query else { return [] }
    var text: [UInt8] = []
    text.append("from=")
    parent.append(to: &text)
    text.append("&")
    return text + request.bytes[query]
  }

  private static func representation(
    _ parameters: ChangesParameters, _ request: HTTPRequest
  ) throws(Problem) -> Representation {
    if let format = parameters.format { return format }
    guard
      let chosen = Representation.negotiated(request, offered: changesRepresentations)
    else { throw Problem(.notAcceptable, "Accept names none of the types of changes") }
    return chosen
  }
}

extension ChangesParameters {
  fileprivate static func read(
    _ request: HTTPRequest, hasFrom: Bool, isPicture: Bool = false
  ) throws(Problem) -> ChangesParameters {
    do throws(BadQuery) {
      return try ChangesParameters(request, hasFrom: hasFrom, isPicture: isPicture)
    } catch {
      throw Problem(error)
    }
  }
}
