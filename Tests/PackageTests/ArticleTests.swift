import Foundation
import Testing

/// The Swift code of articles is code that is compiled and run elsewhere.
@Suite struct ArticleTests {
  private static let article =
    "Sources/LayoutEngine/LayoutEngine.docc/LayingOutWithoutAServer.md"
  /// Run by the engine's tests, and by `make examples` with a stand-in for UIKit.
  private static let sources = [
    "Tests/LayoutEngineTests/LayingOutWithoutAServerTests.swift",
    "Examples/swift/EngineCollectionViewLayout.swift",
  ]

  @Test func `Every Swift block is part of a file that is compiled and run`() throws {
    let files = try Self.sources.map { try Self.lines(of: Readme.text(of: $0)) }
    let blocks = try Readme(Self.article).pieces.compactMap { piece -> String? in
      guard case .code("swift", let text) = piece.piece else { return nil }
      return text
    }
    #expect(blocks.count >= 8)
    for block in blocks {
      let wanted = Self.lines(of: block)
      #expect(files.contains { Self.contains(wanted, in: $0) }, "\(block)")
    }
  }

  @Test func `A block that says something else is found out`() {
    let file = Self.lines(of: "struct A {\n  let a = 1\n\n  let b = 2\n}")
    #expect(Self.contains(Self.lines(of: "let a = 1\n\nlet b = 2"), in: file))
    #expect(!Self.contains(Self.lines(of: "let a = 1\nlet b = 2"), in: file))
    #expect(!Self.contains(Self.lines(of: "let a = 1\n\n  let b = 2"), in: file))
    #expect(!Self.contains(Self.lines(of: "let a = 2"), in: file))
  }

  private static func lines(of text: String) -> [String] {
    text.components(separatedBy: "\n")
  }

  /// Whether lines follow each other in a file, all indented by as much more.
  private static func contains(_ block: [String], in file: [String]) -> Bool {
    guard let first = block.first else { return false }
    return file.indices.contains { start in
      guard start + block.count <= file.count, file[start].hasSuffix(first) else { return false }
      let indentation = String(file[start].dropLast(first.count))
      return indentation.allSatisfy { $0 == " " }
        && zip(block, file[start...]).allSatisfy { wanted, line in
          line == (wanted.isEmpty ? "" : indentation + wanted)
        }
    }
  }
}
