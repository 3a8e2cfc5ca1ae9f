import TestSupport
import Testing

@testable import TextMeasure

/// Advances, spacing, fallback and words.
@Suite(.enabled(if: TestFonts.isUsable)) struct ShapingTests {
  @Test func `T12: advances are not rounded to pixels`() throws {
    let width = try TestFonts.width("iiii")
    #expect(width != width.rounded())
    #expect(abs(width - 4 * (try TestFonts.width("i"))) < 0.1)
  }

  @Test func `T13: sizes are cut to hundredths of a point`() throws {
    let one = try TestFonts.width("Sunset", TestFonts.style { $0.fontSize = 13.599 })
    let other = try TestFonts.width("Sunset", TestFonts.style { $0.fontSize = 13.59 })
    #expect(one == other)
    #expect(try TestFonts.width("Sunset", TestFonts.style { $0.fontSize = 13.6 }) > one)
  }

  @Test func `T14: pairs are kerned`() throws {
    let pair = try TestFonts.width("AV")
    #expect(pair < (try TestFonts.width("A") + TestFonts.width("V")))
  }

  @Test func `T15: letter spacing is added to each grapheme but not to zero width ones`() throws {
    let spaced = TestFonts.style { $0.letterSpacing = 2 }
    let plain = try TestFonts.width("nnn")
    #expect(abs(try TestFonts.width("nnn", spaced) - plain - 6) < 0.05)
    #expect(try TestFonts.width("n\u{AD}n\u{2060}n", spaced) >= TestFonts.width("nnn", spaced))
    #expect(try TestFonts.width("n\u{200D}n", spaced) == TestFonts.width("nn", spaced))
  }

  @Test func `T15: letter spacing turns ligatures off, and keeps Arabic letters joined`() throws {
    let dejavu = TestFonts.style("DejaVu Sans")
    let spaced = TestFonts.style("DejaVu Sans") { $0.letterSpacing = 2 }
    #expect(try TestFonts.width("سلام", spaced) == TestFonts.width("سلام", dejavu))
    #expect(
      abs(try TestFonts.width("سلام سلام", spaced) - TestFonts.width("سلام سلام", dejavu) - 2)
        < 0.05)
    let three = try TestFonts.width("f", dejavu) * 2 + TestFonts.width("i", dejavu)
    #expect(abs(try TestFonts.width("ffi", spaced) - three - 6) < 0.1)
  }

  @Test func `T16: word spacing is added to spaces and no-break spaces`() throws {
    let spaced = TestFonts.style { $0.wordSpacing = 5 }
    #expect(
      abs(try TestFonts.width("a b\u{A0}c", spaced) - TestFonts.width("a b\u{A0}c") - 10) < 0.05)
    #expect(try TestFonts.width("abc", spaced) == TestFonts.width("abc"))
  }

  @Test func `T22: a font that lacks a character passes it on, and its marks with it`() throws {
    var style = TestFonts.style()
    style.fontFamily = ["Inter", "DejaVu Sans"]
    let text = try TestFonts.prepared("a ☃\u{301} b", style)
    #expect(text.missingCharacters.isEmpty)
    let alone = try TestFonts.width("☃\u{301}", TestFonts.style("DejaVu Sans"))
    let rest =
      try TestFonts.width("a b") + TestFonts.width("a  b", TestFonts.style { $0.whiteSpace = .pre })
    #expect(abs(text.maxContentWidth - alone - rest / 2) < 4)
  }

  @Test func `T22: characters that no font has are reported once each`() throws {
    let text = try TestFonts.prepared("a 漢 b 字")
    #expect(text.missingCharacters.map(\.scalar) == ["漢", "字"])
    #expect(text.missingCharacters.map(\.offset) == [2, 6])
    #expect(text.maxContentWidth > 0)
    let many = try TestFonts.prepared(String(repeating: "漢", count: 100))
    #expect(many.missingCharacters.count == PreparedText.maximumMissingCount)
  }

  @Test func `T22: fallback families follow a style's own`() throws {
    let measurer = TextMeasurer(
      fonts: TestFonts.library, fallbackFamilies: ["No Such Font", "DejaVu Sans"],
      cacheByteLimit: 0)
    let style = try measurer.resolve(TestFonts.style())
    #expect(style.faces.map(\.family) == ["Inter", "DejaVu Sans"])
    #expect(try measurer.prepare("☃", style).missingCharacters.isEmpty)
  }

  @Test(arguments: ["Inter", "DejaVu Sans", "Open Sans", "NanumGothic"])
  func `T23: a text is the sum of its words`(_ family: String) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let byWords = TestFonts.measurer(cacheByteLimit: 1 << 24)
    let whole = TestFonts.measurer()
    for _ in 0..<80 {
      let text = RandomText.text(12, using: &generator)
      var style = TestFonts.style(family)
      style.fontFamily.append("DejaVu Sans")
      let one = try byWords.prepare(text, byWords.resolve(style))
      let other = try whole.prepare(text, whole.resolve(style))
      #expect(
        one.maxContentWidth == other.maxContentWidth, "seed \(seed): \(text.debugDescription)")
      let width = Double(Int.random(in: 0...300, using: &generator))
      #expect(
        one.lines(width: width) == other.lines(width: width),
        "seed \(seed): \(text.debugDescription) at \(width)")
    }
  }
}
