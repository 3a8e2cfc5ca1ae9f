import Foundation
import TestSupport
import Testing

/// The fields and parameters that the rows of `make worst` send are all that there are.
@Suite(.waits, .enabled(if: Command.isInstalled("python3"), "python3 is not installed"))
struct WorstCasesTests {
  /// The keys of the JSON that the rows send, and the parameters of their queries.
  private struct Covered: Decodable {
    var document: Set<String>
    var update: Set<String>
    var parameters: Set<String>
  }

  @Test func `A row of the worst cases sends every field and every query parameter`() throws {
    let tool = PackageFiles.root.appending(path: "Tests/Worst/worst.py").path()
    let run = try Command.run(["/usr/bin/env", "python3", "-B", tool, "--covered"])
    let covered = try JSONDecoder().decode(Covered.self, from: Data(run.output.utf8))

    let document = try Self.fields(of: "document")
    let update = try Self.fields(of: "update")
    #expect(document.count >= 100 && update.subtracting(document).count >= 10)
    #expect(document.subtracting(covered.document) == [])
    #expect(update.subtracting(document).subtracting(covered.update) == [])

    let contract = try PackageFiles.text(of: "openapi.yaml")
    let parameters = Set(
      contract.matches(of: #/name: ([A-Za-z]+)\n +in: query/#).map { String($0.output.1) })
    #expect(parameters.count >= 15)
    #expect(parameters == covered.parameters)
  }

  /// The fields that the JSON Schema of documents or of updates names anywhere.
  private static func fields(of name: String) throws -> Set<String> {
    let schema = try PackageFiles.text(
      of: "Web/contract/layout-\(name).schema.json")
    return Set(
      try JSONDecoder().decode(JSONTree.self, from: Data(schema.utf8)).members(of: "properties"))
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
