import Testing

@testable import TextMeasure

/// The work that texts take is counted as it is done.
@Suite(.enabled(if: TestFonts.isUsable)) struct TextWorkTests {
  /// Returns the steps that preparing a text and breaking it at a width took.
  private func steps(_ text: String, width: Double, _ style: TextStyle = TestFonts.style()) throws
    -> Int
  {
    var steps = 0
    let work = TextWork { count in
      steps += count
      return true
    }
    let prepared = try TestFonts.prepared(text, style, work)
    _ = try #require(prepared.lineCount(width: width, work))
    return steps
  }

  @Test func `A line that is shaped anew counts again`() throws {
    let text = String(repeating: "AVToWa", count: 300)
    let wide = try steps(text, width: 100_000)
    let narrow = try steps(text, width: 1)
    #expect(wide > 1_800 * TextWork.stepsPerUnit)
    // By the price of the moment, which is learned: ten times as much, or a little less.
    #expect(narrow > 4 * wide, "\(narrow) beside \(wide)")
  }

  @Test func `Work ends between lines, and within a text`() throws {
    var left = 20_000
    let work = TextWork { steps in
      left -= steps
      return left > 0
    }
    let text = try TestFonts.prepared(String(repeating: "AVToWa", count: 1_000), TestFonts.style())
    #expect(text.lineCount(width: 1, work) == nil)
    #expect(text.layout(width: 1, drawsLines: true, work) == nil)
    #expect(text.maxContentWidth(work) == nil)
    let measurer = TestFonts.measurer()
    let style = try measurer.resolve(TestFonts.style())
    #expect(throws: TextError.stopped) {
      _ = try measurer.prepare(String(repeating: "one two ", count: 900), style, work)
    }
  }

  @Test func `Widths add up without wrapping, at all extremes of size, spacing and joining`() throws
  {
    let clusters = [
      "👩" + String(repeating: "\u{200D}👩", count: 499),
      "a" + String(repeating: "\u{301}", count: 500),
      String(repeating: "﷽", count: 300), String(repeating: "m", count: 8_192),
    ]
    for cluster in clusters {
      for size in [0.01, 16, 512] {
        for spacing in [-512.0, 0, 512] {
          let style = TestFonts.style {
            $0.fontSize = size
            $0.letterSpacing = spacing
            $0.wordSpacing = spacing
          }
          let text = try TestFonts.prepared(cluster, style)
          let half = try TestFonts.prepared(
            String(cluster.unicodeScalars.prefix(cluster.unicodeScalars.count / 2)), style)
          #expect(text.maxContentWidth >= half.maxContentWidth || spacing < 0, "\(size) \(spacing)")
          #expect(text.maxContentWidth >= 0)
        }
      }
    }
  }

  private static let arabic = "truetype/noto/NotoSansArabic-Regular.ttf"

  @Test(.enabled(if: TestFonts.exists(arabic), "fonts-noto-core is not installed"))
  func `Without a width only newlines end lines, however wide they are`() throws {
    // A letter of 3,700 points: the text is 30 million points wide, and a line has room for 2^24.
    let library = FontLibrary(paths: [TestFonts.root + Self.arabic])
    let measurer = TextMeasurer(fonts: library, cacheByteLimit: 0)
    let style = try measurer.resolve(
      TestFonts.style("Noto Sans Arabic") {
        $0.fontSize = 512
        $0.whiteSpace = .preLine
      })
    for line in [
      String(repeating: "\u{FDFD} ", count: 4_000), String(repeating: "\u{FDFD}", count: 8_000),
    ] {
      for text in [line, line + "\n" + line.prefix(90)] {
        let prepared = try measurer.prepare(text, style)
        #expect(prepared.maxContentWidth > 15_000_000)
        #expect(
          prepared.layout(width: .infinity)?.lineCount == text.split(separator: "\n").count)
      }
    }
  }
}
