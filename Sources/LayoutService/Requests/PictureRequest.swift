import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// A GET of a picture whose document is in the query (Contract §18).
struct PictureRequest: Sendable {
  /// The response requested for the layout.
  let layout: LayoutRequest
  /// The document's bytes, or their gzip.
  let document: [UInt8]
  /// Whether `document` is gzip.
  let isCompressed: Bool

  /// Parses a request's head.
  ///
  /// - Throws: any problem that can be found before the document is inflated.
  /// - Complexity: O(query).
  init(_ request: HTTPRequest, _ context: RequestContext) throws(Problem) {
    let parameters: AttributesQuery
    do throws(BadQuery) {
      var text: ParameterReader?
      var others: [QueryParameter] = []
      var hasSelection = false
      for parameter in request.queryString {
        let parameter = QueryParameter(parameter, of: request)
        if parameter.isNamed("document") {
          let reader = try parameter.reader("document")
          guard text == nil else { throw reader.refusal("is given more than once") }
          text = reader
        } else {
          if parameter.isNamed("format") {
            throw try parameter.reader("format").refusal("is not a parameter of pictures")
          }
          hasSelection =
            hasSelection || parameter.isNamed("rect") || parameter.isNamed("indexPath")
          others.append(parameter)
        }
      }
      guard let text else {
        throw BadQuery(detail: "missing parameter: pass document", parameter: "document")
      }
      if !hasSelection { others.append(QueryParameter(name: "rect", value: "all")) }
      parameters = try AttributesQuery(
        others, known: AttributesQuery.known(of: .svg, after: ["document"]))
      try parameters.checkStyle(of: .svg, isFixed: true)
      (document, isCompressed) = try text.document()
    } catch {
      throw Problem(error)
    }
    layout = LayoutRequest(
      resource: PictureResource(parameters.query ?? LayoutQuery(.all), parameters.form),
      operation: .get, variesByAccept: false, acceptsGzip: ContentCoding.acceptsGzip(request),
      context: context, engine: try parameters.engine.checked())
  }
}

extension ParameterReader {
  /// Decodes a document from base64url; it may be compressed with gzip.
  fileprivate func document() throws(BadQuery) -> (bytes: [UInt8], isCompressed: Bool) {
    guard let bytes = value(Base64URL.decoded) else {
      throw refusal("must be base64url (RFC 4648 §5): letters, digits, - and _")
    }
    if bytes.starts(with: [0x1F, 0x8B]) { return (bytes, true) }
    guard bytes.first == UInt8(ascii: "{") else {
      throw refusal("must be base64url of gzip, or of a JSON object from its { on")
    }
    return (bytes, false)
  }
}
