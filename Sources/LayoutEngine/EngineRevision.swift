/// Which frames the engine gives: raised whenever those of some document change, since every
/// response's entity tag depends on it.
public enum EngineRevision {
  /// The engine's revision; raise it with every change that gives any document other frames.
  public static let current = 9
}
