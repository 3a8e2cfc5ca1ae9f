import Foundation
import TestSupport
import Testing

/// README or another page of the project, read for what it claims: code blocks and tables in their
/// order.
struct Readme {
  /// The pages whose tables tests hold to the code.
  static let layoutRules = "Sources/LayoutEngine/LayoutEngine.docc/LayoutRules.md"
  static let contract = "Sources/LayoutService/LayoutService.docc/Contract.md"
  static let operating = "Sources/LayoutService/LayoutService.docc/Operating.md"
  static let recipes = "Sources/LayoutService/LayoutService.docc/Recipes.md"
  static let limits = "Sources/LayoutService/LayoutService.docc/Limits.md"
  static let threats = "Sources/LayoutService/LayoutService.docc/Threats.md"
  static let architecture = "Sources/LayoutService/LayoutService.docc/Architecture.md"

  /// A piece that a test can act on.
  enum Piece {
    /// A fenced block: what follows its fence, and its text.
    case code(language: String, text: String)
    /// A table: its rows of trimmed cells, the head first, without the line of dashes.
    case table([[String]])
  }

  /// A document with the frames that it must give.
  struct LayoutExample: CustomTestStringConvertible, Sendable {
    /// The document's text.
    var document: String
    /// The table's rows below its head: element, x, y, width, height.
    var frames: [[String]]
    /// The heading above it.
    var heading: String

    var testDescription: String { heading }
  }

  /// A command with the JSON that it must print.
  struct CommandExample: CustomTestStringConvertible, Sendable {
    /// What is typed.
    var command: String
    /// What is printed; a string `"…"` stands for any value.
    var answer: String

    var testDescription: String { command.split(separator: "\n").first.map(String.init) ?? "" }
  }

  /// The pieces, each with the heading above it.
  let pieces: [(heading: String, piece: Piece)]

  /// Reads a file of the package.
  init(_ name: String = "README.md") throws {
    let text = try Readme.text(of: name)
    var pieces: [(heading: String, piece: Piece)] = []
    var heading = ""
    var lines = text.components(separatedBy: "\n")[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("```") {
        let code = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(code.count + 1)
        let language = String(line.dropFirst(3))
        pieces.append((heading, .code(language: language, text: code.joined(separator: "\n"))))
      } else if line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" || $0 == " " })
      } else if line.hasPrefix("|") {
        let rows = [line] + lines.prefix { $0.hasPrefix("|") }
        lines = lines.dropFirst(rows.count - 1)
        pieces.append((heading, .table(rows.map(Readme.cells).filter { !Readme.isRule($0) })))
      }
    }
    self.pieces = pieces
  }

  /// The package's folder.
  static var root: URL { PackageFiles.root }

  /// The text of a file of the package.
  static func text(of path: String) throws -> String { try PackageFiles.text(of: path) }

  /// Every page: README, the changelog, those in `.github`, and those of the documentation catalogs.
  static func pages() throws -> [String] {
    let folders = [".github", "Sources"].flatMap { folder -> [String] in
      let names = try? FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path())
      return (names ?? []).map { "\(folder)/\($0)" }
    }
    return ["README.md", "CHANGELOG.md"] + folders.filter { $0.hasSuffix(".md") }.sorted()
  }

  /// The cells of a table's line.
  private static func cells(_ line: String) -> [String] {
    line.dropFirst().dropLast().components(separatedBy: "|").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// Whether a table's line only parts the head from the rows.
  private static func isRule(_ cells: [String]) -> Bool {
    cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "-" || $0 == ":" } }
  }

  /// Each JSON block that a table of frames follows.
  var layoutExamples: [LayoutExample] {
    zip(pieces, pieces.dropFirst()).compactMap { first, second in
      guard case .code("json", let document) = first.piece, case .table(let rows) = second.piece,
        rows.first?.first == "element"
      else { return nil }
      return LayoutExample(
        document: document, frames: Array(rows.dropFirst()), heading: first.heading)
    }
  }

  /// Each curl command that a JSON block follows.
  var commandExamples: [CommandExample] {
    zip(pieces, pieces.dropFirst()).compactMap { first, second in
      guard case .code("sh", let command) = first.piece, command.hasPrefix("curl"),
        case .code("json", let answer) = second.piece
      else { return nil }
      return CommandExample(command: command, answer: answer)
    }
  }

  /// The tables under a heading.
  func tables(under heading: String) -> [[[String]]] {
    pieces.compactMap {
      guard $0.heading == heading, case .table(let rows) = $0.piece else { return nil }
      return rows
    }
  }
}
