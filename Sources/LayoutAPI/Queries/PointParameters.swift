package import HTTPMessage
package import LayoutEngine

/// The query parameters of `…/index-path` (Contract §3.1).
package struct PointParameters: Sendable {
  private var point: Point?
  private var nearest: Bool?
  private var moving: LayoutIndexPath?
  private var scroll: [WholeNumber: Double]?
  /// The requested revision of the engine.
  package private(set) var engine = EngineParameter()

  private static let table = ParameterTable<PointParameters>([
    .init("point") { reader, values throws(BadQuery) in values.point = try reader.point() },
    .init("nearest") { reader, values throws(BadQuery) in values.nearest = try reader.flag() },
    .init("moving") { reader, values throws(BadQuery) in values.moving = try reader.item() },
    .init("scroll") { reader, values throws(BadQuery) in
      values.scroll = try reader.scrollOffsets(limit: AttributesQuery.maxScrolledSections)
    },
    .init("engine") { reader, values throws(BadQuery) in
      values.engine = try EngineParameter(reader)
    },
  ])

  /// Parses the request's parameters.
  package init(_ request: HTTPRequest) throws(BadQuery) {
    _ = try Self.table.read(request, into: &self, known: Self.table.names())
  }

  /// The query that the parameters describe.
  ///
  /// - Throws: if `point` is missing, or if `nearest` and `moving` contradict each other.
  package var query: PointQuery {
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
