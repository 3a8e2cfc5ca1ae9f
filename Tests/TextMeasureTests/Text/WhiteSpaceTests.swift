import Testing

@testable import TextMeasure

/// White space before lines are filled.
@Suite struct WhiteSpaceTests {
  private func collapsed(_ text: String, _ whiteSpace: TextStyle.WhiteSpace = .normal) -> String {
    var style = TestFonts.style()
    style.whiteSpace = whiteSpace
    return String(decoding: WhiteSpace.collapsed(text, style), as: UTF16.self)
  }

  @Test func `T1: spaces, tabs, newlines and carriage returns collapse to one space`() {
    #expect(collapsed("  a \t b\r\n\n c  ") == "a b c")
    #expect(collapsed("  a \t b\r\n\n c  ", .nowrap) == "a b c")
    #expect(collapsed(" \t\n ") == "")
  }

  @Test func `T1: other spaces stay`() {
    #expect(collapsed("a\u{A0} \u{3000} b") == "a\u{A0} \u{3000} b")
  }

  @Test func `T2: a newline between ideographs is a space, beside a zero width space nothing`() {
    #expect(collapsed("漢\n字") == "漢 字")
    #expect(collapsed("漢\u{200B}\n字") == "漢\u{200B}字")
    #expect(collapsed("漢\n\u{200B}字") == "漢\u{200B}字")
  }

  @Test func `T2: pre-line keeps newlines without the spaces around them`() {
    #expect(collapsed(" a  b \n  c\n\nd ", .preLine) == "a b\nc\n\nd")
  }

  @Test func `T2: pre and pre-wrap keep everything`() {
    #expect(collapsed(" a  b \n\t", .pre) == " a  b \n\t")
    #expect(collapsed(" a  b \n\t", .preWrap) == " a  b \n\t")
  }

  @Test func `T24: a cluster counts its first 30 marks`() {
    let marks = String(repeating: "\u{301}", count: 1000)
    #expect(collapsed("a" + marks + "b").utf16.count == 32)
    #expect(collapsed("a" + marks + "b").hasSuffix("b"))
  }

  @Test(.enabled(if: TestFonts.isUsable))
  func `T3: a text of spaces has no line, a zero width space has one`() throws {
    #expect(try TestFonts.prepared("").height(width: 100) == 0)
    #expect(try TestFonts.prepared(" \n ").lineCount(width: 100) == 0)
    #expect(try TestFonts.prepared("\u{200B}").lineCount(width: 100) == 1)
    let preserved = TestFonts.style { $0.whiteSpace = .preWrap }
    #expect(try TestFonts.prepared("a\n", preserved).lineCount(width: 100) == 1)
    #expect(try TestFonts.prepared("a\n\nb", preserved).lineCount(width: 100) == 3)
    #expect(
      try TestFonts.width("a\rb", preserved) == TestFonts.width("a", preserved)
        + TestFonts.width("b", preserved))
  }
}
