import Foundation
import Testing

/// The Swift code of articles is code that is compiled and run elsewhere.
@Suite struct ArticleTests {
  private static let article =
    "Sources/LayoutEngine/LayoutEngine.docc/LayingOutWithoutAServer.md"
  /// Run by the engine's tests, and by `make examples` with a stand-in for UIKit.
  private static let sources = [
    "Tests/LayoutEngineTests/LayingOutWithoutAServerTests.swift",
    "Clients/swift/EngineCollectionViewLayout.swift",
    "Clients/swift/CoreTextMeasurer.swift",
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

  /// Tests that run the examples in doc comments.
  private static let examples = [
    "Tests/LayoutEngineTests/DocumentationExamplesTests.swift",
    "Tests/LayoutWireTests/WireExamplesTests.swift",
    "Tests/TextMeasureTests/MeasuringWithoutAServerTests.swift",
    "Tests/TatamiClientTests/TypedDocumentTests.swift",
  ]

  @Test func `Every example in a doc comment is part of a test`() throws {
    let tests = try Self.examples.map { try Self.lines(of: Readme.text(of: $0)) }
    var count = 0
    for folder in [
      "Sources/TextStyling", "Sources/LayoutEngine", "Sources/LayoutWire", "Sources/TextMeasure",
      "Clients/swift",
    ] {
      for file in try SourceFile.all(in: folder) {
        for block in Self.examples(in: file.lines) {
          count += 1
          #expect(tests.contains { Self.contains(block, in: $0) }, "\(file.path): \(block)")
        }
      }
    }
    #expect(count >= 40)
  }

  @Test(arguments: ["TextStyling", "LayoutEngine", "LayoutWire", "TextMeasure"])
  func `The catalogue's Topics name every public type once`(target: String) throws {
    let catalogue = try Readme.text(of: "Sources/\(target)/\(target).docc/\(target).md")
    let topics = try #require(catalogue.split(separator: "## Topics").last)
    let named = topics.matches(of: #/(?m)^- ``(\w+)``$/#).map { String($0.output.1) }
    #expect(Set(named).count == named.count)
    let declaration = #/^public (?:indirect )?(?:final )?(?:struct|enum|class|protocol) (\w+)/#
    let types = try SourceFile.all(in: "Sources/\(target)").flatMap { file in
      file.lines.compactMap { $0.firstMatch(of: declaration).map { String($0.output.1) } }
    }
    #expect(Set(named) == Set(types))
  }

  /// The lines of each block of Swift in the doc comments of a file.
  private static func examples(in lines: [String]) -> [[String]] {
    var (blocks, block): ([[String]], [String]?) = ([], nil)
    for line in lines {
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") else {
        block = nil
        continue
      }
      let comment = text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)
      if comment == "```swift" {
        block = []
      } else if comment == "```" {
        if let block { blocks.append(block) }
        block = nil
      } else {
        block?.append(String(comment))
      }
    }
    return blocks
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
