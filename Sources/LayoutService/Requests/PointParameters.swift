import HTTPMessage
import LayoutEngine

/// The query parameters of `…/index-path` (Contract §3.1).
struct PointParameters: Sendable {
  private var point: Point?
  private var nearest: Bool?
  private var moving: LayoutIndexPath?
  private var scroll: [WholeNumber: Double]?
  /// The requested revision of the engine.
  private(set) var engine = EngineParameter()

  /// Parses the request's parameters.
  init(_ request: HTTPRequest) throws(BadQuery) {
    for parameter in request.queryString {
      try read(QueryParameter(parameter, of: request))
    }
  }

  private mutating func read(_ parameter: QueryParameter) throws(BadQuery) {
    if parameter.isNamed("point") {
      let reader = try parameter.reader("point")
      try reader.set(&point, reader.point())
    } else if parameter.isNamed("nearest") {
      let reader = try parameter.reader("nearest")
      try reader.set(&nearest, reader.flag())
    } else if parameter.isNamed("moving") {
      let reader = try parameter.reader("moving")
      try reader.set(&moving, reader.item())
    } else if parameter.isNamed("scroll") {
      let reader = try parameter.reader("scroll")
      try reader.set(&scroll, reader.scrollOffsets(limit: AttributesQuery.maxScrolledSections))
    } else if try !engine.read(parameter) {
      throw parameter.refusal(known: "point, nearest, moving, scroll and engine")
    }
  }

  /// The query that the parameters describe.
  ///
  /// - Throws: if `point` is missing, or if `nearest` and `moving` contradict each other.
  var query: PointQuery {
    get throws(BadQuery) {
      guard let point else {
        throw BadQuery(detail: "missing parameter: pass point=x,y", parameter: "point")
      }
      guard moving == nil || nearest == nil else {
        throw BadQuery(
          detail: "nearest cannot be combined with moving, which always finds a place",
          parameter: "nearest")
      }
      let target: PointQuery.Target =
        moving.map { .place(moving: $0) } ?? (nearest == true ? .nearestCell : .cell)
      return PointQuery(at: point, for: target, scroll: scroll ?? [:])
    }
  }
}
