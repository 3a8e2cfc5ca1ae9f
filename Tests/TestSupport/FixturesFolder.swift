import Foundation

extension Fixture {
  /// Where the fixture files stand, from the package's folder.
  package static let folder = "Tests/LayoutEngineTests/Fixtures"

  /// The names of all fixture files, sorted.
  package static let fileNames: [String] = {
    let path = PackageFiles.root.appending(path: folder).path()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted()
  }()

  /// The fixtures of a file.
  package static func load(_ fileName: String) throws -> [Fixture] {
    try PackageFiles.lines(of: "\(folder)/\(fileName)").map { try Fixture(Array($0)) }
  }
}
