import Foundation
import TestSupport
import Testing

@testable import LayoutWire

/// nst/JSONTestSuite, as data.
struct JSONTestSuiteTests {
  private struct Case: Decodable {
    var name: String
    var base64: Data
  }

  private func cases(_ prefix: String) throws -> [Case] {
    try PackageFiles.lines(of: "Tests/LayoutWireTests/Fixtures/json-test-suite.jsonl")
      .map { try JSONDecoder().decode(Case.self, from: $0) }
      .filter { $0.name.hasPrefix(prefix) }
  }

  private func isMalformed(_ read: () throws(DocumentError) -> Void) -> Bool {
    do {
      try read()
      return false
    } catch .malformed {
      return true
    } catch {
      return false
    }
  }

  @Test func `texts named n_ are refused as malformed`() throws {
    let cases = try cases("n_")
    #expect(cases.count > 180)
    for test in cases {
      let bytes = Array(test.base64)
      #expect(
        isMalformed { () throws(DocumentError) in
          try LayoutDocumentReader.validate(bytes)
        }, "\(test.name)")
      #expect(
        isMalformed { () throws(DocumentError) in
          _ = try LayoutDocumentReader.read(bytes)
        }, "\(test.name)")
    }
  }

  @Test func `texts named y_ are never called malformed`() throws {
    let cases = try cases("y_")
    #expect(cases.count > 90)
    for test in cases {
      let bytes = Array(test.base64)
      #expect(
        !isMalformed { () throws(DocumentError) in
          try LayoutDocumentReader.validate(bytes)
        }, "\(test.name)")
      #expect(
        !isMalformed { () throws(DocumentError) in
          _ = try LayoutDocumentReader.read(bytes)
        }, "\(test.name)")
    }
  }

  @Test func `texts named i_ never trap`() throws {
    let cases = try cases("i_")
    #expect(cases.count > 30)
    for test in cases {
      _ = try? LayoutDocumentReader.validate(Array(test.base64))
      _ = try? LayoutDocumentReader.read(Array(test.base64))
    }
  }
}
