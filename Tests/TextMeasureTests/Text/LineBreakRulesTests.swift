import Foundation
import TestSupport
import Testing

@testable import TextMeasure

/// Where lines may break, beside Chromium 156: texts of characters of all classes of UAX #14 in columns of no width.
@Suite(.enabled(if: TestFonts.isUsable)) struct LineBreakRulesTests {
  /// A text that has a line for each opportunity.
  private struct BrokenText: Decodable {
    var text: String
    var lang: String?
    var lineBreak: String?
    var wordBreak: String?
    var lines: [String]
  }

  private static func folded(_ line: String) -> String {
    line.split(whereSeparator: \.isWhitespace).joined(separator: " ").filter { $0 != "\u{AD}" }
  }

  @Test func `Opportunities are Chromium's, in each language and strictness`() throws {
    let decoder = JSONDecoder()
    let texts = try PackageFiles.lines(of: "Tests/TextMeasureTests/Fixtures/line-breaks.jsonl")
      .map { try decoder.decode(BrokenText.self, from: $0) }
    #expect(texts.count > 1_900)
    var differing: [String] = []
    for broken in texts {
      let style = TestFonts.style("DejaVu Sans") {
        $0.lang = broken.lang ?? ""
        $0.lineBreak = broken.lineBreak.flatMap(TextStyle.LineBreak.init) ?? .auto
        $0.wordBreak = broken.wordBreak.flatMap(TextStyle.WordBreak.init) ?? .normal
        $0.overflowWrap = .normal
      }
      let lines = try TestFonts.prepared(broken.text, style).lines(width: 0.01)
      if lines.map(Self.folded) != broken.lines.map(Self.folded) {
        differing.append("\(broken.text.debugDescription): \(lines), Chromium \(broken.lines)")
      }
    }
    #expect(differing.count <= 3, "\(differing.prefix(20).joined(separator: "\n"))")
  }
}
