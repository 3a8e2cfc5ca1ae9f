import Foundation
import TestSupport
import Testing

/// What people copy: examples and clients.
@Suite struct CopiedFilesTests {
  private static let line = "SPDX-License-Identifier: Apache-2.0"
  /// What has no comments, is no text, or is drawn by the program.
  private static let silent: Set = ["json", "png", "svg", "txt"]

  @Test(
    .enabled(if: Command.isInstalled("python3"), "python3 is not installed"),
    arguments: ["typescript_types.py", "swift_types.py"])
  func `The types of documents and updates are those of the schemas`(name: String) throws {
    let generator = PackageFiles.root.appending(path: "Tests/Generators/\(name)").path()
    let run = try Command.run(["/usr/bin/env", "python3", "-B", generator, "check"])
    #expect(run.status == 0, "\(run.output.suffix(500)) \(run.error.suffix(500))")
  }

  @Test(arguments: [("Examples", 20), ("Clients", 15), ("Web/tatami-client", 20)])
  func `Each copied file that can hold a comment names its licence`(name: String, least: Int)
    throws
  {
    let folder = PackageFiles.root.appending(path: name)
    let files = try #require(FileManager.default.enumerator(atPath: folder.path()))
    var count = 0
    for case let path as String in files where !Self.isMade(path) {
      let file = folder.appending(path: path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true,
        !Self.silent.contains(file.pathExtension)
      else { continue }
      count += 1
      let start = String(decoding: try Data(contentsOf: file).prefix(400), as: UTF8.self)
      #expect(start.contains(Self.line), "\(name)/\(path)")
    }
    #expect(count > least)
  }

  @Test func `The licence is Apache's, version 2.0`() throws {
    let text = try String(decoding: PackageFiles.data(of: "LICENSE"), as: UTF8.self)
    #expect(text.contains("Apache License\n                           Version 2.0, January 2004"))
    #expect(text.contains("END OF TERMS AND CONDITIONS"))
    let package = try String(
      decoding: PackageFiles.data(of: "Web/tatami-client/package.json"), as: UTF8.self)
    #expect(package.contains("\"license\": \"Apache-2.0\""))
  }

  /// What builds leave there.
  private static func isMade(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in
      part == "dist" || part == "node_modules" || part == "build" || part == "__pycache__"
        || part.hasSuffix(".egg-info") || part == ".DS_Store"
    }
  }
}
