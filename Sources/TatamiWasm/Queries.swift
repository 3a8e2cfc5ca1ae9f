import HTTPMessage
import LayoutAPI
import LayoutEngine

// The page's queries are the service's, without a path and without header fields: the default format is therefore JSON.

extension AttributesRequest {
  /// Reads the query passed with a document; it requests the summary if it selects no attributes.
  init(document text: [UInt8]) throws(Problem) {
    try self.init(document: HTTPRequest(query: text))
    try check()
  }

  /// Reads a query about a layout's attributes, which must contain `rect` or `indexPath`.
  init(attributes text: [UInt8]) throws(Problem) {
    try self.init(HTTPRequest(query: text))
    try check()
  }

  private func check() throws(Problem) {
    try engine.check()
    guard representation != .svg, representation != .css else {
      throw Problem(
        .notAcceptable, "pictures and style sheets are the service's, not the page's engine's")
    }
  }
}

extension ChangesRequest {
  /// Reads the query passed with an update; it requests the version's summary if it selects no changes.
  init(update text: [UInt8]) throws(Problem) {
    try self.init(update: HTTPRequest(query: text))
    try engine.check()
  }

  /// Reads a query about the changes between two layouts, which must contain `rect` or `bounds`.
  init(between text: [UInt8]) throws(Problem) {
    try self.init(between: HTTPRequest(query: text))
    try engine.check()
  }
}

extension TargetOffsetResource {
  /// Reads a target-offset query.
  init(_ text: [UInt8]) throws(Problem) {
    let read: (query: TargetOffsetQuery, engine: EngineParameter)
    do throws(BadQuery) {
      read = try TargetOffsetQuery.read(HTTPRequest(query: text))
    } catch {
      throw Problem(error)
    }
    try read.engine.check()
    self.init(read.query)
  }
}

extension IndexPathResource {
  /// Reads a query about the item at a point.
  init(_ text: [UInt8]) throws(Problem) {
    let read: (query: PointQuery, engine: EngineParameter)
    do throws(BadQuery) {
      let parameters = try PointParameters(HTTPRequest(query: text))
      read = (try parameters.query, parameters.engine)
    } catch {
      throw Problem(error)
    }
    try read.engine.check()
    self.init(read.query)
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
