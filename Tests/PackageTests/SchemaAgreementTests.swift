import Foundation
import LayoutWire
import Testing

/// The published JSON Schema and the decoder say the same.
///
/// The documents were mutated, and judged by a JSON Schema validator, by `Tests/Tools/openapi.py`.
@Suite struct SchemaAgreementTests {
  private static let prefixes = [
    (#"{"isValid":true,"document":"#, true), (#"{"isValid":false,"document":"#, false),
  ]

  @Test func `The decoder accepts what the schema accepts, and refuses what it refuses`() throws {
    let file = Readme.root.appending(path: "Tests/PackageTests/Fixtures/mutated-documents.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count >= 1000)
    for (number, line) in lines.enumerated() {
      let (prefix, isValid) = try #require(Self.prefixes.first { line.hasPrefix($0.0) })
      let document = line.dropFirst(prefix.count).dropLast()
      do throws(DocumentError) {
        _ = try LayoutDocumentReader.read(Array(document.utf8))
        if !isValid { Issue.record("line \(number + 1): only the decoder accepts \(document)") }
      } catch {
        if isValid { Issue.record("line \(number + 1): only the decoder refuses: \(error)") }
      }
    }
  }
}
