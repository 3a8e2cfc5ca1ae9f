import TestSupport
import Testing

@testable import TextMeasure

/// Lines at a width.
@Suite(.enabled(if: TestFonts.isUsable)) struct LineTests {
  @Test func `T18: a line fits up to a 64th of a point more than the container`() throws {
    let width = try TestFonts.width("Sunset over")
    #expect(try TestFonts.lines("Sunset over Kyoto", width) == ["Sunset over", "Kyoto"])
    #expect(try TestFonts.lines("Sunset over Kyoto", width - 1 / 64) == ["Sunset over", "Kyoto"])
    #expect(
      try TestFonts.lines("Sunset over Kyoto", width - 3 / 64) == ["Sunset", "over Kyoto"])
  }

  @Test func `T18: spaces at the end of a line hang`() throws {
    let width = try TestFonts.width("Sunset")
    let style = TestFonts.style { $0.whiteSpace = .preWrap }
    let text = try TestFonts.prepared("Sunset      over", style)
    #expect(text.lines(width: width) == ["Sunset", "over"])
    #expect(text.maxLineWidth(width: width) == width)
  }

  @Test func `T18: nowrap and pre break at newlines alone`() throws {
    for whiteSpace in [TextStyle.WhiteSpace.nowrap, .pre] {
      let style = TestFonts.style { $0.whiteSpace = whiteSpace }
      #expect(try TestFonts.lines("Sunset over Kyoto", 10, style) == ["Sunset over Kyoto"])
    }
    let style = TestFonts.style { $0.whiteSpace = .pre }
    #expect(try TestFonts.lines("Sunset\nover", 10, style) == ["Sunset", "over"])
  }

  @Test func `T26: a word wider than the line breaks at graphemes, unless that is off`() throws {
    let text = "supercalifragilistic e\u{301}e\u{301}e\u{301}"
    let lines = try TestFonts.lines(text, 40)
    #expect(lines.count > 4)
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    let whole = TestFonts.style { $0.overflowWrap = .normal }
    #expect(try TestFonts.lines("a supercalifragilistic b", 40, whole).count == 3)
  }

  @Test func `T26: a line has at least one grapheme`() throws {
    #expect(try TestFonts.lines("abc", 0) == ["a", "b", "c"])
    #expect(try TestFonts.lines("ab", -5).count == 2)
    #expect(try TestFonts.lines("ab", .infinity).count == 1)
    #expect(try TestFonts.lines("ab", .nan).count == 2)
  }

  @Test func `T25: a chosen soft hyphen is a hyphen that takes room`() throws {
    let text = "extra\u{AD}ordinarily"
    let hyphenated = try TestFonts.width("extra\u{2010}")
    #expect(try TestFonts.lines(text, hyphenated + 2).first == "extra\u{2010}")
    #expect(try TestFonts.prepared(text).maxLineWidth(width: hyphenated + 2) > 0)
    let style = TestFonts.style { $0.overflowWrap = .normal }
    // Without room for the hyphen, there is no room for the word.
    let lines = try TestFonts.lines(
      "a extra\u{AD}ordinarily", TestFonts.width("a extra") + 1, style)
    #expect(lines.first == "a")
    #expect(try TestFonts.lines(text, 1000) == ["extraordinarily"])
  }

  @Test func `T4: tabs reach stops of eight spaces, at least half a space away`() throws {
    let style = TestFonts.style("DejaVu Sans Mono") { $0.whiteSpace = .pre }
    let space = try TestFonts.width("\u{A0}", style)
    func width(_ text: String) throws -> Double { try TestFonts.width(text, style) / space }
    #expect(abs(try width("a\tb") - 9) < 0.1)
    #expect(abs(try width("aaaaaaa\tb") - 9) < 0.1)
    #expect(abs(try width("aaaaaaaa\tb") - 17) < 0.1)
    #expect(abs(try width("a\t\tb") - 17) < 0.1)
    // Measured in Chromium 156: stops grow with letter and word spacing, and a tab hangs where lines wrap.
    for (letters, words, expected) in [
      (0.0, 0.0, 45.94), (0, 3, 69.94), (2, 0, 63.94), (2, 3, 87.94),
    ] {
      let inter = TestFonts.style {
        $0.whiteSpace = .pre
        $0.letterSpacing = letters
        $0.wordSpacing = words
      }
      #expect(abs(try TestFonts.width("a\tb", inter) - expected) < 0.02)
    }
    let wrapping = TestFonts.style { $0.whiteSpace = .preWrap }
    #expect(try TestFonts.lines("aaaa bbbb\t", 90, wrapping).count == 1)
  }

  @Test(arguments: [
    // Drawn by Chromium 156.
    ("https://example.com/a/long/path", 78.0, 1, "https://e…"),
    ("Supercalifragilistic", 60, 1, "Super…"),
    ("Donaudampfschifffahrtsgesellschaft", 120, 2, "hifffahrtsgese…"),
    ("aaaa bbbb cccc dddd eeee", 90, 2, "cccc ddd…"),
  ])
  func `T28: a line that is cut ends with an ellipsis in its box`(
    _ text: String, _ width: Double, _ maxLines: Int, _ last: String
  ) throws {
    let style = TestFonts.style {
      $0.maxLines = maxLines
      $0.overflowWrap = .breakWord
    }
    #expect(try TestFonts.lines(text, width, style).last == last)
    // A text that has no further line is not cut.
    let uncut = TestFonts.style {
      $0.maxLines = 99
      $0.overflowWrap = .breakWord
    }
    #expect(try TestFonts.lines(text, width, uncut).last?.hasSuffix("…") == false)
  }

  @Test
  func `T27: separators are spaces, and control characters have no width, a glyph or no line`()
    throws
  {
    // Measured in Chromium 156, in Inter of 16 points.
    let widths: [(String, Double)] = [
      ("\u{2028}", 42.42), ("\u{2029}", 42.42), ("\u{7F}", 37.92), ("\u{85}", 37.92),
      ("\u{9F}", 37.92),
      ("\u{115F}", 37.92), ("\u{1160}", 37.92), ("\u{0B}", 53.83), ("\u{0C}", 53.83),
      ("\u{01}", 53.83),
      ("\r", 42.42),
    ]
    for (control, width) in widths {
      #expect(
        abs(try TestFonts.width("aa\(control)bb") - width) < 0.02, "\(control.debugDescription)")
    }
    let kept = TestFonts.style { $0.whiteSpace = .preWrap }
    for control in ["\r", "\u{0C}"] {
      #expect(abs(try TestFonts.width("aa\(control)bb", kept) - 37.92) < 0.02)
      #expect(try TestFonts.lines(control, 200, kept).isEmpty)
    }
    for control in ["\u{0B}", "\u{0C}", "\r"] {
      #expect(try TestFonts.lines(control, 200).isEmpty)
    }
    #expect(try TestFonts.lines("\u{0B}", 200, kept).count == 1)
  }

  @Test func `T11: right-to-left text fills from its start`() throws {
    let style = TestFonts.style("DejaVu Sans") { $0.direction = .rightToLeft }
    let width = try TestFonts.width("שלום עולם", style)
    #expect(try TestFonts.lines("שלום עולם שלום", width, style) == ["שלום עולם", "שלום"])
    let mixed = try TestFonts.width("abc שלום", style)
    #expect(try TestFonts.lines("abc שלום def", mixed + 1, style) == ["abc שלום", "def"])
  }

  @Test func `T11: controls of direction have no width`() throws {
    let style = TestFonts.style("DejaVu Sans")
    let plain = try TestFonts.width("abc", style)
    #expect(try TestFonts.width("\u{2066}abc\u{2069}", style) == plain)
  }

  @Test func `T19: heights are lines × the line height, cut at maxLines`() throws {
    let text = "Sunset over the sea"
    let width = try TestFonts.width("over the")
    #expect(try TestFonts.prepared(text).height(width: width) == 60)
    let cut = TestFonts.style { $0.maxLines = 2 }
    #expect(try TestFonts.prepared(text, cut).height(width: width) == 40)
    let lines = try TestFonts.lines(text, width, cut)
    #expect(lines.count == 2 && lines[0] == "Sunset" && lines[1].hasPrefix("over t"))
    #expect(try lines[1].hasSuffix("…") && TestFonts.width(lines[1]) <= width)
    #expect(try TestFonts.lines("Sunset over", width, cut) == ["Sunset", "over"])
  }

  @Test(arguments: [
    (TextStyle.LineHeight.points(18.01), 18.015625), (.points(18.005), 18),
    (.multiple(1.4), 22.390625), (.multiple(1.25), 20), (.points(0), 0),
  ])
  func `T19: points are rounded to a 64th, multiples truncated`(
    _ lineHeight: TextStyle.LineHeight, _ expected: Double
  ) throws {
    let style = TestFonts.style { $0.lineHeight = lineHeight }
    #expect(try TestFonts.prepared("a", style).height(width: 100) == expected)
  }

  @Test func `Wider containers never need more lines of plain words`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let words = ["Sunset", "over", "the", "old", "harbour", "AVATAR", "office", "in", "rain"]
    for family in ["Inter", "Roboto", "Lato"] {
      for _ in 0..<20 {
        let text = (0..<Int.random(in: 1...20, using: &generator))
          .compactMap { _ in words.randomElement(using: &generator) }.joined(separator: " ")
        let prepared = try TestFonts.prepared(text, TestFonts.style(family))
        var last = Int.max
        for width in stride(from: 70.0, through: 700, by: 7) {
          let count = prepared.lineCount(width: width)
          #expect(count <= last, "seed \(seed): \(text) at \(width)")
          last = count
        }
      }
    }
  }

  @Test func `Lines keep every visible character in its order, whatever the style`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let measurer = TestFonts.measurer()
    for _ in 0..<150 {
      let text = RandomText.text(10, using: &generator)
      let style = RandomText.style(using: &generator)
      let prepared = try measurer.prepare(text, measurer.resolve(style))
      let width = Double(Int.random(in: 0...400, using: &generator))
      let lines = prepared.lines(width: width)
      #expect(lines.count == prepared.lineCount(width: width))
      let ignored: Set<Unicode.Scalar> = ["\u{AD}", "\u{2010}", "-", "\u{200B}"]
      func visible(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !$0.properties.isWhitespace && !ignored.contains($0) }
      }
      #expect(
        visible(lines.joined()) == visible(text),
        "seed \(seed): \(text.debugDescription) at \(width), \(style)")
    }
  }

  @Test func `The fast way and the slow way fill equal lines`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let text = RandomText.text(12, using: &generator)
      var style = TestFonts.style(
        ["Inter", "Roboto", "Lato"].randomElement(using: &generator) ?? "")
      style.fontFamily.append("DejaVu Sans")
      let prepared = try TestFonts.prepared(text, style)
      let width = Double(Int.random(in: 0...300, using: &generator))
      #expect(
        filled(prepared, width, isSimple: true) == filled(prepared, width, isSimple: false),
        "seed \(seed): \(text.debugDescription) at \(width)")
    }
  }

  private func filled(_ text: PreparedText, _ width: Double, isSimple: Bool) -> [Line] {
    var filler = LineFiller(
      text, available: Pixels.floor(width), TextWork(), allowsSimpleLines: isSimple)
    var lines: [Line] = []
    while let line = filler.next() { lines.append(line) }
    return lines
  }
}
