import HTTPMessage
import LayoutEngine
import LayoutWire

/// The query parameters of `…/attributes`, POST, PUT and QUERY (Contract §3).
struct AttributesQuery: Sendable {
  /// Maximum index paths of one query.
  static let maxIndexPaths = 1_000
  /// Maximum sections that one query may scroll.
  static let maxScrolledSections = 1_000
  /// The allowed values of a picture's `zoom`, in CSS pixels per point.
  static let zooms = 0.01...100

  /// The requested elements; nil if neither `rect` nor `indexPath` is given.
  var query: LayoutQuery?
  /// The representation that `format` names; nil if Accept decides.
  var format: Representation?
  /// The style of a picture, from `theme` and `zoom`; other representations have neither.
  var style = PictureStyle()
  /// The form of a style sheet, from `selector`, `unit` and `widths`; nil if none of them is given.
  var sheet: SheetRequest?
  /// Whether cells list the lines of their bodies.
  var includesLines = false
  /// Whether cells include the data of their items.
  var includesData = true
  /// The requested revision of the engine.
  var engine = EngineParameter()

  /// The parameters that were given.
  private let seen: Seen

  /// Refuses parameters that do not fit the representation that has been chosen for the response.
  ///
  /// - Parameter isFixed: whether `format` cannot choose another representation.
  func checkStyle(of representation: Representation, isFixed: Bool = false) throws(BadQuery) {
    let others: [(Seen, String)] = [
      (.theme, "theme"), (.zoom, "zoom"), (.scale, "scale"), (.selector, "selector"),
      (.unit, "unit"),
      (.widths, "widths"),
    ]
    for (parameter, name) in others where seen.contains(parameter) {
      let isOfPictures = [.theme, .zoom, .scale].contains(parameter)
      guard representation != (isOfPictures ? .svg : .css) else { continue }
      let (what, format) = isOfPictures ? ("picture", "svg") : ("style sheet", "css")
      throw BadQuery(
        detail: "\(name) is of \(what)s, and this is answered as \(representation.mediaType)"
          + (isFixed ? "" : "; format=\(format) asks for a \(what)"), parameter: name)
    }
    if includesLines, representation != .json {
      throw BadQuery(
        detail:
          "lines=true is of application/json, and this is answered as \(representation.mediaType)",
        parameter: "lines")
    }
    if !includesData, representation != .json {
      throw BadQuery(
        detail:
          "data=false is of application/json, and this is answered as \(representation.mediaType)",
        parameter: "data")
    }
    if representation == .css { try SheetRequest.check(query) }
  }

  /// Refuses the lines of more elements than one answer may have.
  static func checkLines(of count: Int) throws(BadQuery) {
    guard count > AttributesLines.maxElements else { return }
    throw BadQuery(
      detail: "lines=true answers with at most \(AttributesLines.maxElements) elements (got "
        + "\(count)); request a smaller rect", parameter: "lines")
  }

  /// The refusal of lines that take more work to find than one answer may have.
  static let linesTooDear = BadQuery(
    detail: "lines=true takes more work than one answer may have, to shape the texts of these"
      + " elements and break them into lines; request a smaller rect", parameter: "lines")

  /// Returns the list of a resource's parameters, for error messages.
  ///
  /// - Parameters:
  ///   - ending: the representation that the path's ending fixes; nil if `format` decides.
  ///   - others: the resource's further parameters, which come first in the list.
  static func known(of ending: Representation?, _ others: String = "") -> String {
    let own =
      switch ending {
      case nil: ", format, lines, data, theme, zoom, selector, unit, widths"
      case .svg?: ", theme, zoom"
      case .css?: ", selector, unit, widths"
      default: ""
      }
    return "\(others)rect, indexPath, kind, bounds, scroll, origin\(own) and engine"
  }

  private struct Seen: OptionSet {
    var rawValue: UInt16
    static let rect = Seen(rawValue: 1)
    static let indexPath = Seen(rawValue: 2)
    static let kind = Seen(rawValue: 4)
    static let bounds = Seen(rawValue: 8)
    static let scroll = Seen(rawValue: 16)
    static let origin = Seen(rawValue: 32)
    static let format = Seen(rawValue: 64)
    static let theme = Seen(rawValue: 128)
    static let zoom = Seen(rawValue: 256)
    static let selector = Seen(rawValue: 512)
    static let unit = Seen(rawValue: 1_024)
    static let widths = Seen(rawValue: 2_048)
    static let lines = Seen(rawValue: 4_096)
    /// The deprecated name of `zoom`.
    static let scale = Seen(rawValue: 8_192)
    static let data = Seen(rawValue: 16_384)
  }

  private struct Values {
    var seen: Seen = []
    var rect: Rect?
    var paths: [LayoutIndexPath] = []
    var kind: String?
    var bounds: Rect?
    var scroll: [WholeNumber: Double] = [:]
    var origin = LayoutQuery.Origin.content
    var format: Representation?
    var style = PictureStyle()
    var sheet = SheetRequest()
    var includesLines = false
    var includesData = true
    var engine = EngineParameter()

    mutating func mark(_ parameter: Seen, _ name: StaticString) throws(BadQuery) {
      guard seen.insert(parameter).inserted else {
        throw BadQuery(detail: "\(name) is given more than once", parameter: "\(name)")
      }
    }
  }

  /// Parses the request's parameters.
  ///
  /// - Complexity: O(query); a rect query that is not percent-encoded allocates nothing.
  ///
  /// - Parameter ending: the representation that the path's ending fixes; nil if `format` decides.
  init(_ request: HTTPRequest, ending: Representation? = nil) throws(BadQuery) {
    var values = Values()
    for parameter in request.queryString {
      let parameter = QueryParameter(parameter, of: request)
      guard try Self.read(parameter, into: &values) else {
        throw parameter.refusal(known: Self.known(of: ending))
      }
    }
    self = try Self(values)
  }

  /// Parses parameters from a command line, or those of a request without its further parameters.
  ///
  /// - Parameter known: the list of all parameters of the resource, for error messages.
  init(_ parameters: [QueryParameter], known: String = known(of: nil)) throws(BadQuery) {
    var values = Values()
    for parameter in parameters {
      guard try Self.read(parameter, into: &values) else { throw parameter.refusal(known: known) }
    }
    self = try Self(values)
  }

  private init(_ values: Values) throws(BadQuery) {
    seen = values.seen
    format = values.format
    style = values.style
    sheet = values.seen.isDisjoint(with: [.selector, .unit, .widths]) ? nil : values.sheet
    includesLines = values.includesLines
    includesData = values.includesData
    engine = values.engine
    query = try Self.query(from: values)
  }

  /// Parses a parameter, if it belongs to this query.
  ///
  /// - Returns: whether the parameter belongs to this query.
  private static func read(
    _ parameter: QueryParameter, into values: inout Values
  ) throws(BadQuery) -> Bool {
    func isNamed(_ name: StaticString) -> Bool { parameter.isNamed(name) }
    func reader(_ name: StaticString) throws(BadQuery) -> ParameterReader {
      try parameter.reader(name)
    }
    if isNamed("rect") {
      try values.mark(.rect, "rect")
      let reader = try reader("rect")
      if !reader.equals("all") { values.rect = try reader.rect() }
    } else if isNamed("indexPath") {
      try values.mark(.indexPath, "indexPath")
      values.paths = try reader("indexPath").indexPaths(limit: maxIndexPaths)
    } else if isNamed("kind") {
      try values.mark(.kind, "kind")
      values.kind = try reader("kind").text()
    } else if isNamed("bounds") {
      try values.mark(.bounds, "bounds")
      values.bounds = try reader("bounds").rect()
    } else if isNamed("scroll") {
      try values.mark(.scroll, "scroll")
      values.scroll = try reader("scroll").scrollOffsets(limit: maxScrolledSections)
    } else if isNamed("origin") {
      try values.mark(.origin, "origin")
      values.origin = try origin(reader("origin"))
    } else if isNamed("format") {
      try values.mark(.format, "format")
      values.format = try reader("format").representation()
    } else if isNamed("lines") {
      try values.mark(.lines, "lines")
      values.includesLines = try reader("lines").flag()
    } else if isNamed("data") {
      try values.mark(.data, "data")
      values.includesData = try reader("data").flag()
    } else if isNamed("theme") {
      try values.mark(.theme, "theme")
      values.style.theme = try reader("theme").pictureTheme()
    } else if isNamed("zoom") {
      try values.mark(.zoom, "zoom")
      values.style.zoom = try reader("zoom").number(in: zooms)
    } else if isNamed("scale") {
      try values.mark(.scale, "scale")
      values.style.zoom = try reader("scale").number(in: zooms)
    } else if try !readSheet(parameter, into: &values) {
      return try values.engine.read(parameter)
    }
    return true
  }

  /// Parses a parameter, if it belongs to style sheets.
  ///
  /// - Returns: whether the parameter belongs to style sheets.
  private static func readSheet(
    _ parameter: QueryParameter, into values: inout Values
  ) throws(BadQuery) -> Bool {
    if parameter.isNamed("selector") {
      try values.mark(.selector, "selector")
      values.sheet.style.selector = try parameter.reader("selector").sheetSelector()
    } else if parameter.isNamed("unit") {
      try values.mark(.unit, "unit")
      values.sheet.style.unit = try parameter.reader("unit").sheetUnit()
    } else if parameter.isNamed("widths") {
      try values.mark(.widths, "widths")
      values.sheet.widths = try parameter.reader("widths").sheetWidths()
    } else {
      return false
    }
    return true
  }

  private static func origin(_ reader: ParameterReader) throws(BadQuery) -> LayoutQuery.Origin {
    if reader.equals("content") { return .content }
    if reader.equals("section") { return .section }
    if reader.equals("rect") { return .rect }
    throw reader.refusal("must be content, section or rect")
  }

  /// Checks the parameters against each other, and returns the query.
  private static func query(from values: Values) throws(BadQuery) -> LayoutQuery? {
    let seen = values.seen
    if seen.contains([.rect, .indexPath]) {
      throw BadQuery(detail: "rect and indexPath cannot be combined")
    }
    guard !seen.contains([.zoom, .scale]) else { throw .oldZoom }
    if seen.contains(.kind), !seen.contains(.indexPath) {
      throw BadQuery(detail: "kind is given without indexPath")
    }
    if values.origin == .rect, values.rect == nil {
      throw BadQuery(detail: "origin=rect needs rect=x,y,width,height")
    }
    let selection: LayoutQuery.Selection
    if seen.contains(.indexPath) {
      selection = .indexPaths(values.paths, kind: values.kind)
    } else if let rect = values.rect {
      selection = .rect(rect)
    } else if seen.contains(.rect) {
      selection = .all
    } else {
      return nil
    }
    return LayoutQuery(
      selection, bounds: values.bounds, scroll: values.scroll, origin: values.origin)
  }
}

extension ParameterReader {
  /// Parses the theme of a picture.
  func pictureTheme() throws(BadQuery) -> PictureTheme {
    if equals("light") { return .light }
    if equals("dark") { return .dark }
    throw refusal("must be light or dark")
  }
}
