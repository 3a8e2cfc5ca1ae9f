package import HTTPMessage
import LayoutEngine

/// The parameter `engine`: the name of the engine whose responses are requested (Contract §15).
package struct EngineParameter: Sendable {
  /// The name; nil if absent.
  package private(set) var name: EngineName?

  package init() {}

  /// Parses the parameter's value.
  package init(_ reader: ParameterReader) throws(BadQuery) { name = try reader.engineName() }

  /// The parameters of a resource that has no other.
  private static let only = ParameterTable<EngineParameter>([
    .init("engine") { reader, engine throws(BadQuery) in engine = try EngineParameter(reader) }
  ])

  /// Parses the parameters of a request for a resource that has no other.
  package init(only request: HTTPRequest) throws(BadQuery) {
    _ = try Self.only.read(request, into: &self, known: Self.only.names())
  }
}
