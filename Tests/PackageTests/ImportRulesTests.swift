import Foundation
import Testing

/// What each target may import: bytes flow one way and nothing points back.
///
/// SwiftPM lets a file import what its target only depends on indirectly, so the lines are read.
@Suite struct ImportRulesTests {
  /// What a target's files may import, as a row of the table in Architecture says it.
  struct Rule {
    /// The modules, each with the folder of the target that alone may import it; nil for all of it.
    var modules: [String: String?] = [:]

    /// Reads a cell: `nothing`, or modules, parted by commas: `` `CLibevent` in `Libevent/` only ``.
    init(_ cell: String) {
      guard cell != "nothing" else { return }
      for entry in cell.filter({ $0 != "`" }).components(separatedBy: ", ") {
        let words = entry.split(separator: " ").map(String.init)
        modules[words[0]] = .some(words.count == 4 && words[1] == "in" ? words[2] : nil)
      }
    }
  }

  private static func rules() throws -> [String: Rule] {
    let table = try #require(try Readme(Readme.architecture).tables(under: "Targets").first)
    return Dictionary(
      uniqueKeysWithValues: table.dropFirst().map { row in
        (row[0].filter { $0 != "`" }, Rule(row[2]))
      })
  }

  @Test func `Every file imports only what Architecture's table says its target may`() throws {
    let rules = try Self.rules()
    let files = try SourceFile.all(in: "Sources")
    #expect(files.count > 50)
    for file in files {
      let target = file.folders[1]
      let rule = try #require(rules[target], "\(target) has no row")
      for (line, module) in file.imports {
        guard let folder = rule.modules[module] else {
          Issue.record("\(file.path):\(line): \(target) must not import \(module)")
          continue
        }
        if let folder, !file.path.hasPrefix("Sources/\(target)/\(folder)") {
          Issue.record("\(file.path):\(line): only \(folder) may import \(module)")
        }
      }
    }
  }

  @Test func `Every module that a target may import is imported by it`() throws {
    let files = try SourceFile.all(in: "Sources")
    for (target, rule) in try Self.rules() {
      let own = files.filter { $0.folders[1] == target }
      #expect(!own.isEmpty, "\(target)")
      let imported = Set(own.flatMap { $0.imports.map(\.module) })
      #expect(imported == Set(rule.modules.keys), "\(target)")
    }
  }

  @Test(arguments: [
    ("import LayoutEngine", "LayoutEngine"), ("public import Glibc", "Glibc"),
    ("  package import Logging  // why", "Logging"),
    ("@testable import LayoutWire", "LayoutWire"),
    ("@_spi(Raw) public import struct Logging.Logger", "Logging"),
    ("@preconcurrency import Foundation", "Foundation"),
    ("internal import func Glibc.write", "Glibc"),
  ])
  func `A line that imports is recognised`(line: String, module: String) {
    #expect(SourceFile.importedModule(of: line) == module)
  }

  @Test(arguments: [
    "// import Foundation", "let importer = 1", "importance(of: x)", "", "/// import",
  ])
  func `A line that imports nothing is left alone`(line: String) {
    #expect(SourceFile.importedModule(of: line) == nil)
  }

  @Test func `A row's cell is read`() {
    #expect(Rule("nothing").modules.isEmpty)
    let rule = Rule("`CLibevent` in `Libevent/` only, `HTTPMessage`, Glibc")
    #expect(rule.modules.keys.sorted() == ["CLibevent", "Glibc", "HTTPMessage"])
    #expect(rule.modules["CLibevent"] == .some("Libevent/"))
    #expect(rule.modules["Glibc"] == .some(nil))
  }
}
