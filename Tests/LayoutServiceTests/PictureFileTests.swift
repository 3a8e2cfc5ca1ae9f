import Foundation
import LayoutService
import TestSupport
import Testing

/// The pictures that README and LayoutRules show are the ones that the program draws
/// (`make pictures`).
@Suite struct PictureFileTests {
  private static let folder = PackageFiles.root.appending(path: "Examples/pictures")

  /// The parameters of each picture, as `queries.txt` lists them.
  private static func queries() throws -> [String: [(name: String, value: String)]] {
    let text = try String(contentsOf: folder.appending(path: "queries.txt"), encoding: .utf8)
    var queries: [String: [(name: String, value: String)]] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 3)
      queries[words[0], default: []].append((name: words[1], value: words[2]))
    }
    return queries
  }

  @Test func `Each picture is what its document's queries draw`() throws {
    let queries = try Self.queries()
    #expect(queries.count >= 7)
    for (name, query) in queries { try Self.expectCurrent(name, in: Self.folder, query) }
  }

  @Test func `Each picture of LayoutRules is its whole document`() throws {
    let folder = PackageFiles.root.appending(
      path: "Sources/LayoutEngine/LayoutEngine.docc/Resources")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    let names = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    #expect(names.count >= 9)
    #expect(Set(files) == Set(names.flatMap { ["\($0).json", "\($0).svg"] }))
    for name in names { try Self.expectCurrent(name, in: folder, [(name: "rect", value: "all")]) }
  }

  /// The examples of openapi.yaml, as far as pictures go.
  private struct Examples: Decodable {
    /// Documents' texts by name.
    var documents: [String: String]
  }

  @Test func `Each picture of the API reference is its example's first screen`() throws {
    let folder = PackageFiles.root.appending(
      path: "Web/reference/pictures")
    let fixture = try JSONDecoder().decode(
      Examples.self,
      from: PackageFiles.data(of: "Tests/PackageTests/Fixtures/openapi-examples.json"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(files.count >= 10)
    for file in files {
      let kept = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let box = try #require(kept.firstMatch(of: #/^<svg [^>]*viewBox="([0-9. ]+)"/#)).output.1
      let document = try #require(
        fixture.documents[String(file.dropLast(4))], "\(file)")
      let answer = OfflineLayout.answer(
        Array(document.utf8),
        query: [
          (name: "rect", value: String(box).replacing(" ", with: ",")),
          (name: "format", value: "svg"),
        ], maxItems: 1_000)
      var drawn: [UInt8] = []
      answer.forEachPiece { drawn += $0 }
      #expect(Array(kept.utf8) == drawn + [0x0A], "\(file) is not current: make pictures")
    }
  }

  /// Compares a picture with what its document's query draws now.
  private static func expectCurrent(
    _ name: String, in folder: URL, _ query: [(name: String, value: String)]
  ) throws {
    let document = try Data(contentsOf: folder.appending(path: "\(name).json"))
    let answer = OfflineLayout.answer(
      Array(document), query: query + [(name: "format", value: "svg")], maxItems: 1_000)
    #expect(answer.isSuccess)
    var drawn: [UInt8] = []
    answer.forEachPiece { drawn += $0 }
    let kept = try Data(contentsOf: folder.appending(path: "\(name).svg"))
    // The program ends text with a line feed.
    #expect(Array(kept) == drawn + [0x0A], "\(name).svg is not current: make pictures")
  }

  @Test func `The folder holds those pictures, and README shows them`() throws {
    let names = Set(try Self.queries().keys)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    let expected = names.flatMap { ["\($0).json", "\($0).svg"] } + ["queries.txt"]
    // The playground's is a screenshot, which no test can draw again.
    #expect(Set(files).subtracting(["playground.png"]) == Set(expected))
    let readme = try PackageFiles.text(of: "README.md")
    for name in names { #expect(readme.contains("Examples/pictures/\(name).svg"), "\(name)") }
  }
}
