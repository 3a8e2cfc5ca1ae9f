import Foundation
import LayoutEngine
import LayoutWire
import TestSupport
import Testing

/// The published JSON Schema and the service say the same.
///
/// The documents were mutated, and judged by a JSON Schema validator, by `Tests/Generators/openapi.py`.
@Suite struct SchemaAgreementTests {
  /// What the schema says of a document.
  private enum Verdict: String, CaseIterable {
    case valid
    case invalid
    /// Only numbers beyond 2^53 are against it, and they may stand where nobody reads them.
    case far
    /// What is against it may stand in a layout that lays nothing out.
    case idle
  }

  /// What the service says of it.
  private enum Answer: Equatable {
    case laidOut
    case impossible(String)
    case unreadable(String)
  }

  @Test func `What the schema refuses the service refuses, and nearly the other way round`() throws
  {
    let lines = try PackageFiles.text(of: "Tests/PackageTests/Fixtures/mutated-documents.jsonl")
      .split(separator: "\n")
    var counts: [Verdict: Int] = [:]
    var impossible = 0
    for (number, line) in lines.enumerated() {
      let (verdict, document) = try #require(Self.parts(line))
      counts[verdict, default: 0] += 1
      switch (verdict, Self.answer(to: document)) {
      case (.valid, .unreadable(let reason)):
        Issue.record("line \(number + 1): only the decoder refuses: \(reason)")
      case (.valid, .impossible):
        // No room is left for the items: that takes arithmetic, which a schema cannot do.
        impossible += 1
      case (.invalid, .laidOut):
        Issue.record("line \(number + 1): only the service accepts \(document)")
      case (.valid, .laidOut), (.invalid, _), (.far, _), (.idle, _):
        break
      }
    }
    #expect(lines.count >= 1000)
    #expect(impossible <= lines.count / 50)
    // The documents that prove least are few.
    #expect(counts[.valid, default: 0] > 200 && counts[.invalid, default: 0] > 500)
  }

  /// A line's verdict and document.
  private static func parts(_ line: Substring) -> (Verdict, Substring)? {
    for verdict in Verdict.allCases {
      let prefix = "{\"verdict\":\"\(verdict.rawValue)\",\"document\":"
      if line.hasPrefix(prefix) { return (verdict, line.dropFirst(prefix.count).dropLast()) }
    }
    return nil
  }

  /// Reads a document and lays it out.
  private static func answer(to text: Substring) -> Answer {
    var document: LayoutDocument
    do throws(DocumentError) {
      document = try LayoutDocumentReader.read(Array(text.utf8))
    } catch {
      return .unreadable("\(error)")
    }
    document.textStyles?.measurer = LineMeasurer()
    do throws(LayoutError) {
      _ = try PreparedLayout(document)
      return .laidOut
    } catch {
      return .impossible("\(error)")
    }
  }
}

/// Measures every text as one line, so that documents with texts need no fonts.
private final class LineMeasurer: TextMeasuring {
  func height(
    of text: ArraySlice<UInt8>, style: Int, width: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    text.isEmpty ? 0 : 20
  }

  func naturalWidth(
    of text: ArraySlice<UInt8>, style: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    Double(text.count)
  }

  func lines(
    of text: ArraySlice<UInt8>, style: Int, width: Double, changesCase: Bool,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> [String] {
    text.isEmpty ? [] : [String(decoding: text, as: UTF8.self)]
  }
}
