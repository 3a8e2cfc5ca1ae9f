import Testing

@testable import TextMeasure

/// Runs of one script.
@Suite struct ScriptRunsTests {
  private func ends(_ text: String) -> [Int] {
    ScriptRuns.runs(of: ContiguousArray(text.utf16)).map(\.end)
  }

  @Test func `T10: common characters join the run before them`() {
    #expect(ends("abc, 123") == [8])
    #expect(ends("abc привет 12") == [4, 13])
    #expect(ends("12 привет") == [9])
  }

  @Test func `T10: a closing bracket takes the script of its opening bracket`() {
    #expect(ends("abc (привет) def") == [5, 11, 16])
  }

  @Test func `T10: Han and Kana are runs of their own, long vowel marks join Kana`() {
    #expect(ends("漢字かなカナー") == [2, 7])
  }

  @Test func `T22: clusters with U+FE0F are runs of emoji`() {
    let runs = ScriptRuns.runs(of: ContiguousArray("a ❤️ b".utf16))
    #expect(runs.map(\.isEmoji) == [false, true, false])
    #expect(runs.map(\.end) == [2, 4, 6])
  }
}
