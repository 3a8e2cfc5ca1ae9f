import Foundation
import TestSupport
import Testing
import TextMeasure

/// The article "Measuring texts without a server", and the page of rules.
@Suite struct MeasuringWithoutAServerTests {
  @Test(.enabled(if: TestFonts.isUsable)) func `The article's code measures a title`() throws {
    let fonts = FontLibrary(paths: ["/usr/share/fonts"])
    let measurer = TextMeasurer(
      fonts: fonts, fallbackFamilies: ["Noto Sans CJK JP"], cacheByteLimit: 16 << 20)
    var style = TextStyle(fontFamily: ["Inter"], fontSize: 16, lineHeight: .points(22))
    style.fontWeight = 600
    style.maxLines = 2
    let title = try measurer.resolve(style)
    let text = try measurer.prepare("Sunset over the harbour", title)
    // In 120 points, text.height(width: 120) is 44: two lines of 22.
    #expect(text.height(width: 120) == 44)
    #expect(text.lines(width: 120) == ["Sunset over", "the harbour"])
    #expect(text.maxContentWidth > 120)
    #expect(text.missingCharacters.isEmpty)
    style.fontWeight = 700
    let strong = try measurer.resolve(style)
    let icon = InlineBox(width: 16, height: 16)
    let runs: [TextRun] = [.text("Sunset over ", nil), .text("Kyoto", strong), .box(icon)]
    let caption = try measurer.prepare(runs, title)
    #expect(
      caption.height(width: 200) == 22 && caption.lines(width: 200) == ["Sunset over Kyoto\u{FFFC}"]
    )
  }

  @Test func `Every line of the article's code is in the test above`() throws {
    let article = try PackageFiles.text(
      of: "Sources/TextMeasure/TextMeasure.docc/MeasuringWithoutAServer.md")
    let code = try Set(lines(of: "Tests/TextMeasureTests/MeasuringWithoutAServerTests.swift"))
    let blocks = article.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(blocks.count == 3)
    for line in blocks.flatMap({ $0.components(separatedBy: "\n") }) {
      #expect(code.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
    }
  }

  @Test func `Every rule has a test that is named after it, and no test after what is no rule`()
    throws
  {
    let page = try lines(of: "Sources/TextMeasure/TextMeasure.docc/TextRules.md")
    let rules = Set(page.compactMap { $0.firstMatch(of: #/^### (T\d+) /#)?.output.1 })
    let folder = PackageFiles.root.appending(path: "Tests/TextMeasureTests")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var named: Set<Substring> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      named.formUnion(text.matches(of: #/func `(T\d+): /#).map(\.output.1))
    }
    #expect(rules.count > 20)
    #expect(rules == named)
  }

  private func lines(of path: String) throws -> [String] {
    try PackageFiles.text(of: path).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
