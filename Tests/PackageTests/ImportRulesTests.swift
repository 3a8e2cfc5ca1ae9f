import Foundation
import Testing

/// The modules that each target imports: bytes flow one way, and nothing points back.
///
/// SwiftPM lets a file import a module that its target depends on only indirectly, also with
/// `--explicit-target-dependency-import-check error`, which finds nothing on Linux.
@Suite struct ImportRulesTests {
  @Test func `Every target imports the modules in its row of Architecture's table, and no others`()
    throws
  {
    let table = try #require(try Readme(Readme.architecture).tables(under: "Targets").first)
    var allowed: [String: Set<String>] = [:]
    for row in table.dropFirst() {
      allowed[row[0].filter { $0 != "`" }] =
        row[2] == "nothing" ? [] : Set(row[2].filter { $0 != "`" }.components(separatedBy: ", "))
    }
    var imported: [String: Set<String>] = [:]
    for file in try SourceFile.all(in: "Sources") {
      // Most lines are sorted out before the pattern, which is slow.
      let modules = file.lines.lazy.filter { $0.contains("import ") }.compactMap {
        $0.prefixMatch(of: #/ *(?:[@\w()]+ )*import (?:[a-z]+ )?(\w+)/#)?.output.1
      }
      imported[file.folders[1], default: []].formUnion(modules.map(String.init))
    }
    #expect(imported == allowed)
  }
}
