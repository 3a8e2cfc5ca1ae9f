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
      style: parameters.style, includesData: parameters.includesData, operation: .get,
      variesByAccept: parameters.format == nil,
      acceptsGzip: ContentCoding.acceptsGzip(request), context: context,
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
      subject: subject, includesData: parameters.includesData, operation: .store,
      variesByAccept: parameters.format == nil,
      acceptsGzip: ContentCoding.acceptsGzip(request),
      queryText: request.query.map { Array(request.bytes[$0]) } ?? [], context: context,
      preconditions: DocumentPreconditions(request),
      engine: try parameters.engine.checked())
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
