package import HTTPMessage
package import LayoutEngine

/// The query parameters of `…/target-offset` (Contract §6).
package enum TargetOffsetQuery: Sendable {
  /// A proposed offset; the response says where scrolling should stop.
  case proposal(ScrollProposal)
  /// An element and a position; the response is the offset that brings the element there.
  case showing(ItemTarget)

  private struct Values {
    var proposed: Point?
    var velocity: Point?
    var current: Point?
    var start: Point?
    var section: WholeNumber?
    /// The reader of the index path, whose form depends on whether `kind` is given.
    var path: ParameterReader?
    var kind: String?
    var isUnderPinned: Bool?
    var position: ItemScrollPosition?
    var engine = EngineParameter()
  }

  private static let table = ParameterTable<Values>([
    .init("proposed") { reader, values throws(BadQuery) in values.proposed = try reader.point() },
    .init("velocity") { reader, values throws(BadQuery) in values.velocity = try reader.point() },
    .init("current") { reader, values throws(BadQuery) in values.current = try reader.point() },
    .init("start") { reader, values throws(BadQuery) in values.start = try reader.point() },
    .init("section") { reader, values throws(BadQuery) in values.section = try reader.index() },
    .init("indexPath") { reader, values throws(BadQuery) in values.path = reader },
    .init("kind") { reader, values throws(BadQuery) in values.kind = try reader.text() },
    .init("under") { reader, values throws(BadQuery) in values.isUnderPinned = try reader.flag() },
    .init("position") { reader, values throws(BadQuery) in values.position = try position(reader) },
    .init("engine") { reader, values throws(BadQuery) in
      values.engine = try EngineParameter(reader)
    },
  ])

  /// Parses the request's parameters, and the requested revision of the engine.
  package static func read(
    _ request: HTTPRequest
  ) throws(BadQuery) -> (query: TargetOffsetQuery, engine: EngineParameter) {
    var values = Values()
    _ = try table.read(
      request, into: &values,
      known: "proposed, velocity, current, start and section, or indexPath, position, kind, "
        + "under and section; engine")
    return (try query(from: values), values.engine)
  }

  private static let positions =
    "top, centeredVertically, bottom, left, centeredHorizontally or right"

  private static func position(_ reader: ParameterReader) throws(BadQuery) -> ItemScrollPosition {
    if reader.equals("top") { return .top }
    if reader.equals("centeredVertically") { return .centeredVertically }
    if reader.equals("bottom") { return .bottom }
    if reader.equals("left") { return .left }
    if reader.equals("centeredHorizontally") { return .centeredHorizontally }
    if reader.equals("right") { return .right }
    throw reader.refusal("must be \(positions)")
  }

  private static func query(from values: Values) throws(BadQuery) -> TargetOffsetQuery {
    switch (values.proposed, values.path) {
    case (let proposed?, nil):
      try refuseTargets(values)
      return .proposal(
        ScrollProposal(
          proposed: proposed, velocity: values.velocity ?? .zero, current: values.current,
          start: values.start, section: values.section))
    case (nil, let path?): return .showing(try target(at: path, values))
    case (_?, _?): throw BadQuery(detail: "proposed and indexPath cannot be combined")
    case (nil, nil):
      try refuseTargets(values)
      guard let current = values.current else {
        throw BadQuery(
          detail: "missing parameter: pass proposed=x,y, current=x,y with velocity=vx,vy, or "
            + "indexPath with position")
      }
      return .proposal(
        ScrollProposal(
          deceleratingFrom: current, velocity: values.velocity ?? .zero, start: values.start,
          section: values.section))
    }
  }

  /// Refuses the parameters of a query with `indexPath` in one without.
  private static func refuseTargets(_ values: Values) throws(BadQuery) {
    let name: String? =
      if values.position != nil {
        "position"
      } else if values.kind != nil {
        "kind"
      } else {
        values.isUnderPinned == true ? "under" : nil
      }
    guard let name else { return }
    throw BadQuery(detail: "\(name) is given without indexPath", parameter: name)
  }

  /// Returns the element to bring to a position.
  private static func target(
    at path: ParameterReader, _ values: Values
  ) throws(BadQuery) -> ItemTarget {
    let element = values.kind == nil ? try path.item() : try path.element()
    guard let position = values.position else {
      throw BadQuery(
        detail: "indexPath needs a position: \(positions)", parameter: "position")
    }
    guard values.velocity == nil, values.current == nil, values.start == nil else {
      throw BadQuery(detail: "velocity, current and start cannot be combined with indexPath")
    }
    var target = ItemTarget(element, kind: values.kind, at: position)
    target.isUnderPinned = values.isUnderPinned ?? false
    guard let section = values.section else { return target }
    for (isGiven, name) in [(values.kind != nil, "kind"), (values.isUnderPinned == true, "under")]
    where isGiven {
      throw BadQuery(
        detail: "\(name) cannot be combined with section, whose own scrolling shows items and has "
          + "nothing pinned: leave out \(name), or section", parameter: name)
    }
    guard element.askedSection == section else {
      let asked = element.askedSection ?? 0
      throw BadQuery(
        detail: "section must be that of indexPath, \(asked) (got \(section))",
        parameter: "section")
    }
    target.scrollsSection = true
    return target
  }
}
