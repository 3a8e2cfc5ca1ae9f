import Foundation
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// The engine's fixtures hold documents that are right: each must be read.
struct FixtureDocumentTests {
  @Test func `every fixture's document is read`() throws {
    var count = 0
    for file in Fixture.fileNames {
      for line in try PackageFiles.lines(of: "\(Fixture.folder)/\(file)") {
        let bytes = try #require(try document(in: Array(line)))
        do {
          _ = try LayoutDocumentReader.read(bytes)
        } catch {
          Issue.record("\(file) \(String(decoding: line.prefix(60), as: UTF8.self)): \(error)")
        }
        count += 1
      }
    }
    #expect(count >= 583)
  }

  /// The text of a fixture's `document`.
  private func document(in fixture: [UInt8]) throws -> [UInt8]? {
    var reader = JSONReader(fixture, UnlimitedReading())
    repeat {
      reader.position += 1
      guard reader.nextToken() == ASCII.quote else { return nil }
      let key = try reader.readKey()
      _ = reader.nextToken()
      let start = reader.position
      try reader.skipValue()
      if reader.text(of: key.token, atMost: shownBytes) == "document" {
        return Array(fixture[start..<reader.position])
      }
    } while reader.nextToken() == ASCII.comma
    return nil
  }
}
