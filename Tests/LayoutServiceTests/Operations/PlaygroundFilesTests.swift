import Foundation
import TestSupport
import Testing

@testable import LayoutService

/// The playground's files are in the program, each as its kind.
@Suite(.waits) struct PlaygroundFilesTests {
  private static let folder = "Web/playground"
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "webp": "image/webp",
  ]

  /// The paths of the files below the folder.
  private static func files() throws -> [String] {
    let root = PackageFiles.root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path())
      .filter { $0.contains(".") }
  }

  @Test func `Every file is served by its name, with its type and the pages' policy`() throws {
    let service = TestService()
    let files = try Self.files()
    #expect(files.count > 40)
    for file in files {
      let path = file == "index.html" ? "/" : "/playground/\(file)"
      let answer = try service.send("GET", path)
      #expect(answer.status == 200, "\(path) is not embedded")
      #expect(answer.body == Array(try PackageFiles.data(of: "\(Self.folder)/\(file)")), "\(path)")
      let type = try #require(Self.types[URL(filePath: file).pathExtension], "\(path)")
      #expect(answer["content-type"] == type)
      let policy = try #require(answer["content-security-policy"])
      // WebAssembly is compiled of what the page itself has loaded, no text becomes a script.
      let rest = policy.replacing("'wasm-unsafe-eval'", with: "")
      #expect(policy.contains("default-src 'self'") && !rest.contains("unsafe"))
    }
  }

  @Test func `No file asks other machines for anything`() throws {
    // The names of XML are no addresses, and examples name this machine.
    let known = ["http://www.w3.org/", "http://localhost"]
    for file in try Self.files() where !file.hasSuffix(".webp") {
      let text = try PackageFiles.text(of: "\(Self.folder)/\(file)")
      for address in text.matches(of: #/https?:\/\/[^\s"'`)]+/#).map({ String($0.output) }) {
        #expect(known.contains(where: address.hasPrefix), "\(file) names \(address)")
      }
    }
  }

  @Test func `A dozen photos weigh less than a hundred thousand bytes`() throws {
    let photos = try Self.files().filter { $0.hasSuffix(".webp") }
    #expect(photos.count == 12)
    let sizes = try photos.map { try PackageFiles.data(of: "\(Self.folder)/\($0)").count }
    #expect(sizes.reduce(0, +) < 100_000)
    let list = try PackageFiles.text(of: "\(Self.folder)/photos.js")
    for photo in photos {
      let name = photo.split(separator: "/")[1].dropLast(".webp".count)
      #expect(list.contains("name: \"\(name)\""))
    }
  }
}
