import LayoutEngine

/// The parameter `engine`: the name of the engine whose answers are requested (Contract §15).
struct EngineParameter: Sendable {
  /// The name; nil if not given.
  private(set) var name: EngineName?

  /// Parses a parameter if its name is `engine`.
  ///
  /// - Returns: whether its name is `engine`.
  mutating func read(_ parameter: QueryParameter) throws(BadQuery) -> Bool {
    guard parameter.isNamed("engine") else { return false }
    let reader = try parameter.reader("engine")
    guard name == nil else { throw reader.refusal("is given more than once") }
    name = try reader.engineName()
    return true
  }
}
