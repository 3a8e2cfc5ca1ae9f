import Foundation

/// Lines of fixture files, which are one JSON object a line.
enum FixtureFiles {
  /// The directory of this file.
  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The lines of one of this target's fixture files.
  static func lines(of name: String) throws -> [Data] {
    try lines(at: directory.appendingPathComponent("Fixtures/\(name)"))
  }

  /// The engine's fixture files.
  static func engineFiles() throws -> [URL] {
    let fixtures = directory.deletingLastPathComponent()
      .appendingPathComponent("LayoutEngineTests/Fixtures")
    return try FileManager.default.contentsOfDirectory(
      at: fixtures, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "jsonl" }.sorted { $0.path < $1.path }
  }

  /// The lines of a file that are not empty.
  static func lines(at url: URL) throws -> [Data] {
    try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map { Data($0) }
  }
}
