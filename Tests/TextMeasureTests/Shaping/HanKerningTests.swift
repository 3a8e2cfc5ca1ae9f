import Testing

@testable import TextMeasure

/// Full-width punctuation.
@Suite struct HanKerningTests {
  private static let isInstalled = TestFonts.exists("opentype/noto/NotoSansCJK-Regular.ttc")

  private func text(_ text: String) throws -> PreparedText {
    let library = FontLibrary(paths: [TestFonts.root + "opentype/noto/NotoSansCJK-Regular.ttc"])
    let measurer = TextMeasurer(fonts: library, cacheByteLimit: 0)
    var style = TestFonts.style("Noto Sans CJK JP")
    style.lang = "ja"
    return try measurer.prepare(text, measurer.resolve(style))
  }

  @Test(.enabled(if: isInstalled, "fonts-noto-cjk is not installed"))
  func `T17: the blank half of punctuation between punctuation goes away`() throws {
    #expect(abs(try text("「東」").maxContentWidth - 48) < 0.1)
    #expect(abs(try text("「東」「京」").maxContentWidth - 88) < 0.1)
    #expect(abs(try text("東。」").maxContentWidth - 40) < 0.1)
  }

  @Test(.enabled(if: isInstalled, "fonts-noto-cjk is not installed"))
  func `T17: a line's last character is trimmed if only that makes it fit`() throws {
    #expect(try text("東京」駅").lines(width: 40.1) == ["東京」", "駅"])
    #expect(try text("東京」駅").lines(width: 39) == ["東", "京」", "駅"])
  }
}
