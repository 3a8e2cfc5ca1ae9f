import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// A query for attributes or the summary, read as by the service, except that no Accept field applies.
///
/// The default format is therefore JSON.
struct DocumentQuery {
  private let query: LayoutQuery?
  private let format: Representation
  private let form: ResponseForm

  /// Reads the query passed with a document; it requests the summary if it selects no attributes.
  init(_ text: [UInt8]) throws(Problem) {
    let parameters = try Self.parameters(text)
    let format = parameters.format ?? .json
    guard parameters.query != nil || format == .json else {
      throw Problem(.notAcceptable, "without rect or indexPath the answer is JSON")
    }
    try self.init(parameters, format)
  }

  /// Reads a query about a layout's attributes, which must contain `rect` or `indexPath`.
  init(attributes text: [UInt8]) throws(Problem) {
    let parameters = try Self.parameters(text)
    guard parameters.query != nil else {
      throw Problem(.badQuery, "missing parameter: pass rect or indexPath")
    }
    try self.init(parameters, parameters.format ?? .json)
  }

  private init(_ parameters: AttributesQuery, _ format: Representation) throws(Problem) {
    do throws(BadQuery) {
      try parameters.checkStyle(of: format)
    } catch {
      throw Problem(error)
    }
    try parameters.engine.check()
    guard format != .svg, format != .css else {
      throw Problem(
        .notAcceptable, "pictures and style sheets are the service's, not the page's engine's")
    }
    query = parameters.query
    form = parameters.form
    self.format = format
  }

  private static func parameters(_ text: [UInt8]) throws(Problem) -> AttributesQuery {
    do throws(BadQuery) {
      return try AttributesQuery(HTTPRequest(query: text))
    } catch {
      throw Problem(error)
    }
  }

  /// Returns the answer to this query about a layout.
  func answer(about stored: IdentifiedLayout, _ budget: LayoutBudget) throws(Problem) -> [UInt8] {
    guard let query else { return stored.summary.json }
    let selection: AttributesSelection
    do throws(QueryError) {
      selection = try stored.layout.select(query, budget)
    } catch {
      throw budget.problem(else: Problem(error, selecting: query.selection))
    }
    guard !form.includesLines else { return try lines(of: selection, stored, budget) }
    switch format {
    case .columns: return ColumnsAttributesEncoder(stored.summary, selection).whole()
    case .packed: return PackedAttributesEncoder(stored.summary, selection).whole()
    default:
      return JSONAttributesEncoder(stored.summary, selection, includesData: form.includesData)
        .whole()
    }
  }

  private func lines(
    of selection: AttributesSelection, _ stored: IdentifiedLayout, _ budget: LayoutBudget
  ) throws(Problem) -> [UInt8] {
    do throws(BadQuery) {
      try AttributesQuery.checkLines(of: selection.count)
    } catch {
      throw Problem(error)
    }
    var answer: [UInt8] = []
    do throws(LayoutError) {
      try AttributesLines.append(
        stored.summary, selection, of: stored.layout, includesData: form.includesData, to: &answer,
        budget)
    } catch {
      throw .noRoom
    }
    return answer
  }
}

extension TargetOffsetQuery {
  /// Reads a target-offset query.
  init(inPage text: [UInt8]) throws(Problem) {
    let read: (query: TargetOffsetQuery, engine: EngineParameter)
    do throws(BadQuery) {
      read = try Self.read(HTTPRequest(query: text))
    } catch {
      throw Problem(error)
    }
    try read.engine.check()
    self = read.query
  }
}

extension PointQuery {
  /// Reads a query about the item at a point.
  init(inPage text: [UInt8]) throws(Problem) {
    let read: (query: PointQuery, engine: EngineParameter)
    do throws(BadQuery) {
      let parameters = try PointParameters(HTTPRequest(query: text))
      read = (try parameters.query, parameters.engine)
    } catch {
      throw Problem(error)
    }
    try read.engine.check()
    self = read.query
  }
}

extension ChangesQuery {
  /// A query about changes, and the form of the answer.
  struct InPage {
    let query: ChangesQuery
    let form: ChangesEncoder.Form
    let responseForm: ResponseForm
  }

  /// Reads the query passed with an update; returns nil if it requests only the version's summary.
  static func ofUpdate(_ text: [UInt8]) throws(Problem) -> InPage? {
    let parameters = try parameters(text)
    guard let query = parameters.query else {
      guard parameters.format ?? .json == .json else {
        throw Problem(.notAcceptable, "without rect or bounds the answer is JSON")
      }
      try parameters.engine.check()
      return nil
    }
    return try inPage(query, parameters)
  }

  /// Reads a query about the changes between two layouts, which must contain `rect` or `bounds`.
  static func ofChanges(_ text: [UInt8]) throws(Problem) -> InPage {
    let parameters = try parameters(text)
    guard let query = parameters.query else {
      throw Problem(.badQuery, "missing parameter: pass rect or bounds")
    }
    return try inPage(query, parameters)
  }

  private static func inPage(
    _ query: ChangesQuery, _ parameters: ChangesParameters
  ) throws(Problem) -> InPage {
    try parameters.engine.check()
    return InPage(
      query: query, form: parameters.format == .columns ? .columns : .objects,
      responseForm: parameters.form)
  }

  private static func parameters(_ text: [UInt8]) throws(Problem) -> ChangesParameters {
    do throws(BadQuery) {
      return try ChangesParameters(HTTPRequest(query: text), hasFrom: false)
    } catch {
      throw Problem(error)
    }
  }
}

extension EngineParameter {
  /// Throws a problem if the query requires another revision than this engine's.
  func check() throws(Problem) {
    guard let name, name != .current(fonts: 0) else { return }
    throw .otherEngine(than: name, current: .current(fonts: 0))
  }

  /// Reads a query that may contain only `engine`, and checks the revision that it requires.
  static func check(_ text: [UInt8]) throws(Problem) {
    let engine: EngineParameter
    do throws(BadQuery) {
      engine = try EngineParameter(only: HTTPRequest(query: text))
    } catch {
      throw Problem(error)
    }
    try engine.check()
  }
}

extension HTTPRequest {
  /// Creates a request that consists of a query only: the text after a `?`.
  init(query: [UInt8]) {
    self.init(
      bytes: query, method: .get, target: 0..<query.count, path: 0..<0, query: 0..<query.count,
      minorVersion: 1, fields: [], framing: .none, expectsContinue: false, keepsAlive: false)
  }
}
