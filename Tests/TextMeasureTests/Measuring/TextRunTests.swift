import TestSupport
import Testing

@testable import TextMeasure

/// Texts that are made of runs.
@Suite(.enabled(if: TestFonts.isUsable)) struct TextRunTests {
  private let measurer = TestFonts.measurer(cacheByteLimit: 1 << 20)

  private func resolve(_ change: (inout TextStyle) -> Void = { _ in }) throws -> ResolvedStyle {
    try measurer.resolve(TestFonts.style("Inter", change))
  }

  @Test func `T32: A text that is cut into runs of its own style keeps its lines`() throws {
    let block = try resolve()
    let other = try resolve { $0.lineHeight = .points(18) }
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      // A border changes where soft hyphens before spaces show, and how directions and trimmed punctuation are filled, item
      // by item: in texts with those only the places of the lines are checked.
      let isLatin = seed % 2 == 0
      let letters =
        ["A", "V", "f", "fi", "o", "-", " ", "  ", "é", "1", "\n"]
        + (isLatin ? [] : ["日", "。", "א", "\u{AD}"])
      let parts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
          letters.randomElement(using: &random)!
        }
        .joined()
      }
      let whole = try measurer.prepare(parts.joined(), block)
      let runs = try measurer.prepare(
        parts.enumerated().map { .text($1, $0 % 2 == 0 ? nil : other) }, block)
      #expect(runs.units == whole.units, "seed \(seed)")
      for width in stride(from: 10.0, through: 300, by: 23) {
        // Each run's width on a line is rounded up, so a line may be a little wider.
        let lines = runs.lines(width: width + Double(parts.count) / 64)
        let expected = [
          whole.lines(width: width), whole.lines(width: width + Double(parts.count) / 64),
        ]
        #expect(
          !isLatin || expected.contains(lines),
          "seed \(seed), \(width) wide: \(lines), not \(expected[0])")
        let layout = try #require(
          runs.layout(width: width, drawsLines: true, detailsOf: parts.joined()))
        #expect(
          layout.details.map { $0.pieces.map(\.text).joined() } == layout.lines, "seed \(seed)")
        #expect(layout.height == 20 * Double(layout.lineCount), "seed \(seed)")
        checkDetails(layout, of: parts.joined(), "seed \(seed)")
      }
    }
  }

  /// Expects lines to follow each other, and their offsets to be those of their characters.
  private func checkDetails(_ layout: PreparedText.Layout, of text: String, _ comment: String) {
    let units = Array(text.utf16)
    var (top, last) = (0.0, 0)
    for (line, detail) in zip(layout.lines, layout.details) {
      #expect(detail.top == top && detail.start >= last && detail.end >= detail.start, "\(comment)")
      let source = String(decoding: units[detail.start..<detail.end], as: UTF16.self)
      func letters(_ text: String) -> String {
        text.filter { !$0.isWhitespace && $0 != "\u{AD}" && $0 != "\u{2010}" }
      }
      #expect(letters(source) == letters(line), "\(comment)")
      #expect(detail.baseline > detail.top && detail.baseline < detail.top + detail.height)
      top += detail.height
      last = detail.end
    }
  }

  @Test func `T32: Letters are shaped across runs that look alike, and not across others`() throws {
    let block = try resolve()
    let lower = try resolve { $0.lineHeight = .points(30) }
    let larger = try resolve { $0.fontSize = 16.1 }
    let whole = try measurer.prepare("AVAV", block).maxContentWidth
    let apart = 4 * (try measurer.prepare("A", block).maxContentWidth)
    #expect(whole < apart)
    let alike = try measurer.prepare(
      [.text("A", nil), .text("", larger), .text("V", lower), .text("AV", nil)], block)
    #expect(abs(alike.maxContentWidth - whole) <= 3 / 64)
    let different = try measurer.prepare(
      [.text("A", nil), .text("V", larger), .text("AV", nil)], block)
    #expect(different.maxContentWidth > whole + 0.5)
  }

  @Test func `T32: White space collapses over borders, and the first space stays`() throws {
    let block = try resolve()
    let large = try resolve { $0.fontSize = 40 }
    let text = try measurer.prepare(
      [.text(" foo ", nil), .text(" ", large), .text("  bar ", nil), .text(" ", large)], block)
    #expect(String(decoding: text.units, as: UTF16.self) == "foo bar")
    #expect(text.spans.map { $0.start..<$0.end } == [0..<4, 4..<4, 4..<7, 7..<7])
    #expect(text.lines(width: 30) == ["foo", "bar"])
  }

  @Test func `T34: A run without text counts on its line, and a text without any is 0 high`() throws
  {
    let block = try resolve()
    let large = try resolve { $0.lineHeight = .points(60) }
    let empty = try measurer.prepare(
      [.text("foo ", nil), .text("", large), .text("bar", nil)], block)
    #expect(empty.layout(width: 30)?.height == 80 && empty.layout(width: 300)?.height == 60)
    let spaces = try measurer.prepare([.text(" ", nil), .text(" ", large)], block)
    #expect(spaces.layout(width: 300)?.height == 0 && spaces.lines(width: 300).isEmpty)
    let last = try measurer.prepare([.text("foo bar", nil), .text(" ", large)], block)
    #expect(last.layout(width: 30)?.height == 80)
  }

  @Test func `T35: Lines break around boxes, which stand where they should`() throws {
    let block = try resolve()
    let box = InlineBox(width: 20, height: 30)
    for letters in ["\u{A0}", "\u{2060}", "。", ")", "!"] {
      let text = try measurer.prepare(
        [.text("a" + letters, nil), .box(box), .text(letters + "b", nil)], block)
      #expect(text.lines(width: 21).count >= 3, "\(letters.unicodeScalars)")
    }
    func height(_ box: InlineBox) throws -> Double? {
      try measurer.prepare([.box(box)], block).layout(width: 100)?.height
    }
    // A line of 20 points has its baseline 16 below its top.
    #expect(try height(box) == 34)
    #expect(try height(InlineBox(width: 20, height: 30, verticalAlign: .points(-10))) == 30)
    #expect(try height(InlineBox(width: 20, height: 4, verticalAlign: .middle)) == 20)
    #expect(try height(InlineBox(width: 16_384, height: 16_384)) == 16_388)
  }

  @Test func `Rectangles cover the runs, in reading order of each direction`() throws {
    let block = try resolve()
    let bold = try resolve { $0.fontWeight = 700 }
    let runs: [TextRun] = [
      .text("Sunset over ", nil), .text("Kyoto, the old capital", bold), .text(" ", nil),
      .box(InlineBox(width: 16, height: 16)),
    ]
    let text = try measurer.prepare(runs, block)
    let layout = try #require(
      text.layout(width: 180, drawsLines: true, detailsOf: TextRun.text(of: runs)))
    let frames = layout.runs.filter { $0.run == 1 }
    #expect(frames.count == 2 && frames[1].x == 0 && frames[0].x > 80)
    #expect(layout.runs.last?.width == 16 && layout.runs.last?.height == 16)
    for (detail, y) in zip(layout.details, [0.0, 20]) {
      let onLine = layout.runs.filter { $0.y >= y && $0.y < y + 20 }
      #expect(abs(onLine.reduce(0) { $0 + $1.width } - detail.width) < 0.1)
    }
    var rightToLeft = TestFonts.style("DejaVu Sans")
    rightToLeft.direction = .rightToLeft
    let arabic = try measurer.prepare(
      [.text("سلام ", nil), .text("abc", nil), .text(" دنيا", nil)], measurer.resolve(rightToLeft))
    let placed = try #require(
      arabic.layout(width: 200, drawsLines: true, detailsOf: "سلام abc دنيا"))
    let left = placed.runs.sorted { $0.x < $1.x }
    #expect(left.map(\.run) == [2, 1, 0] && abs(left[2].x + left[2].width - 200) < 0.05)
  }

  @Test func `T28: A cut line has the style's own end`() throws {
    let style = try resolve {
      $0.maxLines = 2
      $0.lineClampEnd = "… more"
    }
    let text = try measurer.prepare("Taken in April, from the hill behind the temple.", style)
    let lines = text.lines(width: 120)
    #expect(lines.count == 2 && lines[1].hasSuffix("… more"))
    #expect(try measurer.prepare(lines[1], style).maxContentWidth <= 120)
  }

  @Test func `T36: The indent of the first line takes room`() throws {
    let text = "one two three four five six"
    func lines(_ indent: TextStyle.TextIndent?) throws -> [String] {
      try measurer.prepare(text, resolve { $0.textIndent = indent }).lines(width: 70)
    }
    let plain = try lines(nil)
    let indented = try lines(TextStyle.TextIndent(length: 40))
    let hanging = try lines(TextStyle.TextIndent(length: 40, hanging: true))
    #expect(plain[0].count > indented[0].count && plain[0] == hanging[0])
    #expect(hanging[1].count < plain[1].count)
    #expect(try lines(TextStyle.TextIndent(length: -60))[0].count > plain[0].count)
  }

  @Test func `Measured runs are cached by their styles and borders`() throws {
    let block = try resolve()
    let bold = try resolve { $0.fontWeight = 700 }
    let one: [TextRun] = [.text("ab", nil), .text("cd", bold)]
    let first = try measurer.prepare(one, block)
    #expect(try measurer.prepare(one, block) === first)
    #expect(try measurer.prepare([.text("abc", nil), .text("d", bold)], block) !== first)
    #expect(try measurer.prepare([.text("ab", bold), .text("cd", nil)], block) !== first)
    let height = try measurer.height(of: one, block, width: 100)
    #expect(try measurer.height(of: one, block, width: 100) == height && height.points == 20)
  }

  @Test func `T24: Runs are bounded, and end with their work`() throws {
    let block = try resolve()
    #expect(throws: TextError.textTooLong(length: 8_193)) {
      try measurer.prepare(
        [.text(String(repeating: "a", count: 8_192), nil), .box(InlineBox(width: 1, height: 1))],
        block)
    }
    #expect(throws: TextError.tooManyRuns(count: 257)) {
      try measurer.prepare(Array(repeating: .text("", nil), count: 257), block)
    }
    let many = (0..<256).map { TextRun.text("a\($0) ", nil) }
    var calls = 0
    let work = TextWork { _ in
      calls += 1
      return calls < 3
    }
    #expect(throws: TextError.stopped) { try measurer.prepare(many, block, work) }
  }
}
