import Testing

@testable import TextMeasure

/// Where lines may break, whatever their width.
@Suite struct LineBreakOpportunitiesTests {
  /// Returns the text with a bar at each opportunity.
  private func marked(_ text: String, _ change: (inout TextStyle) -> Void = { _ in }) -> String {
    let units = ContiguousArray(text.utf16)
    var flags = ContiguousArray<UInt8>(repeating: 0, count: units.count)
    _ = LineBreakOpportunities(TestFonts.style("Inter", change))
      .mark(&flags, 1, in: units, 0..<units.count, TextWork())
    var result: [UInt16] = []
    for (offset, unit) in units.enumerated() {
      if flags[offset] != 0 { result.append(UInt16(UInt8(ascii: "|"))) }
      result.append(unit)
    }
    return String(decoding: result, as: UTF16.self)
  }

  @Test func `T5: lines break after any run of spaces`() {
    #expect(marked("a b") == "a |b")
    #expect(marked("a   !") == "a   |!")
  }

  @Test func `T6: pairs of Latin-1 break where Chromium breaks them`() {
    #expect(marked("well-known") == "well-|known")
    #expect(marked("what?x") == "what?|x")
    #expect(marked("a/b.c,d") == "a/b.c,d")
    #expect(marked("a(b)") == "a(b)")
    #expect(marked("x!(y)") == "x!|(y)")
  }

  @Test func `T7: a hyphen before a digit breaks after a letter or digit only`() {
    #expect(marked("A-1") == "A-|1")
    #expect(marked("(-1)") == "(-1)")
    #expect(marked("a -1") == "a |-1")
  }

  @Test func `T7: other pairs follow ICU for the language and the strictness`() {
    #expect(marked("東京タワー") == "東|京|タ|ワ|ー")
    #expect(marked("東京。") == "東|京。")
    #expect(marked("ワーァ") { $0.lang = "ja" } == "ワ|ー|ァ")
    #expect(
      marked("ワーァ") {
        $0.lang = "ja"; $0.lineBreak = .strict
      } == "ワーァ")
    #expect(marked("ภาษาไทย") == "ภาษา|ไทย")
  }

  @Test func `T8: break-all breaks words but not before marks`() {
    #expect(marked("abc") { $0.wordBreak = .breakAll } == "a|b|c")
    #expect(marked("e\u{301}a") { $0.wordBreak = .breakAll } == "e\u{301}|a")
  }

  @Test func `T9: keep-all keeps ideographs together, but not Thai`() {
    #expect(marked("東京 駅前") { $0.wordBreak = .keepAll } == "東京 |駅前")
    #expect(marked("ภาษาไทย") { $0.wordBreak = .keepAll } == "ภาษา|ไทย")
  }

  @Test func `T9: anywhere breaks at every grapheme`() {
    #expect(marked("ab e\u{301}") { $0.lineBreak = .anywhere } == "a|b| |e\u{301}")
  }
}
