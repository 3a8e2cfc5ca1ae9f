package import HTTPMessage
package import LayoutEngine

/// What a request for changes says, checked: GET `…/changes`, or the query of a request that brings a document or an
/// update (Contract §12).
package struct ChangesRequest: Sendable {
  /// The version that the view shows; nil if the request is for an update of it.
  package let from: LayoutID?
  /// The requested changes; nil if the request is for the version's summary.
  package let query: ChangesQuery?
  package let representation: Representation
  /// What the response has beside its representation.
  package let form: ResponseForm
  package let engine: EngineParameter
  /// Whether the response depends on Accept.
  package let variesByAccept: Bool

  /// Reads GET `…/changes`, or `…/changes.svg`.
  package init(_ request: HTTPRequest, isPicture: Bool = false) throws(Problem) {
    let parameters = try Self.parameters(request, hasFrom: true, isPicture: isPicture)
    guard parameters.from != nil else {
      throw Problem(.badQuery, "missing parameter: pass from")
    }
    guard parameters.query != nil else {
      throw Problem(.badQuery, "missing parameter: pass rect or bounds")
    }
    try self.init(parameters, request)
  }

  /// Reads the query of a POST or QUERY that asks for the changes from another layout.
  package init(document request: HTTPRequest) throws(Problem) {
    let parameters = try Self.parameters(request, hasFrom: true)
    guard parameters.from != nil, parameters.query != nil else {
      throw Problem(.badQuery, "missing parameter: from needs rect or bounds")
    }
    try self.init(parameters, request)
  }

  /// Reads the query of an update, which is for the version's summary if it selects no changes.
  package init(update request: HTTPRequest) throws(Problem) {
    try self.init(try Self.parameters(request, hasFrom: false), request)
  }

  /// Reads the query of the changes between two layouts that the page's engine has, which needs no `from`.
  package init(between request: HTTPRequest) throws(Problem) {
    let parameters = try Self.parameters(request, hasFrom: false)
    guard parameters.query != nil else {
      throw Problem(.badQuery, "missing parameter: pass rect or bounds")
    }
    try self.init(parameters, request)
  }

  private init(_ parameters: ChangesParameters, _ request: HTTPRequest) throws(Problem) {
    from = parameters.from
    query = parameters.query
    form = parameters.form
    engine = parameters.engine
    variesByAccept = parameters.format == nil
    if query != nil {
      let chosen =
        parameters.format ?? Representation.negotiated(request, offered: [.json, .columns])
      guard let chosen else {
        throw Problem(.notAcceptable, "Accept names none of the types of changes")
      }
      representation = chosen
    } else {
      if parameters.format == nil { try Representation.requireJSON(request) }
      guard parameters.format ?? .json == .json else {
        throw Problem(.notAcceptable, "without rect or bounds the answer is JSON")
      }
      representation = .json
    }
  }

  private static func parameters(
    _ request: HTTPRequest, hasFrom: Bool, isPicture: Bool = false
  ) throws(Problem) -> ChangesParameters {
    do throws(BadQuery) {
      return try ChangesParameters(request, hasFrom: hasFrom, isPicture: isPicture)
    } catch {
      throw Problem(error)
    }
  }
}
