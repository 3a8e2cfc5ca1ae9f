package import HTTPMessage
package import LayoutEngine
package import LayoutWire

/// The query parameters of `…/attributes`, POST, PUT and QUERY (Contract §3).
package struct AttributesQuery: Sendable {
  /// Maximum index paths of one query.
  package static let maxIndexPaths = 1_000
  /// Maximum sections that one query may scroll.
  package static let maxScrolledSections = 1_000
  /// The allowed values of a picture's `zoom`, in CSS pixels per point.
  package static let zooms = 0.01...100

  /// The requested elements; nil if neither `rect` nor `indexPath` is given.
  package var query: LayoutQuery?
  /// The representation that `format` names; nil if Accept decides.
  package var format: Representation?
  /// What the response has beside its representation.
  package var form: ResponseForm
  /// The requested revision of the engine.
  package var engine: EngineParameter

  private let given: GivenParameters

  private struct Values {
    /// The rectangle; nil if the parameter is absent, `.some(nil)` if it is `all`.
    var rect: Rect??
    var paths: [LayoutIndexPath]?
    var kind: String?
    var bounds: Rect?
    var scroll: [WholeNumber: Double] = [:]
    var origin = LayoutQuery.Origin.content
    var format: Representation?
    var form = ResponseForm()
    var zoom: Double?
    /// `zoom` by its old name.
    var scale: Double?
    var engine = EngineParameter()
  }

  private static let table = ParameterTable<Values>([
    .init("rect") { reader, values throws(BadQuery) in
      values.rect = .some(reader.equals("all") ? nil : try reader.rect())
    },
    .init("indexPath") { reader, values throws(BadQuery) in
      values.paths = try reader.indexPaths(limit: maxIndexPaths)
    },
    .init("kind") { reader, values throws(BadQuery) in values.kind = try reader.text() },
    .init("bounds") { reader, values throws(BadQuery) in values.bounds = try reader.rect() },
    .init("scroll") { reader, values throws(BadQuery) in
      values.scroll = try reader.scrollOffsets(limit: maxScrolledSections)
    },
    .init("origin") { reader, values throws(BadQuery) in values.origin = try origin(reader) },
    .init("format") { reader, values throws(BadQuery) in
      values.format = try reader.representation()
    },
    .flag("lines", of: .json, or: "detail") {
      $2.form.attributes.includesLines = $0
      $2.form.attributes.detailsLines = $1
    },
    .flag("data", of: .json, byDefault: true) { $1.form.attributes.includesData = $0 },
    .init("theme", of: .svg) { reader, values throws(BadQuery) in
      values.form.style.theme = try reader.pictureTheme()
    },
    .init("zoom", of: .svg) { reader, values throws(BadQuery) in
      values.zoom = try reader.number(in: zooms)
    },
    .init("scale", of: .svg, isListed: false) { reader, values throws(BadQuery) in
      values.scale = try reader.number(in: zooms)
    },
    .init("selector", of: .css) { reader, values throws(BadQuery) in
      values.form.sheet.style.selector = try reader.sheetSelector()
    },
    .init("unit", of: .css) { reader, values throws(BadQuery) in
      values.form.sheet.style.unit = try reader.sheetUnit()
    },
    .init("widths", of: .css) { reader, values throws(BadQuery) in
      values.form.sheet.widths = try reader.sheetWidths()
    },
    .init("engine") { reader, values throws(BadQuery) in
      values.engine = try EngineParameter(reader)
    },
  ])

  /// Parses the request's parameters.
  ///
  /// - Complexity: O(query); a rect query that is not percent-encoded allocates nothing.
  ///
  /// - Parameter ending: the representation that the path's ending fixes; nil if `format` decides.
  package init(_ request: HTTPRequest, ending: Representation? = nil) throws(BadQuery) {
    var values = Values()
    let given = try Self.table.read(request, into: &values, known: Self.known(of: ending))
    self = try Self(values, given)
  }

  /// Parses parameters from a command line, or those of a request without its further parameters.
  ///
  /// - Parameter known: the list of all parameters of the resource, for error messages.
  package init(_ parameters: [QueryParameter], known: String = known(of: nil)) throws(BadQuery) {
    var (values, given) = (Values(), GivenParameters())
    for parameter in parameters {
      guard try Self.table.read(parameter, into: &values, &given) else {
        throw parameter.refusal(known: known)
      }
    }
    self = try Self(values, given)
  }

  private init(_ values: Values, _ given: GivenParameters) throws(BadQuery) {
    self.given = given
    format = values.format
    form = values.form
    engine = values.engine
    query = try Self.query(from: values)
    form.style.zoom = try .zoom(values.zoom, old: values.scale)
  }

  /// Returns the list of a resource's parameters, for error messages.
  ///
  /// - Parameters:
  ///   - ending: the representation that the path's ending fixes; nil if `format` decides.
  ///   - others: the resource's further parameters, which come first in the list.
  package static func known(of ending: Representation?, after others: [String] = []) -> String {
    table.names(of: ending, after: others) { ending == nil || !$0.isFormat }
  }

  /// Refuses parameters that do not fit the representation that has been chosen for the response.
  ///
  /// - Parameter isFixed: whether `format` cannot choose another representation.
  package func checkStyle(of representation: Representation, isFixed: Bool = false) throws(BadQuery)
  {
    try Self.table.check(given, of: representation, isFixed: isFixed)
    if representation == .css { try SheetRequest.check(query) }
  }

  /// Refuses the lines of more elements than one response may have.
  package static func checkLines(of count: Int) throws(BadQuery) {
    guard count > AttributesLines.maxElements else { return }
    throw BadQuery(
      detail: "lines=true answers with at most \(AttributesLines.maxElements) elements (got "
        + "\(count)); request a smaller rect", parameter: "lines")
  }

  /// The refusal of lines that take more work to find than one response may have.
  package static let linesTooDear = BadQuery(
    detail: "lines=true takes more work than one answer may have, to shape the texts of these"
      + " elements and break them into lines; request a smaller rect", parameter: "lines")

  private static func origin(_ reader: ParameterReader) throws(BadQuery) -> LayoutQuery.Origin {
    if reader.equals("content") { return .content }
    if reader.equals("section") { return .section }
    if reader.equals("rect") { return .rect }
    throw reader.refusal("must be content, section or rect")
  }

  /// Checks the parameters against each other, and returns the query.
  private static func query(from values: Values) throws(BadQuery) -> LayoutQuery? {
    if values.rect != nil, values.paths != nil {
      throw BadQuery(detail: "rect and indexPath cannot be combined")
    }
    if values.kind != nil, values.paths == nil {
      throw BadQuery(detail: "kind is given without indexPath")
    }
    if values.origin == .rect, values.rect ?? nil == nil {
      throw BadQuery(detail: "origin=rect needs rect=x,y,width,height")
    }
    let selection: LayoutQuery.Selection
    switch (values.paths, values.rect) {
    case (let paths?, _): selection = .indexPaths(paths, kind: values.kind)
    case (nil, let rect??): selection = .rect(rect)
    case (nil, .some(nil)): selection = .all
    case (nil, nil): return nil
    }
    return LayoutQuery(
      selection, bounds: values.bounds, scroll: values.scroll, origin: values.origin)
  }
}

extension ParameterReader {
  /// Parses the theme of a picture.
  package func pictureTheme() throws(BadQuery) -> PictureTheme {
    if equals("light") { return .light }
    if equals("dark") { return .dark }
    throw refusal("must be light or dark")
  }
}

extension QueryParameterRow {
  /// Whether the parameter chooses the representation.
  package var isFormat: Bool { "\(name)" == "format" }
}

extension Double {
  /// Returns the `zoom` of a picture: that of the parameter, by its name or its old name, or 1.
  ///
  /// - Throws: an error if both names are given.
  package static func zoom(_ zoom: Double?, old scale: Double?) throws(BadQuery) -> Double {
    guard zoom == nil || scale == nil else { throw .oldZoom }
    return zoom ?? scale ?? 1
  }
}
