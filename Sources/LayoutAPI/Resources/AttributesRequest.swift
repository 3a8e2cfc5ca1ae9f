package import HTTPMessage
package import LayoutEngine

/// What a request for attributes says, checked: GET `…/attributes`, or the query of a request that brings a document.
package struct AttributesRequest: Sendable {
  /// The requested elements; nil if the request is for the layout's summary.
  package let query: LayoutQuery?
  package let representation: Representation
  /// What the response has beside its representation.
  package let form: ResponseForm
  package let engine: EngineParameter
  /// Whether the response depends on Accept.
  package let variesByAccept: Bool

  /// Reads GET `…/attributes`.
  ///
  /// - Parameter ending: the representation that the path's ending names (`…/attributes.svg`); nil
  ///   if `format` and Accept decide.
  package init(_ request: HTTPRequest, ending: Representation? = nil) throws(Problem) {
    let parameters = try Self.parameters(request, ending)
    guard parameters.query != nil else {
      throw Problem(.badQuery, "missing parameter: pass rect or indexPath")
    }
    if ending != nil, parameters.format != nil {
      throw Problem(
        BadQuery(detail: "format is fixed by the path's ending", parameter: "format"))
    }
    try self.init(parameters, ending ?? parameters.format, request, isFixed: ending != nil)
  }

  /// Reads the query of a POST, PUT or QUERY, which is for the summary if it selects no attributes.
  package init(document request: HTTPRequest) throws(Problem) {
    let parameters = try Self.parameters(request, nil)
    if parameters.query == nil, parameters.format == nil {
      try Representation.requireJSON(request)
    }
    try self.init(parameters, parameters.format, request)
  }

  /// Reads parameters that do not come from HTTP; without `format`, the representation is JSON.
  package init(_ parameters: AttributesQuery) throws(Problem) {
    try self.init(parameters, parameters.format ?? .json, nil)
  }

  private init(
    _ parameters: AttributesQuery, _ format: Representation?, _ request: HTTPRequest?,
    isFixed: Bool = false
  ) throws(Problem) {
    query = parameters.query
    form = parameters.form
    engine = parameters.engine
    variesByAccept = format == nil
    if query == nil {
      guard format ?? .json == .json else {
        throw Problem(.notAcceptable, "without rect or indexPath the answer is JSON")
      }
      representation = .json
    } else {
      let chosen =
        format
        ?? request.flatMap { Representation.negotiated($0, offered: Representation.allCases) }
      guard let chosen else {
        throw Problem(.notAcceptable, "Accept names none of the types of attributes")
      }
      representation = chosen
    }
    do throws(BadQuery) {
      try parameters.checkStyle(of: representation, isFixed: isFixed)
    } catch {
      throw Problem(error)
    }
  }

  private static func parameters(
    _ request: HTTPRequest, _ ending: Representation?
  ) throws(Problem) -> AttributesQuery {
    do throws(BadQuery) {
      return try AttributesQuery(request, ending: ending)
    } catch {
      throw Problem(error)
    }
  }
}

extension Representation {
  /// Refuses clients that do not accept JSON.
  package static func requireJSON(_ request: HTTPRequest) throws(Problem) {
    guard negotiated(request, offered: [.json]) != nil else {
      throw Problem(.notAcceptable, "this resource is application/json only")
    }
  }
}
