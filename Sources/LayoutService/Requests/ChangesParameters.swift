import HTTPMessage
import LayoutEngine
import LayoutWire

/// The query parameters of `…/changes`, and of `…/updates` (Contract §12).
struct ChangesParameters: Sendable {
  /// The version that the view shows; nil if not given.
  private(set) var from: LayoutID?
  /// The requested changes; nil if neither `rect` nor `bounds` is given.
  private(set) var query: ChangesQuery?
  /// The representation that `format` names; nil if Accept decides.
  private(set) var format: Representation?
  /// Whether objects of cells include the data of their items.
  private(set) var includesData: Bool
  /// The style of a picture, from `theme` and `zoom`.
  private(set) var style: PictureStyle
  /// The requested revision of the engine.
  private(set) var engine: EngineParameter

  private struct Values {
    var from: LayoutID?
    /// The rectangle; nil if the parameter is not given, `.some(nil)` if it is `all`.
    var rect: Rect??
    var bounds: Rect?
    var anchor: ChangesQuery.Anchor?
    var scroll: [WholeNumber: Double]?
    var format: Representation?
    var includesData: Bool?
    var theme: PictureTheme?
    var zoom: Double?
    /// The deprecated name of `zoom`.
    var scale: Double?
    var engine = EngineParameter()
  }

  /// Parses the request's parameters.
  ///
  /// - Parameters:
  ///   - hasFrom: whether the resource has the parameter `from`.
  ///   - isPicture: whether the resource is a picture, which has a style and no `format`.
  init(_ request: HTTPRequest, hasFrom: Bool, isPicture: Bool = false) throws(BadQuery) {
    var values = Values()
    for parameter in request.queryString {
      let parameter = QueryParameter(parameter, of: request)
      if isPicture, parameter.isNamed("format") {
        throw BadQuery(detail: "format is fixed by the path's ending", parameter: "format")
      }
      if isPicture, try Self.readStyle(parameter, into: &values) { continue }
      let isForeign = isPicture && parameter.isNamed("data")
      guard !isForeign, try Self.read(parameter, hasFrom: hasFrom, into: &values) else {
        throw parameter.refusal(
          known: (hasFrom ? "from, " : "") + "rect, bounds, anchor, scroll, "
            + (isPicture ? "theme, zoom" : "format, data") + " and engine")
      }
    }
    from = values.from
    format = isPicture ? .svg : values.format
    includesData = values.includesData ?? true
    guard values.zoom == nil || values.scale == nil else { throw .oldZoom }
    style = PictureStyle(
      theme: values.theme ?? .automatic, zoom: values.zoom ?? values.scale ?? 1)
    engine = values.engine
    query = try Self.query(from: values)
  }

  /// Parses a parameter, if it belongs to changes.
  ///
  /// - Returns: whether the parameter belongs to changes.
  private static func read(
    _ parameter: QueryParameter, hasFrom: Bool, into values: inout Values
  ) throws(BadQuery) -> Bool {
    func reader(_ name: StaticString) throws(BadQuery) -> ParameterReader? {
      guard parameter.isNamed(name) else { return nil }
      return try parameter.reader(name)
    }
    if hasFrom, let reader = try reader("from") {
      try set(&values.from, reader.layoutID(), reader)
    } else if let reader = try reader("rect") {
      try set(&values.rect, reader.equals("all") ? nil : reader.rect(), reader)
    } else if let reader = try reader("bounds") {
      try set(&values.bounds, reader.rect(), reader)
    } else if let reader = try reader("anchor") {
      try set(&values.anchor, reader.anchor(), reader)
    } else if let reader = try reader("scroll") {
      try set(
        &values.scroll, reader.scrollOffsets(limit: AttributesQuery.maxScrolledSections), reader)
    } else if let reader = try reader("format") {
      try set(&values.format, reader.changesRepresentation(), reader)
    } else if let reader = try reader("data") {
      try set(&values.includesData, reader.flag(), reader)
    } else {
      return try values.engine.read(parameter)
    }
    return true
  }

  /// Parses a parameter, if it belongs to pictures.
  ///
  /// - Returns: whether the parameter belongs to pictures.
  private static func readStyle(
    _ parameter: QueryParameter, into values: inout Values
  ) throws(BadQuery) -> Bool {
    if parameter.isNamed("theme") {
      let reader = try parameter.reader("theme")
      try set(&values.theme, reader.pictureTheme(), reader)
    } else if parameter.isNamed("zoom") {
      let reader = try parameter.reader("zoom")
      try set(&values.zoom, reader.number(in: AttributesQuery.zooms), reader)
    } else if parameter.isNamed("scale") {
      let reader = try parameter.reader("scale")
      try set(&values.scale, reader.number(in: AttributesQuery.zooms), reader)
    } else {
      return false
    }
    return true
  }

  private static func set<Value>(
    _ slot: inout Value?, _ value: Value, _ reader: ParameterReader
  ) throws(BadQuery) {
    guard slot == nil else { throw reader.refusal("is given more than once") }
    slot = value
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
