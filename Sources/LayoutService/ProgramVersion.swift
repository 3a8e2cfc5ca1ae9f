import CEmbeddedFiles

/// The version of the program.
public enum ProgramVersion {
  /// The version that the file VERSION held when the program was compiled, such as "0.1.0".
  ///
  /// The program, its metrics and its log name this text; it has no other copy in the sources.
  public static let current = String(unsafe String(cString: embedded_version).prefix { $0 != "\n" })
}
