package import HTTPMessage
package import LayoutEngine
import LayoutWire

/// The query parameters of `…/changes`, and of `…/updates` (Contract §12).
package struct ChangesParameters: Sendable {
  /// The version that the view shows; nil if absent.
  package private(set) var from: LayoutID?
  /// The requested changes; nil if neither `rect` nor `bounds` is given.
  package private(set) var query: ChangesQuery?
  /// The representation that `format` names; nil if Accept decides.
  package private(set) var format: Representation?
  /// What the response has beside its representation: `data` of JSON, and the style of a picture.
  package private(set) var form: ResponseForm
  /// The requested revision of the engine.
  package private(set) var engine: EngineParameter

  private struct Values {
    var from: LayoutID?
    /// The rectangle; nil if the parameter is absent, `.some(nil)` if it is `all`.
    var rect: Rect??
    var bounds: Rect?
    var anchor: ChangesQuery.Anchor?
    var scroll: [WholeNumber: Double]?
    var format: Representation?
    var form = ResponseForm()
    var zoom: Double?
    /// `zoom` by its old name.
    var scale: Double?
    var engine = EngineParameter()
  }

  private static let table = ParameterTable<Values>([
    .init("from") { reader, values throws(BadQuery) in values.from = try reader.layoutID() },
    .init("rect") { reader, values throws(BadQuery) in
      values.rect = .some(reader.equals("all") ? nil : try reader.rect())
    },
    .init("bounds") { reader, values throws(BadQuery) in values.bounds = try reader.rect() },
    .init("anchor") { reader, values throws(BadQuery) in values.anchor = try reader.anchor() },
    .init("scroll") { reader, values throws(BadQuery) in
      values.scroll = try reader.scrollOffsets(limit: AttributesQuery.maxScrolledSections)
    },
    .init("theme", of: .svg) { reader, values throws(BadQuery) in
      values.form.style.theme = try reader.pictureTheme()
    },
    .init("zoom", of: .svg) { reader, values throws(BadQuery) in
      values.zoom = try reader.number(in: AttributesQuery.zooms)
    },
    .init("scale", of: .svg, isListed: false) { reader, values throws(BadQuery) in
      values.scale = try reader.number(in: AttributesQuery.zooms)
    },
    .init("format") { reader, values throws(BadQuery) in
      values.format = try reader.changesRepresentation()
    },
    .flag("data", of: .json, byDefault: true) { $1.form.attributes.includesData = $0 },
    .init("engine") { reader, values throws(BadQuery) in
      values.engine = try EngineParameter(reader)
    },
  ])

  /// Parses the request's parameters.
  ///
  /// - Parameters:
  ///   - hasFrom: whether the resource has the parameter `from`.
  ///   - isPicture: whether the resource is a picture, which has a style and no `format`.
  package init(_ request: HTTPRequest, hasFrom: Bool, isPicture: Bool = false) throws(BadQuery) {
    func isTaken(_ row: QueryParameterRow<Values>) -> Bool {
      row.isFrom ? hasFrom : isPicture ? row.isOf(.svg) && !row.isFormat : !row.isOnlyOf(.svg)
    }
    var values = Values()
    for parameter in request.queryString
    where isPicture && QueryParameter(parameter, of: request).isNamed("format") {
      throw BadQuery(detail: "format is fixed by the path's ending", parameter: "format")
    }
    _ = try Self.table.read(
      request, into: &values, known: Self.table.names(where: isTaken), where: isTaken)
    from = values.from
    format = isPicture ? .svg : values.format
    form = values.form
    form.style.zoom = try .zoom(values.zoom, old: values.scale)
    engine = values.engine
    query = try Self.query(from: values)
  }

  /// Checks the parameters against each other, and returns the query.
  private static func query(from values: Values) throws(BadQuery) -> ChangesQuery? {
    guard values.bounds != nil || values.anchor == nil else {
      throw BadQuery(detail: "anchor needs bounds")
    }
    let rect: Rect?
    switch (values.rect, values.bounds) {
    case (let given?, _): rect = given
    case (nil, let bounds?): rect = bounds
    case (nil, nil):
      guard values.scroll == nil else { throw BadQuery(detail: "scroll needs rect or bounds") }
      return nil
    }
    return ChangesQuery(
      rect: rect, bounds: values.bounds, anchor: values.anchor ?? .first,
      scroll: values.scroll ?? [:])
  }
}

extension QueryParameterRow {
  fileprivate var isFrom: Bool { "\(name)" == "from" }
}

extension ParameterReader {
  /// Parses a layout's id.
  fileprivate func layoutID() throws(BadQuery) -> LayoutID {
    guard let id = value(LayoutID.init) else {
      throw refusal("must be a layout's id, 64 lowercase hexadecimal digits")
    }
    return id
  }

  /// Parses the representation that `format` names.
  fileprivate func changesRepresentation() throws(BadQuery) -> Representation {
    if equals("json") { return .json }
    if equals("columns") { return .columns }
    throw refusal("must be json or columns")
  }

  /// Parses the anchor.
  fileprivate func anchor() throws(BadQuery) -> ChangesQuery.Anchor {
    if equals("first") { return .first }
    if equals("firstWhole") { return .firstWhole }
    if equals("last") { return .last }
    if equals("none") { return .none }
    guard let (path, isEnd) = cellEdge() else {
      throw refusal("must be first, firstWhole, last, none, or an item such as 0-5 or 0-5,end")
    }
    return .item(path, isEnd: isEnd)
  }
}
