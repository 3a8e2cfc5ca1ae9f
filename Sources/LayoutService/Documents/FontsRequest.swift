import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire
import TextMeasure

/// A request for the list of fonts (Contract §19).
struct FontsRequest: Sendable {
  /// How the fonts are written.
  enum Format: Sendable {
    case json
    /// Rules that load the fonts as web fonts.
    case css(source: String)
  }

  /// The greatest number of bytes of `src`.
  private static let maxSourceBytes = 256

  /// The family that is listed; nil if all are.
  let family: String?
  let format: Format

  private struct Values {
    var family: String?
    var isCSS = false
    var source: String?
  }

  private static let table = ParameterTable<Values>([
    .init("family") { reader, values throws(BadQuery) in values.family = try reader.text() },
    .init("format") { reader, values throws(BadQuery) in
      values.isCSS = reader.equals("css")
      guard values.isCSS || reader.equals("json") else {
        throw reader.refusal("must be json or css")
      }
    },
    .init("src") { reader, values throws(BadQuery) in
      let text = try reader.text()
      guard text.utf8.count <= maxSourceBytes else {
        throw reader.refusal("must have at most \(maxSourceBytes) bytes")
      }
      values.source = text
    },
  ])

  /// Parses a request's parameters.
  init(_ request: HTTPRequest) throws(BadQuery) {
    var values = Values()
    _ = try Self.table.read(request, into: &values, known: "family, format, src")
    let source = values.source
    family = values.family
    if values.isCSS {
      guard let source else {
        throw BadQuery(
          detail:
            "missing parameter: pass src, the URL before the font files' names, such as /fonts/",
          parameter: "src")
      }
      format = .css(source: source)
    } else {
      guard source == nil else {
        throw BadQuery(detail: "src needs format=css", parameter: "src")
      }
      format = .json
    }
  }

  /// Whether the request is for the whole list as JSON, which is made once.
  var isWholeList: Bool {
    if case .json = format { family == nil } else { false }
  }

  /// The media type of the response.
  var mediaType: String {
    switch format {
    case .json: "application/json"
    case .css: "text/css; charset=utf-8"
    }
  }

  /// Returns the requested fonts of the service.
  ///
  /// - Throws: 404 if no font has the family.
  func list(_ texts: TextService, _ budget: LayoutBudget) throws(Problem) -> [UInt8] {
    let fonts = texts.measurer.fonts
    var families = fonts.families
    if let family {
      guard let found = fonts.family(family) else {
        let nearest = fonts.nearestNames(family).map { "\"\($0)\"" }.joined(separator: ", ")
        let shown = String(family.unicodeScalars.prefix(64).map(Character.init))
        throw Problem(
          .notFound,
          "no font of this service has the family \"\(shown)\""
            + (nearest.isEmpty ? "" : "; the nearest are \(nearest)"))
      }
      families = [found]
    }
    switch format {
    case .json: return try FontList.json(families, budget)
    case .css(let source): return try FontList.css(families, source: source, budget)
    }
  }
}
