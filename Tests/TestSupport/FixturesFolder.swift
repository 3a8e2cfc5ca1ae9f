import Foundation

extension Fixture {
  /// Where the fixture files stand.
  public static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "LayoutEngineTests/Fixtures").path

  /// The names of all fixture files, sorted.
  public static let fileNames: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted()
  }()

  /// The fixtures of a file.
  public static func load(_ fileName: String) throws -> [Fixture] {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(fileName)") else {
      throw Unreadable(what: fileName)
    }
    return try [UInt8](data).split(separator: UInt8(ascii: "\n")).map { try Fixture(Array($0)) }
  }
}
