import Foundation
import TestSupport
import Testing

/// The table of worst documents and queries keeps up with what can be asked.
@Suite struct WorstCasesTests {
  @Test(arguments: [("document", 100), ("update", 90)])
  func `Every field of a document and of an update has a row in the table of worst cases`(
    name: String, least: Int
  ) throws {
    let schema = try JSONDecoder().decode(
      JSONTree.self,
      from: Data(
        PackageFiles.text(of: "Sources/LayoutService/Resources/layout-\(name).schema.json").utf8))
    let fields = Set(schema.members(of: "properties"))
    #expect(fields.count >= least)
    let words = try Self.words
    #expect(fields.subtracting(words) == [])
  }

  @Test func `Every query parameter has a row in the table of worst cases`() throws {
    let contract = try PackageFiles.text(of: "openapi.yaml")
    let parameters = contract.matches(of: #/name: ([A-Za-z]+)\n +in: query/#)
      .map { String($0.output.1) }
    #expect(parameters.count >= 15)
    let words = try Self.words
    #expect(Set(parameters).subtracting(words) == [])
  }

  /// The words of the table and of what it is written with, comments left out.
  private static var words: Set<String> {
    get throws {
      let files = ["cases", "documents", "groups", "layouts", "updates"]
      let lines = try files.flatMap {
        try PackageFiles.text(of: "Tests/Worst/worst_\($0).py").components(separatedBy: "\n")
      }
      let code = lines.filter { !$0.hasPrefix("#") }.joined(separator: "\n")
      return Set(code.matches(of: #/[A-Za-z]+/#).map { String($0.output) })
    }
  }
}

extension JSONTree {
  /// The keys of every object that stands under that name, at any depth.
  fileprivate func members(of name: String) -> [String] {
    switch self {
    case .list(let list): list.flatMap { $0.members(of: name) }
    case .object(let object):
      object.flatMap { key, value -> [String] in
        guard key == name, case .object(let fields) = value else { return value.members(of: name) }
        return fields.keys + fields.values.flatMap { $0.members(of: name) }
      }
    case .null, .bool, .number, .text: []
    }
  }
}
