import Foundation
import Testing

/// The table in Architecture that says where to look.
@Suite struct ArchitectureTests {
  @Test func `What Architecture says to begin with is declared in the folder that it names`() throws
  {
    let files = try SourceFile.all(in: "Sources")
    let table = try #require(try Readme(Readme.architecture).tables(under: "Where to look").first)
    #expect(table.count > 20)
    for row in table.dropFirst() {
      let folders = row[1].matches(of: #/`(Sources\/[A-Za-z\/-]+)`/#).map { String($0.output.1) }
      for folder in folders {
        #expect(files.contains { $0.path.hasPrefix("\(folder)/") }, "\(folder)")
      }
      // After "then" come types of other folders.
      let begin = row[2].components(separatedBy: ", then")[0]
      for name in begin.matches(of: #/`(\w+)`/#).map({ String($0.output.1) }) {
        let isThere = files.contains { file in
          folders.contains { file.path.hasPrefix("\($0)/") } && file.declares(name)
        }
        #expect(isThere, "\(name) in \(folders)")
      }
      for name in row[2].matches(of: #/then `(\w+)`/#).map({ String($0.output.1) }) {
        #expect(files.contains { $0.declares(name) }, "\(name)")
      }
    }
  }
}

extension SourceFile {
  /// Whether it declares a type of that name.
  fileprivate func declares(_ name: String) -> Bool {
    lines.lazy.filter { $0.contains(name) }.contains { line in
      ["struct", "enum", "class", "protocol"].contains { kind in
        line.firstRange(of: "\(kind) \(name)").map { range in
          !(line[range.upperBound...].first.map { $0.isLetter || $0.isNumber } ?? false)
        } ?? false
      }
    }
  }
}
