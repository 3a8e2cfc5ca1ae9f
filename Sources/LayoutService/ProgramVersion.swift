import CEmbeddedFiles

/// The version of the program.
public enum ProgramVersion {
  /// The content of the file VERSION when the program was compiled, such as "0.1.0".
  ///
  /// The program, its metrics and its log use this text; the sources contain no other copy.
  public static let current = String(unsafe String(cString: embedded_version).prefix { $0 != "\n" })
}
