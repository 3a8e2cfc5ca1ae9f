import Testing

@testable import TextMeasure

/// Texts that are made to be slow: the work is bounded by the units that are shaped, not by time.
@Suite(.enabled(if: TestFonts.isUsable)) struct HostileTextTests {
  private static func repeated(_ piece: String) -> String {
    String(repeating: piece, count: TextMeasurer.maximumTextLength / piece.utf16.count)
  }

  private static let texts = [
    repeated("AV"), repeated("AVAVAVAV "), "a" + repeated("\u{301}").dropLast(), repeated("\t"),
    repeated("supercalifragilistic"), repeated("\u{202E}a\u{202C}"), repeated("\u{2067}a"),
    repeated("ภาษาไทย"), repeated("👨‍👩‍👧‍👦"), repeated("ab\u{AD}"), repeated("لا"), repeated("aбα"),
    repeated("ffi"), repeated("- a "), repeated("❤️"), repeated("("), repeated("a\u{200B}"),
    repeated("\u{10FFFD}"),
  ]

  @Test(arguments: texts.indices) func `The longest texts stay linear`(_ index: Int) throws {
    for (family, spacing) in [
      ("Inter", 0), ("Inter", 0.5), ("Roboto", 0), ("Lato", 0), ("DejaVu Sans", 0),
    ] {
      var style = TestFonts.style(family)
      style.fontFamily.append("DejaVu Sans")
      style.letterSpacing = spacing
      let work = TextWork()
      let text = try TestFonts.prepared(Self.texts[index], style, work)
      // Each unit once a font, and a word that looks at spaces once more.
      #expect(work.shapedUnitCount <= 4 * TextMeasurer.maximumTextLength)
      // The narrowest lines, and those of a column.
      for width in [0.0, 100] { _ = text.lineCount(width: width, work) }
      // A line is shaped anew with a few characters past it.
      #expect(work.shapedUnitCount <= 40 * TextMeasurer.maximumTextLength, "\(family) \(spacing)")
    }
  }

  @Test func `Negative spacing that outweighs the letters breaks lines without a trap`() throws {
    for spacing in [-0.5, -4, -15, -512.0] {
      let style = TestFonts.style {
        $0.letterSpacing = spacing
        $0.wordSpacing = spacing
      }
      for unit in ["f", "AV", "ab ", "Tagalog ", "f\u{0}", "\u{FFFD}", "سلام", "漢、"] {
        let text = try TestFonts.prepared(String(repeating: unit, count: 90), style)
        for width in [0.0, 1, 12, 100, 1_000] {
          let layout = try #require(text.layout(width: width, drawsLines: true))
          #expect(layout.lineCount >= 1 && layout.maxLineWidth >= 0)
        }
      }
    }
  }

  @Test func `A text that is too long is an error`() throws {
    let measurer = TestFonts.measurer()
    let style = try measurer.resolve(TestFonts.style())
    #expect(throws: TextError.textTooLong(length: 8193)) {
      try measurer.prepare(String(repeating: "a", count: 8193), style)
    }
    // The limit counts UTF-16, not bytes.
    _ = try measurer.prepare(String(repeating: "あ", count: 8192), style)
  }

  @Test func `The caller's check ends the work between words`() throws {
    let measurer = TestFonts.measurer(cacheByteLimit: 1 << 20)
    let style = try measurer.resolve(TestFonts.style())
    var count = 0
    #expect(throws: TextError.stopped) {
      let work = TextWork { _ in
        count += 1
        return count < 4
      }
      _ = try measurer.prepare("one two three four five", style, work)
    }
    #expect(count == 4)
    #expect(measurer.cachedTextCount == 0)
  }

  @Test func `Lines past maxLines are not filled`() throws {
    let style = TestFonts.style("Roboto") { $0.maxLines = 2 }
    let work = TextWork()
    let text = try TestFonts.prepared(Self.repeated("AV"), style, work)
    let prepared = work.shapedUnitCount
    #expect(text.lineCount(width: 100, work) == 2)
    #expect(work.shapedUnitCount - prepared < 200)
  }
}
