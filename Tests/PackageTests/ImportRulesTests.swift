import Foundation
import Testing

/// What each target may import: bytes flow one way and nothing points back.
///
/// SwiftPM lets a file import what its target only depends on indirectly, so the lines are read.
@Suite struct ImportRulesTests {
  /// The modules that a target's files may import, by the target, as Architecture's table has them.
  private static func rules() throws -> [String: Set<String>] {
    let table = try #require(try Readme(Readme.architecture).tables(under: "Targets").first)
    return Dictionary(
      uniqueKeysWithValues: table.dropFirst().map { row in
        (row[0].filter { $0 != "`" }, modules(row[2]))
      })
  }

  /// Reads a cell: `nothing`, or modules, parted by commas.
  private static func modules(_ cell: String) -> Set<String> {
    cell == "nothing" ? [] : Set(cell.filter { $0 != "`" }.components(separatedBy: ", "))
  }

  @Test func `Every file imports only what Architecture's table says its target may`() throws {
    let rules = try Self.rules()
    let files = try SourceFile.all(in: "Sources")
    #expect(files.count > 50)
    for file in files {
      let target = file.folders[1]
      let rule = try #require(rules[target], "\(target) has no row")
      for (line, module) in file.imports where !rule.contains(module) {
        Issue.record("\(file.path):\(line): \(target) must not import \(module)")
      }
    }
  }

  @Test func `Every module that a target may import is imported by it`() throws {
    let files = try SourceFile.all(in: "Sources")
    for (target, rule) in try Self.rules() {
      let own = files.filter { $0.folders[1] == target }
      #expect(!own.isEmpty, "\(target)")
      let imported = Set(own.flatMap { $0.imports.map(\.module) })
      #expect(imported == rule, "\(target)")
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
    #expect(Self.modules("nothing").isEmpty)
    #expect(
      Self.modules("`Libevent`, `HTTPMessage`, Glibc") == ["Libevent", "HTTPMessage", "Glibc"])
  }

  @Test func `One file alone imports hiredis`() throws {
    let files = try SourceFile.all(in: "Sources").filter { file in
      file.imports.contains { $0.module == "CHiredis" }
    }
    #expect(files.map(\.path) == ["Sources/ValkeyStore/StoreConnection.swift"])
  }

  @Test func `Libevent alone imports libevent`() throws {
    for (target, modules) in try Self.rules() {
      #expect(modules.contains("CLibevent") == (target == "Libevent"), "\(target)")
    }
  }
}
