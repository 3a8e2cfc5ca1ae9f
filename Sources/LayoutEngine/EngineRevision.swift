/// Which frames the engine gives: raised whenever those of some document change, since every
/// answer's entity tag depends on it.
public enum EngineRevision {
  /// The revision of this source.
  public static let current = 8
}
