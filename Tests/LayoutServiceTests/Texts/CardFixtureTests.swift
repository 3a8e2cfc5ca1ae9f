import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.JSONDecoder

@testable import LayoutService

/// Walls of cards with titles and captions, against frames that follow from Chromium's lines.
@Suite(.waits) struct CardFixtureTests {
  private struct Fixture: Decodable {
    struct Document: Decodable { let textStyles: [String: Style] }
    struct Style: Decodable { let fontFamily: [String] }
    struct Expected: Decodable {
      struct Element: Decodable { let frame: [Double] }
      let attributes: [Element]
    }
    let name: String
    let document: Document
    let expected: Expected
  }

  private struct Answer: Decodable {
    struct Element: Decodable {
      struct Frame: Decodable { let x, y, width, height: Double }
      let frame: Frame
    }
    let attributes: [Element]
  }

  /// The text of the fixture's document, which is between its name and what is expected.
  private static func document(_ line: String) throws -> String {
    let start = try #require(line.range(of: #""document":"#))
    let end = try #require(line.range(of: #","expected":"#))
    return String(line[start.upperBound..<end.lowerBound])
  }

  @Test func `cards have the frames that follow from Chromium's lines`() throws {
    let service = TestService()
    let fonts = TextService(ServiceSettings())
    let lines = try PackageFiles.lines(of: "Tests/LayoutServiceTests/Fixtures/texts-cards.jsonl")
    var (compared, missing): (Int, Set<String>) = (0, [])
    for line in lines {
      let fixture = try JSONDecoder().decode(Fixture.self, from: line)
      let families = Set(fixture.document.textStyles.values.flatMap(\.fontFamily))
      let absent = families.filter { !fonts.hasFamily($0) }
      guard absent.isEmpty else {
        missing.formUnion(absent)
        continue
      }
      let answer = try service.send(
        "POST", "/v1/layouts?rect=all",
        text: try Self.document(String(decoding: line, as: UTF8.self)))
      let frames = try JSONDecoder().decode(Answer.self, from: Data(answer.body)).attributes
      #expect(frames.count == fixture.expected.attributes.count, "\(fixture.name)")
      for (element, expected) in zip(frames, fixture.expected.attributes) {
        let (frame, other) = (element.frame, expected.frame)
        let differences = [
          frame.x - other[0], frame.y - other[1], frame.width - other[2], frame.height - other[3],
        ]
        #expect(differences.allSatisfy { abs($0) < 0.02 }, "\(fixture.name)")
      }
      compared += 1
    }
    if !missing.isEmpty { print("cards skipped for want of \(missing.sorted())") }
    // The families that the project's CI installs are enough for these.
    #expect(compared >= 20 || !fonts.hasFamily("Inter"))
  }
}
